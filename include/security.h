/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Acts of --security-* (but not --security-help), --sanitize-* and --erase: act_ functions for
 * action.run, check_ functions for action.check. For a format: the warning, and the wait for the
 * end.
 */
#ifndef HDPARM_SECURITY_H
#define HDPARM_SECURITY_H

#include "job.h"

/* The command of a --security-* option (ATA security feature set). */
struct security_act {
	enum ata_id id;
	const char *announce; /* "SECURITY_UNLOCK" */
	/* recovery.may_be: "the drive may still be locked" */
	const char *may_be;
	bool enhanced;
};

extern const struct security_act security_set_pass, security_unlock, security_disable,
	security_erase, security_erase_enhanced;

int check_security(struct job *);
int act_security(struct job *);
int act_security_freeze(struct job *);
int act_security_recover(struct job *);

/* The operation or command of a --sanitize-* option (sanitize feature set). */
struct sanitize_act {
	enum disk_erase erase; /* method of act_sanitize(); DISK_NO_ERASE for a lock */
	enum ata_id lock;      /* ATA command of act_sanitize_lock() */
	const char *announce;  /* "SANITIZE_BLOCK_ERASE" */
};

extern const struct sanitize_act sanitize_freeze_lock, sanitize_antifreeze_lock,
	sanitize_block_erase, sanitize_crypto_scramble, sanitize_overwrite;

int check_sanitize(struct job *);
int act_sanitize(struct job *);
int act_sanitize_status(struct job *);
int act_sanitize_lock(struct job *);

/*
 * Warn that a format takes long, and that the SCSI disk refuses reads and writes after an
 * incomplete format. `again`: the command line to wait for a running format, or to format again.
 */
void format_tell_danger(struct job *job, const char *again);

/*
 * Wait for the end of a format; not in a dry run. A signal ends the wait, not the format. `again`:
 * as for format_tell_danger(). *stale becomes the result of format_rescan(). 0; or -errno or
 * -RESULT_INTERRUPTED, reported.
 */
int format_follow(struct job *job, const char *again, int *stale);

/*
 * Make the kernel read the disk's size again, by each path, as a format may change the size. 0, or
 * the first -errno, reported.
 */
int format_rescan(struct job *job);

int check_erase(struct job *);
int act_erase(struct job *);

#endif
