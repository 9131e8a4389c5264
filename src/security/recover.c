// SPDX-License-Identifier: GPL-2.0-or-later
/* --security-recover tries known passwords, to remove a password without an erase of the drive. */
#include "journal.h"
#include "block.h"
#include "sysfs.h"
#include "password.h"
#include "security.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/*
 * After five wrong passwords, a drive refuses to unlock or erase until a power cycle or a hard
 * reset (ACS-4 4.18). WRONG_TRIES leaves one attempt for an erase.
 */
enum { WRONG_TRIES = 4, CANDIDATES = 9, CANDIDATE_NAME_BYTES = 48 };

struct candidate {
	char name[CANDIDATE_NAME_BYTES]; /* for messages, such as "the password given" */
	/* bits of this password in erase_journal.tried; 0: only the user gave this password */
	uint32_t bit;
	struct ata_password password;
};

struct candidates {
	struct candidate list[CANDIDATES];
	size_t n;
	bool erases; /* the journal's password is the user password of --erase, fixed[0] */
	/* the last write of the journal failed: the next run may try a password again */
	bool unkept;
	struct erase_journal journal;
};

/* The password of --erase, then passwords that other tools set for an erase. */
static const char *const fixed[] = { "hdparm", "", "NULL", "xxxx", "SeaChest", "maas", "MyPass" };
enum { FIXED = sizeof(fixed) / sizeof(fixed[0]) };

/* Bits of erase_journal.tried: bit i for fixed[i], then a bit for the journal's password. */
enum { TRIED_JOURNAL = 1 << FIXED };

static void add_candidate(struct candidates *c, const char *name, uint32_t bit,
			  const struct ata_password *password)
{
	struct candidate *next = &c->list[c->n];

	for (size_t i = 0; i < c->n; i++) {
		struct candidate *same = &c->list[i];

		if (same->password.master != password->master ||
		    memcmp(same->password.bytes, password->bytes, sizeof(password->bytes)) != 0)
			continue;
		same->bit |= bit;
		return;
	}
	if (c->journal.tried & bit)
		return;
	snprintf(next->name, sizeof(next->name), "%s", name);
	next->bit = bit;
	next->password = *password;
	c->n++;
}

static void add_all_candidates(struct candidates *c, const struct ata_password *given, bool maximum)
{
	struct ata_password password = { .master = c->journal.master };

	if (given)
		add_candidate(c, "the password given", 0, given);
	memcpy(password.bytes, c->journal.password, sizeof(password.bytes));
	if (c->journal.has_password && !(maximum && password.master))
		add_candidate(c, "the journal's password", TRIED_JOURNAL, &password);
	for (unsigned i = 0; i < FIXED; i++) {
		char name[CANDIDATE_NAME_BYTES];

		snprintf(name, sizeof(name), *fixed[i] ? "'%s'" : "the empty one%s", fixed[i]);
		password = (struct ata_password){ .master = false };
		memcpy(password.bytes, fixed[i], strlen(fixed[i]));
		add_candidate(c, name, UINT32_C(1) << i, &password);
	}
	explicit_bzero(&password, sizeof(password));
}

/*
 * Collect the passwords to try: the given one, and those that were not wrong in an earlier run.
 * `given`: by the user, or NULL. `maximum`: at security level maximum, leave out a master password
 * of the journal. The caller wipes *c.
 */
static void candidates_find(struct job *job, const struct ata_password *given, bool maximum,
			    struct candidates *c)
{
	char since[JOURNAL_SINCE_BYTES];
	const char *before = c->journal.since;
	bool same_cycle;
	size_t n;

	*c = (struct candidates){ .n = 0 };
	if (journal_read(job, &c->journal))
		c->journal = (struct erase_journal){ .step = "recover", .method = "none" };
	c->erases = c->journal.has_password && !c->journal.master &&
		    !strcmp((const char *)c->journal.password, fixed[0]);
	machine_power_cycle(&job->dev->sys, since, sizeof(since));
	/* `since` without a number of suspends matches `before` with any number of suspends */
	n = strlen(since);
	same_cycle = n && !strncmp(since, before, n) && (!before[n] || before[n] == '/');
	if (!same_cycle) {
		c->journal.failed = 0;
		snprintf(c->journal.since, sizeof(c->journal.since), "%s", since);
	}
	add_all_candidates(c, given, maximum);
}

/* Return how many wrong passwords may still be sent before a power cycle. */
static unsigned candidates_left(const struct candidates *c)
{
	return c->journal.failed < WRONG_TRIES ? WRONG_TRIES - c->journal.failed : 0;
}

enum { CANDIDATE_NAMES_BYTES = CANDIDATES * (CANDIDATE_NAME_BYTES + 2) };
static void candidates_names(const struct candidates *c, size_t i, size_t most,
			     char text[CANDIDATE_NAMES_BYTES])
{
	size_t n = 0;

	text[0] = '\0';
	for (size_t k = i; k < c->n && k - i < most; k++)
		n += (size_t)snprintf(text + n, CANDIDATE_NAMES_BYTES - n, "%s%s",
				      k > i ? ", " : "", c->list[k].name);
}

struct recover {
	struct job *job;
	struct ata_security now;
	struct candidates passwords;
	size_t next; /* index in passwords.list */
	bool master; /* the password given, if any, is a master password */
	/* the right candidate, or in a dry run the first one; NULL: not found yet */
	const struct candidate *right;
};

static int report_state_and_return(struct recover *r, int err, bool needed)
{
	struct recovery way = {
		.needed = needed,
		.master = r->master,
		.used_up = !needed && err && !candidates_left(&r->passwords),
	};

	recovery_report(r->job, &r->now, &way);
	return err;
}

static const char used_up[] = "wrong passwords have used up the drive's attempts: cycle its power";

/* `asked`: -errno of the query that failed. `result`: of `cmd`. */
static void report_unread_state(struct recover *r, const struct ata_cmd *cmd, int result, int asked)
{
	const struct recovery way = {
		.needed = true,
		.master = r->right ? r->right->password.master : r->master,
		.cmd = cmd,
		.result = result,
	};

	job_fail(r->job, asked, "the drive's security state could not be read back");
	recovery_report(r->job, NULL, &way);
}

/*
 * Try the next candidate. Return 0 for a right (r->right is set) or wrong password; or -errno,
 * reported. In a dry run, the candidate counts as right.
 */
static int try_candidate(struct recover *r)
{
	struct job *job = r->job;
	struct candidate *candidate = &r->passwords.list[r->next];
	struct erase_journal *journal = &r->passwords.journal;
	bool locked = r->now.locked;
	struct ata_cmd cmd;
	int err, result, asked = 0;

	/* first write the journal: the drive may count an attempt whose answer is lost */
	journal->failed++;
	r->passwords.unkept = journal_write(job, journal) != 0;
	result = security_send(job, locked ? ATA_SECURITY_UNLOCK : ATA_SECURITY_DISABLE_PASSWORD,
			       &candidate->password, 0, &cmd);
	/* a missing answer, or a fault of drive or cable, does not show a wrong password */
	err = result == -EIO && security_refused(&cmd.res) ? 0 : result;
	if (err)
		job_fail_ata(job, err, &cmd);
	if (err && !job->dev->attempt.unsettled)
		return report_state_and_return(r, err, true);
	if (!job->dev->dry_run) {
		device_may_ask_hung(job->dev);
		asked = security_reread(job, &r->now);
	}
	if (asked) {
		report_unread_state(r, &cmd, result, asked);
		return err ? err : asked;
	}
	/* UNLOCK was sent to a locked drive, DISABLE PASSWORD to an unlocked drive */
	if (!job->dev->dry_run && (locked ? r->now.locked : r->now.enabled)) {
		if (err)
			return report_state_and_return(r, err, true);
		journal->tried |= candidate->bit;
		r->passwords.unkept = journal_write(job, journal) != 0;
		return 0;
	}
	r->right = candidate;
	journal->failed--;
	/* store a right password for the next run, unless only the user knew it */
	if (candidate->bit) {
		journal->tried &= ~(candidate->bit | TRIED_JOURNAL);
		journal->has_password = true;
		journal->master = candidate->password.master;
		memcpy(journal->password, candidate->password.bytes, sizeof(journal->password));
	}
	journal_write(job, journal);
	return 0;
}

/*
 * Try candidates until one is right, candidates or attempts run out, or a signal comes. Return 0;
 * or -errno of try_candidate().
 */
static int try_all_candidates(struct recover *r)
{
	for (; r->next < r->passwords.n; r->next++) {
		unsigned left;
		int err;

		if (!candidates_left(&r->passwords) || r->now.expired || host_interrupted())
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

static void note_other_ways(const struct recover *r)
{
	const char *path = job_device_word(r->job);
	bool given = r->job->opt->set && !r->passwords.erases;

	if (!r->now.locked) {
		job_note(r->job,
			 "the drive is not locked yet: `hdparm --security-set-pass hdparm %s` "
			 "replaces the unknown password by a known one, and `hdparm "
			 "--security-disable hdparm %s` removes it",
			 path, path);
		return;
	}
	/* the command line may show the password of --erase, which is public */
	job_note(r->job,
		 "some drives require that an interrupted erase is completed: `hdparm "
		 "%s--security-erase %s %s`%s erases the drive and removes the password",
		 given && r->master ? "--user-master m " : "", given ? "PASSWORD" : "hdparm", path,
		 given ? "" : ", or with the password that was set,");
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

	if (host_interrupted()) {
		err = job_interrupted(r->job, "a password is still set");
		return report_state_and_return(r, err, true);
	}
	if (r->now.expired)
		return report_state_and_return(
			r, job_refuse(r->job, -EIO, "%s; then run this line again", used_up),
			false);
	if (!r->passwords.n)
		err = job_refuse(r->job, -EIO,
				 "no password was sent: all known ones were wrong in an earlier "
				 "run; `hdparm --security-recover PASSWORD %s` tries one again",
				 job_device_word(r->job));
	else if (r->next == r->passwords.n)
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

static int disable_password(struct recover *r)
{
	const struct recovery way = { .needed = true, .master = r->right->password.master };
	struct job *job = r->job;
	struct ata_cmd cmd = ata_command(ATA_SECURITY_DISABLE_PASSWORD);
	int err = 0, asked;

	if (!job->dev->dry_run)
		report_line(job->out, " %s: right\n", r->right->name);
	report_flush(job->out);
	if (r->now.enabled)
		err = security_send(job, ATA_SECURITY_DISABLE_PASSWORD, &r->right->password, 0,
				    &cmd);
	if (err)
		job_fail_ata(job, err, &cmd);
	if (job->dev->dry_run)
		return err;
	device_may_ask_hung(job->dev);
	asked = security_reread(job, &r->now);
	if (asked) {
		report_unread_state(r, &cmd, err, asked);
		return err ? err : asked;
	}
	recovery_report(job, &r->now, &way);
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
	struct job *job = r->job;
	struct ata_password password = { .master = r->master };
	char names[CANDIDATE_NAMES_BYTES];
	int err = 0;

	if (r->master && r->now.maximum)
		err = job_refuse(job, -EIO,
				 "at security level maximum the master password can only erase the "
				 "drive: `hdparm --user-master m --security-erase PASSWORD %s`",
				 job_device_word(job));
	else if (job->opt->set)
		err = password_get(job, password.bytes);
	if (err) {
		explicit_bzero(&password, sizeof(password));
		return report_state_and_return(r, err, false);
	}
	candidates_find(job, job->opt->set ? &password : NULL, r->now.maximum, &r->passwords);
	explicit_bzero(&password, sizeof(password));
	candidates_names(&r->passwords, 0, candidates_left(&r->passwords), names);
	if (names[0])
		report_line(job->out, " trying %s\n", names);
	report_flush(job->out);
	err = try_all_candidates(r);
	if (err)
		return err;
	return r->right ? disable_password(r) : report_no_match(r);
}

int act_security_recover(struct job *job)
{
	struct recover r = {
		.job = job,
		.master = job->opt->set && job->req->opt[OPT_USER_MASTER].value,
	};
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
