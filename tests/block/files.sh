#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Check --fibmap and --fallocate on real file systems, on partitions of loop devices with sectors of
# 512 and 4096 bytes: the reported extents must match direct reads of the whole disk by dd. Usage:
# files.sh HDPARM. Ends with "N passed, N failed"; 77 means not root.
set -u
# shellcheck source=tests/block/lib.sh
. "$(dirname "$0")/lib.sh"
hdparm=$1
needs losetup addpart mkfs.ext2 mkfs.ext4 mkfs.xfs mkfs.btrfs
work=$(mktemp -d)
mounts=()

cleanup() {
	for ((i = ${#mounts[@]} - 1; i >= 0; i--)); do
		umount "${mounts[i]}"
	done
	detach
	rm -rf "$work"
}
trap cleanup EXIT

mounted() { # TYPE SOURCE OPTIONS: mount on $there
	there=$work/$1.$sector.mnt
	mkdir -p "$there"
	mount -t "$1" ${3:+-o "$3"} "$2" "$there" || exit 1
	mounts+=("$there")
}

# drive DISK: the kernel's sysfs of a loop device, with a link to a device on a bus: a drive
drive() {
	local from=/sys/class/block/${1#/dev/} to=$work/sys/${1#/dev/} part
	mkdir -p "$to/device" "$to/queue" "$to/slaves"
	cp "$from/dev" "$from/size" "$to"
	cp "$from/queue/logical_block_size" "$to/queue"
	for part in "$from"/*/partition; do
		part=$(basename "$(dirname "$part")")
		mkdir "$to/$part"
		cp "$from/$part/partition" "$from/$part/start" "$from/$part/size" "$to/$part"
	done
}

# on_drive ARG...: run hdparm on that machine
on_drive() {
	# shellcheck disable=SC2016 # for the inner shell
	unshare -m sh -c 'mount --bind "$1" /sys/devices/virtual/block && shift && exec "$@"' sh \
		"$work/sys" "$hdparm" "$@"
}

# made TYPE MKFS...: make a disk, $disk, with a file system on its second partition, on $there; its
# sectors have $sector bytes
sector=512
made() {
	local type=$1
	shift
	truncate -s 512M "$work/$type.$sector.disk"
	attach "$work/$type.$sector.disk" -P -b "$sector"
	disk=$loop
	addpart "$disk" 1 2048 65536 && addpart "$disk" 2 67584 980000 || exit 1
	"$@" "${disk}p2" >/dev/null || exit 1
	drive "$disk"
	mounted "$type" "${disk}p2"
}

# A file of several extents: data, a hole, data of another write, an odd end.
fill() { # FILE
	dd if=/dev/urandom of="$1" bs=64K count=5 2>/dev/null
	sync "$1"
	dd if=/dev/urandom of="$1.other" bs=64K count=3 2>/dev/null
	sync "$1.other"
	dd if=/dev/urandom of="$1" bs=64K seek=9 count=2 conv=notrunc 2>/dev/null
	printf 'the end' >>"$1"
	sync
}

# Compare every extent on the whole disk, read by dd, with the file's bytes.
extents_are_true() { # NAME FILE
	local name=$1 file=$2 rows=0 bad=0 offset begin end sectors size
	size=$(stat -c %s "$file")
	while read -r offset begin end sectors; do
		[ "$begin" = - ] && continue
		rows=$((rows + 1))
		[ $((end - begin + 1)) = "$sectors" ] || bad=$((bad + 1))
		cmp -s -n $((offset + sectors * sector > size ? size - offset : sectors * sector)) \
			<(dd if="$disk" bs="$sector" skip="$begin" count="$sectors" iflag=direct 2>/dev/null) \
			<(tail -c +$((offset + 1)) "$file") || bad=$((bad + 1))
	done < <(on_drive --fibmap "$file" | tail -n +5)
	is "$name: every extent holds what the file has" "$bad" 0
	like "$name: it has several" "$rows" '^[1-9][0-9]$|^[2-9]$'
}

fibmap() { # TYPE MKFS...
	made "$@"
	fill "$there/file"
	# flush the pages of the disk, not those of the partition
	sync
	echo 3 >/proc/sys/vm/drop_caches
	extents_are_true "$1, $sector" "$there/file"
	like "$1, $sector: where the file system begins on the disk" \
		"$(on_drive --fibmap "$there/file" | sed -n 3p)" \
		"begins at LBA $((67584 * 512 / sector)); assuming $sector byte sectors"
	like "$1, $sector: a loop device itself is no disk" \
		"$("$hdparm" --fibmap "$there/file" 2>&1; echo $?)" \
		"${disk#/dev/} is the file $work/$1.$sector.disk, so it has no sectors of a disk to show.*"
	like "$1, $sector: the status of that" "$("$hdparm" --fibmap "$there/file" 2>/dev/null; echo $?)" '^25$'
	: >"$there/empty"
	like "$1: an empty file" "$(on_drive --fibmap "$there/empty" 2>&1 | tail -n 1)" \
		'^           0       -          -          -   $'
	truncate -s 1M "$there/hole"
	like "$1: a file that is a hole" "$(on_drive --fibmap "$there/hole" 2>&1 | tail -n 1)" \
		'^           0       -          -          -   $'
}

# room NAME: a file of 1000 KiB without data
room() {
	is "$1 --fallocate" "$("$hdparm" --fallocate 1000 "$there/room" 2>&1; echo $?)" 0
	is "$1 --fallocate makes that size" "$(stat -c %s "$there/room")" 1024000
	like "$1 --fallocate keeps the room" "$(du -k "$there/room" | cut -f1)" '^10[0-9][0-9]$'
	like "$1 --fallocate leaves what is there" "$("$hdparm" --fallocate 1 "$there/room" 2>&1; echo $?)" \
		'File exists.?17$|File exists
17$'
	like "$1 --fallocate of more than there is" "$("$hdparm" --fallocate 9000000 "$there/more" 2>&1)" \
		'No space left on device'
	is "$1 --fallocate leaves nothing of it" "$(ls "$there/more" 2>/dev/null)" ""
}

fibmap ext4 mkfs.ext4 -q
room ext4
if grep -qw xfs /proc/filesystems; then
	fibmap xfs mkfs.xfs -q -f
	room xfs
else
	not_tried "xfs, which this kernel lacks"
fi
if grep -qw btrfs /proc/filesystems; then
	made btrfs mkfs.btrfs -q -f
	fill "$there/file"
	like "btrfs: there are no sectors to show" "$("$hdparm" --fibmap "$there/file" 2>&1; echo $?)" \
		'has no single block device, as with btrfs.*'
	room btrfs
else
	not_tried "btrfs, which this kernel lacks"
fi
sector=4096
fibmap ext4 mkfs.ext4 -q
if grep -qw xfs /proc/filesystems; then
	fibmap xfs mkfs.xfs -q -f
fi
sector=512
# without extents no space can be reserved
made ext2 mkfs.ext2 -q
"$hdparm" --fallocate 1000 "$there/room" 2>"$work/err"
is "ext2 --fallocate: status" $? 95
like "ext2 --fallocate: message" "$(cat "$work/err")" '^hdparm: --fallocate: .*room for 1000 KiB: Operation not supported$'
is "ext2 --fallocate leaves no file" "$(ls "$there/room" 2>/dev/null)" ""
fill "$there/file"
echo 3 >/proc/sys/vm/drop_caches
extents_are_true ext2 "$there/file"

mounted tmpfs none size=4m
echo data >"$there/file"
like "tmpfs: there are no sectors to show" "$("$hdparm" --fibmap "$there/file" 2>&1)" 'tmpfs and NFS'
room tmpfs
if grep -qw overlay /proc/filesystems; then
	mkdir "$there/lower" "$there/upper" "$there/work"
	echo data >"$there/lower/file"
	mounted overlay none "lowerdir=$there/lower,upperdir=$there/upper,workdir=$there/work"
	like "overlay: there are no sectors to show" "$("$hdparm" --fibmap "$there/file" 2>&1)" 'overlay, tmpfs'
else
	not_tried "overlay, which this kernel lacks"
fi

summary
