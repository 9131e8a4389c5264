/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Passwords and commands of the security feature set, for all options that use them. */
#ifndef HDPARM_PASSWORD_H
#define HDPARM_PASSWORD_H

#include "job.h"
#include "options.h"

/*
 * Get the password for this job: the option's value, from --security-password-file, or typed. 0,
 * or -errno, reported. The caller wipes `password`.
 */
int password_get(struct job *job, uint8_t password[PASSWORD_BYTES]);

/*
 * Send a security command with the password as its data, and wipe the data. timeout_s 0: the usual
 * time limit of the command. 0 or -errno as device_ata(), not reported; *cmd is the finished
 * command.
 */
int security_send(struct job *job, enum ata_id id, const struct ata_password *password,
		  unsigned timeout_s, struct ata_cmd *cmd);

/*
 * Send SECURITY ERASE PREPARE and SECURITY ERASE UNIT. On a terminal, show the elapsed time
 * meanwhile. 0 or -errno as security_send(), not reported; *cmd is the last command that was sent.
 */
int security_erase_unit(struct job *job, const struct ata_password *password, struct ata_cmd *cmd);

/*
 * True if the drive aborted the command, by its registers or, without registers, by the sense data.
 * False for a fault of the drive or the cable, which does not mean a wrong password.
 */
bool security_refused(const struct ata_result *res);

/* Write the drive's estimate for its erase, such as "about 2:04:00"; "" if there is no estimate. */
enum { ESTIMATE_BYTES = 32 };
void security_estimate(const struct job *job, bool enhanced, char text[ESTIMATE_BYTES]);

/* Text: why a frozen drive refuses the security commands, and how to unfreeze the drive. */
extern const char security_frozen[];

/* Read the security state from the IDENTIFY data, which may be cached. 0, or -errno, reported. */
int security_read(struct job *job, struct ata_security *now);

/* Read the security state from the drive again. 0 or -errno, not reported. */
int security_reread(struct job *job, struct ata_security *now);

/* Write the security state, such as "enabled, locked, not frozen". */
enum { SECURITY_TEXT_BYTES = 80 };
void security_text(const struct ata_security *s, char text[SECURITY_TEXT_BYTES]);

/* Facts about a drive that its security state does not show. */
struct recovery {
	/* the user needs the command line to run next: report it also as text, not only in JSON */
	bool needed;
	bool given_is_set; /* probably the user just gave the password that is set */
	bool master;	   /* the password that the user just gave is a master password */
	/* no try is left until a power cycle; the drive's last attempt is kept for an erase */
	bool used_up;
	bool unknown;	    /* the security state could not be read */
	const char *may_be; /* if `unknown`: a possible state, such as "the drive may be erasing" */
};

/*
 * Report the security state (NULL: unknown) in JSON. If a password is set or the state is unknown,
 * add the command line to run next. If way->needed, print the command line also as text, since the
 * drive locks at its next power-on. The command line has the word PASSWORD, never the password.
 */
void recovery_report(struct job *job, const struct ata_security *now, const struct recovery *way);

#endif
