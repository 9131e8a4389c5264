#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Compare hdparm with blockdev, sysfs and dd on real block devices (loop and zram, root). Usage:
# run.sh HDPARM. Ends with "N passed, N failed"; 77 means not root.
set -u
hdparm=$1
# shellcheck source=tests/block/lib.sh
. "$(dirname "$0")/lib.sh"
needs losetup blockdev addpart
work=$(mktemp -d)
zram='' added=''

cleanup() {
	detach
	[ -z "$zram" ] || echo 1 >"/sys/block/${zram#/dev/}/reset"
	[ -z "$added" ] || echo "$added" >/sys/class/zram-control/hot_remove
	rm -rf "$work"
}
trap cleanup EXIT

settings() { # DEVICE: read-ahead and read-only flag by every path
	local dev=$1 out
	for value in 0 8 256 1024 16384; do
		out=$("$hdparm" -a$value "$dev")
		is "$dev -a$value sets what blockdev reads" "$(blockdev --getra "$dev")" "$value"
		like "$dev -a$value shows it" "$out" "^ readahead     = +$value \((on|off)\)$"
	done
	blockdev --setra 512 "$dev"
	is "$dev -a reads what blockdev set" "$("$hdparm" -a "$dev" | tail -n 1)" \
		" readahead     = 512 (on)"
	"$hdparm" -r1 "$dev" >/dev/null
	is "$dev -r1 makes it read-only" "$(blockdev --getro "$dev")" 1
	is "$dev is refused for writing then" \
		"$(dd if=/dev/zero of="$dev" bs=512 count=1 conv=notrunc 2>&1 | grep -c 'not permitted')" 1
	"$hdparm" -q -r0 "$dev"
	is "$dev -r0 makes it writable" "$(blockdev --getro "$dev")" 0
	is "$dev default listing" "$("$hdparm" "$dev" 2>&1; echo $?)" \
		"$(printf '\n%s:\n readonly      =  0 (off)\n readahead     = 512 (on)\n0' "$dev")"
}

reads() { # DEVICE: MiB from the device itself when its first 4 MiB are read
	local stat=/sys/class/block/${1#/dev/}/stat before
	# wait, or read-ahead that is still running would be counted
	while [ "$(awk '{ print $1 + $2 }' "${stat%stat}inflight")" != 0 ]; do sleep 0.05; done
	before=$(awk '{ print $3 }' "$stat")
	dd if="$1" of=/dev/null bs=1M count=4 2>/dev/null
	awk -v before="$before" '{ print int(($3 - before) / 2048) }' "$stat"
}

flushing() { # DEVICE
	local dev=$1
	# keep the device open: the kernel drops its pages at the last close
	exec 9<"$dev"
	dd if="$dev" of=/dev/null bs=1M count=16 2>/dev/null
	is "$dev is cached" "$(reads "$dev")" 0
	printf 'written by the test' | dd of="$dev" bs=512 seek=3 conv=notrunc 2>/dev/null
	is "$dev -f succeeds silently" "$("$hdparm" -q -f "$dev" 2>&1; echo $?)" 0
	like "$dev -f left nothing of it in the cache" "$(reads "$dev")" '^[4-9]$'
	is "$dev -f loses nothing" "$(dd if="$dev" bs=512 skip=3 count=1 2>/dev/null | head -c 19)" \
		"written by the test"
	exec 9<&-
}

truncate -s 64M "$work/image"
attach "$work/image"
settings "$loop"
flushing "$loop"
is "the loop file has what -f wrote out" "$(dd if="$work/image" bs=512 skip=3 count=1 2>/dev/null | head -c 19)" \
	"written by the test"
"$hdparm" -g "$loop" >/dev/null 2>"$work/err"
is "$loop has no geometry: status" $? 25
like "$loop has no geometry: message" "$(cat "$work/err")" \
	"^hdparm: $loop: -g: HDIO_GETGEO failed: Inappropriate ioctl for device \\("

# A partition that the kernel has, but the table on the disk has not: re-reading the table removes
# it.
detach
dd if=/dev/zero of="$work/image" bs=1M count=1 conv=notrunc 2>/dev/null
attach "$work/image" -P
part=${loop}p1
addpart "$loop" 1 2048 8192
is "$part is there" "$(cat "/sys/class/block/${part#/dev/}/start" 2>/dev/null)" 2048
"$hdparm" -a128 "$part" >/dev/null
is "$part -a goes through the partition" "$(blockdev --getra "$part")" 128
is "$loop -z says what it does" "$("$hdparm" -z "$loop" 2>&1; echo $?)" \
	"$(printf '\n%s:\n re-reading partition table\n0' "$loop")"
is "$loop -z made the kernel read the table" \
	"$(ls "/sys/class/block/${part#/dev/}" >/dev/null 2>&1; echo $?)" 2

if [ -e /sys/class/zram-control/hot_add ] || [ -b /dev/zram0 ]; then
	added=$(cat /sys/class/zram-control/hot_add 2>/dev/null)
	number=${added:-0}
	zram=/dev/zram$number
	for _ in 1 2 3 4 5 6 7 8 9 10; do [ -b "$zram" ] && break; sleep 0.1; done
	[ -b "$zram" ] || mknod "$zram" b "$(tr ':' ' ' <"/sys/block/zram$number/dev" | cut -d' ' -f1)" "$number"
	echo 32M >"/sys/block/zram$number/disksize"
	settings "$zram"
	flushing "$zram"
else
	failed=$((failed + 1))
	echo "FAIL this machine has no zram"
fi

summary
