// SPDX-License-Identifier: GPL-2.0-or-later
/* What destroys data of a SCSI disk. */
#include "scsi_disk.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

bool drive_provisioning(struct drive *drive, char mode[DISK_PROVISIONING_BYTES])
{
	char path[PATH_MAX];

	if (!scsi_disk_attribute(drive, "provisioning_mode", path, sizeof(path)) ||
	    host_read_file(drive->dev->host, path, mode, DISK_PROVISIONING_BYTES) <= 0)
		return false;
	mode[strcspn(mode, "\n")] = '\0';
	return *mode;
}

int scsi_disk_make_bad(struct drive *drive, const struct bad_sector *bad)
{
	struct scsi_cmd cmd = scsi_write_uncorrectable(bad->lba);

	return scsi_disk_ask(drive, &cmd);
}

const char *const scsi_erase_commands[DISK_ERASES] = {
	[DISK_CRYPTO_ERASE] = "SANITIZE, CRYPTOGRAPHIC ERASE",
	[DISK_BLOCK_ERASE] = "SANITIZE, BLOCK ERASE",
	[DISK_OVERWRITE] = "SANITIZE, OVERWRITE",
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

	scsi_sanitize_pattern(list, pattern, passes ? passes : MOST_PASSES, false);
	while (i < OPERATIONS - 1 && operations[i].erase != erase)
		i++;
	cmd = erase == DISK_OVERWRITE ? scsi_sanitize(operations[i].id, list, sizeof(list))
				      : scsi_sanitize(operations[i].id, NULL, 0);
	return scsi_disk_ask(drive, &cmd);
}

/* False: these sense data say nothing of a sanitize operation. */
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
	return false;
}

/* Whether the disk says that it has the operation: 1 or 0, or -errno. */
static int has_operation(struct drive *drive, unsigned i)
{
	uint8_t data[SCSI_SUPPORT_BYTES];
	struct scsi_cmd cmd = scsi_report_operation(operations[i].id, data, sizeof(data));
	int err = scsi_disk_ask(drive, &cmd);

	return err ? err : scsi_operation_supported(data, cmd.got);
}

/* Without REPORT SUPPORTED OPERATION CODES it is not known what the disk has. */
int scsi_disk_erase_ways(struct drive *drive, uint32_t *ways)
{
	int has = 0;

	*ways = 0;
	for (unsigned i = 0; has >= 0 && i < OPERATIONS; i++) {
		has = has_operation(drive, i);
		if (has > 0)
			*ways |= UINT32_C(1) << operations[i].erase;
	}
	if (has != -EOPNOTSUPP)
		return has < 0 ? has : 0;
	drive_tell(drive, "the disk does not tell whether it has SANITIZE");
	return -ENODATA;
}

/* A disk that does not say that it has some form of SANITIZE has no state that could be shown. */
static int scsi_disk_check_sanitizes(struct drive *drive)
{
	int has = 0;

	for (unsigned i = 0; !has && i < OPERATIONS; i++)
		has = has_operation(drive, i);
	if (has > 0)
		return 0;
	if (has && has != -EOPNOTSUPP)
		return has;
	drive_tell(drive, has ? "the disk does not tell whether it has SANITIZE, and reports no "
				"operation"
			      : "the disk lacks SANITIZE");
	return -EOPNOTSUPP;
}

/*
 * The disk is idle where both commands say so: some bridges answer REQUEST SENSE by themselves, and
 * TEST UNIT READY fails while an operation runs and after one that failed (SBC-4 4.11.4).
 */
int scsi_disk_sanitize_status(struct drive *drive, bool accepted, struct disk_sanitize *status)
{
	uint8_t data[SCSI_SENSE_BYTES];
	struct scsi_cmd cmd = scsi_request_sense(data, sizeof(data));
	int err = scsi_disk_ask(drive, &cmd);
	struct scsi_sense sense = scsi_sense_decode(data, cmd.got);

	*status = (struct disk_sanitize){ .state = DISK_SANITIZE_IDLE };
	if (err || tells_sanitize(&sense, status))
		return err;
	cmd = scsi_test_unit_ready();
	err = scsi_disk_ask(drive, &cmd);
	sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);
	if (tells_sanitize(&sense, status))
		return 0;
	return err || accepted ? err : scsi_disk_check_sanitizes(drive);
}
