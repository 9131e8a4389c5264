// SPDX-License-Identifier: GPL-2.0-or-later
/* The calls of a host, one row each. The top layer that implements a call executes it. */
#include "host.h"

#define CALL(type, member, arguments, passed)                                                      \
	type host_##member arguments                                                               \
	{                                                                                          \
		while (!host->ops->member)                                                         \
			host = host->below;                                                        \
		return host->ops->member passed;                                                   \
	}

/* clang-format off */
CALL(int, open, (struct host *host, const char *path, int flags), (host, path, flags))
CALL(int, close, (struct host *host, int fd), (host, fd))
CALL(int, fstat, (struct host *host, int fd, struct stat *st), (host, fd, st))
CALL(int, stat, (struct host *host, const char *path, struct stat *st), (host, path, st))
CALL(int, ioctl, (struct host *host, int fd, unsigned long request, void *arg),
     (host, fd, request, arg))
CALL(ssize_t, pread, (struct host *host, int fd, void *buf, size_t bytes, uint64_t offset),
     (host, fd, buf, bytes, offset))
CALL(ssize_t, pwrite, (struct host *host, int fd, const void *buf, size_t bytes, uint64_t offset),
     (host, fd, buf, bytes, offset))
CALL(int, fsync, (struct host *host, int fd), (host, fd))
CALL(void, sync, (struct host *host), (host))
CALL(int, drop_cache, (struct host *host, int fd), (host, fd))
CALL(ssize_t, read_file, (struct host *host, const char *path, char *buf, size_t size),
     (host, path, buf, size))
CALL(int, write_file, (struct host *host, const char *path, const char *text), (host, path, text))
CALL(ssize_t, read_stream, (struct host *host, int fd, char *buf, size_t size),
     (host, fd, buf, size))
CALL(int, save_file,
     (struct host *host, const char *path, const void *data, size_t bytes, unsigned mode),
     (host, path, data, bytes, mode))
CALL(ssize_t, real_path, (struct host *host, const char *path, char *buf, size_t size),
     (host, path, buf, size))
CALL(ssize_t, link_target, (struct host *host, const char *path, char *buf, size_t size),
     (host, path, buf, size))
CALL(uint64_t, now_ns, (struct host *host), (host))
CALL(int64_t, wall_s, (struct host *host), (host))
CALL(int, folder, (struct host *host, const char *path, bool make), (host, path, make))
CALL(void, sleep_ns, (struct host *host, uint64_t ns), (host, ns))
CALL(void *, buffer, (struct host *host, size_t bytes, int *lock_error), (host, bytes, lock_error))
CALL(void, buffer_free, (struct host *host, void *buffer, size_t bytes), (host, buffer, bytes))
CALL(int, queue_open,
     (struct host *host, const struct read_queue_setup *setup, struct read_queue **queue),
     (host, setup, queue))
CALL(bool, interrupt_hold, (struct host *host, bool all), (host, all))
CALL(bool, interrupted, (struct host *host), (host))
CALL(bool, interrupt_release, (struct host *host), (host))
CALL(int, glob, (struct host *host, const char *pattern, struct host_paths *paths),
     (host, pattern, paths))
CALL(int, read_secret, (struct host *host, int fd, char *buf, size_t size),
     (host, fd, buf, size))
CALL(int, make_room, (struct host *host, const char *path, uint64_t bytes), (host, path, bytes))
CALL(int, judge_input, (struct host *host, int fd, const char *path), (host, fd, path))
CALL(int, lock, (struct host *host, int fd, bool exclusive, unsigned *holder),
     (host, fd, exclusive, holder))
CALL(int, keep_file, (struct host *host, const char *path, const void *data, size_t bytes),
     (host, path, data, bytes))
CALL(ssize_t, read_kept, (struct host *host, const char *path, char *buf, size_t size),
     (host, path, buf, size))
CALL(int, drop_kept, (struct host *host, const char *path), (host, path))
/* clang-format on */
