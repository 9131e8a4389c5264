// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The state of a drive's security, and the command that undoes it. A drive on which a failed erase
 * left a password locks at its next start, so the user must learn that command before.
 */
#include "device_ask.h"
#include "security_state.h"

#include <stdio.h>

const char security_frozen[] = "security is frozen, most often by the firmware at start-up; "
			       "suspending the machine and waking it, or cycling the drive's "
			       "power, usually unfreezes it";

int security_read(struct job *job, struct ata_security *now)
{
	int err = job_identify(job);

	if (!err)
		ata_security_decode(job->dev->id.raw, now);
	return err;
}

int security_reread(struct job *job, struct ata_security *now)
{
	int err;

	device_forget(job->dev);
	err = device_identify(job->dev);
	if (!err)
		ata_security_decode(job->dev->id.raw, now);
	return err;
}

void security_text(const struct ata_security *s, char text[SECURITY_TEXT_BYTES])
{
	snprintf(text, SECURITY_TEXT_BYTES, "%senabled, %slocked, %sfrozen%s",
		 s->enabled ? "" : "not ", s->locked ? "" : "not ", s->frozen ? "" : "not ",
		 s->expired ? ", attempts used up" : "");
}

/* What to do next, in the order in which choose_way() checks. */
enum way { NOTHING, WHEN_BACK, EXPIRED, FROZEN, ERASE, RECOVER, DISABLE };

static const struct {
	const char *action;	     /* for JSON */
	const char *option;	     /* of the command to run; NULL: there is none */
	const char *before, *behind; /* text around the command */
} ways[] = {
	[NOTHING] = { NULL, NULL, "", "" },
	[WHEN_BACK] = { "recover_when_back", "--security-recover",
			"a drive with a user password locks when its power is cycled: when it is "
			"back, ",
			" unlocks it and removes the password, if one is set" },
	[EXPIRED] = { "recover_after_power_cycle", "--security-recover",
		      "wrong passwords have used up the drive's attempts: cycle its power, then ",
		      " unlocks it" },
	[FROZEN] = { "recover_after_power_cycle", "--security-recover",
		     "the drive is enabled and frozen: cycle its power, then ",
		     " unlocks it and removes the password" },
	[ERASE] = { "erase", "--security-erase",
		    "at security level maximum the master password can only erase the drive: ",
		    " does that" },
	[RECOVER] = { "recover", "--security-recover",
		      "the drive is locked: ", " unlocks it and removes the password" },
	[DISABLE] = { "disable", "--security-disable",
		      "and locks at the next power cycle: ", " undoes that" },
};

static enum way choose_way(const struct ata_security *now, const struct recovery *known)
{
	if (!now)
		return WHEN_BACK;
	if (!now->enabled)
		return NOTHING;
	if (now->expired || known->used_up)
		return EXPIRED;
	if (now->frozen)
		return FROZEN;
	if (known->master && now->maximum)
		return ERASE;
	return now->locked ? RECOVER : DISABLE;
}

/* The line contains the word PASSWORD instead of the password, which is not shown. */
enum { LINE_BYTES = 640 };
static void make_recovery_line(const struct job *job, enum way way, bool master,
			       char line[LINE_BYTES])
{
	snprintf(line, LINE_BYTES, "hdparm %s%s PASSWORD %s", master ? "--user-master m " : "",
		 ways[way].option, job_device_word(job));
}

static void show_known_bool(struct job *job, const char *key, bool known, bool value)
{
	if (known)
		report_bool(job->out, key, value, NO_TEXT);
	else
		report_null(job->out, key, NO_TEXT);
}

static void show_security_state(struct job *job, const struct ata_security *now, enum way way,
				const char *line)
{
	report_section_begin(job->out, "security");
	show_known_bool(job, "enabled", now, now && now->enabled);
	show_known_bool(job, "locked", now, now && now->locked);
	show_known_bool(job, "frozen", now, now && now->frozen);
	show_known_bool(job, "attempts_expired", now, now && now->expired);
	if (way != NOTHING) {
		report_section_begin(job->out, "recovery");
		report_string(job->out, "action", ways[way].action, NO_TEXT);
		report_string(job->out, "command", line, NO_TEXT);
		report_section_end(job->out);
	}
	report_section_end(job->out);
}

void recovery_tell(struct job *job, const struct ata_security *now, const struct recovery *known)
{
	enum way way = choose_way(now, known);
	const char *user = known->master ? "master" : "user";
	char line[LINE_BYTES] = "";

	if (way != NOTHING)
		make_recovery_line(job, way, known->master, line);
	show_security_state(job, now, way, line);
	if (!known->needed && known->unknown)
		job_note(job, "%s (user=%s); when the drive is back, -I shows its state",
			 known->may_be, user);
	if (!known->needed || way == NOTHING)
		return;
	if (way == WHEN_BACK)
		job_note(job, "%s (user=%s); %s`%s`%s", known->may_be, user, ways[way].before, line,
			 ways[way].behind);
	else if (way == DISABLE)
		job_note(job, "the drive is enabled with %s, %s`%s`%s",
			 known->given_is_set ? "the password just given" : "a password",
			 ways[way].before, line, ways[way].behind);
	else
		job_note(job, "%s`%s`%s", ways[way].before, line, ways[way].behind);
}
