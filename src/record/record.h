/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The text of a recording (recording.h has its format), and the masks of secret values. */
#ifndef HDPARM_RECORD_H
#define HDPARM_RECORD_H

#include "recording.h"

/* --- tape.c: the text, written by exchanges and read as a whole --- */

struct exchange {
	const char *key; /* "CALL ARGUMENTS" */
	int64_t result;
	const char *attributes; /* " status=2 resid=0" */
	const char *data;	/* the line behind it */
	unsigned line, given;	/* how often it was the answer */
};

struct tape {
	size_t bytes, room; /* without the NUL at the end */
	bool cut;	    /* something is missing at the end */
	/* of one that was read: its lines end in a NUL, keys too */
	struct exchange *exchange;
	size_t n, unused; /* unused: index of the first call that has not been replayed */
	char text[];
};

__attribute__((format(printf, 2, 3))) void tape_put(struct tape *, const char *fmt, ...);

/* Lines of data, in hexadecimal; a line of data, percent-encoded. */
void tape_put_bytes(struct tape *, const char *label, const uint8_t *data, size_t bytes);
void tape_put_text(struct tape *, const char *label, const char *text, size_t bytes);

/* Find the exchanges; the text is untrusted. NULL, or what is wrong, in which line. */
const char *tape_read(struct tape *, unsigned *line);

/* The next unused answer of this key, or the last one again some thousand times; else NULL. */
const struct exchange *tape_find(struct tape *, const char *key);

/*
 * The bytes under a label, of which the first `room` are copied; each name ends in a NUL. Returns
 * how many there are, 0 if there is no such label.
 */
size_t exchange_data(const struct exchange *, const char *label, void *to, size_t room);

/* The number behind NAME=, by strtoull's base 0; `otherwise` if there is none. */
uint64_t exchange_number(const struct exchange *, const char *name, uint64_t otherwise);

/* --- mask.c: serial numbers and world wide names --- */

enum { MASK_NAMES = 2048, MASK_NAME_BYTES = 256 };

struct mask {
	bool off;  /* nothing is masked */
	bool full; /* a name is missing here */
	unsigned n;
	struct mask_name {
		size_t bytes;
		char raw[MASK_NAME_BYTES];
		char text[3 * MASK_NAME_BYTES + 4]; /* encoded */
		bool apart; /* the value distinguishes drives: its mask ends with a number */
		bool naa;   /* its first digits name the maker, and stay */
	} name[MASK_NAMES];
};

/* What data of a drive are. */
enum mask_kind {
	MASK_OTHER,
	MASK_IDENTIFY,
	MASK_DRIVE_CMD, /* HDIO_DRIVE_CMD's registers, then IDENTIFY data */
	MASK_INQUIRY,
	MASK_NVME /* plus the CNS of an Identify command */
};

/*
 * Mask data of a drive, in place. IDENTIFY data are recognized by `kind` or by their checksum; the
 * names in them are kept, and masked there and in all later data.
 */
void mask_data(struct mask *, enum mask_kind kind, uint8_t *data, size_t bytes);

/* Keep the names in the contents of a file of sysfs, and mask what is no text, in place. */
void mask_attribute(struct mask *, const char *path, char *contents, size_t bytes);

/* Mask all names in a text that is encoded as in recordings, in place; its length stays. */
void mask_text(const struct mask *, char *text);

#endif
