# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Shared by the guests' jobs. Descriptor 3 leads to the host's result file; its lines begin with "@"
# (records) or "|" (text of the record before).

OLD=/old/hdparm
NEW=/new/hdparm
LIMIT=60 # seconds for one command
mkdir -p /tmp/old /tmp/new # working folders of the two programs

note()
{
	echo "@note $(echo "$*" | tr '\n' '~')" >&3
}

open_channel()
{
	modprobe virtio_pci 2>/dev/null # built in if there are no modules
	modprobe virtio_console 2>/dev/null
	tries=0
	while [ $tries -lt 50 ] && ! grep -q results /sys/class/virtio-ports/*/name 2>/dev/null; do
		usleep 100000
		tries=$((tries + 1))
	done
	for name in /sys/class/virtio-ports/*/name; do
		case $(cat "$name") in
		results) results=/dev/$(basename "$(dirname "$name")") ;;
		host) host=/dev/$(basename "$(dirname "$name")") ;;
		esac
	done
	exec 3>"$results" 4<>"$host"
}

# Ask the host for something (see run.sh, serve) and wait until it is done.
ask_host()
{
	echo "$*" >&4
	read -r answer rest <&4
	[ "$answer" = ok ] || note "host: $*: $answer"
}

# Print how many lines of QEMU's trace match PATTERN.
traced()
{
	ask_host traced "$1"
	echo "$rest"
}

# Print how many lines since the last "mark" match.
mark()
{
	ask_host mark
}

since_mark()
{
	ask_host since "$1"
	echo "$rest"
}

# Print the changed sectors of a numbered image: "5:zeros 7:other".
written()
{
	ask_host written "$1"
	echo "$rest"
}

# Load a module and wait for its disks.
load()
{
	modprobe "$@" || note "modprobe $*: $?"
	settle
}

# Wait until the list of block devices has not changed for 0.3 s.
settle()
{
	before=
	while now=$(echo /sys/block/*) && [ "$now" != "$before" ]; do
		before=$now
		usleep 300000
	done
}

# "name LOGICAL NODE": session lists use LOGICAL, which does not depend on the order in which
# drivers found their disks.
name()
{
	if [ ! -e "$2" ]; then
		note "missing device: $1 ($2)"
		echo "@fail setup: $1" >&3
		return
	fi
	eval "dev_$(echo "$1" | tr - _)=$2"
	echo "@device $1 ${2#/dev/}" >&3
}

marker= # the disk that marks QEMU's trace

dev()
{
	eval "echo \"\${dev_$(echo "$1" | tr - _):-}\""
}

# The node of the disk whose sysfs attribute ATTRIBUTE (below /sys/block/X) holds TEXT.
disk_with()
{
	for disk in /sys/block/*; do
		if grep -q "$2" "$disk/$1" 2>/dev/null; then
			echo "/dev/${disk##*/}"
			return
		fi
	done
	echo "/dev/no-disk-with-$1-$2"
}

# Fails if a check names a function or a program that does not exist.
script_errors()
{
	if grep -E 'not found|not set|syntax error|bad substitution' /tmp/script.err >/tmp/script.bad; then
		sed 's/^/@fail the script: /' /tmp/script.bad >&3
	fi
}

# Complaints of the kernel are failures, whoever caused them: a warning with its trace, a task that
# hangs, a program that crashed.
kernel_log()
{
	topic "the kernel's log"
	dmesg >/tmp/dmesg
	if grep -E 'WARNING: |BUG: |Oops|blocked for more than|segfault at|general protection|traps: ' \
		/tmp/dmesg >/tmp/out; then
		command="dmesg"
		status=-
		took=-
		: >/tmp/err
		verdict fail "no complaint"
	else
		verdict pass "no complaint"
	fi
}

# Wait for such a disk, up to 10 s.
wait_for()
{
	tries=0
	while [ $tries -lt 40 ]; do
		case $(disk_with "$@") in /dev/no-disk*) usleep 250000 ;; *) return ;; esac
		tries=$((tries + 1))
	done
}

# The commands to a drive with a log, without IDENTIFY, which changes nothing.
drive_log=
log_record()
{
	{
		echo @ata
		sed '/ IDENTIFY DEVICE/d; s/^/|/' "$drive_log"
	} >&3
}

# both DEVICE-NAME STATE ARGS: run one case with both programs from the same start. Before each run
# the job's function fresh_drive, if there is one, renews the drive, and 9.65 runs the session's
# "before" line. The case's name has the other properties of the drive.
runs=0
before=
besides=
fresh=
both()
{
	node=$(dev "$1")
	[ -n "$node" ] || return 0 # its absence was reported already, or it belongs to another job
	echo "@case $1 $3${besides:+ ($besides)}" >&3
	for program in old new; do
		runs=$((runs + 1))
		[ -z "$fresh" ] || fresh_drive "$besides"
		# shellcheck disable=SC2086 # words
		[ -z "$before" ] || $OLD $before "$node" >/dev/null 2>&1 </dev/null
		[ -z "$drive_log" ] || : >"$drive_log"
		eval "RUN_STDIN=$input /vm/runner $program $runs $LIMIT $2 '$marker' $node $3"
		[ -z "$drive_log" ] || log_record
	done
}

# Run a session list. Lines: "on DEVICE..." (devices of the lines below), "state none|block|full"
# (read back after a run), "before ARGS" (an hdparm command line that restores the start; without
# ARGS: none), "drive WORDS" (properties of the fake drive at the start of each run; without WORDS:
# none), "stdin FILE" (without FILE: none), "limit SECONDS", "# comment". Any other line is a
# command line, in which @ is the device and @@ means no device.
session()
{
	state=none
	before=
	input=
	besides=
	while read -r word rest; do
		case $word in
		'' | '#'*) ;;
		on) on=$rest ;;
		state) state=$rest ;;
		before) before=$rest ;;
		drive) besides=$rest ;;
		stdin) input=$rest ;;
		limit) LIMIT=$rest ;;
		*)
			for device in $on; do
				both "$device" "$state" "$word${rest:+ $rest}"
			done ;;
		esac
	done <"/vm/sessions/$1"
	before=
	input=
}

# Make the files that the sessions name.
make_files()
{
	printf 'NEWFW1.0' >/vm/firmware
	dd if=/dev/zero bs=4088 count=1 2>/dev/null >>/vm/firmware
	printf '8:8\n4096:65535\n70000:1\n' >/vm/ranges
}

# Checks of hdparm 10 without 9.65: "ours ARGS" runs it ($input: its standard input; $terminal: a
# program that gives it a terminal), the other functions judge that run. The name of a check is the
# last "topic".
topic=
topic()
{
	topic=$*
}

input=
terminal=
command="(nothing yet)"
status=-
took=-
: >/tmp/out
: >/tmp/err
ours()
{
	command="hdparm $*"
	echo "@ours $*" >&3
	started=$(cut -d. -f1 /proc/uptime)
	timeout -s KILL "$LIMIT" ${terminal:+"$terminal"} $NEW "$@" >/tmp/out 2>/tmp/err <"${input:-/dev/null}"
	status=$?
	took=$(($(cut -d. -f1 /proc/uptime) - started))
}

# lock DEVICE, unlock: in between another process has the lock (flock(2)) of the device's node
lock()
{
	# udev has the lock for a moment
	tries=10
	while [ $tries -gt 0 ]; do
		/vm/locked "$1" 60 >/tmp/locked &
		lock_holder=$!
		usleep 300000
		grep -q locked /tmp/locked && return
		wait "$lock_holder"
		tries=$((tries - 1))
	done
	verdict fail "the lock of $1 is to be had"
}

unlock()
{
	kill "$lock_holder"
	wait "$lock_holder" 2>/dev/null
}

verdict()
{
	if [ "$1" = pass ]; then
		echo "@pass $topic: $2" >&3
		return
	fi
	{
		echo "@fail $topic: $2"
		echo "|command: $command"
		echo "|status $status after $took s; stdout:"
		sed 's/^/|/' /tmp/out
		echo "|stderr:"
		sed 's/^/|/' /tmp/err
		dmesg | tail -n 5 | sed 's/^/|kernel: /'
	} >&3
}

# want_status STATUS...: one of them
want_status()
{
	for wanted; do
		[ "$status" != "$wanted" ] || break
	done
	if [ "$status" = "$wanted" ]; then verdict pass "status $*"; else verdict fail "status $*, not $status"; fi
}

want_out()
{
	if grep -Eq -- "$1" /tmp/out; then verdict pass "stdout $1"; else verdict fail "stdout $1"; fi
}

want_err()
{
	if grep -Eq -- "$1" /tmp/err; then verdict pass "stderr $1"; else verdict fail "stderr $1"; fi
}

want_no_out()
{
	if grep -Eq -- "$1" /tmp/out; then verdict fail "no stdout $1"; else verdict pass "no stdout $1"; fi
}

want_no_err()
{
	if [ -s /tmp/err ]; then verdict fail "no stderr"; else verdict pass "no stderr"; fi
}

want_no_sense()
{
	if grep -q '^SG_IO:' /tmp/err; then verdict fail "no complaint of sense data"; else
		verdict pass "no complaint of sense data"; fi
}

# The last run read sector LBA of a disk with numbered sectors, or zeros.
want_sector()
{
	if [ "$1" = zeros ]; then
		dd if=/dev/zero bs=512 count=1 2>/dev/null
	else
		printf '%-511s\n' "sector $1"
	fi | hexdump -v -e '16/1 "%02x" "\n"' >/tmp/expected
	sed '1,/^reading sector [0-9]*: succeeded$/d; s/ //g' /tmp/out >/tmp/data
	want_that "the data: $1" cmp /tmp/expected /tmp/data
}

want_within()
{
	if [ "$took" -le "$1" ]; then verdict pass "within $1 s"; else verdict fail "within $1 s"; fi
}

# want_that DESCRIPTION COMMAND...: any other condition.
want_that()
{
	what=$1
	shift
	if "$@" >/dev/null 2>&1; then verdict pass "$what"; else verdict fail "$what"; fi
}
