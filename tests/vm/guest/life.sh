# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2154,SC2034 # variables shared with lib.sh
# A small system: the static program applies /etc/hdparm.conf at boot and, called by mdev, when a
# drive is plugged in. Disks with several paths: paths.sh.
load sd_mod
load ahci
load virtio_scsi
load nvme
hdd=$(disk_with device/model VM-HDD)
name hdd "$hdd"
NEW=/static/hdparm
# shellcheck source=/dev/null
. /vm/paths.sh
cat >/etc/hdparm.conf <<EOF
$hdd {
	write_cache = off
	read_ahead_sect = 512
	error_recovery = 7s else command_timeout 180
}
/dev/sdd {
	read_ahead_sect = 1024
}
EOF
topic "at boot"
ours --conf "$hdd"
want_status 0
ours -aW "$hdd"
want_out 'readahead     = 512'
want_out 'write-caching =  0'
ours --command-timeout "$hdd"
want_out 'command_timeout = 180'
topic "the drive beside the file"
ours --conf --check "$hdd"
want_status 0
want_out "$hdd: write_cache: same: off"
ours --save-conf "$hdd"
want_status 0
want_out 'read_ahead_sect = 512'
ours --conf --force "$hdd"
want_status 0
want_out 'setting drive write-caching to 0'
topic "the mains change"
ours --conf --power-change "$hdd"
want_status 0
topic "a disk plugged in"
# shellcheck disable=SC2016 # mdev's variable
printf 'sd[a-z] root:root 600 @/static/hdparm --conf /dev/$MDEV\n' >/etc/mdev.conf
mdev -d
ask_host plug '{"driver":"scsi-hd","bus":"vscsi.0","id":"hot","drive":"hot","vendor":"VM","product":"HOT"}'
tries=0
while [ $tries -lt 100 ] && [ "$(cat /sys/block/sdd/queue/read_ahead_kb 2>/dev/null)" != 512 ]; do
	usleep 100000
	tries=$((tries + 1))
done
ours -a /dev/sdd
want_status 0
want_out 'readahead     = 1024'
