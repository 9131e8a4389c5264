/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that the program keeps for its own use; the user does not choose their paths. */
#ifndef HDPARM_KEPT_H
#define HDPARM_KEPT_H

#include "host.h"

/*
 * Writes such a file under an absolute path: private (mode 0600), and either the whole new file or
 * the old one. After 0 it survives a power loss. Creates a missing folder of the file and its
 * parent (0700). -ENOENT: the folder above the parent is missing; other -errno as by
 * host_save_file(). After a failure the old file or the new one is there.
 */
int host_keep_file(struct host *host, const char *path, const void *data, size_t bytes);

/*
 * Reads such a file as NUL-terminated text and returns its length. -EFBIG: text and NUL do not fit
 * into `size`; -EPERM: someone other than the effective user may have written it; -EINVAL: not a
 * regular file. A recording has zeros for a run of 64 hexadecimal digits, which may be a password.
 */
ssize_t host_read_kept(struct host *host, const char *path, char *buf, size_t size);

/* Removes such a file. After 0 the removal survives a power loss. */
int host_drop_kept(struct host *host, const char *path);

#endif
