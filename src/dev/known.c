// SPDX-License-Identifier: GPL-2.0-or-later
/* Find what is known of a device before the first command, by sysfs and NVME_IOCTL_ID. */
#include "transport.h"
#include "nvme.h"

#include <errno.h>
#include <linux/major.h>

/*
 * True for a namespace's block node, or its character node /dev/ngXnY. Only nodes that may be a
 * namespace are asked by NVME_IOCTL_ID: block nodes of the extended major, and character nodes of
 * the class nvme-generic.
 */
static bool is_namespace(struct device *dev)
{
	unsigned major = rdev_major(dev->sys.rdev);
	uint32_t nsid;

	if (dev->kind == DEVICE_BLOCK && major == BLOCK_EXT_MAJOR)
		return nvme_ask_number(dev, &nsid) != -ENOTTY;
	return dev->sys.character && major != SCSI_GENERIC_MAJOR &&
	       sysfs_is_nvme_generic(&dev->sys) && !nvme_ask_number(dev, &nsid);
}

const struct route *device_route(struct device *dev)
{
	struct drive_known *known = &dev->known;
	uint16_t vendor, product, version;

	if (dev->route.n)
		return &dev->route;
	*known = (struct drive_known){ .kind = dev->kind };
	if (dev->sys.rdev && (dev->kind == DEVICE_BLOCK || dev->kind == DEVICE_OTHER)) {
		known->namespace = is_namespace(dev);
		if (!known->namespace) {
			known->sas = sysfs_is_sas(&dev->sys);
			known->usb = device_is_usb(dev);
		}
	}
	if (known->usb && sysfs_usb_id(&dev->sys, &vendor, &product)) {
		known->bridge = ata_bridge_path(vendor, product);
		known->makers = ata_bridge_path(vendor, ATA_OTHER_PRODUCT);
		/* sysfs is read for the version only if some version has a tunnel */
		if (ata_bridge_has_tunnel(vendor, product) &&
		    sysfs_usb_version(&dev->sys, &version))
			known->tunnel =
				ata_bridge_tunnel(vendor, product, version, &known->sata_too);
	}
	route_find(&dev->route, known, &dev->wish);
	return &dev->route;
}

bool device_on_bridge(struct device *dev)
{
	device_route(dev);
	return dev->known.usb && dev->kind == DEVICE_BLOCK && !dev->wish.path;
}

enum nvme_tunnel device_tunnel(struct device *dev)
{
	return route_tunnel(device_route(dev)->kinds[0]);
}

int device_nvme_namespace(struct device *dev, uint32_t *nsid)
{
	if (!device_tunnel(dev))
		return nvme_ask_number(dev, nsid);
	*nsid = NVME_TUNNEL_NAMESPACE;
	return dev->closed;
}
