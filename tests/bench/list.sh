#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Count the system calls on a machine with many drives (calls.c): for each drive of --list, whose
# children ask the drives, and of --conf; for each minute of --conf --serve, with its memory. The
# bounds are the present figures, for --serve the agreed figures. Usage: list.sh HDPARM RUNNER SHIM
# CALLS
set -u
hdparm=$1 runner=$2 shim=$3 calls=$(realpath "$4") drives=240
mkdir -p build/bench
work=$(mktemp -d build/bench/list.XXXXXX) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
passed=0 failed=0

set --
for first in a b c d e f g h i j; do
	for second in a b c d e f g h i j k l m n o p q r s t u v w x; do
		set -- "$@" "sd$first$second sat id=hdd"
	done
done

# counted COMMAND...: set own and childrens to ten times the calls for each drive. FAKE_FAIL_ALLOC
# makes the runner load the library.
counted() {
	head -c 32 /dev/zero >"$work/calls"
	FAKE_FAIL_ALLOC=0 CALLS=$PWD/$work/calls "$runner" -x -a "$calls" -b "$hdparm" -s "$shim" "$@" >"$work/out" ||
		return
	grep -q '^?0$' "$work/out" || { tail -n 5 "$work/out"; return; }
	# shellcheck disable=SC2046 # four numbers
	set -- $(od -An -t u8 "$work/calls")
	all=$1 own=$(($1 * 10 / drives)) childrens=$(($2 * 10 / drives)) heap=$3 anonymous=$4
}

# check TEXT TENTHS BOUND
check() {
	if [ "$2" -gt 0 ] && [ "$2" -le $(($3 * 10)) ]; then
		passed=$((passed + 1)) verdict=ok
	else
		failed=$((failed + 1)) verdict=FAILED
	fi
	echo "$1: $(($2 / 10)).$(($2 % 10)) system calls a drive (<= $3) $verdict"
}

own=0 childrens=0
printf 'rotational {\n\tapm = 127\n\tspindown_time = 120\n}\n' >"$work/conf"
counted "$@" -- "--conf=$PWD/$work/conf"
check '--conf, both processes' $((own + childrens)) 50
own=0 childrens=0
counted "$@" -- --list
check '--list, parent' $own 20
check '--list, child' $childrens 45
list_own=$own list_childrens=$childrens

# 60 drives with two partitions each, 10 of them in use: from the second hour to the sixth
set --
for first in a b c d e f; do
	for second in a b c d e f g h i j; do
		use=
		[ "$second" != a ] || use=at=1000+60000:read:812:4096:cat
		set -- "$@" "sd$first$second sat id=hdd $use" "sd$first${second}1 part-of=sd$first$second start=2048" \
			"sd$first${second}2 part-of=sd$first$second start=4096"
	done
done
printf 'rotational {\n\tidle_standby = 20min\n}\n' >"$work/conf"
served() {
	counted "$@" -- "--conf=$PWD/$work/conf" --serve
}
all=0 heap=0 anonymous=0
served "$@" "sdz sat id=ssd signal=7200000:term"
two=$all all=0
served "$@" "sdz sat id=ssd signal=21600000:term"
minute=$(((all - two) * 10 / 240))
if [ "$two" -gt 0 ] && [ "$minute" -gt 0 ] && [ "$minute" -le 300 ]; then
	passed=$((passed + 1)) verdict=ok
else
	failed=$((failed + 1)) verdict=FAILED
fi
echo "--conf --serve, 60 drives: $((minute / 10)).$((minute % 10)) system calls a minute (<= 30) $verdict"
if [ "$heap" -gt 0 ] && [ "$heap" -le 1048576 ]; then
	passed=$((passed + 1)) verdict=ok
else
	failed=$((failed + 1)) verdict=FAILED
fi
echo "--conf --serve, 60 drives: $((heap / 1024)) KiB of memory by malloc (<= 1024) $verdict"
# Its own resident pages: stack, heap, relocated data. All other pages belong to its file, or to
# libc's, which all programs share.
if [ "$anonymous" -gt 0 ] && [ "$anonymous" -le $((700 * 1024)) ]; then
	passed=$((passed + 1)) verdict=ok
else
	failed=$((failed + 1)) verdict=FAILED
fi
echo "--conf --serve, 60 drives: $((anonymous / 1024)) KiB resident that are no file's, with those of the test's libraries (<= 700) $verdict"
own=$list_own childrens=$list_childrens
echo "$passed passed, $failed failed (calls)"
echo "$((own / 10)).$((own % 10)) $((childrens / 10)).$((childrens % 10))"
[ "$failed" -eq 0 ]
