#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every header compiles by itself, is guarded, and every source file names its licence.
set -u
failed=0
say() {
	echo "lint: $*"
	failed=1
}

for header in include/*.h src/*/*.h; do
	echo "#include \"$header\"" |
		${CC:-cc} -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -Iinclude -I. \
			-fsyntax-only -x c - || say "$header does not compile alone"
	grep -q '^#ifndef HDPARM_' "$header" || say "$header has no guard named HDPARM_*"
done
for file in include/*.h src/*.c src/*/*.c src/*/*.h; do
	head -n 1 "$file" | grep -q 'SPDX-License-Identifier: GPL-2.0-or-later' ||
		say "$file does not start with its licence"
done
# At -Os its functions are calls: three more symbols to bind at every start.
grep -l 'sys/sysmacros.h' src/*.c src/*/*.[ch] && say "device numbers are taken apart by host.h"
# scripts, in the second line if the first names the interpreter
# shellcheck disable=SC2044 # no name has blanks
for file in $(find Makefile .ci contrib tests -type f -not -path '*/corpus/*'); do
	case $file in
	*.sh | *.mk | *.py | *.awk | *.[ch] | Makefile) ;;
	*.case) continue ;;
	*) [ "$(head -c 2 "$file" | tr -d '\000')" = '#!' ] || continue ;;
	esac
	head -n 2 "$file" | grep -q 'SPDX-License-Identifier: GPL-2.0-or-later' ||
		say "$file does not start with its licence"
done
exit $failed
