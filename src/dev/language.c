// SPDX-License-Identifier: GPL-2.0-or-later
/* Which language a disk speaks that takes no ATA commands. */
#include "disk.h"
#include "rdev.h"
#include "sysfs.h"

#include <errno.h>
#include <linux/major.h>
#include <stdio.h>
#include <string.h>

const struct disk_language language_block = { .bit = SPEAKS_BLOCK, .name = "the block layer" };

/*
 * A namespace's block node, or its character node /dev/ngXnY. NVME_IOCTL_ID is asked only of nodes
 * that may be one: block nodes of the extended major, and character nodes whose class says so.
 */
static bool is_nvme(struct device *dev)
{
	char path[64], name[BLOCK_NAME_BYTES];
	unsigned major = rdev_major(dev->rdev), minor = rdev_minor(dev->rdev);
	char real[PATH_MAX];
	uint32_t nsid;

	if (dev->kind == DEVICE_BLOCK && major == BLOCK_EXT_MAJOR)
		return device_nvme_namespace(dev, &nsid) != -ENOTTY;
	if (!dev->character || major == SCSI_GENERIC_MAJOR)
		return false;
	snprintf(path, sizeof(path), "/sys/dev/char/%u:%u/subsystem", major, minor);
	if (host_real_path(dev->host, path, real, sizeof(real)) < 0)
		return false;
	sysfs_last_name(real, name);
	return !strcmp(name, "nvme-generic") && !device_nvme_namespace(dev, &nsid);
}

const struct disk_language *device_language(struct device *dev)
{
	if (!dev->language_asked) {
		dev->language_asked = true;
		dev->language = is_nvme(dev) ? &language_nvme : NULL;
	}
	if (dev->language)
		return dev->language;
	/* what may not be opened cannot be asked whether it takes ATA commands */
	if (dev->takes_no_ata || (dev->closed && sysfs_is_sas(dev)))
		dev->language = &language_scsi;
	else if (dev->refused_by_kernel && !dev->speaks_ata)
		return &language_block;
	return dev->language;
}

int device_kernel_names(struct device *dev, struct disk_identity *id)
{
	const struct disk_language *language = device_language(dev);

	if (!language || !language->names)
		language = &language_scsi;
	return language->names(dev, id);
}

const char *device_language_name(struct device *dev)
{
	const struct disk_language *language = device_language(dev);

	return language->named ? language->named(dev) : language->name;
}
