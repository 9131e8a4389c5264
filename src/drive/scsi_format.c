// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A SCSI disk's format: FORMAT UNIT, and the size of its sectors. MODE SELECT with another size,
 * even if the disk refuses it, may leave the disk without a valid format, until FORMAT UNIT has
 * completed; so does a power cut while that runs.
 */
#include "scsi_disk.h"
#include "disk_use.h"
#include "sysfs.h"

#include <errno.h>
#include <limits.h>

static int refuse_usb(struct drive *drive)
{
	drive_tell(drive, "a disk on USB is not formatted, since bridges cut long commands off");
	return -EOPNOTSUPP;
}

static int ask_capacity(struct drive *drive, struct scsi_capacity *capacity)
{
	uint8_t data[SCSI_CAPACITY_BYTES];
	struct scsi_cmd cmd = scsi_read_capacity(data, sizeof(data));
	int err = scsi_disk_ask(drive, &cmd);

	if (!err && !scsi_capacity_decode(data, cmd.got, capacity)) {
		drive_tell(drive, "READ CAPACITY(16) failed: the answer is not whole");
		err = -ENODATA;
	}
	return err;
}

int scsi_disk_sector_size(struct drive *drive, struct sector_size *size)
{
	enum { PROTECTION_BYTES = 8 }; /* SBC-4 4.21.3 */
	struct scsi_capacity capacity = { .sector_bytes = 0 };
	int err = ask_capacity(drive, &capacity);

	*size = (struct sector_size){ capacity.sector_bytes,
				      capacity.protection.type ? PROTECTION_BYTES : 0 };
	return err;
}

/* False: these sense data say nothing of a format. */
static bool tells_format(const struct scsi_sense *sense, struct disk_sanitize *status)
{
	switch (scsi_format_state(sense)) {
	case SCSI_FORMAT_RUNNING:
		status->state = DISK_SANITIZE_RUNNING;
		status->progress = sense->has_progress ? sense->progress : 0;
		return true;
	case SCSI_FORMAT_CORRUPT:
		status->state = DISK_UNFORMATTED;
		return true;
	case SCSI_FORMAT_UNTOLD:
		break;
	}
	return false;
}

int scsi_disk_format_status(struct drive *drive, struct disk_sanitize *status)
{
	int err = scsi_disk_ask_state(drive, tells_format, status);

	status->done = !err;
	return err > 0 ? 0 : err;
}

/* A disk without a valid format may not tell its capacity: then there is nothing to keep. */
static int ask_protection(struct drive *drive, struct scsi_protection *protection)
{
	struct scsi_capacity capacity = { .sectors = 0 };
	int err = ask_capacity(drive, &capacity);
	struct failure failure = drive->failure;
	struct disk_sanitize status;

	*protection = capacity.protection;
	if (!err || !failure.answered)
		return err;
	if (!scsi_disk_format_status(drive, &status) && status.state == DISK_UNFORMATTED)
		return 0;
	drive->failure = failure;
	return err;
}

int scsi_disk_format(struct drive *drive, bool keeps_protection)
{
	struct scsi_protection protection = { .type = 0 };
	uint8_t list[SCSI_FORMAT_LIST_BYTES];
	struct scsi_cmd cmd;
	int err;

	if (device_may_be_usb(drive->dev))
		return refuse_usb(drive);
	err = keeps_protection ? ask_protection(drive, &protection) : 0;
	if (err)
		return err;
	cmd = scsi_format_unit(list, scsi_format_list(list, &protection), &protection);
	return scsi_disk_ask(drive, &cmd);
}

/*
 * Whether the kernel shows sectors of that size. It does not where a format has ended that nobody
 * followed. Others than these it cannot use (drivers/scsi/sd.c), and shows a disk without sectors.
 */
static bool kernel_knows(struct drive *drive, unsigned bytes)
{
	bool usable = bytes == 512 || bytes == 1024 || bytes == 2048 || bytes == 4096;
	uint64_t size, shown;

	return !usable || sysfs_disk_u64(&drive->dev->sys, "size", &size) ||
	       sysfs_disk_u64(&drive->dev->sys, "queue/logical_block_size", &shown) ||
	       (size && shown == bytes);
}

/* The disk has the size. */
static int already(struct drive *drive, unsigned bytes, uint32_t *choice)
{
	if (!kernel_knows(drive, bytes)) {
		*choice = DISK_FORMATS_ALREADY;
		return 0;
	}
	drive_tell(drive, "its sectors have %u bytes already, so nothing was sent", bytes);
	return -EINVAL;
}

int scsi_disk_choose_sector_bytes(struct drive *drive, unsigned bytes, uint32_t *choice)
{
	struct scsi_capacity capacity = { .sector_bytes = 0 };
	struct disk_sanitize status;
	int err;

	if (device_may_be_usb(drive->dev))
		return refuse_usb(drive);
	err = scsi_disk_format_status(drive, &status);
	if (err)
		return err;
	*choice = DISK_FORMATS_ALREADY;
	if (status.state == DISK_SANITIZE_RUNNING)
		return 0;
	err = ask_capacity(drive, &capacity);
	*choice = capacity.sector_bytes;
	if (status.state == DISK_UNFORMATTED)
		return 0;
	if (!err && capacity.sector_bytes == bytes && !capacity.protection.type)
		return already(drive, bytes, choice);
	return err;
}

/* A disk that cannot save the size keeps it until the format that follows. */
static int send_blocks(struct drive *drive, uint8_t *list, size_t bytes)
{
	struct scsi_cmd cmd = scsi_mode_select(list, bytes, true);
	int err = scsi_disk_ask(drive, &cmd);
	struct scsi_sense sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);

	if (!err || !scsi_form_refused(&sense))
		return err;
	cmd = scsi_mode_select(list, bytes, false);
	return scsi_disk_ask(drive, &cmd);
}

static int select_size(struct drive *drive, unsigned bytes)
{
	uint8_t data[SCSI_MODE_BYTES], list[SCSI_BLOCKS_LIST_BYTES];
	struct scsi_cmd cmd = scsi_mode_sense_blocks(data, sizeof(data));
	int err = scsi_disk_ask(drive, &cmd);
	size_t length;

	if (err)
		return err;
	length = scsi_blocks_encode(data, cmd.got, bytes, list);
	if (length)
		return send_blocks(drive, list, length);
	drive_tell(drive, "the disk does not show its block descriptor, so nothing was sent");
	return -EOPNOTSUPP;
}

/* Events that the disk has to tell are told to TEST UNIT READY, not to FORMAT UNIT. */
int scsi_disk_set_sector_bytes(struct drive *drive, unsigned bytes, uint32_t choice)
{
	struct scsi_cmd cmd = scsi_test_unit_ready();
	int err;

	if (choice == DISK_FORMATS_ALREADY)
		return 0;
	err = select_size(drive, bytes);
	if (err)
		return err;
	err = scsi_disk_ask(drive, &cmd);
	if (err && !cmd.sense_bytes)
		return err;
	return scsi_disk_format(drive, false);
}

static int rescan_path(struct sys_disk *disk)
{
	char path[PATH_MAX];

	if (!sysfs_disk_find(disk, "device/rescan", path, sizeof(path)))
		return -ENOENT;
	return host_write_file(disk->host, path, "1\n");
}

/* The other paths to the disk are disks of their own to the kernel. */
int scsi_disk_rescan(struct drive *drive)
{
	struct sys_disk *disk = &drive->dev->sys;
	struct disk_paths paths = { .n = 0 };
	struct block_disk whole;
	int err = rescan_path(disk);

	if (!err && !sys_disk_whole(disk, &whole))
		err = disk_paths_find(disk->host, &whole, &paths);
	for (size_t i = 1; !err && i < paths.n; i++) {
		struct sys_disk other = { .host = disk->host, .rdev = paths.path[i].rdev };

		err = rescan_path(&other);
	}
	return err;
}
