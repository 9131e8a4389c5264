// SPDX-License-Identifier: GPL-2.0-or-later
/* What destroys data of a SCSI disk. */
#include "scsi_disk.h"

#include <errno.h>

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

/* False: these sense data say nothing of a sanitize operation, and of a format that is missing. */
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

/* Whether the disk has the command: 1 or 0; -ENODATA: its answer does not say; or -errno. */
static int has_operation(struct drive *drive, enum scsi_operation_id id)
{
	uint8_t data[SCSI_SUPPORT_BYTES];
	struct scsi_cmd cmd = scsi_report_operation(id, data, sizeof(data));
	int err = scsi_disk_ask(drive, &cmd);

	if (err || scsi_operation_supported(data, cmd.got))
		return err ? err : 1;
	return scsi_operation_missing(data, cmd.got) ? 0 : -ENODATA;
}

/*
 * Of the forms of SANITIZE. 0; -ENODATA: the disk has none of which it says so, and does not say
 * that of all; or -errno.
 */
static int sanitize_ways(struct drive *drive, uint32_t *ways)
{
	bool untold = false;
	int has = 0;

	for (unsigned i = 0; (has >= 0 || untold) && i < OPERATIONS; i++) {
		has = has_operation(drive, operations[i].id);
		if (has > 0)
			*ways |= UINT32_C(1) << operations[i].erase;
		else if (has && has != -ENODATA)
			return has == -EOPNOTSUPP ? -ENODATA : has;
		untold |= has == -ENODATA;
	}
	return untold && !*ways ? -ENODATA : 0;
}

/* Without REPORT SUPPORTED OPERATION CODES it is not known what the disk has. */
int scsi_disk_erase_ways(struct drive *drive, uint32_t *ways)
{
	int err, format = 0;

	*ways = 0;
	err = sanitize_ways(drive, ways);
	if (!err && !device_may_be_usb(drive->dev))
		format = has_operation(drive, SCSI_FORMAT_UNIT);
	if (format > 0)
		*ways |= UINT32_C(1) << DISK_FORMAT_UNIT;
	else if (format && format != -EOPNOTSUPP && format != -ENODATA)
		return format;
	if (err == -ENODATA)
		drive_tell(drive, "the disk does not tell whether it has SANITIZE");
	return err;
}

/* A disk that does not say that it has some form of SANITIZE has no state that could be shown. */
static int scsi_disk_check_sanitizes(struct drive *drive)
{
	bool untold = false;
	int has = 0;

	for (unsigned i = 0; !has && i < OPERATIONS; i++) {
		has = has_operation(drive, operations[i].id);
		untold |= has == -ENODATA || has == -EOPNOTSUPP;
		has = has == -ENODATA ? 0 : has;
	}
	if (has > 0 || (has && has != -EOPNOTSUPP))
		return has > 0 ? 0 : has;
	drive_tell(drive, untold ? "the disk does not tell whether it has SANITIZE, and reports no "
				   "operation"
				 : "the disk lacks SANITIZE");
	return -EOPNOTSUPP;
}

int scsi_disk_sanitize_status(struct drive *drive, bool accepted, struct disk_sanitize *status)
{
	int err = scsi_disk_ask_state(drive, tells_sanitize, status);

	if (err)
		return err > 0 ? 0 : err;
	return accepted ? 0 : scsi_disk_check_sanitizes(drive);
}
