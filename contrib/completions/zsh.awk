# SPDX-License-Identifier: GPL-2.0-or-later
# quotes for _arguments, then for the single quotes of the shell
function quoted(text) {
	text = replaced(text, "\\", "\\\\")
	text = replaced(text, "[", "\\[")
	text = replaced(text, "]", "\\]")
	text = replaced(text, ":", "\\:")
	return replaced(text, "'", "'\\''")
}

# what follows the option: nothing, :value:(words) or ::value:(words)
function value(i) {
	what = metavar[i] ~ /FILE/ ? "_files" : (values[i] != "" ? "(" values[i] ")" : " ")
	if (takes[i] == "no")
		return ""
	return (takes[i] == "must" ? ":" : "::") quoted(metavar[i]) ":" what
}

END {
	print "#compdef hdparm"
	print "# zsh completion for hdparm; made from hdparm --list-options"
	print "_hdparm_devices() {"
	print "	local -a devices"
	print "	devices=(/dev/${^$(print -l /sys/class/block/*(N:t))//\\!//}(N%b) /dev/disk/by-id/*(N))"
	print "	compadd -a devices"
	print "}"
	print ""
	# an optional value: also offer devices
	print "_hdparm_or_device() {"
	print "	compadd -- ${=argv[-1]}"
	print "	_hdparm_devices"
	print "}"
	print ""
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
