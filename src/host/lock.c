// SPDX-License-Identifier: GPL-2.0-or-later
/* Advisory locks on open files, and the processes that hold them. */
#include "kernel.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

/*
 * A line of /proc/locks, for process 708 and inode 344 of device 00:05:
 * "1: FLOCK  ADVISORY  WRITE 708 00:05:344 0 EOF".
 */
static unsigned find_lock_holder(struct host *host, int fd)
{
	char file[64], *table, *line, *rest;
	unsigned holder = 0;
	struct stat st;

	if (fstat(fd, &st) || host_read_whole(host, "/proc/locks", &table) < 0)
		return 0;
	snprintf(file, sizeof(file), "%02x:%02x:%" PRIu64, rdev_major(st.st_dev),
		 rdev_minor(st.st_dev), (uint64_t)st.st_ino);
	rest = table;
	while ((line = strsep(&rest, "\n"))) {
		char *word, *before = NULL;

		if (!strstr(line, " FLOCK "))
			continue;
		while ((word = strsep(&line, " ")) && strcmp(word, file) != 0)
			before = *word ? word : before;
		if (word && before) {
			holder = (unsigned)strtoull(before, NULL, 10);
			break;
		}
	}
	free(table);
	return holder;
}

int kernel_lock(struct host *host, int fd, bool exclusive, unsigned *holder)
{
	int err;

	*holder = 0;
	if (!flock(fd, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB))
		return 0;
	err = -errno;
	if (err == -EWOULDBLOCK)
		*holder = find_lock_holder(host, fd);
	return err;
}
