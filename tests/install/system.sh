#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The package on a copy of this Debian: apt replaces Debian's hdparm by it, and Debian's mkinitramfs
# puts it into an image. The copy is an overlay in memory and a mount namespace (root, apt's
# archive). Usage: system.sh DEB
set -u
if [ "${2-}" != inside ]; then
	exec unshare -m bash "$0" "$(realpath "$1")" inside
fi
deb=$1
# shellcheck source=tests/install/lib.sh
. "$(dirname "$0")/lib.sh"
# a disk, whose read-ahead is set to its present value
disk=
for folder in /sys/block/*; do
	[ ! -b "/dev/${folder##*/}" ] || disk=/dev/${folder##*/}
done
trap 'umount -l "$work"; rmdir "$work"' EXIT
mount --make-rprivate /
mount -t tmpfs work "$work"
mkdir "$work"/{upper,work,root}
mount -t overlay overlay -o "lowerdir=/,upperdir=$work/upper,workdir=$work/work" "$work/root" ||
	{ echo "needs overlayfs"; exit 1; }
root=$work/root
for folder in proc sys dev; do
	mount --rbind "/$folder" "$root/$folder"
done
mount -t tmpfs tmp "$root/tmp"
cp "$deb" "$root/tmp/hdparm.deb"

inside() {
	chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"
}
mine() {
	grep -q "the user was here" "$root/etc/hdparm.conf"
}
# apt_install PACKAGE...: with the edited hdparm.conf, and without anybody who answers a question
apt_install() {
	inside apt-get install -qqy --allow-downgrades "$@" </dev/null
}

check "Debian's hdparm is there" inside apt-get install -qqy hdparm initramfs-tools systemd
# shellcheck disable=SC2016 # dpkg's own variable
debian=$(inside dpkg-query -W -f '${Version}' hdparm)
printf '# the user was here\n' >>"$root/etc/hdparm.conf"
printf '/dev/disk/by-id/ata-ROOT { write_cache = off }\n' >>"$root/etc/hdparm.conf"
apt_install /tmp/hdparm.deb >"$work/apt" 2>&1
check "apt puts ours in its place" test $? = 0
check "it is the one that runs" bash -c "chroot $root hdparm -V | grep -qx 'hdparm v10.*'"
check "initramfs-tools makes the image anew" grep "Processing triggers for initramfs-tools" "$work/apt"
check "the user's hdparm.conf stays" mine
check "what depends on hdparm is content" inside apt-get check
check "systemd takes the unit" inside systemd-analyze verify /lib/systemd/system/hdparm.service
check "systemd takes the unit of erases" inside systemd-analyze verify \
	/lib/systemd/system/hdparm-erase.service
check "systemd takes the unit of idle_standby" inside systemd-analyze verify \
	/lib/systemd/system/hdparm-idle.service
check "which is not enabled" test ! -e "$root/etc/systemd/system/multi-user.target.wants/hdparm-idle.service"

# an image without modules, only with the hook's files, and the smallest environment: klibc's shell
# and few tools
mkdir -p "$root/etc/initramfs-tools/conf.d"
echo BUSYBOX=n >"$root/etc/initramfs-tools/conf.d/none"
echo CONFIG_RD_GZIP=y >"$root/boot/config-0.0.0-none"
check "mkinitramfs makes an image" inside mkinitramfs -c gzip -o /tmp/image 0.0.0-none
check "it can be unpacked" inside unmkinitramfs /tmp/image /tmp/unpacked
image=$root/tmp/unpacked
[ ! -d "$image/main" ] || image=$image/main
for file in sbin/hdparm lib/hdparm/apply; do
	check "it has $file" cmp "$root/$file" "$image/$file"
done
check "it has etc/hdparm.conf, but for comments" \
	bash -c "sed 's/^[[:blank:]]*#.*//' $root/etc/hdparm.conf | cmp - $image/etc/hdparm.conf"
rule=$(cd "$image" && echo lib/udev/rules.d/85-hdparm.rules usr/lib/udev/rules.d/85-hdparm.rules)
check "it has the rule" bash -c "cd $image && cat $rule 2>/dev/null | grep -q lib/hdparm/apply"
check "the program runs there" chroot "$image" /sbin/hdparm --conf --dry-run
check "no busybox is there" test ! -e "$image/bin/busybox" -a ! -e "$image/usr/bin/busybox"
cp -p "$root/etc/hdparm.conf" "$root/tmp/without"
printf '/dev/disk/by-id/ata-DATA { security_unlock = Geheimnis7 }\n' >>"$root/etc/hdparm.conf"
check "mkinitramfs makes an image where there is a password" bash -c \
	"chroot $root mkinitramfs -c gzip -o /tmp/second 0.0.0-none 2>&1 | grep -q 'passwords of .* are left out'"
check "all may read that image" test "$(stat -c %a "$root/tmp/second")" = 644
check "the password is not in it" bash -c \
	"chroot $root unmkinitramfs /tmp/second /tmp/other && ! grep -rq Geheimnis7 $root/tmp/other"
check "the rest of the file is" bash -c "grep -rq ata-DATA $root/tmp/other"
cp -p "$root/tmp/without" "$root/etc/hdparm.conf"
mkdir -p "$image/dev" "$image/proc" "$image/sys"
for folder in proc sys dev; do
	mount --rbind "/$folder" "$image/$folder"
done
ahead=$(blockdev --getra "$disk")
printf '%s {\n\tread_ahead_sect = %s\n}\n' "$disk" "$ahead" >"$image/etc/hdparm.conf"
check "apply sets a disk there" bash -c "chroot $image /lib/hdparm/apply $disk | grep -q 'readahead *= $ahead'"
check "apply sets all disks there" bash -c "chroot $image /lib/hdparm/apply | grep -q 'readahead *= $ahead'"
check "apt brings Debian's back" apt_install "hdparm=$debian"
check "it is the one that runs" bash -c "chroot $root hdparm -V | grep -qx 'hdparm v9.*'"
check "the user's hdparm.conf stays" mine

echo "$passed passed, $failed failed (the package on this Debian)"
[ "$failed" = 0 ]
