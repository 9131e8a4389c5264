// SPDX-License-Identifier: GPL-2.0-or-later
/* The fake device's file, as a program sees it that has opened the file. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/sysmacros.h>
#include "shim.h"

void shim_stat_file(const struct fake_device *dev, struct stat *st)
{
	memset(st, 0, sizeof(*st));
	st->st_mode = S_IFREG | 0644;
	st->st_dev = makedev(dev->major, dev->minor);
	st->st_nlink = 1;
	st->st_ino = 12;
	st->st_size = (off_t)fake_file_bytes(&dev->file);
	st->st_blocks = (st->st_size + 511) / 512;
	st->st_blksize = 4096;
}

int shim_file_ioctl(const struct fake_device *dev, unsigned long request, void *arg)
{
	int ret = fake_file_ioctl(dev, request, arg);

	if (ret >= 0)
		return ret;
	errno = -ret;
	return -1;
}
