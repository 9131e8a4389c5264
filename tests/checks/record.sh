#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Record and replay the commands of some cases: every ioctl, and the covering cases of each kind of
# call. record.py fails if they do not make every recorded call. Recorded with serial numbers and
# replayed without the devices, both print the same and end alike. Recorded without serial numbers,
# the recording has no serial number, world wide name or password. Usage: record.sh HDPARM SHIM
# RUNNER CASE...
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
# ignore the runner's verdict
for how in record masked; do
	folder=$work/masked
	[ $how = masked ] || folder=$work/open
	"$runner" -n "$work/cases" -r $how -o "$folder" -b "$hdparm" -s "$shim" "$@" >"$work/runner.txt" 2>&1
done
python3 "$here/record.py" "$work/open" "$work/masked"
