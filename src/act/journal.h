/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an erase writes down before it sets a password, so that whoever finds the drive locked later
 * can be told why and by which password: one small file a drive, in JOURNAL_FOLDER, named by its
 * world wide name, else by model and serial number. It is a hint: without it the drive is erased
 * all the same, and can be unlocked all the same.
 */
#ifndef HDPARM_ACT_JOURNAL_H
#define HDPARM_ACT_JOURNAL_H

#include "job.h"

#define JOURNAL_FOLDER "/var/lib/hdparm/erase"

enum { JOURNAL_SINCE_BYTES = 64 };

struct erase_journal {
	char step[16];	   /* what was begun last: a word without blanks */
	int64_t when;	   /* host_wall_s() of it */
	char model[41];	   /* of the drive, trimmed */
	char serial[21];   /* the same */
	char method[32];   /* a word without blanks */
	bool has_password; /* false: the user gave it, who knows it */
	bool master;	   /* whose password it is: the master's, else the user's */
	uint8_t password[PASSWORD_BYTES];
	/* wrong passwords tried since the drive's power came on, as far as is known, */
	unsigned failed;
	char since[JOURNAL_SINCE_BYTES]; /* and which time of power that is: one word, or "" */
	uint32_t tried;			 /* those of --security-recover that did not fit */
};

/*
 * Writes the journal of the job's drive, whole and lasting when it returns 0; when, model and
 * serial are filled in. Where it cannot be written -errno is told by --verbose alone: no erase
 * depends on it. The IDENTIFY data must be there (job_identify()).
 */
int journal_write(struct job *job, struct erase_journal *journal);

/*
 * The journal of the job's drive. 0; -ENOENT: there is none; -ESTALE: the one of its name is of
 * another drive; -EBADMSG: it is not whole, or cannot be read. The caller wipes the password.
 */
int journal_read(struct job *job, struct erase_journal *journal);

/* Removes the journal of the job's drive, a damaged one too. 0 also where there is none. */
int journal_remove(struct job *job);

/* The text of a journal and back; for tests. -EBADMSG for what is not whole or has other lines. */
enum { JOURNAL_BYTES = 1024 };
size_t journal_encode(const struct erase_journal *journal, char text[JOURNAL_BYTES]);
int journal_decode(const char *text, struct erase_journal *journal);

#endif
