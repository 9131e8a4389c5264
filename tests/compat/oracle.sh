#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Prints the path of hdparm 9.65; checks its version, as the installed one may be this program.
# Usage: oracle.sh PATH...
set -u
for path; do
	if [ "$("$path" -V 2>/dev/null)" = 'hdparm v9.65' ]; then
		echo "$path"
		exit 0
	fi
done
echo "no hdparm 9.65 in: $* (Debian 12's package hdparm has it; HDPARM_ORACLE=PATH names another)" >&2
exit 1
