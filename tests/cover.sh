#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Print gcov's coverage of a build made with --coverage: the least covered files first, then the
# whole. Usage: cover.sh BUILD
set -u
build=$1
find "$build/src" -name '*.gcda' | while read -r data; do
	gcov -n -o "$(dirname "$data")" "$data" 2>/dev/null
done | awk '
	/^File .src\// { file = $2; gsub("\047", "", file) }
	/^Lines executed:/ && file {
		split($2, part, "[:%]")
		percent = part[2]; lines = $NF
		if (!(file in seen)) {
			seen[file] = 1
			printf "%7.2f %% of %4d  %s\n", percent, lines, file
			all += lines; run += lines * percent / 100
		}
		file = ""
	}
	END { printf "%7.2f %% of %4d  all of src\n", 100 * run / all, all }' | sort -n
