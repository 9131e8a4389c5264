/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of the program's own, which no user names. */
#ifndef HDPARM_KEPT_H
#define HDPARM_KEPT_H

#include "host.h"

/*
 * A file of the program's own, under an absolute path that no user names: private (mode 0600),
 * whole or as before, and there after a power loss once this has returned 0. Its folder and the one
 * above are made where they are missing (0700). -errno: -ENOENT where the one above those is
 * missing, the refusals of host_save_file(); what is there then is the old file or the new one.
 */
static inline int host_keep_file(struct host *host, const char *path, const void *data,
				 size_t bytes)
{
	HOST_WITH(host, keep_file);
	return host->ops->keep_file(host, path, data, bytes);
}

/*
 * Such a file's text, NUL-terminated: its length, -EFBIG where `size` does not hold it and the NUL,
 * -EPERM for one that others than the effective user may have written, -EINVAL for what is no
 * regular file. In a recording a run of 64 hexadecimal digits, which may be a password, is zeros.
 */
static inline ssize_t host_read_kept(struct host *host, const char *path, char *buf, size_t size)
{
	HOST_WITH(host, read_kept);
	return host->ops->read_kept(host, path, buf, size);
}

/* Removes such a file, for good once this has returned 0. */
static inline int host_drop_kept(struct host *host, const char *path)
{
	HOST_WITH(host, drop_kept);
	return host->ops->drop_kept(host, path);
}

#endif
