#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Compare --conf with Debian's function on the same file: both give the same options for each
# device. Cases with a wrong answer of Debian's are marked with the reason. Usage: conf-debian.sh
# HDPARM SHIM RUNNER /lib/hdparm/hdparm-functions
set -u
hdparm=$(realpath "$1") shim=$(realpath "$2") runner=$(realpath "$3")
functions=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -f "$functions" ] || { echo "$functions is missing: Debian's package hdparm has it"; exit 1; }
same=0 all=0

# Debian's options for the device, sorted; "void" after a failure. Files replace the devices, whose
# existence it checks.
touch "$work/sda" "$work/sdb"
theirs() {
	(
		set +u # its callers have -u off
		# shellcheck disable=SC1090 # Debian's file, with another place of the configuration
		. <(sed "s,/etc/hdparm.conf,$work/debian,g" "$functions")
		sed "s,/dev/,$work/,g" "$1" >"$work/debian"
		if ! said=$(hdparm_options "$work/${2#/dev/}" 2>&1); then
			said=void
		fi
		sorted "$said"
	)
}

# our options, between "hdparm" and the device in the line of --dry-run
ours() {
	local line
	line=$("$runner" -x -b "$hdparm" -s "$shim" 'sda sat' 'sdb sat' -- \
		"--conf=$1" --dry-run "$2" | sed -n 's/^|hdparm \(.*\) \/dev\/[a-z]*$/\1/p')
	sorted "$line"
}

# -q is not an option by itself: Debian's function repeats it
sorted() {
	tr ' ' '\n' <<<"$1" | grep -v -e '^$' -e '^-q$' | LC_ALL=C sort | tr '\n' ' '
}

compare() { # compare DEVICE [REASON], the file on standard input
	local device=$1 reason=${2-} want have
	cat >"$work/conf"
	all=$((all + 1))
	want=$(theirs "$work/conf" "$device")
	have=$(ours "$work/conf" "$device")
	if [ "$want" = "$have" ]; then
		same=$((same + 1))
		[ -z "$reason" ] || { echo "FAIL: no difference any more ($reason)"; same=$((same - 1)); }
	elif [ -n "$reason" ]; then
		same=$((same + 1))
	else
		echo "FAIL $device: Debian '$want', ours '$have'"
		sed 's/^/    /' "$work/conf"
	fi
}

# each key of the stock file, with each kind of value that it accepts
while read -r key values; do
	for value in $values; do
		compare /dev/sda <<<"/dev/sda {
	$key = $value
}"
		compare /dev/sdb <<<"$key = $value
/dev/sda {
	standby
}"
	done
done <<'END'
read_ahead_sect 0 12 4096
lookahead on off
bus on off
apm 1 127 128 254 255
io32_support 0 1 3
dma on off
defect_mana on off
cd_speed 1 16
keep_settings_over_reset on off
keep_features_over_reset on off
mult_sect_io 0 16 32
prefetch_sect 12
read_only on off
write_read_verify on off
poweron_standby off
spindown_time 0 12 24 240 241 251
interrupt_unmask on off
write_cache on off
transfer_mode 34 66
acoustic_management 128 254
chipset_pio_mode 4
END
for key in standby sleep disable_seagate security_freeze; do
	compare /dev/sda <<<"/dev/sda {
	$key
}"
done
compare /dev/sda <<<'quiet
apm = 200
/dev/sda {
	spindown_time = 24
}'
compare /dev/sda <<<'quiet
# a comment
/dev/sda {
	apm = 127
	acoustic_management = 128
	spindown_time = 120
	write_cache = off
}

/dev/sdb {
	apm = 254
}'
compare /dev/sdb <<<'/dev/sda {
	apm = 127
}
/dev/sdb {
	lookahead = on
	write_cache = off
	apm = 255
	spindown_time = 0
}'
compare /dev/sdb <<<'/dev/sda {
	apm = 127
}'
compare /dev/sda <<<'apm = 254
/dev/sda {
	apm_battery = 128
}'

compare /dev/sda <<<'apm = 254
/dev/sda {
	apm = 127
}'

# where Debian's answer is wrong
compare /dev/sda "no blanks around the equals sign void its whole file" <<<'/dev/sda {
	apm=127
}'
compare /dev/sda "a brace on its own line voids its whole file" <<<'/dev/sda
{
	apm = 127
}'
compare /dev/sda "a misspelt word voids its whole file" <<<'/dev/sda {
	apm = 127
	spindown_tme = 12
}'
compare /dev/sda "a block on one line is ignored" <<<'/dev/sda { apm = 127 }'
compare /dev/sda "a second block is ignored" <<<'/dev/sda {
	apm = 127
}
/dev/sda {
	spindown_time = 12
}'
compare /dev/sda "force_spindown_time is no option of hdparm" <<<'/dev/sda {
	force_spindown_time = 12
}'
compare /dev/sda "patterns are not expanded" <<<'/dev/sd[ab] {
	apm = 127
}'

echo "identical $same/$all (Debian's hdparm_options; differences with a reason count)"
echo "$same passed, $((all - same)) failed"
[ "$same" = "$all" ]
