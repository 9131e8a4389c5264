// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The state of a sanitize operation or SCSI format, and the wait for its end. A power cycle can
 * make a format fail, but a sanitize operation continues. Also the acts of the sanitize locks.
 */
#include "security.h"
#include "drive.h"
#include "sanitize.h"
#include "text.h"
#include "units.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool sanitize_waits(const struct job *job)
{
	return job->req->opt[OPT_WAIT].seen && !job->dev->dry_run;
}

static bool sanitize_answered(const struct job *job)
{
	return drive_failed_ata(&job->drive) && job->drive.failure.ata.res.valid;
}

bool sanitize_has_failed(const struct job *job)
{
	return drive_failed_ata(&job->drive) && ata_sanitize_failed(&job->drive.failure.ata.res);
}

/* Clear an advice that names the option which failed. */
static void drop_own_advice(struct job *job)
{
	char *advice = job->drive.failure.advice;

	if (job->id == OPT_SANITIZE_STATUS &&
	    !strcmp(advice, disk_sanitize_advice(DISK_SANITIZE_RUNNING)))
		advice[0] = '\0';
}

/* Report a failed command. After an answer to an ATA command, add the words of hdparm 9.65. */
static int sanitize_refusal(struct job *job, int err)
{
	const struct ata_result *res = &job->drive.failure.ata.res;
	uint8_t code = sanitize_answered(job) ? (uint8_t)res->lba : 0;

	drop_own_advice(job);
	/* without an answer, the drive may have accepted the command: do not print "failed" */
	if (drive_failed_ata(&job->drive) &&
	    (res->valid || sense_code(res->sense, res->sense_bytes).present)) {
		report_notice(job->out, "SANITIZE failed: %s", error_words(-err));
		report_notice(job->out, "SANITIZE device error reason: %s",
			      ata_sanitize_reason(code));
	}
	if (code == SANITIZE_REASON_FAILED)
		report_notice(job->out, "Drive in SD3 Sanitize Operation Failed state");
	return job_fail_drive_advised(
		job, err,
		code == SANITIZE_REASON_FAILED ? disk_sanitize_advice(DISK_SANITIZE_FAILED) : NULL);
}

/*
 * True if a failed drive_erase() was sent, and had no answer. ATA: neither registers nor a refusal
 * by the path or the kernel. SCSI, NVMe: attempt.unsettled.
 */
static bool sanitize_unanswered(const struct job *job, int err)
{
	const struct ata_result *res = &job->drive.failure.ata.res;
	struct sense_code code = sense_code(res->sense, res->sense_bytes);
	bool path_refused;

	/* `unsettled` is set by commands that change something, not by queries before them */
	if (!drive_failed_ata(&job->drive))
		return job->dev->attempt.unsettled;
	/* with these sense codes, a bridge or adapter rejects the CDB */
	path_refused = sense_opcode_unknown(res) ||
		       (!res->unannounced && code.present && code.key == KEY_ILLEGAL_REQUEST &&
			code.asc == ASC_INVALID_FIELD);
	return !res->valid && !path_refused && error_leaves_open(err);
}

bool sanitize_fail(struct job *job, int err, enum disk_erase erase, const char *again)
{
	bool started = sanitize_unanswered(job, err);
	bool no_reason = sanitize_answered(job) && !(uint8_t)job->drive.failure.ata.res.lba;
	struct disk_sanitize s;

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
	/* --erase, and --wait, have already checked for a running operation */
	if (no_reason && job->id != OPT_ERASE && !sanitize_waits(job) &&
	    !drive_sanitize_status(&job->drive, true, &s) && s.state == DISK_SANITIZE_RUNNING)
		job_note(job, "a sanitize operation is running: %s",
			 disk_sanitize_advice(DISK_SANITIZE_RUNNING));
	return started;
}

void erase_format_line(const struct job *job, char line[ERASE_LINE_BYTES])
{
	snprintf(line, ERASE_LINE_BYTES,
		 "hdparm --yes-i-know-what-i-am-doing --please-destroy-my-drive %s--erase "
		 "--erase-method %s %s",
		 job_in_use_word(job), erase_methods[DISK_FORMAT_UNIT].name, job_device_word(job));
}

enum {
	WHOLE = 65536,	/* 100 % of the progress */
	PER_CENT = 655, /* 1 % of WHOLE, rounded down as in hdparm 9.65 */
	NS_PER_S = 1000000000,
	FIRST_PAUSE_S = 1,
	PAUSE_S = 5,
	ASK_AGAIN_S = 60, /* seconds for which a failed status query is repeated */
	STALL_S = 600	  /* seconds without progress after which a note is printed */
};

bool sanitize_reports_done(struct job *job)
{
	return !drive_ops(&job->drive)->forgets_sanitize;
}

static void sanitize_show(struct job *job, const struct disk_sanitize *s)
{
	static const struct {
		const char *key, *text;
	} states[] = {
		[DISK_SANITIZE_IDLE] = { "idle", "SD0 Sanitize Idle" },
		[DISK_SANITIZE_FROZEN] = { "frozen", "SD1 Sanitize Frozen" },
		[DISK_SANITIZE_RUNNING] = { "in_progress", "SD2 Sanitize operation In Process" },
		[DISK_SANITIZE_FAILED] = { "failed", "SD3 Sanitize Operation Failed" },
		[DISK_UNFORMATTED] = { "unformatted", "the medium has no valid format" },
	};

	report_line(job->out, "Sanitize status:\n");
	report_section_begin(job->out, "sanitize");
	report_string(job->out, "state", states[s->state].key, "    State:    %s\n",
		      states[s->state].text);
	if (s->done || sanitize_reports_done(job))
		report_bool(job->out, "completed_without_error", s->done, "%s",
			    s->done ? "    Last Sanitize Operation Completed Without Error\n" : "");
	if (s->state == DISK_SANITIZE_RUNNING)
		report_f64(job->out, "progress_percent", s->progress * 100.0 / (double)WHOLE,
			   "    Progress: 0x%x (%u%%)\n", s->progress, s->progress / PER_CENT);
	report_bool(job->out, "antifreeze_lock", s->antifreeze, "%s",
		    s->antifreeze ? "    Antifreeze bit set\n" : "");
	report_section_end(job->out);
}

/* Times are host_now_ns() values. */
struct follower {
	uint64_t since;
	uint16_t first;
	bool begun;
	/* time of the first answer, or of the last change of the progress; 0: no answer yet */
	uint64_t moved;
	uint16_t last; /* progress at time `moved` */
	bool stalled;  /* the note about missing progress was printed since `moved` */
	bool lines;
	unsigned tenths; /* progress at the last printed line, in units of 10 % */
};

static void show_sanitize_progress(struct job *job, const struct sanitize_course *c,
				   struct follower *follower)
{
	const struct disk_sanitize *s = &c->last;
	uint64_t spent = (host_now_ns(job->host) - follower->since) / NS_PER_S, rest, now;
	unsigned tenths = s->progress * 10u / WHOLE;
	char text[160], estimate[96] = "", time[UNITS_TEXT_BYTES];

	if (!follower->begun)
		follower->first = s->progress;
	follower->begun = true;
	if (s->progress > follower->first && spent) {
		rest = spent * (uint64_t)(WHOLE - s->progress) /
		       (uint64_t)(s->progress - follower->first);
		snprintf(estimate, sizeof(estimate), ", about %s left", clock_text(rest, time));
	}
	snprintf(text, sizeof(text), "%s: %u%%%s", c->again ? "formatting" : "sanitizing",
		 s->progress * 100u / WHOLE, estimate);
	report_progress(job->out, text);
	if (follower->lines && !job->out->err_terminal && tenths > follower->tenths) {
		report_line(job->out, " %s\n", text);
		report_flush(job->out);
		follower->tenths = tenths;
	}
	now = host_now_ns(job->host);
	if (!follower->moved || follower->last != s->progress) {
		follower->moved = now;
		follower->last = s->progress;
		follower->stalled = false;
	} else if (!follower->stalled && now - follower->moved >= (uint64_t)STALL_S * NS_PER_S) {
		follower->stalled = true;
		report_progress(job->out, NULL);
		job_note(job,
			 "no progress for %u minutes, at %u%%: leave the drive's power on, it may "
			 "go on later; it is only asked for its state",
			 (unsigned)STALL_S / 60, s->progress * 100u / WHOLE);
	}
}

/*
 * Wait. Return 0; or -RESULT_INTERRUPTED, reported, after a signal. A signal in the last second is
 * not noticed here. `runs`: the last status query showed a running operation.
 */
static int pause_s(struct job *job, const struct sanitize_course *c, uint64_t seconds, bool runs)
{
	uint64_t i = 0;

	for (; i < seconds && !host_interrupted(); i++)
		host_sleep_ns(job->host, NS_PER_S);
	if (i == seconds)
		return 0;
	report_progress(job->out, NULL);
	if (c->again)
		return job_interrupted(job,
				       "the format %s in the disk: leave its power on; `%s` "
				       "follows it, or formats again",
				       runs ? "continues" : "may still run", c->again);
	return job_interrupted(job,
			       "the operation %s in the drive; `hdparm --sanitize-status --wait "
			       "%s` follows it",
			       runs ? "continues" : "may still run", job_device_word(job));
}

static int sanitize_fail_unknown(struct job *job, const struct disk_sanitize *s)
{
	job->proof = UNSETTLED;
	return job_fail(job, -EIO, "the drive's state is not known, it may be sanitizing: %s",
			s->no_registers ? "the adapter returns no registers, and its REQUEST SENSE "
					  "reports no operation"
					: "only the lower half of COUNT came back, as in "
					  "fixed-format sense data");
}

/* True for an error that a repeated query would return too, such as no device. */
static bool ends_following(int err)
{
	return err == -ENXIO || err == -ENODEV || err == -EOPNOTSUPP || err == -ENOTTY ||
	       err == -EINVAL || err == -EPERM || err == -EACCES;
}

/*
 * Read the status of the operation, or with c->again of the format, into c->last. `accepted`: the
 * operation was accepted, so an error leaves its outcome open. Return 0; or -errno or
 * -RESULT_INTERRUPTED, reported.
 */
static int sanitize_ask(struct job *job, bool accepted, struct sanitize_course *c)
{
	uint64_t until = host_now_ns(job->host) + (uint64_t)ASK_AGAIN_S * NS_PER_S;
	int err, waited;

	while ((err = c->again ? drive_format_status(&job->drive, &c->last)
			       : drive_sanitize_status(&job->drive, accepted, &c->last))) {
		c->failed = sanitize_has_failed(job);
		c->unknown = !c->failed;
		/* -EBUSY of a SCSI disk: a format is running, not a sanitize operation */
		if (c->failed || ((ends_following(err) || err == -EBUSY) && !accepted)) {
			report_progress(job->out, NULL);
			job->proof = accepted ? UNSETTLED : job->proof;
			return sanitize_refusal(job, err);
		}
		if (ends_following(err) || host_now_ns(job->host) >= until)
			break;
		waited = pause_s(job, c, PAUSE_S, false);
		if (waited)
			return waited;
		device_forget_failure(job->dev);
		device_forget_hang(job->dev);
	}
	if (!err) {
		c->unknown = c->last.state == DISK_SANITIZE_UNKNOWN;
		return 0;
	}
	job->proof = UNSETTLED;
	report_progress(job->out, NULL);
	drop_own_advice(job);
	job_fail_drive(job, err);
	if (c->again)
		job_note(job,
			 "the format may still run in the disk: leave its power on; `%s` follows "
			 "it, or formats again",
			 c->again);
	else
		job_note(job, "the operation may still run in the drive: check with "
			      "--sanitize-status");
	return err;
}

/* Return 0; or -errno or -RESULT_INTERRUPTED, reported. */
static int poll_status(struct job *job, struct sanitize_course *c)
{
	struct follower follower = { .since = host_now_ns(job->host), .lines = c->lines };
	uint64_t pause = FIRST_PAUSE_S;

	for (;;) {
		int err = sanitize_ask(job, true, c);

		if (!err && c->unknown)
			err = sanitize_fail_unknown(job, &c->last);
		if (err)
			return err;
		/* without a "completed" bit, running and then idle means completed */
		if (c->last.state == DISK_SANITIZE_IDLE && c->ran)
			c->last.done |= !sanitize_reports_done(job);
		if (c->last.state != DISK_SANITIZE_RUNNING)
			return 0;
		c->ran = true;
		show_sanitize_progress(job, c, &follower);
		err = pause_s(job, c, pause, true);
		if (err)
			return err;
		pause = PAUSE_S;
	}
}

int format_rescan(struct job *job)
{
	int err = drive_rescan(&job->drive);

	if (err)
		job_note(job,
			 "the kernel shows the size from before the format (%s) until 1 is written "
			 "to %s",
			 error_words(-err), drive_ops(&job->drive)->rescan_by);
	return err;
}

static bool sanitize_state_failed(const struct disk_sanitize *s)
{
	return s->state == DISK_SANITIZE_FAILED || s->state == DISK_UNFORMATTED;
}

/* Return 0 if the operation was completed, or ended silently; else -EIO, reported. */
static int sanitize_conclude_state(struct job *job, struct sanitize_course *c)
{
	char line[ERASE_LINE_BYTES];

	report_progress(job->out, NULL);
	if (!c->again)
		sanitize_show(job, &c->last);
	c->failed = sanitize_state_failed(&c->last);
	if (c->again && c->last.done)
		c->stale = format_rescan(job);
	c->silent =
		c->last.state == DISK_SANITIZE_IDLE && !c->last.done && !sanitize_reports_done(job);
	if (c->last.done || c->silent)
		return 0;
	job->proof = UNSETTLED;
	if (c->again)
		return job_fail(job, -EIO,
				"the format has failed: the disk refuses reads and writes (sense "
				"03h/31h) until a format has completed; `%s` formats again",
				c->again);
	if (c->last.state == DISK_UNFORMATTED) {
		erase_format_line(job, line);
		return job_fail(job, -EIO,
				"the disk refuses reads and writes until a format has completed: "
				"`%s` formats it",
				line);
	}
	return job_fail_advised(job, -EIO,
				c->failed ? disk_sanitize_advice(DISK_SANITIZE_FAILED) : NULL,
				"the drive does not report a completed operation");
}

int sanitize_follow(struct job *job, struct sanitize_course *c)
{
	bool held, called_off;
	int err;

	if (job->dev->dry_run) {
		if (c->again)
			format_rescan(job);
		return 0;
	}
	held = host_interrupt_hold(job->host, false);
	err = poll_status(job, c);
	called_off = held && host_interrupt_release(job->host);
	if (!err)
		err = sanitize_conclude_state(job, c);
	/* a signal after the last status query also ends the run */
	if (called_off && err != -RESULT_INTERRUPTED)
		err = job_interrupted(job, "the run ends here");
	return err;
}

void format_tell_danger(struct job *job, const char *again)
{
	job_note(job,
		 "a format takes hours or days; if it fails, or the power goes before its end, the "
		 "disk refuses reads and writes (sense 03h/31h) until one has completed: `%s` "
		 "follows it, or formats again",
		 again);
}

int format_follow(struct job *job, const char *again, int *stale)
{
	struct sanitize_course c = { .lines = true, .again = again };
	int err = sanitize_follow(job, &c);

	*stale = c.stale;
	return err;
}

const struct sanitize_act sanitize_freeze_lock = { .lock = ATA_SANITIZE_FREEZE_LOCK_EXT,
						   .announce = "SANITIZE_FREEZE_LOCK" };
const struct sanitize_act sanitize_antifreeze_lock = { .lock = ATA_SANITIZE_ANTIFREEZE_LOCK_EXT,
						       .announce = "SANITIZE_ANTIFREEZE_LOCK" };
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

int sanitize_read_back(struct job *job, bool *begun)
{
	struct sanitize_course c = { .lines = false };
	bool reports_done;
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
		reports_done = sanitize_reports_done(job);
		job->proof = reports_done ? DISPROVED : UNSETTLED;
		err = reports_done
			      ? job_fail(job, -EIO,
					 "no operation is under way or done, though the drive "
					 "reported success")
			      : job_fail(job, -EIO,
					 "the drive reported success and shows no operation: it "
					 "has ended already, as a crypto scramble may, or none "
					 "began; --read-sector shows which");
	}
	return err;
}

int act_sanitize_status(struct job *job)
{
	struct sanitize_course course = { .ran = true };
	int err;

	report_line(job->out, "Issuing SANITIZE_STATUS command\n");
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
	struct disk_sanitize s;
	const char *wrong = NULL;
	int err;

	report_line(job->out, "Issuing %s command\n", act->announce);
	report_flush(job->out);
	err = drive_send(&job->drive, &cmd);
	if (err)
		return sanitize_refusal(job, err);
	/* read the status back: a drive may accept the command and do nothing */
	if (job->dev->dry_run || !job_reads_back(job))
		return 0;
	err = drive_sanitize_status(&job->drive, true, &s);
	if (err)
		return sanitize_answered(job) ? sanitize_refusal(job, err)
					      : job_fail_drive(job, err);
	if (s.state == DISK_SANITIZE_UNKNOWN)
		return 0;
	if (act->lock == ATA_SANITIZE_FREEZE_LOCK_EXT) {
		if (s.state != DISK_SANITIZE_FROZEN)
			wrong = "sanitize is not frozen";
	} else if (!s.antifreeze) {
		wrong = "the antifreeze bit is not set";
	}
	job->proof = wrong ? DISPROVED : PROVED;
	return wrong ? job_fail(job, -EIO, "%s, though the drive reported success", wrong) : 0;
}
