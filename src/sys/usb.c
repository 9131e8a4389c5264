// SPDX-License-Identifier: GPL-2.0-or-later
/* The USB bridge of a drive, by sysfs. */
#include "lookups.h"
#include "sysfs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sysfs_find_usb(struct sys_disk *disk)
{
	const char *folder = sys_disk_own_folder(disk);

	return folder ? strstr(folder, "/usb") != NULL : -ENOENT;
}

static bool read_hex(struct sys_disk *disk, const char *path, const char *name, uint16_t *number)
{
	char file[PATH_MAX + 16], text[16];

	snprintf(file, sizeof(file), "%s/%s", path, name);
	if (host_read_file(disk->host, file, text, sizeof(text)) <= 0)
		return false;
	*number = (uint16_t)strtoull(text, NULL, 16);
	return true;
}

/* The USB interface is a folder above the device's; one of the two drivers has it. */
bool sysfs_on_uas(struct sys_disk *disk)
{
	const char *folder = sys_disk_own_folder(disk);
	char path[PATH_MAX], link[PATH_MAX + 8], driver[PATH_MAX];

	snprintf(path, sizeof(path), "%s", folder ? folder : "");
	for (char *end = strrchr(path, '/'); end && end > path; end = strrchr(path, '/')) {
		const char *name;

		*end = '\0';
		snprintf(link, sizeof(link), "%s/driver", path);
		if (host_real_path(disk->host, link, driver, sizeof(driver)) <= 0)
			continue;
		name = strrchr(driver, '/');
		if (name && !strcmp(name, "/uas"))
			return true;
	}
	return false;
}

/* The USB device is the nearest folder above with these attributes. */
static bool usb_device_of(struct sys_disk *disk, char path[PATH_MAX], uint16_t *vendor,
			  uint16_t *product)
{
	if (sysfs_find_usb(disk) <= 0)
		return false;
	snprintf(path, PATH_MAX, "%s", disk->folder);
	for (char *end = strrchr(path, '/'); end && end > path; end = strrchr(path, '/')) {
		*end = '\0';
		if (read_hex(disk, path, "idVendor", vendor) &&
		    read_hex(disk, path, "idProduct", product))
			return true;
	}
	return false;
}

bool sysfs_usb_id(struct sys_disk *disk, uint16_t *vendor, uint16_t *product)
{
	char path[PATH_MAX];

	return usb_device_of(disk, path, vendor, product);
}

bool sysfs_usb_version(struct sys_disk *disk, uint16_t *version)
{
	uint16_t vendor, product;
	char path[PATH_MAX];

	return usb_device_of(disk, path, &vendor, &product) &&
	       read_hex(disk, path, "bcdDevice", version);
}
