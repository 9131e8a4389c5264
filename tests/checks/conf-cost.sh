#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A configuration of 10,000 blocks takes well under a second, a quarter of it about a quarter: no
# step is quadratic. Usage: conf-cost.sh HDPARM; needs valgrind.
set -eu
hdparm=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# blocks N: print N blocks, for existing devices (files suffice) and others
mkdir "$work/dev"
blocks() {
	awk -v n="$1" -v folder="$work/dev" 'BEGIN {
		for (i = 0; i < n; i++)
			printf "%s/disk%d {\n\tapm = %d\n\tspindown_time=%d # %d\n}\n", folder, i, \
				i % 255, i % 252, i
	}'
}
i=0
while [ $i -lt 10000 ]; do
	echo "$work/dev/disk$i"
	i=$((i + 2))
done | xargs touch

# cost FILE: thousands of instructions, which do not depend on the machine's load
cost() {
	valgrind --tool=callgrind --callgrind-out-file=/dev/null "$hdparm" "--conf=$1" --dry-run \
		2>&1 >"$work/out" | awk '/Collected/ { print int($NF / 1000) }'
}
blocks 2500 >"$work/quarter"
blocks 10000 >"$work/whole"
quarter=$(cost "$work/quarter")
whole=$(cost "$work/whole")
lines=$(wc -l <"$work/out")
# a third of a second on a slow processor
limit=1000000
failed=0
fail() {
	echo "FAIL: $*"
	failed=$((failed + 1))
}
[ "$lines" = 5000 ] || fail "$lines command lines, not 5000"
[ "$whole" -lt "$limit" ] || fail "10,000 blocks took $whole thousand instructions"
[ "$whole" -lt $((9 * quarter / 2)) ] || fail "$quarter for a quarter, $whole for the whole"
echo "2,500 blocks $quarter, 10,000 blocks $whole thousand instructions (bound: $limit)"
echo "$((3 - failed)) passed, $failed failed (cost of --conf)"
[ "$failed" = 0 ]
