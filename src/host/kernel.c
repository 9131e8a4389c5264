// SPDX-License-Identifier: GPL-2.0-or-later
/* The lowest layer of a host: system calls. */
#include "host.h"
#include "kernel.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static int or_errno(int result)
{
	return result < 0 ? -errno : result;
}

static int kernel_open(struct host *host, const char *path, int flags)
{
	(void)host;
	/* cppcheck-suppress leakNoVarFunctionCall ; the caller gets it */
	return or_errno(openat(AT_FDCWD, path, flags | O_CLOEXEC, 0));
}

static int kernel_close(struct host *host, int fd)
{
	(void)host;
	return or_errno(close(fd));
}

static int kernel_fstat(struct host *host, int fd, struct stat *st)
{
	(void)host;
	return or_errno(fstat(fd, st));
}

static int kernel_stat(struct host *host, const char *path, struct stat *st)
{
	(void)host;
	return or_errno(fstatat(AT_FDCWD, path, st, 0));
}

/* ioctl(2) takes an int request in musl, unsigned long in glibc; the kernel uses 32 bits */
#ifdef __GLIBC__
typedef unsigned long ioctl_request;
#else
typedef int ioctl_request;
#endif

static int kernel_ioctl(struct host *host, int fd, unsigned long request, void *arg,
			const struct host_command *command)
{
	(void)host;
	(void)command;
	return or_errno(ioctl(fd, (ioctl_request)request, arg));
}

static ssize_t kernel_pread(struct host *host, int fd, void *buf, size_t bytes, uint64_t offset)
{
	ssize_t got;

	(void)host;
	got = pread(fd, buf, bytes, (off_t)offset);
	return got < 0 ? -errno : got;
}

static int kernel_fsync(struct host *host, int fd)
{
	(void)host;
	return or_errno(fsync(fd));
}

static void kernel_sync(struct host *host)
{
	(void)host;
	sync();
}

static int kernel_drop_cache(struct host *host, int fd)
{
	(void)host;
	return -posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
}

/* For a buffer up to this size, a single read(2) is made; longer text may come in pieces. */
enum { MOST_IN_ONE_PIECE = 1024 };

static ssize_t kernel_read_file(struct host *host, const char *path, char *buf, size_t size)
{
	int fd = kernel_open(host, path, O_RDONLY);
	ssize_t got = 0, part;

	if (fd < 0)
		return fd;
	do {
		part = read(fd, buf + got, size - 1 - (size_t)got);
		if (part > 0)
			got += part;
	} while (part > 0 && (size_t)got < size - 1 && size > MOST_IN_ONE_PIECE);
	if (part < 0)
		got = -errno;
	close(fd);
	if (got < 0)
		return got;
	if (got > 0 && buf[got - 1] == '\n')
		got--;
	buf[got] = '\0';
	return got;
}

static ssize_t kernel_real_path(struct host *host, const char *path, char *buf, size_t size)
{
	char real[PATH_MAX];
	size_t length;

	(void)host;
	if (!realpath(path, real))
		return -errno;
	length = strlen(real);
	if (length >= size)
		return -ENAMETOOLONG;
	memcpy(buf, real, length + 1);
	return (ssize_t)length;
}

static const char *last_slash(const char *path, size_t n)
{
	while (n && path[n - 1] != '/')
		n--;
	return n ? path + n - 1 : NULL;
}

static ssize_t kernel_link_target(struct host *host, const char *path, char *buf, size_t size)
{
	char text[PATH_MAX], *at = text;
	const char *end = last_slash(path, strlen(path));
	ssize_t n = readlinkat(AT_FDCWD, path, text, sizeof(text) - 1);

	(void)host;
	if (n < 0 && errno != EINVAL)
		return -errno;
	text[n < 0 ? 0 : n] = '\0';
	while (end && !strncmp(at, "../", 3)) {
		at += 3;
		end = last_slash(path, (size_t)(end - path));
	}
	if (n < 0 || *at == '/' || !end)
		n = snprintf(buf, size, "%s", n < 0 ? path : at);
	else
		n = snprintf(buf, size, "%.*s/%s", (int)(end - path), path, at);
	return (size_t)n < size ? n : -ENAMETOOLONG;
}

static uint64_t kernel_now_ns(struct host *host)
{
	struct timespec now;

	(void)host;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int64_t host_wall_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec;
}

int64_t host_slept_ms(void)
{
	struct timespec boot, now;

	clock_gettime(CLOCK_BOOTTIME, &boot);
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)(boot.tv_sec - now.tv_sec) * 1000 + (boot.tv_nsec - now.tv_nsec) / 1000000;
}

static void kernel_sleep_ns(struct host *host, uint64_t ns)
{
	struct timespec left = { (time_t)(ns / 1000000000u), (long)(ns % 1000000000u) };

	(void)host;
	nanosleep(&left, NULL);
}

void host_relax_timers(void)
{
	prctl(PR_SET_TIMERSLACK, 1000000000ul);
}

/* Size of transparent huge pages on x86-64, and on arm64 and riscv kernels with 4 KiB pages. */
enum { HUGE_PAGE_BYTES = 2 << 20 };

void *host_buffer(size_t bytes, int *lock_error)
{
	const int access = PROT_READ | PROT_WRITE, flags = MAP_PRIVATE | MAP_ANONYMOUS;
	const size_t whole = bytes + HUGE_PAGE_BYTES;
	const bool huge = bytes >= HUGE_PAGE_BYTES;
	void *buffer, *room;
	uintptr_t hint = 0;

	if (huge) {
		/* cppcheck-suppress invalidFunctionArg ; with MAP_ANONYMOUS the descriptor is -1 */
		room = mmap(NULL, whole, access, flags, -1, 0);
		if (room != MAP_FAILED) {
			hint = (uintptr_t)room + HUGE_PAGE_BYTES - 1;
			hint -= hint % HUGE_PAGE_BYTES;
			/* cppcheck-suppress nullPointerOutOfMemory ; mmap() does not return NULL */
			munmap(room, whole);
		}
	}
	/* cppcheck-suppress invalidFunctionArg ; as above */
	buffer = mmap((void *)hint, bytes, access, flags, -1, 0);
	if (buffer == MAP_FAILED)
		return NULL;
	if (huge)
		madvise(buffer, bytes, MADV_HUGEPAGE);
	if (lock_error)
		*lock_error = mlock(buffer, bytes) < 0 ? -errno : 0;
	return buffer;
}

void host_buffer_free(void *buffer, size_t bytes)
{
	munmap(buffer, bytes);
}

/* A search by pattern, not by glob(3): glibc 2.36 frees memory twice if memory runs out. */
struct search {
	struct host_paths *found;
	char path[PATH_MAX]; /* begins with the matched part of a path */
};

static int unless_absent(int err)
{
	static const int absent[] = { ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG };

	for (size_t i = 0; i < sizeof(absent) / sizeof(absent[0]); i++) {
		if (err == absent[i])
			return 0;
	}
	return -err;
}

static int match_path(struct search *s, size_t length, const char *rest);

static int match_next(struct search *s, size_t length, const char *rest)
{
	size_t n = strspn(rest, "/");
	struct stat st;

	if (length + n >= sizeof(s->path))
		return 0;
	memcpy(s->path + length, rest, n);
	length += n;
	s->path[length] = '\0';
	if (rest[n])
		return match_path(s, length, rest + n);
	return fstatat(AT_FDCWD, s->path, &st, AT_SYMLINK_NOFOLLOW) < 0
		       ? unless_absent(errno)
		       : host_paths_add(s->found, s->path);
}

static int match_names(struct search *s, size_t length, const char *part, const char *rest)
{
	DIR *folder = opendir(length ? s->path : ".");
	struct dirent *entry;
	int err = 0;

	if (!folder)
		return unless_absent(errno);
	/* readdir() is safe: the program has one thread */
	// cppcheck-suppress readdirCalled
	while (!err && (errno = 0, entry = readdir(folder))) {
		size_t n = strlen(entry->d_name);

		if (length + n >= sizeof(s->path) || fnmatch(part, entry->d_name, FNM_PERIOD))
			continue;
		memcpy(s->path + length, entry->d_name, n + 1);
		err = *rest ? match_next(s, length + n, rest) : host_paths_add(s->found, s->path);
	}
	if (!err && errno)
		err = unless_absent(errno);
	closedir(folder);
	return err;
}

/*
 * Add to s->found the paths that begin with s->path[0..length-1], and go on as `rest` of the
 * pattern demands. Return 0 or -errno.
 */
static int match_path(struct search *s, size_t length, const char *rest)
{
	size_t n = strcspn(rest, "/");
	const char *end = rest + n;
	char *part;
	int err;

	/* a part without wildcards: copy it, without its quoting backslashes */
	if (strcspn(rest, "*?[/") == n) {
		for (; rest < end && length + 1 < sizeof(s->path); rest++) {
			if (*rest == '\\' && rest + 1 < end)
				rest++;
			s->path[length++] = *rest;
		}
		return rest < end ? 0 : match_next(s, length, end);
	}
	part = strndup(rest, n);
	err = part ? match_names(s, length, part, end) : -ENOMEM;
	free(part);
	return err;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int kernel_glob(struct host *host, const char *pattern, struct host_paths *paths)
{
	struct search s = { .found = paths };
	int err;

	(void)host;
	*paths = (struct host_paths){ NULL, 0 };
	err = *pattern ? match_path(&s, 0, pattern) : 0;
	if (err)
		host_paths_free(paths);
	else if (paths->n)
		qsort(paths->path, paths->n, sizeof(*paths->path), by_name);
	return err;
}

const struct host_ops host_kernel_ops = {
	.open = kernel_open,
	.close = kernel_close,
	.fstat = kernel_fstat,
	.stat = kernel_stat,
	.ioctl = kernel_ioctl,
	.pread = kernel_pread,
	.fsync = kernel_fsync,
	.sync = kernel_sync,
	.drop_cache = kernel_drop_cache,
	.read_file = kernel_read_file,
	.read_stream = kernel_read_stream,
	.change = kernel_change,
	.real_path = kernel_real_path,
	.link_target = kernel_link_target,
	.now_ns = kernel_now_ns,
	.sleep_ns = kernel_sleep_ns,
	.interrupt_hold = kernel_interrupt_hold,
	.interrupt_release = kernel_interrupt_release,
	.glob = kernel_glob,
	.read_secret = kernel_read_secret,
	.judge_input = kernel_judge_input,
	.lock = kernel_lock,
	.queue_open = kernel_queue_open,
	.read_kept = kernel_read_kept,
};

void host_local_time(int64_t wall_s, char text[HOST_TIME_BYTES])
{
	time_t when = (time_t)wall_s;
	struct tm local;

	text[0] = '\0';
	if (localtime_r(&when, &local))
		snprintf(text, HOST_TIME_BYTES, "%04d-%02d-%02dT%02d:%02d:%02d",
			 local.tm_year + 1900, local.tm_mon + 1, local.tm_mday, local.tm_hour,
			 local.tm_min, local.tm_sec);
}

bool host_is_terminal(int fd)
{
	const char *kind = getenv("TERM");
	struct termios settings;

	/* tcgetattr() serves as isatty() */
	return !tcgetattr(fd, &settings) && kind && *kind && strcmp(kind, "dumb");
}

bool host_wants_color(void)
{
	const char *no = getenv("NO_COLOR");

	return !no || !*no;
}

struct terminal_size host_terminal_size(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col || !size.ws_row)
		return (struct terminal_size){ .columns = 80, .rows = 24 };
	return (struct terminal_size){ .columns = size.ws_col, .rows = size.ws_row };
}

int host_claim_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		/* cppcheck-suppress leakReturnValNotUsed ; it stays open */
		/* openat() returns the number `fd`, since all lower descriptors are open */
		if (fcntl(fd, F_GETFD) < 0 && openat(AT_FDCWD, "/", O_PATH) < 0)
			return -errno;
	}
	return 0;
}

size_t host_stack_left(size_t most)
{
	/* the kernel writes this file name above the environment, at the top of the stack */
	const char *name = (const char *)getauxval(AT_EXECFN);
	uintptr_t used = (uintptr_t)name - (uintptr_t)__builtin_frame_address(0);
	struct rlimit limit;

	if (!name || getrlimit(RLIMIT_STACK, &limit))
		return 0;
	/* the pages of both ends, and one for the caller's next call */
	used += strlen(name) + 3 * (uintptr_t)sysconf(_SC_PAGESIZE);
	if (limit.rlim_cur <= used)
		return 0;
	return limit.rlim_cur - used < most ? (size_t)(limit.rlim_cur - used) : most;
}

uint64_t host_page_bytes(void)
{
	return (uint64_t)sysconf(_SC_PAGESIZE);
}
