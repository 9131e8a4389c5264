// SPDX-License-Identifier: GPL-2.0-or-later
/* Opens and closes a device. */
#include "device.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/major.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static enum device_kind kind_of(const struct sys_disk *disk, mode_t mode)
{
	/* drivers/ide, gone since Linux 5.14 */
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

void device_close(struct device *dev)
{
	device_unclaim(dev);
	if (dev->claim.lock_fd >= 0)
		host_close(dev->host, dev->claim.lock_fd);
	dev->claim.lock_fd = -1;
	if (dev->fd >= 0)
		host_close(dev->host, dev->fd);
	dev->fd = -1;
}
