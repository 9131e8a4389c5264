# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2154,SC2034 # variables shared with lib.sh
# The fake drive behind a real kernel: target_core_user gives its commands to /vm/tcmu, tcm_loop
# makes a SCSI disk of it, and our program meets it through the kernel's SG_IO, sd and sense paths.
load sg
load sd_mod
mkdir -p /etc/target
load target_core_mod
mount -t configfs config /sys/kernel/config
load target_core_user
load tcm_loop
target=/sys/kernel/config/target
mkfifo /tmp/control
server=

# drive DEVICE-LINE: plugs in a drive as described, in place of the one before, as $disk.
drive()
{
	remove_drive
	mkdir -p $target/core/user_0/fake
	echo "dev_size=$((4 << 20)),hw_block_size=512,dev_config=fake/drive,async=0" \
		>$target/core/user_0/fake/control
	echo 1 >$target/core/user_0/fake/enable
	while [ ! -e /dev/uio0 ]; do usleep 50000; done
	/vm/tcmu /dev/uio0 /tmp/control /tmp/drive.log "$*" 2>/tmp/drive.err &
	server=$!
	usleep 200000
	mkdir -p $target/loopback/naa.5001405000000001/tpgt_1/lun/lun_0
	echo naa.5001405000000002 >$target/loopback/naa.5001405000000001/tpgt_1/nexus
	ln -s $target/core/user_0/fake $target/loopback/naa.5001405000000001/tpgt_1/lun/lun_0/port
	tries=0
	disk=
	while [ -z "$disk" ] && [ $tries -lt 100 ]; do
		usleep 100000
		tries=$((tries + 1))
		for found in /sys/block/sd*; do
			[ -e "$found/size" ] && disk=/dev/${found##*/}
		done
	done
	settle
	topic "drive $*"
	command="(setup)"
	cp /tmp/drive.err /tmp/err
	: >/tmp/out
	want_that "becomes a disk" [ -b "$disk" ]
}

remove_drive()
{
	[ -n "$server" ] || return 0
	port=$target/loopback/naa.5001405000000001/tpgt_1
	rm $port/lun/lun_0/port
	rmdir $port/lun/lun_0 $port $target/loopback/naa.5001405000000001
	rmdir $target/core/user_0/fake
	kill "$server" 2>/dev/null # it ends by itself when its device goes
	wait "$server" 2>/dev/null
	server=
	settle
}

change()
{
	echo "sda $*" >/tmp/control
	usleep 100000
}

# compare NAME SESSION DEVICE-LINE: a session with both programs on such a drive.
compare()
{
	compare_name=$1
	compare_session=$2
	shift 2
	drive "$@"
	[ -n "$disk" ] || return 0
	name "$compare_name" "$disk"
	drive_log=/tmp/drive.log
	on=$compare_name
	session "$compare_session"
	drive_log=
}

# stories DEVICE-LINE: the dangerous half from start to end, as a user goes through it, our program
# alone: what it says, what reached the drive, what a power cycle leaves.
stories()
{
	drive "$@"
	[ -n "$disk" ] || return 0
	yes=--yes-i-know-what-i-am-doing
	destroy=--please-destroy-my-drive

	topic "$*: a password is set, locks after a power cycle, unlocks, and goes"
	ours --security-set-pass abc "$disk"
	want_status 0
	reached 'SECURITY SET PASSWORD'
	want_no_out abc
	ours -I "$disk"
	want_out '^	*enabled$'
	change power-cycle
	ours -I "$disk"
	want_out '^	*locked$'
	ours --security-unlock wrong "$disk"
	want_status 5
	want_err '--security-unlock: '
	ours --read-sector 5 "$disk"
	want_status 5
	want_no_out succeeded
	ours --security-unlock abc "$disk"
	want_status 0
	ours --read-sector 5 "$disk"
	want_status 0
	want_out 'reading sector 5: succeeded'
	ours --security-disable abc "$disk"
	want_status 0
	ours -I "$disk"
	want_out 'not	enabled'

	topic "$*: a frozen drive takes no password until its power was away"
	ours --security-freeze "$disk"
	want_status 0
	ours -I "$disk"
	want_out '^		frozen$'
	ours --security-set-pass abc "$disk"
	want_that "a failure" [ "$status" != 0 ]
	change power-cycle
	ours -I "$disk"
	want_out '^	not	frozen$'

	topic "$*: secure erase"
	ours --security-set-pass abc "$disk"
	want_status 0
	ours --security-erase wrong "$disk"
	want_status 5
	ours --security-erase abc "$disk"
	want_status 0
	reached 'SECURITY ERASE UNIT'
	ours -I "$disk"
	want_out 'not	enabled'

	topic "$*: the host protected area"
	ours -N "$disk"
	want_status 0
	want_out 'HPA is disabled'
	sectors=$(sed -n 's/.*max sectors *= \([0-9]*\)\/.*/\1/p' /tmp/out)
	ours -N1000000 "$disk"
	want_status 1
	ours $yes -N1000000 "$disk"
	want_status 0
	want_out "max sectors   = 1000000/$sectors, HPA is enabled"
	change power-cycle
	ours -N "$disk"
	want_out "max sectors   = $sectors/$sectors, HPA is disabled"

	topic "$*: sectors"
	ours $yes --write-sector 7 "$disk"
	want_status 0
	want_out 'succeeded'
	ours --read-sector 99999999999 "$disk"
	want_that "a failure" [ "$status" != 0 ]
	want_no_out succeeded
	change 'fault cmd=24 unc'
	change 'fault cmd=20 unc'
	ours --read-sector 8 "$disk"
	want_status 5
	want_no_out succeeded

	topic "$*: refusals of the drive are failures"
	for command in b1 92 b4; do
		change "fault cmd=$command abrt"
	done
	ours --dco-freeze "$disk"
	want_status 5
	ours --dco-identify "$disk"
	want_status 5
	want_no_out 'Real max sectors'
	dd if=/dev/zero of=/tmp/firmware bs=1024 count=64 2>/dev/null
	ours $yes $destroy --fwdownload /tmp/firmware "$disk"
	want_that "a failure" [ "$status" != 0 ]
	want_no_out Done
}

stories sda sat id=hdd
stories sda sat id=hdd sense=desc

drive sda sat id=hdd
topic "device configuration overlay"
ours --dco-identify "$disk"
want_status 0
want_out 'Real max sectors: [0-9]{6}'
ours --dco-freeze "$disk"
want_status 0
reached 'DEVICE CONFIGURATION FREEZE'
ours --yes-i-know-what-i-am-doing --dco-restore "$disk"
want_status 5

drive sda sat id=ssd w59=f101
topic "sanitize"
ours --sanitize-status "$disk"
want_status 0
want_out 'SD0 Sanitize Idle'
ours --yes-i-know-what-i-am-doing --sanitize-block-erase "$disk"
want_status 0
reached 'SANITIZE|BLOCK ERASE'
drive sda sat id=ssd firmware=128
topic "trim"
ours --please-destroy-my-drive --trim-sector-ranges 8:8 "$disk"
want_status 0
reached 'DATA SET MANAGEMENT'
topic "firmware"
ours --yes-i-know-what-i-am-doing --please-destroy-my-drive --fwdownload /tmp/firmware "$disk"
want_status 0
want_out Done
reached 'DOWNLOAD MICROCODE'

compare sat fake sda sat
compare ssd fake sda sat id=ssd
compare descriptor sense sda usbsat sense=desc
compare fixed sense sda sassat sense=fixed
remove_drive
