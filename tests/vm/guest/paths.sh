# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2154 # variables shared with lib.sh
# Disks with two paths. The kernel shows the paths to an NVMe namespace as one disk and hides the
# paths (nvme0c1n1); each path to a SCSI disk is a disk. Lists of disks name each disk once. An act
# that needs the whole drive is refused on every path while another path, or another namespace, is
# in use.
yes=--yes-i-know-what-i-am-doing
set -- /dev/nvme?n? # that of the controller which was found first
first=$1
second=$2
name first "$first"
name second "$second"
name partition "${first}p1"

# each_once BEFORE BEHIND: the last run has one line for each namespace, and names no hidden disk
each_once()
{
	for disk in "$first" "$second"; do
		want_that "$disk once" [ "$(grep -cx -- "$1$disk$2" /tmp/out)" = 1 ]
	done
	want_that "and none of the paths" [ "$(cat /tmp/out /tmp/err | grep -c 'nvme[0-9]*c')" = 0 ]
}

topic "NVMe disks of two paths each"
want_that "the kernel hides four disks" [ "$(cat /sys/block/nvme*c*n*/hidden | tr -d '\n')" = 1111 ]
want_that "two are not hidden" [ $# = 2 ]
ours --list
want_status 0
sed -n 's,^nvme[^	]*,/dev/&,p' /tmp/out >/tmp/listed
cp /tmp/listed /tmp/out
each_once "" '	QEMU NVMe Ctrl	33554432	nvme	.*'
ours -C all
want_status 25
each_once "" :
want_that "no drive failed but those without ATA" \
	[ "$(grep -c ' an NVMe device is not an ATA drive;' /tmp/err)" = "$(grep -c '' /tmp/err)" ]
ours -W nvme
want_status 0
each_once "" :
want_that "two write caches are on" [ "$(grep -c '^ write-caching =  1 (on)$' /tmp/out)" = 2 ]
ours --dry-run -W0 nvme
want_status 0
each_once "" :
cat >/etc/hdparm.conf <<EOF
nvme {
	write_cache = off
}
EOF
ours --conf --dry-run
want_status 0
each_once 'hdparm -W0 ' ''
ours --conf
want_status 0
each_once "" :
ours --conf --check
want_status 0
each_once "" ': write_cache: same: off'
ours --save-conf
want_status 0
each_once '# ' ''
want_that "both are off" [ "$(sed -n '/^wwn:nvme/,/^}/p' /tmp/out | grep -c 'write_cache = off')" = 2 ]
LIMIT=3 ours -C --watch 3600 all
want_status 137
each_once '20[0-9]*-[0-9T:-]* ' ' .*'
ours -I "$first"
grep -v '^/dev\|device size' /tmp/out >/tmp/whole
ours -I "$(dev partition)"
want_status 0
grep -v '^/dev\|device size' /tmp/out >/tmp/part
want_that "-I of a partition shows the drive" cmp /tmp/whole /tmp/part

topic "the kernel's time limit of each path"
paths=$(echo "/sys/block/${first##*/}" | sed 's/nvme\([0-9]*\)n/nvme\1c*n/')
# limits VALUES: the limits of the first namespace's paths, in s
limits()
{
	# shellcheck disable=SC2086 # a pattern
	want_that "limits: $1" [ "$(cat $paths/queue/io_timeout | sed 's/000$//' | tr '\n' ' ')" = "$1 " ]
}
ours --command-timeout "$first"
want_status 0
want_out '^ command_timeout = 30 \(seconds\)$'
ours --command-timeout 60 "$first"
want_status 0
limits "60 60"
# shellcheck disable=SC2086 # a pattern
(set -- $paths && echo 90000 >"$1/queue/io_timeout")
ours --command-timeout "$first"
want_status 0
want_out '^ command_timeout = 60 to 90 \(seconds, by path\)$'
printf '%s { command_timeout = 60 }\n' "$first" >/etc/hdparm.conf
ours --conf --check
want_status 1
ours --conf
want_status 0
limits "60 60"
printf 'all {\ncommand_timeout = 30\neh_timeout = 5\nmult_sect_io = 16\n}\n' >/etc/hdparm.conf
ours --conf "$first"
want_status 0
want_out '^ eh_timeout is left out: NVMe has no such setting$'
limits "30 30"

# refused USED WORDS...: the act on that device sends nothing, since USED is mounted
refused()
{
	used=$1
	shift
	ours "$@"
	want_status 16
	want_err ": the drive is in use: $used is mounted on /mnt; "
}

load crc32c_generic
load ext4
topic "an NVMe namespace while the other one is mounted"
mke2fs -F "$(dev partition)" >/dev/null 2>&1
mount "$(dev partition)" /mnt || note "no file system"
for disk in "$first" "$second"; do
	refused "$(dev partition)" $yes --sanitize-block-erase "$disk"
	refused "$(dev partition)" $yes --make-bad-sector 5 "$disk"
	refused "$(dev partition)" --please-destroy-my-drive --set-sector-size 4096 "$disk"
	refused "$(dev partition)" $yes --please-destroy-my-drive --erase "$disk"
done
umount /mnt
# QEMU's drive cannot, but is asked
ours $yes --sanitize-block-erase "$second"
want_status 95

topic "--erase: QEMU's drive has Format NVM alone"
dd if=/dev/urandom of="$second" bs=64k count=16 conv=fsync 2>/dev/null
ours $yes --please-destroy-my-drive --dry-run --erase "$second"
want_status 0
want_out '^ offers:  .*format-user-data-erase$'
ours $yes --please-destroy-my-drive --erase --erase-method format-user-data-erase "$second"
want_status 0
want_out '^ method:  Format NVM, User Data Erase: '
want_out '^ result:  erased$'
want_that "nothing is left" \
	[ "$(dd if="$second" bs=64k count=16 2>/dev/null | tr -d '\0' | wc -c)" = 0 ]

topic "a SCSI disk while it is mounted by its other path"
one=$(disk_with device/model TWICE)
for disk in /sys/block/sd*; do
	[ "/dev/${disk##*/}" = "$one" ] || ! grep -q TWICE "$disk/device/model" || other=/dev/${disk##*/}
done
name one "$one"
name other "$other"
mke2fs -F "$one" >/dev/null 2>&1
mount "$one" /mnt || note "no file system"
for disk in "$one" "$other"; do
	refused "$one" $yes --surface-scan --repair "$disk"
	refused "$one" $yes --make-bad-sector 5 "$disk"
done
umount /mnt
ours $yes --surface-scan --repair "$other"
want_status 0
want_out '^ no bad sectors$'

# busy LOCKED ARGUMENT...: the act sends nothing, since another process has the lock of LOCKED
busy()
{
	used=$1
	shift
	ours "$@"
	want_status 16
	want_err ": busy: another program \\(locked, process [0-9]*\\) has locked $used of the same drive; "
}

topic "a lock on another path or another namespace"
destroy=--please-destroy-my-drive
lock "$first"
busy "$first" $yes $destroy --even-if-in-use --erase "$second"
busy "$first" $yes --make-bad-sector 5 "$second"
busy "$first" $destroy --set-sector-size 4096 "$second"
unlock
lock "$one"
busy "$one" $yes --make-bad-sector 5 "$other"
busy "$one" $destroy --trim-sector-ranges 8:8 "$other"
busy "$one" $yes --surface-scan --repair "$other"
unlock

topic "the caller's own lock, on another path"
new=$NEW
NEW="/vm/locked $one 0 $new"
ours $yes --surface-scan --repair "$other"
want_status 0
want_out '^ no bad sectors$'
NEW=$new

# shown BYTES: the kernel has that size of sectors for the disk of each path; it reads sizes later
shown()
{
	tries=0
	while [ $tries -lt 50 ] && [ "$(cat /sys/block/nvme*c*n"${second##*n}"/queue/logical_block_size |
		tr '\n' ' ')" != "$1 $1 " ]; do
		usleep 100000
		tries=$((tries + 1))
	done
	[ $tries -lt 50 ]
}

topic "a new sector size, by both paths"
for size in 4096 512; do
	ours $destroy --set-sector-size $size "$second"
	want_status 0
	want_that "the kernel shows $size by both" shown $size
	want_that "the disk has it, too" [ "$(cat "/sys/block/${second#/dev/}/queue/logical_block_size")" = $size ]
done

topic "NVMe disks of which a path goes"
echo 1 >"$(echo /sys/block/nvme*c*n1 | cut -d' ' -f1)/device/device/remove"
want_that "the kernel hides two" [ "$(cat /sys/block/nvme*c*n*/hidden | tr -d '\n')" = 11 ]
ours -W nvme
want_status 0
each_once "" :
