/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The text of a recording (recording.h has its format), and the masks of secret values. */
#ifndef HDPARM_RECORD_H
#define HDPARM_RECORD_H

#include "recording.h"

/* --- tape.c: the text of a recording --- */

struct exchange {
	const char *key; /* name and arguments of the call: "CALL ARGUMENTS" */
	int64_t result;
	const char *attributes; /* further results: " status=2 resid=0" */
	const char *data;	/* start of the data lines */
	unsigned line;		/* line number in the file */
	unsigned given;		/* number of times that this exchange was returned as an answer */
};

struct tape {
	size_t bytes, room; /* sizes without the terminating NUL */
	bool cut;	    /* part of the text is missing, for lack of room or memory */
	/* only for a tape that was read; all lines and keys are NUL-terminated: */
	struct exchange *exchange;
	size_t n, unused; /* unused: index of the first exchange that was not returned yet */
	char text[];
};

__attribute__((format(printf, 2, 3))) void tape_put(struct tape *, const char *fmt, ...);

/* Append data: as lines of hexadecimal bytes, or as one percent-encoded line. */
void tape_put_bytes(struct tape *, const char *label, const uint8_t *data, size_t bytes);
void tape_put_text(struct tape *, const char *label, const char *text, size_t bytes);

/*
 * Split an untrusted text into exchanges. Return NULL, or the fault; *line is the number of its
 * line.
 */
const char *tape_read(struct tape *, unsigned *line);

/*
 * Return the next exchange of a key that was not returned yet. If all were, return the last one
 * again, up to REPEATS_MOST times, then NULL. NULL also if there is none.
 */
const struct exchange *tape_find(struct tape *, const char *key);

/*
 * Copy the data with a label, at most `room` bytes. Each name of a list is NUL-terminated. Return
 * the full length of the data; 0 if the label is missing.
 */
size_t exchange_data(const struct exchange *, const char *label, void *to, size_t room);

/* Return the number after NAME=, decimal or with 0x; `otherwise` if NAME is missing. */
uint64_t exchange_number(const struct exchange *, const char *name, uint64_t otherwise);

/* --- mask.c: serial numbers and world wide names --- */

enum { MASK_NAMES = 2048, MASK_NAME_BYTES = 256 };

struct mask {
	bool off;  /* names are not masked */
	bool full; /* there was no room for a name */
	unsigned n;
	struct mask_name {
		size_t bytes;
		char raw[MASK_NAME_BYTES];
		char text[3 * MASK_NAME_BYTES + 4]; /* the name in percent-encoding */
		/*
		 * The name distinguishes drives: its mask ends in a number, so that masks of
		 * different drives differ.
		 */
		bool apart;
		bool naa; /* an NAA name, whose first digits, NAA type and maker, are not masked */
	} name[MASK_NAMES];
};

/* Kinds of data that a drive returns, by the names that they contain. */
enum mask_kind {
	MASK_OTHER,
	MASK_IDENTIFY,
	MASK_DRIVE_CMD, /* data of HDIO_DRIVE_CMD: registers, then IDENTIFY data */
	MASK_INQUIRY,
	MASK_NVME /* for an Identify command, add the CNS */
};

/*
 * Mask names in data of a drive, in place. IDENTIFY data are recognized by `kind` or by their
 * checksum. The names in them are added to the mask, and masked there and in all later data.
 */
void mask_data(struct mask *, enum mask_kind kind, uint8_t *data, size_t bytes);

/*
 * Add the names in a sysfs file to the mask. In binary files, which are VPD pages, mask names in
 * place.
 */
void mask_attribute(struct mask *, const char *path, char *contents, size_t bytes);

/* Mask all known names in a percent-encoded text, in place; the length does not change. */
void mask_text(const struct mask *, char *text);

#endif
