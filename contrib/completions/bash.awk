# SPDX-License-Identifier: GPL-2.0-or-later
END {
	for (i = 1; i <= n; i++) {
		if (letter[i] != "")
			words = words " -" letter[i]
		if (name[i] != "")
			words = words " --" name[i] (takes[i] == "equals" && file[i] ? " --" name[i] "=" : "")
	}
	print "# bash completion for hdparm; made from hdparm --list-options"
	print "_hdparm_devices() {"
	print "	local path"
	print "	for path in /sys/class/block/*; do"
	print "		path=/dev/${path##*/}"
	print "		[ -b \"${path//!//}\" ] && printf '%s\\n' \"${path//!//}\""
	print "	done"
	print "	compgen -G '/dev/disk/by-id/*'"
	print "	printf '%s\\n' " selectors
	print "}"
	print ""
	print "# sets takes (no, may, must, equals), values, and file (yes or empty) for the option that ends the word"
	print "_hdparm_values() {"
	print "	takes=no values='' file=''"
	print "	case $1 in"
	for (i = 1; i <= n; i++) {
		if (takes[i] == "no")
			continue
		pattern = ""
		if (letter[i] != "")
			pattern = "-" letter[i] " | -[!-]*" letter[i]
		if (name[i] != "")
			pattern = pattern (pattern == "" ? "" : " | ") "--" name[i]
		print "	" pattern ") takes=" takes[i] " values='" values[i] "' file=" (file[i] ? "yes" : "") " ;;"
	}
	print "	esac"
	print "}"
	print ""
	print "_hdparm() {"
	print "	local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} joined='' takes values file"
	print "	COMPREPLY=()"
	print "	# bash splits --NAME=VALUE into three words"
	print "	if [ \"$cur\" = '=' ]; then"
	print "		cur='' joined=yes"
	print "	elif [ \"$option\" = '=' ]; then"
	print "		option=${COMP_WORDS[COMP_CWORD - 2]} joined=yes"
	print "	elif [[ $cur == -* ]]; then"
	print "		mapfile -t COMPREPLY < <(compgen -W '" substr(words, 2) "' -- \"$cur\")"
	print "		[[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace"
	print "		return"
	print "	fi"
	print "	_hdparm_values \"$option\""
	print "	if [ \"$file\" ] && [ \"$takes$joined\" != equals ]; then"
	print "		compopt -o filenames"
	print "		mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")"
	print "	elif [ \"$joined\" ] || [ \"$takes\" = must ]; then"
	print "		mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$cur\")"
	print "	else"
	print "		[ \"$takes\" = may ] || values=''"
	# the option's values come before the devices
	print "		compopt -o nosort 2>/dev/null"
	print "		mapfile -t COMPREPLY < <(compgen -W \"$values $(_hdparm_devices)\" -- \"$cur\")"
	print "	fi"
	print "}"
	print "complete -F _hdparm hdparm"
}
