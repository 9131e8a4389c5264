# SPDX-License-Identifier: GPL-2.0-or-later
# quote a text for _arguments, then for the single quotes of the shell
function quoted(text) {
	text = replaced(text, "\\", "\\\\")
	text = replaced(text, "[", "\\[")
	text = replaced(text, "]", "\\]")
	text = replaced(text, ":", "\\:")
	return replaced(text, "'", "'\\''")
}

# the value after the option: nothing, :value:(words) or ::value:(words)
function value(i) {
	what = file[i] ? "_files" : (values[i] != "" ? "(" values[i] ")" : " ")
	if (takes[i] == "no")
		return ""
	return (takes[i] == "must" ? ":" : "::") quoted(metavar[i]) ":" what
}

# a word in single quotes of the shell
function word(text) {
	return "'" replaced(text, "'", "'\\''") "'"
}

# the options of one group, each with its text
function print_group(g,    i, names, texts, name_of) {
	for (i = 1; i <= n; i++) {
		if (group[i] != g)
			continue
		name_of = name[i] != "" ? "--" name[i] : "-" letter[i]
		if (letter[i] != "" && name[i] != "") {
			names = names " -" letter[i]
			texts = texts " " word(sprintf("%-30s %s", "-" letter[i], help[i]))
		}
		names = names " " name_of
		texts = texts " " word(sprintf("%-30s %s", name_of, help[i]))
	}
	print "	words=(" substr(names, 2) ")"
	print "	texts=(" substr(texts, 2) ")"
	print "	compadd -l -V " g " -X " word(title[g] ":") " -d texts -a words && found=0"
}

END {
	print "#compdef hdparm"
	print "# zsh completion for hdparm; made from hdparm --list-options"
	print "_hdparm_devices() {"
	print "	local -a devices"
	print "	devices=(/dev/${^$(print -l /sys/class/block/*(N:t))//\\!//}(N%b) /dev/disk/by-id/*(N))"
	print "	compadd -V devices -a devices"
	print "	compadd -V selectors -- " selectors
	print "}"
	print ""
	# an optional value: also offer devices
	print "_hdparm_or_device() {"
	print "	compadd -V values -- ${=argv[-1]}"
	print "	_hdparm_devices"
	print "}"
	print ""
	print "# the options in the groups of hdparm -h"
	print "_hdparm_options() {"
	print "	local -a words texts"
	print "	local found=1"
	for (g = 1; g <= groups; g++)
		print_group(g)
	print "	return found"
	print "}"
	print ""
	for (i = 1; i <= n; i++) {
		if (takes[i] == "must")
			must = must (letter[i] != "" ? "|-" letter[i] : "") (name[i] != "" ? "|--" name[i] : "")
	}
	print "# a value of the option in front, a letter behind others and a value behind \"=\" are not chosen here"
	print "if [[ $PREFIX == (-|--*) && $PREFIX != *=* && $words[CURRENT-1] != (" substr(must, 2) ") ]]; then"
	print "	_hdparm_options && return"
	print "fi"
	print "_arguments -s \\"
	for (i = 1; i <= n; i++) {
		text = "[" quoted(help[i]) "]"
		if (takes[i] == "may")
			after = "::" quoted(metavar[i]) ":_hdparm_or_device \"" values[i] "\""
		else
			after = value(i)
		if (letter[i] != "")
			print "	'*-" letter[i] (takes[i] == "no" ? "" : "+") text after "' \\"
		if (name[i] != "")
			print "	'*--" name[i] (takes[i] == "equals" ? "=-" : "") text after "' \\"
	}
	print "	'*:device:_hdparm_devices'"
}
