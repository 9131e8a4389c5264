// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The state of the sanitize feature set, and of the format of a SCSI disk: asked for, shown, and
 * followed to the end of an operation. If a question is aborted or has no answer, that is no result
 * of the operation: it is asked again.
 */
#include "guided.h"
#include "sanitize.h"
#include "security.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
	WHOLE = 65536,	/* progress of a completed operation */
	PER_CENT = 655, /* 1 % of WHOLE, rounded down as by 9.65 */
	NS_PER_S = 1000000000,
	FIRST_PAUSE_S = 1,
	PAUSE_S = 5,
	ASK_AGAIN_S = 60, /* how long a question without a usable answer is repeated */
	STALL_S = 600	  /* without progress */
};

bool sanitize_tells_done(struct job *job)
{
	return !drive_ops_of(&job->drive)->forgets_sanitize;
}

void sanitize_show(struct job *job, const struct disk_sanitize *s)
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
	if (s->done || sanitize_tells_done(job))
		report_bool(job->out, "completed_without_error", s->done, "%s",
			    s->done ? "    Last Sanitize Operation Completed Without Error\n" : "");
	if (s->state == DISK_SANITIZE_RUNNING)
		report_f64(job->out, "progress_percent", s->progress * 100.0 / WHOLE,
			   "    Progress: 0x%x (%u%%)\n", s->progress, s->progress / PER_CENT);
	report_bool(job->out, "antifreeze_lock", s->antifreeze, "%s",
		    s->antifreeze ? "    Antifreeze bit set\n" : "");
	report_section_end(job->out);
}

/* The state of waiting for an operation. */
struct follower {
	uint64_t since; /* host_now_ns() at its start */
	uint16_t first; /* the first progress that was read */
	bool begun;	/* first is set */
	uint64_t moved; /* host_now_ns() at the last change of the progress: */
	uint16_t last;
	bool stalled; /* the stall was reported */
	bool lines;   /* without a terminal, prints a line for each 10 %: */
	unsigned tenths;
};

/* Show the percentage and, once it has changed, the time left at the same rate. */
static void show_sanitize_progress(struct job *job, const struct sanitize_course *c,
				   struct follower *follower)
{
	const struct disk_sanitize *s = &c->last;
	uint64_t spent = (host_now_ns(job->host) - follower->since) / NS_PER_S, rest;
	unsigned tenths = s->progress * 10u / WHOLE;
	char text[96], estimate[48] = "";

	if (!follower->begun)
		follower->first = s->progress;
	follower->begun = true;
	if (s->progress > follower->first && spent) {
		rest = spent * (uint64_t)(WHOLE - s->progress) /
		       (uint64_t)(s->progress - follower->first);
		snprintf(estimate, sizeof(estimate), ", about %" PRIu64 ":%02u:%02u left",
			 rest / 3600, (unsigned)(rest / 60 % 60), (unsigned)(rest % 60));
	}
	snprintf(text, sizeof(text), "%s: %u%%%s", c->again ? "formatting" : "sanitizing",
		 s->progress * 100u / WHOLE, estimate);
	report_progress(job->out, text);
	if (follower->lines && !job->out->err_terminal && tenths > follower->tenths) {
		report_line(job->out, " %s\n", text);
		report_flush(job->out);
		follower->tenths = tenths;
	}
}

/* Once, where the progress does not change; some drives go on after hours, others never. */
static void tell_stall(struct job *job, const struct sanitize_course *c, struct follower *follower)
{
	uint64_t now = host_now_ns(job->host);

	if (!follower->moved || follower->last != c->last.progress) {
		follower->moved = now;
		follower->last = c->last.progress;
		follower->stalled = false;
	} else if (!follower->stalled && now - follower->moved >= (uint64_t)STALL_S * NS_PER_S) {
		follower->stalled = true;
		report_progress(job->out, NULL);
		job_note(job,
			 "no progress for %u minutes, at %u%%: leave the drive's power on, it may "
			 "go on later; it is only asked for its state",
			 (unsigned)STALL_S / 60, c->last.progress * 100u / WHOLE);
	}
}

/* The message at a signal: the operation runs, or that is not known. */
static void say_interrupted(struct job *job, const struct sanitize_course *c, bool runs)
{
	report_progress(job->out, NULL);
	if (c->again)
		job_fail(job, -EINTR,
			 "the format %s in the disk: leave its power on; `%s` follows it, or "
			 "formats again",
			 runs ? "continues" : "may still run", c->again);
	else
		job_fail(job, -EINTR, "%s",
			 runs ? "the operation continues in the drive; --sanitize-status --wait "
				"follows it"
			      : "the operation may still run in the drive: check with "
				"--sanitize-status");
}

/* Waits. At a signal -RESULT_INTERRUPTED, reported. */
static int pause_s(struct job *job, const struct sanitize_course *c, uint64_t seconds, bool runs)
{
	for (uint64_t i = 0; i < seconds; i++) {
		if (host_interrupted(job->host)) {
			say_interrupted(job, c, runs);
			return -RESULT_INTERRUPTED;
		}
		host_sleep_ns(job->host, NS_PER_S);
	}
	return 0;
}

static int fail_unanswered(struct job *job, const struct sanitize_course *c, int err)
{
	job->proof = UNSETTLED;
	report_progress(job->out, NULL);
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

int sanitize_fail_unknown(struct job *job, const struct disk_sanitize *s)
{
	job->proof = UNSETTLED;
	return job_fail(job, -EIO, "the drive's state is not known, it may be sanitizing: %s",
			s->no_registers ? "the adapter returns no registers, and its REQUEST SENSE "
					  "reports no operation"
					: "only the lower half of COUNT came back, as in "
					  "fixed-format sense data");
}

/* Asking again is of no use: the device is not there any more, or there is no such question. */
static bool ends_following(int err)
{
	return err == -ENXIO || err == -ENODEV || err == -EOPNOTSUPP || err == -ENOTTY ||
	       err == -EINVAL || err == -EPERM || err == -EACCES;
}

int sanitize_ask(struct job *job, bool accepted, struct sanitize_course *c)
{
	uint64_t until = host_now_ns(job->host) + (uint64_t)ASK_AGAIN_S * NS_PER_S;
	int err;

	while ((err = c->again ? drive_format_status(&job->drive, &c->last)
			       : drive_sanitize_status(&job->drive, accepted, &c->last))) {
		c->failed = sanitize_has_failed(job);
		/* -EBUSY: a format runs, and no sanitize operation */
		if (c->failed || ((ends_following(err) || err == -EBUSY) && !accepted)) {
			report_progress(job->out, NULL);
			job->proof = accepted ? UNSETTLED : job->proof;
			return sanitize_refusal(job, err);
		}
		c->unknown = true;
		if (ends_following(err) || host_now_ns(job->host) >= until)
			return fail_unanswered(job, c, err);
		err = pause_s(job, c, PAUSE_S, false);
		if (err)
			return err;
		device_forget_failure(job->dev);
		device_forget_hang(job->dev);
	}
	c->unknown = c->last.state == DISK_SANITIZE_UNKNOWN;
	return 0;
}

/* Ask until the operation has ended. The result is in c->last. */
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
		/* an operation that was seen running, and has not failed, is completed */
		if (c->last.state == DISK_SANITIZE_IDLE && c->ran)
			c->last.done |= !sanitize_tells_done(job);
		if (c->last.state != DISK_SANITIZE_RUNNING)
			return 0;
		c->ran = true;
		show_sanitize_progress(job, c, &follower);
		tell_stall(job, c, &follower);
		err = pause_s(job, c, pause, true);
		if (err)
			return err;
		pause = PAUSE_S;
	}
}

bool sanitize_ended_silently(struct job *job, const struct disk_sanitize *s)
{
	return s->state == DISK_SANITIZE_IDLE && !s->done && !sanitize_tells_done(job);
}

/* Until then the kernel shows the old size, or none of a disk that it found without a format. */
static void rescan(struct job *job)
{
	int err = drive_rescan(&job->drive);

	if (err)
		job_note(job,
			 "the kernel shows the size from before the format (%s) until 1 is written "
			 "to device/rescan of the disk, by each path, in /sys/block",
			 strerror(-err));
}

bool sanitize_state_failed(const struct disk_sanitize *s)
{
	return s->state == DISK_SANITIZE_FAILED || s->state == DISK_UNFORMATTED;
}

int sanitize_conclude_state(struct job *job, struct sanitize_course *c)
{
	char line[ERASE_LINE_BYTES];

	report_progress(job->out, NULL);
	if (!c->again)
		sanitize_show(job, &c->last);
	c->failed = sanitize_state_failed(&c->last);
	if (c->again && c->last.done)
		rescan(job);
	if (c->last.done || sanitize_ended_silently(job, &c->last))
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
		/* a format ends with the kernel reading the size */
		if (c->again)
			rescan(job);
		return 0;
	}
	held = host_interrupt_hold(job->host, false);
	err = poll_status(job, c);
	called_off = held && host_interrupt_release(job->host);
	if (!err)
		err = sanitize_conclude_state(job, c);
	/* The signal came after the last status: report the signal, and end the run. */
	if (called_off && err != -RESULT_INTERRUPTED) {
		job_fail(job, -EINTR, "the run ends here");
		err = -RESULT_INTERRUPTED;
	}
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

int format_follow(struct job *job, const char *again)
{
	struct sanitize_course c = { .lines = true, .again = again };

	return sanitize_follow(job, &c);
}

/*
 * Return whether "completed" is set before the operation. If that is not known it counts as set:
 * the bit then proves nothing afterwards. An operation that runs is another one.
 */
static int ask_before(struct job *job, bool *done)
{
	struct disk_sanitize s;
	int err = drive_sanitize_status(&job->drive, true, &s);

	*done = err ? !sanitize_has_failed(job) : s.state == DISK_SANITIZE_UNKNOWN || s.done;
	if (!device_hung(job->dev)) {
		device_forget_failure(job->dev);
		return !err && s.state == DISK_SANITIZE_RUNNING ? sanitize_refuse_running(job) : 0;
	}
	return job_fail_drive(job, err);
}

int sanitize_prepare(struct job *job, enum disk_erase erase, uint32_t pattern,
		     struct sanitize_run *run)
{
	bool overwrites = erase == DISK_OVERWRITE;
	bool any = !overwrites || drive_ops_of(&job->drive)->sanitize_deallocates;
	int err;

	*run = (struct sanitize_run){
		.leaves = { .zeros = any, .ones = any, .pattern = overwrites, .word = pattern },
	};
	err = evidence_begin(job, &run->evidence);
	return err ? err : ask_before(job, &run->done_before);
}

int sanitize_fail_silent(struct job *job, const struct evidence *e)
{
	job->proof = UNSETTLED;
	return job_fail(job, -EIO,
			"the drive reported success and shows no operation: it has ended already, "
			"as a crypto scramble may, or none began, and %s",
			evidence_lack(e));
}

int sanitize_conclude(struct job *job, struct sanitize_run *run)
{
	struct sanitize_course *c = &run->course;
	struct evidence *e = &run->evidence;
	int judged, err = sanitize_follow(job, c);

	/* also after a signal: only reads are sent */
	if (err && !(err == -RESULT_INTERRUPTED && c->last.done))
		return err;
	e->ran = c->ran;
	e->bit_changed = c->last.done && !run->done_before && sanitize_tells_done(job);
	report_section_begin(job->out, "sanitize");
	judged = evidence_judge(job, e, &run->leaves);
	if (!judged && sanitize_ended_silently(job, &c->last) && !evidence_proves(e))
		judged = sanitize_fail_silent(job, e);
	if (!judged)
		evidence_tell(job, e);
	report_section_end(job->out);
	if (!judged && evidence_proves(e))
		report_line(job->out, " result:  erased\n");
	else if (!judged)
		report_line(job->out, " result:  completed; %s\n", evidence_lack(e));
	return err ? err : judged;
}
