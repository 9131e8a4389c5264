#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Files have at most 400 lines, headers of include/ 300, functions 60; tables may be long, logic may
# not.
# A table file says so by being listed here.
set -u
tables="src/cli/options.c src/ata/command.c src/ata/idbits.c src/act/actions.c"
failed=0
for file in src/*.c src/*/*.c src/*/*.h include/*.h; do
	case " $tables " in *" $file "*) continue ;; esac
	lines=$(wc -l <"$file")
	case $file in include/*) most=300 ;; *) most=400 ;; esac
	if [ "$lines" -gt "$most" ]; then
		echo "lint: $file has $lines lines (at most $most)"
		failed=1
	fi
done
# A function ends at the first "}" in column one behind the "{" in column one that opened it.
awk '
	FNR == 1 { start = 0 }
	/^{/ { start = FNR }
	/^}/ && start {
		if (FNR - start > 60) {
			printf "lint: %s:%d: a function of %d lines (at most 60)\n",
				FILENAME, start, FNR - start
			bad = 1
		}
		start = 0
	}
	END { exit bad }' src/*.c src/*/*.c || failed=1
exit $failed
