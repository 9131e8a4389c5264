# SPDX-License-Identifier: GPL-2.0-or-later
function quoted(text) {
	return replaced(replaced(text, "\\", "\\\\"), "'", "\\'")
}

END {
	print "# fish completion for hdparm; made from hdparm --list-options"
	print "function __hdparm_devices"
	print "    for name in (string replace -a '!' / (path basename /sys/class/block/* 2>/dev/null; or command ls /sys/class/block))"
	print "        test -b /dev/$name; and echo /dev/$name"
	print "    end"
	print "    for link in /dev/disk/by-id/*"
	print "        echo $link"
	print "    end"
	print "    printf '%s\\n' " selectors
	print "end"
	print "complete -c hdparm -f -a '(__hdparm_devices)' -d device"
	for (i = 1; i <= n; i++) {
		line = "complete -c hdparm"
		if (letter[i] != "")
			line = line " -s " letter[i]
		if (name[i] != "")
			line = line " -l " name[i]
		if (file[i])
			line = line " -r -F"
		else if (takes[i] == "must")
			line = line " -x" (values[i] != "" ? " -a '" values[i] "'" : "")
		else if (takes[i] == "may")
			line = line " -x -k -a '" values[i] " (__hdparm_devices)'"
		print line " -d '" quoted(help[i]) "'"
	}
}
