// SPDX-License-Identifier: GPL-2.0-or-later
/* What lies above a part of a block device: partitions, arrays, mounts. */
#include "lookups.h"
#include "sysfs.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { CLASS_BYTES = BLOCK_NAME_BYTES + 24 };

static const char *class_folder(const char *name, char folder[CLASS_BYTES])
{
	snprintf(folder, CLASS_BYTES, "/sys/class/block/%s", name);
	return folder;
}

int block_named_rdev(struct host *host, const char *name, uint64_t *rdev)
{
	char folder[CLASS_BYTES], text[32];
	int err = sysfs_text(host, class_folder(name, folder), "dev", text, sizeof(text));

	return err ? err : sysfs_rdev(text, rdev) ? 0 : -EINVAL;
}

void block_named_unit(struct host *host, const char *name, uint64_t *sectors)
{
	char folder[CLASS_BYTES];
	uint64_t bytes;
	int err = sysfs_u64(host, class_folder(name, folder), "queue/logical_block_size", &bytes);

	if (err) /* a partition: its disk's */
		err = sysfs_u64(host, folder, "../queue/logical_block_size", &bytes);
	if (!err && bytes >= 512)
		*sectors = bytes / 512;
}

int disk_parts(struct host *host, const char *name,
	       void (*found)(void *who, const struct block_part_of *), void *who)
{
	char folder[CLASS_BYTES], pattern[CLASS_BYTES + 16];
	struct host_paths parts;
	int err;

	snprintf(pattern, sizeof(pattern), "%s/*/partition", class_folder(name, folder));
	err = host_glob(host, pattern, &parts);
	for (size_t i = 0; i < parts.n && !err; i++) {
		struct block_part_of part;

		*strrchr(parts.path[i], '/') = '\0';
		sysfs_last_name(parts.path[i], part.name);
		err = sysfs_u64(host, parts.path[i], "start", &part.start);
		if (!err)
			err = sysfs_u64(host, parts.path[i], "size", &part.sectors);
		if (!err)
			found(who, &part);
	}
	host_paths_free(&parts);
	return err;
}

int block_holders(struct host *host, const char *name, void (*found)(void *who, const char *holder),
		  void *who)
{
	char folder[CLASS_BYTES], pattern[CLASS_BYTES + 16], holder[BLOCK_NAME_BYTES];
	struct host_paths holders;
	int err;

	snprintf(pattern, sizeof(pattern), "%s/holders/*", class_folder(name, folder));
	err = host_glob(host, pattern, &holders);
	for (size_t i = 0; i < holders.n && !err; i++) {
		sysfs_last_name(holders.path[i], holder);
		found(who, holder);
	}
	host_paths_free(&holders);
	return err;
}

int md_part_of(struct host *host, const char *array, const char *name, struct block_part_of *part,
	       char level[DISK_TEXT_BYTES])
{
	char folder[CLASS_BYTES], file[BLOCK_NAME_BYTES + 24], state[64];
	int err = sysfs_text(host, class_folder(array, folder), "md/level", level, DISK_TEXT_BYTES);

	*part = (struct block_part_of){ .sectors = 0 };
	snprintf(part->name, sizeof(part->name), "%s", array);
	if (err)
		return err;
	utf8_clean(level);
	if (strcmp(level, "raid1") != 0)
		return 0;
	/* md/dev-NAME is a member's folder (Documentation/admin-guide/md.rst) */
	snprintf(file, sizeof(file), "md/dev-%s/state", name);
	err = sysfs_text(host, folder, file, state, sizeof(state));
	if (err)
		return err;
	if (!strstr(state, "in_sync")) {
		snprintf(level, DISK_TEXT_BYTES, "raid1, of which %s is not in sync", name);
		return 0;
	}
	snprintf(file, sizeof(file), "md/dev-%s/offset", name);
	err = sysfs_u64(host, folder, file, &part->start);
	if (!err)
		err = sysfs_u64(host, folder, "size", &part->sectors);
	return err ? err : 1;
}

void dm_name_of(struct host *host, const char *name, char text[BLOCK_NAME_BYTES])
{
	char folder[CLASS_BYTES];

	if (sysfs_text(host, class_folder(name, folder), "dm/name", text, BLOCK_NAME_BYTES))
		text[0] = '\0';
	utf8_clean(text);
}

bool btrfs_of(struct host *host, const char *name, char uuid[BLOCK_NAME_BYTES])
{
	char pattern[BLOCK_NAME_BYTES + 40];
	struct host_paths systems;

	snprintf(pattern, sizeof(pattern), "/sys/fs/btrfs/*/devices/%s", name);
	uuid[0] = '\0';
	if (!host_glob(host, pattern, &systems) && systems.n) {
		*strstr(systems.path[0], "/devices/") = '\0';
		sysfs_last_name(systems.path[0], uuid);
	}
	host_paths_free(&systems);
	return uuid[0];
}

bool udev_value(struct host *host, uint64_t rdev, const char *key, char value[DISK_TEXT_BYTES])
{
	char path[48], line[40], *data;
	const char *at;

	value[0] = '\0';
	snprintf(path, sizeof(path), "/run/udev/data/b%u:%u", rdev_major(rdev), rdev_minor(rdev));
	if (host_read_whole(host, path, &data) < 0)
		return false;
	snprintf(line, sizeof(line), "E:%.30s=", key);
	at = strstr(data, line);
	while (at && at > data && at[-1] != '\n')
		at = strstr(at + 1, line);
	if (at) {
		at += strlen(line);
		snprintf(value, DISK_TEXT_BYTES, "%.*s", (int)strcspn(at, "\n"), at);
		utf8_clean(value);
	}
	free(data);
	return value[0];
}
