// SPDX-License-Identifier: GPL-2.0-or-later
/* One command of the sanitize feature set: its fields, and the report of its failure. */
#include "hidden.h"
#include "sanitize.h"

#include <errno.h>
#include <string.h>

bool sanitize_waits(const struct job *job)
{
	return job->req->opt[OPT_WAIT].seen && !job->dev->dry_run;
}

bool sanitize_answered(const struct job *job)
{
	return drive_failed_ata(&job->drive) && job->drive.failure.ata.res.valid;
}

bool sanitize_has_failed(const struct job *job)
{
	const struct ata_result *res = &job->drive.failure.ata.res;

	return sanitize_answered(job) && (res->status & ST_ERR) && (res->error & ER_ABRT) &&
	       (uint8_t)res->lba == SANITIZE_REASON_FAILED;
}

/*
 * True if a bridge or adapter does not know the command, or a field of it (SPC-5 4.4.6). Other
 * codes of ILLEGAL REQUEST do not count: Linux's libata reports 21h/04h if it has no code.
 */
static bool path_refused(const struct ata_result *res)
{
	struct sense_code code = sense_code(res->sense, res->sense_bytes);

	return sense_opcode_unknown(res) ||
	       (!res->valid && !res->unannounced && code.present &&
		code.key == KEY_ILLEGAL_REQUEST && code.asc == ASC_INVALID_FIELD);
}

int sanitize_refusal(struct job *job, int err)
{
	const struct ata_result *res = &job->drive.failure.ata.res;
	uint8_t code = sanitize_answered(job) ? (uint8_t)res->lba : 0;

	/* without an answer it is not known that anything has failed in the drive */
	if (drive_failed_ata(&job->drive) &&
	    (res->valid || sense_code(res->sense, res->sense_bytes).present)) {
		report_notice(job->out, "SANITIZE failed: %s", strerror(-err));
		report_notice(job->out, "SANITIZE device error reason: %s",
			      ata_sanitize_reason(code));
	}
	if (code == SANITIZE_REASON_FAILED)
		report_notice(job->out, "Drive in SD3 Sanitize Operation Failed state");
	return job_fail_drive_advised(
		job, err,
		code == SANITIZE_REASON_FAILED ? disk_sanitize_advice(DISK_SANITIZE_FAILED) : NULL);
}

int sanitize_refuse_running(struct job *job)
{
	return job_refuse(job, -EBUSY, "a sanitize operation is running and cannot be stopped: %s",
			  disk_sanitize_advice(DISK_SANITIZE_RUNNING));
}

bool sanitize_unanswered(const struct job *job)
{
	const struct ata_result *res = &job->drive.failure.ata.res;

	if (drive_failed_ata(&job->drive))
		return !res->valid && !path_refused(res);
	/* a question that comes before the command, as for the layout, may have failed */
	return job->dev->attempt.unsettled;
}

int sanitize_fail(struct job *job, int err, enum disk_erase erase, const char *again)
{
	bool started = sanitize_unanswered(job) && error_leaves_open(err);

	sanitize_refusal(job, err);
	if (started && again)
		job_note(job,
			 "the disk may be formatting: leave its power on; `%s` follows that, or "
			 "formats again",
			 again);
	else if (started)
		job_note(job, "%s",
			 erase_methods[erase].goes_on
				 ? "the drive may have started the operation, which then continues "
				   "over a power cycle too; check with --sanitize-status"
				 : "the drive may be erasing, and what it has erased is not known: "
				   "leave its power on for as long as that takes, and repeat the "
				   "erase");
	return err;
}

void erase_show_takes(struct job *job, const char *names)
{
	char line[REPORT_FOLDED_BYTES];

	if (*names)
		report_string(
			job->out, "takes", names + 1, "%s\n",
			report_fold(line, PLAN_INDENT, " takes:   the data of%s, too", names));
}

unsigned sanitize_passes(struct job *job, enum disk_erase erase)
{
	const struct opt_state *passes = &job->req->opt[OPT_SANITIZE_OVERWRITE_PASSES];

	if (erase != DISK_OVERWRITE || passes->seen)
		return (unsigned)passes->value;
	report_line(job->out, "One pass, since --sanitize-overwrite-passes is not given\n");
	return 1;
}
