#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# hang.sh CACHE PROGRAMS OUT OURS: test run.sh. A guest that hangs is killed; a guest that dies or
# never starts is noticed. All are failures, reported with the last lines of the kernel or of QEMU.
# Last line: "N passed, N failed".
here=$(cd "$(dirname "$0")" && pwd)
out=$3/watch
command -v pgrep >/dev/null || { echo "hang.sh: needs pgrep (make deps)"; exit 1; }
passed=0
failed=0

want()
{
	local what=$1
	shift
	if "$@" >/dev/null; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "run.sh: not so: $what"
	fi
}

VM_COVERAGE='' VM_PARALLEL=2 \
	"$here/run.sh" "$1" "$2" "$out" "$4" hang panic refused >"$out.log" 2>&1
status=$?
want "a failure" [ $status = 1 ]
want "the hanging guest is told" grep -q '^hang: the guest hangs (silent for [0-9]* s)' "$out.log"
want "with its last kernel lines" grep -q 'last words of the hanging guest' "$out.log"
want "the dead guest is told" grep -q '^panic: the guest stopped early' "$out.log"
want "with its last kernel lines" grep -q 'Kernel panic - not syncing' "$out.log"
want "a machine that QEMU refuses is told" grep -q '^refused: the guest stopped early' "$out.log"
want "with QEMU's last lines" grep -q "'no-such-device' is not a valid device" "$out.log"
want "all are counted" grep -qx '0 passed, 3 failed' "$out.log"
want "no guest is left" [ -z "$(pgrep -f "file,id=serial,path=$out/" || true)" ]
want "a wrong VM_ACCEL is refused" \
	grep -q 'VM_ACCEL is tcg or kvm' <(VM_ACCEL=xen "$here/run.sh" "$@" hang 2>&1)
[ $failed = 0 ] || cat "$out.log"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
