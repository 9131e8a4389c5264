// SPDX-License-Identifier: GPL-2.0-or-later
/* Drives are told that sectors hold no data: by DATA SET MANAGEMENT, or by the kernel. */
#include "ata_disk.h"
#include "ata.h"
#include "block.h"
#include "build.h"
#include "drive.h"
#include "identify.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* --- ATA --- */

/* The smaller of the drive's and the kernel's limits. */
static size_t ranges_per_command(struct device *dev)
{
	size_t blocks = ata_id_known(dev->id.raw, ID_TRIM_BLOCKS);
	uint64_t kb;

	if (!blocks)
		blocks = 1;
	/* the attribute may hold any number: compare first, as doubling might overflow */
	if (!block_attr_u64(dev, "queue/max_sectors_kb", &kb) && kb && kb < blocks &&
	    2 * kb < blocks)
		blocks = (size_t)(2 * kb);
	return blocks * TRIM_ENTRIES_PER_BLOCK;
}

static int need_size(struct drive *drive, uint64_t sectors)
{
	if (sectors)
		return 0;
	drive_tell(drive, "the drive does not report how many sectors it has");
	return -ENODATA;
}

int ata_disk_plan_trim(struct drive *drive, struct disk_trim *trim)
{
	const uint8_t *id = drive->dev->id.raw;

	if (!ata_id_has_trim(id)) {
		drive_tell(drive, "the drive does not support TRIM");
		return -EOPNOTSUPP;
	}
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
	if (!data) {
		drive_tell(drive, "%zu ranges", n);
		return -ENOMEM;
	}
	for (size_t i = 0; i < n; i++)
		ata_trim_encode(ranges[i].lba, (uint16_t)ranges[i].count,
				data + i * TRIM_ENTRY_BYTES);
	cmd = ata_command_data(ATA_DATA_SET_MANAGEMENT, data, blocks * BLOCK_BYTES);
	err = drive_send(drive, &cmd);
	free(data);
	return err;
}

/* --- the kernel's --- */

static void tell_mode(struct drive *drive, const char *mode)
{
	drive_tell(drive,
		   "the kernel sends this disk no discards (provisioning_mode is %s); that does "
		   "not say whether the disk could do it",
		   mode);
}

/* Report why the kernel sends no discards, and what enables them. -EOPNOTSUPP, or -errno. */
static int no_discards(struct drive *drive)
{
	char mode[DISK_PROVISIONING_BYTES];
	int err = drive_provisioning(drive, mode);

	if (err && err != -ENOENT)
		return err;
	if (err && drive->ops->scsi_layer && !drive->ops->ata) {
		tell_mode(drive, "not known");
	} else if (err) {
		drive_tell(drive, "the drive does not support TRIM");
	} else {
		tell_mode(drive, mode);
		snprintf(
			drive->failure.advice, sizeof(drive->failure.advice),
			"\"hdparm --provisioning unmap %s\" asks the disk, and has the kernel send "
			"them",
			drive->dev->path);
	}
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
	drive_tell(drive, "opening it for writing");
	return trim->fd;
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
		if (err == -EIO) /* a part may be trimmed */
			drive->dev->attempt.unsettled = true;
		if (err)
			drive_tell(drive, "BLKDISCARD of %" PRIu64 ":%" PRIu64 " failed",
				   ranges[i].lba, ranges[i].count);
	}
	return err;
}
