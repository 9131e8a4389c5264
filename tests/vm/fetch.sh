#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# fetch.sh CACHE base|legacy|debian|peers|sleepers|systems: downloads and unpacks what the guests
# need; nothing is installed.
#   CACHE/root       unpacked packages: kernel modules, busybox, hdparm 9.65, mdadm, dmsetup
#   CACHE/vmlinux    Debian's kernel, uncompressed, for a boot by PVH
#   CACHE/debian     (debian) unpacked packages: systemd, udev, OpenRC and their libraries
#   CACHE/peers      (peers) nvme-cli, sdparm and sg3_utils with their libraries
#   CACHE/sleepers   (sleepers) hd-idle, smartctl, mkfs.ext4 and mkfs.btrfs with their libraries
#   CACHE/systems    (systems) mkfs of XFS, f2fs, vfat and exfat with its libraries
#   CACHE/source     (legacy) the unpacked source package of the last kernel with drivers/ide
# A stamp with the package's versions makes a second run a no-op.
# VM_MIRROR and VM_SECURITY_MIRROR name other Debian archives than deb.debian.org.
set -eu

cache=$1
part=$2
mirror=${VM_MIRROR:-http://deb.debian.org/debian}
security=${VM_SECURITY_MIRROR:-http://deb.debian.org/debian-security}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

die()
{
	echo "fetch: $*" >&2
	exit 1
}

# apt with its own directory: the machine's package lists and sources are not changed.
apt_options()
{
	printf '%s\n' -o "Dir::Etc::SourceList=$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
		-o "Dir::State::Lists=$apt/lists" -o "Dir::Cache=$apt/cache" \
		-o Dir::State::Status=/dev/null -o Acquire::Languages=none \
		-o APT::Architecture=amd64 -o APT::Architectures::=amd64 \
		-o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false \
		-o APT::Update::Post-Invoke::=true -o APT::Sandbox::User= -o Acquire::Retries=3
}

apt_do()
{
	command=$1
	shift
	# shellcheck disable=SC2046 # one word per line, none has blanks but the cache's own path
	"$command" $(apt_options) "$@"
}

open_suite()
{
	apt=$cache/apt-$1
	mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/debs"
	cat >"$apt/sources.list" <<EOF
deb [signed-by=$keyring] $mirror $1 main
deb [signed-by=$keyring] $security $1-security main
EOF
	apt_do apt-get -qq update || die "cannot read the package lists of $1 from $mirror"
}

download()
{
	(cd "$apt/debs" && rm -f -- *.deb && apt_do apt-get -qq download "$@") ||
		die "cannot download: $*"
}

# The stamp lists the unpacked packages, which are not kept.
finish()
{
	for deb in "$apt"/debs/*.deb; do
		dpkg-deb -W "$deb"
		rm -f "$deb"
	done >"$stamp.new"
	mv "$stamp.new" "$stamp"
}

# Modules of the machines: the rest of the package is not unpacked.
keep_modules='./lib/modules/*/modules.* ./lib/modules/*/kernel/drivers/ata/*
	./lib/modules/*/kernel/drivers/scsi/* ./lib/modules/*/kernel/drivers/usb/*
	./lib/modules/*/kernel/drivers/nvme/* ./lib/modules/*/kernel/drivers/block/*
	./lib/modules/*/kernel/drivers/md/* ./lib/modules/*/kernel/drivers/virtio/*
	./lib/modules/*/kernel/drivers/char/virtio_console.ko ./lib/modules/*/kernel/drivers/cdrom/*
	./lib/modules/*/kernel/drivers/target/* ./lib/modules/*/kernel/drivers/uio/*
	./lib/modules/*/kernel/crypto/* ./lib/modules/*/kernel/arch/x86/crypto/*
	./lib/modules/*/kernel/lib/* ./lib/modules/*/kernel/block/* ./lib/modules/*/kernel/fs/ext4/* ./lib/modules/*/kernel/fs/jbd2/*
	./lib/modules/*/kernel/fs/btrfs/* ./lib/modules/*/kernel/fs/xfs/* ./lib/modules/*/kernel/fs/f2fs/*
	./lib/modules/*/kernel/fs/fat/* ./lib/modules/*/kernel/fs/exfat/* ./lib/modules/*/kernel/fs/nls/*
	./lib/modules/*/kernel/fs/mbcache.ko ./lib/modules/*/kernel/fs/configfs/*
	./lib/modules/*/kernel/mm/* ./boot/vmlinuz-*'

# The bzImage's header has the place of its compressed vmlinux (Documentation/x86/boot.rst):
# setup_sects at 1F1h, payload_offset at 248h and payload_length at 24Ch.
number_at()
{
	od -An -tu"$3" -j "$2" -N "$3" "$1" | tr -d ' '
}

unpack_vmlinux()
{
	start=$((($(number_at "$1" $((0x1f1)) 1) + 1) * 512 + $(number_at "$1" $((0x248)) 4)))
	length=$(number_at "$1" $((0x24c)) 4)
	tail -c +$((start + 1)) "$1" | head -c "$length" >"$2.packed"
	case $(od -An -tx1 -N 4 "$2.packed" | tr -d ' ') in
	fd377a58) xz -dc --single-stream <"$2.packed" >"$2.new" || [ -s "$2.new" ] ;;
	28b52ffd) zstd -dc <"$2.packed" >"$2.new" 2>/dev/null || [ -s "$2.new" ] ;;
	1f8b*) gzip -dc <"$2.packed" >"$2.new" 2>/dev/null || [ -s "$2.new" ] ;;
	*) die "$1: unknown compression" ;;
	esac
	rm -f "$2.packed"
	mv "$2.new" "$2"
}

fetch_base()
{
	# another list of modules changes the stamp
	stamp=$cache/base-$(echo "$keep_modules" | cksum | cut -d' ' -f1).stamp
	[ ! -e "$stamp" ] || return 0
	open_suite bookworm
	image=$(apt_do apt-cache depends linux-image-amd64 |
		sed -n 's/^ *Depends: \(linux-image-[0-9].*\)/\1/p' | head -n 1)
	[ -n "$image" ] || die "linux-image-amd64 names no kernel"
	download "$image" busybox-static hdparm mdadm dmsetup libdevmapper1.02.1 libselinux1 \
		libudev1 libpcre2-8-0 kmod
	rm -rf "$cache/root"
	mkdir -p "$cache/root"
	for deb in "$apt"/debs/*.deb; do
		case $deb in
		*/linux-image-*)
			# shellcheck disable=SC2086 # the patterns are words
			dpkg-deb --fsys-tarfile "$deb" |
				tar -C "$cache/root" -xf - --wildcards $keep_modules 2>/dev/null || true ;;
		*)
			dpkg-deb -x "$deb" "$cache/root" ;;
		esac
	done
	set -- "$cache"/root/boot/vmlinuz-*
	[ -e "$1" ] || die "$image holds no kernel"
	unpack_vmlinux "$1" "$cache/vmlinux"
	"$cache/root/bin/busybox" depmod -b "$cache/root" "${1##*/vmlinuz-}"
	finish
}

fetch_legacy()
{
	stamp=$cache/legacy.stamp
	[ ! -e "$stamp" ] || return 0
	open_suite bullseye
	download linux-source-5.10
	rm -rf "$cache/source"
	mkdir -p "$cache/source"
	dpkg-deb --fsys-tarfile "$apt"/debs/linux-source-5.10_*.deb |
		tar -C "$cache/source" -xf - --strip-components=3 --wildcards './usr/src/*.tar.xz'
	tar -C "$cache/source" --strip-components=1 -xf "$cache"/source/linux-source-5.10.tar.xz
	rm -f "$cache"/source/linux-source-5.10.tar.xz
	finish
}

# fetch_set NAME PACKAGE...: unpack them in CACHE/NAME; but for Debian's own boot without documents
# and configuration, since the guest's root is in memory
fetch_set()
{
	folder=$cache/$1 stamp=$cache/$1.stamp
	[ ! -e "$stamp" ] || return 0
	shift
	open_suite bookworm
	download "$@"
	rm -rf "$folder"
	mkdir -p "$folder"
	for deb in "$apt"/debs/*.deb; do
		dpkg-deb -x "$deb" "$folder"
	done
	if [ "$part" != debian ]; then
		rm -rf "${folder:?}/etc" "${folder:?}/usr/share" \
			"${folder:?}/usr/lib/x86_64-linux-gnu/engines-3"
	fi
	finish
}

mkdir -p "$cache"
cache=$(cd "$cache" && pwd)
command -v apt-get >/dev/null || die "needs apt-get: a Debian or its derivative"
case $part in
base) fetch_base ;;
legacy) fetch_legacy ;;
debian)
	fetch_set debian systemd libsystemd-shared udev libacl1 libapparmor1 libaudit1 libblkid1 \
		libcap-ng0 libcap2 libcrypt1 libssl3 libgcrypt20 libgpg-error0 libip4tc2 libkmod2 \
		liblz4-1 liblzma5 libmount1 libpam0g libpcre2-8-0 libseccomp2 libselinux1 libzstd1 \
		openrc librc1 libeinfo1 ;;
peers)
	fetch_set peers nvme-cli libnvme1 libjson-c5 libssl3 libdbus-1-3 libsystemd0 libcap2 \
		libgcrypt20 libgpg-error0 liblz4-1 liblzma5 libzstd1 zlib1g sdparm sg3-utils \
		libsgutils2-1.46-2 ;;
sleepers)
	fetch_set sleepers hd-idle smartmontools libcap-ng0 libstdc++6 libgcc-s1 libselinux1 \
		libpcre2-8-0 libsystemd0 libcap2 libgcrypt20 libgpg-error0 liblz4-1 liblzma5 \
		libzstd1 zlib1g btrfs-progs e2fsprogs libext2fs2 libcom-err2 libss2 libblkid1 \
		libuuid1 libudev1 liblzo2-2 ;;
systems)
	fetch_set systems xfsprogs libinih1 liburcu8 f2fs-tools dosfstools exfatprogs libblkid1 \
		libuuid1 libselinux1 libpcre2-8-0 ;;
*) die "usage: fetch.sh CACHE base|legacy|debian|peers|sleepers|systems" ;;
esac
