// SPDX-License-Identifier: GPL-2.0-or-later
/* New firmware of an ATA drive: DOWNLOAD MICROCODE (ACS-4 7.7). */
#include "ata_disk.h"
#include "ata_drive.h"
#include "device.h"
#include "drive.h"

#include <errno.h>
#include <stdio.h>

enum { BLOCK_BYTES = 512, MOST_BLOCKS = 65535 };

static const enum ata_firmware_mode modes[] = {
	[DISK_FIRMWARE_SEGMENTS] = FIRMWARE_OFFSETS,
	[DISK_FIRMWARE_WHOLE] = FIRMWARE_WHOLE,
	[DISK_FIRMWARE_DEFERRED] = FIRMWARE_DEFERRED,
};

int ata_disk_firmware(struct drive *drive, struct disk_firmware *firmware)
{
	struct ata_firmware_limits limits;
	int err = device_identify(drive->dev);

	*firmware = (struct disk_firmware){ .multiple = BLOCK_BYTES,
					    .granule = BLOCK_BYTES,
					    .most = (size_t)MOST_BLOCKS * BLOCK_BYTES,
					    .most_image = (size_t)MOST_BLOCKS * BLOCK_BYTES };
	drive->failure.text[0] = '\0';
	if (err)
		return err;
	ata_id_trimmed_text(drive->dev->id.raw, ID_FIRMWARE, firmware->revision);
	ata_firmware_limits(drive->dev->id.raw, &limits);
	if (limits.supported)
		return 0;
	drive_tell(drive, "DOWNLOAD_MICROCODE");
	return -EOPNOTSUPP;
}

/*
 * Limits of the deferred mode are in the Supported Capabilities page, if the drive has it. If it
 * cannot be read for another reason, no firmware is sent.
 */
static int deferred_limits(struct drive *drive, struct ata_firmware_limits *limits)
{
	uint8_t page[BLOCK_BYTES];
	struct ata_firmware_modes told;
	int err = ata_disk_log_page(drive, LOG_IDENTIFY_DATA, LOG_PAGE_CAPABILITIES, page);
	const struct ata_result *res = &drive->failure.ata.res;

	if (err == -ENOENT || (err == -EIO && res->valid && (res->error & ER_ABRT)))
		return 0;
	if (err)
		return err;
	ata_firmware_modes(page, &told);
	if (told.valid && told.min_blocks)
		limits->min_blocks = told.min_blocks;
	if (told.valid && told.max_blocks)
		limits->max_blocks = told.max_blocks;
	return 0;
}

int ata_disk_firmware_plan(struct drive *drive, enum disk_firmware_way *way, bool largest,
			   struct disk_firmware *firmware)
{
	struct ata_firmware_limits limits;
	int err = 0;

	ata_firmware_limits(drive->dev->id.raw, &limits);
	if (*way == DISK_FIRMWARE_PREFERRED)
		*way = limits.offsets ? DISK_FIRMWARE_SEGMENTS : DISK_FIRMWARE_WHOLE;
	if (!limits.min_blocks)
		limits.min_blocks = 1;
	if (!limits.max_blocks)
		limits.max_blocks = limits.min_blocks;
	if (*way == DISK_FIRMWARE_WHOLE || (*way == DISK_FIRMWARE_DEFERRED && largest)) {
		limits.min_blocks = 1;
		limits.max_blocks = MOST_BLOCKS;
	}
	if (*way == DISK_FIRMWARE_DEFERRED)
		err = deferred_limits(drive, &limits);
	firmware->smallest = firmware->usual = (size_t)limits.min_blocks * BLOCK_BYTES;
	firmware->largest = (size_t)limits.max_blocks * BLOCK_BYTES;
	/* COUNT has no meaning without offsets, and many USB bridges fail on CK_COND */
	firmware->ask = limits.offsets && device_find_usb(drive->dev) == 0;
	snprintf(firmware->plan, sizeof(firmware->plan), "xfer_mode=%d min=%u max=%u", modes[*way],
		 limits.min_blocks, limits.max_blocks);
	return err;
}

/* Stop also if the drive has a complete image: another segment would start a new download. */
int ata_disk_send_firmware(struct drive *drive, struct disk_firmware *firmware,
			   enum disk_firmware_way way, const struct firmware_segment *segment)
{
	struct ata_cmd cmd = ata_download_microcode(modes[way], segment->data, segment->bytes,
						    (unsigned)(segment->offset / BLOCK_BYTES));
	int err;

	cmd.ask = firmware->ask;
	err = drive_send(drive, &cmd);
	if (err)
		return err;
	firmware->told = (int)ata_firmware_indication(&cmd);
	return firmware->told == FIRMWARE_APPLIED || firmware->told == FIRMWARE_WAITS;
}

int ata_disk_end_firmware(struct drive *drive, const struct disk_firmware *firmware,
			  enum disk_firmware_way way)
{
	if (firmware->told == FIRMWARE_EXPECTS_MORE) {
		drive_tell(drive, "drive expects more data than provided, but the transfer may "
				  "have worked regardless");
		return DISK_FIRMWARE_DOUBTFUL;
	}
	if (firmware->told != FIRMWARE_WAITS &&
	    (way != DISK_FIRMWARE_DEFERRED || firmware->told == FIRMWARE_APPLIED))
		return DISK_FIRMWARE_ACTIVE;
	drive_tell(drive, DISK_FIRMWARE_LATER);
	return DISK_FIRMWARE_STORED;
}

int ata_disk_activate_firmware(struct drive *drive, const struct disk_firmware *firmware)
{
	struct ata_cmd cmd = ata_download_microcode(FIRMWARE_ACTIVATE, NULL, 0, 0);

	(void)firmware;
	return drive_send(drive, &cmd);
}
