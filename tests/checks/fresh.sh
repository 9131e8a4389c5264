#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# README's commands on a machine where nothing was installed: debootstrap's minimal Debian, with six
# nodes and shm in /dev, without /sys, from a clean clone of HEAD, as root; then the Debian package
# instead of Debian's own, and purged. The commands are read from README. Its figures are compared
# on Debian 13 (root, deps-deb, an archive). Usage: fresh.sh CACHE SUITE
set -u
if [ "${3-}" != inside ]; then
	# all processes and mounts end with this one
	exec unshare -m --pid --fork --kill-child --mount-proc bash "$0" "$@" inside
fi
mkdir -p "$1"
cache=$(realpath "$1") suite=$2
# shellcheck source=tests/install/lib.sh
. "$(dirname "$0")/../install/lib.sh"
root=$work/root
trap 'umount -R "$root" 2>/dev/null; rm -rf --one-file-system "$work"' EXIT
mount --make-rprivate /
umask 022

# --- the machine
check "a minimal Debian" debian_root "$suite" "$root" "$cache"
[ "$failed" = 0 ] || exit 1
mount --bind "$root" "$root" # unshare(1) needs a mount as root
rm -rf "${root:?}/dev" && mkdir "$root/dev"
for node in null zero full random urandom tty; do
	: >"$root/dev/$node"
	mount --bind "/dev/$node" "$root/dev/$node"
done
mkdir "$root/dev/shm" && mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount -t proc proc "$root/proc"
mkdir -p "$cache/archives-$suite/partial"
mount --bind "$cache/archives-$suite" "$root/var/cache/apt/archives"
check "a clean clone" git clone -q . "$root/root/hdparm"

# Services that start by themselves on such a machine, and the machine's own hdparm. debhelper
# brings man-db, whose timer is not a service; e2fsprogs and xfsprogs, which Debian's installation
# has, bring units that look for snapshots and file systems at a start; rcS.d has steps of the boot,
# as kmod's and procps', that leave nothing running.
own() {
	(cd "$root/etc" && find systemd/system/*.wants rc[2-5].d -type l 2>/dev/null |
		grep -v -e /man-db.timer -e /e2scrub -e xfs_scrub | sort)
	ls "$root"/{,usr/}sbin/hdparm 2>/dev/null
}
own >"$work/own"

# type_in NAME COMMAND: run the command as a user types it; $work/NAME gets its output
type_in() {
	local start=$SECONDS
	chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
		HOME=/root DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS-}" sh -c "cd /root/hdparm && $2" >"$work/$1" 2>&1 </dev/null
	local status=$?
	echo "$1: $2: status $status, $((SECONDS - start)) s"
	# show the counts and skipped checks; after a failure all output
	if [ "$status" = 0 ]; then
		grep -E 'passed, [0-9]+ failed|Checks: |skipped' "$work/$1"
	else
		tail -n 300 "$work/$1"
	fi
	return "$status"
}
# typed NAME COMMAND: it succeeds, and leaves no process and no new service
typed() {
	if type_in "$1" "$2"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $1"
	fi
	check "$1 leaves no process" nothing_runs
	own >"$work/owns"
	check "$1 enables no service and installs no hdparm" diff "$work/own" "$work/owns"
}
nothing_runs() {
	! find /proc/[0-9]*/root -maxdepth 0 -lname "$root*" 2>/dev/null | grep .
}

# --- figures: README's, and those found, may differ by a tenth
near() { # near README FOUND
	awk -v said="$1" -v found="$2" 'BEGIN {
		printf "README says %s, found %s\n", said, found
		exit !(said > 0 && found > 0 && found <= said * 1.1 && found >= said * 0.9)
	}'
}
# README's figure before these words, in the paragraph about the two commands
said() {
	awk '/^On a fresh Debian 13/, /^ /' README | tr '\n' ' ' | grep -oE "[0-9.]+ $1" | head -n "$2" |
		tail -n 1 | cut -d ' ' -f 1
}
apt_said() { # apt_said LOG EXPRESSION: a number in apt's announcement
	sed -nE "s,^$2.*,\\2,p" "$work/$1" | head -n 1
}
packages='()[0-9]+ upgraded\, ([0-9]+) newly installed'
download='Need to get (.*/)?([0-9.]+) MB'
disk='()After this operation\, ([0-9.]+) MB'

# --- README's two commands
awk '/^On a fresh Debian 13/ { here = 1 }
	here && sub(/^    +/, "") { some = 1; more = sub(/\\$/, ""); printf "%s%s", $0, more ? "" : "\n"; next }
	here && some { exit }' README >"$work/commands"
check "README has two commands" test "$(wc -l <"$work/commands")" = 2
typed first "$(sed -n 1p "$work/commands")"
typed second "$(sed -n 2p "$work/commands")"
if [ "$suite" = trixie ]; then
	check "the first: packages" near "$(said packages 1)" "$(apt_said first "$packages")"
	check "the first: MB to download" near "$(said 'MB to download' 1)" "$(apt_said first "$download")"
	check "the second: packages" near "$(said packages 2)" "$(apt_said second "$packages")"
	check "the second: MB to download" near "$(said 'MB to download' 2)" "$(apt_said second "$download")"
	check "the first: MB on the disk" near "$(said 'MB on the disk' 1)" "$(apt_said first "$disk")"
	check "the second: MB on the disk" near "$(said 'MB on the disk' 2)" "$(apt_said second "$disk")"
fi
# the commands that the last lines of make try name, in quotes
tail -n 2 "$work/first" | grep -oE "'[^']+'" | tr -d "'" | sed 's/ | /\n/' | cut -d ' ' -f 1 | sort -u >"$work/named"
while read -r name; do
	check "make try names $name, which is here" chroot "$root" sh -c "cd /root/hdparm && command -v $name"
done <"$work/named"
check "make try names commands" test -s "$work/named"
check "make check's last line" grep -qE '^check: [0-9]{4,} passed, 0 failed' "$work/second"
typed lint "make -s lint"
check "make lint's last line" grep -qE '^lint: [0-9]+ passed, 0 failed' "$work/lint"

# --- the Debian package
# shellcheck disable=SC2016 # README's own signs
deb=$(sed -nE 's/^`(make deb)` \(before it: `(make deps-deb)`\).*/\2 \&\& \1/p' README)
check "README has the commands of the package" test -n "$deb"
# its tests are those of the second command
export DEB_BUILD_OPTIONS=nocheck
typed deb "$deb"
new=$(cd "$root/root/hdparm" && echo build/deb/hdparm_*.deb)
check "the package is there" test -s "$root/root/hdparm/$new"
inside() {
	chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"
}
runs() { # runs VERSION
	inside hdparm -V | grep -qx "hdparm v$1"
}
check "Debian's hdparm" inside apt-get install -qqy --no-install-recommends hdparm
check "Debian's runs" runs '9\.[0-9]*'
check "the package in its place" inside apt-get install -qqy "/root/hdparm/$new"
check "it runs" runs '10\.[0-9]*'
check "what it lists is there" test -z "$(inside dpkg --verify hdparm)"
check "purged" inside dpkg --purge hdparm
check "nothing of it is left" bash -c "! ls -d '$root'/etc/hdparm* '$root'/usr/sbin/hdparm '$root'/var/lib/hdparm 2>/dev/null | grep ."

echo "$passed passed, $failed failed (a fresh machine)"
[ "$failed" = 0 ]
