#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Run every command of the cases with --json. Each must print one document that the schema accepts,
# with the program's exit_status; the schema must refuse a changed document. Usage: json.sh HDPARM
# SHIM RUNNER SCHEMA [-n NAMES] CASE...
set -u
hdparm=$(realpath "$1") shim=$2 runner=$3 schema=$4
here=$(dirname "$0")
shift 4
documents=$(mktemp -d)
trap 'rm -rf "$documents"' EXIT
trap 'exit 130' INT TERM HUP

# ignore the runner's verdict: its expectations are for text output
"$runner" -r json -o "$documents" -b "$hdparm" -s "$shim" "$@" >"$documents/runner.log" 2>&1
# the golden files' data, of drives of all kinds
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
