/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The journal of a drive: a file that may have the password after a failed erase. */
#ifndef HDPARM_JOURNAL_H
#define HDPARM_JOURNAL_H

#include "job.h"
#include "options.h"

#define JOURNAL_FOLDER "/var/lib/hdparm/erase"

/* Size of the text of machine_power_cycle(). */
enum { JOURNAL_SINCE_BYTES = 96 };

struct erase_journal {
	char step[16]; /* one word: the last journal_step() of --erase, or "recover" */
	int64_t when;  /* host_wall_s() when the journal was written */
	char model[41];
	char serial[21];
	char method[32]; /* one word: the erase method, or "none" if no erase wrote the journal */
	bool has_password;
	bool master; /* true: `password` is the master password; false: the user password */
	uint8_t password[PASSWORD_BYTES];
	unsigned failed; /* tries in the power cycle `since` that are not known to be right */
	/* result of machine_power_cycle() at the first of these tries; "": not known */
	char since[JOURNAL_SINCE_BYTES];
	/*
	 * bits of the passwords that --security-recover tried and that were wrong: the next runs
	 * do not try these passwords
	 */
	uint32_t tried;
};

/*
 * Fill in `when`, `model` and `serial`, and write the journal to the drive's file. Call this after
 * device_identify(). 0; or -errno, reported only with --verbose.
 */
int journal_write(struct job *job, struct erase_journal *journal);

/*
 * 0; -ENOENT: no journal; -ESTALE: only files of other drives; -EBADMSG: the file is damaged or
 * cannot be read. The caller wipes journal->password.
 */
int journal_read(struct job *job, struct erase_journal *journal);

/* Let --security-recover try all passwords again, as the user password may have changed. */
void journal_forget_tried(struct job *job);

/* Remove the drive's journal, even if damaged. 0, also without a journal; or -errno. */
int journal_remove(struct job *job);

enum { JOURNAL_BYTES = 1024 };

/* journal_encode() returns the length; journal_decode() 0, or -EBADMSG for an invalid text. */
size_t journal_encode(const struct erase_journal *journal, char text[JOURNAL_BYTES]);
int journal_decode(const char *text, struct erase_journal *journal);

#endif
