// SPDX-License-Identifier: GPL-2.0-or-later
/* What the kernel counted of the reads and writes of a disk. */
#include "disk_use.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Documentation/block/stat.rst: requests, merges, sectors and milliseconds of reads, the same of
 * writes, the requests under way and two times; since Linux 4.18 four numbers for discards, since
 * 5.5 two for flushes. Pass-through commands are not counted. False: too few numbers.
 */
static bool decode(const char *text, struct block_usage *usage)
{
	uint64_t n[17] = { 0 };
	size_t found = numbers_read(text, n, sizeof(n) / sizeof(n[0]));

	*usage = (struct block_usage){ .read = n[2],
				       .other = n[4] + n[11] + n[15],
				       .under_way = n[8],
				       .reads = n[0],
				       .writes = n[4] };
	return found >= 11;
}

int block_usage(struct host *host, const struct block_disk *disk, struct block_usage *usage)
{
	char path[64], text[320];
	ssize_t got;

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/stat", rdev_major(disk->rdev),
		 rdev_minor(disk->rdev));
	got = host_read_file(host, path, text, sizeof(text));
	return got < 0 ? (int)got : decode(text, usage) ? 0 : -EINVAL;
}

/* Documentation/admin-guide/iostats.rst: number and name, then what the attribute stat has. */
int disks_usage(struct host *host,
		void (*each)(void *who, const struct block_disk *, const struct block_usage *),
		void *who)
{
	char *table, *line, *rest;
	ssize_t got = host_read_whole(host, "/proc/diskstats", &table);

	if (got < 0)
		return (int)got;
	rest = table;
	while ((line = strsep(&rest, "\n"))) {
		struct block_disk disk;
		struct block_usage usage;
		const char *name = line + strspn(line, " 0123456789");
		size_t n = strcspn(name, " ");
		uint64_t number[2];

		if (numbers_read(line, number, 2) < 2 || !n || n >= sizeof(disk.name) ||
		    !decode(name + n, &usage))
			continue;
		snprintf(disk.name, sizeof(disk.name), "%.*s", (int)n, name);
		disk.rdev = rdev_make((unsigned)number[0], (unsigned)number[1]);
		each(who, &disk, &usage);
	}
	free(table);
	return 0;
}

void usage_add(struct block_usage *sum, const struct block_usage *more)
{
	sum->read += more->read;
	sum->other += more->other;
	sum->under_way += more->under_way;
	sum->reads += more->reads;
	sum->writes += more->writes;
}

bool usage_differs(const struct block_usage *before, const struct block_usage *now)
{
	return now->under_way || now->read != before->read || now->reads != before->reads ||
	       now->other != before->other;
}
