// SPDX-License-Identifier: GPL-2.0-or-later
/* The libc functions that the shim replaces: files and devices. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <linux/fsmap.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "shim.h"

#define EXPORT __attribute__((visibility("default")))

void *shim_next(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

int shim_fstatat(int dir, const char *path, struct stat *st, int flags)
{
	int (*real)(int, const char *, struct stat *, int);

	*(void **)&real = shim_next(TIMED(LARGE("fstatat"), "__fstatat64_time64"));
	return real(dir, path, st, flags);
}

static mode_t mode_from(int flags, va_list ap)
{
	return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(ap, mode_t) : 0;
}

#define OPEN(name, dirarg, dir)                                                                    \
	EXPORT int name(dirarg const char *path, int flags, ...);                                  \
	EXPORT int name(dirarg const char *path, int flags, ...)                                   \
	{                                                                                          \
		va_list ap;                                                                        \
		mode_t mode;                                                                       \
                                                                                                   \
		va_start(ap, flags);                                                               \
		mode = mode_from(flags, ap);                                                       \
		va_end(ap);                                                                        \
		return shim_open(dir, path, flags, mode);                                          \
	}
#define COMMA ,
OPEN(open, , AT_FDCWD)
OPEN(openat, int dir COMMA, dir)
#if BOTH_NAMES
OPEN(open64, , AT_FDCWD)
OPEN(openat64, int dir COMMA, dir)
#endif

/* open() of a program built with _FORTIFY_SOURCE. */
#define OPEN_2(name)                                                                               \
	EXPORT int name(const char *path, int flags);                                              \
	EXPORT int name(const char *path, int flags)                                               \
	{                                                                                          \
		return shim_open(AT_FDCWD, path, flags, 0);                                        \
	}
OPEN_2(__open_2)
OPEN_2(__open64_2)

#define OPENAT_2(name)                                                                             \
	EXPORT int name(int dir, const char *path, int flags);                                     \
	EXPORT int name(int dir, const char *path, int flags)                                      \
	{                                                                                          \
		return shim_open(dir, path, flags, 0);                                             \
	}
OPENAT_2(__openat_2)
OPENAT_2(__openat64_2)

EXPORT int close(int fd)
{
	shim_close(fd);
	return (int)syscall(SYS_close, fd);
}

#ifdef __GLIBC__
typedef unsigned long ioctl_request;
#else
typedef int ioctl_request;
#endif

EXPORT int ioctl(int fd, ioctl_request request, ...)
{
	/* musl's ioctl_request is an int */
	const unsigned long number = request & 0xffffffff;
	struct fake_device *dev = shim_fd(fd);
	va_list ap;
	void *arg;

	va_start(ap, request);
	arg = va_arg(ap, void *);
	va_end(ap);
	if (dev)
		return shim_ioctl(dev, number, arg);
	dev = shim_file_fd(fd);
	if (dev)
		return shim_file_ioctl(dev, number, arg);
	/* real files have no place on a disk of the world */
	if (shim_world() && (number == FS_IOC_FIEMAP || number == FS_IOC_GETFSMAP)) {
		errno = ENOTTY;
		return -1;
	}
	return (int)syscall(SYS_ioctl, fd, request, arg);
}

EXPORT int flock(int fd, int operation)
{
	return shim_fd(fd) ? shim_flock(fd, operation) : (int)syscall(SYS_flock, fd, operation);
}

EXPORT ssize_t read(int fd, void *buf, size_t n)
{
	if (shim_trace_fd(fd))
		return shim_read_trace(fd, buf, n);
	/* the kernel returns a seq_file in pieces of a page */
	if (shim_seq_fd(fd) && n > 4096)
		n = 4096;
	return shim_fd(fd) ? shim_read(fd, buf, n) : syscall(SYS_read, fd, buf, n);
}

EXPORT ssize_t __read_chk(int fd, void *buf, size_t n, size_t size);
EXPORT ssize_t __read_chk(int fd, void *buf, size_t n, size_t size)
{
	if (n > size)
		abort();
	return read(fd, buf, n);
}

EXPORT ssize_t pread(int fd, void *buf, size_t n, off_t at)
{
	ssize_t (*real)(int, void *, size_t, off_t);

	*(void **)&real = shim_next(LARGE("pread"));
	return shim_fd(fd) ? shim_pread(fd, buf, n, at) : real(fd, buf, n, at);
}

EXPORT ssize_t pwrite(int fd, const void *buf, size_t n, off_t at)
{
	ssize_t (*real)(int, const void *, size_t, off_t);

	*(void **)&real = shim_next(LARGE("pwrite"));
	return shim_fd(fd) ? shim_pwrite(fd, buf, n, at) : real(fd, buf, n, at);
}

#if BOTH_NAMES
EXPORT ssize_t pread64(int fd, void *buf, size_t n, off64_t at)
{
	return pread(fd, buf, n, at);
}

EXPORT ssize_t pwrite64(int fd, const void *buf, size_t n, off64_t at)
{
	return pwrite(fd, buf, n, at);
}
#endif

EXPORT ssize_t __pread64_chk(int fd, void *buf, size_t n, off64_t at, size_t size);
EXPORT ssize_t __pread64_chk(int fd, void *buf, size_t n, off64_t at, size_t size)
{
	if (n > size)
		abort();
	return pread(fd, buf, n, at);
}

EXPORT ssize_t __pread_chk(int fd, void *buf, size_t n, off64_t at, size_t size);
EXPORT ssize_t __pread_chk(int fd, void *buf, size_t n, off64_t at, size_t size)
{
	return __pread64_chk(fd, buf, n, at, size);
}

EXPORT int posix_fadvise(int fd, off_t from, off_t bytes, int advice)
{
	int (*real)(int, off_t, off_t, int);
	struct fake_device *dev = shim_fd(fd);

	*(void **)&real = shim_next(LARGE("posix_fadvise"));
	if (!dev)
		return real(fd, from, bytes, advice);
	if (advice == POSIX_FADV_DONTNEED)
		dev->cached_to = 0;
	return 0;
}

#if BOTH_NAMES
EXPORT int posix_fadvise64(int fd, off64_t from, off64_t bytes, int advice)
{
	return posix_fadvise(fd, from, bytes, advice);
}
#endif

EXPORT ssize_t write(int fd, const void *buf, size_t n)
{
	struct fake_device *dev = shim_attribute_fd(fd);

	return dev ? shim_write_attribute(dev, fd, buf, n) : syscall(SYS_write, fd, buf, n);
}

EXPORT off_t lseek(int fd, off_t to, int whence)
{
	off_t (*real)(int, off_t, int);

	*(void **)&real = shim_next(LARGE("lseek"));
	return shim_fd(fd) ? shim_lseek(fd, to, whence) : real(fd, to, whence);
}

#if BOTH_NAMES
EXPORT off64_t lseek64(int fd, off64_t to, int whence)
{
	return lseek(fd, to, whence);
}
#endif

/* Change the device number of a real file: it may equal a number of the world. */
static int elsewhere(int result, struct stat *st)
{
	enum { MINORS = 1 << 20 };

	if (!result && shim_world() && major(st->st_dev))
		st->st_dev = makedev(0, (major(st->st_dev) << 8 | minor(st->st_dev)) % MINORS);
	return result;
}

/* True, with errno set, if the kernel would refuse the call. */
static bool refused(const struct shim_place *at)
{
	errno = at->err ? at->err : errno;
	return at->err;
}

static int stat_at(int dir, const char *path, struct stat *st, int flags)
{
	const struct shim_place *at = shim_place(dir, path, flags);

	if (at->device) {
		shim_stat(at->device, st);
		return 0;
	}
	return refused(at) ? -1 : elsewhere(shim_fstatat(at->dir, at->path, st, flags), st);
}

static int stat_fd(int fd, struct stat *st)
{
	struct fake_device *dev = shim_fd(fd), *on = shim_file_fd(fd);

	if (!dev && !on)
		return elsewhere(shim_fstatat(fd, "", st, AT_EMPTY_PATH), st);
	if (dev)
		shim_stat(dev, st);
	else
		shim_stat_file(on, st);
	return 0;
}

EXPORT int stat(const char *path, struct stat *st)
{
	return stat_at(AT_FDCWD, path, st, 0);
}

EXPORT int lstat(const char *path, struct stat *st)
{
	return stat_at(AT_FDCWD, path, st, AT_SYMLINK_NOFOLLOW);
}

EXPORT int fstatat(int dir, const char *path, struct stat *st, int flags)
{
	if (flags & AT_EMPTY_PATH && !*path)
		return stat_fd(dir, st);
	return stat_at(dir, path, st, flags);
}

EXPORT int fstat(int fd, struct stat *st)
{
	return stat_fd(fd, st);
}

#if BOTH_NAMES
/* struct stat and struct stat64 are the same here */
EXPORT int stat64(const char *path, struct stat64 *st)
{
	return stat_at(AT_FDCWD, path, (struct stat *)st, 0);
}

EXPORT int lstat64(const char *path, struct stat64 *st)
{
	return stat_at(AT_FDCWD, path, (struct stat *)st, AT_SYMLINK_NOFOLLOW);
}

EXPORT int fstatat64(int dir, const char *path, struct stat64 *st, int flags)
{
	return fstatat(dir, path, (struct stat *)st, flags);
}

EXPORT int fstat64(int fd, struct stat64 *st)
{
	return stat_fd(fd, (struct stat *)st);
}
#endif

EXPORT int faccessat(int dir, const char *path, int mode, int flags)
{
	const struct shim_place *at = shim_place(dir, path, flags);

	if (at->device)
		return 0;
	return refused(at) ? -1 : (int)syscall(SYS_faccessat, at->dir, at->path, mode, flags);
}

EXPORT int access(const char *path, int mode)
{
	return faccessat(AT_FDCWD, path, mode, 0);
}

/* Remove the world's folder from the text of a link that leads there. */
EXPORT ssize_t readlinkat(int dir, const char *path, char *out, size_t size)
{
	struct shim_place *at = shim_place(dir, path, AT_SYMLINK_NOFOLLOW);
	char *text = at->asked;
	ssize_t n;

	if (at->device)
		errno = EINVAL;
	if (at->device || refused(at))
		return -1;
	n = syscall(SYS_readlinkat, at->dir, at->path, text, sizeof(at->asked) - 1);
	if (n < 0)
		return n;
	text[n] = '\0';
	if (shim_world())
		shim_without_folder(text);
	n = (ssize_t)strnlen(text, size);
	memcpy(out, text, (size_t)n);
	return n;
}

EXPORT ssize_t readlink(const char *path, char *out, size_t size)
{
	return readlinkat(AT_FDCWD, path, out, size);
}

/* Return the path in the program's view. */
EXPORT char *realpath(const char *path, char *out)
{
	char *(*real_fn)(const char *, char *) =
		(char *(*)(const char *, char *))shim_next("realpath");
	const struct shim_place *at = shim_place(AT_FDCWD, path, 0);
	const char *name = at->device ? at->device->path : at->name;
	struct stat st;

	if (!at->device && refused(at))
		return NULL;
	if (!at->ours)
		return real_fn(at->path, out);
	if (!at->device && shim_fstatat(AT_FDCWD, at->path, &st, 0) < 0)
		return NULL;
	return out ? strcpy(out, name) : strdup(name);
}

EXPORT char *__realpath_chk(const char *path, char *out, size_t size);
EXPORT char *__realpath_chk(const char *path, char *out, size_t size)
{
	if (size < PATH_MAX)
		abort();
	return realpath(path, out);
}

EXPORT DIR *opendir(const char *path)
{
	DIR *(*real_fn)(const char *) = (DIR * (*)(const char *)) shim_next("opendir");
	const struct shim_place *at = shim_place(AT_FDCWD, path, 0);

	if (at->device || shim_unreadable(at)) {
		errno = at->device ? ENOTDIR : shim_unreadable(at);
		return NULL;
	}
	return refused(at) ? NULL : real_fn(at->path);
}

struct attribute_stream {
	struct fake_device *dev;
	int fd;
};

static ssize_t stream_write(void *cookie, const char *data, size_t n)
{
	struct attribute_stream *s = cookie;
	ssize_t wrote = shim_write_attribute(s->dev, s->fd, data, n);

	return wrote < 0 ? 0 : wrote;
}

static int stream_close(void *cookie)
{
	struct attribute_stream *s = cookie;

	syscall(SYS_close, s->fd);
	free(s);
	return 0;
}

/* A stdio stream does not call our write(): for attributes it gets our functions. */
static FILE *open_attribute(struct fake_device *dev, const char *real, const char *mode)
{
	cookie_io_functions_t io = { .write = stream_write, .close = stream_close };
	struct attribute_stream *s = malloc(sizeof(*s));
	int fd = (int)syscall(SYS_openat, AT_FDCWD, real, O_WRONLY | O_TRUNC, 0);

	if (!s || fd < 0) {
		free(s);
		return NULL;
	}
	s->dev = dev;
	s->fd = fd;
	return fopencookie(s, mode, io);
}

static FILE *open_stream(const char *name, const char *path, const char *mode)
{
	FILE *(*real_fn)(const char *, const char *) =
		(FILE * (*)(const char *, const char *)) shim_next(name);
	const struct shim_place *at = shim_place(AT_FDCWD, path, 0);
	struct fake_device *dev = shim_attribute(at);

	if (at->device)
		errno = ENOENT;
	if (at->device || refused(at))
		return NULL;
	return dev && *mode != 'r' ? open_attribute(dev, at->path, mode) : real_fn(at->path, mode);
}

EXPORT FILE *fopen(const char *path, const char *mode)
{
	return open_stream(LARGE("fopen"), path, mode);
}

#if BOTH_NAMES
EXPORT FILE *fopen64(const char *path, const char *mode)
{
	return open_stream("fopen64", path, mode);
}
#endif
