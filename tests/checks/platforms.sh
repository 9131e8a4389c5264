#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Build the program and the fake drive for each platform, check that they are of that platform, and
# run the texts of --Istdin and the command-line cases there. Programs of other processors run in a
# static qemu-user. Usage: platforms.sh MAKE BUILD [PLATFORM...]
set -u
cd "$(dirname "$0")/../.." || exit 1
make=$1 out=$2/platforms
shift 2
passed=0 failed=0

# PLATFORM|COMPILER|what `file` says|CPPFLAGS|LOADER's folder and name|EMULATOR|CASES
# CASES: all, bytes or texts. bytes: only the cases that decode and send bytes, if another platform
# of the kind runs all (make check: x86_64; i686 for 32 bits; unsigned-char for processors with such
# a char). texts: only the cases of --Istdin, if other platforms run both.
platforms='
unsigned-char|gcc|ELF 64-bit LSB.*x86-64|-funsigned-char|||all
x86_64-clang|clang|ELF 64-bit LSB.*x86-64||||bytes
x86_64-musl|musl-gcc|ELF 64-bit LSB.*x86-64.*ld-musl|-idirafter /usr/include -idirafter /usr/include/x86_64-linux-gnu|||all
i686|i686-linux-gnu-gcc|ELF 32-bit LSB.*Intel 80386|-D_FILE_OFFSET_BITS=64|/usr/i686-linux-gnu/lib/ld-linux.so.2||all
i686-time64|i686-linux-gnu-gcc|ELF 32-bit LSB.*Intel 80386|-D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64|/usr/i686-linux-gnu/lib/ld-linux.so.2||bytes
aarch64|aarch64-linux-gnu-gcc|ELF 64-bit LSB.*ARM aarch64||/usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1|qemu-aarch64-static|texts
armhf|arm-linux-gnueabihf-gcc|ELF 32-bit LSB.*ARM, EABI5|-D_FILE_OFFSET_BITS=64|/usr/arm-linux-gnueabihf/lib/ld-linux-armhf.so.3|qemu-arm-static|texts
s390x|s390x-linux-gnu-gcc|ELF 64-bit MSB.*IBM S/390||/usr/s390x-linux-gnu/lib/ld64.so.1|qemu-s390x-static|bytes
'
bytes="identify identify_more sense bridge kinds ioctl features sectors sct dco"

# case_files RULE: print the case files of the rule
case_files() {
	local name
	case $1 in
	all) echo tests/cli/*.case ;;
	bytes) for name in $bytes; do [ ! -e "tests/cli/$name.case" ] || echo "tests/cli/$name.case"; done ;;
	texts) ;;
	*) echo "tests/cli/$1.case" ;;
	esac
}

# count TEXT: add "N passed, N failed" of the last line to the platform's counts
count() {
	local line
	line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$1" | tail -n 1)
	if [ -z "$line" ]; then
		bad=$((bad + 1))
		tail -n 5 "$1"
		return
	fi
	read -r n _ m _ <<<"$line"
	good=$((good + n))
	bad=$((bad + m))
}

# excused PLATFORM FILE: print how many failed cases tests/checks/platforms.excused excuses on this
# platform
excused() {
	comm -12 <(sed -n 's/^tests\/cli\/\([^:]*\):[0-9]*: /\1: /p' "$2" | sort -u) \
		<(sed -n "s/^$1 | \(.*\) | .*/\1/p" tests/checks/platforms.excused | sort -u) | wc -l
}

# one ROW: build and run a platform; print its line
one() {
	local name compiler elf flags loader emulator cases file
	IFS='|' read -r name compiler elf flags loader emulator cases <<<"$1"
	local dir=$out/$name good=0 bad=0 excused program ldflags="" start=$SECONDS note=""
	mkdir -p "$dir"
	program=$dir/hdparm
	# the loader of the cross compiler's package; qemu's -L would redirect every path
	[ -z "$loader" ] || ldflags="-Wl,--dynamic-linker=$loader -Wl,-rpath,$(dirname "$loader")"
	if ! command -v "$compiler" >/dev/null || { [ -n "$emulator" ] && ! command -v "$emulator" >/dev/null; }; then
		echo "$name: $compiler or $emulator is missing (make deps-platforms)"
		echo "0 1" >"$dir/counts"
		return
	fi
	if ! $make -s BUILD="$dir" CC="$compiler" WERROR=1 CPPFLAGS="$flags" LDFLAGS="$ldflags" \
		FAKE_CPPFLAGS="$flags" FAKE_LDFLAGS="$ldflags" all fake >"$dir/built" 2>&1; then
		grep -E 'error|warning|\*\*\*' "$dir/built" | head -n 10
		echo "$name: not built"
		echo "0 1" >"$dir/counts"
		return
	fi
	for file in "$program" "$dir/fake/shim.so" "$dir/fake/runner"; do
		if ! file -b "$file" | grep -Eq "${elf%.\*ld-musl}"; then
			bad=$((bad + 1))
			echo "$name: $(basename "$file") is $(file -b "$file")"
		fi
	done
	[ -s "$dir/completions/hdparm" ] || { bad=$((bad + 1)); echo "$name: no completions"; }
	if [ -n "$emulator" ]; then
		emulator=$(command -v "$emulator")
		cc -static -O1 -DEMULATOR="\"$emulator\"" -DPROGRAM="\"$PWD/$program\"" -o "$dir/emulate" \
			tests/checks/platforms.c
		program=$dir/emulate
	fi
	sh tests/golden/run.sh "$program" >"$dir/golden.said" 2>&1
	count "$dir/golden.said"
	if [ "$cases" = texts ]; then
		echo "0 passed, 0 failed" >"$dir/cases.said"
	else
		# shellcheck disable=SC2046,SC2086 # words
		$emulator "$dir/fake/runner" -j2 -b "$program" -s "$dir/fake/shim.so" \
			$(case_files "$cases") >"$dir/cases.said" 2>&1
	fi
	count "$dir/cases.said"
	excused=$(excused "$([ -n "$emulator" ] && echo emulator || echo "$name")" "$dir/cases.said")
	bad=$((bad - excused))
	[ "$excused" = 0 ] || note=", $excused excused"
	[ "$bad" = 0 ] || grep -A6 '^tests/cli' "$dir/cases.said" | grep -v ' passed, ' | head -n 40
	echo "$name: built, $good passed, $bad failed ($cases cases$note, $((SECONDS - start)) s)"
	echo "$good $bad" >"$dir/counts"
}

rm -rf "$out"/*/counts
rows=$(echo "$platforms" | grep .)
[ $# = 0 ] || rows=$(for name; do echo "$rows" | grep "^$name|"; done)
# two at a time
while read -r row; do
	while [ "$(jobs -rp | wc -l)" -ge 2 ]; do
		wait -n
	done
	one "$row" &
done <<<"$rows"
wait
while IFS='|' read -r name _; do
	read -r good bad <"$out/$name/counts" || { good=0; bad=1; }
	passed=$((passed + good))
	failed=$((failed + bad))
done <<<"$rows"
echo "$passed passed, $failed failed (platforms)"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
