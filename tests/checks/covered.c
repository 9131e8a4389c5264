// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Record the branches that each case takes, for covering.py. The program is compiled with
 * -fsanitize-coverage=trace-pc: each basic block begins with a call of the function below. A byte
 * of $COVERED/$CASE counts a pair of blocks that ran one after the other; its place is a hash of
 * the blocks' addresses. All processes of a case write to the same file.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BYTES = 1 << 20 };

extern const char __executable_start; /* start of the program, from the linker */
static uint8_t *taken;
static __thread uintptr_t previous;

void __sanitizer_cov_trace_pc(void);

__attribute__((constructor)) static void map_file(void)
{
	const char *folder = getenv("COVERED"), *name = getenv("CASE");
	char path[PATH_MAX];
	void *map;
	int fd;

	if (!folder || !name)
		return;
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	/* not libc's open(), which the fake drive's library replaces */
	fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	/* no record of a case that limits the size of files */
	if (fd < 0 || syscall(SYS_ftruncate, fd, (long)BYTES))
		return;
	map = (void *)syscall(SYS_mmap, NULL, (long)BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
			      0L);
	syscall(SYS_close, fd);
	if (map != MAP_FAILED)
		taken = map;
}

void __sanitizer_cov_trace_pc(void)
{
	uintptr_t here = (uintptr_t)__builtin_return_address(0) - (uintptr_t)&__executable_start;

	if (taken)
		taken[(here * 40503 ^ previous) % BYTES] = 1;
	previous = here * 40503 >> 1;
}
