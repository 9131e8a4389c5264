/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The passwords that a drive may be locked by, most likely first, and how many wrong ones its drive
 * was given since its power came on. Both outlive the run in the journal of the drive.
 */
#ifndef HDPARM_ACT_CANDIDATES_H
#define HDPARM_ACT_CANDIDATES_H

#include "ata_drive.h"
#include "journal.h"

/* A drive bars itself at the fifth wrong password (ACS-4 4.18.4); one is left for an erase. */
enum { WRONG_TRIES = 4, CANDIDATES = 9, CANDIDATE_NAME_BYTES = 48 };

struct candidate {
	char name[CANDIDATE_NAME_BYTES]; /* "the password given", "'xxxx'" */
	uint32_t bit; /* in erase_journal.tried, 0: it is tried whenever it is given */
	struct ata_password password;
};

struct candidates {
	struct candidate list[CANDIDATES];
	size_t n;
	bool erases; /* the journal is of an erase by our own word */
	bool unkept; /* the journal could not be written: the next run begins anew */
	struct erase_journal journal;
};

/*
 * Fills the list: `given` (NULL: none), the journal's, and the fixed ones, each once; without those
 * that did not fit in an earlier run, nor a master's where `maximum` keeps it from unlocking. The
 * IDENTIFY data must be there. The caller wipes all of it.
 */
void candidates_find(struct job *job, const struct ata_password *given, bool maximum,
		     struct candidates *c);

/* How many wrong ones may still be sent before the drive's power has to be cycled. */
unsigned candidates_left(const struct candidates *c);

/* Before the i-th is sent: it counts as wrong until candidates_right(), whatever ends the run. */
void candidates_note(struct job *job, struct candidates *c, size_t i);
void candidates_right(struct job *job, struct candidates *c);

/* The names from the i-th on, at most `most`: "'NULL', 'xxxx', 'SeaChest'". */
enum { CANDIDATE_NAMES_BYTES = CANDIDATES * (CANDIDATE_NAME_BYTES + 2) };
void candidates_names(const struct candidates *c, size_t i, size_t most,
		      char text[CANDIDATE_NAMES_BYTES]);

#endif
