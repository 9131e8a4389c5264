#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run.sh CACHE PROGRAMS OUT OURS JOB...: boots one guest per job with QEMU and judges what they
# report. CACHE is fetch.sh's directory, PROGRAMS holds the guest's own programs (static), OUT takes
# images and results, OURS is the program under test. A job JOB has a machine machines/JOB, a script
# guest/JOB.sh, and perhaps rows in differences. Ends with "identical N/M" and "N passed, N failed";
# status 1 if anything failed.
#   VM_ACCEL=tcg|kvm   TCG is the default: KVM is often absent or broken where tests run
#   VM_STALL=SECONDS   silence after which a guest counts as hung (default 300)
#   VM_LIMIT=SECONDS   and how long it may run in all (default 1800)
#   VM_COVERAGE=SET    also judge whether every option was run in these jobs (SET is vm or ide)
#   VM_PARALLEL=N      guests at a time (default one per processor, 4 at most)
set -u

here=$(cd "$(dirname "$0")" && pwd)
cache=$(cd "$1" && pwd)
programs=$(cd "$2" && pwd)
mkdir -p "$3"
out=$(cd "$3" && pwd)
ours=$(realpath "$4")
shift 4
accel=${VM_ACCEL:-tcg}
stall=${VM_STALL:-300} # a machine may change it,
boot_stall=$stall # but not the limit until its guest's first word
limit=${VM_LIMIT:-1800}
processors=$(nproc)
parallel=${VM_PARALLEL:-$((processors < 4 ? processors : 4))}
qemu=
# Under TCG a guest uses one processor. With QEMU 7.2 on two, an NVMe queue with many reads in
# flight stops now and then, until the kernel's time limit of 30 seconds; and it is slower.
pin=()
mapfile -t cpus < <(awk '$1 == "Cpus_allowed_list:" {
	n = split($2, part, ",")
	for (i = 1; i <= n; i++) {
		last = split(part[i], end, "-")
		for (cpu = end[1]; cpu <= end[last]; cpu++)
			print cpu
	}
}' /proc/self/status)

case $accel in
tcg) accel_args=(-accel "tcg,thread=multi" -cpu max) ;;
kvm)
	if [ ! -r /dev/kvm ] || [ ! -w /dev/kvm ]; then
		echo "run.sh: VM_ACCEL=kvm needs /dev/kvm, which cannot be used here: leave it out" >&2
		exit 2
	fi
	accel_args=(-accel kvm -cpu host) ;;
*) echo "run.sh: VM_ACCEL is tcg or kvm" >&2; exit 2 ;;
esac
command -v qemu-system-x86_64 >/dev/null || {
	echo "run.sh: needs qemu-system-x86_64 (Debian: qemu-system-x86)" >&2
	exit 2
}

stop_guest()
{
	[ -z "$qemu" ] || kill -KILL "$qemu" 2>/dev/null
	wait 2>/dev/null
	qemu=
}

# For machine definitions: an image file of so many MiB, filled with zeros, and a block node for it.
image()
{
	rm -f "$dir/$1.img" "$dir/$1.numbered"
	truncate -s "$2M" "$dir/$1.img"
	args+=(-blockdev "driver=file,node-name=$1-file,filename=$dir/$1.img,locking=off${3:+,$3}"
		-blockdev "driver=raw,node-name=$1,file=$1-file${3:+,$3}")
}

# NAME FIRST COUNT: each of these sectors of the image holds its number, which shows the sector that
# is read or written.
numbered()
{
	number_sectors "$2" "$3" | dd of="$dir/$1.img" bs=512 seek="$2" conv=notrunc status=none
	echo "$2 $3" >>"$dir/$1.numbered"
}

number_sectors()
{
	awk -v first="$1" -v count="$2" 'BEGIN {
		for (i = 0; i < count; i++)
			printf "%-511s\n", "sector " first + i
	}'
}

# NAME: print the changed numbered sectors, as "5:zeros 7:other"
written()
{
	local first count
	while read -r first count; do
		cmp -l <(number_sectors "$first" "$count") \
			<(dd if="$dir/$1.img" bs=512 skip="$first" count="$count" status=none) |
			awk -v first="$first" '{
				at = int(($1 - 1) / 512)
				zeros[at] += $3 == 0
				last = at > last ? at : last
				changed[at] = 1
			}
			END {
				for (at = 0; at <= last; at++)
					if (at in changed)
						print first + at ":" (zeros[at] == 512 ? "zeros" : "other")
			}'
	done <"$dir/$1.numbered" | paste -sd ' '
}

add()
{
	args+=("$@")
}

# A master boot record with one Linux partition: 24576 sectors from sector 2048 on.
partition()
{
	printf '\200\0\0\0\203\0\0\0\0\010\0\0\0\140\0\0' |
		dd of="$dir/$1.img" bs=1 seek=446 conv=notrunc status=none
	printf '\125\252' | dd of="$dir/$1.img" bs=1 seek=510 conv=notrunc status=none
}

qmp()
{
	echo "$1" >"$dir/qmp.in"
}

insert_medium()
{
	qmp "{\"execute\":\"blockdev-open-tray\",\"arguments\":{\"id\":\"$1\",\"force\":true}}"
	qmp "{\"execute\":\"blockdev-insert-medium\",\"arguments\":{\"id\":\"$1\",\"node-name\":\"$2\"}}"
	qmp "{\"execute\":\"blockdev-close-tray\",\"arguments\":{\"id\":\"$1\"}}"
}

# Serve requests of guests: "unplug ID", "plug JSON-ARGUMENTS" (of device_add), "insert DRIVE
# MEDIUM", "traced PATTERN" (number of matching lines in QEMU's trace), "mark", "since PATTERN" (the
# number since then), "written IMAGE".
serve()
{
	local what rest mark=0
	while read -r what rest; do
		case $what in
		insert) insert_medium "${rest% *}" "${rest#* }" ;;
		traced) echo "ok $(grep -Ec -- "$rest" "$dir/trace")" >"$dir/host.in"; continue ;;
		mark) mark=$(stat -c %s "$dir/trace") ;;
		since)
			echo "ok $(tail -c +$((mark + 1)) "$dir/trace" | grep -Ec -- "$rest")" >"$dir/host.in"
			continue ;;
		written) echo "ok $(written "$rest")" >"$dir/host.in"; continue ;;
		unplug) qmp "{\"execute\":\"device_del\",\"arguments\":{\"id\":\"$rest\"}}" ;;
		plug) qmp "{\"execute\":\"device_add\",\"arguments\":$rest}" ;;
		*) echo "unknown: $what" >"$dir/host.in"; continue ;;
		esac
		echo ok >"$dir/host.in"
	done <"$dir/host.out"
}

# Wait for the guest's end; a guest that is silent for too long, or dies, has failed.
watch_guest()
{
	local started=$SECONDS last=$SECONDS size=0 now allowed=$boot_stall
	while kill -0 "$qemu" 2>/dev/null; do
		sleep 0.3
		now=$(stat -c %s "$dir/results" 2>/dev/null || echo 0)
		if [ "$now" != "$size" ]; then
			size=$now
			last=$SECONDS
			allowed=$stall
		fi
		if [ $((SECONDS - last)) -gt "$allowed" ] || [ $((SECONDS - started)) -gt "$limit" ]; then
			echo "$job: the guest hangs (silent for $((SECONDS - last)) s); its last kernel lines:"
			tail -n 60 "$dir/serial"
			kill -KILL "$qemu"
			wait "$qemu" 2>/dev/null
			qemu=
			return 1
		fi
	done
	wait "$qemu" 2>/dev/null
	qemu=
	if ! grep -q '^@end' "$dir/results"; then
		echo "$job: the guest stopped early; its last kernel lines:"
		tail -n 60 "$dir/serial" 2>/dev/null # missing if QEMU refused its arguments
		return 1
	fi
	if ! grep -q '^@end 0' "$dir/results"; then
		echo "$job: the job's script broke off"
		return 1
	fi
}

boot()
{
	local server talker
	args=()
	kernel=$cache/vmlinux
	kernel_args=
	trace=
	packed=() modules=
	# shellcheck source=/dev/null
	. "$here/machines/$job"
	MODULES=$modules sh "$here/initramfs.sh" "$cache" "$ours" "$dir/initramfs" "$programs/runner=vm/runner" \
		"${packed[@]}" || return 1
	rm -f "$dir"/{qmp,host}.{in,out} "$dir/results" "$dir/serial" "$dir/trace"
	mkfifo "$dir"/{qmp,host}.{in,out}
	: >"$dir/results"
	: >"$dir/events"
	for event in $trace; do
		echo "$event" >>"$dir/events"
	done
	# norandmaps: programs at the same addresses each time, or TCG would translate them again
	"${pin[@]}" nice -n 10 qemu-system-x86_64 "${accel_args[@]}" -smp 1 -m 640 -nodefaults -display none \
		-no-reboot -kernel "$kernel" -initrd "$dir/initramfs" \
		-append "console=ttyS0 panic=-1 edd=off nokaslr no_timer_check norandmaps rdinit=/init quiet loglevel=5 $kernel_args vm.job=$job" \
		-chardev "file,id=serial,path=$dir/serial" -serial chardev:serial \
		-chardev "pipe,id=qmp,path=$dir/qmp" -mon chardev=qmp,mode=control \
		-device virtio-serial-pci,id=channel \
		-chardev "file,id=results,path=$dir/results" \
		-device virtserialport,chardev=results,name=results \
		-chardev "pipe,id=host,path=$dir/host" \
		-device virtserialport,chardev=host,name=host \
		${trace:+-trace "events=$dir/events,file=$dir/trace"} -D "$dir/trace" \
		"${args[@]}" >"$dir/qemu.log" 2>&1 &
	qemu=$!
	# a QEMU that refuses its arguments opens no pipe: these commands would wait, not
	# watch_guest
	{
		qmp '{"execute":"qmp_capabilities"}'
		exec cat "$dir/qmp.out"
	} >"$dir/qmp.log" &
	talker=$!
	serve &
	server=$!
	watch_guest
	local result=$?
	kill "$server" "$talker" 2>/dev/null
	wait "$server" "$talker" 2>/dev/null
	[ $result = 0 ] || [ ! -s "$dir/qemu.log" ] || tail -n 5 "$dir/qemu.log"
	return $result
}

# Run one job in a separate process: its report, with "totals PASSED FAILED IDENTICAL COMPARED".
run_job()
{
	local began=$SECONDS
	trap stop_guest EXIT
	trap 'exit 1' INT TERM
	boot || echo "totals 0 1 0 0"
	awk -v job="$job" -v differences="$here/differences" \
		-v reasons="$here/../compat/differences" -v trace="$dir/trace" \
		-v traced="${trace:+1}" -f "$here/compare.awk" "$dir/results"
	echo "$job: $((SECONDS - began)) s"
}

running=() on=()
trap '[ ${#running[@]} = 0 ] || kill "${running[@]}" 2>/dev/null' EXIT
trap 'exit 1' INT TERM
for job; do
	dir=$out/$job
	mkdir -p "$dir"
	while [ "$(jobs -pr | wc -l)" -ge "$parallel" ]; do
		wait -n
	done
	for ((place = 0; place < parallel; place++)); do
		kill -0 "${on[place]:-none}" 2>/dev/null || break
	done
	[ "$accel" != tcg ] || pin=(taskset -c "${cpus[place % ${#cpus[@]}]}")
	run_job >"$dir/report" 2>&1 &
	on[place]=$!
	running+=($!)
done
wait
running=()

if [ -n "${VM_COVERAGE:-}" ]; then
	mkdir -p "$out/coverage"
	results=()
	for job; do
		results+=("$out/$job/results")
	done
	"$ours" --list-options >"$out/coverage/options"
	awk -v set="$VM_COVERAGE" -f "$here/coverage.awk" file=1 "$out/coverage/options" \
		file=2 "$here/coverage" file=3 "${results[@]}" >"$out/coverage/report"
	set -- "$@" coverage
fi
for job; do
	grep -v '^totals ' "$out/$job/report"
done
sum=$(for job; do grep '^totals ' "$out/$job/report" || echo "totals 0 1 0 0"; done |
	awk '{ p += $2; f += $3; i += $4; c += $5 } END { print p, f, i, c }')
read -r passed failed identical compared <<<"$sum"
echo "identical $identical/$compared"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
