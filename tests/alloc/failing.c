// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A library for LD_PRELOAD: the allocations that FAKE_FAIL_ALLOC names fail. "7" is the seventh
 * allocation by the program, or by libc for it; "7+" is that one and all later ones. All processes
 * of the command count together, in the file "allocations" of FAKE_WORLD.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
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
static bool and_later, ended, sanitized;

/* The next definitions in the search order: libc's, or a sanitizer's. dlsym() finds them after all
 * libraries are loaded; earlier requests get memory from a fixed buffer, which is never freed. */
static struct {
	void *(*malloc)(size_t);
	void *(*calloc)(size_t, size_t);
	void *(*realloc)(void *, size_t);
	void *(*reallocarray)(void *, size_t, size_t);
	int (*posix_memalign)(void **, size_t, size_t);
	void *(*aligned_alloc)(size_t, size_t);
	void *(*mmap)(void *, size_t, int, int, int, off_t);
	void (*free)(void *);
} real;

enum { EARLY_BYTES = 1 << 20, UNIT = 16 };

static char early[EARLY_BYTES] __attribute__((aligned(UNIT)));
static size_t early_used;

static bool is_early(const void *room)
{
	return (uintptr_t)room - (uintptr_t)early < sizeof(early);
}

static void *take_early(size_t bytes)
{
	void *room = early + early_used;

	early_used += (bytes + UNIT - 1) & ~(size_t)(UNIT - 1);
	if (early_used > sizeof(early))
		abort();
	return room;
}

static void *next(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

static void look_up(void)
{
	*(void **)&real.malloc = next("malloc");
	*(void **)&real.calloc = next("calloc");
	*(void **)&real.realloc = next("realloc");
	*(void **)&real.reallocarray = next("reallocarray");
	*(void **)&real.posix_memalign = next("posix_memalign");
	*(void **)&real.aligned_alloc = next("aligned_alloc");
	*(void **)&real.mmap = next("mmap");
	*(void **)&real.free = next("free");
}

/* atexit() handlers run before destructors, whose allocations are not the program's. */
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

	look_up();
	sanitized = dlsym(RTLD_DEFAULT, "__asan_init");
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

	/* a sanitizer that cannot watch a thread ends */
	if (!shared || ended || (sanitized && gettid() != getpid()))
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
	if (!real.free)
		return take_early(bytes);
	return fails() ? NULL : real.malloc(bytes);
}

EXPORT void *calloc(size_t n, size_t bytes)
{
	if (!real.free)
		return take_early(n * bytes);
	return fails() ? NULL : real.calloc(n, bytes);
}

EXPORT void *realloc(void *old, size_t bytes)
{
	void *room;

	if (real.free && !is_early(old))
		return fails() ? NULL : real.realloc(old, bytes);
	room = malloc(bytes);
	/* the used part is not known: copy all that is behind it */
	if (room && old)
		memcpy(room, old,
		       (size_t)(early + sizeof(early) - (char *)old) < bytes
			       ? (size_t)(early + sizeof(early) - (char *)old)
			       : bytes);
	return room;
}

EXPORT void *reallocarray(void *old, size_t n, size_t bytes)
{
	return fails() ? NULL : real.reallocarray(old, n, bytes);
}

EXPORT void free(void *room)
{
	if (real.free && !is_early(room))
		real.free(room);
}

EXPORT int posix_memalign(void **room, size_t alignment, size_t bytes)
{
	return fails() ? ENOMEM : real.posix_memalign(room, alignment, bytes);
}

EXPORT void *aligned_alloc(size_t alignment, size_t bytes)
{
	return fails() ? NULL : real.aligned_alloc(alignment, bytes);
}

EXPORT void *mmap(void *at, size_t bytes, int protection, int flags, int fd, off_t offset)
{
	if (!real.mmap)
		return (void *)syscall(SYS_mmap, at, bytes, protection, flags, fd, offset);
	return fails() ? MAP_FAILED : real.mmap(at, bytes, protection, flags, fd, offset);
}

EXPORT void *mmap64(void *at, size_t bytes, int protection, int flags, int fd, off64_t offset)
{
	return mmap(at, bytes, protection, flags, fd, offset);
}
