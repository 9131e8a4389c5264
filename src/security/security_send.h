/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Passwords and commands of the security feature set, for all options that send them. */
#ifndef HDPARM_SECURITY_SEND_H
#define HDPARM_SECURITY_SEND_H

#include "job.h"
#include "options.h"

/*
 * The password for this job: the option's value, from --security-password-file, or typed. 0, or
 * -errno, reported. The caller wipes `password`.
 */
int password_get(struct job *job, uint8_t password[PASSWORD_BYTES]);

/*
 * Send one command with the password as its parameter block, and wipe that block. timeout_s 0:
 * the command's usual time limit. Returns the result of device_ata(), not reported; *cmd holds the
 * finished command.
 */
int security_send(struct job *job, enum ata_id id, const struct ata_password *password,
		  unsigned timeout_s, struct ata_cmd *cmd);

/*
 * Send SECURITY ERASE PREPARE and SECURITY ERASE UNIT, and show the time on a terminal meanwhile.
 * Returns as above; *cmd holds the command that was sent last.
 */
int security_erase_unit(struct job *job, const struct ata_password *password, struct ata_cmd *cmd);

/*
 * True if the drive refused the command, by its registers, or without registers by the sense key. A
 * fault of drive or cable does not mean a wrong password.
 */
bool security_refused(const struct ata_result *res);

/* Make the text of the drive's estimate for its erase, "about 2:04:00"; empty if there is none. */
enum { ESTIMATE_BYTES = 32 };
void security_estimate(const struct job *job, bool enhanced, char text[ESTIMATE_BYTES]);

#endif
