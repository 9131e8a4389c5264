/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --erase: the ways of erasing a drive, and what came of one. */
#ifndef HDPARM_ACT_ERASE_H
#define HDPARM_ACT_ERASE_H

#include "ata_drive.h"
#include "job.h"

struct erase_method {
	enum ata_id id;	     /* of a SANITIZE command, or ATA_SECURITY_ERASE_UNIT */
	bool enhanced;	     /* of the latter */
	const char *name;    /* for machines: that of the option that does it alone */
	const char *command; /* as in the standard */
	const char *does;
};

enum erase_outcome {
	NOT_ERASED, /* the drive refused it, or says that it failed */
	ERASED,	    /* so the drive says */
	UNKNOWN,    /* it gave no answer any more */
	GOES_ON,    /* nobody waits for it any more */
	DATA_LEFT   /* the drive says that it did, and the sample shows that it did not */
};

/*
 * Sets a password that anybody can type, erases, and takes the password away again if the drive has
 * not, whatever failed. 0 or -errno, -RESULT_INTERRUPTED, reported.
 */
int erase_by_security(struct job *job, const struct erase_method *method,
		      enum erase_outcome *outcome);

#endif
