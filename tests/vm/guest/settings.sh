# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Settings and timings, on the base machine.
# shellcheck source=/dev/null
. /vm/drives.sh
session settings

ssd=$(dev ahci-ssd)
# The number of reads of that disk.
reads()
{
	awk '{ print $1 }' "/sys/block/${ssd#/dev/}/stat"
}
topic "-f: what was cached is read from the disk again"
exec 5<"$ssd" # keep it open: the kernel drops a device's cache at the last close
dd if="$ssd" of=/dev/null bs=4096 count=1 skip=1000 2>/dev/null
was=$(reads)
dd if="$ssd" of=/dev/null bs=4096 count=1 skip=1000 2>/dev/null
want_that "it is cached" [ "$(reads)" = "$was" ]
ours -f "$ssd"
want_status 0
was=$(reads)
dd if="$ssd" of=/dev/null bs=4096 count=1 skip=1000 2>/dev/null
want_that "it is read" [ "$(reads)" -gt "$was" ]
exec 5<&-
topic "-z: the kernel reads the partition table"
printf '\200\0\0\0\203\0\0\0\0\020\0\0\0\100\0\0' | dd of="$ssd" bs=1 seek=462 conv=notrunc 2>/dev/null
want_that "the second partition is not known yet" [ ! -e "/sys/class/block/${ssd#/dev/}2" ]
ours -z "$ssd"
want_status 0
want_that "it is known" [ "$(cat "/sys/class/block/${ssd#/dev/}2/start")" = 4096 ]
session timing
