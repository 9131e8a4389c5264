/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sanitize feature set, for all options that use it. */
#ifndef HDPARM_SANITIZE_H
#define HDPARM_SANITIZE_H

#include "ata_drive.h"
#include "job.h"

/*
 * A SANITIZE command that requests the registers of its answer. `pattern` (four bytes) and `passes`
 * (1..15; 0 means 16) are for OVERWRITE EXT only.
 */
struct ata_cmd sanitize_command(enum ata_id id, uint32_t pattern, uint16_t passes);

/*
 * Reports the failure `err` of a command, and that the operation may have started nevertheless;
 * returns `err`.
 */
int sanitize_fail(struct job *job, int err, const struct ata_cmd *cmd);

/*
 * Waits for the end of an operation. Signals are held: they end the wait, not the operation. Shows
 * progress on a terminal; without one, and with `lines`, prints a line for each 10 %. 0: the drive
 * reports completion without error. Otherwise -errno or -RESULT_INTERRUPTED, after a report.
 */
int sanitize_follow(struct job *job, bool lines);

/* Whether the drive's status says if the last operation was completed. */
bool sanitize_tells_done(struct job *job);

/* Shows the status. */
void sanitize_show(struct job *job, const struct ata_sanitize_status *s);

/*
 * The status of a disk that takes no ATA commands, by its language. 0 or -errno, which
 * job_fail_disk() reports.
 */
int sanitize_read_disk(struct job *job, struct ata_sanitize_status *s);

/*
 * Reports that an accepted operation is not known to be done, by `text`, or by what else may be
 * where the status does not tell of what has ended; returns -EIO.
 */
int sanitize_fail_undone(struct job *job, const struct ata_sanitize_status *s, const char *text);

/* Reports that failure after the operation was accepted; returns err. */
int sanitize_fail_disk(struct job *job, int err);

#endif
