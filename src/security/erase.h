/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --erase: the methods of erasing a drive, and the outcome of one. */
#ifndef HDPARM_ERASE_H
#define HDPARM_ERASE_H

#include "ata_drive.h"
#include "job.h"

struct erase_method {
	enum ata_id id;	     /* of a SANITIZE command, or ATA_SECURITY_ERASE_UNIT */
	bool enhanced;	     /* of the latter */
	const char *name;    /* for JSON: name of the option for this method alone */
	const char *command; /* as in the standard */
	const char *does;
};

enum erase_outcome {
	NOT_ERASED, /* the drive refused it, or reports a failure */
	ERASED,	    /* the drive reports success */
	UNKNOWN,    /* the drive stopped answering */
	GOES_ON,    /* the program stopped waiting for it */
	DATA_LEFT,  /* the drive reports success, but the sample shows old data */
	REFUSED	    /* the drive refused the method at once, and offers another: no final one */
};

/*
 * Sets the password "hdparm", erases, and removes the password if the drive has not done so, also
 * after a failure. 0; after a report -errno or -RESULT_INTERRUPTED.
 */
int erase_by_security(struct job *job, const struct erase_method *method,
		      enum erase_outcome *outcome);

#endif
