// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The state of the sanitize feature set: asked for, shown, and followed to the end of an operation.
 * If a question is aborted or has no answer, that is no result of the operation: it is asked again.
 */
#include "sanitize.h"
#include "hang.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

enum {
	WHOLE = 65536,	/* progress of a completed operation */
	PER_CENT = 655, /* 1 % of WHOLE, rounded down as by 9.65 */
	NS_PER_S = 1000000000,
	FIRST_PAUSE_S = 1,
	PAUSE_S = 5,
	ASK_AGAIN_S = 60 /* how long a question without a usable answer is repeated */
};

bool sanitize_tells_done(struct job *job)
{
	return !drive_forgets_sanitize(&job->drive);
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
	bool lines;	/* without a terminal, prints a line for each 10 %: */
	unsigned tenths;
};

/* Shows the percentage and, once it has changed, the time left at the same rate. */
static void show_sanitize_progress(struct job *job, const struct disk_sanitize *s,
				   struct follower *follower)
{
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
	snprintf(text, sizeof(text), "sanitizing: %u%%%s", s->progress * 100u / WHOLE, estimate);
	report_progress(job->out, text);
	if (follower->lines && !job->out->err_terminal && tenths > follower->tenths) {
		report_line(job->out, " %s\n", text);
		report_flush(job->out);
		follower->tenths = tenths;
	}
}

static const char goes_on_or_not[] =
	"the operation may still run in the drive: check with --sanitize-status";

/* Waits. At a signal -RESULT_INTERRUPTED, reported with `text`. */
static int pause_s(struct job *job, uint64_t seconds, const char *text)
{
	for (uint64_t i = 0; i < seconds; i++) {
		if (host_interrupted(job->host)) {
			report_progress(job->out, NULL);
			job_fail(job, -EINTR, "%s", text);
			return -RESULT_INTERRUPTED;
		}
		host_sleep_ns(job->host, NS_PER_S);
	}
	return 0;
}

static int fail_unanswered(struct job *job, int err)
{
	report_progress(job->out, NULL);
	job_fail_drive(job, err);
	job_note(job, "%s", goes_on_or_not);
	return err;
}

int sanitize_fail_unknown(struct job *job)
{
	return job_fail(job, -EIO,
			"the drive's state is not known, it may be sanitizing: only the lower half "
			"of COUNT came back, as in fixed-format sense data");
}

/* Whether the device is gone: asking again would be useless. */
static bool is_gone(int err)
{
	return err == -ENXIO || err == -ENODEV;
}

int sanitize_ask(struct job *job, struct sanitize_course *c)
{
	uint64_t until = host_now_ns(job->host) + (uint64_t)ASK_AGAIN_S * NS_PER_S;
	int err;

	while ((err = drive_sanitize_status(&job->drive, true, &c->last))) {
		c->failed = sanitize_has_failed(job);
		if (c->failed) {
			report_progress(job->out, NULL);
			return sanitize_refusal(job, err);
		}
		c->unknown = true;
		if (is_gone(err) || host_now_ns(job->host) >= until)
			return fail_unanswered(job, err);
		err = pause_s(job, PAUSE_S, goes_on_or_not);
		if (err)
			return err;
		device_forget_failure(job->dev);
		device_forget_hang(job->dev);
	}
	c->unknown = c->last.state == DISK_SANITIZE_UNKNOWN;
	return 0;
}

/* Asks until the operation has ended. The result is in c->last. */
static int poll_status(struct job *job, struct sanitize_course *c)
{
	struct follower follower = { .since = host_now_ns(job->host), .lines = c->lines };
	uint64_t pause = FIRST_PAUSE_S;

	for (;;) {
		int err = sanitize_ask(job, c);

		if (!err && c->unknown)
			err = sanitize_fail_unknown(job);
		if (err)
			return err;
		/* an operation that was seen running, and has not failed, is completed */
		if (c->last.state == DISK_SANITIZE_IDLE && c->ran)
			c->last.done |= !sanitize_tells_done(job);
		if (c->last.state != DISK_SANITIZE_RUNNING)
			return 0;
		c->ran = true;
		show_sanitize_progress(job, &c->last, &follower);
		err = pause_s(job, pause,
			      "the operation continues in the drive; --sanitize-status --wait "
			      "follows it");
		if (err)
			return err;
		pause = PAUSE_S;
	}
}

bool sanitize_ended_silently(struct job *job, const struct disk_sanitize *s)
{
	return s->state == DISK_SANITIZE_IDLE && !s->done && !sanitize_tells_done(job);
}

int sanitize_follow(struct job *job, struct sanitize_course *c)
{
	bool held = host_interrupt_hold(job->host, false), called_off;
	int err = poll_status(job, c);

	called_off = held && host_interrupt_release(job->host);
	if (!err) {
		report_progress(job->out, NULL);
		sanitize_show(job, &c->last);
		c->failed = c->last.state == DISK_SANITIZE_FAILED;
		if (!c->last.done && !sanitize_ended_silently(job, &c->last))
			err = job_fail(job, -EIO,
				       "the drive does not report a completed operation");
	}
	/* The signal came after the last status: report the signal, and end the run. */
	if (called_off && err != -RESULT_INTERRUPTED) {
		job_fail(job, -EINTR, "the run ends here");
		err = -RESULT_INTERRUPTED;
	}
	return err;
}

/*
 * Whether "completed" is set before the operation. If that is not known it counts as set: the bit
 * then proves nothing afterwards.
 */
static int ask_before(struct job *job, bool *done)
{
	struct disk_sanitize s;
	int err = drive_sanitize_status(&job->drive, true, &s);

	*done = err ? !sanitize_has_failed(job) : s.state == DISK_SANITIZE_UNKNOWN || s.done;
	if (!device_hung(job->dev)) {
		device_forget_failure(job->dev);
		return 0;
	}
	return job_fail_drive(job, err);
}

int sanitize_prepare(struct job *job, enum disk_erase erase, uint32_t pattern,
		     struct sanitize_run *run)
{
	bool overwrites = erase == DISK_OVERWRITE;
	bool any = !overwrites || drive_sanitize_deallocates(&job->drive);
	int err;

	*run = (struct sanitize_run){
		.leaves = { .zeros = any, .ones = any, .pattern = overwrites, .word = pattern },
	};
	err = evidence_begin(job, &run->evidence);
	return err ? err : ask_before(job, &run->done_before);
}

int sanitize_fail_silent(struct job *job, const struct evidence *e)
{
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
