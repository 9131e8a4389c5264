#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Shows the program at work without root and without a drive. Usage: try.sh HDPARM SHIM RUNNER
set -eu
hdparm=$(realpath "$1") shim=$2 runner=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM HUP
# the number of lines shown of a longer output
LINES_SHOWN=12

show() {
	printf '\n$ %s\n' "$1"
}

first_lines() {
	awk -v most=$LINES_SHOWN 'NR <= most { print } END { if (NR > most) printf "[%d more lines]\n", NR - most }'
}

# A command on a fake drive: its output, and the commands that reached the drive.
made_up() {
	show "hdparm $*"
	"$runner" -x -b "$hdparm" -s "$shim" 'sda sat id=hdd' -- "$@" |
		sed -n -e 's/^|//p' -e 's/^!//p' -e 's/^>sda /    (sent to the drive: /p' |
		sed -e 's/^    (sent.*/&)/' -e 's/\\s$/ /' -e "s/\\\\t/$(printf '\t')/g"
}

record=$(dirname "$0")/data/recording/disk.rec
echo "A drive's answers, recorded:"
show "hdparm --replay disk.rec -I /dev/sda"
"$hdparm" --replay "$record" -I /dev/sda | first_lines
show 'hdparm --replay disk.rec --json -CW /dev/sda'
"$hdparm" --replay "$record" --json -CW /dev/sda
printf '\nA drive that the tests make up:\n'
made_up /dev/sda
made_up -W0 -S 20min /dev/sda
made_up --dry-run -B 127 /dev/sda
printf '\nA file of 64 MiB:\n'
show 'hdparm -tT scratch'
dd if=/dev/urandom of="$scratch/scratch" bs=1M count=64 2>/dev/null
(cd "$scratch" && "$hdparm" -tT scratch)
echo
echo "It works: ./hdparm is built. Next: './hdparm -h'; as root './hdparm -I /dev/sda'."
echo "The manual is man/hdparm.8: after make deps, 'mandoc man/hdparm.8 | more' shows it."
