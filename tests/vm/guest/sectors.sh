# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2154,SC2034,SC2086 # variables shared with lib.sh; words
# Which sector is read, written or trimmed, and with which data: hdparm 10 on images whose sectors
# hold their numbers. The check reads the image, without the guest's kernel.
yes=--yes-i-know-what-i-am-doing
destroy=--please-destroy-my-drive

want_written()
{
	now=$(written "$1")
	want_that "written: $2 (it is $now)" [ "$now" = "$2" ]
}

# The last run sent this command once, and not the other: a SATA drive's FIS, or an IDE channel's
# register.
want_command()
{
	want_that "command $1 once" [ "$(since_mark "(^0x00: 27 80 $1 |[(]Command[)]; val 0x$1;)")" = 1 ]
	want_that "command $2 never" [ "$(since_mark "(^0x00: 27 80 $2 |[(]Command[)]; val 0x$2;)")" = 0 ]
}

# sectors NAME FIRST: three sectors from FIRST on. $already: sectors written before
sectors()
{
	node=$(dev "$1")
	first=$2
	if [ "$first" -gt 268435454 ]; then
		commands="24 20 34 30" # 48-bit commands, since 28-bit addresses end there
	else
		commands="20 24 30 34"
	fi
	topic "$1: sectors from $first on"
	mark
	ours --read-sector "$first" "$node"
	want_status 0
	want_sector "$first"
	want_command ${commands% ?? ??}
	ours --json --read-sector $((first + 1)) "$node"
	want_status 0
	want_out "\"lba\": $((first + 1)),"
	want_out "\"data_hex\": \"$(printf 'sector %s' $((first + 1)) | hexdump -v -e '/1 "%02x"')(20)+0a\""
	want_written "$1" "$already"
	mark
	ours $yes --write-sector "$first" "$node"
	want_status 0
	want_command ${commands#?? ?? }
	already=${already:+$already }$first:zeros
	want_written "$1" "$already"
	ours $yes --repair-sector $((first + 2)) "$node"
	want_status 0
	already="$already $((first + 2)):zeros"
	want_written "$1" "$already"
	ours --read-sector "$first" "$node"
	want_sector zeros
	ours --read-sector $((first + 1)) "$node"
	want_sector $((first + 1))
}

# trimmed NAME: by arguments and by standard input
trimmed()
{
	node=$(dev "$1")
	topic "$1: sectors trimmed"
	ours $destroy --trim-sector-ranges 40:1 44:2 "$node"
	want_status 0
	already="$already 40:zeros 44:zeros 45:zeros"
	want_written "$1" "$already"
	printf '50:3 55:1\n' >/tmp/few
	input=/tmp/few
	ours $destroy --trim-sector-ranges-stdin "$node"
	input=
	want_status 0
	already="$already 50:zeros 51:zeros 52:zeros 55:zeros"
	want_written "$1" "$already"
}

# The image NAME is unchanged.
unwritten()
{
	already=
	topic "$1: numbered sectors"
	want_written "$1" ""
}
