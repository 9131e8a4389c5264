#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Compare the output of --Istdin for each block of tests/data/identify, byte for byte.
# Usage: run.sh HDPARM [update]. NAME.txt is the text with --verbose, which ends with the newer
# facts; NAME.json, if it exists, is the document.
set -u
program=$1
update=${2:-}
here=tests/golden
data=tests/data/identify
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
passed=0 failed=0

# judge NAME EXPECTED GOT
judge() {
	if [ -n "$update" ]; then
		cp "$3" "$2"
	fi
	if cmp -s "$2" "$3"; then
		passed=$((passed + 1))
	else
		echo "golden: $1 differs from $2:"
		diff "$2" "$3" | head -n 10
		failed=$((failed + 1))
	fi
}

for block in "$data"/*.hex; do
	name=$(basename "$block" .hex)
	"$program" --verbose --Istdin <"$block" >"$work/verbose" 2>&1
	judge "$name" "$here/$name.txt" "$work/verbose"
	# without --verbose: the same, without the part at the end
	"$program" --Istdin <"$block" >"$work/plain" 2>&1
	sed '/^Newer facts:$/,$d' "$work/verbose" >"$work/front"
	if cmp -s "$work/front" "$work/plain"; then
		passed=$((passed + 1))
	else
		echo "golden: $name: --verbose changes more than the end"
		failed=$((failed + 1))
	fi
	if [ -e "$here/$name.json" ]; then
		"$program" --json --Istdin <"$block" >"$work/json" 2>&1
		judge "$name" "$here/$name.json" "$work/json"
	fi
done
# a golden file without a block would never be compared
for file in "$here"/*.txt "$here"/*.json; do
	name=$(basename "${file%.*}")
	if [ ! -e "$data/$name.hex" ]; then
		echo "golden: $file has no block"
		failed=$((failed + 1))
	fi
done
echo "$passed passed, $failed failed (golden)"
[ "$failed" -eq 0 ]
