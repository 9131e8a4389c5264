// SPDX-License-Identifier: GPL-2.0-or-later
/* What disks are members of: arrays, devices of the device mapper, file systems, pools. */
#include "disk_use.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct search {
	struct host *host;
	void (*found)(void *who, const char *thing);
	void *who;
};

enum { MOST_LEVELS = 8 /* of devices on devices */ };

/* Each device on this one, and on those. */
static int find_holders(const struct search *s, const char *name, unsigned level)
{
	char pattern[BLOCK_NAME_BYTES + 40], above[BLOCK_NAME_BYTES];
	struct host_paths holders;
	int err;

	snprintf(pattern, sizeof(pattern), "/sys/class/block/%s/holders/*", name);
	err = level < MOST_LEVELS ? host_glob(s->host, pattern, &holders) : 0;
	if (err || level == MOST_LEVELS)
		return err;
	for (size_t i = 0; i < holders.n && !err; i++) {
		sysfs_last_name(holders.path[i], above);
		s->found(s->who, above);
		err = find_holders(s, above, level + 1);
	}
	host_paths_free(&holders);
	return err;
}

static int find_btrfs(const struct search *s, const char *name)
{
	char pattern[BLOCK_NAME_BYTES + 40];
	struct host_paths systems;
	int err;

	snprintf(pattern, sizeof(pattern), "/sys/fs/btrfs/*/devices/%s", name);
	err = host_glob(s->host, pattern, &systems);
	if (err)
		return err;
	for (size_t i = 0; i < systems.n; i++) {
		*strstr(systems.path[i], "/devices/") = '\0';
		s->found(s->who, systems.path[i] + strlen("/sys/fs/btrfs/"));
	}
	host_paths_free(&systems);
	return 0;
}

/* sysfs shows no members of a pool: udev has read their labels. */
static int find_pool(const struct search *s, const char *name)
{
	static const char number[] = "E:ID_FS_UUID=";
	char path[BLOCK_NAME_BYTES + 40], rdev[24], pool[48], *data, *at;
	ssize_t got;

	snprintf(path, sizeof(path), "/sys/class/block/%s/dev", name);
	if (host_read_file(s->host, path, rdev, sizeof(rdev)) <= 0)
		return 0;
	snprintf(path, sizeof(path), "/run/udev/data/b%s", rdev);
	got = host_read_whole(s->host, path, &data);
	if (got < 0)
		return got == -ENOMEM ? -ENOMEM : 0;
	at = strstr(data, "E:ID_FS_TYPE=zfs_member\n") ? strstr(data, number) : NULL;
	if (at) {
		at += strlen(number);
		snprintf(pool, sizeof(pool), "pool %.*s", (int)strcspn(at, "\n"), at);
		s->found(s->who, pool);
	}
	free(data);
	return 0;
}

/* Calls each() for the disk and its partitions. 0 or its -errno. */
static int each_part(const struct search *s, const struct block_disk *disk,
		     int (*each)(const struct search *, const char *name))
{
	char pattern[2 * BLOCK_NAME_BYTES + 40], name[BLOCK_NAME_BYTES];
	struct host_paths parts;
	int err = each(s, disk->name);

	snprintf(pattern, sizeof(pattern), "/sys/block/%s/%s*/partition", disk->name, disk->name);
	if (err || (err = host_glob(s->host, pattern, &parts)))
		return err;
	for (size_t i = 0; i < parts.n && !err; i++) {
		*strrchr(parts.path[i], '/') = '\0';
		sysfs_last_name(parts.path[i], name);
		err = each(s, name);
	}
	host_paths_free(&parts);
	return err;
}

static int find_all(const struct search *s, const char *name)
{
	int err = find_holders(s, name, 0);

	if (!err)
		err = find_btrfs(s, name);
	return err ? err : find_pool(s, name);
}

int disk_memberships(struct host *host, const struct block_disk *disk,
		     void (*found)(void *who, const char *thing), void *who)
{
	const struct search s = { host, found, who };

	return each_part(&s, disk, find_all);
}

int block_memberships(struct host *host, const char *name,
		      void (*found)(void *who, const char *thing), void *who)
{
	const struct search s = { host, found, who };

	return find_all(&s, name);
}

struct resync {
	struct host *host;
	char *text;
};

static void look_at_array(void *who, const char *thing)
{
	const struct resync *r = who;
	char path[BLOCK_NAME_BYTES + 40], action[24];

	snprintf(path, sizeof(path), "/sys/block/%.60s/md/sync_action", thing);
	if (host_read_file(r->host, path, action, sizeof(action)) > 0 &&
	    strcmp(action, "idle") != 0 && strcmp(action, "frozen") != 0)
		snprintf(r->text, MD_ACTION_BYTES, "%.40s: %s", thing, action);
}

int disk_resyncs(struct host *host, const struct block_disk *disk, char text[MD_ACTION_BYTES])
{
	struct resync r = { host, text };

	text[0] = '\0';
	return disk_memberships(host, disk, look_at_array, &r);
}

int disk_has_hwmon(struct host *host, const struct block_disk *disk, bool *has)
{
	char pattern[BLOCK_NAME_BYTES + 60];
	struct host_paths found;
	int err;

	snprintf(pattern, sizeof(pattern), "/sys/block/%s/device/hwmon/hwmon*/temp1_input",
		 disk->name);
	err = host_glob(host, pattern, &found);
	if (err)
		return err;
	*has = found.n;
	host_paths_free(&found);
	return 0;
}
