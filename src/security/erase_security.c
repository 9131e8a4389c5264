// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * SECURITY ERASE UNIT needs a password, and a drive whose erase fails keeps it. Therefore the
 * password is a fixed word that can be typed in the machine's firmware. The journal records the
 * password before it is set, and it is removed again, also after a failure.
 */
#include "guided.h"
#include "journal.h"
#include "security_state.h"
#include "security_send.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* One erase, from setting the password to removing it. */
struct security_erase {
	struct job *job;
	struct erase_journal journal;
	bool no_journal;
	struct ata_password password; /* the user's, of level high */
	bool tried, erased;	      /* ERASE UNIT was sent; the drive reported success */
	bool answered;		      /* it ended with the drive's registers */
	bool was_set, gone;	      /* the password was read as set, and later as not set */
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

/* The drive does not answer: reports the states it may be in, and how to recover. */
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

/* Send UNLOCK if the drive is locked, then DISABLE PASSWORD. Reports a failure. */
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

/* Remove the password if it is set, and report the state that is read afterwards. */
static int remove_password_and_report(struct security_erase *u, int err)
{
	const struct recovery way = { .needed = true };
	struct job *job = u->job;
	struct ata_security now;
	bool lost = device_hung(job->dev);
	int asked = lost ? err : security_reread(job, &now);

	/*
	 * a completed erase removes the password: if none is set, the erase may be complete; a
	 * command without registers has an unknown result, whatever the path answers afterwards
	 */
	u->unknown = u->tried && (!u->answered || (!asked && !now.enabled));
	u->gone = !asked && !now.enabled;
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

/* Return whether the drive has the password: a completed erase removes it, so its removal is a
 * proof. */
static int check_password_set(struct security_erase *u)
{
	struct job *job = u->job;
	struct ata_security now;
	int err;

	if (job->dev->dry_run)
		return 0;
	err = security_reread(job, &now);
	if (err)
		return job_fail(job, err, "the drive's security state could not be read back");
	u->was_set = now.enabled;
	return now.enabled ? 0
			   : job_fail(job, -EIO,
				      "SECURITY SET PASSWORD: no password is set, though the drive "
				      "reported success");
}

static int set_and_erase(struct security_erase *u)
{
	struct job *job = u->job;
	struct ata_cmd cmd;
	int err;

	journal_step(u, "set-password");
	err = security_send(job, ATA_SECURITY_SET_PASSWORD, &u->password, 0, &cmd);
	if (err)
		return fail_erase_command(job, err, &cmd);
	err = check_password_set(u);
	/* a signal before this prevents the erase */
	if (err || host_interrupted(job->host))
		return err;
	journal_step(u, "erase-unit");
	err = security_erase_unit(job, &u->password, &cmd);
	u->tried = cmd.id == ATA_SECURITY_ERASE_UNIT;
	u->erased = !err;
	u->answered = cmd.res.valid;
	return err ? fail_erase_command(job, err, &cmd) : 0;
}

int erase_interrupted(struct job *job, enum erase_outcome outcome)
{
	job_fail(job, -EINTR, "%s",
		 outcome == ERASED    ? "the current command was completed first"
		 : outcome == UNKNOWN ? "the run ends here"
				      : "the drive is not erased");
	return -RESULT_INTERRUPTED;
}

int erase_by_security(struct job *job, enum disk_erase method, struct evidence *evidence,
		      enum erase_outcome *outcome)
{
	struct security_erase u = {
		.job = job,
		.password = { .enhanced = method == DISK_SECURITY_ENHANCED, .bytes = "hdparm" },
		.journal = { .has_password = true },
	};
	int err;

	memcpy(u.journal.password, u.password.bytes, sizeof(u.journal.password));
	snprintf(u.journal.method, sizeof(u.journal.method), "%s", erase_methods[method].name);
	err = set_and_erase(&u);
	if (!job->dev->dry_run)
		err = remove_password_and_report(&u, err);
	*outcome = u.erased ? ERASED : u.unknown ? UNKNOWN : NOT_ERASED;
	evidence->bit_changed = u.was_set && u.gone;
	return host_interrupted(job->host) ? erase_interrupted(job, *outcome) : err;
}
