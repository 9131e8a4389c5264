// SPDX-License-Identifier: GPL-2.0-or-later
/* SCT commands, and the recovery times that an ATA drive keeps by them. */
#include "ata_disk.h"
#include "ata_logs.h"
#include "device_ask.h"
#include "drive_send.h"

#include <errno.h>

int drive_sct_ready(struct drive *drive)
{
	uint8_t page[SCT_BYTES];
	struct ata_cmd cmd = ata_sct_log(drive->dev->id.raw, false, page);
	struct sct_status status;
	int err = drive_send(drive, &cmd);

	if (err)
		return err;
	sct_status_decode(page, &status);
	if (!status.busy)
		return 0;
	return drive_refuse(drive, -EBUSY,
			    "nothing was sent: the drive is executing another SCT command (action "
			    "%u, function %u); try again when it is done",
			    status.action, status.function);
}

/*
 * A path that delivers the command, but not the registers with the answer: the drive has refused
 * nothing.
 */
static int answer_lost(struct drive *drive, bool echo)
{
	drive_tell(drive,
		   "the adapter or USB bridge returns %s registers: the drive's answer is lost",
		   echo ? "the command's own" : "no");
	drive->failure.lost = true;
	return -ENODATA;
}

/* Sends one command; *value is the answer to one that asks. */
static int send_request(struct drive *drive, const struct sct_request *request, uint16_t *value)
{
	bool asks = sct_operation_table[request->operation].asks;
	uint8_t page[SCT_BYTES];
	enum sct_answer answer;
	struct ata_cmd cmd;
	int err;

	sct_encode(request, page);
	cmd = ata_sct_log(drive->dev->id.raw, true, page);
	cmd.want = asks ? WANT_COUNT | WANT_LBA : 0;
	cmd.quiet = ATA_QUIET_MISSING;
	err = drive_send(drive, &cmd);
	if (asks && err == -EIO && !cmd.res.valid &&
	    !sense_is_error(cmd.res.sense, ATA_SENSE_BYTES))
		return answer_lost(drive, false);
	if (err || !asks || drive->dev->dry_run)
		return err;
	answer = sct_decode(&cmd, value);
	return answer == SCT_ANSWERED ? 0 : answer_lost(drive, answer == SCT_ECHO);
}

int drive_sct_values(struct drive *drive, const struct sct_setting_def *def, enum sct_operation get,
		     struct sct_values *values)
{
	int err = 0;

	*values = (struct sct_values){ .part = { 0 } };
	for (unsigned i = 0; i < def->parts && !err; i++) {
		struct sct_request request = { .operation = get, .code = def->codes[i] };

		err = send_request(drive, &request, &values->part[i]);
	}
	if (!err && def->get_options) {
		struct sct_request request = { .operation = def->get_options,
					       .code = def->codes[SCT_PART_STATE] };

		err = send_request(drive, &request, &values->part[SCT_PART_KEPT]);
		values->part[SCT_PART_KEPT] &= SCT_OPTION_KEEP;
	}
	return err;
}

int drive_sct_set(struct drive *drive, const struct sct_setting_def *def, enum sct_operation set,
		  const struct sct_values *values, bool keep)
{
	int err = 0;

	for (unsigned i = 0; i < def->parts && !err; i++) {
		struct sct_request request = { .operation = set,
					       .code = def->codes[i],
					       .value = values->part[i],
					       .keep = keep };

		err = send_request(drive, &request, NULL);
	}
	return err;
}

void drive_sct_explain(struct drive *drive)
{
	struct failure *failure = &drive->failure;
	uint8_t page[SCT_BYTES];
	struct sct_status status;
	struct ata_cmd asked;
	const char *why;

	if (!drive_failed_ata(drive) || !failure->ata.res.valid ||
	    device_sct_status(drive->dev, page, &asked))
		return;
	sct_status_decode(page, &status);
	why = sct_status_text(status.extended);
	if (!why)
		return;
	drive_tell(drive, "%s failed (status %02Xh error %02Xh): %s", failure->title,
		   failure->ata.res.status, failure->ata.res.error, why);
	failure->refused = true;
}

/* --- recovery times --- */

enum { UNIT_MS = 1000 / SCT_UNITS_PER_S };

/* Where IDENTIFY data do not come, it is not known. */
int ata_disk_has_recovery_time(struct drive *drive, bool to_set)
{
	int err = device_identify(drive->dev);

	(void)to_set;
	if (!err && device_hung(drive->dev))
		err = -EIO;
	if (err)
		drive_tell(drive, "IDENTIFY DEVICE failed");
	return err ? err : sct_supported(drive->dev->id.raw, SCT_ERROR_RECOVERY);
}

int ata_disk_recovery_time(struct drive *drive, enum recovery_kind kind, struct recovery_time *t)
{
	const struct sct_setting_def *def = &sct_setting_table[SCT_ERROR_RECOVERY];
	struct sct_values values;
	int err;

	if (kind == RECOVERY_MAKERS) {
		drive_tell(drive, "no command asks for the maker's default");
		return -ENODATA;
	}
	err = drive_sct_values(drive, def, kind == RECOVERY_KEPT ? def->get_kept : def->get,
			       &values);
	for (unsigned i = 0; i < SCT_PARTS; i++)
		t->ms[i] = values.part[i] * (uint32_t)UNIT_MS;
	return err;
}

int ata_disk_set_recovery_time(struct drive *drive, enum recovery_kind kind,
			       const struct recovery_time *t)
{
	const struct sct_setting_def *def = &sct_setting_table[SCT_ERROR_RECOVERY];
	struct sct_values values = { .part = { 0 } };
	int err;

	for (unsigned i = 0; i < SCT_PARTS && kind != RECOVERY_MAKERS; i++)
		values.part[i] = (uint16_t)(t->ms[i] / UNIT_MS);
	err = drive_sct_set(drive, def, kind == RECOVERY_MAKERS ? def->set_default : def->set,
			    &values, false);
	if (!err && kind == RECOVERY_KEPT)
		err = drive_sct_set(drive, def, def->set_kept, &values, false);
	return err;
}
