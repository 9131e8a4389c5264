#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The cases with what SMALL=1 builds. What it lacks are the options that it does not list and the
# whole program does: the cases with one of them, also in a message, are left out. It refuses each
# of them by name, and it lacks none that hdparm 9.65 has. Of -I --verbose it lacks "Newer facts".
# Usage: small.sh PROGRAM SMALL RUNNER SHIM [ORACLE]
set -u
whole=$1 small=$2 runner=$3 shim=$4 oracle=${5:-}
lacks=$( ("$whole" --list-options && "$small" --list-options) | cut -f 2 | sort | uniq -u |
	sed 's/^/--/' | tr '\n' ' ')
[ -n "$lacks" ] || { echo "check-small: it lacks nothing"; exit 1; }
failed=0
for option in $lacks; do
	said=$("$small" "$option" 2>&1)
	if [ "$?" -ne 22 ] || [ "$said" != "hdparm: $option: this build is without it (SMALL=1)" ]; then
		echo "check-small: $option: '$said'"
		failed=1
	fi
	if [ -n "$oracle" ] && "$oracle" -h 2>&1 | grep -q -e "$option\\([^-a-z]\\|\$\\)"; then
		echo "check-small: hdparm 9.65 has $option, and SMALL=1 lacks it"
		failed=1
	fi
	if tr '\0' '\n' <"$small" | grep -a -e "$option\\([^-a-z]\\|\$\\)"; then
		echo "check-small: this text of it names $option, which it lacks"
		failed=1
	fi
done
# of other disks than ATA drives it lacks what changes the disk itself: "not small" in the cases
said=$("$runner" -x -b "$small" -s "$shim" 'nvme0n1 nvme' -- --sanitize-status /dev/nvme0n1 2>&1)
if ! echo "$said" | grep -q -e '--sanitize-status: of NVMe this build is without it (SMALL=1)'; then
	echo "check-small: --sanitize-status of NVMe: '$said'"
	failed=1
fi
"$runner" -l "$lacks Newer" -b "$small" -s "$shim" tests/cli/*.case && [ "$failed" -eq 0 ]
