#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# debian.sh CACHE INSTALLED TREE: fill TREE, the root of a guest, with parts of a Debian system:
# systemd as first process, udev with its rules, OpenRC's tools, and the files that `make install
# install-boot` put into INSTALLED. Of systemd's units only those are kept that start udev and put
# the machine to sleep.
set -eu
unpacked=$1/debian
installed=$2
tree=$3
rm -rf "$tree"
mkdir -p "$tree/bin" "$tree/sbin" "$tree/lib/systemd/system" "$tree/lib/udev" "$tree/etc/init.d" \
	"$tree/lib/x86_64-linux-gnu" "$tree/usr/bin" "$tree/var/lib" "$tree/lib64"

cp -a "$unpacked/lib/systemd/systemd" "$unpacked/lib/systemd/systemd-udevd" \
	"$unpacked/lib/systemd/systemd-sleep" "$tree/lib/systemd/"
cp -a "$unpacked/bin/systemctl" "$unpacked/bin/udevadm" "$tree/bin/"
cp -a "$unpacked/lib/udev/rules.d" "$unpacked/lib/udev/ata_id" "$unpacked/lib/udev/scsi_id" \
	"$unpacked/lib/udev/cdrom_id" "$tree/lib/udev/"
cp -a "$unpacked/lib/rc" "$tree/lib/"
cp -a "$unpacked/sbin/openrc-run" "$unpacked/sbin/rc-service" "$tree/sbin/"
cp -a "$unpacked/etc/rc.conf" "$tree/etc/"

# libraries: libc is this machine's, as in initramfs.sh; the others are from packages
LD_LIBRARY_PATH=$unpacked/lib/x86_64-linux-gnu:$unpacked/usr/lib/x86_64-linux-gnu
LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$unpacked/usr/lib/x86_64-linux-gnu/systemd
export LD_LIBRARY_PATH
find "$tree" -type f -perm -u+x -exec ldd {} \; 2>/dev/null |
	sed -n 's/.*=> \(\/[^ ]*\) .*/\1/p; s/.*=> not found/missing &/p' | sort -u |
	while read -r library rest; do
		case $library in
		missing) echo "debian.sh: a library is missing: $rest" >&2; exit 1 ;;
		"$unpacked"/*) cp -L "$library" "$tree/lib/x86_64-linux-gnu/" ;;
		*/libc.so.* | */libm.so.* | */ld-linux*) cp -L "$library" "$tree/lib/x86_64-linux-gnu/" ;;
		*) echo "debian.sh: not of a package of ours: $library" >&2; exit 1 ;;
		esac
	done
unset LD_LIBRARY_PATH

for unit in systemd-udevd.service systemd-udevd-control.socket systemd-udevd-kernel.socket \
	systemd-udev-trigger.service systemd-suspend.service suspend.target sleep.target \
	basic.target sysinit.target multi-user.target sockets.target local-fs.target slices.target \
	paths.target timers.target shutdown.target umount.target local-fs-pre.target; do
	cp -a "$unpacked/lib/systemd/system/$unit" "$tree/lib/systemd/system/"
done
wants()
{
	mkdir -p "$tree/lib/systemd/system/$1.wants"
	ln -s "../$2" "$tree/lib/systemd/system/$1.wants/$2"
}
wants sysinit.target systemd-udevd.service
wants sysinit.target systemd-udev-trigger.service
wants sockets.target systemd-udevd-control.socket
wants sockets.target systemd-udevd-kernel.socket
: >"$tree/etc/machine-id"

cp -a "$installed/." "$tree/"
wants multi-user.target hdparm.service
