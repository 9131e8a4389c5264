/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The text of a recording (recording.h has its format), and the masks of secret values. */
#ifndef HDPARM_RECORD_H
#define HDPARM_RECORD_H

#include "recording.h"

/* --- tape.c: the text of a recording --- */

struct exchange {
	const char *key; /* "CALL ARGUMENTS" */
	int64_t result;
	const char *attributes; /* " status=2 resid=0" */
	const char *data;	/* the next line */
	unsigned line;		/* number of the line */
	unsigned given;		/* number of answers from this exchange */
};

struct tape {
	size_t bytes, room; /* without the NUL at the end */
	bool cut;	    /* text is missing for lack of room or memory */
	/* of a tape that was read: lines and keys end in a NUL */
	struct exchange *exchange;
	size_t n, unused; /* unused: index of the first exchange that was not given */
	char text[];
};

__attribute__((format(printf, 2, 3))) void tape_put(struct tape *, const char *fmt, ...);

/* Write data as lines in hexadecimal, or as a percent-encoded line. */
void tape_put_bytes(struct tape *, const char *label, const uint8_t *data, size_t bytes);
void tape_put_text(struct tape *, const char *label, const char *text, size_t bytes);

/* Find the exchanges of an untrusted text. NULL, or the fault, with its line. */
const char *tape_read(struct tape *, unsigned *line);

/*
 * Return the next unused exchange of a key, or the last exchange, up to REPEATS_MOST times; or
 * NULL.
 */
const struct exchange *tape_find(struct tape *, const char *key);

/*
 * Copy the data of a label, `room` bytes or fewer; each name ends in a NUL. Return the whole
 * length, 0 without the label.
 */
size_t exchange_data(const struct exchange *, const char *label, void *to, size_t room);

/* Return the number after NAME=, decimal or 0x; `otherwise` if the name is missing. */
uint64_t exchange_number(const struct exchange *, const char *name, uint64_t otherwise);

/* --- mask.c: serial numbers and world wide names --- */

enum { MASK_NAMES = 2048, MASK_NAME_BYTES = 256 };

struct mask {
	bool off;  /* no name is masked */
	bool full; /* a name found no room */
	unsigned n;
	struct mask_name {
		size_t bytes;
		char raw[MASK_NAME_BYTES];
		char text[3 * MASK_NAME_BYTES + 4]; /* encoded */
		bool apart; /* the mask ends with a number, since the name distinguishes drives */
		bool naa;   /* an NAA name: its first digits, the maker's, stay */
	} name[MASK_NAMES];
};

/* Kinds of data of a drive. */
enum mask_kind {
	MASK_OTHER,
	MASK_IDENTIFY,
	MASK_DRIVE_CMD, /* registers of HDIO_DRIVE_CMD, then IDENTIFY data */
	MASK_INQUIRY,
	MASK_NVME /* plus the CNS of an Identify command */
};

/*
 * Mask data of a drive, in place. `kind` or the checksum shows IDENTIFY data. Names in IDENTIFY
 * data are kept, and masked there and in all later data.
 */
void mask_data(struct mask *, enum mask_kind kind, uint8_t *data, size_t bytes);

/* Keep the names in a file of sysfs; mask the binary files, VPD pages, in place. */
void mask_attribute(struct mask *, const char *path, char *contents, size_t bytes);

/* Mask all names in a percent-encoded text, in place; the length stays. */
void mask_text(const struct mask *, char *text);

#endif
