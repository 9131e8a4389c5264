#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Check the object files: no writable data, system calls only in src/host, exit() only in main.
# Usage: objects.sh OBJECT...
set -u
failed=0
calls='open|open64|openat|openat64|close|read|write|pread|pread64|pwrite|pwrite64|ioctl|fstat|fstat64|stat|stat64|lstat|lstat64|fsync|fdatasync|sync|mmap|mmap64|munmap|mlock|munlock|nanosleep|clock_gettime|clock_nanosleep|gettimeofday|sleep|usleep|fopen|fopen64|opendir|readdir|readdir64|readlink|realpath|posix_fadvise|posix_fadvise64|syscall|fork|execve|execvp|system|popen|waitpid|kill|signal|sigaction|poll|rename|unlink|fallocate|fallocate64|isatty|getpid|geteuid|getuid|time|socket'
for object in "$@"; do
	# .data.rel.ro is read-only in the running program
	size -A "$object" | awk -v object="$object" '
		($1 == ".data" || $1 ~ /^\.data\.[^r]/ || $1 == ".bss") && $2 > 0 {
			printf "lint: %s has %d bytes of writable %s\n", object, $2, $1
			bad = 1
		}
		END { exit bad }' || failed=1
	case $object in
	*/src/host/*) ;;
	*)
		for symbol in $(nm -u "$object" | awk '{ print $2 }' | grep -xE "$calls"); do
			echo "lint: $object calls $symbol(); system calls belong in src/host"
			failed=1
		done
		;;
	esac
	case $object in
	*/src/main.o) continue ;;
	esac
	for symbol in $(nm -u "$object" | awk '{ print $2 }' |
		grep -xE 'exit|_exit|abort|__assert_fail|longjmp'); do
		echo "lint: $object calls $symbol()"
		failed=1
	done
	# functions without a bound
	for symbol in $(nm -u "$object" | awk '{ print $2 }' |
		grep -xE '(__)?(sprintf|vsprintf|strcat|strncat)(_chk)?'); do
		echo "lint: $object calls $symbol(); take snprintf()"
		failed=1
	done
	case $object in
	*/src/ata/* | */src/dev/*)
		for symbol in $(nm -u "$object" | awk '{ print $2 }' |
			grep -xE 'printf|__printf_chk|puts|putchar|fprintf|__fprintf_chk|fputs|stdout|stderr'); do
			echo "lint: $object prints ($symbol)"
			failed=1
		done
		;;
	esac
done
exit $failed
