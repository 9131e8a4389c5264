// SPDX-License-Identifier: GPL-2.0-or-later
/* Who uses a disk. */
#include "disk_use.h"
#include "lookups.h"
#include "sysfs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Whether a folder of sysfs belongs to the disk or to one of its partitions. */
static bool inside(const struct disk_users *s, const char *folder)
{
	size_t n = strlen(s->disk);

	return !strncmp(folder, s->disk, n) && (!folder[n] || folder[n] == '/');
}

bool users_number_on_disk(const struct disk_users *s, uint64_t rdev)
{
	char folder[PATH_MAX];

	return sysfs_number_folder(s->host, rdev, folder) && inside(s, folder);
}

bool users_path_on_disk(const struct disk_users *s, const char *path)
{
	char folder[PATH_MAX];

	return sysfs_path_folder(s->host, path, folder) && inside(s, folder);
}

/*
 * The first use of this disk in a part of the tables; otherwise the table that could not be read.
 */
static int find_use(struct disk_users *s, const struct uses_part *part)
{
	for (size_t i = 0; i < part->n; i++) {
		if (part->use[i].why && part->use[i].folder && inside(s, part->use[i].folder)) {
			snprintf(s->why, BLOCK_WHY_BYTES, "%s", part->use[i].why);
			return -EBUSY;
		}
	}
	if (part->err)
		snprintf(s->why, BLOCK_WHY_BYTES, "%s", part->why);
	return part->err;
}

/* Each entry of holders/ is a device built on the disk or on a partition of it. */
static int find_holder(struct disk_users *s, const char *pattern)
{
	char path[2 * PATH_MAX], own[BLOCK_NAME_BYTES], above[BLOCK_NAME_BYTES];
	struct host_paths holders;
	int err;

	snprintf(path, sizeof(path), "%s%s/holders/*", s->disk, pattern);
	err = host_glob(s->host, path, &holders);
	if (err)
		users_unreadable(s, s->disk, err);
	if (!err && holders.n) {
		sysfs_last_name(holders.path[0], above);
		*strrchr(holders.path[0], '/') = '\0';
		*strrchr(holders.path[0], '/') = '\0';
		sysfs_last_name(holders.path[0], own);
		err = users_report(s, own, "is part of", above);
	}
	host_paths_free(&holders);
	return err;
}

/* The name of a partition begins with its disk's (block/partitions/core.c). */
static int find_part_holder(struct disk_users *s)
{
	char pattern[BLOCK_NAME_BYTES + 4], disk[BLOCK_NAME_BYTES];

	sysfs_last_name(s->disk, disk);
	snprintf(pattern, sizeof(pattern), "/%s*", disk);
	return find_holder(s, pattern);
}

int users_begin(struct disk_users *s, uint64_t rdev)
{
	int err = sysfs_folder(s->host, rdev, s->disk);

	return err ? users_unreadable(s, "/sys/dev/block", err) : 0;
}

static int users_find_in(struct disk_users *s, const struct disk_uses *uses)
{
	int err = find_use(s, &uses->direct);

	if (!err)
		err = find_holder(s, "");
	if (!err)
		err = find_part_holder(s);
	return err ? err : find_use(s, &uses->indirect);
}

int users_find(struct disk_users *s)
{
	struct disk_uses uses;
	int err;

	disk_uses_read(&uses, s->host);
	err = users_find_in(s, &uses);
	disk_uses_free(&uses);
	return err;
}

int block_used_by(struct sys_disk *disk, const struct disk_uses *uses, char why[BLOCK_WHY_BYTES])
{
	struct disk_users s = { .host = disk->host, .why = why };
	int err = sys_disk_folder(disk, s.disk);

	why[0] = '\0';
	return err ? err : users_find_in(&s, uses);
}

const char *mount_place(const char *why)
{
	static const char words[] = " is mounted on ";
	const char *at = strlen(why) < BLOCK_WHY_BYTES - 1 ? strstr(why, words) : NULL;

	return at ? at + strlen(words) : NULL;
}

static bool take_place(const struct disk_use *use, char place[BLOCK_WHY_BYTES])
{
	const char *at = use->why ? mount_place(use->why) : NULL;

	if (at)
		snprintf(place, BLOCK_WHY_BYTES, "%s", at);
	return at;
}

bool mount_of(const struct disk_uses *uses, const char *name, char place[BLOCK_WHY_BYTES])
{
	char last[BLOCK_NAME_BYTES];

	for (size_t i = 0; i < uses->direct.n; i++) {
		const struct disk_use *use = &uses->direct.use[i];

		if (!use->folder)
			continue;
		sysfs_last_name(use->folder, last);
		if (!strcmp(last, name) && take_place(use, place))
			return true;
	}
	return false;
}

/* A file system that is mounted twice is one. */
bool mount_alone_on(struct sys_disk *disk, const struct disk_uses *uses,
		    char place[BLOCK_WHY_BYTES])
{
	const struct uses_part *const parts[] = { &uses->direct, &uses->indirect };
	struct disk_users s = { .host = disk->host, .why = place };
	const char *folder = NULL;

	if (sys_disk_folder(disk, s.disk) || find_holder(&s, "") || find_part_holder(&s))
		return false;
	for (size_t i = 0; i < 2; i++) {
		if (parts[i]->err)
			return false;
		for (size_t k = 0; k < parts[i]->n; k++) {
			const struct disk_use *use = &parts[i]->use[k];

			if (!use->folder || !inside(&s, use->folder))
				continue;
			if (folder ? strcmp(folder, use->folder) != 0 : !take_place(use, place))
				return false;
			folder = use->folder;
		}
	}
	return folder;
}
