// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A library for LD_PRELOAD, before the fake drive's: it counts the system calls of the program and
 * of its child processes in the file that CALLS names. It counts at the program's calls of libc, so
 * that the fake drive's calls are not counted; each call counts as libc's number of system calls.
 */
#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define EXPORT __attribute__((visibility("default")))

/* without the headers, whose prototypes have "..." */
int open(const char *, int);
int close(int);
int getpid(void);
int getpagesize(void);

struct counts {
	uint64_t own, childrens;
	/* at the last wait for a signal: malloc()'s bytes from the kernel; bytes of all anonymous
	 * memory, with that of the test's libraries */
	uint64_t heap, anonymous;
};
static struct counts *counts;
static uintptr_t code, code_end; /* the program's code */
static int program;

static int find_program(struct dl_phdr_info *info, size_t size, void *who)
{
	(void)size;
	(void)who;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];

		if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
			continue;
		code = info->dlpi_addr + part->p_vaddr;
		code_end = code + part->p_memsz;
	}
	return 1; /* the first object is the program */
}

__attribute__((constructor)) static void attach(void)
{
	const char *path = getenv("CALLS");
	int fd = path ? open(path, 2 /* O_RDWR */) : -1;

	if (fd < 0)
		return;
	counts = mmap(NULL, sizeof(*counts), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (counts == MAP_FAILED)
		abort();
	program = getpid();
	dl_iterate_phdr(find_program, NULL);
}

static void count(const void *caller, unsigned calls)
{
	uintptr_t at = (uintptr_t)caller;
	static int (*own_pid)(void);

	if (!counts || at < code || at >= code_end)
		return;
	if (!own_pid)
		*(void **)&own_pid = dlsym(RTLD_NEXT, "getpid");
	__atomic_fetch_add(own_pid() == program ? &counts->own : &counts->childrens, calls,
			   __ATOMIC_SEQ_CST);
}

#define CALL(type, name, calls, parameters, ...)                                                   \
	EXPORT type name parameters;                                                               \
	EXPORT type name parameters                                                                \
	{                                                                                          \
		static type(*next) parameters;                                                     \
                                                                                                   \
		count(__builtin_return_address(0), calls);                                         \
		if (!next)                                                                         \
			*(void **)&next = dlsym(RTLD_NEXT, #name);                                 \
		return next(__VA_ARGS__);                                                          \
	}

/* clang-format off */
CALL(int, openat64, 1, (int dir, const char *path, int flags, long mode), dir, path, flags, mode)
CALL(int, close, 1, (int fd), fd)
CALL(long, read, 1, (int fd, void *to, size_t n), fd, to, n)
CALL(long, write, 1, (int fd, const void *what, size_t n), fd, what, n)
CALL(long, pread64, 1, (int fd, void *to, size_t n, long at), fd, to, n, at)
CALL(int, fstat64, 1, (int fd, void *st), fd, st)
CALL(int, fstatat64, 1, (int dir, const char *path, void *st, int flags), dir, path, st, flags)
CALL(int, faccessat, 1, (int dir, const char *path, int mode, int flags), dir, path, mode, flags)
CALL(long, readlinkat, 1, (int dir, const char *path, char *to, size_t n), dir, path, to, n)
CALL(int, ioctl, 1, (int fd, unsigned long request, void *what), fd, request, what)
CALL(int, flock, 1, (int fd, int how), fd, how)
CALL(int, fcntl64, 1, (int fd, int what, long more), fd, what, more)
CALL(int, pipe2, 1, (int *ends, int flags), ends, flags)
CALL(int, poll, 1, (void *polls, unsigned long n, int ms), polls, n, ms)
CALL(int, fork, 1, (void))
CALL(int, waitpid, 1, (int pid, int *status, int flags), pid, status, flags)
CALL(int, getpid, 1, (void))
CALL(int, getppid, 1, (void))
CALL(int, prctl, 1, (int what, long a, long b, long c, long d), what, a, b, c, d)
CALL(int, sigaction, 1, (int number, const void *action, void *before), number, action, before)
CALL(int, sigpending, 1, (void *set), set)
CALL(int, mkdirat, 1, (int dir, const char *path, unsigned mode), dir, path, mode)
CALL(int, unlinkat, 1, (int dir, const char *path, int flags), dir, path, flags)
CALL(int, signalfd, 1, (int fd, const void *set, int flags), fd, set, flags)
CALL(int, kill, 1, (int pid, int number), pid, number)
CALL(int, nanosleep, 1, (const void *time, void *left), time, left)
CALL(void *, mmap64, 1, (void *at, size_t n, int p, int flags, int fd, long from_byte), at, n, p, flags, fd, from_byte)
CALL(int, munmap, 1, (void *at, size_t n), at, n)
CALL(long, syscall, 1, (long number, long a, long b, long c, long d, long e, long f), number, a, b, c, d, e, f)
/* counts the stat of the folder */
CALL(void *, opendir, 2, (const char *path), path)
CALL(int, closedir, 1, (void *folder), folder)
/* clang-format on */

/* proc_pid_statm(5): resident pages that belong to no file; 0: not known. */
static uint64_t anonymous(void)
{
	char text[200] = "";
	unsigned long resident = 0, shared = 0;
	int fd = open("/proc/self/statm", 0 /* O_RDONLY */);
	long got = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	if (fd >= 0)
		close(fd);
	if (got <= 0 || sscanf(text, "%*u %lu %lu", &resident, &shared) != 2)
		return 0;
	return (resident - shared) * (uint64_t)getpagesize();
}

EXPORT int sigtimedwait(const void *set, void *info, const void *most);
EXPORT int sigtimedwait(const void *set, void *info, const void *most)
{
	static int (*next)(const void *, void *, const void *);
	struct mallinfo2 heap = mallinfo2();

	count(__builtin_return_address(0), 1);
	if (counts)
		counts->heap = heap.arena + heap.hblkhd, counts->anonymous = anonymous();
	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "sigtimedwait");
	return next(set, info, most);
}

/* Two system calls: the names come at once, then the end. */
EXPORT void *readdir64(void *folder);
EXPORT void *readdir64(void *folder)
{
	static void *(*next)(void *);
	void *entry;

	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "readdir64");
	entry = next(folder);
	if (!entry)
		count(__builtin_return_address(0), 2);
	return entry;
}

static unsigned parts(const char *path)
{
	unsigned n = 0;

	for (; *path; path++)
		n += *path == '/' && path[1] && path[1] != '/';
	return n;
}

/* One system call for each part of the path; after a link also for each part of its target. */
EXPORT char *__realpath_chk(const char *path, char *out, size_t size);
EXPORT char *__realpath_chk(const char *path, char *out, size_t size)
{
	static char *(*next)(const char *, char *, size_t);
	unsigned same = 0;
	char *real;

	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "__realpath_chk");
	real = next(path, out, size);
	for (size_t i = 1; real && path[i] && real[i] == path[i]; i++)
		same += path[i] == '/' || !path[i + 1];
	count(__builtin_return_address(0),
	      parts(path) + (real && strcmp(real, path) ? parts(real) - same : 0));
	return real;
}
