#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The layers point one way. What each folder may include, by the layer that owns the header.
set -u
owner() {
	case $1 in
	host.h | read_queue.h | ioctls.h | recording.h | parallel.h) echo host ;;
	ata.h | ata_drive.h | identify.h | hexwords.h | units.h | ata_pages.h) echo ata ;;
	device.h | block.h | dry_run.h | power.h | diagnose.h | usb.h) echo dev ;;
	report.h) echo report ;;
	guess.h | options.h | request.h) echo cli ;;
	action.h | acts.h) echo act ;;
	timing.h) echo timing ;;
	show.h) echo show ;;
	conf.h) echo conf ;;
	version.h | status.h) echo any ;;
	*) echo unknown ;;
	esac
}
may() {
	case $1 in
	host) echo "host" ;;
	ata) echo "ata" ;;
	dev) echo "dev host ata" ;;
	report) echo "report" ;;
	cli) echo "cli ata" ;;
	show) echo "show ata report" ;;
	act) echo "act show dev host ata report cli" ;;
	timing) echo "timing act dev host ata report cli" ;;
	conf) echo "conf cli host dev ata report" ;;
	run) echo "run conf timing act show dev host ata report cli" ;;
	esac
}

failed=0
for file in src/*/*.c src/*/*.h; do
	layer=$(basename "$(dirname "$file")")
	allowed=" $(may "$layer") any "
	# shellcheck disable=SC2013 # header names have no blanks
	for header in $(sed -n 's/^#include "\([^"]*\)"$/\1/p' "$file"); do
		if [ -f "src/$layer/$header" ]; then
			continue
		fi
		of=$(owner "$header")
		case $allowed in
		*" $of "*) ;;
		*)
			echo "lint: $file includes $header of layer '$of' (allowed:$allowed)"
			failed=1
			;;
		esac
	done
done
for header in include/*.h; do
	if [ "$(owner "$(basename "$header")")" = unknown ]; then
		echo "lint: $header belongs to no layer; name it in tests/lint/layers.sh"
		failed=1
	fi
done
exit $failed
