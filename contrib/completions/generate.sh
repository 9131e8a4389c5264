#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Prints the completion of a shell, made from the program's own table of options.
# Usage: generate.sh HDPARM bash|zsh|fish
set -eu
folder=$(dirname "$0")
options=$("$1" --list-options)
printf '%s\n' "$options" | awk -F '\t' -v shell="$2" -f "$folder/options.awk" -f "$folder/$2.awk"
