#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Prints the completion of a shell, made from the program's own table of options.
# Usage: [AWK=...] generate.sh HDPARM bash|zsh|fish
set -eu
folder=$(dirname "$0")
options=$("$1" --list-options)
# shellcheck disable=SC2086 # "busybox awk" is two words
printf '%s\n' "$options" | ${AWK:-awk} -F '\t' -v shell="$2" -f "$folder/options.awk" -f "$folder/$2.awk"
