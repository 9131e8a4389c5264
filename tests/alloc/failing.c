// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A library to be loaded before all others: memory runs out where FAKE_FAIL_ALLOC says. "7" is the
 * seventh time that the program, or libc on its behalf, asks for some; "7+" that one and all later
 * ones. The number counts for all processes of the command together: it is kept in the file
 * "allocations" of FAKE_WORLD.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "failing.h"

#define EXPORT __attribute__((visibility("default")))

static struct allocations *shared;
static unsigned long first;
static bool and_later, ended;

/* What asks for memory while the next definitions are looked for; it is never given back. */
static char early[4096];
static size_t early_used;

static void *next(const char *name)
{
	static _Thread_local bool looking;
	void *found;

	if (looking)
		return NULL;
	looking = true;
	found = dlsym(RTLD_NEXT, name);
	looking = false;
	return found;
}

static void *take_early(size_t bytes)
{
	void *room = early + early_used;

	early_used += (bytes + 15) & ~(size_t)15;
	if (early_used > sizeof(early))
		abort();
	return room;
}

/* Handlers run before destructors: what those ask for is no concern of the program. */
static void end(void)
{
	ended = true;
}

__attribute__((constructor)) static void attach(void)
{
	const char *when = getenv("FAKE_FAIL_ALLOC"), *folder = getenv("FAKE_WORLD");
	char path[300], *rest;
	void *mapped;
	int fd;

	if (!when || !folder)
		return;
	snprintf(path, sizeof(path), "%s/" ALLOCATIONS_FILE, folder);
	fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0 || syscall(SYS_ftruncate, fd, sizeof(*shared)))
		return;
	mapped = (void *)syscall(SYS_mmap, NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
				 MAP_SHARED, fd, 0L);
	syscall(SYS_close, fd);
	if (mapped == MAP_FAILED)
		return;
	first = strtoul(when, &rest, 10);
	and_later = *rest == '+';
	atexit(end);
	shared = mapped;
}

static bool fails(void)
{
	unsigned long number;

	if (!shared || ended)
		return false;
	number = __atomic_add_fetch(&shared->asked, 1, __ATOMIC_SEQ_CST);
	if (number != first && !(and_later && number > first))
		return false;
	__atomic_add_fetch(&shared->failed, 1, __ATOMIC_SEQ_CST);
	errno = ENOMEM;
	return true;
}

EXPORT void *malloc(size_t bytes)
{
	static void *(*real)(size_t);

	if (!real)
		*(void **)&real = next("malloc");
	if (!real)
		return take_early(bytes);
	return fails() ? NULL : real(bytes);
}

EXPORT void *calloc(size_t n, size_t bytes)
{
	static void *(*real)(size_t, size_t);

	if (!real)
		*(void **)&real = next("calloc");
	if (!real)
		return take_early(n * bytes);
	return fails() ? NULL : real(n, bytes);
}

EXPORT void *realloc(void *old, size_t bytes)
{
	static void *(*real)(void *, size_t);

	if (!real)
		*(void **)&real = next("realloc");
	return fails() ? NULL : real(old, bytes);
}

EXPORT void *reallocarray(void *old, size_t n, size_t bytes)
{
	static void *(*real)(void *, size_t, size_t);

	if (!real)
		*(void **)&real = next("reallocarray");
	return fails() ? NULL : real(old, n, bytes);
}

EXPORT int posix_memalign(void **room, size_t alignment, size_t bytes)
{
	static int (*real)(void **, size_t, size_t);

	if (!real)
		*(void **)&real = next("posix_memalign");
	return fails() ? ENOMEM : real(room, alignment, bytes);
}

EXPORT void *aligned_alloc(size_t alignment, size_t bytes)
{
	static void *(*real)(size_t, size_t);

	if (!real)
		*(void **)&real = next("aligned_alloc");
	return fails() ? NULL : real(alignment, bytes);
}

EXPORT void *mmap(void *at, size_t bytes, int protection, int flags, int fd, off_t offset)
{
	static void *(*real)(void *, size_t, int, int, int, off_t);

	if (!real)
		*(void **)&real = next("mmap");
	return fails() ? MAP_FAILED : real(at, bytes, protection, flags, fd, offset);
}

EXPORT void *mmap64(void *at, size_t bytes, int protection, int flags, int fd, off64_t offset)
{
	return mmap(at, bytes, protection, flags, fd, offset);
}
