// SPDX-License-Identifier: GPL-2.0-or-later
#include "children.h"
#include "security_send.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int security_send(struct job *job, enum ata_id id, const struct ata_password *password,
		  unsigned timeout_s, struct ata_cmd *cmd)
{
	uint8_t block[512];
	int err;

	*cmd = ata_command_data(id, block, sizeof(block));
	ata_password_encode(password, block);
	if (timeout_s)
		cmd->timeout_s = timeout_s;
	err = device_ata(job->dev, cmd);
	explicit_bzero(block, sizeof(block));
	cmd->data = NULL;
	return err;
}

/*
 * Without registers: libata reports a refusal (ABRT) as ABORTED COMMAND without an additional code.
 * A fault of the drive or of the cable has other codes, and ILLEGAL REQUEST says that the drive
 * never saw the command. Some paths lose the sense data of an answer.
 */
static bool refused_by_sense(const struct ata_result *res)
{
	struct sense_code code = sense_code(res->sense, res->sense_bytes);

	return res->answered && !code.deferred &&
	       (!code.present || code.key == KEY_NO_SENSE ||
		(code.key == KEY_ABORTED_COMMAND && code.asc == 0));
}

bool security_refused(const struct ata_result *res)
{
	if (!res->valid)
		return refused_by_sense(res);
	return (res->error & ER_ABRT) && !(res->error & ER_ICRC) && !(res->status & ST_DF);
}

void security_estimate(const struct job *job, bool enhanced, char text[ESTIMATE_BYTES])
{
	bool more;
	unsigned minutes = ata_erase_minutes(job->dev->id.raw, enhanced, &more);

	text[0] = '\0';
	if (minutes)
		snprintf(text, ESTIMATE_BYTES, "%s %u:%02u:00", more ? "more than" : "about",
			 minutes / 60, minutes % 60);
}

/* Progress on a terminal during the erase, in which the drive answers no command. */
struct watch {
	struct report *out;
	char estimate[ESTIMATE_BYTES];
};

static void show_erase_time(void *who, uint64_t s)
{
	const struct watch *w = who;
	char text[96];

	snprintf(text, sizeof(text), "erasing: %" PRIu64 ":%02u:%02u%s%s; it cannot be stopped now",
		 s / 3600, (unsigned)(s / 60 % 60), (unsigned)(s % 60),
		 w->estimate[0] ? " of " : "", w->estimate);
	report_progress(w->out, text);
}

/* ERASE UNIT must follow ERASE PREPARE immediately (ACS-4 7.39.3). */
int security_erase_unit(struct job *job, const struct ata_password *password, struct ata_cmd *cmd)
{
	unsigned timeout_s = ata_erase_timeout_s(job->dev->id.raw, password->enhanced);
	struct watch watch = { .out = job->out };
	struct ticker ticker = { -1, -1 };
	int err;

	security_estimate(job, password->enhanced, watch.estimate);
	if (job->out->err_terminal)
		ticker = ticker_start(show_erase_time, &watch);
	*cmd = ata_command(ATA_SECURITY_ERASE_PREPARE);
	err = device_ata(job->dev, cmd);
	if (!err) {
		err = security_send(job, ATA_SECURITY_ERASE_UNIT, password, timeout_s, cmd);
		if (err && !security_refused(&cmd->res)) /* it may have erased a part */
			job->proof = UNSETTLED;
	}
	ticker_stop(&ticker);
	report_progress(job->out, NULL);
	return err;
}
