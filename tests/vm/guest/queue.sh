# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2154,SC2034 # variables shared with lib.sh
# Timings: the block layer's counts agree with the printed figures, the places and the reads in
# flight. Only our program.
for module in sd_mod ahci nvme virtio_blk loop dm_mod dm_crypt dm_snapshot dm_delay dm_zero xts ecb \
	zram raid0 raid1; do
	load $module
done
load scsi_debug dev_size_mb=64 delay=0 medium_error_start=2048 medium_error_count=8
mib=48
blocks=$((mib * 2048))

make_loops()
{
	for n in 0 1 2 3 4; do
		dd if=/dev/urandom of=/tmp/loop$n bs=1M count=$mib 2>/dev/null
		losetup /dev/loop$n /tmp/loop$n
	done
}

# mapped NAME LINE...: make a device-mapper device from its table
mapped()
{
	mapping=$1
	shift
	printf '%s\n' "$@" | dmsetup create "$mapping" >/tmp/dm.log 2>&1 ||
		note "dmsetup $mapping: $(cat /tmp/dm.log)"
	dmsetup mknodes >/dev/null 2>&1
	name "$mapping" "/dev/mapper/$mapping"
}

# array LEVEL NODE MEMBER...: make an array without a superblock
array()
{
	level=$1
	node=$2
	shift 2
	mdadm --build "$node" --run --quiet --assume-clean --level="$level" --raid-devices=$# "$@" \
		>/tmp/md.log 2>&1 || note "mdadm $node: $(cat /tmp/md.log)"
}

make_loops
echo lzo-rle >/sys/block/zram0/comp_algorithm
echo ${mib}M >/sys/block/zram0/disksize
dd if=/tmp/loop0 of=/dev/zram0 bs=1M 2>/dev/null
name sata "$(disk_with device/model VM-SATA)"
name nvme "$(disk_with device/serial NVME1)"
name nvme4kn "$(disk_with device/serial NVME4KN)"
name virtio /dev/vda
name loop /dev/loop0
name zram /dev/zram0
name debug "$(disk_with device/model scsi_debug)"
debug=$(dev debug)
mapped linear "0 $blocks linear /dev/loop0 0"
small=$((16 * 2048)) # an emulated processor decrypts this much within 3 seconds
mapped crypt "0 $small crypt aes-xts-plain64 $(printf '%064d' 12345) 0 /dev/loop0 0"
mapped delay "0 $blocks delay /dev/loop0 0 20"
mapped origin "0 $blocks snapshot-origin /dev/loop1"
mapped snapshot "0 $blocks snapshot /dev/loop1 /dev/loop2 N 8"
array 0 /dev/md0 /dev/loop3 /dev/loop4
name raid0 /dev/md0
array 1 /dev/md1 /dev/zram0 /dev/mapper/linear
name raid1 /dev/md1

# A column of /sys/block/X/stat: 3 is the number of 512-byte sectors read.
sectors_read()
{
	awk '{ print $3 }' "/sys/dev/block/$(printf '%d:%d' "0x$(stat -c %t "$1")" "0x$(stat -c %T "$1")")/stat"
}

# number KEY: the first value of that name in the JSON of the last run
number()
{
	sed -n "s/.*\"$1\": \([0-9.]*\).*/\1/p" /tmp/out | head -n 1
}

# counted DEVICE OPTION...: run them, as JSON; $counted is the block layer's count in bytes. Without
# --queue-depth the count includes the reads that choose a depth, which are not printed.
counted()
{
	node=$1
	shift
	was=$(sectors_read "$node")
	ours --json "$@" "$node"
	counted=$((($(sectors_read "$node") - was) * 512))
	want_status 0
	case " $* " in
	*" --queue-depth "*) more=0 ;;
	*) more=$((counted - $(number bytes))) ;;
	esac
	want_that "what is printed is what the device gave, $counted bytes, and $more to choose a depth" \
		[ "$counted" -gt 0 -a "$more" -ge 0 -a "$(number bytes)" = $((counted - more)) ]
}

# at_least A B FACTOR: A / B is at least FACTOR
at_least()
{
	awk -v a="$1" -v b="$2" -v factor="$3" 'BEGIN { exit !(b > 0 && a / b >= factor) }'
}

# BYTES: the last run has read all of them; a machine that is too busy for that in 3 seconds, as many as
# there was time for
has_read()
{
	[ "$(number bytes)" = "$1" ] || at_least "$(number seconds)" 3 1
}

# ratio RATE RATE: print it for people
ratio()
{
	awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", (b > 0 ? a / b : 0) }'
}

# rate_of COMMAND...: print its figure
rate_of()
{
	"$@" 2>/dev/null | awk '/MB in/ { print $(NF - 1) * ($NF ~ /^kB/ ? 1 / 1024 : 1) * 1048576 }'
}

# every_way NAME BYTES. Compare the ways, for people: on an emulated machine figures differ by ten
# times from one run to the next. tests/unit/timing/check_timing.c proves, on virtual time, that -t
# with its chosen depth is not slower than one read at a time, 9.65's way.
every_way()
{
	topic "$1"
	node=$(dev "$1")
	: <"$node" # the kernel looks for partitions when an array is opened first
	counted "$node" -t --direct --queue-depth 1
	want_that "all of it, one read at a time" has_read "$2"
	one=$(number bytes_per_second)
	counted "$node" -t --direct
	want_that "all of it, in a queue" has_read "$2"
	if [ "$(number reads_in_flight)" = 1 ]; then
		engine=pread
	else
		engine=aio
	fi
	want_that "by $engine" grep -q "\"engine\": \"$engine\"" /tmp/out
	queued=$(number bytes_per_second)
	counted "$node" -t --direct --queue-depth 256
	want_that "all of it, 256 reads at once" has_read "$2"
	counted "$node" -T --direct --queue-depth 1
	again=$(number bytes_per_second)
	counted "$node" -T --direct
	want_that "for 2 seconds" at_least "$(number seconds)" 2 1
	note "$1: $engine, a queue against one read at a time: -t $(ratio "$queued" "$one")," \
		"-T $(ratio "$(number bytes_per_second)" "$again"); against 9.65: -t" \
		"$(ratio "$queued" "$(rate_of "$OLD" -t --direct "$node")")"
}

all=$((mib * 1048576))
every_way sata $all
every_way nvme $all
every_way nvme4kn $all
every_way virtio $all
every_way loop $all
every_way zram $all
every_way linear $all
every_way crypt $((small * 512))
every_way delay $all
every_way origin $all
every_way snapshot $all
every_way raid0 $((2 * all))
every_way raid1 $all
topic "members of an array that was measured"
want_that "no errors" [ "$(cat /sys/block/md1/md/dev-*/errors | tr -d '\n')" = 00 ]
want_that "all of them there" grep -q 'UU' /proc/mdstat

topic "the clock"
mapped zeros "0 2000000000 zero"
for options in "-t" "-t --direct" "-T" "-T --direct"; do
	# shellcheck disable=SC2086 # several options
	ours --json $options "$(dev zeros)"
	want_status 0
	limit=$([ "${options#-T}" = "$options" ] && echo 3 || echo 2)
	want_that "$options: $limit seconds by the guest's clock, too" \
		[ "$took" -ge "$limit" -a "$took" -le $((limit + 4)) ]
	want_that "$options: $limit seconds" at_least "$(number seconds)" "$limit" 1
	want_that "$options: not more" at_least $((limit + 1)) "$(number seconds)" 1
	want_that "$options: bytes by seconds" awk -v b="$(number bytes)" -v s="$(number seconds)" \
		-v r="$(number bytes_per_second)" 'BEGIN { exit !(r > 0 && b / s / r > 0.999 && b / s / r < 1.001) }'
done
was=$(sectors_read "$(dev zeros)")
ours -t --direct --queue-depth 32 "$(dev zeros)"
counted=$((($(sectors_read "$(dev zeros)") - was) / 2048))
want_out "disk reads: +$counted MB in"
topic "three runs"
was=$(sectors_read "$(dev raid0)")
ours -t --direct --queue-depth 32 --runs 3 "$(dev raid0)"
# a run on a slow machine ends by its time, before the end of the device
want_that "all that was read is counted" [ $((($(sectors_read "$(dev raid0)") - was) / 2048)) = \
	"$(sed -n 's/^.*disk reads: *\([0-9]*\) MB in.*/\1/p' /tmp/out | awk 'NR <= 3 { n += $1 } END { print n }')" ]
want_that "each run reads the whole device, or for 3 seconds" [ "$(awk '/disk reads:/ {
	for (i = 1; i < NF; i++) { if ($i == "reads:") mb = $(i + 1); if ($i == "in") s = $(i + 1) }
	if (mb == '$((2 * mib))' || s >= 2.99) n++ } END { print n }' /tmp/out)" = 4 ]
want_that "a line for each, and the fastest again" [ "$(grep -c "disk reads: *[0-9]* MB in" /tmp/out)" = 4 ]
want_that "the fastest" [ "$(tail -n 1 /tmp/out)" = \
	"$(grep 'disk reads: ' /tmp/out | head -n 3 | sort -t = -k 2 -g | tail -n 1)" ]

# The most reads in flight while "ours" runs, on a device that takes 200 ms for each. dm-delay
# counts a read only when its delay is over; a device built on it counts from the start.
mapped ground "0 2000000000 zero"
mapped late-ground "0 2000000000 delay /dev/mapper/ground 0 200"
mapped slow "0 2000000000 linear /dev/mapper/late-ground 0"
slow=$(dev slow)
inflight=/sys/dev/block/$(printf '%d:%d' "0x$(stat -c %t "$slow")" "0x$(stat -c %T "$slow")")/inflight
watch_flight()
{
	most=0
	while [ ! -e /tmp/landed ]; do
		read -r now _ <"$inflight"
		[ "$now" -le "$most" ] || most=$now
		echo "$most" >/tmp/most
		usleep 20000
	done
}
in_flight()
{
	rm -f /tmp/landed /tmp/most
	watch_flight &
	ours "$@" "$slow"
	: >/tmp/landed
	wait
	want_status 0
	most=$(cat /tmp/most)
	note "$*: $most reads in flight"
}
topic "reads in flight"
for depth in 1 2 7 32 100; do
	in_flight --json -t --direct --queue-depth $depth
	want_that "--queue-depth $depth" [ "$most" = $depth ]
done
# The chosen depth depends on the machine's load: tests/unit proves the choice on virtual time, and
# "make bench" shows the gain.
in_flight --json -t --direct
want_that "as many as pay are tried, up to 32" [ "$most" -ge 3 -a "$most" -le 32 ]

topic "where the reads go: --offset"
# so few that even a busy machine reads them within 3 seconds
mapped late "0 4194304 error" "4194304 8192 linear /dev/loop0 0"
was=$(sectors_read /dev/loop0)
for options in "-t --offset 2" "-t --direct --offset 2" "-t --direct --queue-depth 1 --offset 2"; do
	# shellcheck disable=SC2086 # several options
	ours $options "$(dev late)"
	want_status 0
	want_out "offset 2 GB\): +4 MB in"
done
want_that "all of it below, each time" [ $(($(sectors_read /dev/loop0) - was)) -ge $((3 * 8192)) ]
ours -t --direct "$(dev late)"
want_status 5

# WAS...: each of the three devices has been read once since, or for the whole second of its zone
each_place_once()
{
	sed -n 's/^ \{14\}"seconds": \([0-9.]*\).*/\1/p' /tmp/out >/tmp/zones.seconds
	[ "$(wc -l </tmp/zones.seconds)" = 3 ] || return
	loop=0
	while read -r seconds; do
		counted=$(($(sectors_read /dev/loop$loop) - $1))
		[ "$counted" = "$third" ] || {
			[ "$counted" -gt 0 ] && [ "$counted" -lt "$third" ] && at_least "$seconds" 1 1
		} || return
		loop=$((loop + 1))
		shift
	done </tmp/zones.seconds
}

topic "where the reads go: --zones"
third=$((blocks / 3))
mapped zones "0 $third linear /dev/loop0 0" "$third $third linear /dev/loop1 0" \
	"$((2 * third)) $third linear /dev/loop2 0"
for options in "-t" "-t --direct --queue-depth 32" "-t --direct --queue-depth 1"; do
	was="$(sectors_read /dev/loop0) $(sectors_read /dev/loop1) $(sectors_read /dev/loop2)"
	# shellcheck disable=SC2086 # several options
	ours --json $options --zones 3 "$(dev zones)"
	want_status 0
	want_that "$options: places" \
		[ "$(sed -n 's/.*"offset_bytes": //p' /tmp/out | tr -d '\n')" = "0,$((all / 3)),$((2 * all / 3)),0," ]
	# shellcheck disable=SC2086 # the three numbers
	set -- $was
	want_that "$options: each place once" each_place_once "$@"
done

topic "a medium error"
echo 2 >/sys/bus/pseudo/drivers/scsi_debug/opts
for options in "-t --direct" "-t --direct --queue-depth 1"; do
	# shellcheck disable=SC2086 # several options
	ours $options "$debug"
	want_status 5
	want_err 'byte offset (0|1048576): the medium cannot be read there: Input/output error$'
	want_no_out '= .*B/sec'
done
ours -t "$debug"
want_status 5
want_err 'byte offset [0-9]+: Input/output error$'
echo 0 >/sys/bus/pseudo/drivers/scsi_debug/opts

topic "a surface scan of a disk"
ours --surface-scan "$(dev sata)"
want_status 0
want_out 'by READ VERIFY SECTOR'
want_out '^ no bad sectors$'
ours --surface-scan "$debug"
want_status 0
want_out 'by direct reads'
echo 2 >/sys/bus/pseudo/drivers/scsi_debug/opts
ours --surface-scan "$debug"
want_status 5
want_that "its bad sectors alone" [ "$(sed -n 's/^ bad sector //p' /tmp/out | tr '\n' ' ')" = \
	"2048 2049 2050 2051 2052 2053 2054 2055 " ]
echo 0 >/sys/bus/pseudo/drivers/scsi_debug/opts
mke2fs -F "$debug" >/dev/null 2>&1
load crc32c_generic
load ext4
mkdir -p /tmp/filled
mount -t ext4 "$debug" /tmp/filled || note "no file system"
dd if=/dev/zero of=/tmp/filled/photo bs=64K 2>/dev/null
sync
echo 2 >/sys/bus/pseudo/drivers/scsi_debug/opts
ours --surface-scan "$debug"
want_status 5
# ext4 may have put a block of its own among them
want_out '^ sectors? 20(4[89]|5[0-5]).* in /tmp/filled/photo$'
echo 0 >/sys/bus/pseudo/drivers/scsi_debug/opts
umount /tmp/filled

# Its own reads do not count as another program's, whichever driver counts them.
topic "a surface scan and other users of the disk"
for kind in sata nvme nvme4kn virtio loop zram debug linear raid0; do
	ours --surface-scan "$(dev $kind)"
	want_status 0
	want_no_out '^ waits for others'
done
$NEW -t --direct --runs 1000 "$(dev nvme)" >/dev/null 2>&1 &
sleep 1
# one run of 32 MiB, then at most 32, each after a second
ours --surface-scan=0:73728 "$(dev nvme)"
want_status 0
want_out '^ waits for others that used the disk: [1-9]'
ours --pace off --surface-scan "$(dev nvme)"
want_status 0
want_no_out '^ waits for others'
kill $!
wait $!

topic "a surface scan over bad extents"
at=0
rm -f /tmp/bad.table /tmp/bad.sectors
for extent in 0:1 100:8 4096:1 4098:3 20000:1000 70000:1 $((blocks - 1)):1; do
	first=${extent%:*}
	count=${extent#*:}
	[ "$first" = $at ] || echo "$at $((first - at)) linear /dev/loop0 $at" >>/tmp/bad.table
	echo "$first $count error" >>/tmp/bad.table
	at=$((first + count))
	seq "$first" $((at - 1)) >>/tmp/bad.sectors
done
mapped bad "$(cat /tmp/bad.table)"
ours --surface-scan "$(dev bad)"
want_status 5
sed -n 's/^ bad sector //p' /tmp/out >/tmp/bad.found
want_that "each bad sector and no other" cmp /tmp/bad.found /tmp/bad.sectors
want_err '1015 sectors cannot be read$'
ours --yes-i-know-what-i-am-doing --surface-scan=4096:10 --repair "$(dev bad)"
want_status 5
want_err 'write of 512 bytes at sector 4096: '
cp /tmp/loop0 /tmp/loop0.before
echo "0 $blocks linear /dev/loop0 0" | dmsetup load bad
dmsetup suspend bad
dmsetup resume bad
ours --yes-i-know-what-i-am-doing --surface-scan --repair "$(dev bad)"
want_status 0
want_out '^ no bad sectors$'
want_that "nothing was overwritten" cmp /tmp/loop0 /tmp/loop0.before
rm -f /tmp/loop0.before

topic "a disk that is taken away"
for options in "-T --direct" "-T --direct --queue-depth 1"; do
	debug=$(disk_with device/model scsi_debug)
	(usleep 800000; echo 1 >"/sys/block/${debug#/dev/}/device/delete") &
	# shellcheck disable=SC2086 # several options
	ours $options "$debug"
	wait
	note "$options, taken away: status $status: $(cat /tmp/err)"
	want_err "byte offset [0-9]+: (the device has gone: No such device|Input/output error)$"
	want_no_out '= .*B/sec'
	echo 1 >/sys/bus/pseudo/drivers/scsi_debug/add_host
	wait_for device/model scsi_debug
done
