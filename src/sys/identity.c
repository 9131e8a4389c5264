// SPDX-License-Identifier: GPL-2.0-or-later
/* Whether a name still leads to the same drive as before; the drive is not asked. */
#include "facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/*
 * If a disk's media cannot change, the kernel's sequence number is enough: no two disks have had
 * the same since the machine started. Kernels before 5.15 have none.
 */
static const char sequence_name[] = "diskseq";

/* These identify a drive without a sequence number; their place depends on its kind. */
static const char *const attributes[] = { "wwid", "device/wwid", "device/serial", "device/model" };

/* A partition's folder does not have them; its disk's folder is one level up. */
static bool read_block_attribute(struct host *host, uint64_t rdev, const char *name,
				 char value[BLOCK_IDENTITY_VALUE_BYTES])
{
	static const char *const places[] = { "", "../" };

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		char path[128];

		snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/%s%s", rdev_major(rdev),
			 rdev_minor(rdev), places[i], name);
		if (host_read_file(host, path, value, BLOCK_IDENTITY_VALUE_BYTES) > 0)
			return true;
	}
	return false;
}

/* diskseq changes with every medium, also at the open that detects a new one. */
static bool takes_media(struct host *host, uint64_t rdev)
{
	char value[BLOCK_IDENTITY_VALUE_BYTES];

	return read_block_attribute(host, rdev, "removable", value) && value[0] == '1';
}

/* Adds "NAME=VALUE" to the text. False: there is no such attribute. */
static bool add_attribute(struct host *host, uint64_t rdev, const char *name,
			  char text[BLOCK_IDENTITY_BYTES])
{
	char value[BLOCK_IDENTITY_VALUE_BYTES];
	size_t at = strlen(text);

	if (!read_block_attribute(host, rdev, name, value))
		return false;
	snprintf(text + at, BLOCK_IDENTITY_BYTES - at, "%s=%s\n", name, value);
	return true;
}

static void read_identity(struct host *host, uint64_t rdev, char text[BLOCK_IDENTITY_BYTES])
{
	text[0] = '\0';
	if (!takes_media(host, rdev) && add_attribute(host, rdev, sequence_name, text))
		return;
	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++)
		add_attribute(host, rdev, attributes[i], text);
}

void block_identity(struct host *host, const char *path, struct block_identity *identity)
{
	struct stat st;

	*identity = (struct block_identity){ .rdev = 0 };
	if (host_stat(host, path, &st) || !(S_ISBLK(st.st_mode) || S_ISCHR(st.st_mode)))
		return;
	identity->rdev = st.st_rdev;
	identity->character = S_ISCHR(st.st_mode);
	if (!identity->character)
		read_identity(host, identity->rdev, identity->text);
}

bool block_is_still(const struct sys_disk *disk, const struct block_identity *identity)
{
	char text[BLOCK_IDENTITY_BYTES] = "";

	if (!identity->rdev)
		return true;
	if (disk->rdev != identity->rdev || disk->character != identity->character)
		return false;
	if (disk->character)
		return true;
	if (!strncmp(identity->text, sequence_name, strlen(sequence_name)))
		add_attribute(disk->host, disk->rdev, sequence_name, text);
	else
		read_identity(disk->host, disk->rdev, text);
	return !strcmp(text, identity->text);
}

uint64_t sys_disk_sequence(const struct sys_disk *disk)
{
	char number[BLOCK_IDENTITY_VALUE_BYTES];

	return read_block_attribute(disk->host, disk->rdev, sequence_name, number)
		       ? strtoull(number, NULL, 10)
		       : 0;
}

void sys_disk_names(const struct sys_disk *disk, char *names, size_t size)
{
	char text[BLOCK_IDENTITY_BYTES] = "";

	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++)
		add_attribute(disk->host, disk->rdev, attributes[i], text);
	snprintf(names, size, "%s", text);
}
