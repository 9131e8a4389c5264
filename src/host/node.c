// SPDX-License-Identifier: GPL-2.0-or-later
/* Secrets, and files made and removed. */
#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

/* Byte by byte: what stands behind the line is the next reader's. */
static ssize_t read_line(int fd, char *buf, size_t size)
{
	size_t n = 0;
	ssize_t got;
	char byte;

	while ((got = read(fd, &byte, 1)) == 1 && byte != '\n') {
		if (n + 1 == size)
			return -E2BIG;
		buf[n++] = byte;
	}
	if (got < 0)
		return -errno;
	if (got == 0 && n == 0)
		return -ENODATA;
	buf[n] = '\0';
	byte = 0;
	return (ssize_t)n;
}

ssize_t kernel_read_secret(struct host *host, int fd, char *buf, size_t size)
{
	struct termios before, silent;
	ssize_t got;

	(void)host;
	if (tcgetattr(fd, &before) < 0)
		return read_line(fd, buf, size);
	silent = before;
	silent.c_lflag &= ~(tcflag_t)ECHO;
	if (tcsetattr(fd, TCSAFLUSH, &silent) < 0)
		return -errno;
	got = read_line(fd, buf, size);
	tcsetattr(fd, TCSAFLUSH, &before);
	return got;
}

int kernel_fallocate(struct host *host, int fd, uint64_t bytes)
{
	(void)host;
	if (fallocate(fd, 0, 0, (off_t)bytes) < 0 || fsync(fd) < 0)
		return -errno;
	return 0;
}

int kernel_remove(struct host *host, const char *path)
{
	(void)host;
	return unlink(path) < 0 ? -errno : 0;
}
