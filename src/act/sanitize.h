/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sanitize feature set, for all options that use it. */
#ifndef HDPARM_ACT_SANITIZE_H
#define HDPARM_ACT_SANITIZE_H

#include "ata_drive.h"
#include "job.h"

/*
 * A SANITIZE command that asks for the registers of its answer. OVERWRITE EXT: four bytes, and how
 * often (1..15, 0 stands for 16).
 */
struct ata_cmd sanitize_command(enum ata_id id, uint32_t pattern, uint16_t passes);

/* Sends it. A failure is reported, with what may have begun all the same. 0 or -errno. */
int sanitize_send(struct job *job, struct ata_cmd *cmd);

/*
 * Follows an operation to its end; signals are held, and end the waiting alone. Its progress is
 * shown on a terminal, or with `lines` where there is none as a line for each 10 %. 0: the drive
 * reports that it completed without error. Else reported: -errno, -RESULT_INTERRUPTED.
 */
int sanitize_follow(struct job *job, bool lines);

#endif
