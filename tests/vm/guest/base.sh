# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2034 # variables shared with lib.sh
# Questions to every kind of drive.
# shellcheck source=/dev/null
. /vm/drives.sh
make_files
$OLD --Istdout "$(dev ahci-hdd)" >/vm/words
dd if=/dev/zero of=/tmp/loop3 bs=1M count=4 2>/dev/null
mke2fs -F /tmp/loop3 >/dev/null 2>&1
load crc32c_generic
load ext4
mount -t ext4 -o loop /tmp/loop3 /mnt || note "no file system"
dd if=/dev/zero of=/mnt/file bs=1024 count=100 2>/dev/null
sync
session queries
on="ahci-hdd ahci-desc"
session formats

# What 9.65 lacks, on the same drives.
hdd=$(dev ahci-hdd)
topic "the table of options"
ours --list-options
want_status 0
want_out '^W		getset'
topic "a dry run"
ours --dry-run -W0 -y "$hdd"
want_status 0
want_out 'not sent'
ours -W "$hdd"
want_out 'write-caching =  1'
topic "only if awake"
ours --if-awake=3 -W "$hdd"
want_status 0
want_out 'write-caching =  1'
topic "strict"
ours --strict -B "$(dev nvme)"
want_failure
ours --strict -W "$hdd"
want_status 0
topic "the way of the commands"
ours --transport sat16 -W "$hdd"
want_status 0
want_out 'write-caching =  1'
ours --transport jmicron -W "$(dev usb)"
want_no_out 'write-caching'
topic "recorded and replayed"
ours --record /tmp/recording -I "$hdd"
want_status 0
cp /tmp/out /tmp/recorded
want_that "no serial number in it" [ "$(grep -c HDD1 /tmp/recording)" = 0 ]
ours --replay /tmp/recording -I "$hdd"
want_status 0
want_no_out HDD1
identity='Serial Number|WWN|IEEE OUI|Unique ID|Integrity word' # and their checksum
grep -Ev "$identity" /tmp/recorded >/tmp/masked
grep -Ev "$identity" /tmp/out >/tmp/replayed
want_that "the same otherwise" cmp /tmp/masked /tmp/replayed
ours --record /tmp/recording --record-serials -I "$hdd"
ours --replay /tmp/recording -I "$hdd"
want_that "the same, with its serial number" cmp /tmp/recorded /tmp/out
topic "several at a time, as JSON"
# shellcheck disable=SC2046 # words
ours --jobs 4 --json -aCW "$hdd" $(dev ahci-ssd) $(dev pata) $(dev nvme) $(dev usb) $(dev md)
want_that "all six" [ "$(grep -c '"path"' /tmp/out)" = 6 ]
topic "figures"
ours -t --direct --queue-depth 4 --runs 2 "$hdd"
want_status 0
want_out 'median'
ours --zones 3 -t "$(dev nvme)"
want_status 0
