#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs the parts of a check one after the other, and adds up what they counted.
# Usage: check.sh NAME MAKE TARGET...
set -u
name=$1 make=$2
shift 2
passed=0 failed=0
log=$(mktemp)
trap 'rm -f "$log" "$log.status"' EXIT

for target; do
	echo "== $target"
	{
		# shellcheck disable=SC2086 # make and its options
		$make --no-print-directory "$target" 2>&1
		echo $? >"$log.status"
	} | tee "$log"
	# "N passed, N failed", and the line of the unit tests' runner
	counts=$(awk '
		/^[0-9]+ passed, [0-9]+ failed/ { passed += $1; failed += $3 }
		/: Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+$/ {
			gsub(",", "")
			passed += $3 - $5 - $7
			failed += $5 + $7
		}
		END { print passed + 0, failed + 0 }' "$log")
	passed=$((passed + ${counts% *}))
	failed=$((failed + ${counts#* }))
	if [ "$(cat "$log.status")" != 0 ]; then
		echo "== $target failed"
		[ "${counts#* }" -gt 0 ] || failed=$((failed + 1))
	fi
done
echo "$name: $passed passed, $failed failed"
[ "$failed" = 0 ]
