#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The Debian source package: two builds with the same bytes, lintian, and in a bare chroot the way
# from Debian's own hdparm and back, removed and purged (root, debootstrap, an archive). Usage:
# deb.sh MAKE BUILD CACHE
set -u
if [ "${4-}" != inside ]; then
	exec unshare -m bash "$0" "$@" inside
fi
make=$1 build=$2 cache=$3
mkdir -p "$cache"
# shellcheck source=tests/install/lib.sh
. "$(dirname "$0")/lib.sh"
root=$work/root
trap 'umount -R "$root/proc" "$root/dev" 2>/dev/null; rm -rf --one-file-system "$work"' EXIT
mount --make-rprivate /
umask 022

# --- two builds: the first one with the tests, the second one elsewhere in other circumstances
start=$SECONDS
check "make deb" env -u MAKEFLAGS "$make" -s BUILD="$build" PUBLISHER=tests/install/publisher deb
results=$(realpath "$build")/deb
new=$(echo "$results"/hdparm_*.deb)
[ -s "$new" ] || exit 1
echo "built in $((SECONDS - start)) s: $(cd "$results" && echo ./*.deb ./*.udeb ./*.dsc)"
mkdir -p "$work/second/place"
tar -xzf "$results"/*.orig.tar.gz -C "$work/second/place"
second() (
	umask 077
	cd "$work"/second/place/* &&
		env -u MAKEFLAGS TZ=Asia/Tokyo LC_ALL=C.UTF-8 LANG=de_DE.UTF-8 DEB_BUILD_OPTIONS=nocheck "$make" -s deb
)
check "make deb in another place" second
for file in "$results"/*.deb "$results"/*.udeb "$results"/*.tar.* "$results"/*.dsc; do
	check "the same bytes: ${file##*/}" cmp "$file" "$(echo "$work"/second/place/*/build/deb/"${file##*/}")"
done

# --- what the publisher says
field() { # field FILE NAME: print it from the first paragraph
	sed -n "/^$/q; s/^$2: //p" "$1"
}
publisher() {
	sed -n "s/^$1=//p" tests/install/publisher
}
debian=$(echo "$work"/second/place/*/build/deb/*/debian)
check "the page" same "$(field "$debian/control" Homepage)" "$(publisher URL)"
check "the maintainer" same "$(field "$debian/control" Maintainer)" "$(publisher PACKAGER)"
check "it made the changelog" grep -qF -- " -- $(publisher PACKAGER)  " "$debian/changelog"
check "the archives are watched" grep -qF "$(publisher ARCHIVES)/ hdparm-" "$debian/watch"

# --- lintian: no error, no warning; other tags have a reason
lintian --allow-root -EiIL +pedantic "$results"/*.changes >"$work/said" 2>&1
echo "lintian: $(grep -c '^[EW]:' "$work/said") errors and warnings; others: $(grep '^[IPX]:' "$work/said" |
	sed 's/^[A-Z]: [^:]*: \([^ ]*\).*/\1/' | sort -u | tr '\n' ' ')"
check "lintian has no error and no warning" \
	lintian --allow-root --quiet --fail-on error,warning "$results"/*.changes
grep '^[IPX]:' "$work/said" | sed 's/^[A-Z]: [^:]*: \([^ ]*\).*/\1/' | sort -u >"$work/tags"
grep -v '^#' "$(dirname "$0")/lintian.left" | cut -f 1 | sort -u >"$work/listed"
check "lintian's other tags are those of lintian.left" diff "$work/listed" "$work/tags"

# --- the installer's package
mkdir "$work/udeb"
dpkg-deb -x "$results"/hdparm-udeb_*.udeb "$work/udeb"
check "hdparm-udeb has the program alone" test "$(cd "$work/udeb" && find . -type f)" = ./sbin/hdparm
check "and it runs" "$work/udeb/sbin/hdparm" -V

# --- a bare chroot
# shellcheck disable=SC1091 # the machine's
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
check "a chroot of $suite" debian_root "$suite" "$root" "$cache"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
inside() {
	chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"
}
check "what Debian's hdparm depends on" inside apt-get install -qqy lsb-base
check "Debian's hdparm" inside sh -c 'cd /tmp && apt-get -qq -o APT::Sandbox::User=root download hdparm'
old=/tmp/$(cd "$root/tmp" && echo hdparm_*.deb)
cp "$new" "$root/tmp/new.deb"
new=/tmp/new.deb
conf=$root/etc/hdparm.conf
version() { # version FILE
	dpkg-deb -f "$root$1" Version
}

# Every file with its mode, owner, link and content, except the chroot's mounts and the working
# files of apt, dpkg and ldconfig.
tree() (
	cd "$root" || exit 1
	find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./var/log \
		-o -path ./var/lib/apt -o -path ./var/cache/apt -o -path './var/lib/dpkg/status*' \
		-o -path './var/lib/dpkg/lock*' -o -path './var/lib/dpkg/triggers/Lock' \
		-o -path ./var/cache/ldconfig/aux-cache \) -prune -o -printf '%p\t%y %m %u %g %l\n' |
		LC_ALL=C sort >"$work/names"
	cat "$work/names"
	awk -F '\t' '$2 ~ /^f/ { print $1 }' "$work/names" | tr '\n' '\0' | xargs -0 md5sum
)
# unchanged SNAPSHOT: no file was added, changed or left
unchanged() {
	tree >"$work/after"
	diff "$1" "$work/after"
}
# has FILE.deb: the package is configured, its files exist, and its program is the one that runs
has() {
	# shellcheck disable=SC2016 # dpkg's own variable
	same "$(inside dpkg-query -W -f '${Status}' hdparm)" "install ok installed" &&
		inside hdparm -V | grep -q "^hdparm v$(version "$1" | cut -d + -f 1 | cut -d - -f 1)$" &&
		test -z "$(inside dpkg --verify hdparm | grep -v ' c /etc/hdparm.conf$')"
}
# clean OTHER.deb: no file of the package exists, except those of the installed package and the
# user's hdparm.conf. Files are compared by inode, since /lib and /usr/lib are the same folder.
clean() {
	dpkg-deb -c "$root$1" | awk '$1 !~ /^d/ { print $6 }' >"$work/other"
	inside dpkg -L hdparm | inside xargs stat -c %i | sort >"$work/own"
	(cd "$root" && xargs stat -c '%i %n' <"$work/other" 2>/dev/null) | sort |
		join -v 1 - "$work/own" | grep -v ' \./etc/hdparm\.conf$' >"$work/left"
	! grep . "$work/left"
}
mine() {
	grep -q "the user was here" "$conf"
}
# install FILE.deb: without anybody who answers a question
install() {
	inside dpkg -i "$1" </dev/null
}
tell() {
	echo "$*: $(inside hdparm -V 2>/dev/null || echo no program); /etc/hdparm.conf $(if mine 2>/dev/null; then
		echo edited; elif [ -e "$conf" ]; then echo as shipped; else echo gone; fi)"
}
step() { # step NAME FILE.deb FROM.deb: what every installation over another one keeps
	check "$1" install "$2"
	check "$1: what runs, and its files" has "$2"
	[ -z "$3" ] || check "$1: no file of the other is left" clean "$3"
	tell "$1"
}

tree >"$work/bare"
echo "--- a file that nobody edited"
step "$(version "$old")" "$old" ""
tree >"$work/debians"
step "$(version "$old") -> $(version "$new")" "$new" "$old"
check "the file is ours" cmp "$conf" contrib/hdparm.conf
check "no copy of the other is left" same "$(ls "$root"/etc/hdparm*)" "$conf"
check "its services are enabled" test -L "$root/etc/systemd/system/multi-user.target.wants/hdparm.service" \
	-a -L "$root/etc/systemd/system/multi-user.target.wants/hdparm-erase.service"
# started LEVELS SCRIPT: sysv starts the script in these runlevels, "S" or "2 3 4 5"
started() {
	same "$(cd "$root/etc" && for link in rc?.d/S??"$2"; do
		[ -L "$link" ] && echo "$link"
	done | sed 's,rc\(.\).*,\1,' | xargs)" "$1"
}
check "its init script is enabled" started S hdparm
check "that of idle_standby is not" started "" hdparm-idle
check "it calls apply" bash -c "chroot '$root' /etc/init.d/hdparm start | grep -q '^Setting drives: hdparm'"
# the sample of an earlier version
for file in "$conf" "$root/usr/share/hdparm/hdparm.conf"; do
	echo "# an old sample" >"$file"
done
chmod 600 "$conf"
step "the sample changed" "$new" ""
check "the file is the new one" cmp "$conf" contrib/hdparm.conf
check "its mode is kept" same "$(stat -c %a "$conf")" 600
chmod 644 "$conf"
step "$(version "$new") -> $(version "$old")" "$old" "$new"
check "all files are as Debian's package leaves them" unchanged "$work/debians"
check "Debian's is purged" inside dpkg --purge hdparm
check "nothing is left of either" unchanged "$work/bare"
tell "purged"

echo "--- a file that the user edited"
step "$(version "$old")" "$old" ""
printf '# the user was here\n/dev/sda {\n\tspindown_time = 120\n}\n' >>"$conf"
chmod 600 "$conf"
cp -p "$conf" "$work/conf"
tree >"$work/debians"
kept() {
	cmp "$conf" "$work/conf" && same "$(stat -c %a "$conf") $(ls "$root"/etc/hdparm*)" "600 $conf"
}
step "$(version "$old") -> $(version "$new")" "$new" "$old"
check "the file is kept" kept
check "the program takes it" inside hdparm --conf --dry-run
check "the package's own test" bash -c "cp contrib/debian/tests/smoke '$root/tmp' && chroot '$root' /tmp/smoke"
step "the same again" "$new" ""
check "the file is kept" kept
step "$(version "$new") -> $(version "$old")" "$old" "$new"
check "all files are as Debian's package leaves them" unchanged "$work/debians"
step "$(version "$old") -> $(version "$new")" "$new" "$old"
check "the file is kept" kept
cp "$root/bin/sleep" "$root/tmp/hdparm" # the init script looks for this name
ln -s /bin/true "$root/sbin/init" # otherwise invoke-rc.d treats the machine as a chroot
inside sh -c 'echo $$ >/run/hdparm-idle.pid && exec /tmp/hdparm 60' &
for ((i = 0; i < 100; i++)); do
	inside /etc/init.d/hdparm-idle status && break
	sleep 0.1
done
check "removed" inside dpkg -r hdparm
rm "$root/sbin/init"
wait $!
check "idle_standby is not served any more" test $? = 143
check "the file is kept" kept
check "the init script that is left does nothing" \
	same "$(inside sh /etc/init.d/hdparm start 2>&1)$(inside sh /etc/init.d/hdparm status 2>&1)" ""
tell "removed"
step "installed again" "$new" ""
check "the file is kept" kept
mkdir -p "$root/var/lib/hdparm/erase"
echo "model x" >"$root/var/lib/hdparm/erase/x"
check "purged" inside dpkg --purge hdparm
check "nothing is left" unchanged "$work/bare"
tell "purged"

echo "--- an installation that fails, a file that is not there, an init script that the user edited"
step "$(version "$old")" "$old" ""
tree >"$work/debians"
mkdir -p "$work/blocker/DEBIAN" "$work/blocker/usr/share/hdparm"
printf 'Package: blocker\nVersion: 1\nArchitecture: all\nMaintainer: x\nDescription: x\n' \
	>"$work/blocker/DEBIAN/control"
echo "its own" >"$work/blocker/usr/share/hdparm/hdparm.conf"
check "a package with a file of ours" dpkg-deb -b "$work/blocker" "$root/tmp/blocker.deb"
check "is installed" inside dpkg -i /tmp/blocker.deb
check "ours is refused" bash -c "! chroot '$root' dpkg -i '$new' </dev/null"
check "the package is removed" inside dpkg --purge blocker
check "all files are as before" unchanged "$work/debians"
rm "$conf"
step "$(version "$old") -> $(version "$new"), no file" "$new" "$old"
check "there is still none" test ! -e "$conf"
echo "# the user was here" >>"$root/etc/init.d/hdparm"
check "$(version "$new") -> $(version "$old"), an edited script" install "$old"
check "the user's script is kept" same "$(ls "$root"/etc/init.d/hdparm*)" "$root/etc/init.d/hdparm"
check "$(version "$old") -> $(version "$new")" install "$new"
check "the user's script is kept" grep -q "the user was here" "$root/etc/init.d/hdparm"
check "purged" inside dpkg --purge hdparm
check "nothing is left" unchanged "$work/bare"
tell "purged"

echo "--- where there was none"
step "$(version "$new")" "$new" ""
check "the file is ours" cmp "$conf" contrib/hdparm.conf
check "purged" inside dpkg --purge hdparm
check "nothing is left" unchanged "$work/bare"
tell "purged"

echo "$passed passed, $failed failed (the Debian package)"
[ "$failed" = 0 ]
