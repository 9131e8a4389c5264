// SPDX-License-Identifier: GPL-2.0-or-later
/* What sysfs tells of a drive. */
#include "facts.h"
#include "ascii.h"
#include "sysfs.h"
#include "usb.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* How the links are found: by a part of the disk's folder below /sys/devices. The first one counts.
 */
static const struct link_def {
	enum drive_link link;
	const char *key, *part;
} links[] = {
	{ LINK_USB, "usb", "/usb" },	   { LINK_NVME, "nvme", "/nvme" },
	{ LINK_SATA, "sata", "/ata" },	   { LINK_SAS, "sas", "/end_device-" },
	{ LINK_IDE, "ide", "/ide" },	   { LINK_VIRTIO, "virtio", "/virtio" },
	{ LINK_MMC, "mmc", "/mmc_host/" },
};

enum { LINKS = sizeof(links) / sizeof(links[0]) };

const char *drive_link_key(enum drive_link link)
{
	for (size_t i = 0; i < LINKS; i++) {
		if (links[i].link == link)
			return links[i].key;
	}
	return NULL;
}

/* A host adapter for SAS also takes SATA disks: the kernel names their maker "ATA". */
static bool is_sata_on_sas(struct host *host, const char *folder)
{
	char vendor[16];

	return !sysfs_text(host, folder, "device/vendor", vendor, sizeof(vendor)) &&
	       !strncmp(vendor, "ATA ", 4);
}

static void find_link(struct host *host, const char *folder, struct drive_facts *facts)
{
	for (size_t i = 0; i < LINKS && facts->link == LINK_UNKNOWN; i++) {
		if (strstr(folder, links[i].part))
			facts->link = links[i].link;
	}
	if (facts->link == LINK_SAS && is_sata_on_sas(host, folder))
		facts->link = LINK_SATA;
}

static void find_bridge(struct host *host, struct drive_facts *facts)
{
	const struct device dev = { .host = host, .rdev = facts->disk.rdev };
	uint16_t vendor, product;

	if (facts->link == LINK_USB && device_usb_id(&dev, &vendor, &product))
		snprintf(facts->bridge, sizeof(facts->bridge), "%04x:%04x", vendor, product);
}

/* Blanks at both ends fill the field. */
static void find_model(struct host *host, const char *folder, struct drive_facts *facts)
{
	char text[128], *start = text;
	size_t n;

	if (sysfs_text(host, folder, "device/model", text, sizeof(text)))
		return;
	start += strspn(start, " ");
	for (n = strlen(start); n && start[n - 1] == ' '; n--)
		;
	snprintf(facts->model, sizeof(facts->model), "%.*s", (int)n, start);
	sysfs_hide_controls(facts->model);
}

int drive_facts(struct host *host, const char *path, struct drive_facts *facts)
{
	char folder[PATH_MAX];
	uint64_t number;
	struct stat st;
	int err = host_stat(host, path, &st);

	*facts = (struct drive_facts){ .link = LINK_UNKNOWN };
	if (!err && !S_ISBLK(st.st_mode) && !S_ISCHR(st.st_mode))
		err = -ENOTBLK;
	if (!err)
		err = block_whole(host, st.st_rdev, S_ISCHR(st.st_mode), &facts->disk);
	if (!err)
		err = sysfs_folder(host, facts->disk.rdev, folder);
	if (err)
		return err;
	find_model(host, folder, facts);
	if (!sysfs_u64(host, folder, "size", &number))
		facts->bytes = number * 512;
	facts->has_rotational = !sysfs_u64(host, folder, "queue/rotational", &number);
	facts->rotational = facts->has_rotational && number;
	find_link(host, folder, facts);
	find_bridge(host, facts);
	return 0;
}

/* Documentation/block/stat.rst: the first number counts reads, the fifth writes. */
enum { READS = 0, WRITES = 4, STAT_NUMBERS };

int drive_counts(struct host *host, const struct drive_facts *facts, struct drive_counts *counts)
{
	char folder[PATH_MAX], text[256];
	uint64_t number[STAT_NUMBERS];
	int err = sysfs_folder(host, facts->disk.rdev, folder);

	if (!err)
		err = sysfs_text(host, folder, "stat", text, sizeof(text));
	if (err)
		return err;
	if (numbers_read(text, number, STAT_NUMBERS) != STAT_NUMBERS)
		return -EINVAL;
	*counts = (struct drive_counts){ number[READS], number[WRITES] };
	return 0;
}
