// SPDX-License-Identifier: GPL-2.0-or-later
/* Which devices a block matches. A path means the whole disk behind it. */
#include "file.h"

#include <fnmatch.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool list_has(const struct device_list *list, const char *path)
{
	for (size_t i = 0; i < list->n; i++) {
		if (!strcmp(list->path[i], path))
			return true;
	}
	return false;
}

void list_add(struct conf_file *file, struct device_list *list, char *path)
{
	char **more;

	if (!path || list_has(list, path))
		return;
	more = store_grow(file->store, list->path, list->n, sizeof(*more));
	if (!more)
		return;
	list->path = more;
	more[list->n++] = path;
}

char *device_canonical(struct conf_file *file, const char *path)
{
	char real[DEVICE_PATH_BYTES];
	ssize_t n = host_real_path(file->host, path, real, sizeof(real));
	char node[SYSFS_NODE_BYTES];
	struct block_disk disk;
	struct stat st;
	bool character;

	if (n <= 0 || host_stat(file->host, real, &st))
		return NULL;
	/* /dev/sg0 and /dev/ng0n1 are other nodes of a disk; what is no device has none */
	character = S_ISCHR(st.st_mode);
	if (block_whole(file->host, st.st_rdev, character, &disk) ||
	    (!character && disk.rdev == st.st_rdev))
		return store_copy(file->store, real, (size_t)n);
	sysfs_node_path(disk.name, node);
	return store_copy(file->store, node, strlen(node));
}

/* Follow a stack down while each level has one device, such as LVM on LUKS on a partition. */
static char *lowest_device(struct conf_file *file, char *device)
{
	char path[SYSFS_NODE_BYTES], *above = NULL;

	while (device && device != above) {
		int err = sysfs_below(file->host, device, path);

		above = device;
		if (err == -ENOMEM)
			file->store->failed = true;
		if (!err)
			device = device_canonical(file, path);
	}
	return device;
}

/* ROOTFS: the disk that holds the root file system. */
static char *root_device(struct conf_file *file)
{
	char path[PATH_MAX];
	int err = sysfs_root_device(file->host, path);

	if (err == -ENOMEM)
		file->store->failed = true;
	return err ? NULL : lowest_device(file, device_canonical(file, path));
}

static bool is_pattern(const char *name)
{
	return name[strcspn(name, "*?[")] != '\0';
}

/* Devices that a word names by path. */
static void add_named(struct conf_file *file, const char *name, struct device_list *list)
{
	struct host_paths paths = { NULL, 0 };

	if (!strcmp(name, "ROOTFS")) {
		list_add(file, list, root_device(file));
	} else if (name[0] == '/' && is_pattern(name)) {
		file_glob(file, name, &paths);
		for (size_t i = 0; i < paths.n; i++)
			list_add(file, list, device_canonical(file, paths.path[i]));
		host_paths_free(&paths);
	} else if (name[0] == '/') {
		list_add(file, list, device_canonical(file, name));
	}
}

struct disk_list {
	struct conf_file *file;
	struct device_list *list;
};

static int list_add_disk(void *who, const char *path)
{
	const struct disk_list *to = who;

	list_add(to->file, to->list, store_copy(to->file->store, path, strlen(path)));
	return 0;
}

void add_all_disks(struct conf_file *file, struct device_list *list)
{
	struct disk_list to = { file, list };

	if (sysfs_disks(file->host, list_add_disk, &to) == -ENOMEM)
		file->store->failed = true;
}

bool block_takes(struct conf_file *file, const struct block *block, const char *path, bool named,
		 bool listed)
{
	bool any_name = false;

	for (size_t i = 0; i < block->n_names; i++) {
		const char *name = block->names[i];

		if (!is_selector(name)) {
			any_name = true;
		} else if (selector_names(name)) {
			any_name = true;
			named = named || selector_holds(file, name, path, listed);
		} else if (!selector_holds(file, name, path, listed)) {
			return false;
		}
	}
	return named || !any_name;
}

static bool has_selector(const struct block *block)
{
	for (size_t i = 0; i < block->n_names; i++) {
		if (is_selector(block->names[i]))
			return true;
	}
	return false;
}

void block_candidates(struct conf_file *file, const struct block *block, struct device_list *named,
		      struct device_list *disks)
{
	for (size_t i = 0; i < block->n_names; i++)
		add_named(file, block->names[i], named);
	if (has_selector(block))
		add_all_disks(file, disks);
}

void block_devices(struct conf_file *file, const struct block *block, struct device_list *list)
{
	struct device_list named = { NULL, 0 }, disks = { NULL, 0 };

	block_candidates(file, block, &named, &disks);
	for (size_t i = 0; i < named.n; i++) {
		if (block_takes(file, block, named.path[i], true, false))
			list_add(file, list, named.path[i]);
	}
	for (size_t i = 0; i < disks.n; i++) {
		if (block_takes(file, block, disks.path[i], false, true))
			list_add(file, list, disks.path[i]);
	}
	free(named.path);
	free(disks.path);
}

/* Cheap tests come first: a file may have thousands of blocks, and udev waits for the result. */
static bool path_names(struct conf_file *file, const char *name, const char *path)
{
	struct device_list list = { NULL, 0 };
	bool found;

	if (!strcmp(name, path) || (is_pattern(name) && !fnmatch(name, path, FNM_PATHNAME)))
		return true;
	add_named(file, name, &list);
	found = list_has(&list, path);
	free(list.path);
	return found;
}

static bool leads_to(struct conf_file *file, const char *path, uint64_t rdev)
{
	struct stat st;

	return !host_stat(file->host, path, &st) && S_ISBLK(st.st_mode) && st.st_rdev == rdev;
}

bool link_leads_to(struct conf_file *file, const char *path, uint64_t rdev)
{
	char real[DEVICE_PATH_BYTES];

	return leads_to(file, path, rdev) &&
	       host_real_path(file->host, path, real, sizeof(real)) > 0 && strcmp(real, path) != 0;
}

bool block_names_new_partition(struct conf_file *file, const struct block *block, uint64_t disk)
{
	bool by_link = false;

	for (size_t i = 0; i < block->n_names; i++) {
		const char *name = block->names[i];
		struct host_paths paths = { NULL, 0 };
		bool of_disk;

		if (is_selector(name) || name[0] != '/')
			continue;
		by_link |= link_leads_to(file, name, file->partition);
		of_disk = leads_to(file, name, disk);
		if (is_pattern(name))
			file_glob(file, name, &paths);
		for (size_t k = 0; k < paths.n; k++) {
			by_link |= link_leads_to(file, paths.path[k], file->partition);
			of_disk |= leads_to(file, paths.path[k], disk);
		}
		host_paths_free(&paths);
		if (of_disk)
			return false;
	}
	return by_link;
}

bool block_names(struct conf_file *file, const struct block *block, const char *path)
{
	bool named = false;

	for (size_t i = 0; i < block->n_names && !named; i++)
		named = !is_selector(block->names[i]) && path_names(file, block->names[i], path);
	return block->n_names && block_takes(file, block, path, named, false);
}
