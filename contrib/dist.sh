#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Pack the sources. The same sources give the same bytes in any folder, for any user, umask, locale
# and time zone, with any release of GNU tar and gzip: names in byte order, one date, no owners, and
# neither name nor date in gzip's header. In format gnu, tar 1.34 and 1.35 write the same headers;
# in ustar, 1.35 leaves the device numbers of files empty.
# The archive has the files that git tracks, with the commit's date, and the files that fill.sh makes.
# contrib/MANIFEST lists the tracked files and the date, for a tree without git. Files that need the
# archive's checksum are written beside the archive, to the folder "packaging".
# Usage: dist.sh VERSION ARCHIVE
set -eu
version=$1 archive=$2
name=hdparm-$version
manifest=contrib/MANIFEST
unset TAR_OPTIONS GZIP
umask 022
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/contrib"
if [ -e .git ]; then
	date=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
	git -c core.quotePath=off ls-files >"$work/tracked"
	# if an archive was put under git, its old manifest is tracked
	grep -vx "$manifest" "$work/tracked" >"$work/files"
elif [ -f "$manifest" ]; then
	date=${SOURCE_DATE_EPOCH:-$(sed -n 1p "$manifest")}
	sed 1d "$manifest" >"$work/files"
else
	echo "dist: neither .git nor $manifest tells which files to pack" >&2
	exit 1
fi
{ echo "$date" && cat "$work/files"; } >"$work/$manifest"
sh contrib/fill.sh "$version" "$date" "$work/filled"
(cd "$work/filled" && find . -type f | sed 's,^\./,,' | LC_ALL=C sort) >"$work/new"
grep -vxFf "$work/new" "$work/files" >"$work/taken"

tar --format=gnu --no-recursion --mtime="@$date" --owner=0 --group=0 --numeric-owner \
	--mode=u=rwX,go=rX --transform="s,^,$name/,S" -cf "$work/tar" \
	-C "$work" "$manifest" -C "$PWD" --verbatim-files-from --files-from="$work/taken" \
	-C "$work/filled" --files-from="$work/new"
mkdir -p "$(dirname "$archive")"
gzip -n9 <"$work/tar" >"$archive.new"
mv "$archive.new" "$archive"
echo "$archive"

beside=$(dirname "$archive")/packaging
rm -rf "$beside"
mkdir "$beside"
sh contrib/fill.sh "$version" "$date" "$work/beside" "$archive"
cp "$work/beside/contrib/packaging"/* "$beside"
# the checksums for Gentoo
printf 'DIST %s %d BLAKE2B %s SHA512 %s\n' "${archive##*/}" "$(wc -c <"$archive")" \
	"$(b2sum <"$archive" | cut -d ' ' -f 1)" "$(sha512sum <"$archive" | cut -d ' ' -f 1)" \
	>"$beside/Manifest"
grep -q '^URL=.' "$work/filled/contrib/publisher" ||
	echo "contrib/publisher has no URL: the packages name none"
