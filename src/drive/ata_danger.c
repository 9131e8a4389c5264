// SPDX-License-Identifier: GPL-2.0-or-later
/* Verbs of ATA drives for firmware, sector size, bad sectors and erase, with their queries. */
#include "ata.h"
#include "ata_disk.h"
#include "ata_drive.h"
#include "device.h"
#include "drive.h"
#include "identify.h"
#include "scsi.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --- firmware: DOWNLOAD MICROCODE (ACS-4 7.7) --- */

/* COUNT has the whole length of data of up to SHORT_BYTES. */
enum { BLOCK_BYTES = 512, MOST_BLOCKS = 65535, SHORT_BYTES = 255 * BLOCK_BYTES };

static const enum ata_firmware_mode modes[] = {
	[DISK_FIRMWARE_SEGMENTS] = FIRMWARE_OFFSETS,
	[DISK_FIRMWARE_WHOLE] = FIRMWARE_WHOLE,
	[DISK_FIRMWARE_DEFERRED] = FIRMWARE_DEFERRED,
};

int ata_disk_firmware(struct drive *drive, struct disk_firmware *firmware)
{
	struct ata_firmware_limits limits;
	int err = device_identify(drive->dev, ATA_QUIET_MISSING);

	*firmware = (struct disk_firmware){ .multiple = BLOCK_BYTES,
					    .granule = BLOCK_BYTES,
					    .most = (size_t)MOST_BLOCKS * BLOCK_BYTES,
					    .most_image = (size_t)MOST_BLOCKS * BLOCK_BYTES };
	if (err)
		return drive_tell(drive, err, "IDENTIFY DEVICE failed");
	ata_id_trimmed_text(drive->dev->id.raw, ID_FIRMWARE, firmware->revision);
	ata_firmware_limits(drive->dev->id.raw, &limits);
	if (limits.supported)
		return 0;
	return drive_tell(drive, -EOPNOTSUPP, "DOWNLOAD_MICROCODE");
}

/* Read limits from the Supported Capabilities page. Without the page, return 0; *limits stays. */
static int deferred_limits(struct drive *drive, struct ata_firmware_limits *limits,
			   struct disk_firmware *firmware)
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
	if (told.valid && told.lacks_deferred)
		firmware->doubt = "the drive does not list mode Eh (log 30h, page 3)";
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
		err = deferred_limits(drive, &limits, firmware);
	firmware->smallest = firmware->usual = (size_t)limits.min_blocks * BLOCK_BYTES;
	firmware->largest = (size_t)limits.max_blocks * BLOCK_BYTES;
	/* only drives that take segments report progress in COUNT; bridges may fail at CK_COND */
	firmware->ask = limits.offsets && device_find_usb(drive->dev) == 0;
	snprintf(firmware->plan, sizeof(firmware->plan), "xfer_mode=%d min=%u max=%u", modes[*way],
		 limits.min_blocks, limits.max_blocks);
	return err;
}

int ata_disk_send_firmware(struct drive *drive, struct disk_firmware *firmware,
			   enum disk_firmware_way way, const struct firmware_segment *segment)
{
	struct ata_cmd cmd = ata_download_microcode(modes[way], segment->data, segment->bytes,
						    (unsigned)(segment->offset / BLOCK_BYTES));
	int err;

	cmd.ask = firmware->ask;
	err = drive_send(drive, &cmd);
	/* some SAT layers know no transport length; a second try could send a part of the data */
	if (err && segment->bytes > SHORT_BYTES &&
	    sense_code(cmd.res.sense, cmd.res.sense_bytes).key == KEY_ILLEGAL_REQUEST)
		snprintf(drive->failure.advice, sizeof(drive->failure.advice),
			 "the path may not carry more than 255 blocks in one command: "
			 "try --fwdownload-mode3");
	if (err)
		return err;
	firmware->told = (int)ata_firmware_indication(&cmd);
	return firmware->told == FIRMWARE_APPLIED || firmware->told == FIRMWARE_WAITS;
}

int ata_disk_end_firmware(struct drive *drive, const struct disk_firmware *firmware,
			  enum disk_firmware_way way)
{
	if (firmware->told == FIRMWARE_EXPECTS_MORE)
		return drive_tell(drive, DISK_FIRMWARE_DOUBTFUL,
				  "drive expects more data than provided, "
				  "but the transfer may have worked regardless");
	if (firmware->told != FIRMWARE_WAITS &&
	    (way != DISK_FIRMWARE_DEFERRED || firmware->told == FIRMWARE_APPLIED))
		return DISK_FIRMWARE_ACTIVE;
	return drive_tell(drive, DISK_FIRMWARE_STORED, DISK_FIRMWARE_LATER);
}

int ata_disk_activate_firmware(struct drive *drive, const struct disk_firmware *firmware)
{
	struct ata_cmd cmd = ata_download_microcode(FIRMWARE_ACTIVATE, NULL, 0, 0);

	(void)firmware;
	return drive_send(drive, &cmd);
}

/* --- sector size, from the Sector Configuration log --- */

static int read_configurations(struct drive *drive, struct ata_sector_configuration *list)
{
	uint8_t page[ID_BYTES];
	int err = ata_disk_log_page(drive, LOG_SECTOR_CONFIGURATION, 0, page);

	if (!err)
		ata_sector_configurations(drive->dev->id.raw, page, list);
	if (err != -ENOENT)
		return err;
	if (device_has_logs(drive->dev))
		return drive_tell(drive, -EOPNOTSUPP, "the drive offers no other sector sizes");
	return drive_tell(drive, -EOPNOTSUPP,
			  ata_id_has(drive->dev->id.raw, ID_HAS_GENERAL_PURPOSE_LOGGING)
				  ? "the list of sector sizes is not read: the drive would lock up"
				  : "the drive has no logs, so no list of sector sizes");
}

static int not_offered(struct drive *drive, const struct ata_sector_configuration *list)
{
	char offered[SECTOR_CONFIGURATIONS * 12] = "";

	for (unsigned i = 0; i < SECTOR_CONFIGURATIONS; i++) {
		size_t n = strlen(offered);

		if (list[i].valid)
			snprintf(offered + n, sizeof(offered) - n, " %" PRIu64, list[i].bytes);
	}
	return drive_tell(drive, -EINVAL, "the drive offers sectors of%s bytes only", offered);
}

/* *choice combines the check word and the index of the sector configuration with this size. */
int ata_disk_choose_sector_bytes(struct drive *drive, unsigned bytes, uint32_t *choice)
{
	struct ata_sector_configuration list[SECTOR_CONFIGURATIONS];
	unsigned index = 0;
	int err = read_configurations(drive, list);

	if (err)
		return err;
	while (index < SECTOR_CONFIGURATIONS && !(list[index].valid && list[index].bytes == bytes))
		index++;
	if (index == SECTOR_CONFIGURATIONS)
		return not_offered(drive, list);
	*choice = (uint32_t)list[index].check * SECTOR_CONFIGURATIONS + index;
	return 0;
}

int ata_disk_set_sector_bytes(struct drive *drive, unsigned bytes, uint32_t choice)
{
	struct ata_cmd cmd = ata_command(ATA_SET_SECTOR_CONFIGURATION_EXT);

	(void)bytes;
	cmd.feature = (uint16_t)(choice / SECTOR_CONFIGURATIONS);
	cmd.count = choice % SECTOR_CONFIGURATIONS;
	return drive_send(drive, &cmd);
}

enum {
	UNCORRECTABLE_PSEUDO = 0x55,
	UNCORRECTABLE_FLAGGED = 0xaa,
	FILL = 0xa5,
	LONG_BYTES = 520 /* 512 bytes of data, then ECC bytes */
};

/*
 * Choose WRITE LONG if the drive does not claim WRITE UNCORRECTABLE EXT; but not for a flagged
 * error, which WRITE LONG cannot make.
 */
int ata_disk_plan_bad(struct drive *drive, struct bad_sector *bad)
{
	const uint8_t *id = drive->dev->id.raw;
	bool claimed = ata_id_has(id, ID_HAS_WRITE_UNCORRECTABLE_EXT);

	bad->unclaimed = !claimed && bad->flagged;
	bad->by_long = !claimed && !bad->flagged;
	/* WRITE LONG needs a 28-bit address, and LONG_BYTES is for sectors of 512 bytes */
	if (bad->by_long && (!ata_sector_is_28bit(bad->lba) || ata_id_sector_bytes(id) != 512))
		return drive_tell(drive, -EOPNOTSUPP, "the drive lacks WRITE UNCORRECTABLE EXT");
	snprintf(bad->way, sizeof(bad->way), " (%s)",
		 bad->by_long	? "WRITE_LONG"
		 : bad->flagged ? "WRITE_UNC_EXT as flagged"
				: "WRITE_UNC_EXT as pseudo");
	return 0;
}

/* Make the sector bad by wrong ECC bytes. */
static int write_long(struct drive *drive, uint64_t lba)
{
	uint8_t data[LONG_BYTES];
	struct ata_cmd cmd = ata_command_data(ATA_WRITE_LONG, data, sizeof(data));

	memset(data, FILL, sizeof(data));
	cmd.count = 1;
	cmd.lba = lba;
	return drive_send(drive, &cmd);
}

int ata_disk_make_bad(struct drive *drive, const struct bad_sector *bad)
{
	struct ata_cmd cmd = ata_command(ATA_WRITE_UNCORRECTABLE_EXT);

	if (bad->by_long)
		return write_long(drive, bad->lba);
	cmd.feature = bad->flagged ? UNCORRECTABLE_FLAGGED : UNCORRECTABLE_PSEUDO;
	cmd.count = 1;
	cmd.lba = bad->lba;
	return drive_send(drive, &cmd);
}

const char *const ata_erase_commands[DISK_ERASES] = {
	[DISK_CRYPTO_ERASE] = "SANITIZE CRYPTO SCRAMBLE EXT",
	[DISK_BLOCK_ERASE] = "SANITIZE BLOCK ERASE EXT",
	[DISK_OVERWRITE] = "SANITIZE OVERWRITE EXT",
	[DISK_SECURITY_ENHANCED] = "SECURITY ERASE UNIT, enhanced",
	[DISK_SECURITY_ERASE] = "SECURITY ERASE UNIT",
};

int ata_disk_erase_ways(struct drive *drive, uint32_t *ways)
{
	const uint8_t *id = drive->dev->id.raw;
	struct ata_sanitize_support sanitize;
	struct ata_security security;

	ata_sanitize_support(id, &sanitize);
	ata_security_decode(id, &security);
	*ways = (uint32_t)sanitize.crypto_scramble << DISK_CRYPTO_ERASE |
		(uint32_t)sanitize.block_erase << DISK_BLOCK_ERASE |
		(uint32_t)sanitize.overwrite << DISK_OVERWRITE |
		(uint32_t)(security.supported && security.enhanced_erase)
			<< DISK_SECURITY_ENHANCED |
		(uint32_t)security.supported << DISK_SECURITY_ERASE;
	return 0;
}

int ata_disk_erase(struct drive *drive, enum disk_erase erase, uint32_t pattern, unsigned passes)
{
	static const enum ata_id operations[] = {
		[DISK_BLOCK_ERASE] = ATA_SANITIZE_BLOCK_ERASE_EXT,
		[DISK_OVERWRITE] = ATA_SANITIZE_OVERWRITE_EXT,
		[DISK_CRYPTO_ERASE] = ATA_SANITIZE_CRYPTO_SCRAMBLE_EXT,
	};
	struct ata_cmd cmd = ata_sanitize_command(operations[erase], pattern, passes);

	return drive_send(drive, &cmd);
}

/*
 * Ask a SAS host adapter for the sanitize state by REQUEST SENSE. False after a hang, or if
 * IDENTIFY DEVICE fails, which should work in all sanitize states (ACS-3 4.16).
 */
static bool ask_adapter(struct drive *drive, struct disk_sanitize *status)
{
	uint8_t data[SCSI_SENSE_BYTES];
	struct scsi_cmd cmd = scsi_request_sense(data, sizeof(data));
	struct scsi_sense sense;

	device_forget(drive->dev);
	if (device_identify(drive->dev, ATA_QUIET_MISSING))
		return false;
	*status = (struct disk_sanitize){ .state = DISK_SANITIZE_UNKNOWN, .no_registers = true };
	if (device_scsi(drive->dev, &cmd))
		return !device_hung(drive->dev);
	sense = scsi_sense_decode(data, cmd.got);
	if (scsi_sanitize_state(&sense) == SCSI_SANITIZE_RUNNING) {
		status->state = DISK_SANITIZE_RUNNING;
		status->progress = sense.has_progress ? sense.progress : 0;
	} else if (scsi_sanitize_state(&sense) == SCSI_SANITIZE_FAILED) {
		status->state = DISK_SANITIZE_FAILED;
	}
	return true;
}

/* Without COUNT 15:8, the state is unknown: zeros there would show an erasing drive as idle. */
int ata_disk_sanitize_status(struct drive *drive, bool accepted, struct disk_sanitize *status)
{
	static const enum disk_sanitize_state states[] = {
		[SANITIZE_IDLE] = DISK_SANITIZE_IDLE,
		[SANITIZE_FROZEN] = DISK_SANITIZE_FROZEN,
		[SANITIZE_RUNNING] = DISK_SANITIZE_RUNNING,
	};
	struct ata_cmd cmd = ata_sanitize_command(ATA_SANITIZE_STATUS_EXT, 0, 0);
	bool adapter = sysfs_at_sas_host(&drive->dev->sys);
	struct ata_sanitize_status now;
	int err;

	(void)accepted;
	cmd.quiet = adapter ? ATA_QUIET_MISSING : ATA_REPORT_ALL;
	err = drive_send(drive, &cmd);
	if (err == -EIO && !cmd.res.valid && adapter && ask_adapter(drive, status))
		return 0;
	if (err)
		return err;
	ata_sanitize_decode(&cmd.res, &now);
	*status = (struct disk_sanitize){
		.state = cmd.res.count_cut ? DISK_SANITIZE_UNKNOWN : states[now.state],
		.done = now.done,
		.only_idle = cmd.res.halves,
		.antifreeze = now.antifreeze,
		.progress = now.progress,
	};
	return 0;
}
