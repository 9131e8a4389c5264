// SPDX-License-Identifier: GPL-2.0-or-later
/* Finds drives by paths and selectors. No command is sent, since a drive may be asleep. */
#include "file.h"
#include "identify.h"
#include "options.h"
#include "text.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { ATTRIBUTE_BYTES = DRIVE_NAME_BYTES / 2 };

static ssize_t read_sysfs(struct host *host, const char *device, const char *name, char *text,
			  size_t size)
{
	char path[SYSFS_NAMED_BYTES];

	sysfs_named_path(device, name, path);
	return host_read_file(host, path, text, size);
}

static bool attribute_is(struct host *host, const char *device, const char *name, const char *value)
{
	char text[ATTRIBUTE_BYTES];

	return read_sysfs(host, device, name, text, sizeof(text)) > 0 &&
	       !strncmp(text, value, strlen(value));
}

bool is_disk(struct host *host, const char *device, bool listed)
{
	char path[SYSFS_NAMED_BYTES];
	struct stat st;

	sysfs_named_path(device, "/device", path);
	/* /dev/sr* are optical drives; loop0 and md0, for example, have no "device" in sysfs */
	return strncmp(device, "/dev/sr", 7) != 0 && (listed || !host_stat(host, path, &st));
}

static bool is_rotational(struct host *host, const char *device)
{
	return attribute_is(host, device, "/queue/rotational", "1");
}

static bool is_ssd(struct host *host, const char *device)
{
	return attribute_is(host, device, "/queue/rotational", "0");
}

static bool is_usb(struct host *host, const char *device)
{
	char path[SYSFS_NAMED_BYTES], real[DEVICE_PATH_BYTES];

	sysfs_named_path(device, "", path);
	return host_real_path(host, path, real, sizeof(real)) > 0 && strstr(real, "/usb");
}

static bool is_ata(struct host *host, const char *device)
{
	char page[VPD_ATA_BYTES + 1];

	return !strncmp(device, "/dev/hd", 7) ||
	       attribute_is(host, device, "/device/vendor", "ATA") ||
	       read_sysfs(host, device, "/device/vpd_pg89", page, sizeof(page)) > 0;
}

static bool is_any(struct host *host, const char *device)
{
	(void)host;
	(void)device;
	return true;
}

static bool is_nvme(struct host *host, const char *device)
{
	(void)host;
	return !strncmp(device, "/dev/nvme", 9);
}

/* Selectors that are conditions. holds() is called only if is_disk() is true for the device. */
static const struct selector {
	const char *word;
	bool (*holds)(struct host *, const char *device);
} selectors[] = {
	{ "all", is_any }, { "rotational", is_rotational },
	{ "ssd", is_ssd }, { "usb", is_usb },
	{ "ata", is_ata }, { "nvme", is_nvme },
};

enum { SELECTOR_COUNT = sizeof(selectors) / sizeof(selectors[0]) };

static bool selector_names(const char *word)
{
	return word_begins(word, "id:", 3) || word_begins(word, "wwn:", 4);
}

bool is_selector(const char *word)
{
	if (word[0] == '/')
		return false;
	for (size_t i = 0; i < SELECTOR_COUNT; i++) {
		if (word_is(word, selectors[i].word))
			return true;
	}
	return selector_names(word);
}

bool names_drive(const char *word)
{
	return !is_selector(word) || selector_names(word);
}

const char *selector_suggest(const char *word)
{
	struct guess guess;

	guess_start(&guess, word);
	for (size_t i = 0; i < SELECTOR_COUNT; i++)
		guess_offer(&guess, selectors[i].word);
	return guess.found;
}

static void tidy(char *text)
{
	size_t start = strspn(text, " "), n = strlen(text + start);

	memmove(text, text + start, n + 1);
	while (n && text[n - 1] == ' ')
		text[--n] = '\0';
	for (char *at = text; *at; at++) {
		if (*at == ' ')
			*at = '_';
	}
}

bool drive_name(struct host *host, const char *device, char name[DRIVE_NAME_BYTES])
{
	char page[VPD_ATA_BYTES + 1], model[ATTRIBUTE_BYTES], serial[ATTRIBUTE_BYTES];
	ssize_t bytes = read_sysfs(host, device, "/device/vpd_pg89", page, sizeof(page));
	uint8_t identify[512];

	if (ata_id_from_vpd(page, bytes, identify)) {
		ata_id_text(identify, ID_MODEL, model);
		ata_id_text(identify, ID_SERIAL, serial);
	} else if (read_sysfs(host, device, "/device/model", model, sizeof(model)) <= 0 ||
		   read_sysfs(host, device, "/device/serial", serial, sizeof(serial)) <= 0) {
		return false;
	}
	tidy(model);
	tidy(serial);
	snprintf(name, DRIVE_NAME_BYTES, "%s_%s", model, serial);
	return true;
}

static bool id_holds(struct conf_file *file, const char *pattern, const char *device)
{
	struct host *host = file->host;
	struct host_paths links = { NULL, 0 };
	char name[DRIVE_NAME_BYTES], real[DEVICE_PATH_BYTES];
	bool found = false;

	if (drive_name(host, device, name) && !fnmatch(pattern, name, 0))
		return true;
	host_glob(file->host, "/dev/disk/by-id/*", &links);
	for (size_t i = 0; i < links.n && !found; i++) {
		const char *link = strrchr(links.path[i], '/') + 1, *dash = strchr(link, '-');

		/* compare the name of the link with and without its bus, such as "ata-" */
		if (fnmatch(pattern, link, 0) && (!dash || fnmatch(pattern, dash + 1, 0)))
			continue;
		found = host_real_path(host, links.path[i], real, sizeof(real)) > 0 &&
			!strcmp(real, device);
	}
	host_paths_free(&links);
	return found;
}

bool selector_holds(struct conf_file *file, const char *selector, const char *path, bool listed)
{
	char name[SYSFS_WWN_BYTES];

	if (strncmp(path, "/dev/", 5) != 0)
		return false;
	if (word_begins(selector, "id:", 3))
		return id_holds(file, selector + 3, path);
	if (word_begins(selector, "wwn:", 4))
		return sysfs_wwn(file->host, path, name) &&
		       !fnmatch(sysfs_bare_wwn(selector + 4), name, FNM_CASEFOLD);
	for (size_t i = 0; i < SELECTOR_COUNT; i++) {
		if (word_is(selector, selectors[i].word))
			return is_disk(file->host, path, listed) &&
			       selectors[i].holds(file->host, path);
	}
	return false;
}

bool on_battery(struct conf_file *file)
{
	bool battery;

	machine_on_battery(file->host, &battery);
	return battery;
}

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
	/* a generic node such as /dev/sg0 may lead to a disk */
	character = S_ISCHR(st.st_mode);
	if (block_whole(file->host, st.st_rdev, character, &disk) ||
	    (!character && disk.rdev == st.st_rdev))
		return store_copy(file->store, real, (size_t)n);
	sysfs_node_path(disk.name, node);
	return store_copy(file->store, node, strlen(node));
}

static char *root_device(struct conf_file *file)
{
	char root[PATH_MAX], path[SYSFS_NODE_BYTES], *device, *above = NULL;
	int err = sysfs_root_device(file->host, root);

	if (err)
		return NULL;
	device = device_canonical(file, root);
	/* go down a stack, such as LVM on LUKS on a partition, while each level has one device */
	while (device && device != above) {
		err = sysfs_below(file->host, device, path);
		above = device;
		if (!err)
			device = device_canonical(file, path);
	}
	return device;
}

bool is_pattern(const char *name)
{
	return name[strcspn(name, "*?[")] != '\0';
}

static void add_named(struct conf_file *file, const char *name, struct device_list *list)
{
	struct host_paths paths = { NULL, 0 };

	if (!strcmp(name, "ROOTFS")) {
		list_add(file, list, root_device(file));
	} else if (name[0] == '/' && is_pattern(name)) {
		host_glob(file->host, name, &paths);
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

	sysfs_disks(file->host, list_add_disk, &to);
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

void block_candidates(struct conf_file *file, const struct block *block, struct device_list *named,
		      struct device_list *disks)
{
	bool selects = false;

	for (size_t i = 0; i < block->n_names; i++) {
		add_named(file, block->names[i], named);
		selects |= is_selector(block->names[i]);
	}
	if (selects)
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
			host_glob(file->host, name, &paths);
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

	for (size_t i = 0; i < block->n_names && !named; i++) {
		struct device_list list = { NULL, 0 };
		const char *name = block->names[i];

		if (is_selector(name))
			continue;
		/* cheap tests first: a file may have thousands of blocks */
		named = !strcmp(name, path) ||
			(is_pattern(name) && !fnmatch(name, path, FNM_PATHNAME));
		if (named)
			break;
		add_named(file, name, &list);
		named = list_has(&list, path);
		free(list.path);
	}
	return block->n_names && block_takes(file, block, path, named, false);
}
