/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Models and firmware versions with faults that are known from public sources. */
#ifndef HDPARM_KNOWN_FAULTS_H
#define HDPARM_KNOWN_FAULTS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * FAULT_MAY_BE: the same model and firmware version name faulty drives and mended ones, or the
 * source does not say which drives have the fault.
 */
enum fault_certainty { FAULT_AFFECTED, FAULT_MAY_BE };

/*
 * What must not be sent: IDENTIFY DEVICE while the drive may be writing, since it may lose data; or
 * READ LOG of the log directory, since the drive locks up.
 */
enum fault_shuns { SHUNS_NOTHING, SHUNS_IDENTIFY, SHUNS_LOG_DIRECTORY };

/*
 * A pattern is a list of alternatives, separated by '|', each for the whole text: '?' stands for
 * one character, "[15]" for '1' or '5', and '*' for any characters.
 */
struct known_fault {
	const char *model;    /* pattern */
	const char *firmware; /* pattern; NULL: any version */
	enum fault_certainty certainty;
	enum fault_shuns shuns;
	const char *what;   /* what happens: a clause */
	const char *remedy; /* what to do: a clause */
	const char *source; /* address or name of a public document */
};

/* All rows; the last one has no model. */
extern const struct known_fault known_fault_table[];

/*
 * Return the first row after `row` that fits a drive; with NULL, the first row of all; NULL: no
 * more. `model` and `firmware` are without blanks around them; "" if not known.
 */
const struct known_fault *known_fault_next(const struct known_fault *row, const char *model,
					   const char *firmware);

/* True if a row that fits the drive has this in `shuns`. */
bool known_fault_shuns(const char *model, const char *firmware, enum fault_shuns what);

/* Return the key for machines: "affected" or "may_be_affected". */
const char *known_fault_key(const struct known_fault *row);

enum { KNOWN_FAULT_TEXT_BYTES = 448 };

/*
 * Write the line for people, without a full stop: "firmware SD15 may be affected: WHAT; REMEDY; see
 * SOURCE". For a row of any firmware version: "this model ...". Return `text`.
 */
const char *known_fault_text(const struct known_fault *row, const char *firmware,
			     char text[KNOWN_FAULT_TEXT_BYTES]);

#endif
