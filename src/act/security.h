/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Commands of the security feature set, for all options that send them. */
#ifndef HDPARM_ACT_SECURITY_H
#define HDPARM_ACT_SECURITY_H

#include "ata_drive.h"
#include "job.h"

/*
 * Sends one command with the password as its parameter block, whose copy is wiped; timeout_s 0: the
 * command's usual one. The result of device_ata(), which is not reported, with *cmd as it ended.
 */
int security_send(struct job *job, enum ata_id id, const struct ata_password *password,
		  unsigned timeout_s, struct ata_cmd *cmd);

/*
 * SECURITY ERASE PREPARE and SECURITY ERASE UNIT, with a clock on a terminal meanwhile. As above;
 * *cmd is the last one that was sent.
 */
int security_erase_unit(struct job *job, const struct ata_password *password, struct ata_cmd *cmd);

/* Whether the drive refused it: a fault of the drive or of the cable says nothing of a password. */
bool security_refused(const struct ata_result *res);

/* "about 2:04:00", the drive's own estimate of its erase, or empty where it gives none. */
enum { ESTIMATE_BYTES = 32 };
void security_estimate(const struct job *job, bool enhanced, char text[ESTIMATE_BYTES]);

#endif
