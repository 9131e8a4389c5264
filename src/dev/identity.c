// SPDX-License-Identifier: GPL-2.0-or-later
/* Whether a name stands for the drive that it stood for before. The drive is not asked. */
#include "block.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

/*
 * diskseq, which stands first, alone tells two disks of one number apart; kernels before 5.15 lack
 * it. The others are who the drive is, wherever its kind has them: at the device or below it.
 */
static const char *const attributes[] = { "diskseq", "wwid", "device/wwid", "device/serial",
					  "device/model" };

/* A partition's folder has nothing of them; its disk's is one up. */
static bool read_attribute(struct host *host, uint64_t rdev, const char *name,
			   char value[BLOCK_IDENTITY_VALUE_BYTES])
{
	static const char *const places[] = { "", "../" };

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		char path[128];

		snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/%s%s", major(rdev), minor(rdev),
			 places[i], name);
		if (host_read_file(host, path, value, BLOCK_IDENTITY_VALUE_BYTES) > 0)
			return true;
	}
	return false;
}

/* The kernel counts diskseq up with every medium, at the open that finds it, too. */
static bool takes_media(struct host *host, uint64_t rdev)
{
	char value[BLOCK_IDENTITY_VALUE_BYTES];

	return read_attribute(host, rdev, "removable", value) && value[0] == '1';
}

static void read_identity(struct host *host, uint64_t rdev, char text[BLOCK_IDENTITY_BYTES])
{
	size_t at = 0;

	text[0] = '\0';
	for (size_t i = takes_media(host, rdev) ? 1 : 0;
	     i < sizeof(attributes) / sizeof(attributes[0]); i++) {
		char value[BLOCK_IDENTITY_VALUE_BYTES];

		if (read_attribute(host, rdev, attributes[i], value))
			at += (size_t)snprintf(text + at, BLOCK_IDENTITY_BYTES - at, "%s=%s\n",
					       attributes[i], value);
	}
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

bool block_is_still(const struct device *dev, const struct block_identity *identity)
{
	char text[BLOCK_IDENTITY_BYTES];

	if (!identity->rdev)
		return true;
	if (dev->rdev != identity->rdev || dev->character != identity->character)
		return false;
	if (dev->character)
		return true;
	read_identity(dev->host, dev->rdev, text);
	return !strcmp(text, identity->text);
}
