/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The state of a drive's security, its report, and the command to run if a password is set. */
#ifndef HDPARM_SECURITY_STATE_H
#define HDPARM_SECURITY_STATE_H

#include "security.h"

/* Why a frozen drive refuses the commands of the feature set, and how to unfreeze it. */
extern const char security_frozen[];

/*
 * Read the security state of a whole drive, for an act of the feature set. 0, or -errno, reported:
 * the device is no whole drive, or it did not answer.
 */
int security_read(struct job *job, struct ata_security *now);

/* Read the state again from the drive. 0 or -errno, not reported. */
int security_reread(struct job *job, struct ata_security *now);

/* "enabled, locked, not frozen" */
enum { SECURITY_TEXT_BYTES = 80 };
void security_text(const struct ata_security *s, char text[SECURITY_TEXT_BYTES]);

/* Facts about a drive that its security state does not show. */
struct recovery {
	bool needed;	    /* something failed: the command to run is also reported as text */
	bool given_is_set;  /* the drive's password is probably the one just given */
	bool master;	    /* that is a master password */
	bool used_up;	    /* no attempt is left, though the drive may not report it */
	bool unknown;	    /* the state could not be read, */
	const char *may_be; /* a possible state besides, "the drive may be erasing" */
};

/*
 * Report the state (NULL: unknown) in JSON, with the command to run if a password is set. Also
 * reports that command as text if way->needed. The command never contains the password's text.
 */
void recovery_tell(struct job *job, const struct ata_security *now, const struct recovery *way);

#endif
