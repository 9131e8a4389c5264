#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A configuration of 10,000 blocks takes well under a second, and a quarter of it about a quarter:
# no part of the way is quadratic. Usage: cost.sh HDPARM
set -eu
hdparm=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# blocks N: as many, for devices that exist (files do: no drive is needed) and others
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

# best of five, in milliseconds
time_of() {
	best=999999
	for _ in 1 2 3 4 5; do
		start=$(date +%s%N)
		"$hdparm" "--conf=$1" --dry-run >"$work/out"
		end=$(date +%s%N)
		took=$(((end - start) / 1000000))
		[ "$took" -ge "$best" ] || best=$took
	done
	echo "$best"
}
blocks 2500 >"$work/quarter"
blocks 10000 >"$work/whole"
quarter=$(time_of "$work/quarter")
whole=$(time_of "$work/whole")
lines=$(wc -l <"$work/out")
limit=900
[ -z "${ASAN_OPTIONS-}" ] || limit=9000
failed=0
fail() {
	echo "FAIL: $*"
	failed=$((failed + 1))
}
[ "$lines" = 5000 ] || fail "$lines command lines, not 5000"
[ "$whole" -lt "$limit" ] || fail "10,000 blocks took $whole ms"
# four times and a half is linear enough; under 20 ms the clock decides
[ "$whole" -lt $((9 * quarter / 2 + 60)) ] ||
	fail "$quarter ms for a quarter, $whole ms for the whole"
echo "2,500 blocks $quarter ms, 10,000 blocks $whole ms"
echo "$((3 - failed)) passed, $failed failed (cost of --conf)"
[ "$failed" = 0 ]
