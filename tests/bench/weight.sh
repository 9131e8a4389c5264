#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What a start costs, as ratios to 9.65: instructions of the whole process (the fake drive's are in
# both), bytes of the stripped program, symbols that it imports. None of it depends on load. Over
# IDENTIFY data old and new we need no more instructions than 9.65; the other bounds are what is
# reached, and a twentieth; of the sizes a hundredth: they grow with what 9.65 lacks, NVMe, SAS,
# hdparm.conf, recordings, --why-awake.
# Usage: weight.sh HDPARM ORACLE RUNNER SHIM SMALL; needs valgrind and binutils.
set -u
ours=$(realpath "$1") oracle=$(realpath "$2") runner=$3 shim=$4 small=$5
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
passed=0 failed=0

# check TEXT OURS THEIRS BOUND
check() {
	if [ "${2:-0}" -gt 0 ] && [ "${3:-0}" -gt 0 ] &&
		awk -v a="$2" -v b="$3" -v bound="$4" 'BEGIN { exit !(a / b <= bound) }'; then
		passed=$((passed + 1)) verdict=ok
	else
		failed=$((failed + 1)) verdict=FAILED
	fi
	awk -v t="$1" -v a="${2:-0}" -v b="${3:-0}" -v bound="$4" -v v="$verdict" 'BEGIN {
		printf "%-51s %7d of %7d, ratio %.3f (<= %s) %s\n", t, a, b, b ? a / b : 0, bound, v
	}'
}

# counted PROGRAM COMMAND...: instructions of the program, which the command starts as $work/counted.
# The loader reads every variable of the environment: there is none but PATH.
counted() {
	cat >"$work/counted" <<-END
		#!/bin/sh
		exec valgrind --tool=callgrind --callgrind-out-file=/dev/null \\
			--log-file=$work/log $1 "\$@"
	END
	chmod +x "$work/counted"
	shift
	env -i PATH="$PATH" "$@" <"$input" >"$work/out" 2>&1 || return
	awk '/Collected/ { print $NF }' "$work/log"
}

# instructions BOUND TEXT COMMAND...
instructions() {
	bound=$1 text=$2
	shift 2
	a=$(counted "$ours" "$@") b=$(counted "$oracle" "$@")
	check "$text, instructions" "$a" "$b" "$bound"
	all_ours=$((all_ours + ${a:-0})) all_theirs=$((all_theirs + ${b:-0}))
}

stripped() {
	strip -o "$work/stripped" "$1" && wc -c <"$work/stripped"
}

imports() {
	nm -D --undefined-only "$1" | wc -l
}

all_ours=0 all_theirs=0
for name in wdc-wsh722880aln604 samsung-ssd-870-evo-2tb maxtor-6y080p0 wdc-ac22100h \
	plextor-dvd-rom-px-116a transcend-ts4gcf133; do
	input=tests/data/identify/$name.hex
	instructions 1.05 "--Istdin $name" "$work/counted" --Istdin
done
check '--Istdin, all six, instructions' "$all_ours" "$all_theirs" 1
input=/dev/null
instructions 1.31 '-V' "$work/counted" -V
instructions 1.09 '-W /dev/sda' "$runner" -x -b "$work/counted" -s "$shim" 'sda sat' -- -W /dev/sda
check 'stripped, bytes' "$(stripped "$ours")" "$(stripped "$oracle")" 3.65
check 'stripped with SMALL=1, bytes' "$(stripped "$small")" "$(stripped "$oracle")" 1.84
check 'symbols imported' "$(imports "$ours")" "$(imports "$oracle")" 1.33
echo "$passed passed, $failed failed (weight)"
[ "$failed" -eq 0 ]
