#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Instructions that --Istdin of one block executes, the whole process counted, as a ratio to 9.65's.
# Usage: identify.sh HDPARM ORACLE; needs valgrind.
set -u
ours=$1 oracle=$2
passed=0 failed=0

# count PROGRAM BLOCK
count() {
	valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" --Istdin <"$2" 2>&1 >/dev/null |
		awk '/Collected/ { print $NF }'
}

for name in wdc-wsh722880aln604 samsung-ssd-870-evo-2tb maxtor-6y080p0 wdc-ac22100h \
	plextor-dvd-rom-px-116a transcend-ts4gcf133; do
	block=tests/data/identify/$name.hex
	mine=$(count "$ours" "$block")
	theirs=$(count "$oracle" "$block")
	if [ -n "$mine" ] && [ -n "$theirs" ] && [ "$mine" -le "$theirs" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
	echo "${mine:-0} ${theirs:-0} $name" |
		awk '{ printf "--Istdin %-26s %7d of %7d instructions, ratio %.3f (bound: <= 1.0)\n",
			$3, $1, $2, $2 ? $1 / $2 : 0 }'
done
echo "$passed passed, $failed failed (instructions)"
[ "$failed" -eq 0 ]
