# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# --whose-sector on file systems that a developer's kernel may lack: XFS with reverse mapping, f2fs,
# vfat, exfat. Each sector of a file holds the file's name and the sector's number in the file, so
# that the data of a sector of the disk tell whose it is.
load nvme
for module in crc32c_generic crc32_generic nls_cp437 nls_ascii nls_utf8; do
	load $module
done

# tagged NAME SECTORS: a file of so many sectors and of 100 bytes more
tagged()
{
	awk -v name="$1" -v n="$2" 'BEGIN {
		for (i = 0; i < n; i++)
			printf "%-511s\n", "TAG " name " " i
		printf "%100s", "end"
	}' >"$top/$1"
}

# Add to /tmp/places the first and the middle sector of each extent of a file.
places()
{
	"$NEW" --fibmap "$top/$1" | awk '/^ *[0-9]+ / { print $2; print int(($2 + $3) / 2) }' >>/tmp/places
}

# Files of many sizes, and more of them in the gaps of deleted ones.
fill()
{
	: >/tmp/places
	for turn in 1 2 3; do
		mkdir "$top/$turn"
		for i in $(seq 20); do
			tagged "$turn/file$i" $((8 + i * i * turn * 7 % 300))
		done
		sync
		for i in $(seq 20); do
			places "$turn/file$i"
		done
		for i in $(seq $turn 3 20); do
			rm "$top/$turn/file$i"
		done
		sync
	done
	case $type in
	xfs | f2fs) ln "$top/3/file20" "$top/1/other-name" ;;
	esac
	sync
	echo 3 >/proc/sys/vm/drop_caches
}

# judge LBA: /tmp/out has what is said of this sector, and the disk has its data
judge()
{
	sed -n "/^ sector $1:\$/,/^ sector/p" /tmp/out | sed '1d;/^ sector/d' >/tmp/said
	# shellcheck disable=SC2046 # words
	set -- $(dd if="$disk" bs=512 skip="$1" count=1 2>/dev/null | tr '\0' '\n' | sed -n '1s/^TAG //p')
	if [ $# = 2 ] && [ -e "$top/$1" ]; then
		files=$((files + 1))
		grep -qx "  use: file, from byte $(($2 * 512))" /tmp/said && grep -qx "  file: $top/$1" /tmp/said
	elif [ $# = 2 ]; then
		free=$((free + 1))
		grep -q '^  use: ' /tmp/said && ! grep -q -e '^  use: file' -e '^  file: ' /tmp/said
	else
		others=$((others + 1))
	fi
}

# searched TYPE MKFS...: what is said of sectors of files and of deleted files
searched()
{
	type=$1
	disk=$(disk_with device/serial "$type")
	shift
	topic "whose sector: $type"
	"$@" "$disk" >/tmp/mkfs 2>&1 || note "$*: $(cat /tmp/mkfs)"
	load "$type"
	top=/tmp/$type
	mkdir "$top"
	mount -t "$type" "$disk" "$top" || note "$type is not mounted"
	fill
	sort -nu /tmp/places >/tmp/sectors
	# shellcheck disable=SC2046 # numbers
	ours --whose-sector $(cat /tmp/sectors) "$disk"
	want_status 0
	want_no_err
	files=0 free=0 others=0 wrong=
	while read -r lba; do
		judge "$lba" || wrong="$wrong $lba"
	done </tmp/sectors
	note "$type: $files of files, $free of deleted files, $others others"
	want_that "wrong sectors:$wrong" [ -z "$wrong" ]
	want_that "sectors of files were asked for: $files" [ "$files" -ge 40 ]
	want_that "sectors of deleted files were asked for: $free" [ "$free" -ge 5 ]
}

searched xfs mkfs.xfs -q -f -m rmapbt=1,reflink=1
searched f2fs mkfs.f2fs -f
searched vfat mkfs.vfat
searched exfat /usr/sbin/mkfs.exfat

# the kernel tells the inode of each extent, and XFS lists no extents of a folder
topic "whose sector: XFS: a folder"
disk=$(disk_with device/serial xfs)
mkdir /tmp/xfs/folder
for i in $(seq 150); do
	: >"/tmp/xfs/folder/entry-of-the-folder-$i"
done
sync
echo 3 >/proc/sys/vm/drop_caches
ours --whose-sector 0:655360 "$disk"
want_status 0
want_no_err
want_out '^  file: /tmp/xfs/folder$'
first=$(sed -n 's/^  use: folder, sectors \([0-9]*\) to .*, from byte 0$/\1/p' /tmp/out)
want_that "its names are in its sectors" [ "$(dd if="$disk" bs=512 skip="$first" count=8 2>/dev/null |
	strings | grep -c entry-of-the-folder)" -ge 50 ]
