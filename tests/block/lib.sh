# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Shared by the tests of real block devices: root, loop devices, counters and comparisons.
[ "$(id -u)" = 0 ] || { echo "check-block: needs root"; exit 77; }
# on a disk: direct reads of files in memory are not possible
export TMPDIR=/var/tmp
# Only one script at a time takes loop devices: partitions of a device that another script has just
# detached would disturb it.
if ! exec 8</dev/loop-control || ! flock 8; then
	echo "check-block: no loop devices (modprobe loop)"
	exit 1
fi
passed=0
failed=0
loops=()
untried=()

# attach FILE [LOSETUP OPTION...]: make a loop device, in $loop
attach() {
	local file=$1
	shift
	loop=$(losetup -f --show "$@" "$file") || { echo "check-block: no loop device"; exit 1; }
	loops+=("$loop")
}

# detach all loop devices, whatever happened to them
detach() {
	local one
	for one in "${loops[@]}"; do
		blockdev --setrw "$one"
		losetup -d "$one"
	done
	loops=()
}

# needs TOOL...: a missing one is a failure
needs() {
	local tool
	for tool; do
		command -v "$tool" >/dev/null || { echo "check-block: needs $tool (make deps)"; exit 1; }
	done
}

# not_tried WHAT: this kernel lacks it
not_tried() {
	untried+=("$1")
}

summary() {
	local all
	if [ ${#untried[@]} != 0 ]; then
		all=$(printf '; %s' "${untried[@]}")
		echo "${#untried[@]} not tried: ${all#; }"
	fi
	echo "$passed passed, $failed failed"
	[ "$failed" = 0 ]
}

# is NAME GOT EXPECTED
is() {
	if [ "$2" = "$3" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAIL %s\n  got      %s\n  expected %s\n' "$1" "$2" "$3"
	fi
}

# like NAME GOT REGEX
like() {
	if printf '%s' "$2" | grep -qE -- "$3"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAIL %s\n  got      %s\n  expected %s\n' "$1" "$2" "$3"
	fi
}
