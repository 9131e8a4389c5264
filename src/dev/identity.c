// SPDX-License-Identifier: GPL-2.0-or-later
/* Whether a name stands for the drive that it stood for before. The drive is not asked. */
#include "block.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

/*
 * diskseq alone tells two disks of one number apart; kernels before 5.15 lack it. The others are
 * who the drive is, wherever its kind has them: at the device itself or below it.
 */
static const char *const attributes[] = { "diskseq", "wwid", "device/wwid", "device/serial",
					  "device/model" };

/* A partition's folder has nothing of them; its disk's is one up. */
static void read_identity(struct host *host, uint64_t rdev, char text[BLOCK_IDENTITY_BYTES])
{
	static const char *const places[] = { "", "../" };
	size_t at = 0;

	text[0] = '\0';
	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++) {
		for (size_t p = 0; p < sizeof(places) / sizeof(places[0]); p++) {
			char path[128], value[BLOCK_IDENTITY_VALUE_BYTES];

			snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/%s%s", major(rdev),
				 minor(rdev), places[p], attributes[i]);
			if (host_read_file(host, path, value, sizeof(value)) <= 0)
				continue;
			at += (size_t)snprintf(text + at, BLOCK_IDENTITY_BYTES - at, "%s=%s\n",
					       attributes[i], value);
			break;
		}
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
