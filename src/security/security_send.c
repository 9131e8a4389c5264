// SPDX-License-Identifier: GPL-2.0-or-later
#include "host.h"
#include "device.h"
#include "security_send.h"
#include "security_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int security_send(struct job *job, enum ata_id id, const struct ata_password *password,
		  unsigned timeout_s, struct ata_cmd *cmd)
{
	uint8_t block[512];
	int err;

	*cmd = ata_command_data(id, block, sizeof(block));
	ata_password_encode(password, block);
	if (timeout_s)
		cmd->timeout_s = timeout_s;
	err = device_ata(job->dev, cmd);
	explicit_bzero(block, sizeof(block));
	cmd->data = NULL;
	return err;
}

/*
 * True for a refusal without registers: libata reports ABRT as ABORTED COMMAND without an
 * additional code. A fault of the drive or of the cable has other codes, and ILLEGAL REQUEST means
 * that the drive never saw the command. Some paths lose the sense data of an answer.
 */
static bool refused_by_sense(const struct ata_result *res)
{
	struct sense_code code = sense_code(res->sense, res->sense_bytes);

	return res->answered && !code.deferred &&
	       (!code.present || code.key == KEY_NO_SENSE ||
		(code.key == KEY_ABORTED_COMMAND && code.asc == 0));
}

bool security_refused(const struct ata_result *res)
{
	if (!res->valid)
		return refused_by_sense(res);
	return (res->error & ER_ABRT) && !(res->error & ER_ICRC) && !(res->status & ST_DF);
}

void security_estimate(const struct job *job, bool enhanced, char text[ESTIMATE_BYTES])
{
	bool more;
	unsigned minutes = ata_erase_minutes(job->dev->id.raw, enhanced, &more);

	text[0] = '\0';
	if (minutes)
		snprintf(text, ESTIMATE_BYTES, "%s %u:%02u:00", more ? "more than" : "about",
			 minutes / 60, minutes % 60);
}

/* Progress on a terminal during the erase, in which the drive answers no command. */
struct watch {
	struct report *out;
	char estimate[ESTIMATE_BYTES];
};

static void show_erase_time(void *who, uint64_t s)
{
	const struct watch *w = who;
	char text[96];

	snprintf(text, sizeof(text), "erasing: %" PRIu64 ":%02u:%02u%s%s; it cannot be stopped now",
		 s / 3600, (unsigned)(s / 60 % 60), (unsigned)(s % 60),
		 w->estimate[0] ? " of " : "", w->estimate);
	report_progress(w->out, text);
}

/* ERASE UNIT must follow ERASE PREPARE immediately (ACS-4 7.39.3). */
int security_erase_unit(struct job *job, const struct ata_password *password, struct ata_cmd *cmd)
{
	unsigned timeout_s = ata_erase_timeout_s(job->dev->id.raw, password->enhanced);
	struct watch watch = { .out = job->out };
	struct ticker ticker = { -1, -1 };
	int err;

	security_estimate(job, password->enhanced, watch.estimate);
	if (job->out->err_terminal)
		ticker = ticker_start(show_erase_time, &watch);
	*cmd = ata_command(ATA_SECURITY_ERASE_PREPARE);
	err = device_ata(job->dev, cmd);
	if (!err) {
		err = security_send(job, ATA_SECURITY_ERASE_UNIT, password, timeout_s, cmd);
		if (err && !security_refused(&cmd->res)) /* it may have erased a part */
			job->proof = UNSETTLED;
	}
	ticker_stop(&ticker);
	report_progress(job->out, NULL);
	return err;
}

/* --- The state of a drive's security, and the command that undoes it. A drive on which a failed
 * erase left a password locks at its next start, so the user must learn that command before --- */

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
	const char *action;	     /* action for JSON */
	const char *option;	     /* option of the command line to run; NULL: none */
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
		snprintf(line, sizeof(line), "hdparm %s%s PASSWORD %s",
			 known->master ? "--user-master m " : "", ways[way].option,
			 job_device_word(job));
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
