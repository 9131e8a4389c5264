// SPDX-License-Identifier: GPL-2.0-or-later
/* The calls of struct host. */
#include "host.h"

#include <errno.h>
#include <string.h>

const char *host_lack_advice(int err)
{
	switch (err) {
	case -ENOMEM:
		return "free memory, and try again";
	case -EMFILE:
		return "raise this program's limit of open files (ulimit -n), and try again";
	case -ENFILE:
		return "raise the machine's limit of open files (sysctl fs.file-max), and try "
		       "again";
	default:
		return NULL;
	}
}

static bool is_lack(int err)
{
	return host_lack_advice(err);
}

static struct host *lowest(struct host *host)
{
	while (host->below)
		host = host->below;
	return host;
}

int host_lack(struct host *host)
{
	int lack;

	host = lowest(host);
	lack = host->lack;
	host->lack = 0;
	return lack;
}

static void note_lack(struct host *host, ssize_t result)
{
	if (result >= 0 || !is_lack((int)result))
		return;
	host = lowest(host);
	if (!host->lack)
		host->lack = (int)result;
}

int host_no_memory(struct host *host)
{
	note_lack(host, -ENOMEM);
	return -ENOMEM;
}

/*
 * CALL defines host_MEMBER(), which calls MEMBER of the topmost layer that has it. QUESTION also
 * notes a lack for host_lack(), since callers of these take a failure for "there is none". The
 * other calls are no questions: they concern an open file, whose caller reports a failure or does
 * without the answer, or they change something, or they do not fail.
 */
#define CALL(type, member, arguments, passed)                                                      \
	type host_##member arguments                                                               \
	{                                                                                          \
		while (!host->ops->member)                                                         \
			host = host->below;                                                        \
		return host->ops->member passed;                                                   \
	}

#define QUESTION(type, member, arguments, passed)                                                  \
	type host_##member arguments                                                               \
	{                                                                                          \
		type result;                                                                       \
                                                                                                   \
		while (!host->ops->member)                                                         \
			host = host->below;                                                        \
		result = host->ops->member passed;                                                 \
		note_lack(host, result);                                                           \
		return result;                                                                     \
	}

/* clang-format off */
QUESTION(int, open, (struct host *host, const char *path, int flags), (host, path, flags))
CALL(int, close, (struct host *host, int fd), (host, fd))
CALL(int, fstat, (struct host *host, int fd, struct stat *st), (host, fd, st))
QUESTION(int, stat, (struct host *host, const char *path, struct stat *st), (host, path, st))
CALL(ssize_t, pread, (struct host *host, int fd, void *buf, size_t bytes, uint64_t offset),
     (host, fd, buf, bytes, offset))
CALL(int, fsync, (struct host *host, int fd), (host, fd))
CALL(void, sync, (struct host *host), (host))
CALL(int, drop_cache, (struct host *host, int fd), (host, fd))
QUESTION(ssize_t, read_file, (struct host *host, const char *path, char *buf, size_t size),
     (host, path, buf, size))
CALL(ssize_t, read_stream, (struct host *host, int fd, char *buf, size_t size),
     (host, fd, buf, size))
QUESTION(ssize_t, real_path, (struct host *host, const char *path, char *buf, size_t size),
     (host, path, buf, size))
QUESTION(ssize_t, link_target, (struct host *host, const char *path, char *buf, size_t size),
     (host, path, buf, size))
CALL(uint64_t, now_ns, (struct host *host), (host))
CALL(void, sleep_ns, (struct host *host, uint64_t ns), (host, ns))
CALL(int, queue_open,
     (struct host *host, const struct read_queue_setup *setup, struct read_queue **queue),
     (host, setup, queue))
CALL(bool, interrupt_hold, (struct host *host, bool all), (host, all))
CALL(bool, interrupt_release, (struct host *host), (host))
QUESTION(int, glob, (struct host *host, const char *pattern, struct host_paths *paths),
     (host, pattern, paths))
CALL(int, read_secret, (struct host *host, int fd, char *buf, size_t size),
     (host, fd, buf, size))
CALL(int, judge_input, (struct host *host, int fd, const char *path, char why[INPUT_WHY_BYTES]),
     (host, fd, path, why))
CALL(int, lock, (struct host *host, int fd, bool exclusive, unsigned *holder),
     (host, fd, exclusive, holder))
QUESTION(ssize_t, read_kept, (struct host *host, const char *path, char *buf, size_t size),
     (host, path, buf, size))
CALL(ssize_t, change, (struct host *host, const struct file_change *change), (host, change))
/* clang-format on */

int host_command(struct host *host, int fd, unsigned long request, void *arg,
		 const struct host_command *command)
{
	while (!host->ops->ioctl)
		host = host->below;
	return host->ops->ioctl(host, fd, request, arg, command);
}

int host_ioctl(struct host *host, int fd, unsigned long request, void *arg)
{
	return host_command(host, fd, request, arg, NULL);
}

/* --- changes of files --- */

int host_write_file(struct host *host, const char *path, const char *text)
{
	return (int)host_change(host, &(struct file_change){ CHANGE_SETTING, .path = path,
							     .data = text, .bytes = strlen(text) });
}

ssize_t host_pwrite(struct host *host, int fd, const void *buf, size_t bytes, uint64_t offset)
{
	return host_change(host, &(struct file_change){ CHANGE_SECTORS, .fd = fd, .data = buf,
							.bytes = bytes, .number = offset });
}

int host_save_file(struct host *host, const char *path, const void *data, size_t bytes,
		   unsigned mode)
{
	return (int)host_change(host,
				&(struct file_change){ CHANGE_SAVE, .path = path, .data = data,
						       .bytes = bytes, .number = mode });
}

int host_keep_file(struct host *host, const char *path, const void *data, size_t bytes)
{
	return (int)host_change(host, &(struct file_change){ CHANGE_KEEP, .path = path,
							     .data = data, .bytes = bytes });
}

int host_drop_kept(struct host *host, const char *path)
{
	return (int)host_change(host, &(struct file_change){ CHANGE_DROP, .path = path });
}

int host_make_room(struct host *host, const char *path, uint64_t bytes)
{
	return (int)host_change(
		host, &(struct file_change){ CHANGE_ROOM, .path = path, .number = bytes });
}

int host_folder(struct host *host, const char *path, bool make)
{
	return (int)host_change(
		host, &(struct file_change){ make ? CHANGE_MAKE : CHANGE_REMOVE, .path = path });
}
