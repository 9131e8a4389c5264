#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The users of a disk, on real loop devices: each use must be found before anything is sent. The act
# is --dco-restore, which the kernel refuses for a loop device: status 16 comes from the guard, a
# message on the command from after it. Usage: inuse.sh HDPARM. Ends with "N passed, N failed"; 77
# means not root.
set -u
# shellcheck source=tests/block/lib.sh
. "$(dirname "$0")/lib.sh"
hdparm=$1
needs losetup addpart mkfs.ext4 mkfs.btrfs mkswap swapon unshare python3 dmsetup
work=$(mktemp -d)
undo=()
holder=''
behind='DEVICE CONFIGURATION RESTORE failed'

cleanup() {
	[ -z "$holder" ] || { kill "$holder" && wait "$holder"; } 2>/dev/null
	for ((i = ${#undo[@]} - 1; i >= 0; i--)); do
		${undo[i]%% /*} "/${undo[i]#* /}"
	done
	detach
	rm -rf "$work"
}
trap cleanup EXIT

# disk NAME: a disk of 256 MB with two partitions, in $disk
disk() {
	truncate -s 256M "$work/$1"
	attach "$work/$1" -P
	disk=$loop
	addpart "$disk" 1 2048 258048 && addpart "$disk" 2 260096 262144 || exit 1
}

# asked DEVICE [OPTION]: message and status of an act that needs a free device
asked() {
	"$hdparm" --yes-i-know-what-i-am-doing "${@:2}" --dco-restore "$1" 2>&1 >/dev/null | tr '\n' ' '
	echo "=${PIPESTATUS[0]}"
}

mounted() { # SOURCE FOLDER
	mkdir -p "$2"
	mount "$1" "$2" || exit 1
	undo+=("umount $2")
}

disk one
like "a free disk passes the gate" "$(asked "$disk")" "$behind"
flock --no-fork "$disk" sleep 60 &
holder=$!
until grep -q "FLOCK .* $holder " /proc/locks; do sleep 0.1; done
like "another program's lock is in the way" "$(asked "$disk" --even-if-in-use)" \
	"another program .sleep, process $holder. has locked the drive; .*=16$"
kill "$holder" && wait "$holder" 2>/dev/null
holder=''
like "flock DISK hdparm" "$(flock "$disk" "$hdparm" --yes-i-know-what-i-am-doing --dco-restore \
	"$disk" 2>&1)" "$behind"
like "a lock of a descriptor that the shell passes on" "$(exec 9<"$disk" && flock 9 &&
	asked "$disk")" "$behind"
like "a lock of an ancestor that passes no descriptor on" "$(python3 - "$disk" "$hdparm" <<'END'
import fcntl, subprocess, sys
with open(sys.argv[1], "rb") as disk:
    fcntl.flock(disk, fcntl.LOCK_EX)
    subprocess.run(["sh", "-c", '"$@" 2>&1; :', "sh", sys.argv[2], "--yes-i-know-what-i-am-doing",
                    "--dco-restore", sys.argv[1]])
END
)" "$behind"
like "its partition is refused" "$(asked "${disk}p1")" "this is a partition.*/dev/${disk#/dev/}; name that =22$"

mkfs.ext4 -q "${disk}p1" || exit 1
mounted "${disk}p1" "$work/my own\\disk"
like "mounted on a name with a blank and a backslash" "$(asked "$disk")" \
	"${disk}p1 is mounted on .*my own.disk; .*=16$"
like "--even-if-in-use goes on" "$(asked "$disk" --even-if-in-use)" "$behind"

truncate -s 16M "$work/my own\\disk/inner"
inner=$(losetup -f --show "$work/my own\\disk/inner")
undo+=("losetup -d $inner")
like "behind a loop device whose file lies on it" "$(asked "$disk")" 'is mounted on .*=16$'
like "that loop device is itself free" "$(asked "$inner")" "$behind"

disk two
mkfs.ext4 -q "${disk}p2" || exit 1
mknod "$work/mynode" b $((0x$(stat -c %t "${disk}p2"))) $((0x$(stat -c %T "${disk}p2")))
mounted "$work/mynode" "$work/second"
like "mounted by a node outside /dev" "$(asked "$disk")" 'is mounted on .*second; .*=16$'

disk three
over=$(losetup -f --show "${disk}p1")
undo+=("losetup -d $over")
like "a loop device over a partition, which claims nothing" "$(asked "$disk")" \
	"${disk}p1 is behind ${over#/dev/}; .*=16$"

disk four
mkswap -q "${disk}p1" >/dev/null && swapon "${disk}p1" || exit 1
undo+=("swapoff ${disk}p1")
like "swapping on a partition" "$(asked "$disk")" "${disk}p1 is used for swapping.*=16$"
swapoff "${disk}p1"
unset 'undo[-1]'
like "and it is free again" "$(asked "$disk")" "$behind"

mkfs.ext4 -q "${disk}p2" || exit 1
unshare -m --propagation private sh -c "mount ${disk}p2 /mnt && touch '$work/ready' && exec sleep 60" &
holder=$!
until [ -e "$work/ready" ]; do sleep 0.1; done
is "another namespace's mount is in no table of ours" "$(grep -c "${disk}p2" /proc/self/mountinfo)" 0
like "but the kernel's claim tells" "$(asked "$disk")" 'another program or driver holds it; .*=16$'
kill "$holder"
wait "$holder" 2>/dev/null
holder=''

python3 -c "import os, time; os.open('$disk', os.O_RDONLY | os.O_EXCL); open('$work/claimed', 'w'); time.sleep(60)" &
holder=$!
until [ -e "$work/claimed" ]; do sleep 0.1; done
like "another program's claim" "$(asked "$disk")" 'another program or driver holds it; .*=16$'
kill "$holder"
wait "$holder" 2>/dev/null
holder=''

if grep -qw btrfs /proc/filesystems; then
	first=$disk
	disk five
	mkfs.btrfs -q -f "${first}p1" "${disk}p1" >/dev/null 2>&1 || exit 1
	mounted "${first}p1" "$work/btrfs"
	is "the second device of a btrfs is in no table" "$(grep -c "${disk}p1" /proc/self/mountinfo)" 0
	like "but it is found" "$(asked "$disk")" "${disk#/dev/}p1 belongs to a file system.*=16$"
	like "and so is the first" "$(asked "$first")" "${first}p1 is mounted on .*=16$"
else
	not_tried "btrfs, which this kernel lacks"
fi

if dmsetup targets >/dev/null 2>&1; then
	disk six
	mapped=hdparm-test-$$
	dmsetup create "$mapped" --table "0 2048 linear $disk 0" || exit 1
	undo+=("dmsetup remove /dev/mapper/$mapped")
	like "a disk below dm" "$(asked "$disk")" "is part of dm-.*=16$"
	like "dm itself is no drive" "$(asked "/dev/mapper/$mapped")" "this is built on ${disk#/dev/}.*=22$"
	dmsetup remove "$mapped"
	unset 'undo[-1]'
else
	not_tried "the device mapper, which this kernel lacks"
fi

summary
