// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * SECURITY ERASE UNIT wants a password first, and a drive whose erase fails keeps it. So it is one
 * that everybody knows and can type in the machine's firmware, it is written down before it is set,
 * and it is taken away again whatever comes.
 */
#include "erase.h"
#include "hang.h"
#include "journal.h"
#include "security_state.h"
#include "security.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* What has been begun, and what it needs to end. */
struct undertaking {
	struct job *job;
	struct erase_journal journal;
	bool no_journal;
	struct ata_password password; /* the user's, of level high */
	bool tried, erased;	      /* ERASE UNIT was sent; and was done, as the drive says */
	bool unknown;		      /* whether it was done */
};

static void note_step(struct undertaking *u, const char *step)
{
	snprintf(u->journal.step, sizeof(u->journal.step), "%s", step);
	/* where there can be none, that is told once */
	if (!u->no_journal)
		u->no_journal = journal_write(u->job, &u->journal);
}

/* In place of what is usually said of a refusal: this password is right. */
static int fail_command(struct job *job, int err, const struct ata_cmd *cmd)
{
	if (err != -EIO || !cmd->res.valid || !security_refused(&cmd->res) ||
	    cmd->id != ATA_SECURITY_ERASE_UNIT)
		return job_fail_ata(job, err, cmd);
	device_forget_failure(job->dev);
	return job_fail_ata_advised(job, err, cmd, "the drive cannot erase itself now");
}

static void tell_password(struct job *job)
{
	job_note(job, "the user password is `hdparm`");
}

/* The drive cannot be asked: what it may be in, and the way back. */
static void lose_sight(const struct undertaking *u)
{
	const struct recovery way = {
		.unknown = true,
		.may_be = u->tried ? "the drive may be erasing" : "a user password may be set",
		.needed = true,
	};

	recovery_tell(u->job, NULL, &way);
	tell_password(u->job);
}

static int read_state(struct job *job, struct ata_security *now)
{
	int err;

	device_forget(job->dev);
	err = device_identify(job->dev);
	if (!err)
		ata_security_decode(job->dev->id.raw, now);
	return err;
}

/* UNLOCK where it is locked, and DISABLE PASSWORD; a failure is reported. */
static void take_password_away(struct undertaking *u, const struct ata_security *now)
{
	struct job *job = u->job;
	struct ata_cmd cmd;
	int err = 0;

	if (now->locked)
		err = security_send(job, ATA_SECURITY_UNLOCK, &u->password, 0, &cmd);
	if (!err)
		err = security_send(job, ATA_SECURITY_DISABLE_PASSWORD, &u->password, 0, &cmd);
	if (err)
		job_fail_ata(job, err, &cmd);
}

/* The password goes, if it is there; what is said then is what the drive says. */
static int settle(struct undertaking *u, int err)
{
	const struct recovery way = { .needed = true };
	struct job *job = u->job;
	struct ata_security now;
	bool lost = device_hung(job->dev);
	int asked = lost ? err : read_state(job, &now);

	/* an erase takes the password along: where that is gone, it may have been done */
	u->unknown = u->tried && (asked ? lost : !now.enabled);
	if (!asked && now.enabled && !now.frozen) {
		take_password_away(u, &now);
		lost = device_hung(job->dev);
		asked = lost ? device_hung(job->dev) : read_state(job, &now);
	}
	if (asked) {
		if (!lost)
			job_fail(job, asked, "the drive's security state could not be read back");
		lose_sight(u);
		return err ? err : asked;
	}
	if (!now.enabled)
		journal_remove(job);
	recovery_tell(job, &now, &way);
	if (!now.enabled)
		return err;
	tell_password(job);
	return err ? err : job_fail(job, -EIO, "a user password is still set");
}

static int set_and_erase(struct undertaking *u)
{
	struct job *job = u->job;
	struct ata_cmd cmd;
	int err;

	note_step(u, "set-password");
	err = security_send(job, ATA_SECURITY_SET_PASSWORD, &u->password, 0, &cmd);
	/* whoever called it off until here is spared the rest */
	if (!err && !host_interrupted(job->host)) {
		note_step(u, "erase-unit");
		err = security_erase_unit(job, &u->password, &cmd);
		u->tried = cmd.id == ATA_SECURITY_ERASE_UNIT;
		u->erased = !err;
	}
	return err ? fail_command(job, err, &cmd) : 0;
}

int erase_by_security(struct job *job, const struct erase_method *method,
		      enum erase_outcome *outcome)
{
	struct undertaking u = {
		.job = job,
		.password = { .enhanced = method->enhanced, .bytes = "hdparm" },
		.journal = { .has_password = true },
	};
	int err;

	memcpy(u.journal.password, u.password.bytes, sizeof(u.journal.password));
	snprintf(u.journal.method, sizeof(u.journal.method), "%s", method->name);
	err = set_and_erase(&u);
	if (!job->dev->dry_run)
		err = settle(&u, err);
	*outcome = u.erased ? ERASED : u.unknown ? UNKNOWN : NOT_ERASED;
	if (!host_interrupted(job->host))
		return err;
	job_fail(job, -EINTR, "%s",
		 u.erased ? "what had begun was finished first" : "the drive is not erased");
	return -RESULT_INTERRUPTED;
}
