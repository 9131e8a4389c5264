// SPDX-License-Identifier: GPL-2.0-or-later
/* Files made and removed. */
#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

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
