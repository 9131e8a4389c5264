#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Check --whose-sector on real file systems, on partitions of loop devices: random sectors against
# filefrag and the data. Usage: whose.sh HDPARM. Ends with "N passed, N failed"; 77 means not root.
set -u
# shellcheck source=tests/block/lib.sh
. "$(dirname "$0")/lib.sh"
hdparm=$1
here=$(dirname "$0")
needs strace losetup addpart mkfs.ext4 mkfs.xfs mkfs.btrfs filefrag debugfs python3
work=$(mktemp -d)
mounts=()
START=2048 SECTORS=760000

cleanup() {
	for ((i = ${#mounts[@]} - 1; i >= 0; i--)); do
		umount "${mounts[i]}" || echo "whose.sh: ${mounts[i]} stays mounted" >&2
	done
	detach
	rm -rf --one-file-system "$work"
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
	local out
	out=$(python3 "$here/whose.py" "$hdparm" "$disk" $START $SECTORS "$there" 2>&1)
	is "$1: three times 200 random sectors: status" $? 0
	like "$1: three times 200 random sectors" "$out" '^[0-9]{3} file [0-9]{2,} free [0-9]+ other$'
}

# uses LBA...: what the lines "use" say
uses() {
	"$hdparm" --whose-sector "$@" "$disk" | sed -n 's/^  use: //p'
}

made ext4 mkfs.ext4 -q
fill
sectors ext4
is "ext4: the place of the superblock" "$(uses $((START + 2)))" "metadata: superblock or group headers"
is "before the partition, and behind" "$(uses 0 $((START + SECTORS)))" "in no partition
in no partition"

file=$there/d1/plain
dd if=/dev/urandom of="$file" bs=64K count=1 2>/dev/null
sync
lba=$((START + $(filefrag -v -b512 "$file" | sed -n 's/^ *0: *0\.\. *[0-9]*: *\([0-9]*\)\.\..*/\1/p')))
like "ext4: a sector of a file" "$(uses $lba)" '^file, from byte 0$'

# new data have no place yet, and the walk does not give them one
dd if=/dev/urandom of="$there/new" bs=64K count=1 2>/dev/null
like "ext4: data that are not on the disk yet" "$("$hdparm" --whose-sector $lba "$disk" 2>&1)" \
	'not all of it was searched: new data have no place on the disk yet'
rm "$there/new"

# a mount over a folder hides what is below
mount -t tmpfs none "$there/d1"
like "ext4: a hidden file" "$("$hdparm" --whose-sector $lba "$disk" 2>&1)" \
	'not all of it was searched: other mounts hide files or folders'
umount "$there/d1"

# what is mounted over a name is not opened: a device, and a file system that shows other files
mount --bind /dev/null "$file"
out=$(strace -f -e trace=openat -o "$work/trace" "$hdparm" --whose-sector $lba "$disk" 2>&1)
like "ext4: a device over a file" "$out" 'not all of it was searched: other mounts hide files or folders'
is "ext4: a device over a file is not opened" "$(grep -c '"plain"' "$work/trace")" 0
umount "$file"
if grep -qw overlay /proc/filesystems; then
	mkdir "$work/low" "$work/low2"
	echo other >"$work/low/other"
	mount -t overlay none -o lowerdir="$work/low:$work/low2" "$there"
	like "ext4: an overlay over the mount" "$("$hdparm" --whose-sector $lba "$disk" 2>&1)" \
		'another mount hides it'
	umount "$there"
fi

# a deleted file that is open
exec 7<"$file"
rm "$file"
is "ext4: a deleted file that is open" "$(uses $lba)" \
	"not known: metadata, a folder or link, or a deleted open file"
exec 7<&-
sync
is "ext4: its sectors are then free" "$(uses $lba)" "free space"

echo data >"$there/kept"
sync
inode=$(stat -c %i "$there/kept")
lba=$((START + $(filefrag -v -b512 "$there/kept" | sed -n 's/^ *0: *0\.\. *[0-9]*: *\([0-9]*\)\.\..*/\1/p')))
umount "$there"
unset "mounts[-1]"
advice=$("$hdparm" --whose-sector $lba "$disk" | sed -n 's/^  to find the file: //p')
like "ext4 that is not mounted: what to type" "$advice" "^debugfs -R \"icheck [0-9]+\" ${disk}p1$"
like "ext4 that is not mounted: debugfs finds the inode" "$(sh -c "$advice" 2>/dev/null)" "[[:space:]]$inode$"

if grep -qw xfs /proc/filesystems; then
	made xfs mkfs.xfs -q -f
	fill
	cp --reflink=always "$there/reserved" "$there/reflink 1" 2>/dev/null
	find "$there/d2" -type f -print0 | while read -r -d '' one; do
		cp --reflink=always "$one" "$one.copy"
	done
	sync
	sectors xfs
else
	not_tried "xfs, which this kernel lacks"
fi
if grep -qw btrfs /proc/filesystems; then
	made btrfs mkfs.btrfs -q -f
	echo data >"$there/file"
	sync
	is "btrfs maps its own sectors" "$(uses $((START + 200000)))" "not known: btrfs maps its own sectors"
else
	not_tried "btrfs, which this kernel lacks"
fi

# 100,000 files: the processors' time beside filefrag's for the same files
smaller() {
	mkfs.ext4 -q -b 1024 -N 120000 "$1" $((SECTORS / 2 - 8))
}
made ext4-many smaller
is "ext4: a place behind the file system's end" "$(uses $((START + SECTORS - 1)))" \
	"not known: the file system does not say; it may begin behind this place, or end before it"
python3 -c '
import os, sys
for i in range(100):
    os.mkdir(f"{sys.argv[1]}/{i}")
    for k in range(1000):
        with open(f"{sys.argv[1]}/{i}/{k}", "wb") as file:
            file.write(b"x" * 100)
' "$there"
sync
last=$there/99/999
lba=$((START + $(filefrag -v -b512 "$last" | sed -n 's/^ *0: *0\.\. *[0-9]*: *\([0-9]*\)\.\..*/\1/p')))
timed() { # COMMAND...: its processors' seconds, user and kernel
	local TIMEFORMAT="%U %S"
	{ time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}
all() {
	find "$there" -type f -print0 | xargs -0 filefrag
}
timed all >/dev/null
theirs=$(timed all)
ours=$(timed "$hdparm" --whose-sector $lba "$disk")
like "100,000 files: the file is found" "$("$hdparm" --whose-sector $lba "$disk")" "^  file: $last$"
ratio=$(awk "BEGIN { printf \"%.2f\", $ours / $theirs }")
is "100,000 files: not slower than filefrag: $ours s, $theirs s, ratio $ratio" \
	"$(awk "BEGIN { print $ratio <= 1.2 }")" 1

# Ctrl-C on a terminal, when the search has begun
# a shell without jobs lets what runs behind it ignore the signal
env --default-signal=INT script -qfec "exec '$hdparm' --whose-sector $lba $disk" "$work/terminal" >/dev/null </dev/null &
session=$!
for ((i = 0; i < 1000; i++)); do
	grep -q " searching " "$work/terminal" 2>/dev/null && break
	sleep 0.01
done
pkill -INT -P "$session"
wait "$session"
is "Ctrl-C: status" $? 130
like "Ctrl-C: what was found until then" "$(cat "$work/terminal")" \
	'use: not known: the search was interrupted'

summary
