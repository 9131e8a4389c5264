#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# README's commands, except the installation, in an unusual place: from the archive of `make dist`,
# without git, in a folder below /var with a blank in its name, as a user other than root, with
# umask 077. Usage: place.sh MAKE BUILD (root, for another user)
set -u
make=$1 build=$2
work=$(mktemp -d /var/tmp/place.XXXXXX)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
user=nobody
passed=0 failed=0

$make -s BUILD="$build/place" dist || exit 1
chmod 755 "$work"
mkdir "$work/the tree"
tar -xzf "$build"/place/hdparm-*.tar.gz -C "$work/the tree" --strip-components=1
mkdir "$work/home"
chown -R "$user" "$work"

typed() { # typed COMMAND: run it as the user types it
	if setpriv --reuid "$user" --regid nogroup --clear-groups --reset-env \
		env HOME="$work/home" PATH="$PATH" ${HDPARM_ORACLE:+HDPARM_ORACLE="$HDPARM_ORACLE"} \
		sh -c "umask 077; cd '$work/the tree' && $1" >"$work/said" 2>&1 </dev/null; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $1"
		tail -n 100 "$work/said"
	fi
	grep -E '^check: |skipped' "$work/said"
}
typed "make try"
typed "make check"
typed "make bench-list"
typed "make DESTDIR=$work/image install install-boot"

echo "$passed passed, $failed failed (place)"
[ "$failed" = 0 ]
