#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The cost of a start: processor time beside 9.65's, the median of five ratios, each of 200 starts.
# Usage: start.sh HDPARM ORACLE
set -u
ours=$(realpath "$1") oracle=$(realpath "$2")
input=tests/data/identify/samsung-ssd-870-evo-2tb.hex
failed=0
TIMEFORMAT='%U %S'

starts() { # starts PROGRAM ARGUMENT: seconds of the user and of the kernel
	local i
	{ time for ((i = 0; i < 200; i++)); do "$1" "$2" <"$input" >/dev/null; done; } 2>&1
}

for argument in -V --Istdin; do
	ratio=$(for try in 1 2 3 4 5; do
		: "$try"
		echo "$(starts "$ours" "$argument") $(starts "$oracle" "$argument")"
	done | awk '{ print ($1 + $2) / ($3 + $4) }' | sort -n | sed -n 3p)
	echo "$argument: $ratio of 9.65's processor time (< 2)"
	awk -v ratio="$ratio" 'BEGIN { exit !(ratio < 2) }' || failed=$((failed + 1))
done
echo "$((2 - failed)) passed, $failed failed (start)"
[ "$failed" = 0 ]
