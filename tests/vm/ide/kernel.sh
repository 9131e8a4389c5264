#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# kernel.sh CACHE: build CACHE/vmlinux-ide, the last kernel line with drivers/ide, from the source
# that fetch.sh put into CACHE/source, unless source and configuration are unchanged.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cache=$(cd "$1" && pwd)
started=$(date +%s)
target=$cache/vmlinux-ide

stamp=$(cat "$here/config" "$here/kernel.sh" "$cache/legacy.stamp" | cksum)
if [ -e "$target" ] && [ "$stamp" = "$(cat "$target.stamp" 2>/dev/null)" ]; then
	exit 0
fi
for tool in make gcc flex bison bc perl; do
	command -v $tool >/dev/null || {
		echo "kernel.sh: building the legacy kernel needs $tool" >&2
		exit 1
	}
done

# 5.10 begins a request with the result of the previous one: ioctls such as HDIO_SET_PIO_MODE then
# fail at random. Clear it, as older kernels did.
probe=$cache/source/drivers/ide/ide-probe.c
grep -q 'req->sreq.result = 0' "$probe" ||
	sed -i 's/^\treq->special = NULL;$/&\n\treq->sreq.result = 0;/' "$probe"
grep -q 'req->sreq.result = 0' "$probe"

cd "$cache/source"
make -s KCONFIG_ALLCONFIG="$here/config" allnoconfig
missing=$(sed -n 's/^\(CONFIG_[A-Z0-9_]*=.*\)/\1/p' "$here/config" | while read -r line; do
	grep -qx "$line" .config || echo "$line"
done)
[ -z "$missing" ] || echo "kernel.sh: this source does not know: $missing" >&2
make -s -j"${JOBS:-2}" vmlinux
cp vmlinux "$target.new"
strip --strip-debug "$target.new" 2>/dev/null || true
mv "$target.new" "$target"
echo "$stamp" >"$target.stamp"
echo "legacy kernel: built in $(($(date +%s) - started)) s"
