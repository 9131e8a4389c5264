#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Stages do not disturb each other: the stages of .ci/run have the same counts in two other orders,
# and so has `make check` when it runs twice at once in two clones. Usage: orders.sh (root; half an
# hour)
set -u
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
passed=0 failed=0
same() { # same NAME FILE FILE
	if [ -s "$2" ] && diff "$2" "$3"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $1"
	fi
}

for order in reverse 20; do
	ORDER=$order COUNTS=$work/$order .ci/run >"$work/$order.log" 2>&1 </dev/null ||
		tail -n 100 "$work/$order.log"
	tail -n 1 "$work/$order.log"
done
same "the stages in two orders" "$work/reverse" "$work/20"

for clone in one two; do
	git clone -q . "$work/$clone" && {
		make -C "$work/$clone" -s check >"$work/$clone.log" 2>&1 </dev/null
		grep '^check: ' "$work/$clone.log" >"$work/$clone.said"
	} &
done
wait
cat "$work/one.said"
same "two clones at once" "$work/one.said" "$work/two.said"
echo "$passed passed, $failed failed (orders)"
[ "$failed" = 0 ]
