/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Masks serial numbers and world wide names in what is recorded. */
#ifndef HDPARM_MASK_H
#define HDPARM_MASK_H

#include "idfields.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest password; a longer line is one in hexadecimal, or none. */
enum { SECRET_BYTES = 32 };

enum { SERIAL_BYTES = ID_SERIAL_BYTES, MASK_NAMES = 2048, MASK_NAME_BYTES = 224 /* an NQN */ };

/* The serial numbers and names found so far, in what drives answered and in sysfs. */
struct mask {
	struct {
		char raw[MASK_NAME_BYTES];
		size_t bytes;
		char text[3 * MASK_NAME_BYTES + 4]; /* encoded as in recordings */
		bool number; /* hexadecimal digits, which become 0; else a text, which becomes X */
	} name[MASK_NAMES];
	unsigned n;
	bool full; /* not all of them are here */
};

/* What data are. */
enum mask_kind {
	MASK_NOTHING, /* none of a device's: not masked */
	MASK_OTHER,
	MASK_IDENTIFY,
	MASK_DRIVE_CMD, /* HDIO_DRIVE_CMD's registers, then IDENTIFY data */
	MASK_INQUIRY,
	MASK_NVME /* plus the CNS of an Identify command */
};

/*
 * Masks data from a device. IDENTIFY data are recognized by `kind` or by their checksum; the serial
 * numbers and names in them are kept, and masked there and in all later data.
 */
void mask_data(struct mask *, enum mask_kind kind, uint8_t *data, size_t bytes);

/*
 * Masks the contents of a file of sysfs that names a device, in place, before it is encoded and
 * after mask_learn_attribute(). Names by which drives are told apart stay different.
 */
void mask_attribute(const struct mask *, const char *path, char *contents, size_t bytes);

/*
 * Keeps what sysfs tells of a drive's identity, if the path is that of such an attribute: its
 * serial number or one of its world wide names.
 */
void mask_learn_attribute(struct mask *, const char *path, const char *text);

/*
 * Masks the passwords in a journal of --erase, in place, and keeps the serial number, which may be
 * another drive's. Returns its length.
 */
size_t mask_kept(struct mask *, char *text);

/*
 * Masks the known serial numbers and names, and those in names below /dev/disk/by-id, in a text
 * that is encoded as in recordings. In place; the length stays.
 */
void mask_text(const struct mask *, char *text);

#endif
