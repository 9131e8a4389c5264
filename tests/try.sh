#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Shows the program at work without root and without a drive. Usage: try.sh HDPARM SHIM RUNNER
set -eu
hdparm=$1 shim=$2 runner=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM HUP
show() {
	printf '\n$ %s\n' "$1"
}

record=$(dirname "$0")/data/recording/disk.rec
show "hdparm --replay disk.rec -I /dev/sda    (a drive's answers, recorded; its first lines)"
"$hdparm" --replay "$record" -I /dev/sda >"$scratch/identify"
head -n 24 "$scratch/identify"
show 'hdparm --replay disk.rec --json -CW /dev/sda'
"$hdparm" --replay "$record" --json -CW /dev/sda
show 'hdparm /dev/sda                       (a drive made up by the tests)'
"$runner" -x -b "$hdparm" -s "$shim" 'sda sat id=hdd' -- /dev/sda
show 'hdparm -W0 -S240 /dev/sda             (and the commands that reach it)'
"$runner" -x -b "$hdparm" -s "$shim" 'sda sat id=hdd' -- -W0 -S240 /dev/sda
show 'hdparm --Istdin <tests/data/identify/samsung-ssd-860-evo-1tb.hex   (the identity of a real one)'
"$hdparm" --Istdin <tests/data/identify/samsung-ssd-860-evo-1tb.hex
show 'hdparm -tT scratch                    (a file of 64 MiB)'
dd if=/dev/urandom of="$scratch/scratch" bs=1M count=64 2>/dev/null
"$hdparm" -tT "$scratch/scratch"
echo
echo "It works: ./hdparm is built; try './hdparm -h', or 'sudo ./hdparm /dev/sda'."
