/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Passwords, commands and the state of the security feature set. */
#ifndef HDPARM_PASSWORD_H
#define HDPARM_PASSWORD_H

#include "job.h"
#include "options.h"

/*
 * Get the password: the option's value, else from --security-password-file, else from standard
 * input. 0, or -errno, reported. The caller wipes `password`.
 */
int password_get(struct job *job, uint8_t password[PASSWORD_BYTES]);

/*
 * Send a security command with the password. `timeout_s` 0: the command's usual limit. 0 or -errno
 * as device_ata(), not reported; *cmd is the finished command, without its data.
 */
int security_send(struct job *job, enum ata_id id, const struct ata_password *password,
		  unsigned timeout_s, struct ata_cmd *cmd);

/*
 * Send SECURITY ERASE PREPARE and SECURITY ERASE UNIT. 0 or -errno as device_ata(), not reported;
 * *cmd is the last command that was tried. After a failure, job->proof is UNSETTLED if a part of
 * the disk may be erased.
 */
int security_erase_unit(struct job *job, const struct ata_password *password, struct ata_cmd *cmd);

/*
 * True if the registers, or without registers the sense data, mean that the drive aborted the
 * command. In an answer without registers, missing sense data and NO SENSE count as an abort.
 */
bool security_refused(const struct ata_result *res);

/* True if `err` means that the command did not reach the drive: the kernel or a hang prevented it.
 */
bool security_unsent(int err, const struct ata_result *res);

enum { ESTIMATE_BYTES = 32 };

/* Write the drive's estimate of the erase time, such as "about 2:04:00"; "": no estimate. */
void security_estimate(const struct job *job, bool enhanced, char text[ESTIMATE_BYTES]);

/* Text for messages: why a frozen drive refuses the security commands, and how to unfreeze it. */
extern const char security_frozen[];

/* Read the security state from the IDENTIFY data, which may be cached. 0, or -errno, reported. */
int security_read(struct job *job, struct ata_security *now);

/* Read the security state from the drive again. 0 or -errno, not reported. */
int security_reread(struct job *job, struct ata_security *now);

enum { SECURITY_TEXT_BYTES = 80 };

/* Write the security state, such as "enabled, locked, not frozen". */
void security_text(const struct ata_security *s, char text[SECURITY_TEXT_BYTES]);

struct recovery {
	/* true: show the command line to run next in JSON and in a note; false: only in JSON */
	bool needed;
	/* the password that the user just gave is probably set */
	bool given_is_set;
	bool master; /* the command line to run next takes a master password */
	/* --security-recover tries no more passwords before a power cycle */
	bool used_up;
	/* if the state is unknown: the last security command, and its result (0 or -errno) */
	const struct ata_cmd *cmd;
	int result;
	/*
	 * text if `cmd` got no answer, such as "the drive may be erasing"; NULL: say that the drive
	 * may have done the command
	 */
	const char *may_be;
};

/*
 * Report the security state in JSON; `now` NULL: the state could not be read. If a user password is
 * set or the state is unknown, add the command line to run next. With way->needed, print the line
 * in a note, too. If the state is unknown, print what is known of way->cmd.
 */
void recovery_report(struct job *job, const struct ata_security *now, const struct recovery *way);

#endif
