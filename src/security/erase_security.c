// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * SECURITY ERASE UNIT needs a password, and a drive whose erase fails keeps it. Therefore the
 * password is a fixed word that can be typed in the machine's firmware, the journal records it
 * before it is set, and it is removed again also after a failure.
 */
#include "erase.h"
#include "hang.h"
#include "journal.h"
#include "security_state.h"
#include "security_send.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* One erase, from the password's setting to its removal. */
struct security_erase {
	struct job *job;
	struct erase_journal journal;
	bool no_journal;
	struct ata_password password; /* the user's, of level high */
	bool tried, erased;	      /* ERASE UNIT was sent; the drive reported success */
	bool unknown;		      /* it is unknown whether the drive erased */
};

static void journal_step(struct security_erase *u, const char *step)
{
	snprintf(u->journal.step, sizeof(u->journal.step), "%s", step);
	/* after a failed write no other is tried, so that it is reported once */
	if (!u->no_journal)
		u->no_journal = journal_write(u->job, &u->journal);
}

/* The usual advice names a wrong password as a cause; this password is right. */
static int fail_erase_command(struct job *job, int err, const struct ata_cmd *cmd)
{
	if (err != -EIO || !cmd->res.valid || !security_refused(&cmd->res) ||
	    cmd->id != ATA_SECURITY_ERASE_UNIT)
		return job_fail_ata(job, err, cmd);
	device_forget_failure(job->dev);
	return job_fail_ata_advised(job, err, cmd, "the drive cannot erase itself now");
}

static void note_password(struct job *job)
{
	job_note(job, "the user password is `hdparm`");
}

/* The drive does not answer: reports its possible state and how to recover. */
static void report_unknown_after_erase(const struct security_erase *u)
{
	const struct recovery way = {
		.unknown = true,
		.may_be = u->tried ? "the drive may be erasing" : "a user password may be set",
		.needed = true,
	};

	recovery_tell(u->job, NULL, &way);
	note_password(u->job);
}

/* Sends UNLOCK if the drive is locked, then DISABLE PASSWORD. Reports a failure. */
static void unlock_and_disable(struct security_erase *u, const struct ata_security *now)
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

/* Removes the password if it is set, and reports the state that is read afterwards. */
static int remove_password_and_report(struct security_erase *u, int err)
{
	const struct recovery way = { .needed = true };
	struct job *job = u->job;
	struct ata_security now;
	bool lost = device_hung(job->dev);
	int asked = lost ? err : security_reread(job, &now);

	/* an erase removes the password: if it is not set any more, the erase may be done */
	u->unknown = u->tried && (asked ? lost : !now.enabled);
	if (!asked && now.enabled && !now.frozen) {
		unlock_and_disable(u, &now);
		lost = device_hung(job->dev);
		asked = lost ? device_hung(job->dev) : security_reread(job, &now);
	}
	if (asked) {
		if (!lost)
			job_fail(job, asked, "the drive's security state could not be read back");
		report_unknown_after_erase(u);
		return err ? err : asked;
	}
	if (!now.enabled)
		journal_remove(job);
	recovery_tell(job, &now, &way);
	if (!now.enabled)
		return err;
	note_password(job);
	return err ? err : job_fail(job, -EIO, "a user password is still set");
}

static int set_and_erase(struct security_erase *u)
{
	struct job *job = u->job;
	struct ata_cmd cmd;
	int err;

	journal_step(u, "set-password");
	err = security_send(job, ATA_SECURITY_SET_PASSWORD, &u->password, 0, &cmd);
	/* a signal until now prevents the erase */
	if (!err && !host_interrupted(job->host)) {
		journal_step(u, "erase-unit");
		err = security_erase_unit(job, &u->password, &cmd);
		u->tried = cmd.id == ATA_SECURITY_ERASE_UNIT;
		u->erased = !err;
	}
	return err ? fail_erase_command(job, err, &cmd) : 0;
}

int erase_by_security(struct job *job, const struct erase_method *method,
		      enum erase_outcome *outcome)
{
	struct security_erase u = {
		.job = job,
		.password = { .enhanced = method->enhanced, .bytes = "hdparm" },
		.journal = { .has_password = true },
	};
	int err;

	memcpy(u.journal.password, u.password.bytes, sizeof(u.journal.password));
	snprintf(u.journal.method, sizeof(u.journal.method), "%s", method->name);
	err = set_and_erase(&u);
	if (!job->dev->dry_run)
		err = remove_password_and_report(&u, err);
	*outcome = u.erased ? ERASED : u.unknown ? UNKNOWN : NOT_ERASED;
	if (!host_interrupted(job->host))
		return err;
	job_fail(job, -EINTR, "%s",
		 u.erased ? "what had begun was finished first" : "the drive is not erased");
	return -RESULT_INTERRUPTED;
}
