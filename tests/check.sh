#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Run the parts of a check, two at a time since many of them wait; print the output of each part
# when it ends, and add up their counts. Usage: check.sh NAME MAKE TARGET...
set -u
name=$1
export CHECK_MAKE="$2"
shift 2
# in memory if possible: the checks make and remove thousands of small files
if [ -z "${TMPDIR-}" ] && [ -w /dev/shm ]; then
	export TMPDIR=/dev/shm
fi
CHECK_LOGS=$(mktemp -d)
export CHECK_LOGS
trap 'rm -rf "$CHECK_LOGS"' EXIT
trap 'exit 130' INT TERM HUP

# shellcheck disable=SC2016 # for the inner shell
printf '%s\n' "$@" | xargs -P 2 -n 1 sh -c '
	$CHECK_MAKE --no-print-directory "$1" >"$CHECK_LOGS/$1" 2>&1
	echo $? >"$CHECK_LOGS/$1.status"
	{ echo "== $1"; cat "$CHECK_LOGS/$1"; } >"$CHECK_LOGS/$1.shown"
	cat "$CHECK_LOGS/$1.shown"' part

passed=0 failed=0 skipped=0
for target; do
	# "N passed, N failed" with or without ", N skipped", and the line of the unit tests' runner
	counts=$(awk '
		/^[0-9]+ passed, [0-9]+ failed/ { passed += $1; failed += $3 }
		/^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped/ { skipped += $5 }
		/: Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+$/ {
			gsub(",", "")
			passed += $3 - $5 - $7
			failed += $5 + $7
		}
		END { print passed + 0, failed + 0, skipped + 0 }' "$CHECK_LOGS/$target")
	# shellcheck disable=SC2086 # three numbers
	set -- $counts
	passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
	if [ "$(cat "$CHECK_LOGS/$target.status" 2>/dev/null)" != 0 ]; then
		echo "== $target failed"
		[ "$2" -gt 0 ] || failed=$((failed + 1))
	fi
done
[ "$skipped" = 0 ] || skipped_too=", $skipped skipped"
echo "$name: $passed passed, $failed failed${skipped_too-}"
[ "$failed" = 0 ]
