// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * --security-recover: removes a password that an erase left on a drive. It tries the passwords that
 * erasing tools set. It destroys no data, and stops before the drive's attempts are used up.
 */
#include "candidates.h"
#include "security_state.h"
#include "security_send.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct recover {
	struct job *job;
	struct ata_security now;
	struct candidates passwords;
	size_t next; /* index in the list */
	const struct candidate *right;
};

/* Report the state, as text only if `needed`, and return err. */
static int report_state_and_return(struct recover *r, int err, bool needed)
{
	struct recovery way = {
		.needed = needed,
		.used_up = !needed && err && !candidates_left(&r->passwords),
	};

	recovery_tell(r->job, &r->now, &way);
	return err;
}

static const char used_up[] = "wrong passwords have used up the drive's attempts: cycle its power";

/* Read the password that the command line contains or refers to. 0; 1: there is none; -errno. */
static int get_given_password(struct recover *r, struct ata_password *password)
{
	struct job *job = r->job;

	password->master = job->req->opt[OPT_USER_MASTER].value;
	if (!job->opt->set)
		return 1;
	if (password->master && r->now.maximum)
		return job_refuse(
			job, -EIO,
			"at security level maximum the master password can only erase the drive: "
			"`hdparm --user-master m --security-erase PASSWORD %s`",
			job_device_word(job));
	return password_get(job, password->bytes);
}

static int send_candidate(struct recover *r, enum ata_id id, struct ata_cmd *cmd)
{
	return security_send(r->job, id, &r->passwords.list[r->next].password, 0, cmd);
}

/*
 * Report that the drive's state behind a command is not known, since IDENTIFY DEVICE failed with
 * `asked`. `did`: "the drive completed", or what else is known of the command.
 */
static void report_unread_state(struct recover *r, const char *did, const struct ata_cmd *cmd,
				int asked)
{
	char title[ATA_TITLE_BYTES], may_be[ATA_TITLE_BYTES + DEVICE_WORD_BYTES + 160];
	const struct recovery way = { .needed = true, .unknown = true, .may_be = may_be };

	job_fail(r->job, asked, "the drive's security state could not be read back");
	snprintf(may_be, sizeof(may_be),
		 "%s %s, and its state was not read: `hdparm -I %s` shows the state", did,
		 ata_command_title(cmd, title), job_device_word(r->job));
	recovery_tell(r->job, NULL, &way);
}

/*
 * Try one password. 0: the result is known, and `right` is set if the password fits. -errno: the
 * result is unknown; the failure and the drive's state are reported. After an answer, and after a
 * command that may have reached the drive, the state behind the command decides.
 */
static int try_candidate(struct recover *r)
{
	struct job *job = r->job;
	bool locked = r->now.locked, refused;
	struct ata_cmd cmd;
	int err, asked = 0;

	candidates_note(job, &r->passwords);
	err = send_candidate(r, locked ? ATA_SECURITY_UNLOCK : ATA_SECURITY_DISABLE_PASSWORD, &cmd);
	/* no answer, or a fault of the drive or of the cable, proves nothing about the password */
	refused = err == -EIO && security_refused(&cmd.res);
	if (refused)
		err = 0;
	if (err)
		job_fail_ata(job, err, &cmd);
	if (err && !job->dev->attempt.unsettled)
		return report_state_and_return(r, err, true);
	if (!job->dev->dry_run) {
		device_may_ask_hung(job->dev);
		asked = security_reread(job, &r->now);
	}
	if (asked) {
		report_unread_state(r,
				    refused ? "the drive refused"
				    : err   ? "the drive may have done"
					    : "the drive completed",
				    &cmd, asked);
		return err ? err : asked;
	}
	/* UNLOCK tests the password of a locked drive, DISABLE PASSWORD that of an unlocked one */
	if (!job->dev->dry_run && (locked ? r->now.locked : r->now.enabled)) {
		if (err)
			return report_state_and_return(r, err, true);
		candidates_wrong(job, &r->passwords, r->next);
		return 0;
	}
	r->right = &r->passwords.list[r->next];
	candidates_right(job, &r->passwords, r->next);
	return 0;
}

static int try_all_candidates(struct recover *r)
{
	for (; r->next < r->passwords.n; r->next++) {
		unsigned left;
		int err;

		if (!candidates_left(&r->passwords) || r->now.expired ||
		    host_interrupted(r->job->host))
			break;
		err = try_candidate(r);
		if (err || r->right)
			return err;
		left = candidates_left(&r->passwords);
		report_line(r->job->out, " %s: wrong; %u %s left until power is cycled\n",
			    r->passwords.list[r->next].name, left, left == 1 ? "try" : "tries");
		report_flush(r->job->out);
	}
	return 0;
}

/*
 * Name the command line for a drive that accepts only an erase. It shows the password of --erase,
 * which is not secret.
 */
static void note_erase_line(const struct recover *r)
{
	const char *path = job_device_word(r->job);
	bool given = r->job->opt->set && !r->passwords.erases;

	job_note(r->job,
		 "some drives require that an interrupted erase is completed: `hdparm "
		 "--security-erase %s %s`%s erases the drive and removes the password",
		 given ? "PASSWORD" : "hdparm", path,
		 given ? "" : ", or with the password that was set,");
}

/* Name what can be done if no password fits. */
static void note_other_ways(const struct recover *r)
{
	const char *path = job_device_word(r->job);

	if (!r->now.locked) {
		job_note(r->job,
			 "the drive is not locked yet: `hdparm --security-set-pass hdparm %s` "
			 "replaces the unknown password by a known one, and `hdparm "
			 "--security-disable hdparm %s` removes it",
			 path, path);
		return;
	}
	note_erase_line(r);
	if (r->now.master_revision == 0xfffe)
		job_note(r->job,
			 "the master password is the maker's (word 92 is FFFEh): at level %s it "
			 "%s; see WHEN A DRIVE IS LOCKED in man hdparm",
			 r->now.maximum ? "maximum" : "high",
			 r->now.maximum ? "erases" : "unlocks");
}

static int report_no_match(struct recover *r)
{
	char names[CANDIDATE_NAMES_BYTES];
	int err;

	if (host_interrupted(r->job->host)) {
		job_fail(r->job, -EINTR, "a password is still set");
		return report_state_and_return(r, -RESULT_INTERRUPTED, true);
	}
	if (r->now.expired)
		return report_state_and_return(
			r, job_refuse(r->job, -EIO, "%s; then run this line again", used_up),
			false);
	if (r->next == r->passwords.n)
		err = job_refuse(r->job, -EIO, "none of the known passwords is right");
	else
		err = job_refuse(r->job, -EIO,
				 "no password was right so far, and another wrong one might use up "
				 "the drive's attempts: cycle its power, then run this line again");
	candidates_names(&r->passwords, r->next, WRONG_TRIES, names);
	if (names[0])
		job_note(r->job, "the next ones are %s%s", names,
			 r->passwords.unkept ? "; the journal could not be written: give one of "
					       "them as the password"
					     : "");
	note_other_ways(r);
	return report_state_and_return(r, err, false);
}

/* Remove the password after the right one was found, and the journal when the drive has none. */
static int disable_password(struct recover *r)
{
	const struct recovery way = { .needed = true };
	struct job *job = r->job;
	struct ata_cmd cmd = ata_command(ATA_SECURITY_DISABLE_PASSWORD);
	int err = 0, asked;

	if (!job->dev->dry_run)
		report_line(job->out, " %s: right\n", r->right->name);
	report_flush(job->out);
	if (r->now.enabled)
		err = send_candidate(r, ATA_SECURITY_DISABLE_PASSWORD, &cmd);
	if (err)
		job_fail_ata(job, err, &cmd);
	if (job->dev->dry_run)
		return err;
	device_may_ask_hung(job->dev);
	asked = security_reread(job, &r->now);
	if (asked) {
		report_unread_state(r, err ? "the drive may have done" : "the drive completed",
				    &cmd, asked);
		return err ? err : asked;
	}
	recovery_tell(job, &r->now, &way);
	if (r->now.enabled)
		return err ? err
			   : job_fail(job, -EIO,
				      "a password is still set, though the drive reported success");
	job->proof = PROVED;
	report_line(job->out, " security is not enabled any more\n");
	journal_remove(job);
	return 0;
}

static int recover_password(struct recover *r)
{
	struct ata_password password = { .master = false };
	char names[CANDIDATE_NAMES_BYTES];
	int none = get_given_password(r, &password), err;

	if (none < 0)
		return report_state_and_return(r, none, false);
	candidates_find(r->job, none ? NULL : &password, r->now.maximum, &r->passwords);
	explicit_bzero(&password, sizeof(password));
	candidates_names(&r->passwords, 0, candidates_left(&r->passwords), names);
	if (names[0])
		report_line(r->job->out, " trying %s\n", names);
	report_flush(r->job->out);
	err = try_all_candidates(r);
	if (err)
		return err;
	return r->right ? disable_password(r) : report_no_match(r);
}

int act_security_recover(struct job *job)
{
	struct recover r = { .job = job };
	const char *why = NULL;
	int err = security_read(job, &r.now);

	if (err)
		return err;
	if (!r.now.enabled) {
		report_line(job->out, " security is not enabled: there is nothing to recover\n");
		journal_remove(job);
		job->proof = PROVED;
		return report_state_and_return(&r, 0, false);
	}
	if (r.now.frozen)
		why = security_frozen;
	else if (r.now.expired)
		why = used_up;
	if (why)
		return report_state_and_return(
			&r, job_refuse(job, -EIO, "%s; then run this line again", why), false);
	err = recover_password(&r);
	explicit_bzero(&r, sizeof(r));
	return err;
}
