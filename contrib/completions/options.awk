# SPDX-License-Identifier: GPL-2.0-or-later
# Reads rows of --list-options: letter, name, kind, value's name, minimum, maximum, consent, help, disks,
# group, title of the group, how it takes a value, allowed values, keys of hdparm.conf. Sets letter, name,
# metavar, help and group of each row n; values[n] to the words to offer; takes[n] to "no", "may", "must"
# or "equals"; file[n] if the value is a file.

# Return the text with `to` for every `from`. gsub() will not do: mawk, gawk and busybox read backslashes
# in its second argument differently.
function replaced(text, from, to,    at, done) {
	while ((at = index(text, from)) > 0) {
		done = done substr(text, 1, at - 1) to
		text = substr(text, at + length(from))
	}
	return done text
}

BEGIN {
	# words that replace a device
	selectors = "all rotational ssd usb ata nvme"
	# common values of options that take many
	hint["B"] = "off min max 1 127 128 254"
	hint["idle-standby"] = "10min 20min 30min 1h"
	hint["M"] = "0 128 254"
	hint["S"] = "off 30s 1min 5min 10min 20min 30min 1h 2h 5h"
	hint["X"] = "pio0 pio1 pio2 pio3 pio4 mdma0 mdma1 mdma2 udma0 udma1 udma2 udma3 udma4 udma5 udma6"
	hint["p"] = "0 1 2 3 4 5 255"
	hint["a"] = "0 128 256 512 1024 2048 4096 8192"
	hint["m"] = "0 1 2 4 8 16 32"
	hint["Q"] = "1 8 16 31 32"
	hint["E"] = "2 4 8 16 24 48"
	hint["epc-timer"] = "idle_a=off idle_a=default idle_b=5min idle_b=off idle_b=default idle_c=off idle_c=default standby_y=off standby_y=default standby_z=20min standby_z=off standby_z=default"
	hint["command-timeout"] = "30 60 180"
	hint["eh-timeout"] = "10 30 60"
	hint["link-power"] = "max_performance medium_power med_power_with_dipm min_power_with_partial min_power 0 25ms any default"
	hint["error-recovery"] = "7s 7s,keep 7s,else=180 off default"
	hint["sct-feature"] = "write-cache write-reordering"
	hint["sct-write-cache"] = "on off drive on,keep off,keep drive,keep"
	hint["sct-write-reordering"] = "on off on,keep off,keep"
	hint["queue-depth"] = "1 2 4 8 16 32 64 128 256"
	hint["runs"] = "2 3 5 10"
	hint["J"] = "0 8 12 30 60 120 300"
	hint["jobs"] = "2 4 8 16 32 64"
	hint["R"] = "0 1 2 all 3:65536"
	hint["sanitize-overwrite"] = "hex:00000000 hex:ffffffff"
	hint["set-sector-size"] = "512 520 528 4096 4112 4160 4224"
	hint["watch"] = "1 10 60"
	hint["zones"] = "5 10 20 50"
}

{
	n++
	letter[n] = $1
	name[n] = $2
	metavar[n] = $4
	file[n] = $4 ~ /FILE/
	help[n] = $8
	group[n] = $10
	title[$10] = $11
	groups = $10 > groups ? $10 : groups
	key = $1 != "" ? $1 : $2
	values[n] = ""
	if (key in hint) {
		values[n] = hint[key]
	} else if ($13 ~ /(^|, )[a-z][a-z0-9_-]*(,|$)/) {
		# the items that are a word
		items = split($13, item, ", ")
		for (i = 1; i <= items; i++) {
			if (item[i] ~ /^[a-z][a-z0-9_-]*$/)
				values[n] = values[n] (values[n] == "" ? "" : " ") item[i]
		}
	} else if (metavar[n] == "N" && $6 - $5 < 8) {
		for (v = $5; v <= $6; v++)
			values[n] = values[n] (values[n] == "" ? "" : " ") v
	}
	takes[n] = $12
}
