#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# System calls on a machine with many drives, per drive, as calls.c counts them: of --list, whose
# children ask the drives, and of --conf. The bounds are what is reached.
# Usage: list.sh HDPARM RUNNER SHIM CALLS
set -u
hdparm=$1 runner=$2 shim=$3 calls=$4 drives=240
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

# counted COMMAND...: sets own and childrens, ten times the calls a drive. FAKE_FAIL_ALLOC makes the
# runner load the library.
counted() {
	head -c 16 /dev/zero >"$work/calls"
	FAKE_FAIL_ALLOC=0 CALLS=$PWD/$work/calls "$runner" -x -a "$calls" -b "$hdparm" -s "$shim" "$@" >"$work/out" ||
		return
	grep -q '^?0$' "$work/out" || { tail -n 5 "$work/out"; return; }
	# shellcheck disable=SC2046 # two numbers
	set -- $(od -An -t u8 "$work/calls")
	own=$(($1 * 10 / drives)) childrens=$(($2 * 10 / drives))
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
check '--conf, both processes' $((own + childrens)) 57
own=0 childrens=0
counted "$@" -- --list
check '--list, parent' $own 20
check '--list, child' $childrens 45
echo "$passed passed, $failed failed (calls)"
echo "$((own / 10)).$((own % 10)) $((childrens / 10)).$((childrens % 10))"
[ "$failed" -eq 0 ]
