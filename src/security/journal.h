/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The journal of an erase. An erase writes a journal before it sets a password; if the drive is
 * found locked later, the journal gives the reason and the password. Each drive has one small file
 * in JOURNAL_FOLDER, named by the world wide name, or else by model and serial number. The journal
 * is only a hint: an erase and an unlock also work without it.
 */
#ifndef HDPARM_JOURNAL_H
#define HDPARM_JOURNAL_H

#include "job.h"
#include "options.h"

#define JOURNAL_FOLDER "/var/lib/hdparm/erase"

/* boot_id, a number of the drive, and the number of suspends */
enum { JOURNAL_SINCE_BYTES = 96 };

struct erase_journal {
	char step[16];	   /* the last step that was begun: a word without blanks */
	int64_t when;	   /* host_wall_s() at that step */
	char model[41];	   /* the drive's model, trimmed */
	char serial[21];   /* trimmed */
	char method[32];   /* a word without blanks */
	bool has_password; /* false: the user gave the password and knows it */
	bool master;	   /* true: the master password, false: the user password */
	uint8_t password[PASSWORD_BYTES];
	/* wrong passwords known to be sent since the drive's last power-on */
	unsigned failed;
	/* text that identifies the power-on, without blanks; or "" / */
	char since[JOURNAL_SINCE_BYTES];
	uint32_t tried; /* candidates of --security-recover that were wrong */
};

/*
 * Write the journal of the job's drive and fill in when, model and serial. 0: the whole file is
 * on the disk. -errno: it could not be written; only --verbose reports that, since no erase depends
 * on it. The IDENTIFY data must have been read (job_identify()).
 */
int journal_write(struct job *job, struct erase_journal *journal);

/*
 * Read the journal of the job's drive. 0; -ENOENT: there is none; -ESTALE: the file belongs to
 * another drive; -EBADMSG: it is damaged or cannot be read. The caller wipes the password.
 */
int journal_read(struct job *job, struct erase_journal *journal);

/* Remove the journal of the job's drive, also a damaged one. 0 also if there is none. */
int journal_remove(struct job *job);

/* Converts a journal to text and back; for tests. -EBADMSG: incomplete, or an unknown line. */
enum { JOURNAL_BYTES = 1024 };
size_t journal_encode(const struct erase_journal *journal, char text[JOURNAL_BYTES]);
int journal_decode(const char *text, struct erase_journal *journal);

#endif
