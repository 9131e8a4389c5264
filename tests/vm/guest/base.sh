# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2034 # variables shared with lib.sh
# Queries to every kind of drive.
# shellcheck source=/dev/null
. /vm/drives.sh
make_files
$OLD --Istdout "$(dev ahci-hdd)" >/vm/words
dd if=/dev/zero of=/tmp/loop3 bs=1M count=4 2>/dev/null
mke2fs -F /tmp/loop3 >/dev/null 2>&1
load crc32c_generic
load ext4
mount -t ext4 -o loop /tmp/loop3 /mnt || note "no file system"
dd if=/dev/zero of=/mnt/file bs=1024 count=100 2>/dev/null
sync
session queries
on="ahci-hdd ahci-desc"
session formats

# Options that 9.65 lacks, on the same drives.
hdd=$(dev ahci-hdd)
topic "the table of options"
ours --list-options
want_status 0
want_out '^W		getset'
# QEMU's trace of commands to a SATA drive, and of CDBs to a SCSI drive; QEMU does not know the
# operation codes DFh and F8h.
ata_command()
{
	echo "^0x00: 27 80 $1 "
}
cdb='(scsi_disk_new_request .*data= *0x(85|a1|24) |scsi_req_parse_bad .*command (223|248)$)'

topic "a dry run"
ours -aQrW "$hdd"
cp /tmp/out /tmp/settings
mark
ours --dry-run -W0 -y -F -S12 -a512 -Q4 -r1 "$hdd"
want_status 0
for unsent in 'SET FEATURES disable write cache \(EFh\)' 'STANDBY IMMEDIATE \(E0h\)' \
	'FLUSH CACHE EXT \(EAh\)' 'IDLE \(E3h\)'; do
	want_out "^ not sent: $unsent,\$"
done
want_out '^  feature 82h, '
want_out '^  feature 00h, count 0Ch, '
want_out '^ not done: set BLKRASET to 512'
want_out '^ not done: set BLKROSET to 1'
want_out '^ not done: set .*/device/queue_depth'
want_that "no such command reached the drive" [ "$(since_mark "$(ata_command '(ef|e0|e3|e7|ea)')")" = 0 ]
ours -aQrW "$hdd"
want_that "the settings are what they were" cmp /tmp/settings /tmp/out
mark
ours -y -S12 "$hdd"
want_that "without --dry-run they do reach it" \
	[ "$(since_mark "$(ata_command '(e0|e3)')")" = 2 ]
topic "the kernel's time limit"
# limit DEVICE ATTRIBUTE VALUE: the attribute of sysfs has this value
limit()
{
	want_that "$1: $2 is $3" [ "$(cat "/sys/block/${1##*/}/$2")" = "$3" ]
}
ours --command-timeout "$hdd"
want_status 0
want_out "^ command_timeout = $(cat "/sys/block/${hdd##*/}/device/timeout") \\(seconds\\)\$"
ours --command-timeout 180 "$hdd"
want_status 0
want_out '^ command_timeout = 180 \(seconds\)$'
limit "$hdd" device/timeout 180
ours --command-timeout 180 "$(dev nvme)"
want_status 0
limit "$(dev nvme)" queue/io_timeout 180000
# QEMU's drives have no SCT
ours --error-recovery "$hdd"
want_status 0
want_out '^ error recovery = not supported; the kernel.s time limit is 180 s '
ours --error-recovery 7s "$hdd"
want_status 95
limit "$hdd" device/timeout 180
ours --error-recovery 7s,else=30 "$hdd"
want_status 0
limit "$hdd" device/timeout 30
# QEMU's NVMe drives have feature 05h
ours --error-recovery 7s,else=30 "$(dev nvme)"
want_status 0
want_out '^ error recovery = read 7.0 s, write 7.0 s$'
limit "$(dev nvme)" queue/io_timeout 180000
ours --eh-timeout 20 "$hdd"
want_status 0
limit "$hdd" device/eh_timeout 20
ours --command-timeout "$(dev md)"
want_status 2
topic "how deep the link may sleep"
port=$(realpath "/sys/block/${hdd##*/}/device/../..")
port=/sys/class/scsi_host/${port##*/}
policy=$(cat "$port/link_power_management_policy")
ours --link-power "$hdd"
want_status 0
want_out "^ link_power    = $policy\$"
ours --link-power keep_firmware_settings "$hdd"
want_status 22
if [ "$(cat "$port/link_power_management_supported" 2>/dev/null)" = 0 ]; then
	ours --link-power medium_power "$hdd"
	want_status 95
	want_err 'the port has no link power management, or the kernel bars it for this drive'
else
	for word in medium_power med_power_with_dipm min_power_with_partial min_power max_performance; do
		ours --link-power "$word" "$hdd"
		want_status 0
		want_that "the policy is $word" [ "$(cat "$port/link_power_management_policy")" = "$word" ]
	done
fi
# the kernel shows the attribute only for a drive with APST
tolerance=$(realpath "/sys/block/$(basename "$(dev nvme)")/device")/power/pm_qos_latency_tolerance_us
if [ -e "$tolerance" ]; then
	before=$(cat "$tolerance")
	for word in 0:0 1500us:1500 25ms:25000 any:any "default:$before"; do
		ours --link-power "${word%:*}" "$(dev nvme)"
		want_status 0
		want_that "the latency is ${word#*:}" [ "$(cat "$tolerance")" = "${word#*:}" ]
	done
else
	ours --link-power 0 "$(dev nvme)"
	want_status 25
	want_err 'the kernel has no link power management for this disk'
fi
ours --link-power medium_power "$(dev virtio-scsi)"
want_status 25
topic "a block for all disks: what a disk lacks is left out"
cat >/etc/hdparm.conf <<EOF
all {
	command_timeout = 60
	eh_timeout = 5
	mult_sect_io = 16
	dma = on
	cd_speed = 8
	door_lock = on
	transfer_mode = 34
}
EOF
for disk in virtio-blk nvme virtio-scsi usb uas ahci-hdd; do
	ours --conf "$(dev "$disk")"
	want_status 0
	want_that "no error is printed" [ "$(grep -c '^hdparm: ' /tmp/err)" = 0 ]
	want_out "^ dma is left out: "
done
rm /etc/hdparm.conf
topic "only if awake"
ours --if-awake=3 -W "$hdd"
want_status 0
want_out 'write-caching =  1'
topic "strict"
ours -B "$(dev nvme)"
want_status 0
ours --strict -B "$(dev nvme)"
want_status 25
want_err ': -B: NVMe has no such feature'
ours --strict -W "$hdd"
want_status 0

# way OPTION... CDB-PATTERN: a query by this option sends only such CDBs to a SCSI disk
way()
{
	mark
	ours "$1" ${3:+"$2"} -C "$(dev virtio-scsi)"
	shift $(($# - 1))
	want_that "such CDBs: $1" [ "$(since_mark "$1")" -ge 1 ]
	want_that "and no other" [ "$(since_mark "$1")" = "$(since_mark "$cdb")" ]
}
topic "the way of the commands"
ours --transport sat16 -W "$hdd"
want_status 0
want_out 'write-caching =  1'
ours --transport sat12 -W "$hdd"
want_status 0
want_out 'write-caching =  1'
ours --transport jmicron -W "$(dev usb)"
want_no_out 'write-caching'
way --transport sat16 'data= *0x85 '
way --transport sat12 'data= *0xa1 '
way --transport jmicron 'command 223$'
way --transport sunplus 'command 248$'
way --transport cypress 'data= *0x24 '
way --prefer-ata12 'data= *0xa1 '
way --strict 'data= *0x(85|a1) '

# The serial number as text, and in hexadecimal, its characters in order and swapped; the WWN's
# digits after the maker's.
identity_in()
{
	grep -Ec 'HDD1|48 44 44 31|44 48 31 44|0000000001' "$1"
}
topic "recorded and replayed"
mark
ours --record /tmp/recording -I "$hdd"
want_status 0
want_that "the drive was asked" [ "$(since_mark "$(ata_command ec)")" -ge 1 ]
cp /tmp/out /tmp/recorded
want_that "no serial number in it" [ "$(identity_in /tmp/recording)" = 0 ]
mark
ours --replay /tmp/recording -I "$hdd"
want_status 0
want_that "the drive was not asked" [ "$(since_mark "$(ata_command '..')")" = 0 ]
want_that "no serial number comes of it" [ "$(identity_in /tmp/out)" = 0 ]
identity='Serial Number|WWN|IEEE OUI|Unique ID|Integrity word' # and their checksum
grep -Ev "$identity" /tmp/recorded >/tmp/masked
grep -Ev "$identity" /tmp/out >/tmp/replayed
want_that "the same otherwise" cmp /tmp/masked /tmp/replayed
ours --record /tmp/recording --record-serials -I "$hdd"
want_that "the serial number in it" [ "$(identity_in /tmp/recording)" -ge 1 ]
ours --replay /tmp/recording -I "$hdd"
want_that "the same, with its serial number" cmp /tmp/recorded /tmp/out
ours --replay /tmp/recording -W0 "$hdd"
want_status 61
want_err '^hdparm: --replay: /tmp/recording: nothing is recorded for: sg_io'
ours -W "$hdd"
want_out 'write-caching =  1'

topic "several at a time, as JSON"
# shellcheck disable=SC2046 # words
set -- $(dev ahci-hdd) $(dev ahci-ssd) $(dev pata) $(dev nvme) $(dev usb) $(dev md)
ours --jobs 1 --json -aCW "$@"
want_status 25
cp /tmp/out /tmp/one
for node; do
	want_that "$node once" [ "$(grep -c "^      \"path\": \"$node\",\$" /tmp/out)" = 1 ]
done
want_that "five write caches are on" [ "$(grep -c '^        "write_cache": true$' /tmp/out)" = 5 ]
want_that "three drives are awake" [ "$(grep -c '^        "power_mode": "active/idle",$' /tmp/out)" = 3 ]
want_that "six read-aheads" [ "$(grep -c '^        "read_ahead_sectors": 256,*$' /tmp/out)" = 6 ]
want_that "three have no errors" [ "$(grep -c '^      "errors": \[\]$' /tmp/out)" = 3 ]
want_that "-C fails on three, -W on the array" \
	[ "$(grep -c '^          "option": "-[CW]",$' /tmp/out)" = 4 ]
want_out '^  "exit_status": 25$'
ours --jobs 4 --json -aCW "$@"
want_status 25
want_that "the same four at a time" cmp /tmp/one /tmp/out
topic "figures"
ours -t --direct --queue-depth 4 --runs 2 "$hdd"
want_status 0
want_out 'median'
ours --zones 3 -t "$(dev nvme)"
want_status 0

# stored NODE FOLDER: make a file system that a file fills: where a smaller one lies is up to ext4
stored()
{
	mke2fs -F "$1" >/dev/null 2>&1
	mkdir -p "$2"
	mount -t ext4 "$1" "$2" || note "no file system on $1"
	dd if=/dev/urandom of="$2/photo" bs=64K 2>/dev/null
	sync
}

# want_owner LBA DISK SECTOR NODE FILE: the sector of the disk is this one of the file system's node.
# If a file has it, then its data are there; $owned counts them.
want_owner()
{
	ours --whose-sector "$1" "$2"
	want_status 0
	want_no_err
	want_out "^  in: (${4##*/}|dm-[0-9]+ \\(${4##*/}\\)), sector $3\$"
	byte=$(sed -n 's/^  use: file, from byte //p' /tmp/out)
	[ -n "$byte" ] || return 0
	owned=$((owned + 1))
	want_out "^  file: $5\$"
	want_that "the file's data are there" \
		[ "$(dd if="$4" skip="$3" count=1 2>/dev/null | md5sum)" = \
		"$(dd if="$5" skip=$((byte / 512)) count=1 2>/dev/null | md5sum)" ]
}

# A partition, a volume whose key stands in its table, and a volume of its halves in the other order.
topic "whose sector: real tables of the device mapper"
load dm_crypt
load xts
load ecb
key=$(printf '%064d' 12345)
dmsetup create secret --table "0 16384 crypt aes-xts-plain64 $key 0 ${hdd}1 16"
dmsetup mknodes >/dev/null 2>&1
printf '0 8192 linear /dev/mapper/secret 8192\n8192 8192 linear /dev/mapper/secret 0\n' |
	dmsetup create turned
dmsetup mknodes >/dev/null 2>&1
stored /dev/mapper/turned /tmp/turned
for half in 0 8192; do
	owned=0
	for sector in 1000 3000 5000 7000; do
		want_owner $((2048 + 16 + sector + half)) "$hdd" $((sector + 8192 - half)) \
			/dev/mapper/turned /tmp/turned/photo
		want_out "^  in: dm-[0-9]+ \\(secret\\), sector $((sector + half))\$"
		want_that "the volume's key is not shown" [ "$(cat /tmp/out /tmp/err | grep -c 0012345)" = 0 ]
	done
	want_that "files were asked for" [ $owned -ge 1 ]
done
ours --whose-sector $((2048 + 5)) "$hdd"
want_status 0
want_out '^  use: .*metadata of what is built on '

topic "whose sector: an array, and what is not followed"
stored /dev/md0 /tmp/array
owned=0
for sector in 3000 9000 15000 21000 27000 33000 39000; do
	for member in loop1 loop2; do
		want_owner $((sector + $(cat /sys/block/md0/md/dev-$member/offset))) /dev/$member $sector \
			/dev/md0 /tmp/array/photo
	done
done
want_that "files were asked for" [ $owned -ge 2 ]
load dm_snapshot
dmsetup create kept --table "0 8192 snapshot-origin $(dev virtio-blk)"
ours --whose-sector 100 "$(dev virtio-blk)"
want_out '^  use: .*dm-[0-9]+ maps its sectors by dm-snapshot-origin$'
umount /tmp/turned /tmp/array
dmsetup remove turned
dmsetup remove secret
dmsetup remove kept
