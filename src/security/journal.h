/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The journal of an erase: a file that is written before a password is set. If the drive is found
 * locked later, the journal has the reason and the password. A drive's file in JOURNAL_FOLDER is
 * named by the world wide name, or else by model and serial number. If the journal cannot be
 * written or read, an erase and an unlock work all the same.
 */
#ifndef HDPARM_JOURNAL_H
#define HDPARM_JOURNAL_H

#include "job.h"
#include "options.h"

#define JOURNAL_FOLDER "/var/lib/hdparm/erase"

/* Room for boot_id, the disk sequence number, and the number of suspends. */
enum { JOURNAL_SINCE_BYTES = 96 };

struct erase_journal {
	char step[16];	   /* the last step that was begun, one word */
	int64_t when;	   /* host_wall_s() when the journal was written */
	char model[41];	   /* model number of the drive, trimmed */
	char serial[21];   /* serial number of the drive, trimmed */
	char method[32];   /* erase method, one word; "none": not begun by an erase */
	bool has_password; /* `password` is valid */
	bool master;	   /* true: the master password, false: the user password */
	uint8_t password[PASSWORD_BYTES];
	unsigned failed; /* number of unsuccessful tries since the drive's last power-on */
	/* machine_power_cycle() at the power-on from which `failed` counts; "": not known */
	char since[JOURNAL_SINCE_BYTES];
	uint32_t tried; /* bits of the candidates of --security-recover that were wrong */
};

/*
 * Fill in the members when, model and serial, and write the journal of the job's drive. The
 * IDENTIFY data must have been read (job_identify()). 0: the whole file is on stable storage.
 * -errno: only --verbose reports the failure.
 */
int journal_write(struct job *job, struct erase_journal *journal);

/*
 * Read the journal of the job's drive. 0; -ENOENT: no journal exists; -ESTALE: the file is of
 * another drive; -EBADMSG: the file is damaged or cannot be read. The caller wipes
 * journal->password.
 */
int journal_read(struct job *job, struct erase_journal *journal);

/* Remove the drive's journal, also if damaged. 0, also if the drive has no journal; or -errno. */
int journal_remove(struct job *job);

/* Convert a journal to text and back. journal_decode(): 0; -EBADMSG for a bad or missing line. */
enum { JOURNAL_BYTES = 1024 };
size_t journal_encode(const struct erase_journal *journal, char text[JOURNAL_BYTES]);
int journal_decode(const char *text, struct erase_journal *journal);

#endif
