// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * --erase: chooses the best erase method that the drive offers, reports the choice and its reason,
 * erases, and compares sectors of the medium before and after.
 */
#include "guided.h"
#include "security.h"
#include "sanitize.h"
#include "security_send.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

/*
 * Bridges abort long commands. A disk that is known to speak another language is not behind a
 * bridge.
 */
static int check_bridge(struct job *job)
{
	bool direct = job->req->opt[OPT_TRANSPORT].seen || drive_is_other(&job->drive);
	int usb = direct ? 0 : device_find_usb(job->dev);

	if (usb < 0)
		return job_refuse(job, usb,
				  "cannot find out whether the drive is behind a USB bridge, and "
				  "bridges abort long commands: mount sysfs at /sys, or name the "
				  "way with --transport");
	if (usb > 0)
		return job_refuse(job, -EOPNOTSUPP,
				  "the drive is behind a USB bridge, and bridges abort long "
				  "commands, which can leave a drive locked: connect it by SATA, "
				  "or name the way with --transport");
	return 0;
}

int check_erase(struct job *job)
{
	int err = check_bridge(job);

	if (err)
		return err;
	device_identify_as(job->dev, ATA_QUIET_MISSING);
	err = job_check_identity(job);
	if (!err && !drive_is_other(&job->drive) && job->dev->id.packet)
		err = job_refuse(job, -ENOTTY, "this is a CD, DVD or tape drive");
	return err;
}

/* One erase: the choice, the proof and the result. */
struct erasing {
	struct job *job;
	struct offer offer;
	struct evidence evidence;
	enum erase_outcome outcome;
	bool silent; /* the drive's status does not show whether the operation was completed */
};

/* The command was refused and nothing was begun: by the drive, or by the path to it. */
static bool method_refused(const struct job *job, int err)
{
	const struct ata_result *res = &job->drive.failure.ata.res;

	if (!drive_failed_ata(&job->drive))
		return err == -EOPNOTSUPP;
	return res->valid ? security_refused(res) : sense_opcode_unknown(res);
}

static int follow_sanitize(struct erasing *e)
{
	struct sanitize_course c = { .lines = true };
	struct job *job = e->job;
	int err = sanitize_follow(job, &c);

	e->evidence.ran = c.ran;
	e->evidence.bit_changed = c.last.done && !e->offer.done_before && sanitize_tells_done(job);
	e->silent = !err && sanitize_ended_silently(job, &c.last);
	if (!err || (err == -RESULT_INTERRUPTED && c.last.done))
		e->outcome = ERASED;
	else if (c.unknown)
		e->outcome = UNKNOWN;
	else if (err == -RESULT_INTERRUPTED)
		e->outcome = GOES_ON;
	else if (c.failed)
		job_note(job, "until another sanitize operation succeeds the drive refuses reads "
			      "and writes: run this again, or another --sanitize- option");
	return err;
}

/*
 * Erases by a verb of the drive. A refusal is not reported as a failure if there is another method.
 */
static int erase_by_drive(struct erasing *e)
{
	struct job *job = e->job;
	int err = drive_erase(&job->drive, e->offer.method, 0, 1);

	if (err && method_refused(job, err) && erase_next(job, &e->offer)) {
		e->outcome = REFUSED;
		job_warn_drive(job, err);
		device_forget_failure(job->dev);
		return 0;
	}
	if (err) {
		e->outcome = !method_refused(job, err) && sanitize_unanswered(job, err)
				     ? UNKNOWN
				     : NOT_ERASED;
		return sanitize_fail(job, err, e->offer.method);
	}
	if (job->dev->dry_run)
		return 0;
	if (erase_methods[e->offer.method].goes_on)
		return follow_sanitize(e);
	e->outcome = ERASED;
	return 0;
}

/* The data that the method leaves; after a crypto scramble sectors may be unmapped. */
static struct erase_leaves leaves_of(struct erasing *e)
{
	bool overwrites = e->offer.method == DISK_OVERWRITE;

	return (struct erase_leaves){
		.zeros = true, .ones = !overwrites || drive_sanitize_deallocates(&e->job->drive)
	};
}

/* Reads the sample again: the drive's report of success alone proves nothing. */
static int verify_erased(struct erasing *e)
{
	const struct erase_leaves leaves = leaves_of(e);
	int err = evidence_judge(e->job, &e->evidence, &leaves);

	if (err) {
		e->outcome = DATA_LEFT;
	} else if (!evidence_proves(&e->evidence) && e->silent) {
		e->outcome = UNKNOWN;
		return sanitize_fail_silent(e->job, &e->evidence);
	} else if (!evidence_proves(&e->evidence)) {
		e->outcome = COMPLETED;
	}
	if (!err)
		evidence_tell(e->job, &e->evidence);
	return err;
}

static void show_erase_outcome(struct erasing *e, int64_t start)
{
	static const struct {
		const char *key, *text;
	} outcomes[] = {
		[NOT_ERASED] = { "not_erased", "not erased" },
		[ERASED] = { "erased", "erased" },
		[COMPLETED] = { "completed", "completed; " },
		[UNKNOWN] = { "unknown", "not known" },
		[GOES_ON] = { "goes_on", "goes on in the drive" },
		[DATA_LEFT] = { "data_left", "data are left" },
	};
	bool good = e->outcome == ERASED || e->outcome == COMPLETED;
	struct job *job = e->job;

	report_i64(job->out, "start_unix_s", start, NO_TEXT);
	report_i64(job->out, "end_unix_s", host_wall_s(job->host), NO_TEXT);
	report_string(job->out, "outcome", outcomes[e->outcome].key, " result:  %s%s%s\n",
		      outcomes[e->outcome].text,
		      e->outcome == COMPLETED ? evidence_lack(&e->evidence) : "",
		      good && hidden_any(&e->offer.hidden)
			      ? "; the hidden sectors could not be checked"
			      : "");
}

static int erase_by_method(struct erasing *e)
{
	return erase_is_security(e->offer.method)
		       ? erase_by_security(e->job, e->offer.method, &e->evidence, &e->outcome)
		       : erase_by_drive(e);
}

/* Takes the next method whenever the drive refuses one. */
static int erase_by_best(struct erasing *e)
{
	int err;

	for (;;) {
		err = erase_by_method(e);
		if (e->outcome != REFUSED)
			return err;
		err = erase_choose_next(e->job, &e->offer, &e->outcome);
		if (err)
			return err;
		erase_show_plan(e->job, &e->offer);
	}
}

/* evidence_begin() has read a sample; it is read again after the erase, also after a signal. */
static int erase_and_verify(struct erasing *e)
{
	int64_t start = host_wall_s(e->job->host);
	int err = erase_by_best(e), left;

	report_section_begin(e->job->out, "erase");
	left = e->outcome == ERASED ? verify_erased(e) : 0;
	show_erase_outcome(e, start);
	report_section_end(e->job->out);
	return err ? err : left;
}

int act_erase(struct job *job)
{
	struct erasing e = { .job = job };
	int err = erase_choose(job, &e.offer);

	if (err)
		return err;
	erase_show_plan(job, &e.offer);
	job_drop_cached(job);
	if (job->dev->dry_run)
		return erase_by_method(&e);
	err = evidence_begin(job, &e.evidence);
	if (!err)
		err = erase_and_verify(&e);
	evidence_end(job, &e.evidence);
	return err;
}
