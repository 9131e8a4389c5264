# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Shared by the tests of installed files: a folder ($work, which the caller removes), counters and
# the check.
work=$(mktemp -d)
unset TMPDIR # systems below $work lack this folder
passed=0
failed=0

check() { # check NAME COMMAND...: the command succeeds
	local name=$1
	shift
	if "$@" >"$work/out" 2>&1; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $name: $*"
		tail -n 8 "$work/out"
	fi
}

# debian_root SUITE FOLDER CACHE: unpack a bare Debian from CACHE/SUITE.tar, which is made if
# missing. VM_MIRROR names another archive than deb.debian.org.
debian_root() {
	debian_unpack "$@" || return
	# a mirror may lag behind, with expired lists of unstable
	echo 'Acquire::Check-Valid-Until "false";' >"$2/etc/apt/apt.conf.d/90test"
}

debian_unpack() {
	local suite=$1 folder=$2 archive=$3/$1.tar
	if [ ! -s "$archive" ]; then
		rm -rf --one-file-system "$folder"
		debootstrap --variant=minbase "$suite" "$folder" \
			"${VM_MIRROR:-http://deb.debian.org/debian}" || return
		chroot "$folder" apt-get clean
		tar -C "$folder" --numeric-owner --xattrs -cf "$archive.new.$$" . && mv "$archive.new.$$" "$archive"
		return
	fi
	mkdir -p "$folder" && tar -C "$folder" --numeric-owner --xattrs -xpf "$archive"
}

same() { # same THIS THAT
	[ "$1" = "$2" ] || { echo "'$1' is not '$2'"; return 1; }
}
