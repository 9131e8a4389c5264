// SPDX-License-Identifier: GPL-2.0-or-later
/* Opens a device, and keeps its IDENTIFY data. */
#include "disk.h"
#include "ata_drive.h"
#include "idfields.h"
#include "rdev.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/major.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Majors of drivers/ide, gone since Linux 5.14. */
static bool legacy_ide_major(unsigned n)
{
	static const unsigned short majors[] = {
		IDE0_MAJOR, IDE1_MAJOR, IDE2_MAJOR, IDE3_MAJOR, IDE4_MAJOR,
		IDE5_MAJOR, IDE6_MAJOR, IDE7_MAJOR, IDE8_MAJOR, IDE9_MAJOR,
	};

	for (size_t i = 0; i < sizeof(majors) / sizeof(majors[0]); i++) {
		if (majors[i] == n)
			return true;
	}
	return false;
}

/*
 * A generic node /dev/sgN of a CD or DVD drive: peripheral device type 05h (SPC-5 table 150). A
 * node without a type may be one, too.
 */
static bool generic_optical(struct host *host, unsigned major, unsigned minor)
{
	char path[64], type[16];

	snprintf(path, sizeof(path), "/sys/dev/char/%u:%u/device/type", major, minor);
	return host_read_file(host, path, type, sizeof(type)) <= 0 || !strcmp(type, "5");
}

static enum device_kind kind_of(struct host *host, const struct stat *st)
{
	unsigned n = rdev_major(st->st_rdev);

	if (S_ISREG(st->st_mode))
		return DEVICE_FILE;
	if (S_ISCHR(st->st_mode) && n == SCSI_GENERIC_MAJOR)
		return generic_optical(host, n, rdev_minor(st->st_rdev)) ? DEVICE_OPTICAL
									 : DEVICE_OTHER;
	if (!S_ISBLK(st->st_mode))
		return DEVICE_OTHER;
	if (n == SCSI_CDROM_MAJOR)
		return DEVICE_OPTICAL;
	return legacy_ide_major(n) ? DEVICE_LEGACY_IDE : DEVICE_BLOCK;
}

int device_open(struct device *dev, struct host *host, const char *path, int flags)
{
	struct stat st;
	int err;

	*dev = (struct device){ .host = host, .path = path, .claim_fd = -1, .lock_fd = -1 };
	dev->fd = host_open(host, path, flags | O_NONBLOCK);
	if (dev->fd < 0)
		return dev->fd;
	err = host_fstat(host, dev->fd, &st);
	if (err < 0) {
		host_close(host, dev->fd);
		return err;
	}
	dev->rdev = S_ISBLK(st.st_mode) || S_ISCHR(st.st_mode) ? st.st_rdev : 0;
	dev->character = S_ISCHR(st.st_mode);
	dev->kind = kind_of(host, &st);
	return 0;
}

bool device_leave_closed(struct device *dev, struct host *host, const char *path, int err)
{
	struct stat st;

	*dev = (struct device){ .host = host, .path = path, .claim_fd = -1, .lock_fd = -1 };
	dev->fd = -1;
	dev->closed = err;
	if (host_stat(host, path, &st) || !S_ISBLK(st.st_mode))
		return false;
	dev->rdev = st.st_rdev;
	dev->kind = kind_of(host, &st);
	return true;
}

bool device_release_signals(struct device *dev)
{
	bool held = dev->holding;

	dev->holding = false;
	return held && host_interrupt_release(dev->host);
}

void device_close(struct device *dev)
{
	if (dev->claim_fd >= 0)
		host_close(dev->host, dev->claim_fd);
	dev->claim_fd = -1;
	while (dev->others)
		host_close(dev->host, dev->others_fd[--dev->others]);
	if (dev->lock_fd >= 0)
		host_close(dev->host, dev->lock_fd);
	dev->lock_fd = -1;
	if (dev->fd >= 0)
		host_close(dev->host, dev->fd);
	dev->fd = -1;
}

void device_forget(struct device *dev)
{
	dev->id.asked = false;
}

/* A bridge that drops the command leaves the zeroed buffer unchanged. */
static bool all_zero(const uint8_t *data, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++) {
		if (data[i])
			return false;
	}
	return true;
}

static int ask_identity(struct device *dev, enum ata_id id, enum ata_quiet quiet)
{
	struct ata_cmd cmd = ata_command_data(id, dev->id.raw, ID_BYTES);
	int err;

	cmd.quiet = quiet;
	memset(dev->id.raw, 0, ID_BYTES);
	err = device_ata(dev, &cmd);
	if (!err && all_zero(dev->id.raw, ID_BYTES))
		err = -ENODATA;
	return err;
}

int device_identify_as(struct device *dev, enum ata_quiet quiet)
{
	int err;

	if (dev->id.asked)
		return dev->id.result;
	dev->id.asked = true;
	dev->id.packet = false;
	err = ask_identity(dev, ATA_IDENTIFY_DEVICE, quiet);
	/* a packet device aborts IDENTIFY DEVICE (ACS-3 7.12.5); other errors are the path's */
	if (err == -EIO || err == -ENODATA) {
		if (quiet < ATA_QUIET_MISSING)
			quiet = ATA_QUIET_MISSING;
		if (!ask_identity(dev, ATA_IDENTIFY_PACKET_DEVICE, quiet)) {
			dev->id.packet = true;
			err = 0;
		}
	}
	dev->id.result = err;
	return err;
}

int device_identify(struct device *dev)
{
	return device_identify_as(dev, ATA_QUIET_MISSING);
}

bool device_identify_kept(struct device *dev)
{
	/* scsi_debug serves such a page and is no ATA drive; a partition's disk is one level up */
	static const char *const folders[] = { "device", "../device" };
	char path[128], vendor[16], page[VPD_ATA_BYTES + 1];
	ssize_t bytes;

	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/%s/vendor",
			 rdev_major(dev->rdev), rdev_minor(dev->rdev), folders[i]);
		if (host_read_file(dev->host, path, vendor, sizeof(vendor)) <= 0)
			continue;
		memcpy(strrchr(path, '/'), "/vpd_pg89", sizeof("/vpd_pg89"));
		bytes = host_read_file(dev->host, path, page, sizeof(page));
		return !strncmp(vendor, "ATA", 3) && ata_id_from_vpd(page, bytes, dev->id.raw);
	}
	return false;
}

int device_log_page(struct device *dev, uint8_t address, uint16_t page, uint8_t data[ID_BYTES],
		    struct ata_cmd *cmd)
{
	*cmd = ata_read_log(address, page, data);
	return device_ata(dev, cmd);
}

void device_attempt(struct device *dev, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(dev->attempt, sizeof(dev->attempt), fmt, args);
	va_end(args);
}
