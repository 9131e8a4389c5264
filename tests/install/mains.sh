#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What udev's rule starts when a power supply changes: Debian's udev, in a copy of this system (an
# overlay in memory), with power supplies in a folder that replaces sysfs (root, apt's archive).
# Usage: mains.sh MAKE BUILD
set -u
if [ "${3-}" != inside ]; then
	exec unshare -m bash "$0" "$1" "$2" inside
fi
make=$1 build=$2
# shellcheck source=tests/install/lib.sh
. "$(dirname "$0")/lib.sh"
trap 'umount -l "$work"; rmdir "$work"' EXIT
mount --make-rprivate /
mount -t tmpfs work "$work"
mkdir "$work"/{upper,work,root}
root=$work/root
mount -t overlay overlay -o "lowerdir=/,upperdir=$work/upper,workdir=$work/work" "$root" ||
	{ echo "needs overlayfs"; exit 1; }
for folder in proc dev; do
	mount --rbind "/$folder" "$root/$folder"
done
for folder in tmp run sys; do
	mount -t tmpfs none "$root/$folder"
done
inside() {
	chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive \
		SYSTEMD_DEVICE_VERIFY_SYSFS=0 "$@"
}
check "udev is there" inside apt-get install -qqy udev
check "make install-boot" "$make" -s BUILD="$build" DESTDIR="$root" PREFIX=/usr install-boot
echo 'apm_battery = 1' >"$root/etc/hdparm.conf"

# device SUBSYSTEM NAME TYPE: add it to sysfs
device() {
	local folder=$root/sys/devices/platform/$2
	mkdir -p "$folder" "$root/sys/class/$1"
	ln -s "../../../class/$1" "$folder/subsystem"
	ln -s "../../devices/platform/$2" "$root/sys/class/$1/$2"
	echo "$3" >"$folder/type"
	: >"$folder/uevent"
}
device power_supply ADP1 Mains
device power_supply ucsi-source-psy-1 USB
device power_supply ups UPS
device power_supply BAT0 Battery
device leds led Mains

# starts ACTION NAME: print what the rules start
starts() {
	inside udevadm test -a "$1" "/sys/devices/platform/$2" 2>/dev/null |
		sed -n "s/^run: '\(.*hdparm.*\)'/\1/p"
}
is() { # is GOT EXPECTED
	[ "$1" = "$2" ] || { echo "'$1' is not '$2'"; return 1; }
}
change="/usr/lib/hdparm/apply --power-change"
for supply in ADP1 ucsi-source-psy-1 ups; do
	check "$supply changes" is "$(starts change "$supply")" "$change"
	check "$supply appears" is "$(starts add "$supply")" ""
done
check "a battery changes" is "$(starts change BAT0)" ""
check "something else changes" is "$(starts change led)" ""
rm "$root/etc/hdparm.conf"
check "ADP1 changes, without a file" is "$(starts change ADP1)" ""

echo "$passed passed, $failed failed (the mains, by udev's rule)"
[ "$failed" = 0 ]
