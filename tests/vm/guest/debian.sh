# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2154,SC2034 # variables shared with lib.sh
# A Debian guest: systemd, udev, a suspend and the rc scripts apply /etc/hdparm.conf.
NEW=/sbin/hdparm.real

# system DESCRIPTION: the next checks judge an act of the system, not of this script
system()
{
	command="($*)"
	status=0
	took=0
	cat /run/calls >/tmp/out
	: >/tmp/err
}

# commands to the drives in QEMU's trace: SET FEATURES write cache off; ATA PASS-THROUGH(16)
wcache_off='27 80 ef 82'
# wait_for SECONDS COMMAND...: wait until the command succeeds
wait_for()
{
	tries=$(($1 * 10))
	shift
	while ! "$@" >/dev/null 2>&1 && [ $tries -gt 0 ]; do
		usleep 100000
		tries=$((tries - 1))
	done
	[ $tries -gt 0 ]
}

# in sectors
read_ahead_is()
{
	[ "$(cat "/sys/block/${1#/dev/}/queue/read_ahead_kb")" = $(($2 / 2)) ]
}

# run COMMAND...: run any command, judged like our program
run()
{
	command="$*"
	started=$(cut -d. -f1 /proc/uptime)
	"$@" >/tmp/out 2>/tmp/err </dev/null
	status=$?
	took=$(($(cut -d. -f1 /proc/uptime) - started))
}

calls_for()
{
	grep -Ec -- "$1" /run/calls
}

called()
{
	grep -Eq -- "$1" /run/calls
}

called_more_often()
{
	[ "$(calls_for "$1")" -gt "$2" ]
}

# plug ID DEVICE-ARGUMENTS: plug in a disk; $new is its node after udev's work
plug()
{
	known=$(echo /sys/block/*)
	ask_host plug "$2"
	wait_for 20 sh -c "[ \"\$(echo /sys/block/*)\" != '$known' ]"
	for new in /sys/block/*; do
		case " $known " in
		*" $new "*) ;;
		*) break ;;
		esac
	done
	new=/dev/${new##*/}
	wait_for 5 udevadm info "$new"
	udevadm settle -t 60
	note "$1 is $new"
}

hdd=$(disk_with device/model VM-HDD)
other=$(disk_with device/model VM-OTHER)
udevadm settle -t 60
system at boot
topic "at boot, by systemd's unit"
want_that "the unit is active" systemctl is-active hdparm.service
want_that "called for each disk" called "^none --conf $hdd"
want_that "called for each disk" called "^none --conf $other"
topic "at boot, by udev's rule"
want_that "called for each disk" called "^add --conf $hdd"
want_that "called for each disk" called "^add --conf $other"
topic "at boot"
ours -aW "$hdd"
want_out 'readahead     = 512'
want_out 'write-caching =  0'
ours --command-timeout "$hdd"
want_out 'command_timeout = 180'
ours -aW "$other"
want_out 'readahead     = 256'
want_out 'write-caching =  1'
want_that "the command reached the drive" [ "$(traced "$wcache_off")" -ge 1 ]

topic "a disk plugged in"
plug hot '{"driver":"scsi-hd","bus":"vscsi.0","id":"hot","drive":"hot","vendor":"VM","product":"HOT","serial":"HOT1"}'
hot=$new
system plug
want_that "called once" [ "$(calls_for "^[a-z]* --conf $hot")" = 1 ]
want_that "called for its appearance" called "^add --conf $hot"
want_that "its name was there" [ -e /dev/disk/by-id/scsi-0VM_HOT_HOT1 ]
want_that "read-ahead is set" read_ahead_is "$hot" 1024
# it takes no ATA commands, which IDENTIFY DEVICE before IDLE shows: no timer; START STOP UNIT
want_that "its timer was asked for" [ "$(traced 'data= *0x85.*0xec')" -ge 1 ]
want_that "standby reached it" [ "$(traced 'data= *0x1b')" -ge 1 ]

topic "a disk plugged in that the file does not name"
passed_through=$(traced 'data= *0x85')
plug unnamed '{"driver":"scsi-hd","bus":"vscsi.0","id":"unnamed","drive":"unnamed","vendor":"VM","product":"UNNAMED","serial":"U1"}'
system plug
want_that "called once" [ "$(calls_for "^[a-z]* --conf $new\$")" = 1 ]
want_that "sent no command to it" [ "$(traced 'data= *0x85')" = "$passed_through" ]
want_that "not set" read_ahead_is "$new" 256

topic "a disk plugged in whose partition the file names by links"
plug parted '{"driver":"scsi-hd","bus":"vscsi.0","id":"parted","drive":"parted","vendor":"VM","product":"PARTED","serial":"P1"}'
system plug
want_that "its links are there" [ -e /dev/disk/by-uuid/11223344-5566-7788-99aa-bbccddeeff01 ]
want_that "its links are there" [ -e /dev/disk/by-partuuid/1234abcd-01 ]
want_that "called once for the disk" [ "$(calls_for "^[a-z]* --conf $new\$")" = 1 ]
want_that "called once for the partition" [ "$(calls_for "^add --conf --new-partition ${new}1\$")" = 1 ]
want_that "read-ahead is set" read_ahead_is "$new" 2048
want_that "the time limit is set" [ "$(cat "/sys/block/${new#/dev/}/device/timeout")" = 60 ]
ours --conf --new-partition "${new}1"
want_status 0
want_that "the same as before" read_ahead_is "$new" 2048

topic "-z while udev reads what was just written"
parted=$new
dd if="$parted" of=/tmp/table bs=512 count=1 2>/dev/null
busy=0
for try in 1 2 3 4 5 6 7 8; do
	dd if=/tmp/table of="$parted" bs=512 count=1 conv=notrunc 2>/dev/null
	"$NEW" -z "$parted" >/tmp/reread 2>&1 || busy=$((busy + 1))
done
udevadm settle -t 60
system "-z, 8 times"
want_that "never busy" [ "$busy" = 0 ]
want_that "the partition is there" [ -b "${parted}1" ]
want_that "still called once for it" [ "$(calls_for "^add --conf --new-partition ${parted}1\$")" = 1 ]

topic "a CD drive plugged in"
plug cd '{"driver":"scsi-cd","bus":"vscsi.0","id":"cd","vendor":"VM","product":"CD"}'
system plug
want_that "called for its appearance" called "^add --conf $new\$"
want_that "set" read_ahead_is "$new" 64
topic "a medium put into it"
echo 128 >"/sys/block/${new#/dev/}/queue/read_ahead_kb"
ask_host insert cd medium
wait_for 20 called "^change --conf $new\$"
udevadm settle -t 60
system insert
want_that "called for the change" called "^change --conf $new\$"
want_that "set again" wait_for 10 read_ahead_is "$new" 64

topic "what the file does not name costs nothing"
for node in "$other" /dev/nvme0n1 "$new"; do
	run /lib/hdparm/apply "$node"
	want_status 0
	want_within 10
	want_no_err
done
system at boot
want_that "udev called for the NVMe drive" called "^add --conf /dev/nvme0n1\$"
want_that "which is not set" read_ahead_is /dev/nvme0n1 256

disks="--conf ($hdd|$other|$hot)\$"
topic "a drive closed after writing is left as it is"
was=$(calls_for "$disks")
$NEW -qa256 "$hdd"
udevadm monitor --udev --subsystem-match=block >/tmp/monitor 2>&1 &
monitor=$!
sleep 1
dd if=/dev/zero of="$hdd" bs=4096 count=1 conv=notrunc 2>/dev/null
: >>"$hot"
# udev announces it by an event, a moment later
sleep 1
udevadm settle -t 60
kill "$monitor"
wait "$monitor"
udevadm trigger --action=change --settle --subsystem-match=block
udevadm settle -t 60
system dd, udevadm trigger
for node in "$hdd" "$hot"; do
	want_that "udev noticed for $node" grep -q "^UDEV .* change .*/${node#/dev/} " /tmp/monitor
done
want_that "nothing was called" [ "$(calls_for "$disks")" = "$was" ]
want_that "nothing was set" read_ahead_is "$hdd" 256

topic "setting a drive calls for no further setting"
was=$(calls_for "$disks")
udevadm trigger --action=add --settle "$hdd"
sleep 2
udevadm settle -t 60
system udevadm trigger
want_that "called once" [ "$(calls_for "$disks")" = $((was + 1)) ]
want_that "set" read_ahead_is "$hdd" 512

topic "nohdparm on the kernel's command line"
was=$(calls_for "$disks")
$NEW -qa256 "$hdd"
sed 's/$/ nohdparm/' /proc/cmdline >/tmp/cmdline
mount --bind /tmp/cmdline /proc/cmdline
udevadm trigger --action=add --settle "$hdd"
run /lib/hdparm/apply
want_status 0
umount /proc/cmdline
system udevadm trigger
want_that "nothing was called" [ "$(calls_for "$disks")" = "$was" ]
want_that "nothing was set" read_ahead_is "$hdd" 256

topic "disks that go away"
ask_host unplug hot
wait_for 20 sh -c "[ ! -e $hot ]"
run /lib/hdparm/apply
want_status 0
want_no_err

# by_script NAME COMMAND...: the rc script sets again what a command has changed
by_script()
{
	topic "$1"
	shift
	$NEW -qW1 -qa256 "$hdd"
	run "$@"
	want_status 0
	ours -aW "$hdd"
	want_out 'readahead     = 512'
	want_out 'write-caching =  0'
}
by_script "sysv's script" /vm/rc/sysv start
for state in started starting stopped stopping inactive wasinactive failed hotplugged daemons \
	options exclusive scheduled tmp; do
	mkdir -p /run/openrc/$state
done
touch /run/openrc/softlevel /etc/insserv.conf
mkdir -p /etc/conf.d
echo "${other#/dev/}_args='-q -a 64'" >/etc/conf.d/hdparm
by_script "OpenRC's script" rc-service --nodeps hdparm start
want_that "conf.d's options are given" read_ahead_is "$other" 64
run rc-service --nodeps hdparm status
want_status 0
want_out started
by_script "systemd's unit, reloaded" systemctl reload hdparm.service

topic "a suspend"
$NEW -qW1 -qa256 "$hdd"
sent=$(traced "$wcache_off")
stopped=$(traced '27 80 e0')
# suspend without the firmware's part, from which this machine does not resume
echo devices >/sys/power/pm_test
run systemctl start systemd-suspend.service
want_status 0
want_that "the drives slept" [ "$(traced '27 80 e0')" -gt "$stopped" ]
want_that "the suspend succeeded" [ "$(cat /sys/power/suspend_stats/success)" = 1 ]
want_that "the command reached the drive once more" [ "$(traced "$wcache_off")" = $((sent + 1)) ]
ours -aW "$hdd"
want_out 'readahead     = 512'
want_out 'write-caching =  0'

topic "a drive that is locked, as by an erase"
$NEW -qa256 "$hdd"
was=$(calls_for "$disks")
lock "$hdd"
run $NEW --conf "$hdd"
want_status 16
want_err 'locked'
want_that "not set" read_ahead_is "$hdd" 256
udevadm trigger --action=add "$hdd"
sleep 2
system udevadm trigger, while it is locked
want_that "udev calls nobody" [ "$(calls_for "$disks")" = "$was" ]
unlock
want_that "udev calls when the lock is free" wait_for 20 called_more_often "$disks" "$was"
udevadm settle -t 60
want_that "set" wait_for 10 read_ahead_is "$hdd" 512

topic "a drive that hangs"
load scsi_debug dev_size_mb=8
slow=$(disk_with device/model scsi_debug)
udevadm settle -t 60
printf 'command_line {\n\thdparm -q -t --direct %s\n}\n' "$slow" >>/etc/hdparm.conf
# every command is lost from now on
echo 4 >/sys/bus/pseudo/drivers/scsi_debug/opts
echo 1 >/sys/bus/pseudo/drivers/scsi_debug/every_nth
run /lib/hdparm/apply "$slow" "$hdd"
want_status 124
want_within 29
want_err "^hdparm: $slow: not set within 20 seconds"
want_that "its process waits for the drive still" grep -q "^State:	D" "/proc/$(pidof hdparm.real)/status"
echo 0 >/sys/bus/pseudo/drivers/scsi_debug/every_nth
topic "a program that hangs in udev's rule"
echo "$other" >/run/hang
udevadm trigger --action=add "$other"
run udevadm settle -t 60
want_status 0
want_within 35
