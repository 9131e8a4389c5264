/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The passwords that may have locked a drive, most likely first, and the number of wrong passwords
 * since its last power-on. The drive's journal keeps both between runs.
 */
#ifndef HDPARM_CANDIDATES_H
#define HDPARM_CANDIDATES_H

#include "journal.h"

/*
 * After five wrong passwords a drive refuses all (ACS-4 4.18.4); one attempt is kept for an erase.
 */
enum { WRONG_TRIES = 4, CANDIDATES = 9, CANDIDATE_NAME_BYTES = 48 };

struct candidate {
	char name[CANDIDATE_NAME_BYTES]; /* "the password given", "'xxxx'" */
	uint32_t bit; /* bit in erase_journal.tried; 0: the candidate is always tried */
	struct ata_password password;
};

struct candidates {
	struct candidate list[CANDIDATES];
	size_t n;
	bool erases; /* the journal is of an erase with the password of --erase */
	bool unkept; /* the journal could not be written: the next run starts from the beginning */
	struct erase_journal journal;
};

/*
 * Fill the list with `given` (NULL: none), the journal's password and the fixed ones, each once.
 * Passwords that were wrong in an earlier run are left out, and a master password if the level
 * `maximum` prevents an unlock by it. The IDENTIFY data must have been read. The caller wipes the
 * list.
 */
void candidates_find(struct job *job, const struct ata_password *given, bool maximum,
		     struct candidates *c);

/* Number of wrong passwords that may still be sent before a power cycle is needed. */
unsigned candidates_left(const struct candidates *c);

/*
 * Call candidates_note() before a candidate is sent: the drive may count an attempt even if the run
 * ends before the answer. Call one of the other functions after the answer. Without
 * candidates_wrong() the next run tries the i-th candidate again. After candidates_right() the next
 * run tries it first.
 */
void candidates_note(struct job *job, struct candidates *c);
void candidates_wrong(struct job *job, struct candidates *c, size_t i);
void candidates_right(struct job *job, struct candidates *c, size_t i);

/* At most `most` names, from the i-th on: "'NULL', 'xxxx', 'SeaChest'". */
enum { CANDIDATE_NAMES_BYTES = CANDIDATES * (CANDIDATE_NAME_BYTES + 2) };
void candidates_names(const struct candidates *c, size_t i, size_t most,
		      char text[CANDIDATE_NAMES_BYTES]);

#endif
