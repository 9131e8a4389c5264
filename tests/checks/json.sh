#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every command of the cases once more, with --json: each must print one document that the schema
# accepts, whose exit_status is the program's; and what is changed in them it must refuse.
# Usage: json.sh HDPARM SHIM RUNNER SCHEMA [-n NAMES] CASE...
set -u
hdparm=$(realpath "$1") shim=$2 runner=$3 schema=$4
here=$(dirname "$0")
shift 4
documents=$(mktemp -d)
trap 'rm -rf "$documents"' EXIT
trap 'exit 130' INT TERM HUP

# Ignore the runner's own verdict: its expectations are for text output.
"$runner" -r json -o "$documents" -b "$hdparm" -s "$shim" "$@" >"$documents/runner.log" 2>&1
# and the golden files' data, of drives of all kinds
for words in "$here"/../data/identify/*.hex; do
	name=$documents/$(basename "$words" .hex)
	echo "--Istdin <$words" >"$name.line"
	"$hdparm" --json --Istdin <"$words" >"$name.json" 2>"$documents/none"
	echo $? >"$name.status"
done
failed=0
python3 "$here/json-validate.py" "$schema" "$documents" || failed=1
python3 "$here/json-mutate.py" "$schema" "$documents" || failed=1
exit $failed
