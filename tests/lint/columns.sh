#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A README has at most 80 columns: it is read in a terminal.
set -u
find . -path ./build -prune -o -name README -print | sort | xargs awk '
	length > 80 { print "lint: " FILENAME ":" FNR ": more than 80 columns"; bad = 1 }
	END { exit bad }'
