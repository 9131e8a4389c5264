// SPDX-License-Identifier: GPL-2.0-or-later
/* One command of the sanitize feature set: how it is built, and how its failure is reported. */
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

int sanitize_refusal(struct job *job, int err)
{
	uint8_t code = sanitize_answered(job) ? (uint8_t)job->drive.failure.ata.res.lba : 0;

	if (drive_failed_ata(&job->drive)) {
		report_notice(job->out, "SANITIZE failed: %s", strerror(-err));
		report_notice(job->out, "SANITIZE device error reason: %s",
			      ata_sanitize_reason(code));
	}
	if (code == SANITIZE_REASON_FAILED)
		report_notice(job->out, "Drive in SD3 Sanitize Operation Failed state");
	return job_fail_drive(job, err);
}

bool sanitize_unanswered(const struct job *job, int err)
{
	if (drive_failed_ata(&job->drive))
		return !job->drive.failure.ata.res.valid;
	return !job->drive.failure.answered && err != -EOPNOTSUPP && err != -EINVAL &&
	       err != -ENODATA;
}

/* Whether the command may have reached the drive. */
static bool may_have_started(const struct job *job, int err)
{
	return sanitize_unanswered(job, err) && (err == -ETIMEDOUT || err == -EBADE ||
						 err == -ENXIO || err == -ENODEV || err == -EIO);
}

int sanitize_fail(struct job *job, int err, enum disk_erase erase)
{
	bool started = may_have_started(job, err);

	sanitize_refusal(job, err);
	if (started)
		job_note(job, "%s",
			 erase_methods[erase].goes_on
				 ? "the drive may have started the operation, which then continues "
				   "over a power cycle too; check with --sanitize-status"
				 : "the drive may be erasing, and what it has erased is not known: "
				   "leave its power on for as long as that takes, and repeat the "
				   "erase");
	return err;
}

unsigned sanitize_passes(struct job *job, enum disk_erase erase)
{
	const struct opt_state *passes = &job->req->opt[OPT_SANITIZE_OVERWRITE_PASSES];

	if (erase != DISK_OVERWRITE || passes->seen)
		return (unsigned)passes->value;
	report_line(job->out, "One pass, since --sanitize-overwrite-passes is not given\n");
	return 1;
}
