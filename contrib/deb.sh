#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Makes a Debian package of the build, which replaces Debian's own hdparm. Called by
# `make deb`, which sets VERSION, BUILD, MAKE and SOURCE_DATE_EPOCH.
set -eu
umask 022
architecture=$(dpkg --print-architecture)
root=$BUILD/deb
package=$BUILD/hdparm10_${VERSION}_$architecture.deb
docs=$root/usr/share/doc/hdparm10
rm -rf "$root"
mkdir -p "$root/DEBIAN" "$docs"

$MAKE -s DESTDIR="$root" PREFIX=/usr SBINDIR=/sbin LIBDIR=/lib/hdparm \
	ZSHCOMPDIR=/usr/share/zsh/vendor-completions INIT=systemd install install-boot >/dev/null
cp COPYING "$docs/copyright"
cp README contrib/NEWS contrib/hdparm.schema.json "$docs/"
# not a conffile: Debian's hdparm has one of this name, and dpkg would ask about it
mv "$root/etc/hdparm.conf" "$docs/"
rmdir "$root/etc"
gzip -n9 "$root"/usr/share/man/man[578]/*
# the build keeps its symbols; the package does not
objcopy --strip-all "$root/sbin/hdparm"

libc=$(objdump -T "$root/sbin/hdparm" | sed -n 's/.*(GLIBC_\([0-9.]*\)).*/\1/p' | sort -uV |
	tail -n 1)
cat >"$root/DEBIAN/control" <<END
Package: hdparm10
Version: $VERSION-1
Architecture: $architecture
Maintainer: hdparm packagers <root@localhost>
Installed-Size: $(find "$root" -type f -exec cat {} + | wc -c | awk '{ print int(($1 + 1023) / 1024) }')
Depends: libc6${libc:+ (>= $libc)}
Recommends: udev
Provides: hdparm (= $VERSION)
Conflicts: hdparm
Replaces: hdparm
Section: admin
Priority: optional
Description: get and set parameters of drives
 Asks ATA drives and block devices what they are, changes their settings and
 measures how fast they read. Applies /etc/hdparm.conf at boot, when a drive
 appears and after a suspend.
END
# hdparm.conf belongs to the user. Purging Debian's removed hdparm would delete it.
cat >"$root/DEBIAN/preinst" <<'END'
#!/bin/sh
set -e
dpkg-divert --quiet --package hdparm10 --no-rename --add \
	--divert /etc/hdparm.conf.debian /etc/hdparm.conf
END
cat >"$root/DEBIAN/postrm" <<'END'
#!/bin/sh
set -e
case $1 in
remove | abort-install | disappear)
	dpkg-divert --quiet --package hdparm10 --no-rename --remove /etc/hdparm.conf
	if [ -z "$DPKG_ROOT" ] && command -v update-initramfs >/dev/null; then
		update-initramfs -u
	fi ;;
esac
END
cat >"$root/DEBIAN/postinst" <<'END'
#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
conf=$DPKG_ROOT/etc/hdparm.conf
if [ ! -e "$conf" ]; then
	mkdir -p "$DPKG_ROOT/etc"
	cp "$DPKG_ROOT/usr/share/doc/hdparm10/hdparm.conf" "$conf"
fi
if [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then
	systemctl daemon-reload || true
	systemctl enable hdparm.service hdparm-erase.service || true
	udevadm control --reload || true
fi
# the image holds the program and a copy of its configuration
if [ -z "$DPKG_ROOT" ] && command -v update-initramfs >/dev/null; then
	update-initramfs -u
fi
END
cat >"$root/DEBIAN/prerm" <<'END'
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then
	systemctl disable hdparm.service hdparm-erase.service || true
fi
END
chmod 755 "$root/DEBIAN/preinst" "$root/DEBIAN/postinst" "$root/DEBIAN/prerm" "$root/DEBIAN/postrm"
(cd "$root" && find . -path ./DEBIAN -prune -o -type f -print | LC_ALL=C sort | sed 's,^\./,,' |
	xargs md5sum) >"$root/DEBIAN/md5sums"
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zgzip --build "$root" "$package" >/dev/null
rm -rf "$root"
echo "$package"
