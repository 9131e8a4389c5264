#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The packages of contrib/packaging, built from what `make dist` gives: which files they have,
# whether they can be installed and removed, and what rpmlint and shellcheck say (root, rpm). abuild
# is not in Debian: a few lines here do what it does with an APKBUILD. Usage: packaging.sh MAKE BUILD
set -u
make=$1 build=$2
# shellcheck source=tests/install/lib.sh
. "$(dirname "$0")/lib.sh"
trap 'rm -rf "$work"' EXIT
umask 022
export LC_ALL=C
here=$PWD
for tool in rpmbuild rpm rpmlint shellcheck busybox; do
	command -v "$tool" >/dev/null || { echo "check-packaging: needs $tool (make deps-rpm)"; exit 1; }
done
version=$(sed -n 's/^#define HDPARM_VERSION "\(.*\)"/\1/p' include/version.h)
same() { # same GOT EXPECTED
	[ "$1" = "$2" ] || { diff <(echo "$2") <(echo "$1"); return 1; }
}
check "make dist" "$make" -s BUILD="$build" dist
tarball=$build/hdparm-$version.tar.gz

# --- rpm
check "the spec has the version" grep -qx "Version: *$version" contrib/packaging/hdparm.spec
# on Debian the packages that it builds with are not rpm's
check "rpmbuild" rpmbuild -ta --nodeps --define "_topdir $work/rpm" "$tarball"
main=$(echo "$work"/rpm/RPMS/*/hdparm-"$version"-*.rpm)
wiper=$(echo "$work"/rpm/RPMS/noarch/hdparm-wiper-"$version"-*.rpm)
# the files of a package, without what rpm adds by itself
files() {
	rpm -qlp "$1" | sed -E "/build-id/d; s,-$version(/|$),\1,; s/\.gz$//" | sort
}
expected_files="/etc/hdparm.conf
/usr/lib/hdparm
/usr/lib/hdparm/apply
/usr/lib/systemd/system-sleep/hdparm
/usr/lib/systemd/system/hdparm-erase.service
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
/usr/share/man/man8/hdparm.8
/usr/share/zsh/site-functions/_hdparm"
check "the files of the rpm" same "$(files "$main")" "$expected_files"
check "the files of the wiper's rpm" same "$(files "$wiper")" "/usr/sbin/hdparm-wiper
/usr/share/licenses/hdparm-wiper
/usr/share/licenses/hdparm-wiper/COPYING"
check "hdparm.conf belongs to the user" same "$(rpm -qp --configfiles "$main")" /etc/hdparm.conf
check "rpmlint" bash -c "rpmlint -c tests/install/rpmlint.toml contrib/packaging/hdparm.spec $main $wiper \
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
apkbuild=$here/contrib/packaging/APKBUILD
check "the APKBUILD has the version" grep -qx "pkgver=$version" "$apkbuild"
# variables that abuild reads, and those that it sets
check "shellcheck" shellcheck -s ash -e SC2034,SC2154 "$apkbuild"
mkdir "$work/src" "$work/apk"
tar -xzf "$tarball" -C "$work/src"
# abuild: runs build, check and package in the source's folder, then puts what each subpackage takes
# into a folder of its own.
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
check "abuild" bash -c "cd $work/src && busybox sh $work/abuild $apkbuild $work/apk"
apk_files="hdparm-bash-completion/usr/share/bash-completion/completions/hdparm
hdparm-doc/usr/share/doc/hdparm/NEWS
hdparm-doc/usr/share/doc/hdparm/README
hdparm-doc/usr/share/doc/hdparm/hdparm.schema.json
hdparm-doc/usr/share/man/man5/hdparm.conf.5
hdparm-doc/usr/share/man/man7/hdparm-differences.7
hdparm-doc/usr/share/man/man8/hdparm.8
hdparm-fish-completion/usr/share/fish/vendor_completions.d/hdparm.fish
hdparm-openrc/etc/conf.d/hdparm
hdparm-openrc/etc/init.d/hdparm
hdparm-wiper/sbin/hdparm-wiper
hdparm-zsh-completion/usr/share/zsh/site-functions/_hdparm
hdparm/etc/hdparm.conf
hdparm/sbin/hdparm
hdparm/usr/lib/hdparm/apply
hdparm/usr/lib/udev/rules.d/85-hdparm.rules"
check "the files of the apks" same "$(cd "$work/apk" && find . ! -type d | sed 's,^\./,,' | sort)" \
	"$apk_files"
check "its program runs" same "$("$work/apk/hdparm/sbin/hdparm" -V)" "hdparm v$version"
check "its scripts call what is there" grep -q '^	/sbin/hdparm --conf' "$work/apk/hdparm/usr/lib/hdparm/apply"

echo "$passed passed, $failed failed (packages for rpm and apk)"
[ "$failed" = 0 ]
