// SPDX-License-Identifier: GPL-2.0-or-later
/* Acts of the ATA security options: set-pass, unlock, disable, erase, freeze. */
#include "security.h"
#include "device.h"
#include "journal.h"
#include "password.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const struct security_act security_set_pass = {
	.id = ATA_SECURITY_SET_PASSWORD,
	.announce = "SECURITY_SET_PASS",
	.may_be = "the password just given may be set",
};
const struct security_act security_unlock = {
	.id = ATA_SECURITY_UNLOCK,
	.announce = "SECURITY_UNLOCK",
	.may_be = "the drive may still be locked",
};
const struct security_act security_disable = {
	.id = ATA_SECURITY_DISABLE_PASSWORD,
	.announce = "SECURITY_DISABLE",
	.may_be = "the password may still be set",
};

static const char may_erase[] = "the drive may be erasing, and its password may still be set";

const struct security_act security_erase = {
	.id = ATA_SECURITY_ERASE_UNIT,
	.announce = "SECURITY_ERASE",
	.may_be = may_erase,
};
const struct security_act security_erase_enhanced = {
	.id = ATA_SECURITY_ERASE_UNIT,
	.announce = "SECURITY_ERASE",
	.may_be = may_erase,
	.enhanced = true,
};

static const char *security_obstacle(const struct security_act *act, const struct ata_security *s,
				     const struct ata_password *password)
{
	bool erases = act->id == ATA_SECURITY_ERASE_UNIT;
	bool opens = act->id == ATA_SECURITY_UNLOCK || act->id == ATA_SECURITY_DISABLE_PASSWORD;

	if (!s->supported)
		return "the drive has no security feature set";
	if (s->frozen)
		return security_frozen;
	if (s->expired && (erases || opens))
		return "wrong passwords have used up the drive's attempts; cycle its power first";
	if (opens && !s->enabled)
		return "no password is set, so there is none to remove, and the drive is not "
		       "locked";
	/* some drives without a user password accept an erase with the master password */
	if (erases && !s->enabled && !password->master)
		return "no password is set, and an erase needs one; set it first, by "
		       "--security-set-pass PASSWORD DEVICE"
		       ", or use --erase";
	if (act->id == ATA_SECURITY_SET_PASSWORD && s->locked)
		return "the drive is locked; unlock it first";
	if (opens && password->master && s->maximum)
		return "at security level maximum the master password can only erase the drive";
	if (act->enhanced && !s->enhanced_erase)
		return "the drive has no enhanced erase; use --security-erase";
	return NULL;
}

static int fail_password_command(struct job *job, int err, const struct ata_cmd *cmd)
{
	struct ata_security before;
	const char *cause;

	if (err != -EIO || cmd->id == ATA_SECURITY_SET_PASSWORD ||
	    (cmd->res.valid && !security_refused(&cmd->res)))
		return job_fail_ata(job, err, cmd);
	ata_security_decode(job->dev->id.raw, &before);
	/* the drive was locked, and UNLOCK accepted this password: the password is right */
	if (cmd->id == ATA_SECURITY_DISABLE_PASSWORD && before.locked)
		return job_fail_ata(job, err, cmd);
	if (cmd->res.valid)
		device_forget_failure(job->dev);
	/* if no user password was set, the command is an erase with the master password */
	if (!before.enabled)
		cause = "the password is wrong, or the drive wants a user password to be set first";
	else if (!cmd->res.valid)
		cause = "the password is wrong, or the command does not reach the drive";
	else if (cmd->id == ATA_SECURITY_ERASE_UNIT)
		cause = "the password is wrong, or the drive cannot erase itself";
	else
		cause = "the password is wrong";
	return job_fail_ata_advised(job, err, cmd, cause);
}

static int send_with_password(struct job *job, enum ata_id id, const struct ata_password *password,
			      struct ata_cmd *cmd)
{
	int err = security_send(job, id, password, 0, cmd);

	return err ? fail_password_command(job, err, cmd) : 0;
}

/* Return 0; or -errno, reported. *cmd is the last command that was tried. */
static int execute_security_act(struct job *job, struct ata_password *password, struct ata_cmd *cmd)
{
	const struct security_act *act = job->row;
	int err;

	switch (act->id) {
	case ATA_SECURITY_ERASE_UNIT:
		err = security_erase_unit(job, password, cmd);
		if (!err)
			return 0;
		return cmd->id == ATA_SECURITY_ERASE_UNIT ? fail_password_command(job, err, cmd)
							  : job_fail_ata(job, err, cmd);
	case ATA_SECURITY_DISABLE_PASSWORD:
		err = send_with_password(job, ATA_SECURITY_UNLOCK, password, cmd);
		return err ? err
			   : send_with_password(job, ATA_SECURITY_DISABLE_PASSWORD, password, cmd);
	default:
		return send_with_password(job, act->id, password, cmd);
	}
}

static const char *security_mismatch(const struct security_act *act, const struct ata_security *now,
				     const struct ata_password *password)
{
	switch (act->id) {
	case ATA_SECURITY_SET_PASSWORD:
		return password->master || now->enabled ? NULL : "no password is set";
	case ATA_SECURITY_UNLOCK:
		return now->locked ? "the drive is still locked" : NULL;
	default:
		return now->enabled ? "a password is still set" : NULL;
	}
}

/*
 * Read and report the security state after the command; in a dry run, only return `err`. `err`: the
 * result of `cmd`. Return 0 if `err` is 0 and the state is as the command should leave it; else
 * -errno.
 */
static int read_back_security(struct job *job, int err, const struct ata_cmd *cmd,
			      const struct ata_password *password,
			      const struct ata_security *before)
{
	const struct security_act *act = job->row;
	bool sets = act->id == ATA_SECURITY_SET_PASSWORD;
	/* neither an unlock nor a new master password locks the drive, even if the command fails */
	bool may_lock = act->id != ATA_SECURITY_UNLOCK && !(sets && password->master);
	struct recovery way = { .master = password->master };
	struct ata_security now;
	const char *wrong;
	char text[SECURITY_TEXT_BYTES];
	int asked;

	if (job->dev->dry_run)
		return err;
	if (sets && !password->master && (!err || job->dev->attempt.unsettled))
		journal_forget_tried(job);
	device_may_ask_hung(job->dev);
	asked = security_reread(job, &now);
	if (asked) {
		job_fail(job, asked, "the drive's security state could not be read back");
		way.cmd = cmd;
		way.result = err;
		way.may_be = cmd->id == act->id ? act->may_be : NULL;
		way.needed = may_lock;
		recovery_report(job, NULL, &way);
		return err ? err : asked;
	}
	/* without a password on the drive, the journal of an erase is obsolete */
	if (!now.enabled)
		journal_remove(job);
	security_text(&now, text);
	wrong = security_mismatch(act, &now, password);
	if (err) {
		job_note(job, "the drive's security is now: %s", text);
	} else if (wrong) {
		job->proof = DISPROVED;
		err = job_fail(job, -EIO, "%s, though the drive reported success (%s)", wrong,
			       text);
	} else if (act->id == ATA_SECURITY_UNLOCK || act->id == ATA_SECURITY_DISABLE_PASSWORD ||
		   (sets && !password->master && !before->enabled)) {
		/* an erase, a new master password and a changed user password stay UNPROVED */
		job->proof = PROVED;
	}
	way.needed = (err || host_interrupted()) && may_lock;
	way.given_is_set = sets && !(err && before->enabled);
	recovery_report(job, &now, &way);
	return err;
}

static int refuse_second_erase(struct job *job)
{
	struct ata_cmd cmd = ata_sanitize_command(ATA_SANITIZE_STATUS_EXT, 0, 0);
	struct ata_sanitize_support support;
	struct ata_sanitize_status status;
	int err;

	ata_sanitize_support(job->dev->id.raw, &support);
	if (!support.sanitize)
		return 0;
	cmd.quiet = ATA_QUIET_WARNINGS;
	err = device_ata(job->dev, &cmd);
	if (device_hung(job->dev))
		return job_fail_ata(job, err, &cmd);
	device_forget_failure(job->dev);
	if (err || cmd.res.count_cut)
		return 0;
	ata_sanitize_decode(&cmd.res, &status);
	if (status.state != SANITIZE_RUNNING)
		return 0;
	return job_refuse(job, -EBUSY,
			  "busy: the drive is erasing itself by a sanitize operation; "
			  "--sanitize-status --wait follows it");
}

static struct ata_password password_asked_for(const struct job *job)
{
	const struct security_act *act = job->row;
	struct ata_password password = {
		.master = job->req->opt[OPT_USER_MASTER].value,
		.enhanced = act->enhanced,
	};

	if (act->id == ATA_SECURITY_SET_PASSWORD)
		password.maximum = job->req->opt[OPT_SECURITY_MODE].value;
	return password;
}

int check_security(struct job *job)
{
	struct ata_password password = password_asked_for(job);
	struct ata_security s;
	int err = security_read(job, &s);
	const char *why = err ? NULL : security_obstacle(job->row, &s, &password);

	return why ? job_fail(job, -EIO, "%s", why) : err;
}

int act_security(struct job *job)
{
	const struct security_act *act = job->row;
	struct ata_password password = password_asked_for(job);
	struct ata_security s, now;
	char text[SECURITY_TEXT_BYTES] = "unknown";
	struct ata_cmd cmd;
	int err = act->id == ATA_SECURITY_ERASE_UNIT ? refuse_second_erase(job) : 0;

	ata_security_decode(job->dev->id.raw, &s);
	if (!err)
		err = password_get(job, password.bytes);
	if (!err) {
		if (act->id == ATA_SECURITY_SET_PASSWORD && password.master)
			password.revision = ata_next_master_revision(s.master_revision);
		report_line(job->out, " Issuing %s command, user=%s", act->announce,
			    password.master ? "master" : "user");
		if (act->id == ATA_SECURITY_SET_PASSWORD)
			report_line(job->out, ", mode=%s", password.maximum ? "max" : "high");
		report_line(job->out, "\n");
		report_flush(job->out);
		err = execute_security_act(job, &password, &cmd);
		err = read_back_security(job, err, &cmd, &password, &s);
		/* a held signal: device_ata() holds signals from the first changing command on */
		if (host_interrupted()) {
			if (!device_identify(job->dev, ATA_QUIET_MISSING)) {
				ata_security_decode(job->dev->id.raw, &now);
				security_text(&now, text);
			}
			err = job_interrupted(job, "the %s; security is now %s",
					      err ? "run ends here"
						  : "current command was completed first",
					      text);
		}
	}
	explicit_bzero(&password, sizeof(password));
	return err;
}

int act_security_freeze(struct job *job)
{
	struct ata_cmd cmd = ata_command(ATA_SECURITY_FREEZE_LOCK);
	struct ata_security now;
	int err;

	if (!job_quiet(job))
		report_line(job->out, " issuing security freeze command\n");
	err = device_ata(job->dev, &cmd);
	if (err)
		return job_fail_ata(job, err, &cmd);
	if (!job_reads_back(job))
		return 0;
	err = security_reread(job, &now);
	if (err)
		return job_fail(job, err, "the drive's security state could not be read back");
	recovery_report(job, &now, &(struct recovery){ 0 });
	if (now.frozen)
		return 0;
	return job_fail(job, -EIO, "security is not frozen, though the drive reported success%s",
			now.supported ? "" : ": it has no security feature set");
}
