#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Build the packages of contrib/packaging from the archive of `make dist`. Check that they have the
# publisher's data; that their tests pass without network, /sys and devices except six nodes; their
# files; that they can be installed and removed; and the messages of rpmlint and shellcheck (root,
# rpm). Debian has no abuild, apkbuild-lint and ebuild: a few lines here do the work of abuild and
# ebuild, and shellcheck reads both files. Usage: packaging.sh MAKE
set -u
if [ "${2-}" = bare ]; then
	# packaging.sh MAKE bare COMMAND...: runs it on such a machine
	shift 2
	mount --make-rprivate / && new=$(mktemp -d) && mount -t tmpfs tmpfs "$new" || exit 1
	for node in null zero full random urandom tty; do
		: >"$new/$node"
		mount --bind "/dev/$node" "$new/$node" || exit 1
	done
	ln -s /proc/self/fd "$new/fd"
	# -n: without a record of the move in /run, which may not be writable
	mount -n --move "$new" /dev && mount -t tmpfs tmpfs /sys || exit 1
	exec "$@"
fi
make=$1
# shellcheck source=tests/install/lib.sh
. "$(dirname "$0")/lib.sh"
trap 'rm -rf "$work"' EXIT
umask 022
export LC_ALL=C
for tool in rpmbuild rpm rpmlint shellcheck busybox; do
	command -v "$tool" >/dev/null || { echo "check-packaging: needs $tool (make deps-rpm)"; exit 1; }
done
version=$(sed -n 's/^#define HDPARM_VERSION "\(.*\)"/\1/p' include/build.h)
same() { # same GOT EXPECTED
	[ "$1" = "$2" ] || { diff <(echo "$2") <(echo "$1"); return 1; }
}
self=$(realpath "$0")
bare() { # bare LOG COMMAND...: run it without network and devices
	local log=$1
	shift
	unshare -n -m bash "$self" "$make" bare "$@" >"$log" 2>&1 || { tail "$log" && return 1; }
}
# tested FILE: the package has run its tests
tested() {
	grep -E '^check: [1-9][0-9]* passed, 0 failed' "$1"
}

# --- what only the publisher knows
said() {
	sed -n "s/^$1=//p" tests/install/publisher
}
# in a separate folder: other scripts pack at the same time
check "make dist" "$make" -s BUILD="$work/dist" PUBLISHER=tests/install/publisher dist
tarball=$work/dist/hdparm-$version.tar.gz
beside=$work/dist/packaging
ebuild=$beside/hdparm-$version.ebuild
check "nothing in the tree has an address that cannot be" \
	bash -c "! grep -rIn 'https*://[a-z.]*\\.invalid\\|@[a-z.]*\\.invalid' contrib man include src README Makefile"
for line in "Version:        $version" "URL:            $(said URL)" \
	"Source0:        $(said ARCHIVES)/%{name}-%{version}.tar.gz"; do
	check "the spec's $line" grep -qxF "$line" "$beside/hdparm.spec"
done
check "the spec's changelog" grep -q "^\* .* $(said PACKAGER) - $version-1\$" "$beside/hdparm.spec"
for line in "# Maintainer: $(said PACKAGER)" "pkgver=$version" "url=\"$(said URL)\"" \
	"source=\"$(said ARCHIVES)/\$pkgname-\$pkgver.tar.gz\""; do
	check "the APKBUILD's $line" grep -qxF "$line" "$beside/APKBUILD"
done
for line in "HOMEPAGE=\"$(said URL)\"" "SRC_URI=\"$(said ARCHIVES)/\${P}.tar.gz\""; do
	check "the ebuild's $line" grep -qxF "$line" "$ebuild"
done
# shellcheck source=/dev/null
# shellcheck disable=SC2154 # from there
(. "$beside/APKBUILD" && echo "$sha512sums") | grep . >"$work/sums"
check "abuild's checksum is the archive's" bash -c "cd '$work/dist' && sha512sum -c '$work/sums'"
read -r word name size _ blake _ sum <"$beside/Manifest"
check "so are Gentoo's" same "$word $name $size $blake $sum" \
	"DIST hdparm-$version.tar.gz $(stat -c %s "$tarball") $(b2sum <"$tarball" | cut -d ' ' -f 1) $(
		sha512sum <"$tarball" | cut -d ' ' -f 1)"
mkdir "$work/none"
tar -xzf "$tarball" -C "$work/none"
cp contrib/publisher "$work/none/hdparm-$version/contrib/publisher"
check "who knows nothing of a publisher has packages, too" "$make" -s -C "$work/none/hdparm-$version" dist
check "without a page" bash -c "! grep -rEn 'example\.org|@[A-Z0-9/]+@' '$work/none/hdparm-$version/build/packaging'"

# --- rpm
# Its tests here are the cases on fake drives: all of `make check` runs in check-fresh. On Debian the
# packages that it builds with are not rpm's.
export MAKEFLAGS='CHECKS=check-cli'
check "rpmbuild" bare "$work/rpm.log" rpmbuild -ta --nodeps --define "_topdir $work/rpm" "$tarball"
check "its tests ran" tested "$work/rpm.log"
echo "rpm: $(tested "$work/rpm.log")"
main=$(echo "$work"/rpm/RPMS/*/hdparm-"$version"-*.rpm)
wiper=$(echo "$work"/rpm/RPMS/noarch/hdparm-wiper-"$version"-*.rpm)
# the files of a package, without those that rpm adds
files() {
	rpm -qlp "$1" | sed -E "/build-id/d; s,-$version(/|$),\1,; s/\.gz$//" | sort
}
expected_files="/etc/hdparm.conf
/usr/lib/hdparm
/usr/lib/hdparm/apply
/usr/lib/systemd/system-sleep/hdparm
/usr/lib/systemd/system/hdparm-erase.service
/usr/lib/systemd/system/hdparm-idle.service
/usr/lib/systemd/system/hdparm.service
/usr/lib/udev/rules.d/85-hdparm.rules
/usr/sbin/hdparm
/usr/share/bash-completion/completions/hdparm
/usr/share/doc/hdparm
/usr/share/doc/hdparm/NEWS
/usr/share/doc/hdparm/README
/usr/share/doc/hdparm/hdparm.schema.json
/usr/share/fish/vendor_completions.d/hdparm.fish
/usr/share/licenses/hdparm
/usr/share/licenses/hdparm/COPYING
/usr/share/man/man5/hdparm.conf.5
/usr/share/man/man7/hdparm-differences.7
/usr/share/man/man7/hdparm-disks.7
/usr/share/man/man7/hdparm-json.7
/usr/share/man/man7/hdparm-power.7
/usr/share/man/man7/hdparm-security.7
/usr/share/man/man8/hdparm.8
/usr/share/zsh/site-functions/_hdparm"
# documents that are whole folders
folders() { # folders FIND'S WORDS...
	(cd contrib && find ansible prometheus "$@")
}
check "the files of the rpm" same "$(files "$main")" \
	"$( (echo "$expected_files"; folders | sed 's,^,/usr/share/doc/hdparm/,') | sort)"
check "the files of the wiper's rpm" same "$(files "$wiper")" "/usr/sbin/hdparm-wiper
/usr/share/licenses/hdparm-wiper
/usr/share/licenses/hdparm-wiper/COPYING
/usr/share/man/man8/hdparm-wiper.8"
check "hdparm.conf belongs to the user" same "$(rpm -qp --configfiles "$main")" /etc/hdparm.conf
check "rpmlint" bash -c "rpmlint -c tests/install/rpmlint.toml $beside/hdparm.spec $main $wiper \
	$work/rpm/SRPMS/*.rpm 2>&1 | tee /dev/stderr | grep -q ' 0 errors, 0 warnings'"
root=$work/root
in_root() {
	rpm --root "$root" --dbpath /var/lib/rpm --force-debian --nodeps "$@"
}
mkdir -p "$root"
check "rpm -i" in_root -i "$main" "$wiper"
check "the program runs" same "$("$root/usr/sbin/hdparm" -V)" "hdparm v$version"
check "the files are as recorded" in_root -V hdparm
check "no path is left open" same "$(grep -rl '@[A-Z]*@' "$root/usr/lib" "$root/etc")" ""
echo "# mine" >>"$root/etc/hdparm.conf"
check "rpm -U" in_root -U --force "$main"
check "the user's hdparm.conf stays" grep -qx "# mine" "$root/etc/hdparm.conf"
check "rpm -e" in_root -e hdparm hdparm-wiper
check "nothing but the user's file stays" same \
	"$(cd "$root" && find . -path ./var -prune -o ! -type d -print)" "./etc/hdparm.conf.rpmsave"

# --- apk
# a part of `make check`, by the same command
export MAKEFLAGS='CHECKS=check-golden\ check-man'
apkbuild=$beside/APKBUILD
# variables that abuild reads or sets
check "shellcheck" shellcheck -s ash -e SC2034,SC2154 "$apkbuild"
mkdir "$work/src" "$work/apk"
tar -xzf "$tarball" -C "$work/src"
# abuild: run build, check and package in the source's folder, then put the files of each subpackage
# into its folder.
cat >"$work/abuild" <<'END'
set -eu
. "$1"
out=$2
pkgdir=$out/$pkgname
for word in "$pkgdesc" "$url" "$arch" "$license" "$source"; do
	[ -n "$word" ]
done
cd "$pkgname-$pkgver"
build
check
package
amove() {
	for path; do
		# shellcheck disable=SC2086 # patterns
		for file in $(cd "$pkgdir" && ls -d $path 2>/dev/null); do
			mkdir -p "$subpkgdir/$(dirname "$file")"
			mv "$pkgdir/$file" "$subpkgdir/$file"
		done
	done
}
for sub in $subpackages; do
	sub=${sub%%:*}
	subpkgdir=$out/$sub
	mkdir -p "$subpkgdir"
	case $sub in
	*-doc) amove usr/share/man usr/share/doc ;;
	*-openrc) amove etc/init.d etc/conf.d ;;
	*-bash-completion) amove usr/share/bash-completion/completions ;;
	*-zsh-completion) amove usr/share/zsh/site-functions ;;
	*-fish-completion) amove 'usr/share/fish/*completions.d' ;;
	*) "${sub#"$pkgname"-}" ;;
	esac
done
END
abuild() (
	cd "$work/src" && bare "$work/apk.log" busybox sh "$work/abuild" "$apkbuild" "$work/apk"
)
check "abuild" abuild
check "its tests ran" tested "$work/apk.log"
echo "apk: $(tested "$work/apk.log")"
apk_files="hdparm-bash-completion/usr/share/bash-completion/completions/hdparm
hdparm-doc/usr/share/doc/hdparm/NEWS
hdparm-doc/usr/share/doc/hdparm/README
hdparm-doc/usr/share/doc/hdparm/hdparm.schema.json
hdparm-doc/usr/share/man/man5/hdparm.conf.5
hdparm-doc/usr/share/man/man7/hdparm-differences.7
hdparm-doc/usr/share/man/man7/hdparm-disks.7
hdparm-doc/usr/share/man/man7/hdparm-json.7
hdparm-doc/usr/share/man/man7/hdparm-power.7
hdparm-doc/usr/share/man/man7/hdparm-security.7
hdparm-doc/usr/share/man/man8/hdparm-wiper.8
hdparm-doc/usr/share/man/man8/hdparm.8
hdparm-fish-completion/usr/share/fish/vendor_completions.d/hdparm.fish
hdparm-openrc/etc/conf.d/hdparm
hdparm-openrc/etc/init.d/hdparm
hdparm-openrc/etc/init.d/hdparm-idle
hdparm-wiper/sbin/hdparm-wiper
hdparm-zsh-completion/usr/share/zsh/site-functions/_hdparm
hdparm/etc/hdparm.conf
hdparm/sbin/hdparm
hdparm/usr/lib/hdparm/apply
hdparm/usr/lib/udev/rules.d/85-hdparm.rules"
check "the files of the apks" same "$(cd "$work/apk" && find . ! -type d | sed 's,^\./,,' | sort)" \
	"$( (echo "$apk_files"; folders ! -type d | sed 's,^,hdparm-doc/usr/share/doc/hdparm/,') | sort)"
check "its program runs" same "$("$work/apk/hdparm/sbin/hdparm" -V)" "hdparm v$version"
check "its scripts call what is there" grep -q '^	/sbin/hdparm --conf' "$work/apk/hdparm/usr/lib/hdparm/apply"

# --- ebuild
# variables and functions of portage and its classes
check "shellcheck" shellcheck -s bash -e SC2034,SC2154,SC2086,SC2046,SC2016 "$ebuild"
mkdir "$work/ebuild"
tar -xzf "$tarball" -C "$work/ebuild"
# portage: run the phases in the source's folder, with replacements for portage's functions
cat >"$work/portage" <<'END'
set -eu
P=hdparm-$2 EPREFIX='' D=$3 USE=$4 PYTHON_DEPS='' PYTHON_USEDEP='' CPPFLAGS='' LDFLAGS='' CFLAGS=-O2
inherit() { :; }
use() { case " $USE " in *" $1 "*) ;; *) return 1 ;; esac; }
usex() { if use "$1"; then echo "${2-yes}"; else echo "${3-no}"; fi; }
usev() { if use "$1"; then echo "${2-$1}"; fi; }
emake() { make -j2 "$@"; }
tc-getCC() { echo gcc; }
tc-getBUILD_CC() { echo gcc; }
tc-getAR() { echo ar; }
python_gen_any_dep() { echo "$1"; }
python-any-r1_pkg_setup() { :; }
get_udevdir() { echo /lib/udev; }
systemd_get_systemunitdir() { echo /lib/systemd/system; }
get_bashcompdir() { echo /usr/share/bash-completion/completions; }
get_zshcompdir() { echo /usr/share/zsh/site-functions; }
get_fishcompdir() { echo /usr/share/fish/vendor_completions.d; }
docs=$D/usr/share/doc/$P
docinto() { docs=$D/usr/share/doc/$P/$1; }
dodoc() { mkdir -p "$docs" && if [ "$1" = -r ]; then cp -R "${@:2}" "$docs"; else cp "$@" "$docs"; fi; }
# shellcheck source=/dev/null
. "$1"
for word in "$EAPI" "$DESCRIPTION" "$HOMEPAGE" "$SRC_URI" "$LICENSE" "$SLOT" "$KEYWORDS"; do
	[ -n "$word" ]
done
pkg_setup
src_compile
if use test; then
	src_test
fi
src_install
END
# merged USE: print the files that it installs with these flags
merged() {
	rm -rf "$work/image"
	(cd "$work/ebuild/hdparm-$version" &&
		bare "$work/ebuild.log" bash "$work/portage" "$ebuild" "$version" "$work/image" "$1") || return
	(cd "$work/image" && find . ! -type d | sed 's,^\./,,' | sort) >"$work/merged"
}
ebuild_files="etc/conf.d/hdparm
etc/hdparm.conf
etc/init.d/hdparm
etc/init.d/hdparm-idle
lib/systemd/system/hdparm-erase.service
lib/systemd/system/hdparm-idle.service
lib/systemd/system/hdparm.service
lib/udev/rules.d/85-hdparm.rules
sbin/hdparm
sbin/hdparm-wiper
usr/lib/hdparm/apply
usr/lib/systemd/system-sleep/hdparm
usr/share/bash-completion/completions/hdparm
usr/share/doc/hdparm-$version/NEWS
usr/share/doc/hdparm-$version/README
usr/share/doc/hdparm-$version/hdparm.schema.json
usr/share/fish/vendor_completions.d/hdparm.fish
usr/share/man/man5/hdparm.conf.5
usr/share/man/man7/hdparm-differences.7
usr/share/man/man7/hdparm-disks.7
usr/share/man/man7/hdparm-json.7
usr/share/man/man7/hdparm-power.7
usr/share/man/man7/hdparm-security.7
usr/share/man/man8/hdparm-wiper.8
usr/share/man/man8/hdparm.8
usr/share/zsh/site-functions/_hdparm"
check "ebuild, with tests and wiper" merged "test wiper"
check "its tests ran" tested "$work/ebuild.log"
echo "ebuild: $(tested "$work/ebuild.log")"
check "the files of the ebuild" same "$(cat "$work/merged")" "$( (echo "$ebuild_files"
	folders ! -type d | sed "s,^,usr/share/doc/hdparm-$version/,") | LC_ALL=C sort)"
check "its program runs" same "$("$work/image/sbin/hdparm" -V)" "hdparm v$version"
check "ebuild, static" merged "static"
check "its program is static" bash -c "! readelf -l '$work/image/sbin/hdparm' | grep -q INTERP"
check "without the wiper" test ! -e "$work/image/sbin/hdparm-wiper"

echo "$passed passed, $failed failed (packages for rpm, apk and Gentoo)"
[ "$failed" = 0 ]
