// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which command the kernel's SCSI disk driver uses to discard (drivers/scsi/sd.c). If READ
 * CAPACITY(16) does not claim provisioning, as with most USB bridges, the driver discards nothing
 * and reads no limits, whatever the disk claims elsewhere.
 */
#include "device.h"
#include "identify.h"
#include "passthrough.h"
#include "scsi_disk.h"
#include "sysfs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Find the disk's provisioning_mode; its folder has the name of the SCSI device, as 0:0:0:0. */
static int find_mode(struct drive *drive, char path[PATH_MAX])
{
	char folder[SYSFS_DISK_BYTES], device[SYSFS_DISK_BYTES + 8], real[PATH_MAX], name[64];
	int err = -ENOENT;

	if (sysfs_disk_folder(&drive->dev->sys, folder)) {
		snprintf(device, sizeof(device), "%s/device", folder);
		err = (int)host_real_path(drive->dev->host, device, real, sizeof(real));
	}
	if (err <= 0) {
		drive_tell(drive, "the kernel has no provisioning mode for this disk");
		return -ENOENT;
	}
	snprintf(name, sizeof(name), "%s", strrchr(real, '/') + 1);
	snprintf(path, PATH_MAX, "%s/scsi_disk/%s/provisioning_mode", device, name);
	return 0;
}

static int read_mode(struct drive *drive, const char *path, char mode[DISK_PROVISIONING_BYTES])
{
	ssize_t got = host_read_file(drive->dev->host, path, mode, DISK_PROVISIONING_BYTES);

	if (got <= 0) {
		drive_tell(drive, got == -ENOENT
					  ? "the kernel has no provisioning mode for this disk"
					  : "reading provisioning_mode failed");
		return got ? (int)got : -EIO;
	}
	mode[strcspn(mode, "\n")] = '\0';
	return 0;
}

int drive_provisioning(struct drive *drive, char mode[DISK_PROVISIONING_BYTES])
{
	char path[PATH_MAX];
	int err = find_mode(drive, path);

	return err ? err : read_mode(drive, path, mode);
}

/* --- what the disk claims --- */

/*
 * Read a page from the kernel's copy, or by a command if the list of pages has it: some USB disks
 * fail at a page that they do not list. *got is 0 if the disk lacks the page. 0 or -errno.
 */
static int ask_page(struct drive *drive, enum scsi_vpd page, uint8_t data[SCSI_VPD_BYTES],
		    size_t *got)
{
	char folder[SYSFS_DISK_BYTES] = "";
	struct scsi_cmd cmd = scsi_inquiry_page(SCSI_VPD_SUPPORTED_PAGES, data, SCSI_VPD_BYTES);
	int err;

	*got = sysfs_disk_folder(&drive->dev->sys, folder)
		       ? scsi_disk_kept_page(drive, folder, page, data)
		       : 0;
	if (*got)
		return 0;
	err = scsi_disk_ask(drive, &cmd);
	if (err || !scsi_page_listed(data, cmd.got, page))
		return err;
	cmd = scsi_inquiry_page(page, data, SCSI_VPD_BYTES);
	err = scsi_disk_ask(drive, &cmd);
	*got = err ? 0 : cmd.got;
	return err;
}

/* "the USB bridge does not claim UNMAP (VPD page B2h), though the drive has TRIM" */
static int lacking(struct drive *drive, const char *what)
{
	struct device *dev = drive->dev;
	bool usb = device_is_usb(dev);
	bool ata = route_language(device_route(dev)) != LANGUAGE_SCSI &&
		   !device_identify_as(dev, ATA_QUIET_ALL) && !ata_id_blank(dev->id.raw);

	if (ata && !ata_id_has_trim(dev->id.raw))
		drive_tell(drive, "the drive has no TRIM, and the %s %s",
			   usb ? "USB bridge" : "adapter's or kernel's SCSI translation", what);
	else if (ata)
		drive_tell(drive, "the %s %s, though the drive has TRIM",
			   usb ? "USB bridge" : "adapter's or kernel's SCSI translation", what);
	else if (usb)
		drive_tell(drive,
			   "the USB bridge %s; whether the drive in it has TRIM is not known",
			   what);
	else
		drive_tell(drive, "the disk %s", what);
	return -EOPNOTSUPP;
}

/* A mode that discards: the bit that claims its command. */
static bool claims(const struct scsi_provisioning *p, const char *mode)
{
	return !strcmp(mode, "unmap")	       ? p->unmap
	       : !strcmp(mode, "writesame_16") ? p->write_same_16
					       : p->write_same_10;
}

/* *blocks: the most that one UNMAP takes; 0 where nothing is to be limited. */
static int need_command(struct drive *drive, const char *mode, uint32_t *blocks)
{
	static const struct {
		const char *mode, *lacks;
	} commands[] = {
		{ "unmap", "does not claim UNMAP (VPD page B2h)" },
		{ "writesame_16", "does not claim WRITE SAME(16) with UNMAP (VPD page B2h)" },
		{ "writesame_10", "does not claim WRITE SAME(10) with UNMAP (VPD page B2h)" },
	};
	uint8_t data[SCSI_VPD_BYTES];
	struct scsi_provisioning p;
	size_t got, i = 0;
	int err;

	*blocks = 0;
	while (i < sizeof(commands) / sizeof(commands[0]) && strcmp(mode, commands[i].mode) != 0)
		i++;
	if (i == sizeof(commands) / sizeof(commands[0]))
		return 0;
	err = ask_page(drive, SCSI_VPD_PROVISIONING, data, &got);
	if (err)
		return err;
	scsi_provisioning_decode(data, got, &p);
	if (!claims(&p, mode))
		return lacking(drive, commands[i].lacks);
	if (strcmp(mode, "unmap") != 0)
		return 0;
	err = ask_page(drive, SCSI_VPD_BLOCK_LIMITS, data, &got);
	if (err)
		return err;
	scsi_unmap_limit_decode(data, got, &p);
	*blocks = p.unmap_blocks;
	return *blocks ? 0 : lacking(drive, "names no size for UNMAP (VPD page B0h)");
}

/* --- the kernel's limit --- */

/*
 * Return the kernel's maximum in bytes; 0 for no maximum. The kernel takes only multiples of the
 * granularity (block/blk-sysfs.c), and lowers a larger value.
 */
static uint64_t limit_of(struct drive *drive, uint32_t blocks)
{
	uint64_t sector = 512, granularity = 0, bytes;
	uint16_t vendor, product;
	uint32_t most = 0;

	sysfs_disk_u64(&drive->dev->sys, "queue/logical_block_size", &sector);
	sysfs_disk_u64(&drive->dev->sys, "queue/discard_granularity", &granularity);
	if (sysfs_usb_id(&drive->dev->sys, &vendor, &product))
		most = ata_bridge_most_unmap(vendor, product);
	if (blocks == SCSI_UNMAP_UNLIMITED && !most)
		return 0;
	bytes = blocks == SCSI_UNMAP_UNLIMITED ? most : blocks * sector;
	if (most && bytes > most)
		bytes = most;
	if (granularity && bytes >= granularity)
		bytes -= bytes % granularity;
	return bytes;
}

static const char limit_name[] = "queue/discard_max_bytes";

/*
 * Set the kernel's maximum. *now: the kernel's value afterwards, which may be smaller. -EIO if it
 * is larger.
 */
static int set_discard_limit(struct drive *drive, uint64_t bytes, uint64_t *now)
{
	char folder[SYSFS_DISK_BYTES], path[SYSFS_DISK_BYTES + 32], text[24];
	int err;

	*now = bytes;
	if (!sysfs_disk_folder(&drive->dev->sys, folder))
		return -ENOENT;
	snprintf(text, sizeof(text), "%" PRIu64, bytes);
	snprintf(path, sizeof(path), "%s/%s", folder, limit_name);
	err = host_write_file(drive->dev->host, path, text);
	if (!err && !drive->dev->dry_run)
		err = sysfs_disk_u64(&drive->dev->sys, limit_name, now);
	return err ? err : *now > bytes ? -EIO : 0;
}

/* --- the mode --- */

bool drive_restore_provisioning(struct drive *drive, const struct disk_provisioning *p)
{
	char path[PATH_MAX], mode[DISK_PROVISIONING_BYTES];
	uint64_t now;

	return !find_mode(drive, path) && !host_write_file(drive->dev->host, path, p->before) &&
	       (!p->before_bytes || !set_discard_limit(drive, p->before_bytes, &now)) &&
	       !read_mode(drive, path, mode) && !strcmp(mode, p->before);
}

static int write_mode(struct drive *drive, const char *path, const char *mode,
		      struct disk_provisioning *p)
{
	int err = host_write_file(drive->dev->host, path, mode);

	if (err) {
		drive_tell(drive, "writing %s failed", path);
		return err;
	}
	if (!drive->dev->dry_run)
		err = read_mode(drive, path, p->now);
	if (err)
		return err;
	/* the limit is that of the mode */
	if (p->most_bytes && (drive->dev->dry_run || !strcmp(p->now, mode)))
		err = set_discard_limit(drive, p->most_bytes, &p->most_bytes);
	if (!err)
		return 0;
	/* without the limit the kernel sends more than the disk takes */
	drive_tell(drive, "writing %s %s; the mode is %s%s", limit_name,
		   err == -EIO ? "had no effect" : "failed",
		   drive_restore_provisioning(drive, p) ? "still " : "changed, and was ",
		   p->before);
	return err;
}

bool drive_lacks_provisioning(struct drive *drive, const char *mode)
{
	uint32_t blocks;

	return need_command(drive, mode, &blocks) == -EOPNOTSUPP;
}

int drive_set_provisioning(struct drive *drive, const char *mode, struct disk_provisioning *p)
{
	char path[PATH_MAX];
	uint32_t blocks;
	int err;

	*p = (struct disk_provisioning){ .most_bytes = 0 };
	err = find_mode(drive, path);
	if (!err)
		err = read_mode(drive, path, p->before);
	if (err)
		return err == -ENOENT ? -EOPNOTSUPP : err;
	/* 0 where nothing is discarded; the kernel raises it with each mode that is written */
	if (sysfs_disk_u64(&drive->dev->sys, limit_name, &p->before_bytes))
		p->before_bytes = 0;
	err = need_command(drive, mode, &blocks);
	if (err)
		return err;
	p->most_bytes = blocks ? limit_of(drive, blocks) : 0;
	return write_mode(drive, path, mode, p);
}
