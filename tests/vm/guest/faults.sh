# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2154,SC2034 # variables shared with lib.sh
# The kernel's reports of a drive that fails, is slow, disappears or does not exist: message,
# status, no hang, and no figure that was not measured. Only our program.
load sg
load sd_mod
load ahci
load virtio_scsi
load xhci_pci
load usb_storage delay_use=0
load virtio_blk
load loop max_loop=60
load dm_mod
load scsi_debug dev_size_mb=64 delay=0 medium_error_start=2048 # 1 MiB: every -t gets so far
name ata "$(disk_with device/model VM-ATA)"
name gone "$(disk_with device/model VM-GONE)"
name hot "$(disk_with device/model HOT-DISK1)"
name hot2 "$(disk_with device/model HOT-DISK2)"
wait_for device/vendor QEMU
name stick "$(disk_with device/vendor QEMU)"
name readonly /dev/vda
name debug "$(disk_with device/model scsi_debug)"
ata=$(dev ata)
debug=$(dev debug)
options=/sys/bus/pseudo/drivers/scsi_debug

# Wait until the disk has been read from, a little more.
when_read()
{
	counts=/sys/block/${1#/dev/}/stat
	was=$(cat "$counts")
	while [ "$(cat "$counts")" = "$was" ]; do usleep 50000; done
	usleep 500000
}

topic "a sound disk"
ours -t "$debug"
want_status 0
want_out 'Timing buffered disk reads: .*B/sec'

topic "medium error in the middle of -t"
echo 2 >$options/opts
ours -t "$debug"
want_status 5
want_err "^hdparm: $debug: -t: .*Input/output error"
want_no_out '= .*B/sec'
echo 0 >$options/opts

topic "busy disk"
echo 0x8000 >$options/opts
echo 3 >$options/every_nth
ours -t "$debug"
want_status 0
want_out '= .*B/sec'
echo 0 >$options/every_nth
echo 0 >$options/opts

topic "a disk that takes no command for six seconds"
echo 0x8000 >$options/opts
echo 1 >$options/every_nth
(sleep 6; echo 0 >$options/every_nth; echo 0 >$options/opts) &
ours -t "$debug"
wait
note "busy: status $status after $took s: $(cat /tmp/out)"
want_status 0
want_out '= .*B/sec'
want_within 30

topic "commands that time out"
echo 2 >"/sys/block/${debug#/dev/}/device/timeout"
echo 2 >"/sys/block/${debug#/dev/}/device/eh_timeout"
echo 4 >$options/opts
echo 1 >$options/every_nth
ours -t "$debug"
note "-t: status $status after $took s: $(cat /tmp/err)"
want_status 5
want_err "^hdparm: $debug: -t: "
want_no_out '= .*B/sec'
want_within 55
echo 0 >$options/every_nth
echo running >"/sys/block/${debug#/dev/}/device/state"
echo -1 >$options/every_nth
LIMIT=150 ours -y "$debug" # START STOP UNIT may take a minute; then the kernel resets
want_status 5 110
want_err "^hdparm: $debug: -y: "
want_within 120
ours -C "$debug"
want_out 'drive state is:  unknown'
want_within 50
echo 0 >$options/every_nth
echo 0 >$options/opts
echo running >"/sys/block/${debug#/dev/}/device/state"
ours -g "$debug"
want_status 0
ours -t "$debug"
want_status 0

topic "60 sound disks and one that hangs, at a glance"
truncate -s 1M /tmp/small
seq 0 59 | while read -r i; do losetup "/dev/loop$i" /tmp/small; done
echo 4 >$options/opts
echo 1 >$options/every_nth
ours --list /dev/loop[0-9]* "$debug"
note "list: status $status after $took s: $(cat /tmp/err)"
echo 0 >$options/every_nth
echo 0 >$options/opts
echo running >"/sys/block/${debug#/dev/}/device/state"
want_that "a heading and a line each" [ "$(wc -l </tmp/out)" = 62 ]
want_that "all sound ones with their size" [ "$(grep -c '^loop[0-9]*	.*	1048576	' /tmp/out)" = 60 ]
want_out "^${debug#/dev/}	.*	no answer	"
want_within 55
seq 0 59 | while read -r i; do losetup -d "/dev/loop$i"; done

topic "dm-error"
truncate -s 32M /tmp/disk
losetup /dev/loop0 /tmp/disk
printf '0 2048 linear /dev/loop0 0\n2048 63488 error\n' | dmsetup create half
printf '0 16384 linear /dev/loop0 0\n16384 49152 error\n' | dmsetup create late
dmsetup create bad --table '0 65536 error'
dmsetup mknodes
ours -t /dev/mapper/half
want_status 5
want_err 'hdparm: /dev/mapper/half: -t: .*Input/output error'
want_no_out '= .*B/sec'
ours -T /dev/mapper/late
want_status 0
want_out 'Timing cached reads: .*/sec'
ours -tT /dev/mapper/bad
want_status 5
want_no_out '= .*B/sec'
ours --read-sector 5 /dev/mapper/bad
want_status 5
want_no_out succeeded

# The end of the data is not such a failure.
gone_words='byte offset [0-9]+: (the device has gone: No such device|Input/output error)'
topic "a disk unplugged in the middle of -t"
(when_read "$(dev hot)"; ask_host unplug hot) &
ours -t "$(dev hot)"
note "unplugged: status $status after $took s: $(cat /tmp/err)"
want_status 5 19
want_err "^hdparm: $(dev hot): -t: .*$gone_words\$"
want_no_out '= .*B/sec'
want_within 30
wait
ours -C "$(dev hot)"
want_status 2

topic "the same, as JSON"
(when_read "$(dev hot2)"; ask_host unplug hot2) &
ours --json -t "$(dev hot2)"
want_status 5 19
want_no_out mebibytes_per_second
want_that "one error" [ "$(grep -c '^          "option": ' /tmp/out)" = 1 ]
want_out '^          "option": "-t",$'
want_out "^          \"message\": \"read of [0-9]* bytes at .*$gone_words\",*\$"
want_out "^  \"exit_status\": $status\$"
want_within 30
wait

topic "a USB disk unplugged in the middle of -t, another device after it"
(when_read "$(dev stick)"; ask_host unplug stick) &
ours -t "$(dev stick)" "$ata"
note "unplugged: status $status after $took s: $(cat /tmp/err)"
want_status 5 19
want_err "^hdparm: $(dev stick): -t: .*$gone_words\$"
want_that "the other one is measured" [ "$(grep -c '= .*B/sec' /tmp/out)" = 1 ]
want_within 40
wait

topic "a SATA disk taken from the kernel in the middle of -t"
gone=$(dev gone)
(when_read "$gone"; echo 1 >"/sys/block/${gone#/dev/}/device/delete") &
ours -t "$gone"
note "deleted: status $status after $took s: $(cat /tmp/err)"
want_status 19
want_err 'byte offset [0-9]+: the device has gone: No such device$'
want_no_out '= .*B/sec'
want_within 30
wait

topic "a read-only device"
ours -r "$(dev readonly)"
want_out 'readonly      =  1 \(on\)'
ours -r0 "$(dev readonly)"
note "-r0: status $status: $(tail -n 1 /tmp/out) $(cat /tmp/err)"
want_no_out 'readonly      =  0'
ours -t "$(dev readonly)"
want_status 0
blockdev --setro "$ata"
ours --yes-i-know-what-i-am-doing --write-sector 5 "$ata"
note "--write-sector: status $status: $(cat /tmp/err)"
blockdev --setrw "$ata"
ours --please-destroy-my-drive --trim-sector-ranges 0:8 "$(dev readonly)"
want_status 1
want_err 'BLKDISCARD of 0:8 failed: .*the device is read-only'

as_nobody()
{
	command="(as nobody) hdparm $*"
	su nobody -c "timeout -s KILL 30 $NEW $*" >/tmp/out 2>/tmp/err </dev/null
	status=$?
}

topic "no permission to open"
chmod 600 "$ata"
as_nobody -C "$ata"
want_status 13
want_err "^hdparm: $ata: .*Permission denied"

topic "an unprivileged user who may open"
chmod 666 "$ata"
as_nobody -g "$ata"
want_status 0
as_nobody -a "$ata"
want_status 0
as_nobody -C "$ata"
note "-C: status $status: $(cat /tmp/err)"
want_out 'drive state is:  unknown'
as_nobody -y "$ata"
want_status 1
want_err "^hdparm: $ata: -y: .*(Operation not permitted|Permission denied)"
as_nobody -W0 "$ata"
want_status 1
as_nobody -a512 "$ata"
want_status 13
as_nobody -I "$ata"
note "-I: status $status: $(cat /tmp/err)"
want_status 0
want_out '^ATA device'
want_err 'asking the drive is not permitted: this is what the kernel read'
as_nobody -t "$ata"
want_status 0
as_nobody --read-sector 5 "$ata"
want_status 1
want_no_out succeeded
as_nobody --yes-i-know-what-i-am-doing --write-sector 5 "$ata"
want_status 1
want_no_out succeeded
as_nobody --security-freeze "$ata"
want_status 1
as_nobody -z "$ata"
want_status 13
as_nobody -f "$ata"
want_status 13

topic "nodes without a driver, and other things that are no disks"
mknod /tmp/block b 240 7
mknod /tmp/char c 240 7
mkfifo /tmp/fifo
for node in /tmp/block /tmp/char; do
	ours -C $node
	want_status 6
	want_err "^hdparm: $node: No such device or address"
done
ours -C /tmp/missing
want_status 2
ours -tT /tmp
want_status 21
want_no_out '= .*B/sec'
ours -CI /tmp/fifo
want_within 5
ours -C /dev/null
want_out 'unknown'
ours -W0 /dev/null
want_status 25

topic "without sysfs"
cat >/tmp/nosys <<EOF
umount /sys
exec timeout -s KILL 30 $NEW "\$@"
EOF
command="(no /sys) hdparm -g -C -aW $ata"
unshare -m sh /tmp/nosys -g -C -aW "$ata" >/tmp/out 2>/tmp/err
status=$?
want_status 0
want_out 'sectors = 131072, start = 0'
want_out 'drive state is:  active/idle'
want_out 'write-caching =  1'
