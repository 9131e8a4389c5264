// SPDX-License-Identifier: GPL-2.0-or-later
/* Passwords, commands that carry a password, and reports of the security state. */
#include "password.h"
#include "device.h"
#include "host.h"
#include "units.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* SECRET_BYTES: room for "hex:", 64 digits and a NUL. */
enum { SECRET_BYTES = 80, STANDARD_INPUT = 0 };

static int refuse_line(struct job *job, int err, const char *where)
{
	switch (err) {
	case -E2BIG:
		return job_fail(job, -EINVAL, "the line of %s is longer than any password", where);
	case -EILSEQ:
		return job_fail(
			job, -EINVAL,
			"%s begins with a byte order mark, which cannot be typed: remove it, "
			"or write the password as hexadecimal digits",
			where);
	case -EBADMSG:
		/* the bytes before the zero byte would be a shorter password than the user wants */
		return job_fail(job, -EINVAL,
				"the line of %s holds a zero byte, which no text has: write the "
				"password as hexadecimal digits",
				where);
	case -EPROTO:
		return job_fail(job, -EINVAL,
				"the line of %s ends in a carriage return, which cannot be typed: "
				"remove it, or write the password as hexadecimal digits",
				where);
	default:
		return job_fail(job, err, "reading the password from %s", where);
	}
}

/* `prompt` may be NULL. Return 0, or -errno, reported. */
static int read_password(struct job *job, int fd, const char *where, const char *prompt,
			 uint8_t password[PASSWORD_BYTES])
{
	char line[SECRET_BYTES];
	int err;

	do {
		if (prompt)
			report_prompt(job->out, prompt);
		err = host_read_secret(job->host, fd, line, sizeof(line));
	} while (err == -ERESTART);
	if (prompt && job->out->err_terminal)
		report_prompt(job->out, "\n");
	if (err)
		err = refuse_line(job, err, where);
	else if (!*line)
		err = job_fail(job, -EINVAL,
			       "the password is empty; write NULL for an empty password");
	else if (password_decode(line,
				 password)) /* error_words(E2BIG) would name an argument list */
		err = job_fail(job, -EINVAL,
			       "a password has up to 32 bytes, or hex: and 64 digits");
	explicit_bzero(line, sizeof(line));
	return err;
}

int password_get(struct job *job, uint8_t password[PASSWORD_BYTES])
{
	const struct opt_state *file = &job->req->opt[OPT_SECURITY_PASSWORD_FILE];
	const char *path = file->text;
	struct stat st;
	int fd, err;

	host_guard_secrets();
	if (job->opt->text)
		return password_decode(job->opt->text, password);
	if (!file->seen)
		return read_password(job, STANDARD_INPUT, "standard input",
				     "Please enter the drive password: ", password);
	if (!strcmp(path, "-"))
		return read_password(job, STANDARD_INPUT, "standard input", NULL, password);
	fd = host_open(job->host, path, O_RDONLY | O_NOCTTY);
	if (fd < 0)
		return job_fail(job, fd, "opening the password file %s", path);
	err = job_judge_input(job, fd, path);
	if (!err) {
		/* a note, not a refusal: other users may have read the file already */
		if (!host_fstat(job->host, fd, &st) && S_ISREG(st.st_mode) &&
		    (st.st_mode & (S_IRWXG | S_IRWXO)))
			job_note(job,
				 "others can read the password file %s (mode %04o): try chmod 600",
				 path, st.st_mode & 07777);
		err = read_password(job, fd, path, NULL, password);
	}
	host_close(job->host, fd);
	return err;
}

int security_send(struct job *job, enum ata_id id, const struct ata_password *password,
		  unsigned timeout_s, struct ata_cmd *cmd)
{
	uint8_t block[512];
	int err;

	*cmd = ata_command_data(id, block, sizeof(block));
	ata_password_encode(id, password, block);
	if (timeout_s)
		cmd->timeout_s = timeout_s;
	err = device_ata(job->dev, cmd);
	explicit_bzero(block, sizeof(block));
	cmd->data = NULL;
	return err;
}

bool security_refused(const struct ata_result *res)
{
	struct sense_code code = sense_code(res->sense, res->sense_bytes);

	if (res->valid)
		return (res->error & ER_ABRT) && !(res->error & ER_ICRC) && !(res->status & ST_DF);
	/*
	 * without registers, libata reports ABRT alone as ABORTED COMMAND with no additional code;
	 * missing sense data and NO SENSE count as ABRT, since some paths lose the sense data
	 */
	return res->answered && !code.deferred &&
	       (!code.present || code.key == KEY_NO_SENSE ||
		(code.key == KEY_ABORTED_COMMAND && code.asc == 0));
}

bool security_unsent(int err, const struct ata_result *res)
{
	return res->unsent || (err && !res->valid && !res->answered && !error_leaves_open(err));
}

void security_estimate(const struct job *job, bool enhanced, char text[ESTIMATE_BYTES])
{
	char time[UNITS_TEXT_BYTES];
	bool more;
	unsigned minutes = ata_erase_minutes(job->dev->id.raw, enhanced, &more);

	text[0] = '\0';
	if (minutes)
		snprintf(text, ESTIMATE_BYTES, "%s %.16s", more ? "more than" : "about",
			 clock_text(minutes * UINT64_C(60), time));
}

/* ERASE UNIT must follow ERASE PREPARE immediately (ACS-3 7.39). */
int security_erase_unit(struct job *job, const struct ata_password *password, struct ata_cmd *cmd)
{
	unsigned timeout_s = ata_erase_timeout_s(job->dev->id.raw, password->enhanced);
	char estimate[ESTIMATE_BYTES], end[64];
	struct job_clock clock = { .what = "erasing: ", .end = end };
	int err;

	security_estimate(job, password->enhanced, estimate);
	snprintf(end, sizeof(end), "%s%s; it cannot be stopped now", estimate[0] ? " of " : "",
		 estimate);
	job_clock_start(job, &clock);
	*cmd = ata_command(ATA_SECURITY_ERASE_PREPARE);
	err = device_ata(job->dev, cmd);
	if (!err) {
		err = security_send(job, ATA_SECURITY_ERASE_UNIT, password, timeout_s, cmd);
		/* part of the disk may be erased */
		if (err && !security_refused(&cmd->res) && !security_unsent(err, &cmd->res))
			job->proof = UNSETTLED;
	}
	job_clock_stop(&clock);
	return err;
}

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
	err = device_identify(job->dev, ATA_QUIET_MISSING);
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

enum way { NOTHING, WHEN_BACK, EXPIRED, FROZEN, ERASE, RECOVER, DISABLE };

static const struct {
	const char *action; /* value of "action" in JSON; NULL: no advice */
	const char *option; /* option of the command line that the user should run; or NULL */
	const char *before, *behind; /* texts before and after the command line */
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

enum { COMMAND_BYTES = 640 };

static void show_known_bool(struct job *job, const char *key, bool known, bool value)
{
	if (known)
		report_bool(job->out, key, value, NO_TEXT);
	else
		report_null(job->out, key, NO_TEXT);
}

enum { DID_BYTES = ATA_TITLE_BYTES + 64 };

/*
 * Write what is known of the last command, such as "the drive completed SECURITY UNLOCK". False if
 * the drive did not answer the command: it may have done the command.
 */
static bool tell_answer(const struct recovery *known, char text[DID_BYTES])
{
	const struct ata_result *res = &known->cmd->res;
	const char *did = "the drive may have done";
	char title[ATA_TITLE_BYTES];
	bool open = false;

	if (!known->result)
		did = "the drive completed";
	else if (res->valid && security_refused(res))
		did = "the drive refused";
	else if (security_unsent(known->result, res))
		did = "the drive was not sent";
	else
		open = true;
	snprintf(text, DID_BYTES, "%s %s, and its state was not read", did,
		 ata_command_title(known->cmd, title));
	return !open;
}

static void note_unread_state(struct job *job, const struct recovery *known, const char *line)
{
	const char *user = known->master ? "master" : "user";
	char did[DID_BYTES], shows[DEVICE_WORD_BYTES + 32] = "";

	if (!tell_answer(known, did) && known->may_be)
		snprintf(did, sizeof(did), "%s", known->may_be);
	else if (known->needed)
		snprintf(shows, sizeof(shows), ": `hdparm -I %s` shows the state",
			 job_device_word(job));
	if (known->needed)
		job_note(job, "%s%s (user=%s); %s`%s`%s", did, shows, user, ways[WHEN_BACK].before,
			 line, ways[WHEN_BACK].behind);
	else
		job_note(job, "%s (user=%s); when the drive is back, -I shows its state", did,
			 user);
}

void recovery_report(struct job *job, const struct ata_security *now, const struct recovery *known)
{
	enum way way = choose_way(now, known);
	char line[COMMAND_BYTES] = "";

	if (way != NOTHING)
		snprintf(line, sizeof(line), "hdparm %s%s PASSWORD %s",
			 known->master ? "--user-master m " : "", ways[way].option,
			 job_device_word(job));
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
	if (!now)
		note_unread_state(job, known, line);
	if (!now || !known->needed || way == NOTHING)
		return;
	if (way == DISABLE)
		job_note(job, "the drive is enabled with %s, %s`%s`%s",
			 known->given_is_set ? "the password just given" : "a password",
			 ways[way].before, line, ways[way].behind);
	else
		job_note(job, "%s`%s`%s", ways[way].before, line, ways[way].behind);
}
