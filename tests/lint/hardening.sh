#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Check the build: functions bound at the start, in a table that is then read-only, no fixed
# address, no executable stack, and not weaker than flags from outside ask for. Usage: hardening.sh
# PROGRAM MAKE
set -u
program=$1 make=$2
failed=0
say() {
	echo "hardening: $*"
	failed=1
}

readelf -dW "$program" | grep -q 'BIND_NOW' || say "$program binds functions when they are called"
readelf -lW "$program" | grep -q 'GNU_RELRO' || say "$program has no read-only relocations"
readelf -hW "$program" | grep -q 'DYN (' || say "$program has a fixed address"
readelf -lW "$program" | grep 'GNU_STACK' | grep -q 'RWE' && say "$program has an executable stack"

# flags WORD=VALUE...: print how main.c would be compiled
flags() {
	env -u MAKEFLAGS -u MAKELEVEL "$make" -nsB V=1 BUILD=/nonexistent "$@" \
		/nonexistent/src/main.o 2>/dev/null | grep -e ' -c -o '
}
for level in 1 2 3; do
	for name in CPPFLAGS CFLAGS; do
		said=$(flags "$name=-O2 -D_FORTIFY_SOURCE=$level" | tr ' ' '\n' | grep FORTIFY | tr '\n' ' ')
		[ "$said" = "-D_FORTIFY_SOURCE=$level " ] ||
			say "$name asks for _FORTIFY_SOURCE=$level and gets '$said'"
	done
done
# flags that this compiler has and that were not requested
for flag in -fstack-clash-protection -fcf-protection -D_FORTIFY_SOURCE=3; do
	echo '#include <stdlib.h>' | cc -O2 -Werror -U_FORTIFY_SOURCE $flag -x c -fsyntax-only - 2>/dev/null ||
		continue
	flags | grep -q -e " $flag " || say "the compiler has $flag, which is not used"
done
flags CFLAGS=-fcf-protection=none | grep -q -e '-fcf-protection .*-fcf-protection=none' ||
	say "CFLAGS do not stand behind the flags of the Makefile"
exit $failed
