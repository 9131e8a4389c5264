// SPDX-License-Identifier: GPL-2.0-or-later
/* The disks that hold the sectors of a block device. */
#include "lookups.h"
#include "sysfs.h"
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
	DEEPEST = 8,	  /* arrays of arrays */
	MOST_SLOTS = 4096 /* an md superblock has room for fewer */
};

struct descent {
	struct host *host;
	struct block_disks *disks;
	char *why;
	unsigned depth;
};

static int descend(struct descent *d, const char *folder, uint64_t start);

/*
 * Refuse, and set `why` to what the device is built on: its sectors have no known place on a disk.
 */
static int descent_refuse(struct descent *d, const char *folder, const char *what,
			  const char *detail)
{
	char name[BLOCK_NAME_BYTES];

	sysfs_last_name(folder, name);
	snprintf(d->why, BLOCK_WHY_BYTES, "%s is %s%.60s", name, what, detail);
	utf8_clean(d->why);
	return -ENOTTY;
}

static int unreadable(struct descent *d, const char *folder, const char *name, int err)
{
	snprintf(d->why, BLOCK_WHY_BYTES, "%.100s/%.40s", folder, name);
	return err;
}

static int descent_add_disk(struct descent *d, const char *folder, uint64_t start)
{
	struct block_disks *disks = d->disks;
	struct block_disk *disk = &disks->disk[disks->n];
	char text[32];

	if (disks->n && disks->start != start)
		return descent_refuse(d, folder, "a disk where the array begins elsewhere than on ",
				      disks->disk[0].name);
	if (disks->n == BLOCK_MIRRORS)
		return descent_refuse(d, folder, "one disk too many of an array", "");
	if (sysfs_text(d->host, folder, "dev", text, sizeof(text)) ||
	    !sysfs_rdev(text, &disk->rdev))
		return unreadable(d, folder, "dev", -ENODATA);
	disks->start = start;
	disks->n++;
	sysfs_last_name(folder, disk->name);
	return 0;
}

/* Descend to each member: rdN is slot N, `offset` the start of data (admin-guide/md.rst). */
static int add_members(struct descent *d, const char *folder, uint64_t start)
{
	size_t before = d->disks->n;
	uint64_t slots, offset;
	int err = sysfs_u64(d->host, folder, "md/raid_disks", &slots);

	if (err)
		return unreadable(d, folder, "md/raid_disks", err);
	if (slots > MOST_SLOTS)
		return unreadable(d, folder, "md/raid_disks", -ERANGE);
	for (uint64_t slot = 0; slot < slots && !err; slot++) {
		char name[64], link[PATH_MAX + 64], member[PATH_MAX];
		ssize_t got;

		snprintf(name, sizeof(name), "md/rd%" PRIu64 "/block", slot);
		snprintf(link, sizeof(link), "%s/%s", folder, name);
		got = host_real_path(d->host, link, member, sizeof(member));
		if (got == -ENOENT) /* failed, or never there */
			continue;
		if (got < 0)
			return unreadable(d, folder, name, (int)got);
		snprintf(name, sizeof(name), "md/rd%" PRIu64 "/offset", slot);
		err = sysfs_u64(d->host, folder, name, &offset);
		if (err)
			return unreadable(d, folder, name, err);
		err = descend(d, member, start + offset);
	}
	if (!err && d->disks->n == before)
		return descent_refuse(d, folder, "an array without members", "");
	return err;
}

/* Refuse dm, bcache and others: sysfs shows the devices below, but not the place on them. */
static int judge_built(struct descent *d, const char *folder)
{
	char pattern[PATH_MAX + 16], text[BLOCK_WHY_BYTES], on[BLOCK_NAME_BYTES] = "";
	struct host_paths slaves;
	int err;

	snprintf(pattern, sizeof(pattern), "%s/slaves/*", folder);
	err = host_glob(d->host, pattern, &slaves);
	if (!err && slaves.n)
		sysfs_last_name(slaves.path[0], on);
	host_paths_free(&slaves);
	if (err)
		return unreadable(d, folder, "slaves", err);
	if (on[0])
		return descent_refuse(d, folder, "built on ", on);
	err = sysfs_look_for(d->host, folder, "loop/backing_file", text, sizeof(text));
	if (err < 0)
		return unreadable(d, folder, "loop/backing_file", err);
	return err ? descent_refuse(d, folder, "the file ", text) : 0;
}

/* Add a whole disk, or descend into a device that the kernel builds on others. */
static int judge_disk(struct descent *d, const char *folder, uint64_t start)
{
	char path[PATH_MAX + 16], level[32];
	struct stat st;
	int err = sysfs_look_for(d->host, folder, "md/level", level, sizeof(level));

	if (err < 0)
		return unreadable(d, folder, "md/level", err);
	if (err)
		return strcmp(level, "raid1") ? descent_refuse(d, folder, "an array, ", level)
					      : add_members(d, folder, start);
	err = judge_built(d, folder);
	if (err)
		return err;
	snprintf(path, sizeof(path), "%s/device", folder);
	err = host_stat(d->host, path, &st);
	/* a disk without a device on a bus is virtual: zram, brd, nbd */
	if (err == -ENOENT)
		return descent_refuse(d, folder, "no drive", "");
	return err < 0 ? unreadable(d, folder, "device", err) : descent_add_disk(d, folder, start);
}

static int descend(struct descent *d, const char *folder, uint64_t start)
{
	char disk[PATH_MAX], text[32];
	uint64_t offset;
	int err = sysfs_look_for(d->host, folder, "partition", text, sizeof(text));

	if (++d->depth > DEEPEST)
		return descent_refuse(d, folder, "too deep in arrays", "");
	if (err < 0)
		return unreadable(d, folder, "partition", err);
	snprintf(disk, sizeof(disk), "%s", folder);
	if (err) {
		err = sysfs_u64(d->host, folder, "start", &offset);
		if (err)
			return unreadable(d, folder, "start", err);
		start += offset;
		*strrchr(disk, '/') = '\0';
	}
	return judge_disk(d, disk, start);
}

int block_on_disks(struct host *host, uint64_t rdev, struct block_disks *disks,
		   char why[BLOCK_WHY_BYTES])
{
	struct descent d = { .host = host, .disks = disks, .why = why };
	char folder[PATH_MAX];
	int err = sysfs_folder(host, rdev, folder);

	*disks = (struct block_disks){ .n = 0 };
	why[0] = '\0';
	if (!err)
		return descend(&d, folder, 0);
	snprintf(why, BLOCK_WHY_BYTES, "/sys/dev/block/%u:%u", rdev_major(rdev), rdev_minor(rdev));
	return err;
}
