/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The state of a drive's security, how it is reported, and the line to run where a password is set.
 */
#ifndef HDPARM_ACT_SECURITY_STATE_H
#define HDPARM_ACT_SECURITY_STATE_H

#include "acts.h"
#include "ata_drive.h"

/* Why a frozen drive takes no command of the feature set, and what lifts that. */
extern const char security_frozen[];

/* "enabled, locked, not frozen" */
enum { SECURITY_TEXT_BYTES = 80 };
void security_text(const struct ata_security *s, char text[SECURITY_TEXT_BYTES]);

/* What is known of a drive besides its state. */
struct recovery {
	bool needed;	    /* something failed: people are told the way back, too */
	bool given_is_set;  /* the drive's password is the one just given, as far as known */
	bool master;	    /* it is a master password */
	bool used_up;	    /* as if the drive's attempts were */
	bool unknown;	    /* the state could not be read: */
	const char *may_be; /* "the drive may be erasing" */
};

/*
 * The state (NULL: unknown) for machines with the one thing to do, where a password is set; and
 * where that is needed, a line that says so to people. It names the line to run without the
 * password's text.
 */
void recovery_tell(struct job *job, const struct ata_security *now, const struct recovery *way);

#endif
