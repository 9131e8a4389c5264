#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# README's commands on a machine where nothing was installed: debootstrap's minimal Debian 12, with
# six nodes in /dev and no /sys, a clean clone of HEAD, as root. The commands and the figures that
# are compared stand in README alone (root, deps-deb, an archive). Usage: run.sh CACHE
set -u
if [ "${2-}" != inside ]; then
	# no process and no mount outlives it
	exec unshare -m --pid --fork --kill-child --mount-proc bash "$0" "$@" inside
fi
mkdir -p "$1"
cache=$(realpath "$1")
# shellcheck source=tests/install/lib.sh
. "$(dirname "$0")/../install/lib.sh"
root=$work/root
trap 'umount -R "$root" 2>/dev/null; rm -rf --one-file-system "$work"' EXIT
mount --make-rprivate /
umask 022

# --- the machine
check "a minimal Debian 12" debian_root bookworm "$root" "$cache"
[ "$failed" = 0 ] || exit 1
mount --bind "$root" "$root" # a root that unshare(1) takes
rm -rf "${root:?}/dev" && mkdir "$root/dev"
for node in null zero full random urandom tty; do
	: >"$root/dev/$node"
	mount --bind "/dev/$node" "$root/dev/$node"
done
mount -t proc proc "$root/proc"
mkdir -p "$cache/fresh/partial"
mount --bind "$cache/fresh" "$root/var/cache/apt/archives"
check "a clean clone" git clone -q . "$root/root/hdparm"

# The services that start by themselves on such a machine, and the machine's own hdparm. debhelper
# brings man-db, whose timer is no service; rcS.d has steps of the boot, as kmod's and procps', of
# which nothing stays.
own() {
	(cd "$root/etc" && find systemd/system/*.wants rc[2-5].d 2>/dev/null | grep -v /man-db.timer | sort)
	ls "$root"/{,usr/}sbin/hdparm 2>/dev/null
}
own >"$work/own"

# type_in NAME COMMAND: as the user types it; what it says is in $work/NAME
type_in() {
	local start=$SECONDS
	chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
		HOME=/root sh -c "cd /root/hdparm && $2" >"$work/$1" 2>&1 </dev/null
	local status=$?
	echo "$1: $2: status $status, $((SECONDS - start)) s"
	# what was counted and left out; all of it where it failed
	if [ "$status" = 0 ]; then
		grep -E 'passed, [0-9]+ failed|Checks: |skipped' "$work/$1"
	else
		tail -n 300 "$work/$1"
	fi
	return "$status"
}
# typed NAME COMMAND: it succeeds, and nothing goes on afterwards or starts with the machine
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
# what README says in front of these words, in the paragraph about the two commands
said() {
	awk '/^On a fresh Debian 12/, /^ /' README | tr '\n' ' ' | grep -oE "[0-9.]+ $1" | head -n "$2" |
		tail -n 1 | cut -d ' ' -f 1
}
apt_said() { # apt_said LOG EXPRESSION: a number in what apt says it will do
	sed -nE "s,^$2.*,\\2,p" "$work/$1" | head -n 1
}
packages='()[0-9]+ upgraded\, ([0-9]+) newly installed'
download='Need to get (.*/)?([0-9.]+) MB'
disk='()After this operation\, ([0-9.]+) MB'

# --- README's two commands
awk '/^On a fresh Debian 12/ { here = 1 } here && /^    / { print substr($0, 5); some = 1 }
	here && some && !/^    / { exit }' README >"$work/commands"
check "README has two commands" test "$(wc -l <"$work/commands")" = 2
typed first "$(sed -n 1p "$work/commands")"
typed second "$(sed -n 2p "$work/commands")"
check "the first: packages" near "$(said packages 1)" "$(apt_said first "$packages")"
check "the first: MB to download" near "$(said 'MB to download' 1)" "$(apt_said first "$download")"
check "the second: packages" near "$(said packages 2)" "$(apt_said second "$packages")"
check "the second: MB to download" near "$(said 'MB to download' 2)" "$(apt_said second "$download")"
check "the second: MB on the disk" near "$(said 'MB on the disk' 1)" "$(apt_said second "$disk")"
check "make check's last line" grep -qE '^check: [0-9]{4,} passed, 0 failed' "$work/second"

# --- README's sizes
# size WORDS OF MAKE...: of the stripped program, in kB; one linked otherwise has the same objects
size() {
	rm -f "$root/root/size/hdparm" &&
		chroot "$root" make -s -j"$(nproc)" -C /root/hdparm BUILD=/root/size "$@" \
			/root/size/hdparm >&2 &&
		chroot "$root" strip -o /root/stripped /root/size/hdparm &&
		awk -v bytes="$(stat -c %s "$root/root/stripped")" 'BEGIN { printf "%.3f\n", bytes / 1000 }'
}
read -r whole small static small_static < <(tr '\n' ' ' <README | sed -nE \
	's/.*with glibc: ([0-9]+) kB, ([0-9]+) kB with SMALL=1; static ([0-9.]+) MB and ([0-9.]+) MB.*/\1 \2 \3 \4/p')
check "size" near "${whole-}" "$(size)"
check "size of STATIC=1" near "${static-}" "$(size STATIC=1 | awk '{ print $1 / 1000 }')"
rm -r "$root/root/size"
check "size of SMALL=1" near "${small-}" "$(size SMALL=1)"
check "size of STATIC=1 SMALL=1" near "${small_static-}" "$(size STATIC=1 SMALL=1 | awk '{ print $1 / 1000 }')"

# --- the Debian package
# shellcheck disable=SC2016 # README's own signs
deb=$(sed -nE 's/^`(make deb)` \(before it: `(make deps-deb)`\).*/\2 \&\& \1/p' README)
check "README has the commands of the package" test -n "$deb"
typed deb "$deb"
check "the package is there" test -s "$(echo "$root"/root/hdparm/build/deb/hdparm_*.deb)"

echo "$passed passed, $failed failed (a fresh machine)"
[ "$failed" = 0 ]
