/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The text of a recording, and the mask of serial numbers and world wide names. */
#ifndef HDPARM_RECORD_H
#define HDPARM_RECORD_H

#include "recording.h"

/* --- tape.c: the text of a recording --- */

struct exchange {
	const char *key; /* name and arguments of the call: "CALL ARGUMENTS" */
	int64_t result;
	const char *attributes; /* further results, such as " status=0x2 resid=0x0"; may be empty */
	const char *data;	/* text after the line of the call, where data lines may begin */
	unsigned line;		/* line number of the call */
	unsigned given;		/* number of times that tape_find() found this exchange */
};

struct tape {
	size_t bytes, room; /* length of the text, and limit of this length, in bytes */
	bool cut;	    /* part of the text is missing, for lack of room or memory */
	/* set by tape_read(): array of `n` exchanges, with pointers into `text` */
	struct exchange *exchange;
	size_t n, unused; /* unused: tape_find() has chosen all exchanges before this index */
	char text[];
};

__attribute__((format(printf, 2, 3))) void tape_put(struct tape *, const char *fmt, ...);

/*
 * Copy `bytes` bytes to out[size], with %xx for blanks, '%', '=' and bytes that are not printable
 * ASCII. Stop if fewer than 4 bytes are left in `out`.
 */
void text_encode(const char *text, size_t bytes, char *out, size_t size);

/* Append lines of the label and hexadecimal bytes; "00*9" is nine times 00. */
void tape_put_bytes(struct tape *, const char *label, const uint8_t *data, size_t bytes);
/* Append one line with the label and the percent-encoded text. */
void tape_put_text(struct tape *, const char *label, const char *text, size_t bytes);

/* Parse tape->text, which is untrusted. Return NULL, a message about line *line, or "": no memory.
 */
const char *tape_read(struct tape *, unsigned *line);

/*
 * Return the next unused exchange with this key; or the last exchange with this key again, at most
 * REPEATS_MOST times; or NULL.
 */
const struct exchange *tape_find(struct tape *, const char *key);

/*
 * Copy the data with a label, at most `room` bytes. A NUL follows each line of the label "name".
 * Return the full length of the data; 0 if the label is missing.
 */
size_t exchange_data(const struct exchange *, const char *label, void *to, size_t room);

/* Return the number after NAME=, by strtoull(3) of base 0; `otherwise` if NAME is missing. */
uint64_t exchange_number(const struct exchange *, const char *name, uint64_t otherwise);

/* --- mask.c: serial numbers and world wide names --- */

enum { MASK_NAMES = 2048, MASK_NAME_BYTES = 256 };

struct mask {
	bool off;  /* nothing is masked */
	bool full; /* there was no room for a name */
	unsigned n;
	struct mask_name {
		size_t bytes;
		char raw[MASK_NAME_BYTES];
		char text[3 * MASK_NAME_BYTES + 4]; /* the name in percent-encoding */
		/* in texts, the last 3 characters become the name's index in hexadecimal */
		bool apart;
		bool naa; /* an NAA name: in texts, the first MAKER_DIGITS digits are kept */
	} name[MASK_NAMES];
};

/*
 * Add the names in Identify data to the mask, except short NVMe names; then mask names in place.
 * ATA's IDENTIFY data are recognized by `kind` or by their checksum.
 */
void mask_data(struct mask *, enum answer_names kind, uint8_t *data, size_t bytes);

/*
 * Add the name in a sysfs file to the mask, unless the name is too short. In a VPD page, mask the
 * names in place.
 */
void mask_attribute(struct mask *, const char *path, char *contents, size_t bytes);

/*
 * In a percent-encoded text, mask names of the mask; the serial number or world wide name in links
 * of /dev/disk/by-id; and long hexadecimal numbers in links of /dev/disk/by-path and /dev/mapper.
 * Keep the text's length.
 */
void mask_text(const struct mask *, char *text);

#endif
