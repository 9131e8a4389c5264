/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Erasing a drive and locking it: the acts of --security-*, --sanitize-* and --erase. An act_
 * function has the contract of struct action.run, a check_ function that of struct action.check.
 */
#ifndef HDPARM_SECURITY_H
#define HDPARM_SECURITY_H

#include "job.h"

/* The security feature set: the command of an option. */
struct security_act {
	enum ata_id id;
	const char *announce; /* "SECURITY_UNLOCK" */
	const char *may_be;   /* the possible state if the state cannot be read afterwards */
	bool enhanced;	      /* the enhanced erase */
};

extern const struct security_act security_set_pass, security_unlock, security_disable,
	security_erase, security_erase_enhanced;

int check_security(struct job *);
int act_security(struct job *);
int act_security_freeze(struct job *);
int act_security_recover(struct job *);

/* The sanitize feature set: the operation or command of an option. */
struct sanitize_act {
	enum disk_erase erase;
	enum ata_id lock;     /* ATA command of an act that erases nothing */
	const char *announce; /* "SANITIZE_BLOCK_ERASE" */
};

extern const struct sanitize_act sanitize_freeze_lock, sanitize_antifreeze_lock,
	sanitize_block_erase, sanitize_crypto_scramble, sanitize_overwrite;

int check_sanitize(struct job *);
int act_sanitize(struct job *);
int act_sanitize_status(struct job *);
int act_sanitize_lock(struct job *);

/*
 * Warn what happens to a SCSI disk whose format does not complete. `again`: the command line that
 * follows a running format, or formats again.
 */
void format_tell_danger(struct job *job, const char *again);

/*
 * Wait for the end of a format, and show the progress. A signal ends the wait, not the format. 0,
 * or -errno or -RESULT_INTERRUPTED, reported.
 */
int format_follow(struct job *job, const char *again);

/* --erase: erase the drive by the best method that the drive offers. */
int check_erase(struct job *);
int act_erase(struct job *);

#endif
