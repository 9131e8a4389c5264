#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The cases see nothing of the machine: they pass if its /dev/sda is a device, a file or missing,
# and without /sys and pseudo-terminals. Each such machine is a mount namespace with another /dev,
# made by root, or by a user if the kernel permits that (without the device). Usage: machines.sh
# RUNNER HDPARM SHIM CASES...
set -u

cannot() {
	echo "$machine: $*"
	exit 77
}

if [ "$1" = inside ]; then
	new=$2 machine=$3 user=$4 runner=$5 hdparm=$6 shim=$7
	shift 7
	set -- "$runner" -b "$hdparm" -s "$shim" "$@"
	mkdir -p "$new"
	if ! mount --make-rprivate / || ! mount -t tmpfs -o mode=755 tmpfs "$new"; then
		cannot "no mounts of its own"
	fi
	# in memory, because /dev/shm is hidden
	mkdir "$new/temporary" && export TMPDIR=/dev/temporary
	for node in null zero full random urandom tty; do
		: >"$new/$node"
		mount --bind "/dev/$node" "$new/$node" || cannot "no /dev/$node"
	done
	case $machine in
	device) mknod "$new/sda" b 240 0 || cannot "mknod is not permitted" ;; # 240: no driver
	file) echo "a file" >"$new/sda" ;;
	bare) mount -t tmpfs tmpfs /sys || cannot "/sys cannot be hidden" ;;
	esac
	if [ "$machine" != bare ]; then
		mkdir "$new/pts"
		ln -s pts/ptmx "$new/ptmx"
		mount -t devpts -o newinstance,ptmxmode=0666 devpts "$new/pts"
	fi
	mount --rbind "$new" /dev || cannot "/dev cannot be replaced"
	# A user's namespace shows root, who owns /, as 65534. The program trusts folders of its
	# user and of root: show the user as 65534, too.
	[ "$user" = root ] || set -- unshare --user --map-user=65534 "$@"
	exec "$@"
fi

work=$(mktemp -d)
said=$work/said
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT TERM HUP
user=root namespace=
[ "$(id -u)" = 0 ] || user=other namespace=-r
passed=0 failed=0 skipped=0
for machine in device file none bare; do
	if ! unshare -m $namespace true 2>"$said"; then
		status=77
	else
		unshare -m $namespace sh "$0" inside "$work/dev" "$machine" "$user" "$@" >"$said" 2>&1
		status=$?
	fi
	case $status in
	0) passed=$((passed + 1)) ;;
	77)
		skipped=$((skipped + 1))
		echo "check-machines: skipped: $(tail -n 1 "$said")"
		;;
	*)
		failed=$((failed + 1))
		echo "FAIL $machine (status $status):"
		tail -n 30 "$said"
		;;
	esac
done
if [ "$skipped" = 0 ]; then
	echo "$passed passed, $failed failed"
else
	echo "$passed passed, $failed failed, $skipped skipped"
fi
[ "$failed" = 0 ]
