// SPDX-License-Identifier: GPL-2.0-or-later
/* What the kernel counted of the reads and writes of a disk. */
#include "ascii.h"
#include "rdev.h"
#include "sysfs.h"

#include <errno.h>
#include <stdio.h>

/*
 * Documentation/block/stat.rst: requests, merges, sectors and milliseconds of reads, the same of
 * writes, the requests under way and two times; since Linux 4.18 four numbers for discards, since
 * 5.5 two for flushes. Pass-through commands are not counted.
 */
int block_usage(struct host *host, const struct block_disk *disk, struct block_usage *usage)
{
	uint64_t n[17] = { 0 };
	char path[64], text[320];
	ssize_t got;
	size_t found;

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/stat", rdev_major(disk->rdev),
		 rdev_minor(disk->rdev));
	got = host_read_file(host, path, text, sizeof(text));
	if (got < 0)
		return (int)got;
	found = numbers_read(text, n, sizeof(n) / sizeof(n[0]));
	*usage = (struct block_usage){ .read = n[2],
				       .other = n[4] + n[11] + n[15],
				       .under_way = n[8],
				       .reads = n[0],
				       .writes = n[4] };
	return found < 11 ? -EINVAL : 0;
}
