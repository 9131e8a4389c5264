// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Kind and identity of a drive by sysfs and udev's links. No command is sent to the drive: it may
 * be asleep.
 */
#include "identify.h"
#include "file.h"
#include "options.h"
#include "text.h"

#include <fnmatch.h>
#include <stdio.h>
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
	/* a device with a node is not hidden; drivers/scsi/sr.c is only for optical drives */
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

static bool names_nvme(struct host *host, const char *device)
{
	(void)host;
	return !strncmp(device, "/dev/nvme", 9);
}

/* Conditions: is_disk() is asked before. */
static const struct selector {
	const char *word;
	bool (*holds)(struct host *, const char *device);
} selectors[] = {
	{ "all", is_any }, { "rotational", is_rotational }, { "ssd", is_ssd }, { "usb", is_usb },
	{ "ata", is_ata }, { "nvme", names_nvme },
};

enum { SELECTOR_COUNT = sizeof(selectors) / sizeof(selectors[0]) };

bool selector_names(const char *word)
{
	return word_begins(word, "id:", 3) || word_begins(word, "wwn:", 4);
}

bool is_selector(const char *word)
{
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

/* Remove blanks at both ends; other blanks become '_', as in the names of /dev/disk/by-id. */
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

static bool name_by_vpd(struct host *host, const char *device, char name[DRIVE_NAME_BYTES])
{
	char page[VPD_ATA_BYTES + 1], model[ID_STRING_BYTES], serial[ID_STRING_BYTES];
	uint8_t identify[512];

	if (!ata_id_from_vpd(page, read_sysfs(host, device, "/device/vpd_pg89", page, sizeof(page)),
			     identify))
		return false;
	ata_id_text(identify, ID_MODEL, model);
	tidy(model);
	ata_id_text(identify, ID_SERIAL, serial);
	tidy(serial);
	snprintf(name, DRIVE_NAME_BYTES, "%s_%s", model, serial);
	return true;
}

static bool name_by_attributes(struct host *host, const char *device, char name[DRIVE_NAME_BYTES])
{
	char model[ATTRIBUTE_BYTES], serial[ATTRIBUTE_BYTES];

	if (read_sysfs(host, device, "/device/model", model, sizeof(model)) <= 0 ||
	    read_sysfs(host, device, "/device/serial", serial, sizeof(serial)) <= 0)
		return false;
	tidy(model);
	tidy(serial);
	snprintf(name, DRIVE_NAME_BYTES, "%s_%s", model, serial);
	return true;
}

bool drive_name(struct host *host, const char *device, char name[DRIVE_NAME_BYTES])
{
	return name_by_vpd(host, device, name) || name_by_attributes(host, device, name);
}

/* True if a link of by-id such as ata-MODEL_SERIAL matches, with or without its bus. */
static bool link_matches(struct host *host, const char *link, const char *pattern,
			 const char *device)
{
	const char *name = strrchr(link, '/') + 1, *dash = strchr(name, '-');
	char real[DEVICE_PATH_BYTES];

	if (fnmatch(pattern, name, 0) && (!dash || fnmatch(pattern, dash + 1, 0)))
		return false;
	return host_real_path(host, link, real, sizeof(real)) > 0 && !strcmp(real, device);
}

static bool id_holds(struct conf_file *file, const char *pattern, const char *device)
{
	struct host *host = file->host;
	struct host_paths links = { NULL, 0 };
	char name[DRIVE_NAME_BYTES];
	bool found = false;

	if (drive_name(host, device, name) && !fnmatch(pattern, name, 0))
		return true;
	file_glob(file, "/dev/disk/by-id/*", &links);
	for (size_t i = 0; i < links.n && !found; i++)
		found = link_matches(host, links.path[i], pattern, device);
	host_paths_free(&links);
	return found;
}

static bool wwn_holds(struct host *host, const char *pattern, const char *device)
{
	char name[SYSFS_WWN_BYTES];

	return sysfs_wwn(host, device, name) &&
	       !fnmatch(sysfs_bare_wwn(pattern), name, FNM_CASEFOLD);
}

bool selector_holds(struct conf_file *file, const char *selector, const char *path, bool listed)
{
	if (strncmp(path, "/dev/", 5) != 0)
		return false;
	if (word_begins(selector, "id:", 3))
		return id_holds(file, selector + 3, path);
	if (word_begins(selector, "wwn:", 4))
		return wwn_holds(file->host, selector + 4, path);
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

	if (machine_on_battery(file->host, &battery) == -ENOMEM)
		file->store->failed = true;
	return battery;
}
