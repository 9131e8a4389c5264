// SPDX-License-Identifier: GPL-2.0-or-later
/* Which devices a block matches. A path stands for the whole disk behind it. */
#include "file.h"
#include "rdev.h"

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

/* /dev/NAME for a folder of sysfs. */
static char *device_of_folder(struct conf_file *file, const char *folder)
{
	const char *name = strrchr(folder, '/');
	char *path = name ? store_printf(file->store, "/dev/%s", name + 1) : NULL;

	for (char *at = path ? path + strlen("/dev/") : NULL; at && *at; at++) {
		if (*at == '!')
			*at = '/';
	}
	return path;
}

/* The disk that a partition is part of, or NULL. */
static char *parent_disk(struct conf_file *file, const struct stat *st)
{
	char path[128], text[16], real[DEVICE_PATH_BYTES];
	unsigned disk = rdev_major(st->st_rdev), part = rdev_minor(st->st_rdev);

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/partition", disk, part);
	if (host_read_file(file->host, path, text, sizeof(text)) <= 0)
		return NULL;
	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u", disk, part);
	if (host_real_path(file->host, path, real, sizeof(real)) <= 0 || !strrchr(real, '/'))
		return NULL;
	*strrchr(real, '/') = '\0';
	return device_of_folder(file, real);
}

char *device_canonical(struct conf_file *file, const char *path)
{
	char real[DEVICE_PATH_BYTES];
	ssize_t n = host_real_path(file->host, path, real, sizeof(real));
	struct stat st;
	char *parent;

	if (n <= 0 || host_stat(file->host, real, &st))
		return NULL;
	parent = S_ISBLK(st.st_mode) ? parent_disk(file, &st) : NULL;
	return parent ? parent : store_copy(file->store, real, (size_t)n);
}

/* The n-th word of a line, from 1 on; NULL after the last one. */
static char *word_of_line(char *line, unsigned n)
{
	while (line && --n) {
		line = strchr(line, ' ');
		line = line ? line + 1 : NULL;
	}
	return line;
}

/* The source of the root file system, where that has no device number of its own (btrfs). */
static char *root_source(struct conf_file *file)
{
	char *text, *line, *next, *place, *source;
	ssize_t got = host_read_whole(file->host, "/proc/self/mountinfo", &text);

	if (got == -ENOMEM)
		file->store->failed = true;
	if (got < 0 || !store_keep(file->store, text))
		return NULL;
	/* 22 1 0:21 /@ / rw,relatime shared:1 - btrfs /dev/sda2 rw */
	for (line = text; line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		place = word_of_line(line, 5);
		source = strstr(line, " - ");
		if (!place || strncmp(place, "/ ", 2) != 0 || !source)
			continue;
		source = word_of_line(source + 3, 2);
		if (!source || *source != '/')
			return NULL;
		source[strcspn(source, " ")] = '\0';
		return device_canonical(file, source);
	}
	return NULL;
}

/* Follows a stack down while each level has one device: LVM on LUKS on a partition of a disk. */
static char *lowest_device(struct conf_file *file, char *device)
{
	char *above = NULL;

	while (device && device != above) {
		static const char where[] = "/sys/class/block/", what[] = "/slaves/*";
		struct host_paths below = { NULL, 0 };
		char path[512];
		size_t n;

		above = device;
		n = (size_t)snprintf(path, sizeof(path), "%s%.200s", where,
				     device + strlen("/dev/"));
		for (char *at = path + strlen(where); *at; at++)
			*at = *at == '/' ? '!' : *at;
		memcpy(path + n, what, sizeof(what));
		file_glob(file, path, &below);
		if (below.n == 1)
			device = device_of_folder(file, below.path[0]);
		host_paths_free(&below);
		if (device && device != above)
			device = device_canonical(file, device);
	}
	return device;
}

/* ROOTFS: the disk that holds the root file system. */
static char *root_device(struct conf_file *file)
{
	char path[128], real[DEVICE_PATH_BYTES], *device = NULL;
	struct stat st;

	if (host_stat(file->host, "/", &st))
		return NULL;
	if (rdev_major(st.st_dev) == 0)
		return lowest_device(file, root_source(file));
	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u", rdev_major(st.st_dev),
		 rdev_minor(st.st_dev));
	if (host_real_path(file->host, path, real, sizeof(real)) > 0)
		device = device_of_folder(file, real);
	return lowest_device(file, device ? device_canonical(file, device) : NULL);
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

void add_all_disks(struct conf_file *file, struct device_list *list)
{
	struct host_paths folders = { NULL, 0 };
	char path[DEVICE_PATH_BYTES];
	struct stat st;

	file_glob(file, "/sys/block/*", &folders);
	for (size_t i = 0; i < folders.n; i++) {
		snprintf(path, sizeof(path), "%s/device", folders.path[i]);
		if (!host_stat(file->host, path, &st))
			list_add(file, list, device_of_folder(file, folders.path[i]));
	}
	host_paths_free(&folders);
}

/* Names are alternatives: one must match. Conditions must all match. */
static bool satisfies(struct conf_file *file, const struct block *block, const char *path,
		      bool named)
{
	bool any_name = false;

	for (size_t i = 0; i < block->n_names; i++) {
		const char *name = block->names[i];

		if (!is_selector(name)) {
			any_name = true;
		} else if (selector_names(name)) {
			any_name = true;
			named = named || selector_holds(file, name, path);
		} else if (!selector_holds(file, name, path)) {
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

void block_devices(struct conf_file *file, const struct block *block, struct device_list *list)
{
	struct device_list named = { NULL, 0 }, all = { NULL, 0 };

	for (size_t i = 0; i < block->n_names; i++)
		add_named(file, block->names[i], &named);
	for (size_t i = 0; i < named.n; i++) {
		if (satisfies(file, block, named.path[i], true))
			list_add(file, list, named.path[i]);
	}
	if (has_selector(block))
		add_all_disks(file, &all);
	for (size_t i = 0; i < all.n; i++) {
		if (satisfies(file, block, all.path[i], false))
			list_add(file, list, all.path[i]);
	}
	free(named.path);
	free(all.path);
}

/* Cheap tests come first: a file may have thousands of blocks, and udev waits. */
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

bool block_names(struct conf_file *file, const struct block *block, const char *path)
{
	bool named = false;

	for (size_t i = 0; i < block->n_names && !named; i++)
		named = !is_selector(block->names[i]) && path_names(file, block->names[i], path);
	return block->n_names && satisfies(file, block, path, named);
}
