#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs the commands of some cases twice more: every ioctl, and the covering cases of each kind of call.
# record.py fails if a call that is recorded is made by none of them. Recorded with serial numbers and replayed without the
# devices: both print the same and end alike. Recorded without them: the recording holds no serial
# number, no world wide name and no password. Usage: record.sh HDPARM SHIM RUNNER CASE...
set -u
hdparm=$(realpath "$1") shim=$2 runner=$3
here=$(dirname "$0")
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
mkdir "$work/open" "$work/masked"

files="block bridge erase-disk fibmap files firmware-disk kinds list nvme provisioning sas sas-danger
	secrets sectors security trim usbnvme verify"
for file in $files; do
	grep "^$file: " tests/cli/covering
done >"$work/cases"
sed -n 's/^== /ioctl: /p' tests/cli/ioctl.case >>"$work/cases"
# ignore the runner's own verdict
for how in record masked; do
	folder=$work/masked
	[ $how = masked ] || folder=$work/open
	"$runner" -n "$work/cases" -r $how -o "$folder" -b "$hdparm" -s "$shim" "$@" >"$work/runner.txt" 2>&1
done
python3 "$here/record.py" "$work/open" "$work/masked"
