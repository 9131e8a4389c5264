#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Print the path of a program to compare with: hdparm 9.65 (the installed hdparm may be another
# version, or this program), smartctl, or promtool. If the machine lacks it, unpack Debian's package
# in the folder: nothing is installed or started. Usage: oracle.sh FOLDER hdparm|smartctl|promtool
set -u
folder=$1 name=$2
# an absolute path: cases run in other folders
case $folder in /*) ;; *) folder=$PWD/$folder ;; esac
PATH=$PATH:/usr/sbin:/sbin
option=-V
case $name in
hdparm) package=hdparm version='hdparm v9.65' ;;
smartctl) package=smartmontools version='smartctl *' ;;
promtool) package=prometheus version='promtool, version *' option=--version ;;
*) exit 2 ;;
esac

# right PATH: true if this is the program
right() {
	# shellcheck disable=SC2254 # a pattern
	case $("$1" "$option" 2>/dev/null | head -n 1) in $version) return 0 ;; esac
	return 1
}

find_it() {
	for path in "$folder/$package/usr/sbin/$name" "$folder/$package/sbin/$name" \
		"$folder/$package/usr/bin/$name" \
		"$(command -v "$name")" "/usr/sbin/$name" "/sbin/$name" "/usr/bin/$name"; do
		right "$path" || continue
		echo "$path"
		exit 0
	done
}

find_it
if command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null && mkdir -p "$folder"; then
	new=$(cd "$folder" && mktemp -d "$PWD/new.XXXXXX") || exit 1
	trap 'rm -rf "$new"' EXIT
	if (cd "$new" && apt-get -qq -o APT::Sandbox::User=root download "$package") >&2 &&
		dpkg-deb -x "$new/$package"_*.deb "$new/$package"; then
		# another run may have finished first
		mv -T "$new/$package" "$folder/$package" 2>/dev/null
		find_it
	fi
fi
echo "no ${version% \*} here, and Debian's package $package could not be unpacked" >&2
exit 1
