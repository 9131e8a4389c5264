#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Ratios of timings: ours, 9.65 and fio in turn on the same devices, medians of several rounds.
# Usage: run.sh HDPARM ORACLE MEASURE SLOWFS [ROUNDS]; needs root, fio, badblocks and free memory
# for 3 GiB.
set -u
ours=$1 oracle=$2 measure=$3 slowfs=$4 rounds=${5:-5}
work=$(mktemp -d) || exit 1
memory=$(mktemp -d /dev/shm/bench.XXXXXX) || exit 1
slow_loop='' fast_loop='' zram=''
passed=0 failed=0

cleanup() {
	[ -z "$slow_loop" ] || losetup -d "$slow_loop"
	[ -z "$fast_loop" ] || losetup -d "$fast_loop"
	# A loop device releases its file when its last user closes it.
	! mountpoint -q "$work/slow" || umount "$work/slow" || { sleep 1 && umount "$work/slow"; }
	[ -z "$zram" ] || echo "${zram#/dev/zram}" >/sys/class/zram-control/hot_remove
	rm -rf "$work" "$memory"
}
trap cleanup EXIT
trap 'exit 130' INT TERM HUP

# once NAME COMMAND...: append to NAME.{rate,wall,rest,cpu,peak}; CPU is per GiB of the timing
once() {
	to=$work/$1
	shift
	"$measure" "$work/cost" "$@" >"$work/out" 2>"$work/err" || {
		echo "failed: $*"
		cat "$work/err"
		failed=$((failed + 1))
		return 1
	}
	awk -F'[= ]+' '/MB in/ { print $(NF - 1) * ($NF ~ /^kB/ ? 1 / 1024 : 1) }' "$work/out" |
		tail -n 1 >>"$to.rate"
	timed=$(sed -n 's/.* in *\([0-9.]*\) seconds.*/\1/p' "$work/out" | awk '{ s += $1 } END { print s }')
	mib=$(sed -n 's/.*: *\([0-9]*\) MB in.*/\1/p' "$work/out" | awk '{ s += $1 } END { print s }')
	read -r wall cpu peak <"$work/cost"
	echo "$wall" >>"$to.wall"
	echo "$wall $timed" | awk '{ print $1 - $2 }' >>"$to.rest"
	echo "$cpu $mib" | awk '{ print $1 * 1024 / $2 }' >>"$to.cpu"
	echo "$peak" >>"$to.peak"
}

fio_once() {
	fio --name=read --filename="$2" --readonly --rw=read --bs=1M --iodepth=32 --direct=1 \
		--ioengine=libaio --runtime=3 --time_based --output-format=terse \
		--terse-version=3 | awk -F';' '{ print $7 / 1024 }' >>"$work/$1.rate"
}

median() {
	sort -n | awk '{ v[NR] = $1 }
		END { if (NR) print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# Both runs of a round follow each other directly: other load slows both.
ratio() {
	paste "$work/$1" "$work/$2" | awk 'NF == 2 && $2 > 0 { print $1 / $2 }' | median
}

# check TEXT VALUE OPERATOR BOUND
check() {
	if [ -n "$2" ] && awk -v v="$2" -v b="$4" -v op="$3" 'BEGIN { exit !(op == ">=" ? v >= b : v <= b) }'; then
		passed=$((passed + 1)) verdict=ok
	else
		failed=$((failed + 1)) verdict=FAILED
	fi
	printf '%-58s %8.3f  (%s %s) %s\n' "$1" "$2" "$3" "$4" "$verdict"
}

# compare NAME TEXT DEVICE OPTION...: our speed and CPU beside 9.65's
compare() {
	case=$1 text=$2 device=$3
	shift 3
	round=0
	while [ $round -lt "$rounds" ]; do
		once "$case.theirs" "$oracle" "$@" "$device"
		once "$case.ours" "$ours" "$@" "$device"
		round=$((round + 1))
	done
	check "$text: speed, ours / 9.65" "$(ratio "$case.ours.rate" "$case.theirs.rate")" '>=' 1.0
	# with --direct the trials before a short measurement count
	[ "$1" = --direct ] || [ "${2-}" = --direct ] ||
		check "$text: CPU s per GiB, ours / 9.65" "$(ratio "$case.ours.cpu" "$case.theirs.cpu")" '<=' 1.0
}

# compare_depth NAME TEXT DEVICE: -t --direct beside one read in flight. Two runs of one method
# differ by 3 percent.
compare_depth() {
	round=0
	while [ $round -lt "$rounds" ]; do
		once "$1.one" "$ours" -t --direct --queue-depth 1 "$3"
		once "$1.chosen" "$ours" -t --direct "$3"
		round=$((round + 1))
	done
	check "$2, -t --direct: speed, chosen depth / depth 1" \
		"$(ratio "$1.chosen.rate" "$1.one.rate")" '>=' 0.97
}

open_slow() { # MS
	mkdir -p "$work/slow" && "$slowfs" "$work/slow" 64 "$1" &&
		slow_loop=$(losetup -f --show --direct-io=on "$work/slow/disk") || exit 1
}

open_fast() {
	head -c 2G /dev/urandom >"$memory/disk" &&
		fast_loop=$(losetup -f --show "$memory/disk") || exit 1
}

# A zram device with data that compress by a quarter.
open_zram() {
	number=$(cat /sys/class/zram-control/hot_add 2>/dev/null) || return 1
	zram=/dev/zram$number
	echo 1G >"/sys/block/zram$number/disksize" &&
		base64 -w 0 /dev/urandom | dd of="$zram" bs=1M count=1024 iflag=fullblock 2>/dev/null
}

close_slow() {
	losetup -d "$slow_loop" && slow_loop=
	umount "$work/slow" || { sleep 1 && umount "$work/slow"; }
}

# If a read takes long, each zone of --zones has the speed of -t, cached or not.
bench_zones() {
	open_slow 400
	echo 128 >"/sys/block/${slow_loop#/dev/}/queue/read_ahead_kb"
	for how in '' --direct; do
		# shellcheck disable=SC2086 # none or one
		whole=$("$ours" -t $how "$slow_loop" | awk '/MB in/ { print $(NF - 1) }')
		# shellcheck disable=SC2086
		"$ours" -t --zones 4 $how "$slow_loop" |
			awk -v whole="$whole" '/^ Zone at/ { print $5 / whole }' | sort -n >"$work/places"
		check "400 ms a request, -t $how --zones: slowest place / -t" "$(head -n 1 "$work/places")" '>=' 0.85
		check "400 ms a request, -t $how --zones: fastest place / -t" "$(tail -n 1 "$work/places")" '<=' 1.15
	done
	close_slow
}

bench_latency() {
	open_slow 10
	round=0
	while [ $round -lt "$rounds" ]; do
		once slow.theirs "$oracle" -t --direct "$slow_loop"
		once slow.ours "$ours" -t --direct "$slow_loop"
		fio_once slow.fio "$slow_loop"
		round=$((round + 1))
	done
	compare_depth slow.depth '10 ms a request' "$slow_loop"
	check '10 ms a request, -t --direct: speed, ours / 9.65' \
		"$(ratio slow.ours.rate slow.theirs.rate)" '>=' 5.0
	check '10 ms a request, -t --direct: speed, ours / fio depth 32' \
		"$(ratio slow.ours.rate slow.fio.rate)" '>=' 0.95
	check 'peak memory at the default depth, MiB' \
		"$(median <"$work/slow.ours.peak" | awk '{ print $1 / 1024 }')" '<=' 64
	once whole.theirs "$oracle" -tT "$slow_loop"
	once whole.ours "$ours" -tT "$slow_loop"
	check '-tT: whole time, ours / 9.65' "$(ratio whole.ours.wall whole.theirs.wall)" '<=' 0.45
	check '-tT: seconds outside the two measurements' "$(median <"$work/whole.ours.rest")" '<=' 0.7
	close_slow
}

# wall NAME COMMAND...: append the command's seconds
wall() {
	to=$work/$1.wall
	shift
	"$measure" "$work/cost" "$@" >/dev/null 2>"$work/err" || {
		echo "failed: $*"
		cat "$work/err"
		failed=$((failed + 1))
		return 1
	}
	read -r seconds cpu peak <"$work/cost"
	echo "$seconds" >>"$to"
}

# scan NAME TEXT DEVICE MIB: --surface-scan beside the same reads by dd, and badblocks
scan() {
	round=0
	while [ $round -lt "$rounds" ]; do
		wall "$1.dd" dd if="$3" of=/dev/null bs=32M count=$(($4 / 32)) iflag=direct
		wall "$1.ours" "$ours" --surface-scan=0:$(($4 * 2048)) "$3"
		wall "$1.badblocks" badblocks -b 4096 -c 1024 "$3" $(($4 * 256 - 1))
		round=$((round + 1))
	done
	check "$2, --surface-scan: speed, ours / dd iflag=direct" \
		"$(ratio "$1.dd.wall" "$1.ours.wall")" '>=' 0.99
	check "$2, --surface-scan: speed, ours / badblocks" \
		"$(ratio "$1.badblocks.wall" "$1.ours.wall")" '>=' 1.0
}

bench_scan_slow() {
	open_slow 10
	scan scan.slow '10 ms a request' "$slow_loop" 2048
	close_slow
}

bench_latency
bench_zones
bench_scan_slow
open_fast
scan scan.loop 'loop' "$fast_loop" 2048
compare loop.direct 'loop, -t --direct' "$fast_loop" -t --direct
compare_depth loop.depth 'loop' "$fast_loop"
compare loop.buffered 'loop, -t' "$fast_loop" -t
compare loop.cached 'loop, -T' "$fast_loop" -T
compare loop.cached.direct 'loop, -T --direct' "$fast_loop" -T --direct
if open_zram; then
	compare zram.direct 'zram, -t --direct' "$zram" -t --direct
	compare_depth zram.depth 'zram' "$zram"
	compare zram.buffered 'zram, -t' "$zram" -t
	compare zram.cached 'zram, -T' "$zram" -T
else
	echo "zram: no /sys/class/zram-control/hot_add here; load the zram module"
	failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
