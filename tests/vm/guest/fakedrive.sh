# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2154,SC2034 # variables shared with lib.sh
# The fake drive behind a real kernel: target_core_user passes commands to /vm/tcmu, tcm_loop makes
# a SCSI disk of it, and our program uses the kernel's SG_IO, sd and sense code.
load sg
load sd_mod
mkdir -p /etc/target
load target_core_mod
mount -t configfs config /sys/kernel/config
load target_core_user
load tcm_loop
target=/sys/kernel/config/target
port=$target/loopback/naa.5001405000000001/tpgt_1
mkfifo /tmp/control
server=
yes=--yes-i-know-what-i-am-doing
destroy=--please-destroy-my-drive
all_features="w59=f510 w105=0008 w169=0001 idle3=80 temp=35 \
log=2f:0=vm/sector-sizes.hex"

# drive DEVICE-LINE: plug in the described drive instead of the one before, as $disk
drive()
{
	remove_drive
	case " $* " in *" logical=4096 "*) block=4096 ;; *) block=512 ;; esac
	mkdir -p $target/core/user_0/fake
	echo "dev_size=$((4 << 20)),hw_block_size=$block,dev_config=fake/drive,async=0" \
		>$target/core/user_0/fake/control
	echo 1 >$target/core/user_0/fake/enable
	while [ ! -e /dev/uio0 ]; do usleep 50000; done
	: >/tmp/drive.log
	/vm/tcmu /dev/uio0 /tmp/control /tmp/drive.log "$*" 2>/tmp/drive.err &
	server=$!
	usleep 200000
	mkdir -p $port/lun/lun_0
	echo naa.5001405000000002 >$port/nexus
	ln -s $target/core/user_0/fake $port/lun/lun_0/port
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
	rm $port/lun/lun_0/port
	rmdir $port/lun/lun_0 $port $target/loopback/naa.5001405000000001
	rmdir $target/core/user_0/fake
	kill "$server" 2>/dev/null # it ends by itself when its device goes
	wait "$server" 2>/dev/null
	server=
	settle
}

# tell LINE: to the drive's server, and wait until it is done.
tell()
{
	: >/tmp/drive.log
	echo "$*" >/tmp/control
	tries=0
	until grep -q '^changed$' /tmp/drive.log; do
		if grep -qv '^changed$' /tmp/drive.log || [ $tries = 200 ]; then
			note "drive: $*: $(cat /tmp/drive.log)"
			echo "@fail drive: not understood: $*" >&3
			break
		fi
		tries=$((tries + 1))
		usleep 10000
	done
	: >/tmp/drive.log
}

change()
{
	tell "sda $*"
}

# A new one of the same description, and what is said besides.
fresh_drive()
{
	tell "again $1"
}

# What the drive got of the last "ours": the log is emptied before.
reached()
{
	if grep -Eq -- "$1" /tmp/drive.log; then verdict pass "reached: $1"; else
		verdict fail "reached: $1"; fi
}

not_reached()
{
	if grep -Eq -- "$1" /tmp/drive.log; then verdict fail "did not reach: $1"; else
		verdict pass "did not reach: $1"; fi
}
