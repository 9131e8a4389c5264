#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Run a command apart from all others, in its own mount and process namespaces. Writable are the
# tree, /tmp, /var/tmp, /dev/shm and the home, whose changes go to FOLDER (in memory), and $CACHE
# with the downloads. /dev has no disk and /sys is empty. With "devices" both are the machine's, for
# loop devices and zram, and /var/tmp is on the disk: direct reads cannot bypass a file in memory.
# Usage: apart.sh FOLDER bare|devices COMMAND (root)
set -eu
if [ "${4-}" != inside ]; then
	disk=$(mktemp -d /var/tmp/apart.XXXXXX)
	trap 'rm -rf --one-file-system "$disk"' EXIT
	unshare --mount --pid --fork --kill-child --mount-proc bash "$0" "$1" "$2" "$3" inside "$disk"
	exit
fi
folder=$1 devices=$2 command=$3 disk=$5 tree=$PWD
mount --make-rprivate /
mkdir -p "$CACHE" "$folder"/{upper,work,tmp,vartmp,shm,home,dev/pts,dev/shm}
chmod 1777 "$folder"/{tmp,vartmp,shm,dev/shm} "$disk"
vartmp=$folder/vartmp
[ "$devices" = bare ] || vartmp=$disk
mount --bind "$vartmp" "$vartmp"
# a part of "/" that is a separate mount stays writable
mount --bind "$CACHE" "$CACHE"
mount -t overlay overlay -o "lowerdir=$tree,upperdir=$folder/upper,workdir=$folder/work" "$tree"
if [ "$devices" = bare ]; then
	for node in null zero full random urandom tty; do
		[ -e "/dev/$node" ] || continue
		: >"$folder/dev/$node"
		mount --bind "/dev/$node" "$folder/dev/$node"
	done
	mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$folder/dev/pts"
	ln -s pts/ptmx "$folder/dev/ptmx"
	ln -s /proc/self/fd "$folder/dev/fd"
	for n in 0:stdin 1:stdout 2:stderr; do
		ln -s "/proc/self/fd/${n%:*}" "$folder/dev/${n#*:}"
	done
	mount --rbind "$folder/dev" /dev
	mount -t tmpfs -o ro tmpfs /sys
else
	mount --bind "$folder/shm" /dev/shm
fi
mount --bind "$vartmp" /var/tmp
mount -o remount,ro,bind /
# the tree, the cache and the folder may be below /tmp
for path in "$tree" "$CACHE" "$folder"; do
	case $path in /tmp/*)
		mkdir -p "$folder/tmp/${path#/tmp/}"
		mount --bind "$path" "$folder/tmp/${path#/tmp/}"
		;;
	esac
done
mount --rbind "$folder/tmp" /tmp
unset TMPDIR
export HOME=$folder/home
cd "$tree" # the overlay, instead of the tree below it
exec bash -c "$command"
