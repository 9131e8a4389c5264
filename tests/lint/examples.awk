# SPDX-License-Identifier: GPL-2.0-or-later
# Print the commands of a man page as cases for the fake drive: all commands in TASKS and EXAMPLES,
# elsewhere those displayed by .Dl, and the lines that echo writes to hdparm.conf before them. The
# commands between two of .Pp, .Ss, .Sh and .It are one case. Each command ends with status 0, or
# with that of `.\" status: N` before it. `.\" drive: NAME KIND ...` replaces the usual drive of
# that name; /dev/sdX is sda. `.\" sent: COMMAND` names a command that must reach a drive. "nohup" and "&" are
# removed: signal= ends such a case.

BEGIN {
	usual["sda"] = "sat id=hdd"
	usual["sdb"] = "sat id=ssd w59=f510"
	usual["sr0"] = "sr"
	usual["sda1"] = "part-of=sda start=2048 file=film.mkv extent=0:62160896:8192"
	drives = split("sda sdb sr0 sda1", names, " ")
}

function command(text) {
	if (sub(/>>\/etc/, ">>etc", text))
		text = "mkdir -p etc; " text
	gsub(/\/dev\/sdX/, "/dev/sda", text)
	commands[++n] = text
	statuses[n] = status
	sent[n] = wanted
	status = 0
	wanted = ""
}

function close_case(    i) {
	if (n) {
		printf "== %s line %d\nonly ours\n", FILENAME, from
		for (i = 1; i <= drives; i++)
			printf "dev %s %s\n", names[i],
				names[i] in drive ? drive[names[i]] : usual[names[i]]
		for (i = 1; i <= n; i++) {
			printf "$ %s\n|~*\n!~*\n%s>~*\n%s", commands[i], \
				statuses[i] ? "?" statuses[i] "\n" : "", \
				sent[i] ? ">" sent[i] "\n>~*\n" : ""
		}
		print ""
	}
	n = status = from = 0
	split("", drive)
}

/^\.Sh / { examples = $2 == "EXAMPLES" || $2 == "TASKS" }
/^\.(Pp|Ss|Sh|It)/ { close_case() }
/^\.\\" status: / { status = $3; next }
/^\.\\" sent: / {
	wanted = $0
	sub(/^\.\\" sent: /, "", wanted)
	next
}
/^\.\\" drive: / {
	name = $3
	sub(/^\.\\" drive: [a-z0-9]+ /, "")
	drive[name] = $0
	next
}
/^\.Dl ((nohup )?hdparm|echo .*>>\/etc\/hdparm.conf$)/ || inside && !/^\.Ed/ {
	if (!from)
		from = FNR
	sub(/^\.Dl (nohup )?/, "")
	sub(/ &$/, "")
	# \e is mandoc's backslash; a command continues after it, and after a pipe
	more = /(\\e|\|)$/
	sub(/\\e$/, "")
	text = text $0 " "
	if (!more) {
		sub(/ $/, "", text)
		command(text)
		text = ""
	}
}
/^\.Bd / && examples { inside = 1 }
/^\.Ed/ { inside = 0 }
END { close_case() }
