# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# What the tests of real block devices share: root, loop devices, the counters and the comparisons.
[ "$(id -u)" = 0 ] || { echo "check-block: needs root"; exit 77; }
# on a disk: what is in memory cannot be read past the cache
export TMPDIR=/var/tmp
# The scripts that take loop devices run one at a time: partitions of a device that another script has
# just detached would be in the way.
if ! exec 8</dev/loop-control || ! flock 8; then
	echo "check-block: no loop devices (modprobe loop)"
	exit 1
fi
passed=0
failed=0
loops=()
untried=()

# attach FILE [LOSETUP OPTION...]: a loop device over it, in $loop
attach() {
	local file=$1
	shift
	loop=$(losetup -f --show "$@" "$file") || { echo "check-block: no loop device"; exit 1; }
	loops+=("$loop")
}

# detach: all of them, whatever was done to them
detach() {
	local one
	for one in "${loops[@]}"; do
		blockdev --setrw "$one"
		losetup -d "$one"
	done
	loops=()
}

# needs TOOL...: one that is missing is a failure
needs() {
	local tool
	for tool; do
		command -v "$tool" >/dev/null || { echo "check-block: needs $tool (make deps)"; exit 1; }
	done
}

# not_tried WHAT: what this kernel lacks
not_tried() {
	untried+=("$1")
}

# summary: the last lines, and the status
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
