#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Facts with one home. Rows of verbs are private to src/drive: an act calls a function of drive.h.
# Only src/sys has paths of /sys and /proc. Only src/record decides which files are secret.
# src/host/lock.c may read /proc, to find whose lock is in the way after flock(2) failed, and
# src/host/walk.c, for the mount of a descriptor. Errnos in
# messages have their words from src/ata/text.c. Each function's name is unique, so that a search
# finds one.
set -u
status=0

# found WHAT LINES
found() {
	[ -n "$2" ] || return
	echo "$2" | sed "s|^|lint: $1: |"
	status=1
}

found "a path of sysfs or procfs outside src/sys" "$(
	grep -nE '"/(sys|proc)/' include/*.h src/*.c src/*/*.[ch] |
		grep -v -e '^src/sys/' -e '^src/record/' -e '^src/host/\(lock\|walk\)\.c:.*"/proc/'
)"
found "a row of verbs outside src/drive" "$(
	grep -nE '\bdrive_(ata|scsi|nvme|block)\b|drive(\.|->)ops->[a-z_]+\(' \
		include/*.h src/*.c src/*/*.[ch] | grep -v '^src/drive/'
)"
found "strerror() instead of error_words(), which has words for what it describes badly" "$(
	grep -nE '\<strerror\(-?[a-z(]' src/*.c src/*/*.c | grep -v '^src/ata/text\.c:'
)"
found "a name that stands for two functions" "$(
	grep -nE '^[a-z].*[ *][a-z_0-9]+\([^;]*$' src/*.c src/*/*.c | grep -v "__attribute__" |
		sed -E 's/^([^:]*:[0-9]*):[^(]*[ *]([a-z_0-9]+)\(.*/\2 \1/' | sort |
		awk '$1 == name { print was; print } { name = $1; was = $0 }' | uniq
)"
exit "$status"
