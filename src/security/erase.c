// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * --erase: chooses the best erase method that the drive offers, reports the choice and its reason,
 * erases, and compares sectors of the medium before and after.
 */
#include "guided.h"
#include "block.h"
#include "device.h"
#include "sysfs.h"
#include "security.h"
#include "sanitize.h"
#include "security_send.h"
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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
	if (!drive_is_other(&job->drive))
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
	/* the drive took the command, is idle, and reports neither completion nor failure */
	bool unreported;
	const char *again; /* NULL, or `line` of a format: see struct sanitize_course */
	char line[ERASE_LINE_BYTES];
};

/* The command was refused and nothing was begun: by the drive, or by the path to it. */
static bool method_refused(const struct job *job, int err)
{
	const struct ata_result *res = &job->drive.failure.ata.res;

	if (!drive_failed_ata(&job->drive))
		return err == -EOPNOTSUPP || job->drive.failure.unbegun;
	return res->valid ? security_refused(res) : sense_opcode_unknown(res);
}

static int follow_sanitize(struct erasing *e)
{
	struct sanitize_course c = { .lines = true, .again = e->again };
	struct job *job = e->job;
	int err = sanitize_follow(job, &c);

	e->evidence.ran = c.ran && !e->offer.formats_already;
	e->evidence.bit_changed = c.last.done && !e->offer.done_before && sanitize_tells_done(job);
	e->silent = !err && sanitize_ended_silently(job, &c.last);
	if (!err || (err == -RESULT_INTERRUPTED && c.last.done))
		e->outcome = ERASED;
	else if (c.unknown)
		e->outcome = UNKNOWN;
	else if (err == -RESULT_INTERRUPTED)
		e->outcome = GOES_ON;
	else if (!c.failed && !c.again && c.last.state == DISK_SANITIZE_IDLE)
		e->unreported = true;
	return err;
}

/*
 * Erases by a verb of the drive. A refusal is not reported as a failure if there is another method.
 */
static int erase_by_drive(struct erasing *e)
{
	struct job *job = e->job;
	int err;

	if (e->offer.method == DISK_FORMAT_UNIT) {
		erase_format_line(job, e->line);
		e->again = e->line;
		format_tell_danger(job, e->line);
	}
	err = e->offer.formats_already ? 0 : drive_erase(&job->drive, e->offer.method, 0, 1);

	if (err && method_refused(job, err) && erase_next(job, &e->offer)) {
		e->outcome = REFUSED;
		job_warn_drive(job, err);
		device_forget_failure(job->dev);
		return 0;
	}
	if (err) {
		bool refused = method_refused(job, err);

		/*
		 * the drive may have erased a part, if an erase failed and not a question before it
		 */
		if (!refused && job->dev->attempt.changing &&
		    !erase_methods[e->offer.method].goes_on)
			job->proof = UNSETTLED;
		e->outcome = !refused && sanitize_unanswered(job) ? UNKNOWN : NOT_ERASED;
		return sanitize_fail(job, err, e->offer.method, e->again);
	}
	if (job->dev->dry_run)
		return e->again ? format_follow(job, e->again) : 0;
	if (erase_methods[e->offer.method].goes_on)
		return follow_sanitize(e);
	e->outcome = ERASED;
	return 0;
}

/* The data that the method leaves; after a crypto scramble sectors may be unmapped. */
static struct erase_leaves leaves_of(struct erasing *e)
{
	bool overwrites = e->offer.method == DISK_OVERWRITE;

	return (struct erase_leaves){ .zeros = true,
				      .ones = !overwrites ||
					      drive_ops_of(&e->job->drive)->sanitize_deallocates };
}

/* Read the sample again: the drive's report of success alone proves nothing. */
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

	/* a command of the password that may have been done erases nothing */
	job->dev->attempt.unsettled = false;
	if (e->outcome == UNKNOWN || e->outcome == GOES_ON)
		job->proof = UNSETTLED;
	report_i64(job->out, "start_unix_s", start, NO_TEXT);
	report_i64(job->out, "end_unix_s", host_wall_s(job->host), NO_TEXT);
	report_string(job->out, "outcome", outcomes[e->outcome].key, " result:  %s%s%s\n",
		      outcomes[e->outcome].text,
		      e->outcome == COMPLETED ? evidence_lack(&e->evidence) : "",
		      good && (e->offer.hidden.area || e->offer.hidden.overlay)
			      ? "; the hidden sectors could not be checked"
			      : "");
}

static int erase_by_method(struct erasing *e)
{
	return erase_is_security(e->offer.method)
		       ? erase_by_security(e->job, e->offer.method, &e->evidence, &e->outcome)
		       : erase_by_drive(e);
}

/* evidence_begin() has read a sample; it is read again after the erase, also after a signal. */
static int erase_and_verify(struct erasing *e)
{
	struct job *job = e->job;
	int64_t start = host_wall_s(job->host);
	struct erase_leaves leaves;
	int err, left;

	/* if the drive refuses a method take the next one, unless a signal has come meanwhile */
	for (;;) {
		err = erase_by_method(e);
		if (e->outcome != REFUSED)
			break;
		err = erase_choose_next(job, &e->offer, &e->outcome);
		if (!err && host_interrupted(job->host))
			err = erase_interrupted(job, e->outcome);
		if (err)
			break;
		erase_show_plan(job, &e->offer);
	}

	report_section_begin(job->out, "erase");
	if (e->outcome == ERASED && e->offer.formats_already)
		e->outcome = COMPLETED;
	/* without the drive's report only the medium shows the result: old data, or unknown */
	if (e->unreported) {
		leaves = leaves_of(e);
		e->outcome = evidence_judge(job, &e->evidence, &leaves) ? DATA_LEFT : UNKNOWN;
		if (e->outcome == UNKNOWN)
			job_note(job, "the operation may still run in the drive: check with "
				      "--sanitize-status");
	}
	left = e->outcome == ERASED ? verify_erased(e) : 0;
	show_erase_outcome(e, start);
	report_section_end(job->out);
	return err ? err : left;
}

/* Show which drive will be erased: the name on the command line may be that of another drive. */
static void show_drive(struct job *job)
{
	struct report *out = job->out;
	struct disk_identity names = { .bytes = 0 };
	struct drive_facts facts;
	char size[UNITS_TEXT_BYTES], why[BLOCK_WHY_BYTES] = "";
	int err;

	/* without ATA commands the kernel has the names: nothing is sent */
	if (!drive_takes_ata(&job->drive)) {
		drive_kernel_names(&job->drive, &names);
	} else {
		ata_id_trimmed_text(job->dev->id.raw, ID_MODEL, names.model);
		ata_id_trimmed_text(job->dev->id.raw, ID_SERIAL, names.serial);
	}
	if (drive_facts(&job->dev->sys, &facts))
		facts = (struct drive_facts){ .link = LINK_UNKNOWN };
	report_section_begin(out, "erase");
	report_section_begin(out, "drive");
	report_string(out, "model", names.model, " drive:   %s",
		      *names.model ? names.model : "of unknown model");
	report_string(out, "serial", names.serial, ", serial %s",
		      *names.serial ? names.serial : "unknown");
	if (facts.bytes) {
		size_text(facts.bytes, size);
		report_u64(out, "size_bytes", facts.bytes, ", %s", size);
	}
	if (facts.link != LINK_UNKNOWN)
		report_string(out, "transport", drive_link_key(facts.link), ", %s%s%s",
			      drive_link_name(facts.link), *facts.bridge ? " " : "", facts.bridge);
	/* with --even-if-in-use no guard has looked for users */
	err = block_claim(job->dev, why);
	if (!err)
		report_bool(out, "in_use", false,
			    "\n use:     none: neither mounted nor otherwise in use\n");
	else if (err == -EBUSY)
		report_bool(out, "in_use", true, "\n use:     %s\n", why);
	else
		report_null(out, "in_use", "\n use:     not known: %s%s%s\n", why, *why ? ": " : "",
			    strerror(-err));
	report_section_end(out);
	report_section_end(out);
}

int act_erase(struct job *job)
{
	struct erasing e = { .job = job };
	int err = erase_choose(job, &e.offer);

	if (err)
		return err;
	show_drive(job);
	erase_show_plan(job, &e.offer);
	job_drop_cached(job);
	if (job->dev->dry_run)
		return erase_by_method(&e);
	/* while a format runs, the kernel repeats each read for minutes */
	if (e.offer.formats_already)
		e.evidence.sample.fd = -1;
	else
		err = evidence_begin(job, &e.evidence);
	if (!err)
		err = erase_and_verify(&e);
	evidence_end(job, &e.evidence);
	return err;
}
