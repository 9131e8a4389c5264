#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every awk generates the same completions, and the shells can read them.
# Usage: completion.sh HDPARM
set -u
hdparm=$1
passed=0 failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

check() {
	what=$1
	shift
	if "$@"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $what"
	fi
}

for shell in bash zsh fish; do
	for awk in mawk gawk 'busybox awk'; do
		made=$scratch/$shell.${awk%% *}
		AWK=$awk sh contrib/completions/generate.sh "$hdparm" $shell >"$made"
		check "$shell: made by $awk" [ -s "$made" ]
		check "$shell cannot read what $awk made" $shell -n "$made"
		check "$shell: $awk makes another text than mawk" cmp "$scratch/$shell.mawk" "$made"
	done
done
# an apostrophe in a help text is the difficult part; bash shows no help
for shell in zsh fish; do
	check "$shell: no help text with an apostrophe" grep -q "'s " "$scratch/$shell.mawk"
done
echo "$passed passed, $failed failed (completions by awk)"
[ "$failed" = 0 ]
