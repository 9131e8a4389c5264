# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# What the tests of installed files share: a folder of their own ($work, which the caller removes),
# the counters and the check.
work=$(mktemp -d)
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
