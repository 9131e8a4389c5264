// SPDX-License-Identifier: GPL-2.0-or-later
/* The USB bridge of a drive, by sysfs. */
#include "usb.h"
#include "rdev.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 1024 };

/* The device's own folder below /sys/devices, without links. */
static bool device_folder(const struct device *dev, char path[PATH_BYTES])
{
	char link[64];

	if (!dev->rdev)
		return false;
	snprintf(link, sizeof(link), "/sys/dev/%s/%u:%u", dev->character ? "char" : "block",
		 rdev_major(dev->rdev), rdev_minor(dev->rdev));
	return host_real_path(dev->host, link, path, PATH_BYTES) > 0;
}

bool device_is_usb(const struct device *dev)
{
	char path[PATH_BYTES];

	return device_folder(dev, path) && strstr(path, "/usb");
}

static bool read_hex(const struct device *dev, const char *path, const char *name, uint16_t *number)
{
	char file[PATH_BYTES + 16], text[16];

	snprintf(file, sizeof(file), "%s/%s", path, name);
	if (host_read_file(dev->host, file, text, sizeof(text)) <= 0)
		return false;
	*number = (uint16_t)strtoull(text, NULL, 16);
	return true;
}

/* The USB interface is a folder above the device's, with one of the two drivers. */
bool device_on_uas(const struct device *dev)
{
	char path[PATH_BYTES], link[PATH_BYTES + 8], driver[PATH_BYTES];

	if (!device_folder(dev, path))
		return false;
	for (char *end = strrchr(path, '/'); end && end > path; end = strrchr(path, '/')) {
		const char *name;

		*end = '\0';
		snprintf(link, sizeof(link), "%s/driver", path);
		if (host_real_path(dev->host, link, driver, sizeof(driver)) <= 0)
			continue;
		name = strrchr(driver, '/');
		if (name && !strcmp(name, "/uas"))
			return true;
	}
	return false;
}

bool device_usb_id(const struct device *dev, uint16_t *vendor, uint16_t *product)
{
	char path[PATH_BYTES];

	if (!device_folder(dev, path) || !strstr(path, "/usb"))
		return false;
	/* the USB device is the nearest folder above with these attributes */
	for (char *end = strrchr(path, '/'); end && end > path; end = strrchr(path, '/')) {
		*end = '\0';
		if (read_hex(dev, path, "idVendor", vendor) &&
		    read_hex(dev, path, "idProduct", product))
			return true;
	}
	return false;
}
