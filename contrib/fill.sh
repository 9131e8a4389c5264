#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Write the files of packages into a folder: from each template contrib/*/NAME.in the file
# contrib/*/NAME, with @VERSION@, @DATE@, the publisher's data and, if the archive exists, its
# @SHA512@. A line with a name that has no value is left out: no file in the archive can hold the
# archive's checksum. The publisher's file is copied, too.
# Usage: [PUBLISHER=FILE] fill.sh VERSION SECONDS FOLDER [ARCHIVE]
set -eu
export LC_ALL=C
version=$1 seconds=$2 folder=$3 archive=${4-}
publisher=${PUBLISHER:-contrib/publisher}

# known NAME: print the name's value in the publisher's file
known() {
	sed -n "s/^$1=//p" "$publisher" | tail -n 1
}
mkdir -p "$folder/contrib"
cat "$publisher" >"$folder/contrib/publisher"
url=$(known URL)
archives=$(known ARCHIVES)
packager=$(known PACKAGER)
sum=
[ -z "$archive" ] || sum=$(sha512sum <"$archive" | cut -d ' ' -f 1)

# escape the characters that sed treats specially
quoted() {
	printf '%s' "$1" | sed 's/[&\\|]/\\&/g'
}
# name NAME VALUE: print the line of the sed script for this name
name() {
	if [ -n "$2" ]; then
		printf 's|@%s@|%s|g\n' "$1" "$(quoted "$2")"
	else
		printf '/@%s@/d\n' "$1"
	fi
}
# Ansible Galaxy requires a repository, which the file in the tree does not have
if [ -n "$url" ]; then
	mkdir -p "$folder/contrib/ansible"
	{ sed '/^repository: /d' contrib/ansible/galaxy.yml; echo "repository: $url"; } \
		>"$folder/contrib/ansible/galaxy.yml"
fi
script=$(
	name VERSION "$version"
	name DATE "$(date -u -d "@$seconds" '+%a %b %d %Y')"
	name URL "$url"
	# without a folder only the archive's name is left
	printf 's|@ARCHIVES/@|%s|g\n' "$(quoted "${archives:+${archives%/}/}")"
	name ARCHIVES "${archives%/}"
	name PACKAGER "$packager"
	name SHA512 "$sum"
)
for template in contrib/*/*.in contrib/debian/upstream/*.in; do
	case $template in
	*/hdparm.ebuild.in) file=contrib/packaging/hdparm-$version.ebuild ;;
	*) file=${template%.in} ;;
	esac
	mkdir -p "$folder/$(dirname "$file")"
	sed "$script" "$template" >"$folder/$file"
	# remove a file that has only comments and a format's version
	grep -qv -e '^#' -e '^version=4$' -e '^---$' "$folder/$file" || rm "$folder/$file"
done
