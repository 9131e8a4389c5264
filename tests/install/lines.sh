#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Run the build lines of distributions' packages of hdparm 9.65. Each must install its files in that
# distribution's folders and keep its flags, and an impossible line is refused. Usage: lines.sh MAKE
# BUILD
set -u
make=$1 build=$2
# shellcheck source=tests/install/lib.sh
. "$(dirname "$0")/lib.sh"
trap 'rm -rf "$work"' EXIT
umask 022
root=$work/root

# line NAME BINARY MAN SHARE WORDS...: `make WORDS install` writes exactly these files. @ is the
# root folder; FOLDERS are made before; a word +NAME=VALUE is a variable of the environment.
FOLDERS=
line() {
	local name=$1 expected words=() environment=() word
	expected=$(printf '.%s\n' "$2/hdparm" "$3/man5/hdparm.conf.5" \
		"$3"/man7/hdparm-{differences,disks,json,power,security}.7 \
		"$3/man8/hdparm.8" "$4/bash-completion/completions/hdparm" \
		"$4/fish/vendor_completions.d/hdparm.fish" "$4/zsh/site-functions/_hdparm" | sort)
	shift 4
	for word; do
		case $word in
		+*) environment+=("${word#+}") ;;
		*) words+=("${word//@/$root}") ;;
		esac
	done
	rm -rf "$root"
	mkdir -p "$root"
	[ -z "$FOLDERS" ] || (cd "$root" && eval "$FOLDERS")
	check "$name: $*" env "${environment[@]}" "$make" -s BUILD="$build" "${words[@]}" install
	check "$name: its files" same "$(cd "$root" && find . ! -type d -a ! -path ./sbin -a ! -path \
		./usr/sbin | sort)" "$expected"
}

line OpenMandriva /usr/sbin /usr/share/man /usr/share USRMERGE=yes SBINMERGE= DESTDIR=@ binprefix=
line "Void" /usr/bin /usr/share/man /usr/share STRIP=true PREFIX=/usr DESTDIR=@ exec_prefix=/usr \
	sbindir=/usr/bin
line Nix /sbin /share/man /share +out="$root" +prefix="$root" +STRIP=strip SHELL=/bin/sh sbindir=@/sbin \
	manprefix=@
line stal/ix /sbin /share/man /share binprefix=@ manprefix=@
line Yocto /sbin /usr/share/man /usr/share STRIP=echo LDFLAGS= DESTDIR=@ sbindir=/sbin
line "Yocto, merged" /usr/sbin /usr/share/man /usr/share STRIP=echo LDFLAGS= DESTDIR=@ sbindir=/usr/sbin
line "Tuxbox" /usr/sbin /.remove /usr/share USRMERGE=yes SBINMERGE= DESTDIR=@ mandir=/.remove
FOLDERS="mkdir usr sbin" line Alpine /sbin /usr/share/man /usr/share DESTDIR=@
FOLDERS="mkdir -p usr/sbin; ln -s usr/sbin sbin" line "a merged tree" /usr/sbin /usr/share/man \
	/usr/share DESTDIR=@
FOLDERS="mkdir -p usr/bin; ln -s bin usr/sbin; ln -s usr/bin sbin" line "Arch, Clear Linux" \
	/usr/bin /usr/share/man /usr/share DESTDIR=@
line "RPM's %makeinstall" /usr/sbin /usr/share/man /usr/share DESTDIR=@ prefix=/usr exec_prefix=/usr \
	bindir=/usr/bin sbindir=/usr/sbin sysconfdir=/etc datadir=/usr/share includedir=/usr/include \
	libdir=/usr/lib64 libexecdir=/usr/libexec localstatedir=/var sharedstatedir=/var/lib \
	mandir=/usr/share/man infodir=/usr/share/info
line "our own names win" /own /own/man /usr/share SBINDIR=/own MANDIR=/own/man PREFIX=/usr DESTDIR=@ \
	sbindir=/theirs mandir=/theirs prefix=/theirs

# --- STRIP: symbols stay, or go with that program; hdparm in the build's folder is packed as it is
line "not stripped" /usr/sbin /usr/share/man /usr/share DESTDIR=@ PREFIX=/usr STRIP=
check "it has its symbols" same "$(nm "$root/usr/sbin/hdparm" 2>/dev/null | grep -c ' T main$')" 1
line "stripped" /usr/sbin /usr/share/man /usr/share DESTDIR=@ PREFIX=/usr STRIP=strip
check "it has none" same "$(nm "$root/usr/sbin/hdparm" 2>/dev/null)" ""
check "the build keeps them" same "$(nm "$build/hdparm" | grep -c ' T main$')" 1

line "as 9.65" /usr/sbin /usr/share/man /usr/share DESTDIR=@ PREFIX=/usr
check "make install strips" same "$(nm "$root/usr/sbin/hdparm" 2>/dev/null)" ""

# --- install after `make CC=... CFLAGS=...` takes what that built
before=$(stat -c %Y.%Z "$build/hdparm")
check "other flags from outside" env CFLAGS=-Os "$make" -s BUILD="$build" DESTDIR="$root" install
check "do not build anew what is built" same "$(stat -c %Y.%Z "$build/hdparm")" "$before"

# --- boot files where /sbin is a link, and where it is none
boot() { # boot NAME WORDS...: the folders of the boot files
	shift
	rm -rf "$root"
	"$make" -s BUILD="$build" DESTDIR="$root" "$@" install-boot >/dev/null 2>&1
	(cd "$root" && find . -type f | sed -n 's,/[^/]*$,,p' | sort -u | tr '\n' ' ')
}
check "merged" same "$(boot merged USRMERGE=yes INIT=systemd)" "./etc ./usr/lib/hdparm ./usr/lib/systemd/system ./usr/lib/systemd/system-sleep ./usr/lib/udev/rules.d ./usr/share/initramfs-tools/hooks "
check "not merged" same "$(boot not USRMERGE= INIT=systemd)" "./etc ./lib/systemd/system ./lib/systemd/system-sleep ./lib/udev/rules.d ./usr/lib/hdparm ./usr/share/initramfs-tools/hooks "
check "pkg-config's names" same "$(boot pc INIT=systemd udevdir=/u systemdsystemunitdir=/s systemdsleepdir=/p libdir=/l sysconfdir=/e)" \
	"./e ./l/hdparm ./p ./s ./u/rules.d ./usr/share/initramfs-tools/hooks "
check "no hook of the initramfs" same "$(boot hook USRMERGE=yes INIT=systemd INITRAMFS=)" "./etc ./usr/lib/hdparm ./usr/lib/systemd/system ./usr/lib/systemd/system-sleep ./usr/lib/udev/rules.d "

# --- a name that nothing here knows
for target in install all uninstall; do
	for name in foodir sbinDIR fooprefix MANPREFIX bindir docdir; do
		"$make" -s BUILD="$build" $name=/x DESTDIR="$root" $target >"$work/said" 2>&1
		check "$target $name=: refused" same $? 2
		check "$target $name=: by name" grep -q "$name is no path of this makefile" "$work/said"
	done
done

# --- musl-gcc finds the kernel's headers; a compiler that finds none says what to install
if command -v musl-gcc >/dev/null; then
	check "musl-gcc" "$make" -s BUILD="$work/musl" CC=musl-gcc "$work/musl/src/act/settings.o"
fi
"$make" -s BUILD="$work/none" CC=false >"$work/said" 2>&1
check "no headers of the kernel: refused" same $? 2
check "no headers of the kernel: what to install" grep -q "install linux-libc-dev" "$work/said"
for target in deps dist "clean help"; do
	# shellcheck disable=SC2086 # two targets
	check "$target needs no compiler" "$make" -n BUILD="$work/none" CC=false $target
done

# --- flags from outside: as Debian's, Fedora's and Gentoo's builds pass them, without a warning
# flags NAME LEVEL CFLAGS CPPFLAGS: fortified at that level; empty: at any level without a warning
flags() {
	local out=$work/flags
	rm -rf "$out"
	check "$1: a file is compiled" "$make" -s BUILD="$out" WERROR=1 CFLAGS="$3" CPPFLAGS="$4" \
		"$out/src/main.o" "$out/src/host/files.o"
	check "$1: no warning" test ! -s "$work/out"
	[ -n "$2" ] || return
	# shellcheck disable=SC2046 # words
	check "$1: fortified at level $2" same "$(cc $(sed -e 's/^[^-]*//' -e 's/-MMD -MP.*//' "$out/flags") \
		-E -dM -x c /dev/null | sed -n 's/#define _FORTIFY_SOURCE //p')" "$2"
}
flags "none" 3 "-O2 -g" ""
flags "not optimised" "" "-O0 -g" ""
flags "Debian" 2 "$(dpkg-buildflags --get CFLAGS)" "$(dpkg-buildflags --get CPPFLAGS)"
flags "Debian, all hardening" 2 "$(DEB_BUILD_MAINT_OPTIONS=hardening=+all dpkg-buildflags --get CFLAGS)" \
	"$(DEB_BUILD_MAINT_OPTIONS='hardening=+all future=+lfs' dpkg-buildflags --get CPPFLAGS)"
flags "Fedora" 3 "-O2 -flto=auto -ffat-lto-objects -fexceptions -g -grecord-gcc-switches -pipe -Wall \
-Wno-complain-wrong-language -Werror=format-security -Wp,-U_FORTIFY_SOURCE,-D_FORTIFY_SOURCE=3 \
-Wp,-D_GLIBCXX_ASSERTIONS -fstack-protector-strong -m64 -march=x86-64 -mtune=generic \
-fasynchronous-unwind-tables -fstack-clash-protection -fcf-protection -fno-omit-frame-pointer" ""
flags "Gentoo" 3 "-march=native -O2 -pipe -D_FILE_OFFSET_BITS=64 -D_LARGEFILE_SOURCE -D_LARGEFILE64_SOURCE" ""
flags "Alpine, OpenWrt" 2 "-Os -fstack-clash-protection -D_GNU_SOURCE" "-D_FORTIFY_SOURCE=2"

echo "$passed passed, $failed failed (build lines)"
[ "$failed" = 0 ]
