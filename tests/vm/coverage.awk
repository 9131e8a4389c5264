# SPDX-License-Identifier: GPL-2.0-or-later
# Which options did the guests run, and on which drives? Reads the table of options (hdparm
# --list-options), tests/vm/coverage, then the jobs' results. Every option must have been run beside
# 9.65 on the drives of DEFAULT_DRIVES, and an option that asks and sets in both ways. Information,
# modifiers and options that exclude others need any one drive. A row of tests/vm/coverage excuses
# an option; an unneeded excuse is a failure. Variables: set (vm or ide), and file (1 for the table,
# 2 for the list, 3 for results).
# The last line is "totals PASSED FAILED 0 0".

BEGIN {
	FS = "\t"
	DEFAULT_DRIVES = "ahci-hdd pata sat hda"
}

# The table: letter, name, kind, form of the value.
file == 1 {
	id = $1 != "" ? "-" $1 : "--" $2
	if ($1 != "")
		of_letter[$1] = id
	if ($2 != "")
		of_name[tolower($2)] = id
	kind[id] = $3
	takes[id] = $4 != "" && $3 != "ask" && $3 != "modifier"
	form[id] = $4
	if ($3 == "info" || $3 == "lone" || $3 == "modifier" || $3 == "plan")
		need[id] = "any"
	else
		need[id] = DEFAULT_DRIVES
	order[++options] = id
	if ($3 == "getset") {
		order[++options] = id "="
		need[id "="] = DEFAULT_DRIVES
	}
	next
}

# "OPTION... | WHERE | REASON"
file == 2 {
	if ($0 ~ /^#/ || $0 !~ /[^ \t]/)
		next
	if (split($0, field, / *\| */) != 3 || field[3] == "") {
		fail("not understood, or without a reason: " $0)
		next
	}
	n = split(field[1], ids, " ")
	for (i = 1; i <= n; i++) {
		if (!(ids[i] in need))
			fail("no such option: " ids[i])
		need[ids[i]] = field[2]
		excused[ids[i]] = 1
	}
	next
}

/^@device / {
	split($0, word, " ")
	present[word[2]] = 1
	next
}

/^@case / {
	text = substr($0, 7)
	device = text
	sub(/ .*/, "", device)
	sub(/^[^ ]* /, "", text)
	note(text, device)
	next
}

# A run of our program alone counts once it is judged.
/^@ours / {
	unjudged = substr($0, 7)
	next
}

/^@(pass|fail) / {
	if (unjudged != "")
		note(unjudged, "ours")
	unjudged = ""
	next
}

function fail(text) {
	print "coverage: " text
	failed++
}

function seen(id, device, with_value) {
	if (kind[id] == "getset" && with_value)
		id = id "="
	ran[id, device] = 1
	ran[id, device == "ours" ? "ours" : "any"] = 1
}

# A value starts as numbers do, or as the option's own letters (p before N, f before LBA, modes), or
# is a provisioning mode of the kernel.
function is_value(text) {
	return text ~ /^([0-9]|[pf]+[0-9]|(pio|mdma|udma|sdma)|0x|off|min|max)/ ||
		text ~ /^(unmap|writesame_1[60]|disabled|full)$/
}

function note(line, device,   word, n, i) {
	n = split(line, word, " ")
	for (i = 1; i <= n; i++) {
		if (word[i] ~ /^--./)
			note_name(substr(word[i], 3), device, word[i + 1])
		else if (word[i] ~ /^-./)
			note_letters(substr(word[i], 2), device, word[i + 1])
		else if (word[i] == "@" && n == 1)
			seen_listing = 1
	}
}

function note_name(text, device, after,   name, value) {
	name = text
	value = after
	if (sub(/=.*/, "", name))
		value = "0"
	if (tolower(name) in of_name)
		seen(of_name[tolower(name)], device, is_value(value))
}

function note_letters(text, device, after,   letter, id) {
	while (text != "") {
		letter = substr(text, 1, 1)
		text = substr(text, 2)
		if (!(letter in of_letter))
			return
		id = of_letter[letter]
		if (form[id] != "" && is_value(text)) {
			seen(id, device, 1)
			sub(/^[pf]*(pio|mdma|udma|sdma)?[0-9x]+/, "", text)
		} else
			seen(id, device, form[id] != "" && text == "" && is_value(after))
	}
}

function of_this_set(device) {
	return (set == "ide") == (device ~ /^hd/)
}

END {
	for (k = 1; k <= options; k++) {
		id = order[k]
		n = split(need[id], where, " ")
		missing = ""
		for (i = 1; i <= n; i++) {
			if (where[i] == "nowhere") {
				if ((id, "any") in ran)
					missing = missing " (it is run after all)"
			} else if (where[i] == "ours" || where[i] == "any") {
				if (set == "vm" && !((id, where[i]) in ran))
					missing = missing " " where[i]
			} else if (of_this_set(where[i]) && !((id, where[i]) in ran))
				missing = missing " " where[i]
		}
		if (set == "vm" && need[id] == "ours" && ((id, "any") in ran))
			missing = missing " (it is run beside 9.65 after all)"
		if (missing != "")
			fail(id " was not run:" missing)
		else
			passed++
	}
	print "totals " passed + 0 " " failed + 0 " 0 0"
}
