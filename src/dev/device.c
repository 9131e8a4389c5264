// SPDX-License-Identifier: GPL-2.0-or-later
/* Open and close a device, and find the route of its commands. */
#include "device.h"
#include "nvme.h"
#include "transport.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/major.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static enum device_kind kind_of(const struct sys_disk *disk, mode_t mode)
{
	/* major numbers of drivers/ide, which Linux 5.14 removed */
	static const unsigned short legacy_ide[] = {
		IDE0_MAJOR, IDE1_MAJOR, IDE2_MAJOR, IDE3_MAJOR, IDE4_MAJOR,
		IDE5_MAJOR, IDE6_MAJOR, IDE7_MAJOR, IDE8_MAJOR, IDE9_MAJOR,
	};
	unsigned n = rdev_major(disk->rdev);

	if (S_ISREG(mode))
		return DEVICE_FILE;
	if (S_ISCHR(mode) && n == SCSI_GENERIC_MAJOR)
		return sysfs_may_be_optical(disk) ? DEVICE_OPTICAL : DEVICE_OTHER;
	if (!S_ISBLK(mode))
		return DEVICE_OTHER;
	if (n == SCSI_CDROM_MAJOR)
		return DEVICE_OPTICAL;
	for (size_t i = 0; i < sizeof(legacy_ide) / sizeof(legacy_ide[0]); i++) {
		if (legacy_ide[i] == n)
			return DEVICE_LEGACY_IDE;
	}
	return DEVICE_BLOCK;
}

bool path_is_link(struct host *host, const char *path)
{
	int fd = host_open(host, path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);

	if (fd >= 0)
		host_close(host, fd);
	return fd == -ELOOP;
}

bool path_is_stray(struct host *host, const char *path)
{
	struct stat st;

	return !strchr(path, '/') && host_stat(host, path, &st) == -ENOENT &&
	       !path_is_link(host, path);
}

bool path_of_name(struct host *host, const char *word, char path[NODE_PATH_BYTES])
{
	static const char *const folders[] = { "/dev", "/dev/disk/by-id", "/dev/disk/by-path",
					       "/dev/disk/by-uuid", "/dev/mapper" };
	struct stat st;

	if (!*word || strchr(word, '/'))
		return false;
	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		if (snprintf(path, NODE_PATH_BYTES, "%s/%s", folders[i], word) < NODE_PATH_BYTES &&
		    !host_stat(host, path, &st) && (S_ISBLK(st.st_mode) || S_ISCHR(st.st_mode)))
			return true;
	}
	return false;
}

int device_open(struct device *dev, struct host *host, const char *path, int flags)
{
	struct stat st;
	int err;

	*dev = (struct device){
		.host = host, .path = path, .claim = { .fd = -1, .lock_fd = -1 }, .sys.host = host
	};
	dev->fd = host_open(host, path, flags | O_NONBLOCK);
	if (dev->fd < 0)
		return dev->fd;
	err = host_fstat(host, dev->fd, &st);
	if (err < 0) {
		host_close(host, dev->fd);
		dev->fd = err;
		return err;
	}
	dev->sys.rdev = S_ISBLK(st.st_mode) || S_ISCHR(st.st_mode) ? st.st_rdev : 0;
	dev->sys.character = S_ISCHR(st.st_mode);
	dev->kind = kind_of(&dev->sys, st.st_mode);
	return 0;
}

bool device_leave_closed(struct device *dev, struct host *host, const char *path, int err)
{
	struct stat st;

	*dev = (struct device){
		.host = host, .path = path, .claim = { .fd = -1, .lock_fd = -1 }, .sys.host = host
	};
	dev->fd = -1;
	dev->closed = err;
	if (host_stat(host, path, &st) || !S_ISBLK(st.st_mode))
		return false;
	dev->sys.rdev = st.st_rdev;
	dev->kind = kind_of(&dev->sys, st.st_mode);
	return true;
}

bool device_release_signals(struct device *dev)
{
	bool held = dev->holding;

	dev->holding = false;
	return held && host_interrupt_release(dev->host);
}

void device_unclaim(struct device *dev)
{
	if (dev->claim.fd >= 0)
		host_close(dev->host, dev->claim.fd);
	dev->claim.fd = -1;
	while (dev->claim.others)
		host_close(dev->host, dev->claim.others_fd[--dev->claim.others]);
}

void device_unlock_kin(struct device *dev)
{
	while (dev->claim.kin)
		host_close(dev->host, dev->claim.kin_fd[--dev->claim.kin]);
	dev->claim.kin_lock = LOCK_NONE;
}

void device_close(struct device *dev)
{
	device_unclaim(dev);
	device_unlock_kin(dev);
	if (dev->claim.lock_fd >= 0)
		host_close(dev->host, dev->claim.lock_fd);
	dev->claim.lock_fd = -1;
	if (dev->fd >= 0)
		host_close(dev->host, dev->fd);
	dev->fd = -1;
}

/* --- facts before the first command: sysfs and NVME_IOCTL_ID --- */

static bool is_namespace(struct device *dev)
{
	unsigned major = rdev_major(dev->sys.rdev);
	uint32_t nsid;

	if (dev->kind == DEVICE_BLOCK && major == BLOCK_EXT_MAJOR)
		return nvme_ask_number(dev, &nsid) != -ENOTTY;
	return dev->sys.character && major != SCSI_GENERIC_MAJOR &&
	       sysfs_is_nvme_generic(&dev->sys) && !nvme_ask_number(dev, &nsid);
}

static void find_usb(struct device *dev, struct drive_known *known)
{
	uint16_t vendor, product, version;
	bool versioned;

	known->usb = sysfs_find_usb(&dev->sys);
	if (known->usb <= 0 || dev->kind == DEVICE_OPTICAL ||
	    !sysfs_usb_id(&dev->sys, &vendor, &product))
		return;
	versioned = sysfs_usb_version(&dev->sys, &version);
	version = versioned ? version : UINT16_MAX;
	known->bridge = ata_bridge_path(vendor, product, version);
	known->makers = ata_bridge_path(vendor, ATA_OTHER_PRODUCT, version);
	if (versioned)
		known->tunnel = ata_bridge_tunnel(vendor, product, version, &known->sata_too);
}

const char *device_wish(struct device *dev, unsigned transport, bool prefer_ata12)
{
	/* all devices of the old IDE driver: its CD drives look like disks */
	bool packets = dev->kind == DEVICE_OPTICAL || dev->kind == DEVICE_LEGACY_IDE;
	bool tunnel = transport > ATA_PATH_COUNT;
	struct drive_known known = { .usb = 0 };

	dev->wish = (struct route_wish){ .prefer_ata12 = prefer_ata12 };
	dev->route = (struct route){ .found = false };
	if (packets && (tunnel || ata_path_foreign_to_packets((enum ata_path)transport)))
		return "to a CD or DVD drive this form is another command, "
		       "which may blank its disc: use sat16, or leave the option out";
	if (!tunnel) {
		dev->wish.path = (enum ata_path)transport;
		return NULL;
	}
	find_usb(dev, &known);
	if (known.usb <= 0)
		return "this form is for NVMe drives behind USB bridges, "
		       "and the kernel shows no USB bridge here: leave the option out";
	if (known.bridge ||
	    (known.tunnel && (unsigned)ATA_PATH_COUNT + (unsigned)known.tunnel != transport))
		return "this USB bridge is known to take another form, "
		       "which is used without the option: leave it out";
	dev->wish.tunnel = (enum nvme_tunnel)(transport - ATA_PATH_COUNT);
	return NULL;
}

void device_find_route(struct device *dev)
{
	struct drive_known *known = &dev->known;

	if (dev->route.found)
		return;
	*known = (struct drive_known){ .kind = dev->kind };
	if (dev->sys.rdev && (dev->kind == DEVICE_BLOCK || dev->kind == DEVICE_OTHER)) {
		known->namespace = is_namespace(dev);
		known->sas = !known->namespace && sysfs_is_sas(&dev->sys);
		known->libata = !known->namespace && sysfs_on_libata(&dev->sys);
	}
	if (!known->namespace)
		find_usb(dev, known);
	/* a SATA drive may be behind an unknown bridge */
	if (dev->wish.tunnel && !known->tunnel) {
		known->tunnel = dev->wish.tunnel;
		known->sata_too = true;
	}
	route_find(&dev->route, known, &dev->wish);
}

bool device_on_bridge(const struct device *dev)
{
	return dev->known.usb > 0 && dev->kind == DEVICE_BLOCK && !dev->wish.path;
}

const char *device_form_advice(const struct device *dev)
{
	/* for a block device, route_find() takes the form of a bridge whose maker is known */
	bool tried = dev->wish.path || dev->wish.tunnel ||
		     (dev->kind == DEVICE_BLOCK && (dev->known.bridge || dev->known.makers));

	return tried ? NULL
		     : "if JMicron, Sunplus or Cypress made the bridge, "
		       "try --transport with that name";
}

const char *device_tunnel_advice(const struct device *dev)
{
	return dev->kind == DEVICE_OPTICAL || dev->wish.path || dev->known.bridge ||
			       dev->known.tunnel
		       ? NULL
		       : "if it is an NVMe drive, "
			 "try --transport with sntjmicron, sntrealtek or sntasmedia";
}

enum nvme_tunnel device_tunnel(const struct device *dev)
{
	return dev->route.language == LANGUAGE_NVME_USB ? dev->route.tunnel : NVME_TUNNEL_NONE;
}

int device_nvme_namespace(struct device *dev, uint32_t *nsid)
{
	if (!device_tunnel(dev))
		return nvme_ask_number(dev, nsid);
	*nsid = NVME_TUNNEL_NAMESPACE;
	return dev->closed;
}
