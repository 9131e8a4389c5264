#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# For smartctl's functions hdparm sends the same commands and reports the same values: both programs
# run on the same fake drives. Usage: smartctl.sh HDPARM SHIM RUNNER PEERS
set -u
hdparm=$1 shim=$2 runner=$3
if ! smartctl=$(sh "$(dirname "$0")/oracle.sh" "$4" smartctl 2>/dev/null); then
	echo "check-smartctl: skipped: no smartctl here (package smartmontools)"
	echo "0 passed, 0 failed, 1 skipped"
	exit 0
fi
passed=0 failed=0 skipped=0

# run PROGRAM DRIVE WORDS: print its output and the log
run() {
	# shellcheck disable=SC2086 # words
	"$runner" -x -b "$1" -s "$shim" "sda sat sectors=200000 $2" -- $3 /dev/sda 2>&1
}

# same WHAT THEIRS OURS: must be equal and not empty
same() {
	if [ -n "$2" ] && [ "$2" = "$3" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAIL %s\n  smartctl: %s\n  hdparm:   %s\n' "$1" "$2" "$3"
	fi
}

# Sets: SCT actions whose function is not a query, and commands that set something. smartctl leaves
# the DEVICE field 0.
sets='sct=3/[13]/|sct=4/1/|SET FEATURES|IDLE|STANDBY'
sent() {
	run "$@" | grep -E "^>sda ($4|.*sct)" | grep -E "$4" | sed -E 's/ device=[0-9a-f]+//'
}

# set_alike DRIVE WORDS WORDS [PATTERN]: smartctl's words, then ours
set_alike() {
	same "$2 and $3" "$(sent "$smartctl" "$1" "$2" "${4:-$sets}")" \
		"$(sent "$hdparm" "$1" "$3" "${4:-$sets}")"
}

# value PROGRAM DRIVE WORDS SED-SCRIPT: print the part of the output that the script selects
value() {
	run "$1" "$2" "$3" | sed -nE "$4" | tr '\n' ' '
}

# alike DRIVE WORDS SED-SCRIPT WORDS SED-SCRIPT: smartctl's, then ours
alike() {
	same "$1: $2 and $4" "$(value "$smartctl" "$1" "$2" "$3")" "$(value "$hdparm" "$1" "$4" "$5")"
}

sct='id=hdd erc=70,100 erc-keeps'
set_alike "$sct" '-l scterc,70,70' '--error-recovery 7s'
set_alike "$sct" '-l scterc,65,999' '--error-recovery 6.5,99.9'
set_alike "$sct" '-l scterc,0,0' '--error-recovery off'
# at power-on: we also set the present times
set_alike "$sct" '-l scterc,80,90,p' '--error-recovery 8s,9s,keep' sct=3/3/
set_alike "$sct" '-s wcache-sct,on' '--sct-feature write-cache on'
set_alike "$sct" '-s wcache-sct,off' '--sct-feature write-cache off'
set_alike "$sct" '-s wcache-sct,ata' '--sct-feature write-cache drive'
set_alike "$sct" '-s wcache-sct,off,p' '--sct-feature write-cache off,keep'
set_alike "$sct" '-s wcreorder,on' '--sct-feature write-reordering on'
set_alike "$sct" '-s wcreorder,off,p' '--sct-feature write-reordering off,keep'
set_alike id=hdd '-s apm,128' -B128
set_alike id=hdd '-s apm,off' -B255
set_alike id=hdd '-s wcache,off' -W0
set_alike id=hdd '-s lookahead,off' -A0
set_alike id=hdd '-s aam,200' -M200
set_alike id=hdd '-s standby,241' -S241
set_alike id=hdd '-s standby,now' -y

# in units of 100 ms, 0 means off
theirs='s/Disabled/0/; s/^\| +(Power-on )?(Read|Write): +([0-9]+).*/\3/p'
ours='s/^\| error recovery = read (off|[0-9.]+ s), write (off|[0-9.]+ s)/\1\n\2/
	T; s/off/0.0 s/g; s/([0-9])\.([0-9]) s/\1\2/g; s/(^|\n)0([0-9])/\1\2/g; p'
for times in 70,100 65,999 0,0 1,70; do
	alike "id=hdd erc=$times" '-l scterc' "$theirs" --error-recovery "$ours"
done
for state in on:on off:off ata:drive; do
	words="-s wcache-sct,${state%:*}"
	said='s/^\| *Write cache SCT.* set to: Force (En|Dis)abled.*/\1/
		s/^\| *Write cache SCT.* set to: Controlled by ATA.*/drive/; s/^En$/on/; s/^Dis$/off/; T
		/^(on|off|drive)$/p'
	alike "$sct" "$words" "$said" "--sct-feature write-cache ${state#*:}" \
		's/^\| SCT write cache = ([a-z]+).*/\1/p'
done
for celsius in 35 61 -7; do
	alike "id=hdd erc=70,70 abrt=f0 temp=$celsius" '-l scttempsts' \
		's/^\| *Current Temperature: +(-?[0-9]+) .*/\1/p' -H \
		's/^\| drive temperature \(celsius\) is: +(-?[0-9]+).*/\1/p'
done

# the drive's list, which the scan tries sector by sector
drive='id=hdd log=0c:0=tests/cli/pending-two.hex'
same "pending defects" \
	"$(run "$smartctl" "$drive" '-l defects' | awk '$1 == "|" && $2 ~ /^[0-9]+$/ { print $3 }')" \
	"$(run "$hdparm" "$drive" --surface-scan |
		sed -nE 's/.*READ VERIFY SECTOR\(S\) EXT count=01 lba=([0-9a-f]+).*/0x\1/p' |
		xargs printf '%d\n')"

# the count of reallocated sectors, of the log and of the attribute
repair='--yes-i-know-what-i-am-doing --surface-scan=777:1 --repair'
count='s/.*not reallocated: the drive.s count is still ([0-9]+).*/\1/p'
for n in 0 7 70000; do
	alike "id=hdd w106=4000 bad-sector=777 statistics reallocated=$n" '-l devstat' \
		's/^\|0x03 +0x020 +4 +([0-9]+) .*/\1/p' "$repair" "$count"
done
for n in 0 7 40000; do
	alike "id=hdd w106=4000 bad-sector=777 smart-data reallocated=$n" -A \
		's/^\| *5 Reallocated_Sector_Ct .* ([0-9]+)$/\1/p' "$repair" "$count"
done

# NVMe behind USB bridges: the same CDBs, and the same answers
cdbs() {
	sed -nE 's/^[|!].*(pass-through.*: |<vendor specific>: |cdb:  )([0-9a-f ]*[0-9a-f]) ?\]?$/\2/p' |
		sort | tr '\n' '/'
}
answers() {
	sed -nE -e 's/(\\s| )*$//' \
		-e 's/^\|(\\t)?(Model Number|Serial Number|Firmware [RV][a-z]*): +//p' \
		-e 's/^\|Namespace 1 IEEE EUI-64: +([0-9a-f]+) ([0-9a-f]+)$/\1\2/p' \
		-e 's/^\|Logical Unit WWN Device Identifier: //p' \
		-e 's/^\| *(Temperature|drive temperature .celsius. is): +(-?[0-9]+).*/\2/p' |
		sort | tr '\n' '/'
}
for tunnel in jmicron realtek asmedia; do
	drive="sda usbnvme tunnel=$tunnel temp=47 model=\"OTHER NVME 2\" serial=S9X1 fw=1.2"
	theirs=$("$runner" -x -b "$smartctl" -s "$shim" "$drive" -- -r scsiioctl -d "snt$tunnel" \
		-i -A /dev/sda 2>&1)
	# a bridge that takes SATA drives as well has refused ATA commands before
	ours=$("$runner" -x -b "$hdparm" -s "$shim" "$drive" -- --verbose -I -H /dev/sda 2>&1 |
		grep -v 'cdb:  \(85\|a1 0\)')
	# smartctl 7.4 does not show the CDBs of these bridges
	if ! printf "%s\n" "$theirs" | cdbs | grep -q .; then
		echo "check-smartctl: skipped: $("$smartctl" -V | head -n 1 | cut -d ' ' -f 1,2) shows no CDBs of $tunnel"
		skipped=$((skipped + 1))
	else
		same "$tunnel: CDBs" "$(printf "%s\n" "$theirs" | cdbs)" \
			"$(printf "%s\n" "$ours" | cdbs)"
	fi
	same "$tunnel: answers" "$(printf "%s\n" "$theirs" | answers)" "$(printf "%s\n" "$ours" | answers)"
done

if [ "$skipped" = 0 ]; then
	echo "$passed passed, $failed failed"
else
	echo "$passed passed, $failed failed, $skipped skipped"
fi
[ "$failed" = 0 ]
