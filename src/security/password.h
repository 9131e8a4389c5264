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
 * Send a command with the password as its parameter block, and wipe that block. timeout_s 0: the
 * command's usual time limit. Return the result of device_ata(), not reported; *cmd holds the
 * finished command.
 */
int security_send(struct job *job, enum ata_id id, const struct ata_password *password,
		  unsigned timeout_s, struct ata_cmd *cmd);

/*
 * Send SECURITY ERASE PREPARE and SECURITY ERASE UNIT, and show the time on a terminal meanwhile.
 * Return as security_send(); *cmd holds the last command.
 */
int security_erase_unit(struct job *job, const struct ata_password *password, struct ata_cmd *cmd);

/*
 * True if the drive refused the command, by its registers, or without registers by the sense key. A
 * fault of drive or cable does not mean a wrong password.
 */
bool security_refused(const struct ata_result *res);

/* Write the drive's estimate for its erase, "about 2:04:00"; empty if there is none. */
enum { ESTIMATE_BYTES = 32 };
void security_estimate(const struct job *job, bool enhanced, char text[ESTIMATE_BYTES]);

/* Why a frozen drive refuses the commands of the feature set, and how to unfreeze the drive. */
extern const char security_frozen[];

/*
 * Read the security state of a whole drive, for an act of the feature set. 0, or -errno, reported:
 * the device is no whole drive, or did not answer.
 */
int security_read(struct job *job, struct ata_security *now);

/* Read the state again from the drive. 0 or -errno, not reported. */
int security_reread(struct job *job, struct ata_security *now);

/* Write "enabled, locked, not frozen". */
enum { SECURITY_TEXT_BYTES = 80 };
void security_text(const struct ata_security *s, char text[SECURITY_TEXT_BYTES]);

/* Facts about a drive that its security state does not show. */
struct recovery {
	bool needed;	    /* something failed: the command to run is also reported as text */
	bool given_is_set;  /* the drive's password is probably the one just given */
	bool master;	    /* the password just given is a master password */
	bool used_up;	    /* no attempt is left, though the drive may not report that */
	bool unknown;	    /* the state could not be read */
	const char *may_be; /* a possible state then: "the drive may be erasing" */
};

/*
 * Report the state (NULL: unknown) in JSON, with the command to run if a password is set; also as
 * text if way->needed. A drive with a password locks at its next start, so the user needs the
 * command before. The command has the word PASSWORD, never the password.
 */
void recovery_report(struct job *job, const struct ata_security *now, const struct recovery *way);

#endif
