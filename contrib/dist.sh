#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Packs the sources. The same sources give the same bytes in any folder, for any user, umask, locale
# and time zone, with any release of GNU tar and gzip: names in byte order, one date, no owners, and
# no name and date of gzip's own. In format gnu, tar 1.34 and 1.35 write the same headers; in ustar,
# 1.35 leaves the device numbers of files empty.
# The files are the ones that git tracks, and the date is the commit's. The archive takes both along
# in contrib/MANIFEST, for a tree without git. Usage: dist.sh NAME ARCHIVE
set -eu
name=$1 archive=$2
manifest=contrib/MANIFEST
unset TAR_OPTIONS GZIP
umask 022
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/contrib"
if [ -e .git ]; then
	date=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
	git -c core.quotePath=off ls-files >"$work/tracked"
	# an archive that was put under git tracks its old manifest
	grep -vx "$manifest" "$work/tracked" >"$work/files"
elif [ -f "$manifest" ]; then
	date=${SOURCE_DATE_EPOCH:-$(sed -n 1p "$manifest")}
	sed 1d "$manifest" >"$work/files"
else
	echo "dist: neither .git nor $manifest tells which files to pack" >&2
	exit 1
fi
{ echo "$date" && cat "$work/files"; } >"$work/$manifest"

tar --format=gnu --no-recursion --mtime="@$date" --owner=0 --group=0 --numeric-owner \
	--mode=u=rwX,go=rX --transform="s,^,$name/,S" -cf "$work/tar" \
	-C "$work" "$manifest" -C "$PWD" --verbatim-files-from --files-from="$work/files"
mkdir -p "$(dirname "$archive")"
gzip -n9 <"$work/tar" >"$archive.new"
mv "$archive.new" "$archive"
echo "$archive"
