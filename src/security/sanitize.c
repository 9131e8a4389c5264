// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The sanitize feature set. An operation continues by itself, over resets and power cycles. Only
 * --wait waits for its end.
 */
#include "security.h"
#include "drive.h"
#include "sanitize.h"

#include <errno.h>

const struct sanitize_act sanitize_freeze_lock = { .lock = ATA_SANITIZE_FREEZE_LOCK_EXT,
						   .announce = "SANITIZE_FREEZE_LOCK" };
const struct sanitize_act sanitize_antifreeze_lock = { .lock = ATA_SANITIZE_ANTIFREEZE_LOCK_EXT,
						       .announce = "SANITIZE_ANTIFREEZE_LOCK" };
const struct sanitize_act sanitize_block_erase = { .erase = DISK_BLOCK_ERASE,
						   .announce = "SANITIZE_BLOCK_ERASE" };
const struct sanitize_act sanitize_crypto_scramble = { .erase = DISK_CRYPTO_ERASE,
						       .announce = "SANITIZE_CRYPTO_SCRAMBLE" };
const struct sanitize_act sanitize_overwrite = { .erase = DISK_OVERWRITE,
						 .announce = "SANITIZE_OVERWRITE" };

int check_sanitize(struct job *job)
{
	struct ata_sanitize_support support;
	int err;

	err = job_check_identity(job);
	if (err || drive_is_other(&job->drive))
		return err;
	ata_sanitize_support(job->dev->id.raw, &support);
	if (!support.sanitize)
		return job_fail(job, -EINVAL, "SANITIZE feature set is not supported");
	return 0;
}

/* A drive may accept a command and do nothing, so the status is read back. */
static int read_back_lock(struct job *job, enum ata_id id)
{
	struct disk_sanitize s;
	const char *wrong;
	int err;

	if (!job_reads_back(job))
		return 0;
	err = drive_sanitize_status(&job->drive, true, &s);
	if (err)
		return sanitize_answered(job) ? sanitize_refusal(job, err)
					      : job_fail_drive(job, err);
	/* proves nothing */
	if (s.state == DISK_SANITIZE_UNKNOWN)
		return 0;
	wrong = NULL;
	if (id == ATA_SANITIZE_FREEZE_LOCK_EXT) {
		if (s.state != DISK_SANITIZE_FROZEN)
			wrong = "sanitize is not frozen";
	} else if (!s.antifreeze) {
		wrong = "the antifreeze bit is not set";
	}
	job->proof = wrong ? DISPROVED : PROVED;
	return wrong ? job_fail(job, -EIO, "%s, though the drive reported success", wrong) : 0;
}

/* *begun: whether anything may be under way, or done. */
static int read_back_erase(struct job *job, bool *begun)
{
	struct sanitize_course c = { .lines = false };
	bool tells_done;
	int err;

	*begun = true;
	if (!job_reads_back(job))
		return 0;
	err = sanitize_ask(job, true, &c);
	if (err || c.last.state == DISK_SANITIZE_UNKNOWN)
		return err;
	if (c.last.state == DISK_SANITIZE_RUNNING) {
		job->proof = PROVED;
	} else if (c.last.done) {
		job_note(job,
			 "the drive reports a completed operation and none under way: this one "
			 "has ended already, or that is an earlier one; --wait compares the "
			 "contents");
	} else if (sanitize_state_failed(&c.last)) {
		*begun = false;
		err = sanitize_conclude_state(job, &c);
	} else {
		*begun = false;
		tells_done = sanitize_tells_done(job);
		job->proof = tells_done ? DISPROVED : UNSETTLED;
		err = tells_done ? job_fail(job, -EIO,
					    "no operation is under way or done, though the drive "
					    "reported success")
				 : job_fail(job, -EIO,
					    "the drive reported success and shows no operation: it "
					    "has ended already, as a crypto scramble may, or none "
					    "began; --read-sector shows which");
	}
	return err;
}

/* Print the line that says what is sent, before the result. */
static void announce_sanitize(struct job *job, const char *what)
{
	report_line(job->out, "Issuing %s command\n", what);
}

/* A refusal without a reason: an operation may run. With --wait that was asked before. */
static int fail_start(struct job *job, int err, const struct sanitize_run *run)
{
	const struct sanitize_act *act = job->row;
	bool untold = sanitize_answered(job) && !(uint8_t)job->drive.failure.ata.res.lba;
	struct disk_sanitize s;

	sanitize_fail(job, err, act->erase, NULL);
	if (!untold || run)
		return err;
	if (!drive_sanitize_status(&job->drive, true, &s) && s.state == DISK_SANITIZE_RUNNING)
		job_note(job, "a sanitize operation is running: %s",
			 disk_sanitize_advice(DISK_SANITIZE_RUNNING));
	return err;
}

/*
 * Start the operation; then follow it (results as sanitize_follow()), or read back whether it runs.
 * run: NULL without --wait.
 */
static int start_sanitize(struct job *job, struct sanitize_run *run)
{
	const struct sanitize_act *act = job->row;
	bool begun = true;
	unsigned passes;
	int err;

	announce_sanitize(job, act->announce);
	passes = sanitize_passes(job, act->erase);
	report_flush(job->out);
	err = drive_erase(&job->drive, act->erase, (uint32_t)job->opt->value, passes);
	if (err)
		return fail_start(job, err, run);
	if (job->dev->dry_run)
		return 0;
	if (!run)
		err = read_back_erase(job, &begun);
	if (begun)
		report_line(job->out, "Operation started in background\n%s",
			    run ? "" : "You may use `--sanitize-status` to check progress\n");
	report_flush(job->out);
	return run ? sanitize_conclude(job, run) : err;
}

/* Report before, and in a dry run, which other disks lose their data with this one. */
static int tell_taken(struct job *job, enum disk_erase erase)
{
	char names[DISK_KIN_BYTES];
	int err = drive_erase_takes(&job->drive, erase, names);

	if (err)
		return job_fail_drive(job, err);
	if (!*names)
		return 0;
	report_section_begin(job->out, "sanitize");
	erase_show_takes(job, names);
	report_section_end(job->out);
	return 0;
}

int act_sanitize(struct job *job)
{
	const struct sanitize_act *act = job->row;
	struct sanitize_run run;
	int err = tell_taken(job, act->erase);

	if (err)
		return err;
	if (!sanitize_waits(job))
		return start_sanitize(job, NULL);
	err = sanitize_prepare(job, act->erase, (uint32_t)job->opt->value, &run);
	if (!err)
		err = start_sanitize(job, &run);
	evidence_end(job, &run.evidence);
	return err;
}

int act_sanitize_status(struct job *job)
{
	struct sanitize_course course = { .ran = true };
	int err;

	announce_sanitize(job, "SANITIZE_STATUS");
	report_flush(job->out);
	if (sanitize_waits(job)) {
		err = sanitize_ask(job, false, &course);
		if (err)
			return err;
	} else {
		err = drive_sanitize_status(&job->drive, false, &course.last);
		if (err)
			return sanitize_refusal(job, err);
	}
	if (course.last.state == DISK_SANITIZE_UNKNOWN)
		return sanitize_fail_unknown(job, &course.last);
	if (sanitize_waits(job) && course.last.state == DISK_SANITIZE_RUNNING)
		return sanitize_follow(job, &course);
	if (sanitize_waits(job) && sanitize_state_failed(&course.last))
		return sanitize_conclude_state(job, &course);
	sanitize_show(job, &course.last);
	return 0;
}

int act_sanitize_lock(struct job *job)
{
	const struct sanitize_act *act = job->row;
	struct ata_cmd cmd = ata_sanitize_command(act->lock, 0, 0);
	int err;

	announce_sanitize(job, act->announce);
	report_flush(job->out);
	err = drive_send(&job->drive, &cmd);
	if (err)
		return sanitize_refusal(job, err);
	return job->dev->dry_run ? 0 : read_back_lock(job, act->lock);
}
