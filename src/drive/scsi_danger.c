// SPDX-License-Identifier: GPL-2.0-or-later
/* Verbs of SCSI disks that destroy data or change the firmware, and their queries. */
#include "scsi_disk.h"
#include "sysfs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

int scsi_disk_make_bad(struct drive *drive, const struct bad_sector *bad)
{
	struct scsi_cmd cmd = scsi_write_uncorrectable(bad->lba);

	return scsi_disk_ask(drive, &cmd);
}

const char *const scsi_erase_commands[DISK_ERASES] = {
	[DISK_CRYPTO_ERASE] = "SANITIZE, CRYPTOGRAPHIC ERASE",
	[DISK_BLOCK_ERASE] = "SANITIZE, BLOCK ERASE",
	[DISK_OVERWRITE] = "SANITIZE, OVERWRITE",
	[DISK_FORMAT_UNIT] = "FORMAT UNIT",
};

static const struct {
	enum disk_erase erase;
	enum scsi_operation_id id;
} operations[] = {
	{ DISK_OVERWRITE, SCSI_SANITIZE_OVERWRITE },
	{ DISK_BLOCK_ERASE, SCSI_SANITIZE_BLOCK_ERASE },
	{ DISK_CRYPTO_ERASE, SCSI_SANITIZE_CRYPTO_ERASE },
};
enum { OPERATIONS = sizeof(operations) / sizeof(operations[0]) };

static bool tells_sanitize(const struct scsi_sense *sense, struct disk_sanitize *status)
{
	switch (scsi_sanitize_state(sense)) {
	case SCSI_SANITIZE_RUNNING:
		status->state = DISK_SANITIZE_RUNNING;
		status->progress = sense->has_progress ? sense->progress : 0;
		return true;
	case SCSI_SANITIZE_FAILED:
		status->state = DISK_SANITIZE_FAILED;
		return true;
	case SCSI_SANITIZE_UNTOLD:
		break;
	}
	if (scsi_format_state(sense) != SCSI_FORMAT_CORRUPT)
		return false;
	status->state = DISK_UNFORMATTED;
	return true;
}

enum { LACKS, HAS, UNTOLD };

/* LACKS, HAS, UNTOLD if the disk's answer says neither, or -errno if no answer came. */
static int has_operation(struct drive *drive, enum scsi_operation_id id)
{
	uint8_t data[SCSI_SUPPORT_BYTES];
	struct scsi_cmd cmd = scsi_report_operation(id, data, sizeof(data));
	int err = scsi_disk_ask(drive, &cmd);

	if (err || scsi_operation_supported(data, cmd.got))
		return err ? err : HAS;
	return scsi_operation_missing(data, cmd.got) ? LACKS : UNTOLD;
}

/*
 * Find the operations; with `any`, only until one is found. 0; UNTOLD, and *ways stays 0, if the
 * disk does not report what it has; or -errno.
 */
static int sanitize_ways(struct drive *drive, bool any, uint32_t *ways)
{
	bool untold = false;

	*ways = 0;
	for (unsigned i = 0; i < OPERATIONS && !(any && *ways); i++) {
		int has = has_operation(drive, operations[i].id);

		if (has < 0)
			return has == -EOPNOTSUPP ? UNTOLD : has;
		if (has == HAS)
			*ways |= UINT32_C(1) << operations[i].erase;
		untold |= has == UNTOLD;
	}
	return untold && !*ways ? UNTOLD : 0;
}

int scsi_disk_erase_ways(struct drive *drive, uint32_t *ways)
{
	int untold = sanitize_ways(drive, false, ways), format = LACKS;

	if (untold < 0)
		return untold;
	if (!untold && !device_may_be_usb(drive->dev))
		format = has_operation(drive, SCSI_FORMAT_UNIT);
	if (format == HAS)
		*ways |= UINT32_C(1) << DISK_FORMAT_UNIT;
	else if (format < 0 && format != -EOPNOTSUPP)
		return format;
	return untold ? 1 : 0;
}

/* -EOPNOTSUPP if the disk reports no form of SANITIZE. */
static int scsi_disk_check_sanitizes(struct drive *drive)
{
	uint32_t ways;
	int untold = sanitize_ways(drive, true, &ways);

	if (untold < 0 || ways)
		return untold;
	return drive_tell(drive, -EOPNOTSUPP,
			  untold ? "the disk does not report whether it has SANITIZE, "
				   "and reports no operation"
				 : "the disk lacks SANITIZE");
}

int scsi_disk_sanitize_status(struct drive *drive, bool accepted, struct disk_sanitize *status)
{
	int err = scsi_disk_ask_state(drive, tells_sanitize, status);

	if (err)
		return err > 0 ? 0 : err;
	return accepted ? 0 : scsi_disk_check_sanitizes(drive);
}

/*
 * --- FORMAT UNIT and the sector size. A MODE SELECT of the size, even a refused MODE SELECT, or a
 * power cut may leave no valid format until FORMAT UNIT has completed. ---
 */

static int refuse_usb(struct drive *drive)
{
	return drive_tell(drive, -EOPNOTSUPP,
			  "a disk on USB is not formatted, since bridges cut long commands off");
}

static int ask_capacity(struct drive *drive, struct scsi_capacity *capacity)
{
	uint8_t data[SCSI_CAPACITY_BYTES];
	struct scsi_cmd cmd = scsi_read_capacity(data, sizeof(data));
	int err = scsi_disk_ask(drive, &cmd);

	if (!err && !scsi_capacity_decode(data, cmd.got, capacity))
		return drive_tell(drive, -ENODATA,
				  "READ CAPACITY(16) failed: the answer is not whole");
	return err;
}

int scsi_disk_sector_size(struct drive *drive, struct sector_size *size)
{
	enum { PROTECTION_BYTES = 8 }; /* protection information per interval, SBC-4 4.21.3 */
	struct scsi_capacity capacity = { .sector_bytes = 0 };
	int err = ask_capacity(drive, &capacity);

	*size = (struct sector_size){ capacity.sector_bytes,
				      capacity.protection.type ? PROTECTION_BYTES : 0 };
	return err;
}

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

/* 0 also if the disk refuses READ CAPACITY(16), and then reports that its format is not valid. */
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

/* Start FORMAT UNIT. -EOPNOTSUPP, and nothing sent, for a disk that may be on USB. */
static int scsi_disk_format(struct drive *drive, bool keeps_protection)
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

int scsi_disk_erase(struct drive *drive, enum disk_erase erase, uint32_t pattern, unsigned passes)
{
	enum { MOST_PASSES = 16 };
	unsigned i = 0;
	uint8_t list[SCSI_PATTERN_BYTES];
	struct scsi_cmd cmd;

	if (erase == DISK_FORMAT_UNIT)
		return scsi_disk_format(drive, true);
	scsi_sanitize_pattern(list, pattern, passes ? passes : MOST_PASSES, false);
	while (i < OPERATIONS - 1 && operations[i].erase != erase)
		i++;
	cmd = erase == DISK_OVERWRITE ? scsi_sanitize(operations[i].id, list, sizeof(list))
				      : scsi_sanitize(operations[i].id, NULL, 0);
	return scsi_disk_ask(drive, &cmd);
}

/*
 * True if the kernel uses sectors of this size, or cannot use such sectors (drivers/scsi/sd.c), or
 * if sysfs lacks the capacity or the sector size.
 */
static bool kernel_knows(struct drive *drive, unsigned bytes)
{
	bool usable = bytes == 512 || bytes == 1024 || bytes == 2048 || bytes == 4096;
	uint64_t size, shown;

	return !usable || sysfs_disk_u64(&drive->dev->sys, "size", &size) ||
	       sysfs_disk_u64(&drive->dev->sys, "queue/logical_block_size", &shown) ||
	       (size && shown == bytes);
}

static int already(struct drive *drive, unsigned bytes, uint32_t *choice)
{
	if (!kernel_knows(drive, bytes)) {
		*choice = DISK_FORMATS_ALREADY;
		return 0;
	}
	return drive_tell(drive, -EINVAL, "its sectors have %u bytes already, so nothing was sent",
			  bytes);
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

/* Set the sector size for the next FORMAT UNIT; save the size if the disk can. */
static int send_blocks(struct drive *drive, uint8_t *list, size_t bytes, struct scsi_sense *sense)
{
	struct scsi_cmd cmd = scsi_mode_select(list, bytes, true);
	int err = scsi_disk_ask(drive, &cmd);

	*sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);
	if (!err || !scsi_form_refused(sense))
		return err;
	cmd = scsi_mode_select(list, bytes, false);
	err = scsi_disk_ask(drive, &cmd);
	*sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);
	return err;
}

static int ask_blocks(struct drive *drive, uint8_t data[SCSI_MODE_BYTES], size_t *got)
{
	struct scsi_cmd cmd = scsi_mode_sense_blocks(data, SCSI_MODE_BYTES);
	int err = scsi_disk_ask(drive, &cmd);

	*got = cmd.got;
	return err;
}

/*
 * 0 if the disk shows this sector size for the next FORMAT UNIT. The number of blocks decides
 * nothing: it may read back otherwise than it was sent.
 */
static int check_selected(struct drive *drive, unsigned bytes)
{
	uint8_t data[SCSI_MODE_BYTES];
	size_t got;
	int err = ask_blocks(drive, data, &got);
	uint32_t shown = err ? 0 : scsi_blocks_decode(data, got);

	if (err || shown == bytes)
		return err;
	drive->failure.answered = true;
	if (shown)
		return drive_tell(
			drive, -EIO,
			"the disk took sectors of %u bytes, but shows %u: no format was sent",
			bytes, shown);
	return drive_tell(drive, -EIO,
			  "the disk took sectors of %u bytes, "
			  "but no longer shows its block descriptor: no format was sent",
			  bytes);
}

/*
 * Set the whole block descriptor again that was before MODE SELECT, and add to the message whether
 * it is set. A unit attention only means that the disk was reset meanwhile. Return `err`.
 */
static int restore_blocks(struct drive *drive, uint8_t *list, size_t length, int err)
{
	struct failure failure = drive->failure;
	struct scsi_sense sense;
	bool hung = device_hung(drive->dev);
	const char *state;
	int unset = send_blocks(drive, list, length, &sense);

	if (unset && scsi_attention(&sense))
		unset = send_blocks(drive, list, length, &sense);
	if (!unset)
		state = "its old sector size is set again";
	else if (hung || drive->failure.answered)
		state = "its old sector size could not be set again";
	else
		state = "no answer came when its old sector size was set again: "
			"whether it is set is not known";
	drive->failure = failure;
	drive_add(drive, state);
	return err;
}

/*
 * TEST UNIT READY clears a pending unit attention, which would make FORMAT UNIT fail; other sense
 * data are ignored, since the disk may have no valid format.
 */
static int ready_to_format(struct drive *drive, unsigned bytes)
{
	struct scsi_cmd cmd = scsi_test_unit_ready();
	int err = scsi_disk_ask(drive, &cmd);

	if (err && !cmd.sense_bytes)
		return err;
	/* a dry run has sent no MODE SELECT */
	return drive->dev->dry_run ? 0 : check_selected(drive, bytes);
}

/* After a lost FORMAT UNIT nothing more is sent: the disk may have begun. */
int scsi_disk_set_sector_bytes(struct drive *drive, unsigned bytes, uint32_t choice)
{
	uint8_t data[SCSI_MODE_BYTES], list[SCSI_BLOCKS_LIST_BYTES], old[SCSI_BLOCKS_LIST_BYTES];
	struct scsi_sense sense;
	size_t got, length;
	bool begun = false;
	int err;

	if (choice == DISK_FORMATS_ALREADY)
		return 0;
	err = ask_blocks(drive, data, &got);
	if (err)
		return err;
	scsi_blocks_encode(data, got, 0, old);
	length = scsi_blocks_encode(data, got, bytes, list);
	if (!length)
		return drive_tell(
			drive, -EOPNOTSUPP,
			"the disk does not show its block descriptor, so nothing was sent");
	err = send_blocks(drive, list, length, &sense);
	if (err && drive->failure.answered)
		return err;
	if (!err)
		err = ready_to_format(drive, bytes);
	if (err) {
		drive->failure.unbegun = true;
	} else {
		err = scsi_disk_format(drive, false);
		begun = !err || !drive->failure.answered || err == -EBUSY;
	}
	return begun || drive->dev->dry_run ? err : restore_blocks(drive, old, length, err);
}

static int rescan_path(struct sys_disk *disk)
{
	char path[PATH_MAX];
	int err = sysfs_disk_find(disk, "device/rescan", path, sizeof(path));

	return err ? err : host_write_file(disk->host, path, "1\n");
}

/*
 * Also rescan the disk's other paths, each of which is a disk of its own to the kernel. Try all,
 * and return the first error.
 */
int scsi_disk_rescan(struct drive *drive)
{
	struct sys_disk *disk = &drive->dev->sys;
	struct disk_paths paths = { .n = 0 };
	struct block_disk whole;
	int err = rescan_path(disk), other_err = sys_disk_whole(disk, &whole);

	if (!other_err)
		other_err = disk_paths_find(disk->host, &whole, &paths);
	err = err ? err : other_err;
	for (size_t i = 1; i < paths.n; i++) {
		struct sys_disk other = { .host = disk->host, .rdev = paths.path[i].rdev };

		other_err = rescan_path(&other);
		err = err ? err : other_err;
	}
	return err;
}

/* --- New firmware of a SCSI disk: WRITE BUFFER (SPC-5) --- */

/*
 * GRANULE_BYTES is fixed: bridges and old disks may fail at READ BUFFER, which reports a granule.
 */
enum {
	GRANULE_BYTES = 4 << 10,
	USUAL_BYTES = 32 << 10,
	MOST_BYTES = (1 << 24) - 1 /* maximum of the CDB's three-byte length field */
};

/* TEST UNIT READY clears a unit attention. Accept a disk not ready: it may need firmware. */
int scsi_disk_firmware(struct drive *drive, struct disk_firmware *firmware)
{
	struct scsi_cmd question = scsi_test_unit_ready();
	size_t kernel = block_command_bytes(drive->dev);
	struct scsi_identity names;
	int err = scsi_disk_ask(drive, &question);
	struct scsi_sense sense = scsi_sense_decode(question.sense, question.sense_bytes);

	if (!err || scsi_attention(&sense) || scsi_not_ready(&sense))
		err = scsi_disk_ask_names(drive, &names);
	if (err)
		return err;
	*firmware = (struct disk_firmware){
		.granule = GRANULE_BYTES,
		.smallest = GRANULE_BYTES,
		.usual = USUAL_BYTES,
		.largest = DISK_FIRMWARE_LARGEST,
		.most = kernel && kernel < MOST_BYTES ? kernel : MOST_BYTES,
		.multiple = DISK_FIRMWARE_MULTIPLE,
		.most_image = MOST_BYTES,
		.at_once = true,
		.advice = "try another of --fwdownload, --fwdownload-mode7 and --fwdownload-modee",
	};
	snprintf(firmware->revision, sizeof(firmware->revision), "%s", names.revision);
	return 0;
}

/* After the last segment, the unit attention "microcode has been changed" counts as success. */
int scsi_disk_send_firmware(struct drive *drive, struct disk_firmware *firmware,
			    enum disk_firmware_way way, const struct firmware_segment *segment)
{
	static const enum scsi_firmware_mode modes[] = {
		[DISK_FIRMWARE_PREFERRED] = SCSI_FIRMWARE_SEGMENT,
		[DISK_FIRMWARE_SEGMENTS] = SCSI_FIRMWARE_SEGMENT,
		[DISK_FIRMWARE_WHOLE] = SCSI_FIRMWARE_WHOLE,
		[DISK_FIRMWARE_DEFERRED] = SCSI_FIRMWARE_DEFERRED,
	};
	struct scsi_cmd cmd = scsi_write_buffer(modes[way], (uint32_t)segment->offset,
						segment->data, segment->bytes);
	int err = scsi_disk_ask(drive, &cmd);
	struct scsi_sense sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);

	(void)firmware;
	if (segment->last && scsi_microcode_changed(&sense))
		return 0;
	if (err && scsi_form_refused(&sense))
		return -EINVAL;
	if (!err || !scsi_data_refused(&sense))
		return err;
	return drive_tell(drive, -EIO,
			  "the disk rejects the firmware image (sense %02Xh/%02Xh/%02Xh)",
			  sense.code.key, sense.code.asc, sense.code.ascq);
}

int scsi_disk_end_firmware(struct drive *drive, const struct disk_firmware *firmware,
			   enum disk_firmware_way way)
{
	(void)firmware;
	if (way != DISK_FIRMWARE_DEFERRED)
		return 0;
	return drive_tell(drive, DISK_FIRMWARE_STORED, DISK_FIRMWARE_LATER);
}

int scsi_disk_activate_firmware(struct drive *drive, const struct disk_firmware *firmware)
{
	struct scsi_cmd cmd = scsi_write_buffer(SCSI_FIRMWARE_ACTIVATE, 0, NULL, 0);
	int err = scsi_disk_ask(drive, &cmd);
	struct scsi_sense sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);

	(void)firmware;
	return scsi_microcode_changed(&sense) ? 0 : err;
}
