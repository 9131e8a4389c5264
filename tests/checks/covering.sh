#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Write a list of cases that take every branch which all cases take: see covered.c and covering.py.
# Usage: covering.sh MAKE BUILD SHIM RUNNER LIST CASE...
set -eu
here=$(dirname "$0")
make=$1 build=$2/covering shim=$3 runner=$4 list=$5
shift 5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

mkdir -p "$build"
cc -O2 -Wall -Wextra -c -o "$build/covered.o" "$here/covered.c"
$make -s BUILD="$build" CFLAGS='-O1 -fsanitize-coverage=trace-pc' LDFLAGS="$build/covered.o" \
	"$build/hdparm"
mkdir "$work/taken"
COVERED=$work/taken "$runner" -b "$build/hdparm" -s "$shim" "$@" | tail -n 1
python3 "$here/covering.py" "$work/taken" "$@" >"$work/list"
cat "$work/list" >"$list"
