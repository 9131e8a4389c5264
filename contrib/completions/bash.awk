# SPDX-License-Identifier: GPL-2.0-or-later
END {
	for (i = 1; i <= n; i++) {
		if (letter[i] != "")
			words = words " -" letter[i]
		if (name[i] != "")
			words = words " --" name[i] (takes[i] == "equals" && kind[i] == "plan" ? " --" name[i] "=" : "")
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
	print "# sets values and needs (no, may, must, file) for the option that ends the word in front"
	print "_hdparm_values() {"
	print "	values='' needs=no"
	print "	case $1 in"
	for (i = 1; i <= n; i++) {
		if (takes[i] == "no" || takes[i] == "equals")
			continue
		pattern = ""
		if (letter[i] != "")
			pattern = "-" letter[i] " | -[!-]*" letter[i]
		if (name[i] != "")
			pattern = pattern (pattern == "" ? "" : " | ") "--" name[i]
		print "	" pattern ") values='" values[i] "' needs=" (metavar[i] ~ /FILE/ ? "file" : takes[i]) " ;;"
	}
	print "	esac"
	print "}"
	print ""
	print "_hdparm() {"
	print "	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} values needs"
	print "	COMPREPLY=()"
	print "	# bash splits --conf=FILE into three words"
	print "	if [ \"$cur\" = '=' ] || [ \"$prev\" = '=' ]; then"
	print "		[ \"$cur\" = '=' ] && cur="
	print "		compopt -o filenames"
	print "		mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")"
	print "		return"
	print "	fi"
	print "	if [[ $cur == -* ]]; then"
	print "		mapfile -t COMPREPLY < <(compgen -W '" substr(words, 2) "' -- \"$cur\")"
	print "		[[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace"
	print "		return"
	print "	fi"
	print "	_hdparm_values \"$prev\""
	print "	if [ \"$needs\" = file ]; then"
	print "		compopt -o filenames"
	print "		mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")"
	print "	elif [ \"$needs\" = must ]; then"
	print "		mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$cur\")"
	print "	else"
	# the option's values come before the devices
	print "		compopt -o nosort 2>/dev/null"
	print "		mapfile -t COMPREPLY < <(compgen -W \"$values $(_hdparm_devices)\" -- \"$cur\")"
	print "	fi"
	print "}"
	print "complete -F _hdparm hdparm"
}
