# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2154,SC2034,SC2086 # variables shared with lib.sh; words
# Drives that stay awake: --why-awake with the kernel's tracing and counts, --idle-standby with the
# kernel's counts on the fake drive, which keeps a log behind the kernel. Time is virtual, and fast
# (machines/awake).
# shellcheck source=/dev/null
. /vm/fakedrive.sh
make_files
PATH=$PATH:/usr/sbin:/usr/bin

# begin ARGUMENT...: run our program in the background; finish: wait for its end
begin()
{
	command="hdparm $*"
	echo "@ours $*" >&3
	$NEW "$@" >/tmp/out 2>/tmp/err &
	program=$!
	began=$(date +%s)
}

finish()
{
	wait "$program"
	status=$?
	took=$(($(date +%s) - began))
}

# until_line FILE PATTERN SECONDS
until_line()
{
	tries=0
	until grep -Eq -- "$2" "$1" || [ $tries = $(($3 * 5)) ]; do
		usleep 200000
		tries=$((tries + 1))
	done
}


topic "--why-awake, tracing"
mkdir -p /sys/kernel/tracing
mount -t tracefs tracefs /sys/kernel/tracing 2>/dev/null
load scsi_debug dev_size_mb=32
disk=$(disk_with device/model scsi_debug)
begin --why-awake=20 "$disk"
until_line /tmp/out '^Watching' 10
usleep 1500000
want_that "an instance is there" ls -d /sys/kernel/tracing/instances/hdparm-$program
dd if=$disk of=/dev/null bs=4k count=1 skip=100 iflag=direct 2>/dev/null
$OLD -C "$disk" >/dev/null 2>&1
finish
want_status 0
want_out " dd \(process [0-9]*\) reads 8 sectors from 800 of ${disk#/dev/} on"
want_out ' hdparm \(process [0-9]*\) sends a command'
want_out '^ [0-9]. dd \(process [0-9]*, which has ended\) reads 1 time$'
want_out '^ [0-9]. hdparm \(process [0-9]*, which has ended\) sends it commands that no counter shows'
want_that "the instance is removed" sh -c '! ls -d /sys/kernel/tracing/instances/hdparm-*'

topic "--why-awake, smartctl and a udisks poll"
begin --why-awake=20 "$disk"
until_line /tmp/out '^Watching' 10
usleep 1500000
smartctl -i "$disk" >/tmp/smartctl.out 2>&1
# udisksd needs D-Bus: another program with its name sends the command
cp $OLD /tmp/udisksd
/tmp/udisksd -C "$disk" >/dev/null 2>&1
finish
cat /tmp/smartctl.out >>/tmp/err
want_that "smartctl ran" grep -q '^Product: .*scsi_debug' /tmp/smartctl.out
want_out ' smartctl \(process [0-9]*\) sends a command$'
want_out '^ [0-9]. smartctl \(process [0-9]*, which has ended\) sends it commands that no counter shows'
want_out '^    find who starts it: .*smartctl -n standby'
want_out '^ [0-9]. udisksd \(process [0-9]*, which has ended\) sends it commands that no counter shows'
want_out '^    hdparm .* 9min .*; or systemctl mask --now udisks2, which ends automounting$'

topic "--why-awake, a file system"
mkfs.ext4 -q -F "$disk" >/dev/null 2>&1
load crc32c_generic
load ext4
mkdir -p /tmp/mnt
mount -t ext4 "$disk" /tmp/mnt
want_that "it is mounted" grep -q " /tmp/mnt " /proc/mounts
seq 10000 >/tmp/mnt/text
begin --why-awake=20 "$disk"
until_line /tmp/out '^Watching' 10
usleep 1500000
dd if=/dev/zero of=/tmp/mnt/file bs=4k count=4 2>/dev/null
sync
echo 3 >/proc/sys/vm/drop_caches
cat /tmp/mnt/text >/dev/null
finish
want_out "in use:  $disk is mounted on /tmp/mnt"
want_out ' dd \(process [0-9]*\) changes inode [0-9]*$'
want_out '^ [0-9]. dd \(process [0-9]*, which has ended\) .*changes files that are written later'
want_out 'find /tmp/mnt -xdev -inum [0-9]*$'
want_out '^ [0-9]. jbd2/[a-z0-9-]* \(process [0-9]*\) writes [0-9]+ times?: a thread of the kernel, for [a-z0-9]*; '"$disk is mounted on /tmp/mnt$"
want_out 'mount -o remount,noatime,commit=600 /tmp/mnt$'
want_out ' cat \(process [0-9]*\) reads [0-9]+ sectors from [0-9]* of '
want_out '^ [0-9]. cat \(process [0-9]*, which has ended\) .*reads [0-9]+ times?'
umount /tmp/mnt

topic "--why-awake, a signal"
begin --why-awake=1h "$disk"
until_line /tmp/out '^Watching' 10
usleep 1500000
kill "$program"
finish
want_status 0
want_within 20
want_out 'what keeps it awake'
want_that "the instance is removed" sh -c '! ls -d /sys/kernel/tracing/instances/hdparm-*'

topic "--why-awake=0"
ours --why-awake=0 "$disk"
want_status 0

topic "--why-awake, the drive goes"
begin --why-awake=1h "$disk"
until_line /tmp/out '^Watching' 10
usleep 1500000
echo 1 >"/sys/block/${disk#/dev/}/device/delete"
finish
want_status 19
want_within 20
want_out "$disk is gone$"
want_err "$disk: --why-awake: the drive went away at .*: No such device$"
want_that "the instance is removed" sh -c '! ls -d /sys/kernel/tracing/instances/hdparm-*'
rmmod scsi_debug 2>/dev/null

# Seconds to wait for a line, on a slow machine.
waits=150
drive sda sat id=hdd
printf '%s {\n\tidle_standby = 60\n}\n' "$disk" >/tmp/idle.conf
begin --conf=/tmp/idle.conf --serve
until_line /tmp/err 'spun down' $waits
cp /tmp/err /tmp/seen
topic "--conf --serve: nobody uses it"
want_err "$disk: spun down: not used for"
reached 'STANDBY IMMEDIATE'
reached 'CHECK POWER MODE'
: >/tmp/drive.log

topic "--conf --serve: a read"
dd if=$disk of=/dev/null bs=4k count=1 iflag=direct 2>/dev/null
until_line /tmp/err 'woken' $waits
want_err "$disk: woken after .*: [1-9][0-9]* reads, 0 writes"
until_line /tmp/drive.log 'STANDBY IMMEDIATE' $waits
reached 'STANDBY IMMEDIATE'
: >/tmp/drive.log

topic "--conf --serve: the drive goes"
remove_drive
until_line /tmp/err ': gone' $waits
want_err ': gone$'
kill "$program"
finish
want_status 0

topic "--idle-standby: what cannot be"
load scsi_debug dev_size_mb=32
disk=$(disk_with device/model scsi_debug)
echo 0 >"/sys/block/${disk#/dev/}/queue/iostats"
ours --idle-standby 60 "$disk"
want_status 22
want_err 'the kernel does not count|does not rotate'
rmmod scsi_debug 2>/dev/null

# Fake drives that keep their contents, and the times of their commands. plug N [KEY=VALUE...]: a
# drive, as $disk_N, with the log /tmp/log_N, at its own target
plug()
{
	port=$target/loopback/naa.500140500000001$1/tpgt_1
	mkdir -p $target/core/user_0/fake$1
	truncate -s 128M /tmp/image_$1
	echo "dev_size=$((128 << 20)),hw_block_size=512,dev_config=fake/drive$1,async=0" \
		>$target/core/user_0/fake$1/control
	echo 1 >$target/core/user_0/fake$1/enable
	tries=0
	until uio=$(grep -l "fake/drive$1" /sys/class/uio/uio*/name 2>/dev/null) || [ $tries = 100 ]; do
		tries=$((tries + 1))
		usleep 50000
	done
	uio=${uio%/name}
	[ -p /tmp/control_$1 ] || mkfifo /tmp/control_$1
	: >>/tmp/log_$1
	/vm/tcmu /dev/"${uio##*/}" /tmp/control_$1 /tmp/log_$1 \
		"sda sat id=hdd serial=SERIAL$1 sectors=262144${2:+ $2}" /tmp/image_$1 2>/tmp/drive.err &
	eval server_$1=$!
	usleep 200000
	before=" $(echo /sys/block/sd*) "
	mkdir -p $port/lun/lun_0
	echo naa.500140500000002$1 >$port/nexus
	ln -s $target/core/user_0/fake$1 $port/lun/lun_0/port
	settle
	for found in /sys/block/sd*; do
		case $before in *" $found "*) ;; *) eval disk_$1=/dev/"${found##*/}" ;; esac
	done
}

# unplug N: the drive, and its server, which ends by itself; in the end it is killed
unplug()
{
	port=$target/loopback/naa.500140500000001$1/tpgt_1
	rm $port/lun/lun_0/port
	rmdir $port/lun/lun_0 $port "${port%/*}" $target/core/user_0/fake$1
	eval ending=\$server_$1
	tries=0
	while kill -0 "$ending" 2>/dev/null && [ $tries -lt 40 ]; do
		usleep 50000
		tries=$((tries + 1))
	done
	kill -KILL "$ending" 2>/dev/null
	wait "$ending" 2>/dev/null
	settle
}

# stops N: how often drive N was spun down; last_stop N: when
stops()
{
	grep -c 'STANDBY IMMEDIATE' /tmp/log_$1
}

last_stop()
{
	awk '/STANDBY IMMEDIATE/ { at = $1 } END { print at + 0 }' /tmp/log_$1
}

# Seconds between those of both.
apart()
{
	between=$(($(last_stop 2) - $(last_stop 1)))
	echo "${between#-}"
}

# Seconds since the start of the machine, as in the logs.
now()
{
	cut -d. -f1 /proc/uptime
}

empty_logs()
{
	: >/tmp/log_1
	: >/tmp/log_2
}

read_from()
{
	dd if="$1" of=/dev/null bs=4k count=1 iflag=direct 2>/dev/null
}

# all_of CONDITION...: each as test(1) has it
all_of()
{
	for condition; do
		[ $condition ] || return 1
	done
}

end()
{
	kill "$program"
	finish
	want_status 0
}

topic "two drives"
command="(setup)"
plug 1 wwn=5000c500a1b2c301
plug 2 wwn=5000c500a1b2c302
want_that "there are two" all_of "-b $disk_1" "-b $disk_2" "$disk_1 != $disk_2"

topic "beside hd-idle: an hour"
name_2=${disk_2#/dev/}
hd-idle -d -i 0 -a "$name_2" -i 600 >/tmp/hd-idle.out 2>&1 &
other=$!
begin --idle-standby 10min "$disk_1"
started=$(now)
sleep 900
want_that "ours spins its drive down once, after 10 minutes" \
	all_of "$(stops 1) = 1" "$(($(last_stop 1) - started)) -ge 600" \
	"$(($(last_stop 1) - started)) -le 665"
want_that "so does hd-idle" all_of "$(stops 2) = 1" "$(($(last_stop 2) - started)) -ge 600"
read_from "$disk_1"
read_from "$disk_2"
sleep 900
want_that "after a read ours does again" [ "$(stops 1)" = 2 ]
want_that "so does hd-idle" [ "$(stops 2)" = 2 ]
sleep 1500
# as smartctl does: a command that the kernel does not count
for drive in "$disk_1" "$disk_2"; do
	$OLD --idle-immediate "$drive" >/dev/null
done
sleep 2700
want_that "after a command that woke it ours does again" [ "$(stops 1)" = 3 ]
want_that "hd-idle does not notice" [ "$(stops 2)" = 2 ]
note "ours: $(grep -c . /tmp/log_1) commands; hd-idle: $(grep -c . /tmp/log_2): $(
	grep -h 'STANDBY IMMEDIATE' /tmp/log_1 /tmp/log_2 | tr '\n' ';')"
want_err "$disk_1: is awake within .*a command woke it"
kill $other
cat /tmp/hd-idle.out >>/tmp/err
end

topic "md raid1: both, at once"
load raid1
mdadm --build /dev/md0 --run --quiet --assume-clean --level=1 --raid-devices=2 "$disk_1" "$disk_2"
read_from "$disk_1" # which slept
empty_logs
begin --idle-standby 2min "$disk_1" "$disk_2"
for time in 1 2 3 4 5; do
	sleep 60
	read_from "$disk_2"
done
want_that "while one is read neither is spun down" all_of "$(stops 1) = 0" "$(stops 2) = 0"
until_line /tmp/err "$disk_2: spun down" 600
want_that "then both are, at once" all_of "$(stops 1) = 1" "$(stops 2) = 1" "$(apart) -le 2"
end
mdadm --stop --quiet /dev/md0

topic "--why-awake, the thread of an md array"
mdadm --create /dev/md0 --run --quiet --assume-clean --metadata=1.2 --level=1 --raid-devices=2 \
	"$disk_1" "$disk_2"
mkfs.ext4 -q -F /dev/md0 >/dev/null 2>&1
mount -t ext4 /dev/md0 /tmp/mnt
want_that "it is mounted" grep -q " /tmp/mnt ext4 " /proc/mounts
begin --why-awake=30 "$disk_1"
until_line /tmp/out '^Watching' 10
sleep 2
dd if=/dev/zero of=/tmp/mnt/file bs=4k count=4 2>/dev/null
sync
finish
want_out 'md0_raid1 \(process [0-9]*\) .*: a thread of the kernel, for md0; /dev/md0 is mounted on /tmp/mnt$'
want_out '^    fuser -vm /tmp/mnt$'
want_no_out '/proc/[0-9]*/fd'
umount /tmp/mnt
mdadm --stop --quiet /dev/md0
mdadm --zero-superblock "$disk_1" "$disk_2"

topic "dm-crypt, as LUKS opens it, with ext4"
load dm_crypt
load xts
load ecb
echo "0 262144 crypt aes-xts-plain64 $(printf '%064d' 7) 0 $disk_1 0" | dmsetup create secret
secret=$(echo /dev/dm-*)
mkfs.ext4 -q -F "$secret" >/dev/null 2>&1
mount -t ext4 "$secret" /tmp/mnt
want_that "it is mounted" grep -q " /tmp/mnt ext4 " /proc/mounts
seq 1000 >/tmp/mnt/text
empty_logs
begin --idle-standby 2min "$disk_1"
until_line /tmp/err "$disk_1: spun down" 600
want_that "it is spun down under it" [ "$(stops 1)" = 1 ]
echo 3 >/proc/sys/vm/drop_caches
want_that "the file is read" [ "$(tail -n 1 /tmp/mnt/text)" = 1000 ]
until_line /tmp/err "$disk_1: woken" 300
want_err "$disk_1: woken after .*: [1-9][0-9]* reads, [0-9]* writes$"
end
umount /tmp/mnt
dmsetup remove secret

topic "btrfs raid1 that is mounted later: both, at once"
load btrfs
mkfs.btrfs -q -f -d raid1 -m raid1 "$disk_1" "$disk_2" >/tmp/mkfs.out 2>&1
empty_logs
begin --idle-standby 2min "$disk_1" "$disk_2"
sleep 30
mount -t btrfs -o "device=$disk_1,device=$disk_2" "$disk_1" /tmp/mnt
want_that "it is mounted" grep -q " /tmp/mnt btrfs " /proc/mounts
for time in 1 2 3 4 5; do
	sleep 60
	read_from "$disk_2"
done
want_that "while one is read neither is spun down" all_of "$(stops 1) = 0" "$(stops 2) = 0"
until_line /tmp/err "$disk_2: spun down" 600
want_that "then both are, at once" all_of "$(stops 1) = 1" "$(stops 2) = 1" "$(apart) -le 2"
end
umount /tmp/mnt

topic "a device that is deleted and scanned anew"
empty_logs
begin --idle-standby 2min "$disk_1"
until_line /tmp/err "$disk_1: spun down" 300
host=$(readlink -f "/sys/block/${disk_1#/dev/}/device" | sed 's/.*\/host\([0-9]*\)\/.*/\1/')
echo 1 >"/sys/block/${disk_1#/dev/}/device/delete"
until_line /tmp/err "$disk_1: gone" 300
want_err "$disk_1: gone"
echo "- - -" >"/sys/class/scsi_host/host$host/scan"
settle
want_that "it has its name again" [ -b "$disk_1" ]
sleep 300
want_that "it is spun down again" [ "$(stops 1)" = 2 ]
end
unplug 1
unplug 2

topic "a suspend"
load ahci
disk=$(disk_with device/model VM-HDD)
want_that "there is a disk" [ -b "$disk" ]
begin --idle-standby 10min "$disk"
sleep 120
# all of a suspend but the firmware's part, from which this machine does not resume: the kernel's
# clocks stand meanwhile, and go on by the RTC, whose seconds are whole
echo 3 >/sys/module/suspend/parameters/pm_test_delay
echo deep >/sys/power/mem_sleep
echo core >/sys/power/pm_test
echo mem >/sys/power/state
want_that "the suspend succeeded" [ "$(cat /sys/power/suspend_stats/success)" = 1 ]
until_line /tmp/err 'was suspended' 300
want_err 'hdparm: the machine was suspended for [1-9][0-9]* s: the times of the drives begin again'
end

# The last topics: while drives come and go, the programs that serve them cannot be frozen.
# after_a_round: sleep until a round of 60 s has just ended
after_a_round()
{
	sleep $((65 - ($(now) - started) % 60))
	left=$(now)
}

want_within_a_round()
{
	want_that "within a round" [ $(($(now) - left)) -lt 50 ]
}

wwn_3=wwn=5000c500a1b2c303
wwn_4=wwn=5000c500a1b2c304

topic "another drive has the name, and the first has it again within a round"
plug 3 $wwn_3
named=$disk_3
want_that "it is there" [ -b "$named" ]
begin --idle-standby 10min "$named"
started=$(now)
after_a_round
unplug 3
want_that "its name is free" [ ! -e "/sys/block/${named#/dev/}" ]
plug 4 $wwn_4
want_that "another drive has it" [ "$disk_4" = "$named" ]
unplug 4
plug 3 $wwn_3
want_that "the first has it again" [ "$disk_3" = "$named" ]
want_within_a_round
sleep 1200
want_that "it is spun down, once" [ "$(stops 3)" = 1 ]
want_err "$named: spun down"
want_that "no round found it gone" sh -c "! grep ': gone' /tmp/err"

topic "another drive takes the name within a round, and stays"
read_from "$named"
sleep 120
after_a_round
unplug 3
plug 4 $wwn_4
want_that "it has it" [ "$disk_4" = "$named" ]
for time in 1 2 3; do
	read_from "$named" # lower counts would show that it is another drive
done
want_within_a_round
sleep 1500
want_err "$named: left alone: another drive has this name now"
want_that "nothing was sent to it" [ ! -s /tmp/log_4 ]
want_that "no round found the name free" sh -c "! grep ': gone' /tmp/err"
unplug 4
plug 3 $wwn_3
sleep 120
read_from "$named"
sleep 1200
want_that "the first is spun down when it is back" all_of "$disk_3 = $named" "$(stops 3) = 2"

topic "another drive takes the name of one that is gone"
unplug 3
until_line /tmp/err "$named: gone" 300
want_err "$named: gone"
plug 4 $wwn_4
want_that "it has it" [ "$disk_4" = "$named" ]
sleep 900
want_that "it is left alone, which is said again" \
	[ "$(grep -c 'left alone: another drive has this name now' /tmp/err)" = 2 ]
want_that "nothing was sent to it" [ ! -s /tmp/log_4 ]
unplug 4
plug 3 $wwn_3
sleep 120
read_from "$named"
sleep 1200
want_that "the first is spun down when it is back" all_of "$disk_3 = $named" "$(stops 3) = 3"
end
unplug 3

topic "two drives of one model without names in sysfs swap their names within a round"
: >/tmp/log_3
plug 3
plug 4
named=$disk_3
other_name=$disk_4
mkdir -p /dev/disk/by-id
link=/dev/disk/by-id/ata-3 # udev would make it
ln -s "$named" $link
want_that "sysfs has no name of it" sh -c "! cat /sys/block/${named#/dev/}/device/wwid"
begin --idle-standby 10min $link "$other_name"
started=$(now)
after_a_round
unplug 3
unplug 4
rm $link
plug 4
plug 3
ln -s "$disk_3" $link
want_that "the names are swapped" all_of "$disk_3 = $other_name" "$disk_4 = $named"
want_within_a_round
sleep 1500
want_that "the link's drive is spun down, once" [ "$(stops 3)" = 1 ]
want_err "$link: spun down"
want_that "nothing was sent to the other one" [ ! -s /tmp/log_4 ]
want_err "$other_name: left alone: it may be another drive now, .* by its link in /dev/disk/by-id$"
end
note "$(cat /tmp/err)"
unplug 3
unplug 4
