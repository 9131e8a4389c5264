// SPDX-License-Identifier: GPL-2.0-or-later
/* Disks by the names of their nodes, and the one that holds the root file system. */
#include "facts.h"
#include "lookups.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The folder of the device of that node, below `where`, and a file in it. */
static void named_path(const char *where, const char *device, const char *attribute,
		       char path[SYSFS_NAMED_BYTES])
{
	size_t n = strlen(where);

	snprintf(path, SYSFS_NAMED_BYTES, "%s%.200s", where, device + strlen("/dev/"));
	/* sysfs writes a slash in a name as '!' */
	for (char *at = path + n; *at; at++)
		*at = *at == '/' ? '!' : *at;
	n = strlen(path);
	snprintf(path + n, SYSFS_NAMED_BYTES - n, "%s", attribute);
}

void sysfs_named_path(const char *device, const char *attribute, char path[SYSFS_NAMED_BYTES])
{
	named_path("/sys/block/", device, attribute, path);
}

const char *sysfs_bare_wwn(const char *name)
{
	static const char *const prefixes[] = { "naa.", "eui.", "0x" };

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		if (word_begins(name, prefixes[i], strlen(prefixes[i])))
			name += strlen(prefixes[i]);
	}
	return name;
}

bool sysfs_wwn(struct host *host, const char *device, char name[SYSFS_WWN_BYTES])
{
	static const char *const places[] = { "/device/wwid", "/wwid" };
	char path[SYSFS_NAMED_BYTES], text[SYSFS_WWN_BYTES / 2];

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		sysfs_named_path(device, places[i], path);
		if (host_read_file(host, path, text, sizeof(text)) <= 0)
			continue;
		snprintf(name, SYSFS_WWN_BYTES, "%s", sysfs_bare_wwn(text));
		/* zeros name no drive */
		if (name[strspn(name, "0")])
			return true;
	}
	return false;
}

/* The node of a folder in sysfs, by its name. False: it has none. */
static bool sysfs_node_of_folder(const char *folder, char path[SYSFS_NODE_BYTES])
{
	char name[BLOCK_NAME_BYTES];

	sysfs_last_name(folder, name);
	sysfs_node_path(name, path);
	return name[0];
}

int sysfs_disks(struct host *host, int (*found)(void *who, const char *path), void *who)
{
	char path[SYSFS_NODE_BYTES];
	struct host_paths folders;
	int err = host_glob(host, "/sys/block/*", &folders);

	for (size_t i = 0; !err && i < folders.n; i++) {
		if (drive_is_listed(host, folders.path[i]) &&
		    sysfs_node_of_folder(folders.path[i], path))
			err = found(who, path);
	}
	host_paths_free(&folders);
	return err;
}

int sysfs_below(struct host *host, const char *device, char path[SYSFS_NODE_BYTES])
{
	char pattern[SYSFS_NAMED_BYTES];
	struct host_paths below;
	int err;

	named_path("/sys/class/block/", device, "/slaves/*", pattern);
	err = host_glob(host, pattern, &below);
	if (!err && (below.n != 1 || !sysfs_node_of_folder(below.path[0], path)))
		err = -ENOENT;
	host_paths_free(&below);
	return err;
}

int disk_links_read(struct disk_links *links, struct host *host)
{
	int err = host_glob(host, "/dev/disk/by-id/*", &links->link);
	size_t n = links->link.n;

	links->node = err ? NULL : calloc(n + 1, sizeof(*links->node));
	if (err == -ENOMEM || (!err && !links->node))
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		if (host_real_path(host, links->link.path[i], links->node[i],
				   sizeof(links->node[i])) <= 0)
			links->node[i][0] = '\0';
	}
	return 0;
}

void disk_links_free(struct disk_links *links)
{
	host_paths_free(&links->link);
	free(links->node);
}

/* The source of the root file system, if that has no device number of its own (btrfs). */
static int root_source(struct host *host, char source[PATH_MAX])
{
	char *table, *line, *rest;
	ssize_t got = host_read_whole(host, "/proc/self/mountinfo", &table);
	struct mount mount;
	int err = -ENOENT;

	if (got < 0)
		return (int)got;
	rest = table;
	while ((line = strsep(&rest, "\n"))) {
		if (!mount_of_line(line, &mount) || strcmp(mount.place, "/") != 0)
			continue;
		/* the last of those that lie one on the other is what is seen */
		err = *mount.source == '/' ? 0 : -ENOENT;
		snprintf(source, PATH_MAX, "%s", mount.source);
	}
	free(table);
	return err;
}

int sysfs_root_device(struct host *host, char path[PATH_MAX])
{
	char folder[PATH_MAX];
	struct stat st;
	int err = host_stat(host, "/", &st);

	if (err)
		return err;
	if (rdev_major(st.st_dev) == 0)
		return root_source(host, path);
	err = sysfs_folder(host, st.st_dev, folder);
	return err ? err : sysfs_node_of_folder(folder, path) ? 0 : -ENOENT;
}
