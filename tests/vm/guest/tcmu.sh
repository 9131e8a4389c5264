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

compare sat fake sda sat
compare ssd fake sda sat id=ssd
compare descriptor sense sda usbsat sense=desc
compare fixed sense sda sassat sense=fixed
remove_drive
