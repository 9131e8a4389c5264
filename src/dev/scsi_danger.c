// SPDX-License-Identifier: GPL-2.0-or-later
/* What destroys data of a SCSI disk. */
#include "scsi_disk.h"

#include <errno.h>

int scsi_disk_make_bad(struct device *dev, uint64_t lba)
{
	struct scsi_cmd cmd = scsi_write_uncorrectable(lba);

	return scsi_disk_ask(dev, &cmd);
}

int scsi_disk_sanitize(struct device *dev, enum disk_erase erase, uint32_t pattern, unsigned passes)
{
	static const enum scsi_operation_id operations[] = {
		[DISK_BLOCK_ERASE] = SCSI_SANITIZE_BLOCK_ERASE,
		[DISK_OVERWRITE] = SCSI_SANITIZE_OVERWRITE,
		[DISK_CRYPTO_ERASE] = SCSI_SANITIZE_CRYPTO_ERASE,
	};
	enum { MOST_PASSES = 16 };
	uint8_t list[SCSI_PATTERN_BYTES];
	struct scsi_cmd cmd;

	scsi_sanitize_pattern(list, pattern, passes ? passes : MOST_PASSES, false);
	cmd = erase == DISK_OVERWRITE ? scsi_sanitize(operations[erase], list, sizeof(list))
				      : scsi_sanitize(operations[erase], NULL, 0);
	return scsi_disk_ask(dev, &cmd);
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

/*
 * The disk is idle where both commands say so: some bridges answer REQUEST SENSE by themselves, and
 * TEST UNIT READY fails while an operation runs and after one that failed (SBC-4 4.11.4).
 */
int scsi_disk_sanitize_status(struct device *dev, struct disk_sanitize *status)
{
	uint8_t data[SCSI_SENSE_BYTES];
	struct scsi_cmd cmd = scsi_request_sense(data, sizeof(data));
	int err = scsi_disk_ask(dev, &cmd);
	struct scsi_sense sense = scsi_sense_decode(data, cmd.got);

	*status = (struct disk_sanitize){ .state = DISK_SANITIZE_IDLE };
	if (err || tells_sanitize(&sense, status))
		return err;
	cmd = scsi_test_unit_ready();
	err = scsi_disk_ask(dev, &cmd);
	sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);
	return tells_sanitize(&sense, status) ? 0 : err;
}
