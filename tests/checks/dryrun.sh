#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every option obeys --dry-run. Run every option on several kinds of devices, and every command of
# the cases, with --dry-run. Only queries may reach the drive or the block layer. Usage: dryrun.sh
# HDPARM SHIM RUNNER [-n NAMES] CASE...
set -u
hdparm=$(realpath "$1") shim=$2 runner=$3
shift 3
names=/dev/null
[ "$1" != -n ] || names=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# A value for each kind of value; a new kind needs a row.
value() {
	case $1 in
	'') ;;
	N | S | LEVEL | TIME | 'off|on'*) echo "$2" ;;
	'TIME[,save]') echo 2min ;;
	idle_a*) echo idle_b ;;
	SECONDS) echo 60 ;;
	*3:SECTORS) echo 3:65536 ;;
	STATE) echo off ;;
	POLICY) echo min_power ;;
	MODE) echo 66 ;;
	'[p]N') echo p1000 ;;
	'[f]LBA') echo f5 ;;
	hex:*) echo hex:12345678 ;;
	LBA:COUNT | 'LBA[:COUNT]') echo 1000:8 ;;
	'LBA:[COUNT]') ;; # not the next word
	FILE) echo "$work/file" ;;
	PASSWORD) echo secret ;;
	*) echo "unknown-kind-$1" ;;
	esac
}
head -c 4096 /dev/zero >"$work/file"
"$hdparm" --list-options | while IFS= read -r line; do
	letter=$(echo "$line" | cut -f 1)
	name=$(echo "$line" | cut -f 2)
	kind=$(echo "$line" | cut -f 3)
	word=--$name
	[ -z "$letter" ] || word=-$letter
	case $kind in modifier | info | lone) continue ;; esac
	text=$(value "$(echo "$line" | cut -f 4)" "$(echo "$line" | cut -f 6)")
	case $text in unknown-kind-*)
		echo "no value for $word, which takes ${text#unknown-kind-}" >>"$work/missing"
		;;
	esac
	for kind in sat ide sr nvme sas; do
		echo "== $word on $kind"
		echo "dev sda $kind"
		echo "\$ hdparm --yes-i-know-what-i-am-doing --please-destroy-my-drive $word $text /dev/sda"
	done
done >"$work/options.case"

# ignore the runner's verdict
"$runner" -r dry-run -o "$work" -b "$hdparm" -s "$shim" "$@" >"$work/runner.txt" 2>&1
"$runner" -r dry-run -o "$work" -b "$hdparm" -s "$shim" "$work/options.case" >"$work/runner.txt" 2>&1
# queries; the kernel resets a sleeping drive before any command
questions='^[a-z0-9-]+ (\(reset\)$|IDENTIFY|Identify|Get Log Page|Get Features|NVME_IOCTL_ID = E|NVME_IOCTL_ADMIN_CMD = E(ACCES|PERM)$|Verify|CHECK POWER MODE|READ |READ\(10\)|SMART READ|SMART WRITE LOG .* sct=(3/[24]|4/[23])/|WRITE LOG EXT .* sct=(3/[24]|4/[23])/|DCO IDENTIFY|DEVICE CONFIGURATION IDENTIFY|SECURITY STATUS|SANITIZE STATUS|REPORT SUPPORTED OPERATION CODES 0c( |$)|open direct$|open exclusive$|lock (exclusive|shared)$|SANITIZE DEVICE( ->|$)|ACCESSIBLE MAX ADDRESS CONFIGURATION( ->|$)|HITACHI SENSE CONDITION|HDIO_DRIVE_CMD = E(IO|NODEV|INVAL)$|scsi (00|03|12|24|df|f8)h|scsi e[46]h -> 05/20/00$|REQUEST SENSE|TEST UNIT READY|INQUIRY|MODE SENSE|LOG SENSE|VERIFY)|^guard: '
calls=$(find "$work" -name '*.log' | wc -l)
find "$work" -name '*.log' -exec grep -lvE "$questions" {} + >"$work/changes"
failed=$(wc -l <"$work/changes")
while IFS= read -r log; do
	echo "hdparm --dry-run $(cat "${log%.log}.line")"
	grep -vE "$questions" "$log" | sed 's/^/  /'
done <"$work/changes"
passed=$((calls - failed))
if [ -f "$work/missing" ]; then
	failed=$((failed + 1))
	cat "$work/missing"
fi
if [ "$1" = -n ]; then
	shift 2
fi
# the output of a dry run, and the plan of an erase, fit in 80 columns; a path of sysfs has no blank
# at which a line could be broken
awk '
	/^\$ / { dry = /^\$ hdparm.* --dry-run/ && !/ --list/ }
	/^\|/ && dry && length($0) > 81 && !/ drive:   |runs .MB.sec|^\| not done: set \/sys\/[^ ]*$/ { print FILENAME ":" FNR ": " $0 }
	' "$@" >"$work/wide"
if [ -s "$work/wide" ]; then
	failed=$((failed + 1))
	echo "more than 80 columns of --dry-run:"
	cat "$work/wide"
fi
# each such line, except of cases that run once, must call hdparm
least=$(awk -v all="$names" '
	FILENAME == ARGV[1] { named[$0] = 1; next }
	FNR == 1 { file = FILENAME; gsub(/.*\/|\.case$/, "", file) }
	/^==/ { out = all != "/dev/null" && file != "options" && !((file ": " substr($0, 4)) in named) }
	/^once$/ { out = 1 }
	!out && /^\$ hdparm / { n++ }
	END { print n + 0 }' "$names" "$work/options.case" "$@")
if [ $((passed + failed)) -lt "$least" ]; then
	echo "$((passed + failed)) calls were looked at, not $least"
	failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
