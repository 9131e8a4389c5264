#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Only src/sys knows where a fact stands in /sys and /proc, and src/record what of it is a secret.
# src/host/lock.c asks the table of locks for the holder of a lock that it did not get: that is the
# rest of flock(2)'s answer.
set -u
found=$(grep -nE '"/(sys|proc)/' include/*.h src/*.c src/*/*.[ch] |
	grep -v -e '^src/sys/' -e '^src/record/' -e '^src/host/lock\.c:.*"/proc/locks"')
[ -z "$found" ] && exit
echo "$found" | sed 's/^/lint: a path of sysfs or procfs outside src\/sys: /'
exit 1
