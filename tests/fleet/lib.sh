# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Shared by the tests of contrib/ansible and contrib/prometheus: fake machines. Each is a folder
# with devices that stay (runner -w), an hdparm and the log of commands to its drives. The caller
# sets hdparm, shim and runner.
skipped=''
: "${hdparm:?}" "${shim:?}" "${runner:?}"
# shellcheck source=tests/install/lib.sh
. "$(dirname "$0")/../install/lib.sh"
work=$(realpath "$work")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
umask 022

# Queries in the log of the fake drives.
questions='CHECK POWER MODE|IDENTIFY (PACKET )?DEVICE|SMART READ LOG feature=d5 count=01 lba=c24fe0|SMART WRITE LOG .* sct=(3/2|4/[23])/[0-9/]*|READ LOG EXT|REQUEST SENSE|MODE SENSE|LOG SENSE|INQUIRY|Identify|Get Features|Get Log Page'

# needs TOOL...: a missing one is a failure
needs() {
	local tool
	for tool; do
		command -v "$tool" >/dev/null || { echo "check-fleet: needs $tool (make deps-fleet)"; exit 1; }
	done
}

# machine NAME DEVICE...: make a fake one in $work/NAME
machine() {
	local place=$work/$1
	mkdir -p "$place"
	"$runner" -w "$place" "${@:2}" || { echo "check-fleet: no machine $1"; exit 1; }
	mkdir -p "$place/bin" "$place/etc"
	cat >"$place/bin/hdparm" <<-END
		#!/bin/sh
		export FAKE_WORLD=$place LD_PRELOAD=$shim LC_ALL=C
		exec $hdparm "\$@"
	END
	chmod 755 "$place/bin/hdparm"
}

# change NAME CHANGE...: change its devices, as "@" in a case
change() {
	"$runner" -w "$work/$1" -u "${@:2}"
}

# on NAME OPTION...: run its hdparm without a log
on() {
	"$work/$1/bin/hdparm" "${@:2}"
	local status=$?
	forget "$1"
	return "$status"
}

forget() {
	rm -f "$work/$1/log"
}

# sent NAME: print all commands since forget
sent() {
	cat "$work/$1/log" 2>/dev/null
}

# only_asked NAME: only queries were sent, at least one
only_asked() {
	[ -s "$work/$1/log" ] || { echo "nothing was sent to $1"; return 1; }
	! grep -vE "^[a-z0-9]+ ($questions)( |$)" "$work/$1/log"
}

# sent_is NAME LINES: exactly these commands, in any order, because drives are asked at the same
# time
sent_is() {
	same "$(sent "$1" | sort)" "$(sort <<<"$2")"
}

finish() {
	echo "$passed passed, $failed failed${skipped:+, $skipped skipped}${1:+ ($1)}"
	[ "$failed" = 0 ]
}
