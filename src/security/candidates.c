// SPDX-License-Identifier: GPL-2.0-or-later
#include "candidates.h"
#include "block.h"
#include "sysfs.h"

#include <stdio.h>
#include <string.h>

/* The password of --erase, then those that other tools set and leave if their erase fails. */
static const char *const fixed[] = { "hdparm", "", "NULL", "xxxx", "SeaChest", "maas", "MyPass" };
enum { FIXED = sizeof(fixed) / sizeof(fixed[0]) };

/* Bits of erase_journal.tried: FIXED bits for these words, then one for the journal's password. */
enum { TRIED_JOURNAL = 1 << FIXED };

/* A text without the number of suspends, which is not known then, equals one with any number. */
static bool same_power_cycle(const char *now, const char *before)
{
	size_t n = strlen(now);

	return n && !strncmp(now, before, n) && (!before[n] || before[n] == '/');
}

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

void candidates_find(struct job *job, const struct ata_password *given, bool maximum,
		     struct candidates *c)
{
	char since[JOURNAL_SINCE_BYTES];

	*c = (struct candidates){ .n = 0 };
	/* a damaged journal, or one of another drive, is not used */
	if (journal_read(job, &c->journal))
		c->journal = (struct erase_journal){ .step = "recover", .method = "none" };
	c->erases = c->journal.has_password && !c->journal.master &&
		    !strcmp((const char *)c->journal.password, fixed[0]);
	machine_power_cycle(&job->dev->sys, since, sizeof(since));
	if (!same_power_cycle(since, c->journal.since)) {
		c->journal.failed = 0;
		snprintf(c->journal.since, sizeof(c->journal.since), "%s", since);
	}
	add_all_candidates(c, given, maximum);
	/*
	 * all were wrong before: that may have been an error of the drive, so all are tried again
	 */
	if (c->n > (given ? 1u : 0u))
		return;
	c->journal.tried = 0;
	c->n = 0;
	add_all_candidates(c, given, maximum);
}

unsigned candidates_left(const struct candidates *c)
{
	return c->journal.failed < WRONG_TRIES ? WRONG_TRIES - c->journal.failed : 0;
}

void candidates_note(struct job *job, struct candidates *c)
{
	c->journal.failed++;
	c->unkept = journal_write(job, &c->journal) != 0;
}

void candidates_wrong(struct job *job, struct candidates *c, size_t i)
{
	c->journal.tried |= c->list[i].bit;
	c->unkept = journal_write(job, &c->journal) != 0;
}

void candidates_right(struct job *job, struct candidates *c, size_t i)
{
	const struct candidate *right = &c->list[i];

	c->journal.failed--;
	c->journal.tried = 0;
	/* the user can give this password again: it is not stored in a file */
	if (right->bit) {
		c->journal.has_password = true;
		c->journal.master = right->password.master;
		memcpy(c->journal.password, right->password.bytes, sizeof(c->journal.password));
	}
	journal_write(job, &c->journal);
}

void candidates_names(const struct candidates *c, size_t i, size_t most,
		      char text[CANDIDATE_NAMES_BYTES])
{
	size_t n = 0;

	text[0] = '\0';
	for (size_t k = i; k < c->n && k - i < most; k++)
		n += (size_t)snprintf(text + n, CANDIDATE_NAMES_BYTES - n, "%s%s",
				      k > i ? ", " : "", c->list[k].name);
}
