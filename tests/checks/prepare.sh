#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Download and install what the stages need, so that no stage waits for a mirror. Files in $CACHE
# are not downloaded again. A download is tried three times; then its name is printed. Usage:
# prepare.sh gate|all (root, apt)
set -u
# shellcheck source=tests/install/lib.sh
. "$(dirname "$0")/../install/lib.sh"
trap 'umount -R "$work"/root 2>/dev/null; rm -rf --one-file-system "$work"' EXIT
failed=0
tried() { # tried NAME COMMAND...
	local name=$1 try
	shift
	for try in 1 2 3; do
		"$@" && return
		echo "prepare: $name: try $try of 3 failed"
		sleep $((try * 5))
	done
	failed=1
}

# shellcheck disable=SC2317,SC2329 # tried() calls it by name
# machine SUITE: its bare root, and the packages of README's commands
machine() {
	local root=$work/root archives
	archives=$(realpath "$CACHE")/archives-$1
	[ ! -e "$archives/complete" ] || return 0
	mkdir -p "$root" "$archives/partial"
	debian_root "$1" "$root" "$CACHE" || return
	mount --bind "$archives" "$root/var/cache/apt/archives"
	mkdir "$root/tree" && mount --bind . "$root/tree"
	chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive sh -c '
		cd /tree && apt-get -qq update && apt-get -qqy install --no-install-recommends make &&
		apt-get -qqy --download-only install --no-install-recommends gcc libc6-dev &&
		APT_OPTIONS=--download-only make -s deps deps-deb'
	local status=$?
	umount -R "$root/tree" "$root/var/cache/apt/archives"
	rm -rf --one-file-system "$root"
	[ "$status" != 0 ] || touch "$archives/complete"
	return "$status"
}

targets="deps deps-vm deps-deb"
suites=trixie
parts="base"
if [ "$1" = all ]; then
	targets="$targets deps-block deps-completion deps-fleet deps-rpm deps-prove deps-platforms"
	suites="trixie bookworm sid"
	parts="base debian peers sleepers systems legacy"
fi
mkdir -p "$CACHE"
tried "package lists" apt-get -qq update
tried "compiler" apt-get -qqy install --no-install-recommends gcc libc6-dev make
for target in $targets; do
	tried "make $target" make -s "$target"
done
for peer in hdparm smartctl; do
	tried "$peer" sh tests/compat/oracle.sh "$CACHE/peers" "$peer"
done
for part in $parts; do
	tried "guests: $part" tests/vm/fetch.sh "$CACHE/vm" "$part"
done
for suite in $suites; do
	tried "Debian $suite" machine "$suite"
done
exit "$failed"
