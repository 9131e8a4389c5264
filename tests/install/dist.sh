#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `make dist` gives the same bytes in other folders, with other users' settings, with and without
# git, and in a chroot of each named Debian release (root, debootstrap, an archive). Usage: dist.sh
# MAKE [CACHE SUITE...]
set -u
make=$1
# shellcheck source=tests/install/lib.sh
. "$(dirname "$0")/lib.sh"
trap 'rm -rf "$work"' EXIT
umask 022
unset SOURCE_DATE_EPOCH

# in a separate folder: other scripts pack at the same time
check "make dist" "$make" -s BUILD="$work/dist" dist
archive=$(realpath "$work"/dist/hdparm-*.tar.gz)
package=$(basename "$archive" .tar.gz)
date=$(tar -xzOf "$archive" "$package/contrib/MANIFEST" | sed -n 1p)
tar -tzf "$archive" | sed "s,^$package/,," | LC_ALL=C sort >"$work/packed"
sh contrib/fill.sh "${package#hdparm-}" "$date" "$work/filled"
(cd "$work/filled" && find . -type f | sed 's,^\./,,') >"$work/made"
if [ -e .git ]; then
	{ git ls-files && cat "$work/made" && echo contrib/MANIFEST; } | LC_ALL=C sort -u >"$work/tracked"
	check "it holds what git tracks, and the files of packages" diff "$work/tracked" "$work/packed"
	check "its date is the commit's" test "$date" = "$(git log -1 --format=%ct)"
fi

unpack() { # unpack FOLDER
	mkdir -p "$1"
	tar -xzf "$archive" -C "$1" --strip-components=1
}
again() { # again FOLDER: packing that tree gives the same bytes
	(cd "$1" && rm -rf build && env -u MAKEFLAGS -u MAKELEVEL -u BUILD "$make" -s dist) &&
		cmp "$archive" "$1/build/$package.tar.gz"
}
unpack "$work/one"
check "the unpacked tree gives the same" again "$work/one"
(
	umask 077
	unpack "$work/two/deeper"
	cd "$work/two/deeper" || exit 1
	touch README include/build.h
	chmod -R g+w,o-r src
	echo "left over" >src/left.c
	mkdir contrib/left && echo "left over" >contrib/left/over
)
export TZ=Asia/Tokyo LC_ALL=C.UTF-8 LANG=de_DE.UTF-8 GZIP=--rsyncable TAR_OPTIONS=--exclude=README
check "so does one with other times, modes and more files" again "$work/two/deeper"
unset TZ LC_ALL LANG GZIP TAR_OPTIONS
# a publisher's values stay with the archive
publisher() {
	"$make" -s BUILD="$work/published" PUBLISHER=tests/install/publisher dist &&
		mkdir "$work/theirs" && tar -xzf "$work/published/$package.tar.gz" -C "$work/theirs" &&
		env -u MAKEFLAGS -u MAKELEVEL -u BUILD "$make" -s -C "$work/theirs/$package" dist &&
		cmp "$work/published/$package.tar.gz" "$work/theirs/$package/build/$package.tar.gz"
}
check "the unpacked tree of a publisher gives the same" publisher
check "another date gives another archive" \
	bash -c "cd '$work/one' && SOURCE_DATE_EPOCH=1 '$make' -s dist && ! cmp -s '$archive' build/$package.tar.gz"

if command -v git >/dev/null; then
	commit() (
		cd "$work/two/deeper" && git init -q . && sed 1d contrib/MANIFEST | xargs git add -f contrib/MANIFEST &&
			GIT_COMMITTER_DATE="$date +0900" git -c user.name=x -c user.email=x@x commit -qm x
	)
	check "the tree is put under git, with its old manifest" commit
	check "git gives the same" again "$work/two/deeper"
	(cd "$work" && git init -q . && git add tracked && git -c user.name=x -c user.email=x@x commit -qm x)
	check "git of a folder above has no say" again "$work/one"
fi
rm "$work/one/contrib/MANIFEST"
check "without git and manifest it fails" bash -c "! '$make' -s -C '$work/one' dist 2>'$work/said'"
check "and says why" grep -q "^dist: neither .git nor contrib/MANIFEST" "$work/said"

for suite in "${@:3}"; do
	root=$work/$suite
	check "a chroot of $suite" debian_root "$suite" "$root" "$2"
	check "make there" chroot "$root" sh -c 'apt-get -qq update && apt-get -qqy install --no-install-recommends make'
	unpack "$root/tree"
	check "$suite gives the same" chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
		make -s -C /tree dist
	check "$suite: the same bytes" cmp "$archive" "$root/tree/build/$package.tar.gz"
	echo "$suite: $(chroot "$root" tar --version | sed -n 1p), $(chroot "$root" gzip --version | sed -n 1p):" \
		"$(sha256sum <"$root/tree/build/$package.tar.gz" | cut -c 1-16)"
done
echo "here: $(tar --version | sed -n 1p), $(gzip --version | sed -n 1p): $(sha256sum <"$archive" | cut -c 1-16)"

echo "$passed passed, $failed failed (dist)"
[ "$failed" = 0 ]
