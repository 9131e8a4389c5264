// SPDX-License-Identifier: GPL-2.0-or-later
/* Reading a stream whole, and saving a file so that nobody ever sees half of it. */
#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

ssize_t kernel_read_stream(struct host *host, int fd, char *buf, size_t size)
{
	struct pollfd wait = { .fd = fd, .events = POLLIN };
	size_t have = 0;

	(void)host;
	while (have < size) {
		ssize_t got = read(fd, buf + have, size - have);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 && errno == EAGAIN && poll(&wait, 1, -1) >= 0)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			break;
		have += (size_t)got;
	}
	return (ssize_t)have;
}

static int write_all(int fd, const char *data, size_t bytes)
{
	while (bytes) {
		ssize_t put = write(fd, data, bytes);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -errno;
		data += put;
		bytes -= (size_t)put;
	}
	return 0;
}

/* A pipe, a terminal or /dev/null cannot be replaced by a file of the same name. */
static int write_through(const char *path, const void *data, size_t bytes)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int err;

	if (fd < 0)
		return -errno;
	err = write_all(fd, data, bytes);
	if (close(fd) < 0 && !err)
		err = -errno;
	return err;
}

/* Writes a new file `aside`, with the mode of the one it is to replace (0: the usual one). */
static int write_aside(const char *aside, mode_t mode, const void *data, size_t bytes)
{
	int fd = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	int err;

	if (fd < 0)
		return -errno;
	err = write_all(fd, data, bytes);
	if (!err && mode && fchmod(fd, mode & 07777) < 0)
		err = -errno;
	/* the data must be on the disk before the name says so */
	if (!err && fsync(fd) < 0 && errno != EINVAL && errno != EROFS)
		err = -errno;
	if (close(fd) < 0 && !err)
		err = -errno;
	if (err)
		unlink(aside);
	return err;
}

static int replace(const char *path, mode_t mode, const void *data, size_t bytes)
{
	char aside[PATH_MAX];
	int err = -EEXIST;
	int n;

	/* another run may be at work on the same file */
	for (unsigned attempt = 0; err == -EEXIST && attempt < 100; attempt++) {
		n = snprintf(aside, sizeof(aside), "%s.%ld-%u", path, (long)getpid(), attempt);
		if (n < 0 || (size_t)n >= sizeof(aside))
			return -ENAMETOOLONG;
		err = write_aside(aside, mode, data, bytes);
	}
	if (!err && rename(aside, path) < 0) {
		err = -errno;
		unlink(aside);
	}
	return err;
}

int kernel_save_file(struct host *host, const char *path, const void *data, size_t bytes)
{
	struct stat st = { 0 };
	char *real;
	int err;

	(void)host;
	if (stat(path, &st) < 0) {
		if (errno != ENOENT)
			return -errno;
		return replace(path, 0, data, bytes);
	}
	/* where a disk is named the file's name was forgotten: /dev/sda is no place for a file */
	if (S_ISBLK(st.st_mode))
		return -ENOTSUP;
	if (!S_ISREG(st.st_mode))
		return write_through(path, data, bytes);
	/* a link stays one: the file behind it is replaced */
	real = realpath(path, NULL);
	if (!real)
		return -errno;
	err = replace(real, st.st_mode, data, bytes);
	free(real);
	return err;
}
