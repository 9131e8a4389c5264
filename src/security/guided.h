/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --erase: the methods of erasing a drive, and the outcome. */
#ifndef HDPARM_GUIDED_ERASE_H
#define HDPARM_GUIDED_ERASE_H

#include "evidence.h"
#include "hidden.h"

/* The methods that the drive offers now, and the sectors that it hides. */
struct offer {
	uint32_t ways; /* the methods that can be used now: bit n for enum disk_erase n */
	/* the drive does not report which it has: the named one is tried */
	bool untold;
	char no_format[FAILURE_TEXT_BYTES]; /* why Format NVM cannot be used, or "" */
	const char *no_sanitize; /* why sanitize operations are not among `ways`, or NULL */
	bool can_sanitize;	 /* the drive has sanitize operations nevertheless */
	bool done_before;	 /* the drive reports that an earlier operation was completed */
	/* a FORMAT UNIT that was started before still runs, and is followed / */
	bool formats_already;
	uint32_t estimate_s[DISK_ERASES]; /* the drive's own; 0: none */
	struct ata_security security;	  /* ATA drives only */
	struct hidden_sectors hidden;	  /* ATA drives only */
	char takes[DISK_KIN_BYTES];	  /* the other disks whose data are lost, too */
	enum disk_erase method;
	enum disk_erase refused; /* the method that was tried before and refused */
};

enum erase_outcome {
	NOT_ERASED, /* the drive refused it, or reports a failure */
	ERASED,	    /* the drive reports success */
	COMPLETED,  /* the drive reports success, but nothing proves it */
	UNKNOWN,    /* the drive stopped answering */
	GOES_ON,    /* the operation continues, but the program stopped waiting */
	DATA_LEFT,  /* the drive reports success, but the sample shows old data */
	/* the drive refused the method at once, and offers another: not a final outcome */
	REFUSED
};

/* Find the methods that the drive offers, and choose the best. 0, or -errno, reported. */
int erase_choose(struct job *job, struct offer *offer);

/*
 * Return the next method after the present one; DISK_NO_ERASE if there is none, or if the user has
 * named the present one.
 */
enum disk_erase erase_next(const struct job *job, const struct offer *offer);

/*
 * After a refusal: takes the next method, if the drive's state confirms that nothing was begun. 0,
 * or -errno, reported, with the outcome.
 */
int erase_choose_next(struct job *job, struct offer *offer, enum erase_outcome *outcome);

/* Report the choice, its reason, the estimated time and the hidden sectors. */
void erase_show_plan(struct job *job, const struct offer *offer);

/* The line that follows FORMAT UNIT, or formats again. */
enum { ERASE_LINE_BYTES = 1024 };
void erase_format_line(const struct job *job, char line[ERASE_LINE_BYTES]);

/* True for SECURITY ERASE UNIT in any of its modes. */
bool erase_is_security(enum disk_erase method);

/* Report that a signal ends the run, and what came of the erase; -RESULT_INTERRUPTED. */
int erase_interrupted(struct job *job, enum erase_outcome outcome);

/*
 * Set the password "hdparm", erases, and remove the password if the drive has not done so, also
 * after a failure. 0; after a report -errno or -RESULT_INTERRUPTED.
 */
int erase_by_security(struct job *job, enum disk_erase method, struct evidence *evidence,
		      enum erase_outcome *outcome);

#endif
