# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2154,SC2034 # variables shared with lib.sh
# The fake drive behind a real kernel, with both programs.
# shellcheck source=/dev/null
. /vm/fakedrive.sh
make_files

# compare NAME SESSION DEVICE-LINE: run a session with both programs on such a drive
compare()
{
	compare_name=$1
	compare_session=$2
	shift 2
	drive "$@"
	[ -n "$disk" ] || return 0
	name "$compare_name" "$disk"
	drive_log=/tmp/drive.log
	on=$compare_name
	session "$compare_session"
	drive_log=
}

compare sat fake sda sat
compare ssd fake sda sat id=ssd
compare descriptor sense sda usbsat sense=desc
compare fixed sense sda sassat sense=fixed
fresh=yes
# shellcheck disable=SC2086 # words
compare sat drive sda sat id=hdd $all_features
remove_drive
