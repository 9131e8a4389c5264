// SPDX-License-Identifier: GPL-2.0-or-later
/* Trims and verifies sectors; finds and sets the command by which the kernel discards. */
#include "ata.h"
#include "ata_disk.h"
#include "block.h"
#include "build.h"
#include "device.h"
#include "drive.h"
#include "identify.h"
#include "nvme_disk.h"
#include "passthrough.h"
#include "scsi_disk.h"
#include "sysfs.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- ATA --- */

static size_t ranges_per_command(struct device *dev)
{
	size_t blocks = ata_id_known(dev->id.raw, ID_TRIM_BLOCKS);
	uint64_t kb;

	if (!blocks)
		blocks = 1;
	/* compare before doubling, which might overflow */
	if (!block_attr_u64(dev, "queue/max_sectors_kb", &kb) && kb && kb < blocks &&
	    2 * kb < blocks)
		blocks = (size_t)(2 * kb);
	return blocks * TRIM_ENTRIES_PER_BLOCK;
}

static int need_size(struct drive *drive, uint64_t sectors)
{
	if (sectors)
		return 0;
	return drive_tell(drive, -ENODATA, "the drive does not report how many sectors it has");
}

int ata_disk_plan_trim(struct drive *drive, struct disk_trim *trim)
{
	const uint8_t *id = drive->dev->id.raw;

	if (!ata_id_has_trim(id))
		return drive_tell(drive, -EOPNOTSUPP, "the drive does not support TRIM");
	*trim = (struct disk_trim){
		.sectors = ata_id_sectors(id),
		.most_sectors = TRIM_ENTRY_SECTORS,
		.most_ranges = ranges_per_command(drive->dev),
		.fd = -1,
	};
	return need_size(drive, trim->sectors);
}

int ata_disk_trim(struct drive *drive, const struct disk_trim *trim, const struct lba_range *ranges,
		  size_t n)
{
	enum { BLOCK_BYTES = TRIM_ENTRIES_PER_BLOCK * TRIM_ENTRY_BYTES };
	size_t blocks = (n + TRIM_ENTRIES_PER_BLOCK - 1) / TRIM_ENTRIES_PER_BLOCK;
	uint8_t *data = calloc(blocks, BLOCK_BYTES);
	struct ata_cmd cmd;
	int err;

	(void)trim;
	if (!data)
		return drive_tell(drive, -ENOMEM, "%zu ranges", n);
	for (size_t i = 0; i < n; i++)
		ata_trim_encode(ranges[i].lba, (uint16_t)ranges[i].count,
				data + i * TRIM_ENTRY_BYTES);
	cmd = ata_command_data(ATA_DATA_SET_MANAGEMENT, data, blocks * BLOCK_BYTES);
	err = drive_send(drive, &cmd);
	free(data);
	return err;
}

/* --- trim by the kernel --- */

static int tell_mode(struct drive *drive, const char *mode)
{
	return drive_tell(drive, -EOPNOTSUPP,
			  "the kernel sends this disk no discards (provisioning_mode is %s); "
			  "that does not say whether the disk could do it",
			  mode);
}

static int no_discards(struct drive *drive)
{
	char mode[DISK_PROVISIONING_BYTES];
	enum language language = drive->dev->route.language;
	int err = drive_provisioning(drive, mode);

	if (err && err != -ENOENT)
		return err;
	if (err && (language == LANGUAGE_SCSI || language == LANGUAGE_SCSI_USB ||
		    language == LANGUAGE_NVME_USB))
		return tell_mode(drive, "not known");
	if (err)
		return drive_tell(drive, -EOPNOTSUPP, "the drive does not support TRIM");
	tell_mode(drive, mode);
	snprintf(drive->failure.advice, sizeof(drive->failure.advice),
		 "\"hdparm --provisioning unmap %s\" asks the disk, and has the kernel send them",
		 drive->dev->path);
	return -EOPNOTSUPP;
}

int drive_kernel_plan_trim(struct drive *drive, struct disk_trim *trim)
{
	unsigned sector_bytes = block_sector_bytes(drive->dev);
	uint64_t bytes = 0;

	if (!block_discards(drive->dev))
		return no_discards(drive);
	if (block_bytes(drive->dev, &bytes))
		bytes = 0;
	*trim = (struct disk_trim){
		.sectors = bytes / sector_bytes,
		.most_sectors = UINT64_MAX,
		.most_ranges = 1,
		.by_kernel = true,
		.sector_bytes = sector_bytes,
		.fd = -1,
	};
	return need_size(drive, trim->sectors);
}

int drive_begin_trim(struct drive *drive, struct disk_trim *trim)
{
	if (!trim->by_kernel)
		return 0;
	trim->fd = block_open_direct(drive->dev, O_RDWR);
	if (trim->fd >= 0)
		return 0;
	return drive_tell(drive, trim->fd, "opening it for writing");
}

void drive_end_trim(struct drive *drive, struct disk_trim *trim)
{
	if (trim->fd >= 0)
		host_close(drive->dev->host, trim->fd);
	trim->fd = -1;
}

int drive_kernel_trim(struct drive *drive, const struct disk_trim *trim,
		      const struct lba_range *ranges, size_t n)
{
	uint64_t bytes = trim->sector_bytes;
	int err = 0;

	for (size_t i = 0; i < n && !err; i++) {
		err = block_discard(drive->dev, trim->fd, ranges[i].lba * bytes,
				    ranges[i].count * bytes);
		if (err == -EIO) /* some sectors may have been trimmed */
			drive->dev->attempt.unsettled = true;
		if (err)
			drive_tell(drive, err, "BLKDISCARD of %" PRIu64 ":%" PRIu64 " failed",
				   ranges[i].lba, ranges[i].count);
	}
	return err;
}

/* --- discards of drivers/scsi/sd.c, as provisioning_mode in sysfs says --- */

/* Compose the path of provisioning_mode in sysfs; the file may be missing. */
static int find_mode(struct drive *drive, char path[PATH_MAX])
{
	char folder[SYSFS_DISK_BYTES], device[SYSFS_DISK_BYTES + 8], real[PATH_MAX], name[64];
	int err = -ENOENT;

	if (sysfs_disk_folder(&drive->dev->sys, folder)) {
		snprintf(device, sizeof(device), "%s/device", folder);
		err = (int)host_real_path(drive->dev->host, device, real, sizeof(real));
	}
	if (err <= 0)
		return drive_tell(drive, -ENOENT,
				  "the kernel has no provisioning mode for this disk");
	snprintf(name, sizeof(name), "%s", strrchr(real, '/') + 1);
	snprintf(path, PATH_MAX, "%s/scsi_disk/%s/provisioning_mode", device, name);
	return 0;
}

static int read_mode(struct drive *drive, const char *path, char mode[DISK_PROVISIONING_BYTES])
{
	ssize_t got = host_read_file(drive->dev->host, path, mode, DISK_PROVISIONING_BYTES);

	if (got <= 0)
		return drive_tell(drive, got ? (int)got : -EIO,
				  got == -ENOENT
					  ? "the kernel has no provisioning mode for this disk"
					  : "reading provisioning_mode failed");
	mode[strcspn(mode, "\n")] = '\0';
	return 0;
}

int drive_provisioning(struct drive *drive, char mode[DISK_PROVISIONING_BYTES])
{
	char path[PATH_MAX];
	int err = find_mode(drive, path);

	return err ? err : read_mode(drive, path, mode);
}

/*
 * Read a VPD page from sysfs, else by INQUIRY. If page 00h does not list the page, *got is 0, and
 * the page is not asked for, since some USB disks fail at unlisted pages.
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

/* `what` follows "the disk", "the USB bridge" or the like. Return -EOPNOTSUPP. */
static int lacking(struct drive *drive, const char *what)
{
	struct device *dev = drive->dev;
	bool usb = device_is_usb(dev);
	bool ata = dev->route.language == LANGUAGE_ATA && !device_identify(dev, ATA_QUIET_ALL) &&
		   !ata_id_blank(dev->id.raw);

	if (ata && !ata_id_has_trim(dev->id.raw))
		return drive_tell(drive, -EOPNOTSUPP, "the drive has no TRIM, and the %s %s",
				  usb ? "USB bridge" : "adapter's or kernel's SCSI translation",
				  what);
	if (ata)
		return drive_tell(drive, -EOPNOTSUPP, "the %s %s, though the drive has TRIM",
				  usb ? "USB bridge" : "adapter's or kernel's SCSI translation",
				  what);
	if (usb)
		return drive_tell(
			drive, -EOPNOTSUPP,
			"the USB bridge %s; whether the drive in it has TRIM is not known", what);
	return drive_tell(drive, -EOPNOTSUPP, "the disk %s", what);
}

static bool claims(const struct scsi_provisioning *p, const char *mode)
{
	return !strcmp(mode, "unmap")	       ? p->unmap
	       : !strcmp(mode, "writesame_16") ? p->write_same_16
					       : p->write_same_10;
}

/*
 * *p: what the disk claims; for "unmap", of page B0h as well. -EOPNOTSUPP if the disk does not
 * claim the command, or if p->unmap_blocks is 0 for "unmap".
 */
static int need_command(struct drive *drive, const char *mode, struct scsi_provisioning *p)
{
	static const struct {
		const char *mode, *lacks;
	} commands[] = {
		{ "unmap", "does not claim UNMAP (VPD page B2h)" },
		{ "writesame_16", "does not claim WRITE SAME(16) with UNMAP (VPD page B2h)" },
		{ "writesame_10", "does not claim WRITE SAME(10) with UNMAP (VPD page B2h)" },
	};
	uint8_t data[SCSI_VPD_BYTES];
	size_t got, i = 0;
	int err;

	*p = (struct scsi_provisioning){ .told = false };
	while (i < sizeof(commands) / sizeof(commands[0]) && strcmp(mode, commands[i].mode) != 0)
		i++;
	if (i == sizeof(commands) / sizeof(commands[0]))
		return 0;
	err = ask_page(drive, SCSI_VPD_PROVISIONING, data, &got);
	if (err)
		return err;
	scsi_provisioning_decode(data, got, p);
	if (!claims(p, mode))
		return lacking(drive, commands[i].lacks);
	if (strcmp(mode, "unmap") != 0)
		return 0;
	err = ask_page(drive, SCSI_VPD_BLOCK_LIMITS, data, &got);
	if (err)
		return err;
	scsi_unmap_limit_decode(data, got, p);
	return p->unmap_blocks ? 0 : lacking(drive, "names no size for UNMAP (VPD page B0h)");
}

/*
 * Return the discard limit in bytes; 0: none. The kernel refuses a limit that is no multiple of the
 * granularity (block/blk-sysfs.c).
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

/* *now: the limit as read back, or else `bytes`. -EIO if *now is larger than `bytes`. */
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

bool drive_restore_provisioning(struct drive *drive, const struct disk_provisioning *p,
				char text[DISK_RESTORED_BYTES])
{
	char path[PATH_MAX], mode[DISK_PROVISIONING_BYTES];
	uint64_t now;
	int err = find_mode(drive, path);

	if (!err)
		host_write_file(drive->dev->host, path, p->before); /* judged by the next read */
	if (err || read_mode(drive, path, mode)) {
		snprintf(text, DISK_RESTORED_BYTES,
			 "whether provisioning_mode is %s again is not known", p->before);
		return false;
	}
	if (strcmp(mode, p->before) != 0) {
		snprintf(text, DISK_RESTORED_BYTES,
			 "provisioning_mode is %s: it could not be set to %s", mode, p->before);
		return false;
	}
	/* with the mode, the kernel sets its own limit, which it may refuse to have written */
	if (!p->before_bytes ||
	    (!sysfs_disk_u64(&drive->dev->sys, limit_name, &now) && now == p->before_bytes) ||
	    (!set_discard_limit(drive, p->before_bytes, &now) && now == p->before_bytes))
		return true;
	snprintf(text, DISK_RESTORED_BYTES,
		 "provisioning_mode is %s again, but %s could not be set to %" PRIu64, p->before,
		 limit_name, p->before_bytes);
	return false;
}

static int write_mode(struct drive *drive, const char *path, const char *mode,
		      struct disk_provisioning *p)
{
	const char *failed = "reading provisioning_mode failed";
	char text[DISK_RESTORED_BYTES];
	uint64_t now = p->most_bytes;
	int err = host_write_file(drive->dev->host, path, mode);

	if (err)
		return drive_tell(drive, err, "writing %s failed", path);
	if (!drive->dev->dry_run)
		err = read_mode(drive, path, p->now);
	if (!err && p->most_bytes && (drive->dev->dry_run || !strcmp(p->now, mode))) {
		err = set_discard_limit(drive, p->most_bytes, &now);
		failed = now > p->most_bytes ? "writing queue/discard_max_bytes had no effect"
					     : "writing queue/discard_max_bytes failed";
	}
	if (!err) {
		p->most_bytes = now;
		return 0;
	}
	/* without the limit, the kernel could send too large an UNMAP: restore the old mode */
	if (drive_restore_provisioning(drive, p, text))
		snprintf(text, sizeof(text), "the mode is still %s", p->before);
	return drive_tell(drive, err, "%s; %s", failed, text);
}

bool drive_lacks_provisioning(struct drive *drive, const char *mode)
{
	struct scsi_provisioning claimed;

	return need_command(drive, mode, &claimed) == -EOPNOTSUPP;
}

int drive_discard_limit(struct drive *drive, const char *mode, uint64_t *wanted, uint64_t *now)
{
	struct scsi_provisioning claimed;
	uint64_t most;
	int err = need_command(drive, mode, &claimed);

	if (err)
		return err;
	*wanted = claimed.unmap_blocks ? limit_of(drive, claimed.unmap_blocks) : 0;
	/* the kernel lowers what is written to this maximum (block/blk-sysfs.c) */
	if (!sysfs_disk_u64(&drive->dev->sys, "queue/discard_max_hw_bytes", &most) && most &&
	    *wanted > most)
		*wanted = most;
	return sysfs_disk_u64(&drive->dev->sys, limit_name, now);
}

int drive_set_provisioning(struct drive *drive, const char *mode, struct disk_provisioning *p)
{
	struct scsi_provisioning claimed;
	char path[PATH_MAX];
	int err;

	*p = (struct disk_provisioning){ .most_bytes = 0 };
	err = find_mode(drive, path);
	if (!err)
		err = read_mode(drive, path, p->before);
	if (err)
		return err == -ENOENT ? -EOPNOTSUPP : err;
	if (sysfs_disk_u64(&drive->dev->sys, limit_name, &p->before_bytes))
		p->before_bytes = 0;
	err = need_command(drive, mode, &claimed);
	if (err)
		return err;
	if (claimed.unmap_blocks)
		p->most_bytes = limit_of(drive, claimed.unmap_blocks);
	p->unit_sectors = claimed.unit_blocks;
	p->first_unit = claimed.first_unit;
	return write_mode(drive, path, mode, p);
}

/* --- sectors are read without sending their data --- */

enum {
	MOST_SECTORS = 65536, /* maximum of NVMe's Verify; used for VERIFY(16) as well */
	PER_SECOND = 512      /* assumed sectors per second while a disk retries */
};

int ata_disk_verify_plan(struct drive *drive, struct disk_verify *plan)
{
	const struct device *dev = drive->dev;
	int err = device_identify(drive->dev, ATA_QUIET_MISSING);

	if (err)
		return drive_tell(drive, err, "IDENTIFY DEVICE");
	if (dev->id.packet || ata_id_blank(dev->id.raw) || ata_id_incomplete(dev->id.raw) ||
	    !ata_id_sectors(dev->id.raw))
		return drive_tell(drive, -EOPNOTSUPP, "the IDENTIFY data name no sectors");
	*plan = (struct disk_verify){
		.most = ata_verify_most(dev->id.raw),
		.sectors = ata_id_sectors(dev->id.raw),
		.sector_bytes = ata_id_sector_bytes(dev->id.raw),
	};
	return 0;
}

int ata_disk_verify(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad)
{
	const struct ata_sector_run run = { lba, sectors };
	struct ata_cmd cmd = ata_sectors(drive->dev->id.raw, SECTORS_VERIFY, run, NULL);
	int err;

	cmd.want = WANT_STATUS | WANT_LBA;
	cmd.timeout_s += sectors / PER_SECOND;
	cmd.quiet = ATA_QUIET_WARNINGS;
	err = drive_send(drive, &cmd);
	if (!err || !ata_medium_failed(&cmd.res))
		return err;
	*bad = ata_failed_sector(&cmd.res, run);
	device_forget_failure(drive->dev);
	return 1;
}

/*
 * SAS disks only: volumes of RAID hosts, iSCSI targets (LIO: sbc_emulate_noop()) and guests' disks
 * may report success without reading; some USB disks fail at unusual commands.
 */
int scsi_disk_verify_plan(struct drive *drive, struct disk_verify *plan)
{
	*plan = (struct disk_verify){ .most = MOST_SECTORS, .may_take_less = true };
	if (sysfs_is_sas(&drive->dev->sys))
		return 0;
	return drive_tell(drive, -EOPNOTSUPP, "VERIFY is sent to SAS disks only");
}

int scsi_disk_verify(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad)
{
	struct scsi_cmd cmd = scsi_verify(lba, sectors);
	struct scsi_sense sense;
	int err;

	cmd.timeout_s += sectors / PER_SECOND;
	err = scsi_disk_ask(drive, &cmd);
	sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);
	if (!err || !scsi_medium_failed(&sense))
		return err;
	if (sense.has_information)
		*bad = sense.information;
	return 1;
}

int nvme_disk_verify_plan(struct drive *drive, struct disk_verify *plan)
{
	struct nvme_controller ctrl;
	uint32_t nsid;
	int err = nvme_disk_namespace(drive, &nsid);

	if (!err)
		err = nvme_disk_ask_controller(drive, &ctrl);
	*plan = (struct disk_verify){ .most = MOST_SECTORS, .may_take_less = true };
	if (err || ctrl.verify)
		return err;
	return drive_tell(drive, -EOPNOTSUPP, "the drive lacks Verify");
}

int nvme_disk_verify(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad)
{
	struct nvme_cmd cmd;
	uint32_t nsid;
	int err = nvme_disk_namespace(drive, &nsid);

	(void)bad; /* NVMe's status does not name the bad sector */
	if (err)
		return err;
	cmd = nvme_verify(nsid, lba, sectors);
	cmd.timeout_s += sectors / PER_SECOND;
	err = nvme_disk_ask(drive, &cmd);
	return err && cmd.res.answered && nvme_medium_failed(cmd.res.status) ? 1 : err;
}

/* --- why reads fail --- */

static int ask_sanitize(struct drive *drive)
{
	struct disk_sanitize status = { .state = DISK_SANITIZE_IDLE };
	int err;

	/* some USB bridges hang at this query */
	if (device_may_be_usb(drive->dev) || !ata_id_claims(drive->dev->id.raw, ID_HAS_SANITIZE))
		return 0;
	err = ata_disk_sanitize_status(drive, false, &status);
	if (err && drive_failed_ata(drive) && ata_sanitize_failed(&drive->failure.ata.res)) {
		status.state = DISK_SANITIZE_FAILED;
		err = 0;
	}
	return err ? err : drive_refused_by_sanitize(drive, status.state);
}

int ata_disk_read_refusal(struct drive *drive)
{
	struct device *dev = drive->dev;
	int err = device_identify(dev, ATA_QUIET_MISSING);

	if (!err && !ata_id_field(dev->id.raw, ID_SECURITY_LOCKED)) {
		err = ask_sanitize(drive);
		if (err)
			return err;
		/* ask again: a drive whose power failed since is locked now */
		device_forget(dev);
		err = device_identify(dev, ATA_QUIET_MISSING);
	}
	if (err)
		return drive_tell(drive, err, "IDENTIFY DEVICE failed");
	if (!ata_id_field(dev->id.raw, ID_SECURITY_LOCKED))
		return device_may_be_usb(dev) ? scsi_disk_read_refusal(drive) : 0;
	drive_tell(drive, -EIO, "the drive is locked by a password and refuses reads");
	snprintf(drive->failure.advice, sizeof(drive->failure.advice),
		 "--security-unlock opens it");
	return -EIO;
}

/* The kernel reads by this command, too: no bridge hangs at it. */
int scsi_disk_read_refusal(struct drive *drive)
{
	enum { MOST = 4096 };
	unsigned bytes = block_sector_bytes(drive->dev);
	uint8_t data[MOST];
	struct scsi_cmd cmd = scsi_read_first(data, bytes);
	int err = bytes <= MOST ? scsi_disk_ask(drive, &cmd) : 0;

	return drive->failure.answered || device_hung(drive->dev) ? err : 0;
}

int nvme_disk_read_refusal(struct drive *drive)
{
	struct disk_sanitize status;
	int err = nvme_disk_sanitize_status(drive, false, &status);

	if (err == -EOPNOTSUPP)
		return 0;
	return err ? err : drive_refused_by_sanitize(drive, status.state);
}
