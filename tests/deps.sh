#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Install what the tests and checks need, by the machine's package manager. The program itself needs
# only a C compiler, make and the kernel's headers. No service starts on this machine: smartctl and
# promtool, whose packages have one, and Debian's hdparm are unpacked in build/cache/peers
# (tests/compat/oracle.sh).
# Usage: deps.sh check|block|completion|fleet|vm|deb|rpm|platforms|prove
# block: the file systems of check-block and check-wiper; completion: the shells; fleet: Ansible and
# promtool; vm: QEMU and the guests' programs; deb: tools that build and test Debian packages; rpm:
# the same tools for rpm; platforms: compilers for other processors and C libraries, and emulators;
# prove: Frama-C
set -eu
if [ "$(id -u)" = 0 ]; then
	run=
else
	run=sudo
fi
if command -v apt-get >/dev/null; then
	export DEBIAN_FRONTEND=noninteractive
	install="apt-get install -y --no-install-recommends ${APT_OPTIONS-}"
	check="gcc libc6-dev make binutils check pkg-config clang clang-format cppcheck shellcheck
		mandoc valgrind python3 python3-jsonschema pyflakes3 util-linux procps
		kmod e2fsprogs xz-utils dpkg-dev busybox gawk mawk jq"
	block="util-linux dmsetup e2fsprogs btrfs-progs xfsprogs strace"
	completion="zsh fish bash-completion python3 gawk mawk busybox"
	fleet="ansible-core jq python3"
	vm="qemu-system-x86 flex bison bc perl"
	deb="build-essential debhelper check pkg-config lintian debootstrap git"
	rpm="rpm rpmlint"
	platforms="gcc-i686-linux-gnu libc6-dev-i386-cross gcc-aarch64-linux-gnu libc6-dev-arm64-cross
		gcc-arm-linux-gnueabihf libc6-dev-armhf-cross gcc-s390x-linux-gnu libc6-dev-s390x-cross
		musl-tools clang qemu-user-static file"
	prove="frama-c-base gcc libc6-dev python3"
elif command -v dnf >/dev/null; then
	install="dnf install -y"
	check="gcc make binutils check-devel pkgconf clang clang-tools-extra cppcheck ShellCheck
		mandoc valgrind python3 python3-jsonschema python3-pyflakes util-linux
		procps-ng kmod e2fsprogs xz dpkg busybox gawk mawk jq"
	block="util-linux device-mapper e2fsprogs btrfs-progs xfsprogs strace"
	completion="zsh fish bash-completion python3 gawk mawk busybox"
	fleet="ansible-core ansible-test golang-github-prometheus jq python3"
	vm="qemu-system-x86-core flex bison bc perl"
	rpm="rpm-build rpmlint"
elif command -v apk >/dev/null; then
	install="apk add"
	check="gcc musl-dev linux-headers make binutils check-dev pkgconf clang clang-extra-tools
		cppcheck shellcheck mandoc valgrind bash python3 py3-jsonschema py3-pyflakes
		util-linux procps kmod e2fsprogs xz dpkg busybox gawk mawk jq"
	block="util-linux device-mapper e2fsprogs btrfs-progs xfsprogs strace"
	completion="zsh fish bash-completion python3 gawk mawk busybox"
	fleet="ansible-core prometheus jq python3"
	vm="qemu-system-x86_64 flex bison bc perl"
elif command -v pacman >/dev/null; then
	install="pacman -S --needed --noconfirm"
	check="gcc make binutils check pkgconf clang cppcheck shellcheck mandoc valgrind python
		python-jsonschema python-pyflakes util-linux procps-ng kmod e2fsprogs xz dpkg
		busybox gawk mawk jq"
	block="util-linux device-mapper e2fsprogs btrfs-progs xfsprogs strace"
	completion="zsh fish bash-completion python gawk mawk busybox"
	fleet="ansible-core jq python3"
	vm="qemu-system-x86 flex bison bc perl"
else
	echo "deps: none of apt-get, dnf, apk and pacman is here; install by hand what this file lists"
	exit 1
fi
case ${1:-} in
check) packages=$check ;;
block) packages=$block ;;
completion) packages=$completion ;;
fleet)
	packages=${fleet-}
	[ -n "$packages" ] || { echo "deps: install ansible-core, promtool and jq by hand"; exit 1; }
	;;
vm) packages=$vm ;;
deb)
	packages=${deb-}
	[ -n "$packages" ] || { echo "deps: only Debian has what packs for Debian"; exit 1; }
	;;
rpm)
	packages=${rpm-}
	[ -n "$packages" ] || { echo "deps: no package of this system builds for rpm"; exit 1; }
	;;
platforms)
	packages=${platforms-}
	[ -n "$packages" ] || { echo "deps: only Debian is known to have these compilers"; exit 1; }
	;;
prove)
	packages=${prove-}
	[ -n "$packages" ] || { echo "deps: install Frama-C 25 or later by hand"; exit 1; }
	;;
*)
	echo "usage: deps.sh check|block|completion|fleet|vm|deb|rpm|platforms|prove" >&2
	exit 1
	;;
esac
# shellcheck disable=SC2086 # words
$run $install $packages
[ -z "${APT_OPTIONS-}" ] || exit 0 # packages are only downloaded
[ "$1" != check ] || ! command -v apt-get >/dev/null || sh tests/compat/oracle.sh "${CACHE:-build/cache}/peers" smartctl
[ "$1" != fleet ] || ! command -v apt-get >/dev/null || sh tests/compat/oracle.sh "${CACHE:-build/cache}/peers" promtool
