# SPDX-License-Identifier: GPL-2.0-or-later
# Judge a guest's results: compare the two runs of every case part by part (status, stdout, stderr,
# state, ata), and count the checks of hdparm 10. A case may differ only if the list of differences
# has it, with its reason. Variables: job, differences and reasons (files), trace (QEMU's trace),
# traced (whether there must be a trace). The last line is "totals PASSED FAILED IDENTICAL
# COMPARED".

BEGIN {
	hexdigits = "0123456789abcdef"
	kernel_device = job == "legacy" ? "" : "^[ab]0$"
	parts = "status stdout stderr state ata"
	read_differences()
	read_trace()
	errno_texts = "Inappropriate ioctl for device|Invalid argument|Input/output error|" \
		"Operation not permitted|Permission denied|Operation not supported|" \
		"No such file or directory|No such device or address|No such device|" \
		"Invalid exchange|Function not implemented|Bad address|Read-only file system|" \
		"Device or resource busy|No data available|Connection timed out|No medium found|" \
		"Numerical result out of range|File exists|Remote I/O error|No space left on device"
}

# Lines "TAG | job | case | parts | ours | theirs": regular expressions for job and case (whole),
# names of parts, and expressions that the two texts must match (empty: any). The tags and their
# reasons are those of the comparison on fake drives.
function read_differences(   line, text, n, field) {
	# a reason of this list: "@TAG reason"
	while ((getline line <differences) > 0)
		if (line ~ /^@/)
			reason[substr(line, 2, index(line, " ") - 2)] = line
	close(differences)
	while ((getline line <reasons) > 0)
		if (line !~ /^#/ && split(line, field, " *[|] *") > 1)
			reason[field[1]] = field[3]
	while ((getline line <differences) > 0) {
		if (line ~ /^[#@]/ || line !~ /[^ \t]/)
			continue
		text = line
		sub(/ *[|] *$/, "", text)
		n = split(text, field, " *[|] +")
		if (n < 4 || !(field[1] in reason)) {
			print "differences: not understood, or without a reason: " line
			failed++
			continue
		}
		d_count++
		d_line[d_count] = line
		d_job[d_count] = "^(" field[2] ")$"
		d_case[d_count] = "^(" field[3] ")$"
		d_part[d_count] = " " field[4] " "
		d_ours[d_count] = n > 4 ? field[5] : ""
		d_theirs[d_count] = n > 5 ? field[6] : ""
	}
}

function number(hex,   i, n) {
	n = 0
	for (i = 1; i <= length(hex); i++)
		n = n * 16 + index(hexdigits, tolower(substr(hex, i, 1))) - 1
	return n
}

# Commands that the kernel sends by itself, at any time: media reads and writes, polls of a CD,
# flushes and its SET FEATURES (libata's have A0h in DEVICE, pass-through commands 40h). And
# IDENTIFY, which changes nothing: both programs may send it any number of times.
function own_traffic(command, device, packet) {
	if (command ~ /^(60|61|25|35|c8|ca|c4|c5|29|39|ec|a1)$/)
		return 1
	if (kernel_device != "" && device ~ kernel_device && command ~ /^(ef|e7|ea)$/)
		return 1
	if (command == "a0" && packet == "")
		return 1 # an IDE channel's trace does not show the packet
	return command == "a0" && packet ~ /^(00|03|12|1b|1e|25|28|43|46|4a|51|52|5a)$/
}

function command_seen(who, text, command, device, packet, lba,   n) {
	# The first read of this address shows which disk is the marker.
	if (command ~ /^(60|25|c8|20|24|c4)$/ && lba >= 262144 && (marker == "" || who == marker)) {
		if (marker == "" && lba != 262144 + 8 * 2)
			return
		marker = who
		n = (lba - 262144) / 8
		current_run = n % 2 ? "" : n / 2
		return
	}
	if (current_run != "" && who != marker && !own_traffic(command, device, packet))
		ata[current_run] = ata[current_run] who " " text "\n"
}

# DEVICE without bits 7 and 5, which mean nothing since ATA-2, and on the old IDE driver without bit
# 6 (LBA), which its ioctls set freely.
function device_shape(hex,   first) {
	first = index(hexdigits, substr(hex, 1, 1)) - 1
	first = (kernel_device == "" ? 0 : (int(first / 4) % 2) * 4) + first % 2
	return first substr(hex, 2)
}

function fis_done(   b, text) {
	if (split(fis, b, " ") < 64 || b[1] != "27")
		return
	text = "command " b[3] " feature " b[12] b[4] " count " b[14] b[13] \
		" lba " b[11] b[10] b[9] b[7] b[6] b[5] " device " device_shape(b[8])
	if (b[3] == "a0")
		text = text " packet " substr(fis, 3 * 64 + 1, 36)
	command_seen("ahci" port, text, b[3], b[8], b[65],
		number(b[11] b[10] b[9] b[7] b[6] b[5]))
}

# Registers of an IDE channel; a second write before the command makes the first one the high byte.
function register_written(channel, name, value,   k) {
	k = channel " " name
	high[k] = low[k]
	low[k] = value
	writes[k]++
}

function pair(channel, name,   k, text) {
	k = channel " " name
	text = (writes[k] > 1 ? high[k] : "00") low[k]
	return text
}

function ide_command(channel, command,   lba, text, device, k) {
	lba = substr(pair(channel, "Cylinder High"), 1, 2) substr(pair(channel, "Cylinder Low"), 1, 2) \
		substr(pair(channel, "Sector Number"), 1, 2)
	lba = lba low[channel " Cylinder High"] low[channel " Cylinder Low"] \
		low[channel " Sector Number"]
	device = low[channel " Device/Head"]
	text = "command " command " feature " pair(channel, "Features") " count " \
		pair(channel, "Sector Count") " lba " lba " device " device_shape(device)
	if (lba ~ /^000000/)
		lba = substr(device, 2, 1) substr(lba, 7)
	command_seen("ide" channel (int(number(device) / 16) % 2 ? "b" : "a"), text, command, device,
		"", number(lba))
	for (k in writes)
		writes[k] = 0
}

function read_trace(   line, word, reg, value) {
	fis = ""
	while ((getline line <trace) > 0) {
		if (line ~ /^0x[0-7]0: /) {
			fis = fis substr(line, 7)
			continue
		}
		if (fis != "") {
			fis_done()
			fis = ""
		}
		if (line ~ /^handle_cmd_fis_dump/) {
			port = line
			sub(/.*\[/, "", port)
			sub(/\].*/, "", port)
		} else if (line ~ /^ide_ioport_write/) {
			split(line, word, " ")
			reg = line
			sub(/^[^(]*\(/, "", reg)
			sub(/\).*/, "", reg)
			value = line
			sub(/.*val 0x/, "", value)
			sub(/;.*/, "", value)
			channel = substr(word[6], 1, 4) == "0x17" ? 1 : 0
			if (reg == "Command")
				ide_command(channel, value)
			else
				register_written(channel, reg, value)
		}
	}
	current_run = ""
}

# Numbers of a timing vary from run to run; the shape does not.
function timing_shape(text) {
	if (text ~ /Timing/)
		gsub(/ *[0-9]+(\.[0-9]+)?( (kB|MB)(\/sec)?)?/, " N", text)
	return text
}

# Messages have other words, but must be about the same errors.
function message_shape(text,   n, line, i, shape, warning, seen, result) {
	result = ""
	n = split(text, line, "\n")
	for (i = 1; i <= n; i++) {
		shape = line[i]
		if (shape ~ /(VERY|EXTREMELY) DANGEROUS|: DANGEROUS: /) {
			shape = "consent is missing"
			warning = 1
		} else if (warning && shape !~ /^hdparm: /)
			shape = "" # the rest of 9.65's warning
		else if (shape ~ /^SG_IO: /)
			sub(/, sb\[\].*/, "", shape)
		else {
			sub(/the adapter, its driver or the path failed/, "Invalid exchange", shape)
			sub(/the drive refused the request, or moved too few data/, "Remote I/O error", shape)
			if (match(shape, errno_texts))
				shape = substr(shape, RSTART, RLENGTH)
		}
		if (shape != "" && shape != "\\" && !(shape in seen)) {
			seen[shape] = 1
			result = result shape "\n"
		}
	}
	return result
}

function shape(part, text) {
	if (part == "stdout")
		return timing_shape(text)
	return part == "stderr" ? message_shape(text) : text
}

function listed(part, theirs, ours,   n) {
	for (n = 1; n <= d_count; n++)
		if (job ~ d_job[n] && name ~ d_case[n] && index(d_part[n], " " part " ") &&
		    ours ~ d_ours[n] && theirs ~ d_theirs[n]) {
			d_used[n]++
			return 1
		}
	return 0
}

# Parts in which this case does not differ although the list says so: our program behaves like 9.65
# again.
function agreements(differs,   n, i, count, part, found) {
	found = 0
	for (n = 1; n <= d_count; n++) {
		if (job !~ d_job[n] || name !~ d_case[n])
			continue
		count = split(d_part[n], part, " ")
		for (i = 1; i <= count; i++) {
			if (differs[part[i]])
				continue
			print "AGREES " name ": " part[i] ", against: " d_line[n]
			found++
		}
	}
	return found
}

function show(title, text,   n, line, i) {
	n = split(text, line, "\n")
	if (n > 0 && line[n] == "")
		n--
	for (i = 1; i <= n; i++)
		print "    " title " " line[i]
}

# The commands without one CHECK POWER MODE that 9.65 lacks: language-asked of compat/differences.
# The tcmu disk is at an adapter that is not libata's.
function without_question(theirs, ours,   question, more) {
	question = "[^\n]* CHECK POWER MODE( [[]ata12])?\n"
	more = gsub(question, "&", ours) - gsub(question, "&", theirs)
	if (job == "tcmu" && more == 1)
		sub(question, "", ours)
	return ours
}

function judge_case(   i, n, part, same, wrong, theirs, ours, differs) {
	if (name == "")
		return
	compared++
	same = 1
	wrong = 0
	n = split(parts, part, " ")
	for (i = 1; i <= n; i++) {
		theirs = got["old", part[i]] (part[i] == "ata" ? ata[run["old"]] : "")
		ours = got["new", part[i]] (part[i] == "ata" ? ata[run["new"]] : "")
		if (part[i] == "ata") {
			sent += theirs != ""
			ours = without_question(theirs, ours)
		}
		differs[part[i]] = shape(part[i], theirs) != shape(part[i], ours)
		if (!differs[part[i]])
			continue
		same = 0
		if (listed(part[i], theirs, ours))
			continue
		if (!wrong++)
			print "DIFFERENT " name
		print "  " part[i]
		show("9.65", theirs)
		show("ours", ours)
	}
	identical += same
	if (agreements(differs) || wrong)
		failed++
	else
		passed++
	name = ""
}

/^@/ {
	in_failure = 0
}

/^@case / {
	judge_case()
	name = substr($0, 7)
	split("", got)
	next
}

/^@run / {
	program = $2
	run[program] = $3
	got[program, "status"] = $5
	section = ""
	next
}

/^@(stdout|stderr|state|ata)$/ {
	section = substr($0, 2)
	next
}

/^\|/ {
	if (in_failure)
		print "    " substr($0, 2)
	else if (section != "")
		got[program, section] = got[program, section] substr($0, 2) "\n"
	next
}

/^@pass / {
	judge_case()
	passed++
}

/^@fail / {
	judge_case()
	failed++
	in_failure = 1
	print "FAILED " substr($0, 7)
}

/^@note / {
	print "  " substr($0, 7)
}

END {
	judge_case()
	for (n = 1; n <= d_count; n++)
		if (job ~ d_job[n] && !d_used[n]) {
			print "differences: did not occur: " d_line[n]
			failed++
		}
	if (sent)
		print "  commands that reached the drive compared in " sent " cases"
	else if (traced && compared) {
		print "FAILED: no command in the trace"
		failed++
	}
	print "totals " passed + 0 " " failed + 0 " " identical + 0 " " compared + 0
}
