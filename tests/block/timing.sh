#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Timings of real loop devices and files: sizes, sectors, errors, SIGINT, a terminal, and without
# root. Usage: timing.sh HDPARM. Ends with "N passed, N failed"; 77 means not root.
set -u
# shellcheck source=tests/block/lib.sh
. "$(dirname "$0")/lib.sh"
work=$(mktemp -d)
chmod 755 "$work"
# a copy that an unprivileged user can run, wherever the tree is
cp "$1" "$work/hdparm"
hdparm=$work/hdparm
needs losetup setpriv prlimit script timeout fincore

zram=
cleanup() {
	detach
	[ -z "$zram" ] || {
		echo 1 >"/sys/block/zram$zram/reset"
		echo "$zram" >/sys/class/zram-control/hot_remove
	}
	rm -rf "$work"
}
trap cleanup EXIT

sectors_read() { # DEVICE
	awk '{ print $3 }' "/sys/class/block/${1#/dev/}/stat"
}

# whole NAME BYTES MIB OPTION...: measure the whole device and read exactly its bytes, except the
# reads that choose the depth (--direct without --queue-depth)
whole() {
	local name=$1 bytes=$2 mib=$3 before gave
	shift 3
	# udev's reads of a new device would be counted
	! command -v udevadm >/dev/null || udevadm settle
	before=$(sectors_read "$loop")
	like "$name: line" "$("$hdparm" "$@" "$loop" 2>&1; echo "status $?")" \
		"disk reads: +$mib MB in +[0-9.]+ seconds = +[0-9.]+ [Mk]B/sec\$"
	gave=$(($(sectors_read "$loop") - before))
	case " $* " in
	*" --queue-depth "* | " -t ") is "$name: sectors that the device gave" "$gave" $((bytes / 512)) ;;
	*) is "$name: sectors that the device gave, at least" \
		$((gave < bytes / 512 ? gave : bytes / 512)) $((bytes / 512)) ;;
	esac
}

number=0
sizes() { # BYTES MIB [LOSETUP OPTION...]
	local bytes=$1 mib=$2
	shift 2
	number=$((number + 1))
	head -c "$bytes" /dev/urandom >"$work/image$number"
	attach "$work/image$number" "$@"
	whole "$bytes bytes ($*), -t" "$bytes" "$mib" -t
	whole "$bytes bytes ($*), -t --direct" "$bytes" "$mib" -t --direct
	whole "$bytes bytes ($*), one at a time" "$bytes" "$mib" -t --direct --queue-depth 1
	whole "$bytes bytes ($*), 256 at once" "$bytes" "$mib" -t --direct --queue-depth 256
	like "$bytes bytes ($*), -T" "$("$hdparm" -T --direct "$loop" 2>&1)" \
		'cached reads: +[0-9]+ MB in  2\.[0-9]{2} seconds = '
}
head -c 512 /dev/urandom >"$work/tiny"
attach "$work/tiny"
for options in "-t" "-t --direct" "-T"; do
	# shellcheck disable=SC2086 # several options
	like "512 bytes: $options" "$("$hdparm" $options "$loop" 2>&1)" ": 512 bytes are too few: "
done
sizes 262144 0 --sector-size 4096
sizes 1499648 1
sizes 36700160 35 --sector-size 4096
sizes 52429312 50

# A size that is not a multiple of the sector: no program can read the rest.
head -c 1049088 /dev/urandom >"$work/uneven"
attach "$work/uneven" --sector-size 4096
whole "uneven size, -t" 1048576 1 -t
whole "uneven size, -t --direct" 1048576 1 -t --direct

# Small parts, so that a busy machine reads them in time.
truncate -s 2064M "$work/sparse"
attach "$work/sparse"
like "--offset" "$("$hdparm" -t --direct --offset 2 "$loop")" \
	' Timing O_DIRECT disk reads \(offset 2 GB\): +16 MB in '
is "--offset at the end: status" "$("$hdparm" -t --offset 3 "$loop" >/dev/null 2>&1; echo $?)" 34
# Zeros up to 2 GiB, and other data after them.
head -c 16M /dev/urandom | dd of="$work/sparse" bs=1M seek=2048 conv=notrunc status=none
like "--offset: what lies there is read" "$("$hdparm" --json -t --direct --offset 2 "$loop")" \
	'"zeros": false'
like "no --offset: the start is read" "$("$hdparm" --json -t --direct --offset 0 "$loop")" \
	'"zeros": true'
zones=$("$hdparm" -t --direct --zones 6 "$loop")
is "--zones: bars" "$(grep -c '^ Zone at .*|#* *|' <<<"$zones")" 6
like "--zones: the last line is a timing line" "$(tail -n 1 <<<"$zones")" 'MB in .* = +[0-9.]+ MB/sec$'
# A loop device keeps its reads in the page cache: read each place once.
head -c 48M /dev/urandom >"$work/places"
attach "$work/places"
for options in "-t" "-t --direct --queue-depth 32" "-t --direct --queue-depth 1"; do
	sync "$work/places"
	dd of="$work/places" oflag=nocache conv=notrunc,fdatasync count=0 status=none
	is "$options --zones: nothing is cached before" "$(fincore -bnro RES "$work/places")" 0
	before=$(sectors_read "$loop")
	# shellcheck disable=SC2086 # several options
	zones=$("$hdparm" --json $options --zones 3 "$loop")
	is "$options --zones: where they are" \
		"$(sed -n 's/.*"offset_bytes": \([0-9]*\).*/\1/p' <<<"$zones" | head -n 3 | xargs)" \
		"0 16777216 33554432"
	is "$options --zones: what was read of the file" "$(fincore -bnro RES "$work/places")" 50331648
	is "$options --zones: how much was read" $(($(sectors_read "$loop") - before)) 98304
done

# The figures agree with the clock: bytes divided by the seconds that passed.
for options in "-T" "-T --direct"; do
	began=$(date +%s%N)
	# shellcheck disable=SC2086
	out=$("$hdparm" --json $options "$loop")
	took=$((($(date +%s%N) - began) / 1000000))
	is "$options: seconds, bytes and rate" "$(awk -v took=$took '
		/"(bytes|seconds|bytes_per_second)":/ { gsub(/[",:]/, ""); value[$1] = $2 }
		END {
			rate = value["bytes"] / value["seconds"] / value["bytes_per_second"]
			print (value["seconds"] >= 2), (value["seconds"] * 1000 <= took), \
				(rate > 0.999 && rate < 1.001)
		}' <<<"$out")" "1 1 1"
done

# zram decompresses during the read.
if [ -e /sys/class/zram-control/hot_add ]; then
	zram=$(cat /sys/class/zram-control/hot_add)
	echo 48M >"/sys/block/zram$zram/disksize"
	loop=/dev/zram$zram
	cat "$work/places" >"$loop"
	sync "$loop"
	whole "zram, -t --direct" 50331648 48 -t --direct
	whole "zram, one at a time" 50331648 48 -t --direct --queue-depth 1
	whole "zram, 256 at once" 50331648 48 -t --direct --queue-depth 256
	like "zram, -T" "$("$hdparm" -T --direct "$loop" 2>&1)" 'cached reads: +[0-9]+ MB in  2\.'
else
	not_tried "zram: this kernel has none"
fi

runs=$("$hdparm" -t --direct --runs 3 "${loops[4]}")
is "--runs: a line for each, and the last" "$(grep -c 'disk reads:  50 MB in' <<<"$runs")" 4
is "--runs: the last line is the fastest run's" "$(tail -n 1 <<<"$runs")" \
	"$(grep 'disk reads: ' <<<"$runs" | head -n 3 | sort -t = -k 2 -g | tail -n 1)"
like "--json: engine" "$("$hdparm" --json -t --direct "$loop")" '"engine": "(aio|pread)"'

# Data beyond the end of the file cannot be read.
truncate -s 64M "$work/failing"
attach "$work/failing"
truncate -s 20M "$work/failing"
for options in "-t" "-t --direct" "-t --direct --queue-depth 1"; do
	# shellcheck disable=SC2086 # several options
	out=$("$hdparm" $options "$loop" 2>&1)
	is "$options with a bad place: status" $? 5
	like "$options with a bad place: message" "$out" \
		"hdparm: $loop: -t: read of [0-9]+ bytes at byte offset (20|1[0-9])[0-9]{6}: Input/output error"
	is "$options with a bad place: no figure" "$(grep -c 'MB in' <<<"$out")" 0
done

# SIGINT: prints the results so far, and exits with the shell's status for the signal.
for options in "-T" "-T --direct"; do
	# shellcheck disable=SC2086
	out=$(timeout --preserve-status -s INT 1 "$hdparm" $options "${loops[4]}" "$loop" 2>"$work/err")
	is "$options, SIGINT: status" $? 130
	like "$options, SIGINT: last line" "$(tail -n 1 <<<"$out")" 'MB in  [01]\.[0-9]{2} seconds = '
	like "$options, SIGINT: message" "$(cat "$work/err")" ': -T: interrupted after [01]\.'
	is "$options, SIGINT: the next device is left alone" "$(grep -c ':$' <<<"$out")" 1
done
# shellcheck disable=SC2016 # for the inner shell
out=$(sh -c 'trap "" INT; "$@" & sleep 0.7; kill -INT $!; wait $!' sh "$hdparm" -T "${loops[4]}")
is "ignored SIGINT: status" $? 0
like "ignored SIGINT: measured to the end" "$out" 'MB in  2\.'

# A regular file, and no root.
head -c 5000000 /dev/urandom >"$work/file"
chmod 644 "$work/file"
for options in "-t" "-T" "-t --direct"; do
	# shellcheck disable=SC2086
	out=$(setpriv --reuid=65534 --regid=65534 --clear-groups "$hdparm" $options "$work/file" 2>&1)
	is "$options of a file without root: status" $? 0
	like "$options of a file without root" "$out" ' MB in .* = +[0-9.]+ MB/sec$'
done
chmod 644 "${loops[4]}"
out=$(setpriv --reuid=65534 --regid=65534 --clear-groups "$hdparm" -t "${loops[4]}" 2>&1)
is "-t of a device that others may read: status" $? 0
like "-t of a device that others may read" "$out" 'reads:  50 MB in .* = +[0-9.]+ MB/sec$'
is "-t of a device that others may read: the flush" "$(grep -c ': BLKFLSBUF failed; posix_fadvise drops' <<<"$out")" 1
is "-t of a device that others may read: its cache" "$(
	setpriv --reuid=65534 --regid=65534 --clear-groups "$hdparm" -t "${loops[4]}" >"$work/none" 2>&1
	before=$(sectors_read "${loops[4]}")
	setpriv --reuid=65534 --regid=65534 --clear-groups "$hdparm" -t "${loops[4]}" >"$work/none" 2>&1
	echo $(($(sectors_read "${loops[4]}") - before))
)" 102401
chmod 600 "${loops[4]}"
out=$(setpriv --reuid=65534 --clear-groups prlimit --memlock=65536 "$hdparm" -t "$work/file" 2>&1)
is "memory that must not be locked: status" $? 12
like "memory that must not be locked: message" "$out" 'hdparm: .*/file: -t: mlock of 2097152 bytes'

out=$(TERM=vt100 script -qec "$hdparm -T ${loops[4]}" /dev/null)
like "terminal: progress" "$out" $'\0337\033\\[[?]7l ?[0-9 ]{2}[0-9]% +[0-9.]+ MB/sec\033\\[K\033\\[[?]7h\0338'
like "terminal: advice" "$out" ': -T: a virtual device'
out=$(TERM=dumb script -qec "$hdparm -T ${loops[4]}" /dev/null)
is "terminal without cursor movements" "$(grep -c $'\033' <<<"$out")" 0
is "no terminal: nothing on stderr" "$("$hdparm" -tT "${loops[4]}" 2>&1 >/dev/null)" ""

summary
