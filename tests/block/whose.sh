#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Check --whose-sector on real file systems, on partitions of loop devices: random sectors against
# filefrag and the data. Usage: whose.sh HDPARM. Ends with "N passed, N failed"; 77 means not root.
set -u
# shellcheck source=tests/block/lib.sh
. "$(dirname "$0")/lib.sh"
hdparm=$1
here=$(dirname "$0")
needs losetup addpart mkfs.ext4 mkfs.xfs mkfs.btrfs filefrag python3
work=$(mktemp -d)
mounts=()
START=2048 SECTORS=760000

cleanup() {
	for ((i = ${#mounts[@]} - 1; i >= 0; i--)); do
		umount "${mounts[i]}"
	done
	detach
	rm -rf "$work"
}
trap cleanup EXIT

# made TYPE MKFS...: a disk, $disk, with a file system on its partition, on $there
made() {
	local type=$1
	shift
	there=$work/$type.mnt
	truncate -s 400M "$work/$type.disk"
	attach "$work/$type.disk" -P
	disk=$loop
	addpart "$disk" 1 $START $SECTORS || exit 1
	"$@" "${disk}p1" >/dev/null || exit 1
	mkdir "$there"
	mount "${disk}p1" "$there" || exit 1
	mounts+=("$there")
}

# Files of random sizes, one after another and again in the gaps of deleted ones; holes, hard links,
# names that need quotes, reserved space.
fill() {
	python3 - "$there" <<'PROGRAM'
import os, random, sys
choice = random.Random(61)
top = sys.argv[1]
data = os.urandom(1 << 20)
def write(path, size):
    with open(path, "wb") as file:
        while size > 0:
            if choice.random() < 0.1:
                file.seek(choice.randrange(1, 100000), 1)
            part = min(size, choice.randrange(1, 200000))
            at = choice.randrange(len(data) - part)
            file.write(data[at:at + part])
            size -= part
        file.truncate(file.tell() + choice.randrange(3000))
files = []
for turn in range(3):
    for i in range(700):
        folder = f"{top}/d{choice.randrange(20)}/e{choice.randrange(5)}"
        os.makedirs(folder, exist_ok=True)
        path = f"{folder}/{turn}.{i} it's\n\033[1m"
        write(path, choice.choice((10, 4000, 70000, 400000)))
        files.append(path)
        if choice.random() < 0.1:
            os.link(path, f"{top}/link {turn}.{i}")
    choice.shuffle(files)
    os.sync()
    for path in files[:300]:
        os.unlink(path)
    del files[:300]
    os.sync()
with open(f"{top}/reserved", "wb") as file:
    os.posix_fallocate(file.fileno(), 0, 20000000)
os.sync()
PROGRAM
	sync
	# the pages of the disk are not those of the partition
	echo 3 >/proc/sys/vm/drop_caches
}

sectors() { # NAME
	local seed out
	for seed in 1 2 3; do
		out=$(python3 "$here/whose.py" "$hdparm" "$disk" $START $SECTORS "$there" $seed 2>&1)
		is "$1: 200 random sectors, seed $seed: status" $? 0
		like "$1: 200 random sectors, seed $seed" "$out" '^[0-9]{2,} file [0-9]{2,} free [0-9]+ other$'
	done
}

made ext4 mkfs.ext4 -q
fill
sectors ext4
summary
