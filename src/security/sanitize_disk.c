// SPDX-License-Identifier: GPL-2.0-or-later
/* Sanitize operations of disks that take no ATA commands, by their language. */
#include "security.h"
#include "sanitize.h"

#include <errno.h>

static int ask_status(struct job *job, bool wait)
{
	struct ata_sanitize_status s;
	int err;

	report_line(job->out, "Issuing %s command\n", sanitize_status.announce);
	report_flush(job->out);
	err = sanitize_read_disk(job, &s);
	if (err)
		return job_fail_disk(job, err);
	if (wait && s.state == SANITIZE_RUNNING)
		return sanitize_follow(job, false);
	sanitize_show(job, &s);
	return 0;
}

/* The command was sent, and there was no answer. */
static bool ended_without_answer(int err)
{
	return err == -ETIMEDOUT || err == -EBADE || err == -ENXIO || err == -ENODEV;
}

/* A disk may accept a command and do nothing, so the status is read back. */
static int read_back(struct job *job)
{
	struct ata_sanitize_status s;
	int err;

	if (!job_reads_back(job))
		return 0;
	err = sanitize_read_disk(job, &s);
	if (err)
		return sanitize_fail_disk(job, err);
	if (s.state == SANITIZE_RUNNING)
		job->proof = PROVED; /* "done" may belong to an earlier operation */
	if (s.state == SANITIZE_RUNNING || s.done)
		return 0;
	job->proof = DISPROVED;
	return sanitize_fail_undone(job, &s,
				    "no operation is under way or done, though the drive reported "
				    "success");
}

int ask_sanitize(struct job *job)
{
	const struct sanitize_act *act = job->row;
	bool wait = job->req->opt[OPT_WAIT].seen && !job->dev->dry_run;
	int err = job_whole_disk(job);

	if (!err && act->erase == DISK_NO_ERASE)
		return ask_status(job, wait);
	if (!err)
		err = job_unused_drive(job);
	if (err)
		return err;
	report_line(job->out, "Issuing %s command\n", act->announce);
	report_flush(job->out);
	err = device_language(job->dev)->sanitize(
		job->dev, act->erase, (uint32_t)job->opt->value,
		(unsigned)job->req->opt[OPT_SANITIZE_OVERWRITE_PASSES].value);
	if (err) {
		job_fail_disk(job, err);
		if (ended_without_answer(err))
			job_note(job, "the drive may have started the operation, which then "
				      "continues over a power cycle too; check with "
				      "--sanitize-status");
		return err;
	}
	if (job->dev->dry_run)
		return 0;
	err = wait ? 0 : read_back(job);
	if (job->proof != DISPROVED)
		report_line(job->out, "Operation started in background\n%s",
			    wait ? "" : "You may use `--sanitize-status` to check progress\n");
	report_flush(job->out);
	return wait ? sanitize_follow(job, false) : err;
}
