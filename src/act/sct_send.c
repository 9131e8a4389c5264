// SPDX-License-Identifier: GPL-2.0-or-later
/* Sends SCT commands, and reads the settings that they change. */
#include "sct_send.h"
#include "drive_logs.h"

#include <errno.h>

int sct_ask_idle(struct job *job, struct sct_failure *failure)
{
	int err;

	*failure = (struct sct_failure){ .lost = false };
	err = device_sct_status(job->dev, failure->page, &failure->cmd);
	if (!err)
		sct_status_decode(failure->page, &failure->status);
	return failure->status.busy ? -EBUSY : err;
}

int sct_send(struct job *job, const struct sct_request *request, uint16_t *value,
	     struct sct_failure *failure)
{
	bool asks = sct_operation_table[request->operation].asks;
	struct ata_cmd *cmd = &failure->cmd;
	enum sct_answer answer;
	int err;

	*failure = (struct sct_failure){ .lost = false };
	sct_encode(request, failure->page);
	*cmd = ata_transfer_log(job->dev->id.raw, LOG_SCT, true, failure->page);
	cmd->want = asks ? WANT_COUNT | WANT_LBA : 0;
	cmd->quiet = ATA_QUIET_MISSING;
	err = device_ata(job->dev, cmd);
	failure->lost = asks && err == -EIO && !cmd->res.valid &&
			!sense_is_error(cmd->res.sense, ATA_SENSE_BYTES);
	if (!err && asks && !job->dev->dry_run) {
		answer = sct_decode(cmd, value);
		failure->lost = answer != SCT_ANSWERED;
		failure->echo = answer == SCT_ECHO;
	}
	return failure->lost ? -ENODATA : err;
}

int sct_ask_values(struct job *job, const struct sct_setting_def *def, enum sct_operation get,
		   struct sct_values *values, struct sct_failure *failure)
{
	int err = 0;

	*values = (struct sct_values){ .part = { 0 } };
	for (unsigned i = 0; i < def->parts && !err; i++) {
		struct sct_request request = { .operation = get, .code = def->codes[i] };

		err = sct_send(job, &request, &values->part[i], failure);
	}
	if (!err && def->get_options) {
		struct sct_request request = { .operation = def->get_options,
					       .code = def->codes[SCT_PART_STATE] };

		err = sct_send(job, &request, &values->part[SCT_PART_KEPT], failure);
		values->part[SCT_PART_KEPT] &= SCT_OPTION_KEEP;
	}
	return err;
}
