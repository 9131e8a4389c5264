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
# has FILE.deb: the package's files exist, and its program is the one that runs
has() {
	inside hdparm -V | grep -q "^hdparm v$(version "$1" | cut -d + -f 1 | cut -d - -f 1)$" &&
		test -z "$(inside dpkg --verify hdparm | grep -v ' c /etc/hdparm.conf$')"
}
# clean OTHER.deb: no file of the package exists, except those of the installed package and init
# scripts. Files are compared by inode, since /lib and /usr/lib are the same folder. dpkg keeps init
# scripts, as configuration files, until a purge.
clean() {
	dpkg-deb -c "$root$1" | awk '$1 !~ /^d/ { print $6 }' >"$work/other"
	inside dpkg -L hdparm | inside xargs stat -c %i | sort >"$work/own"
	(cd "$root" && xargs stat -c '%i %n' <"$work/other" 2>/dev/null) | sort |
		join -v 1 - "$work/own" | grep -v ' \./etc/init\.d/hdparm\(-idle\)\?$' >"$work/left"
	! grep . "$work/left"
}
mine() {
	grep -q "the user was here" "$conf"
}
# install FILE.deb [ANSWER]: $work/asked gets dpkg's question
install() {
	printf '%s' "${2-}" | inside dpkg -i "$1" >"$work/asked" 2>&1
	local status=$?
	cat "$work/asked"
	return "$status"
}
# asked yes|no: true if dpkg asked, or did not ask, about the file
asked() {
	if grep -q "^Configuration file '/etc/hdparm.conf'" "$work/asked"; then
		[ "$1" = yes ]
	else
		[ "$1" = no ]
	fi
}
tell() {
	echo "$*: $(inside hdparm -V 2>/dev/null || echo no program); /etc/hdparm.conf $(if mine 2>/dev/null; then
		echo edited; elif [ -e "$conf" ]; then echo as shipped; else echo gone; fi)"
}
step() { # step NAME FILE.deb FROM.deb [ANSWER]: what every installation over another one keeps
	check "$1" install "$2" "${4-}"
	check "$1: what runs, and its files" has "$2"
	[ -z "$3" ] || check "$1: no file of the other is left" clean "$3"
	tell "$1"
}

tree >"$work/bare"
echo "--- a file that nobody edited"
step "$(version "$old")" "$old" ""
step "$(version "$old") -> $(version "$new")" "$new" "$old"
check "dpkg asks nothing" asked no
check "the file is ours" cmp "$conf" contrib/hdparm.conf
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
step "$(version "$new") -> $(version "$old")" "$old" "$new"
check "dpkg asks nothing" asked no
check "no init script is started" started "" hdparm
check "the one that is left does nothing" same "$(inside /etc/init.d/hdparm start)" ""
check "Debian's is purged" inside dpkg --purge hdparm
check "nothing is left of either" unchanged "$work/bare"
tell "purged"

echo "--- a file that the user edited"
step "$(version "$old")" "$old" ""
printf '# the user was here\n/dev/sda {\n\tspindown_time = 120\n}\n' >>"$conf"
cp -p "$conf" "$work/conf"
step "$(version "$old") -> $(version "$new")" "$new" "$old" n$'\n'
check "dpkg asks" asked yes
check "the file is kept" cmp "$conf" "$work/conf"
check "the program takes it" inside hdparm --conf --dry-run
check "the package's own test" bash -c "cp contrib/debian/tests/smoke '$root/tmp' && chroot '$root' /tmp/smoke"
step "$(version "$new") -> $(version "$old")" "$old" "$new" n$'\n'
check "the file is kept" cmp "$conf" "$work/conf"
step "$(version "$old") -> $(version "$new")" "$new" "$old" n$'\n'
check "the file is kept" cmp "$conf" "$work/conf"
cp "$root/bin/sleep" "$root/tmp/hdparm" # the init script looks for this name
ln -s /bin/true "$root/sbin/init" # otherwise invoke-rc.d treats the machine as a chroot
inside sh -c 'echo $$ >/run/hdparm-idle.pid && exec /tmp/hdparm 60' &
until inside /etc/init.d/hdparm-idle status; do sleep 0.1; done
check "removed" inside dpkg -r hdparm
rm "$root/sbin/init"
wait $!
check "idle_standby is not served any more" test $? = 143
check "the file is kept" cmp "$conf" "$work/conf"
tell "removed"
step "installed again" "$new" ""
check "dpkg asks nothing" asked no
check "the file is kept" cmp "$conf" "$work/conf"
mkdir -p "$root/var/lib/hdparm/erase"
echo "model x" >"$root/var/lib/hdparm/erase/x"
check "purged" inside dpkg --purge hdparm
check "nothing is left" unchanged "$work/bare"
tell "purged"

echo "--- where there was none"
step "$(version "$new")" "$new" ""
check "purged" inside dpkg --purge hdparm
check "nothing is left" unchanged "$work/bare"
tell "purged"

echo "$passed passed, $failed failed (the Debian package)"
[ "$failed" = 0 ]
