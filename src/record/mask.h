/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Masks serial numbers and world wide names in what is recorded. */
#ifndef HDPARM_MASK_H
#define HDPARM_MASK_H

#include "idfields.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MASK_DRIVES = 64, SERIAL_BYTES = ID_SERIAL_BYTES, MASK_NAMES = 64, MASK_NAME_BYTES = 96 };

/* The serial numbers and names found in IDENTIFY data so far. */
struct mask {
	struct {
		uint8_t raw[SERIAL_BYTES];	  /* as the drive has it */
		char serial[2][SERIAL_BYTES + 1]; /* as is and swapped, without outer blanks */
		char wwn[17];			  /* 16 digits, or empty */
	} drive[MASK_DRIVES];
	unsigned n;
	/* serial numbers and names of other drives, from what they answered and from sysfs */
	struct {
		char text[MASK_NAME_BYTES];
		bool number; /* hexadecimal digits, which become 0; else a text, which becomes X */
	} name[MASK_NAMES];
	unsigned names;
};

/* What the data of a device are. */
enum mask_kind { MASK_OTHER, MASK_IDENTIFY, MASK_INQUIRY };

/*
 * Masks data from a device. IDENTIFY data are recognized by `kind` or by their checksum; their
 * serial number is kept, and masked there and in all later data.
 */
void mask_data(struct mask *, enum mask_kind kind, uint8_t *data, size_t bytes);

/* Masks the contents of a file of sysfs that names a device, in place, before it is encoded. */
void mask_attribute(const char *path, char *contents, size_t bytes);

/*
 * Masks the answer of an Identify command of this CNS, -1 for another NVMe command, and keeps the
 * serial number and names in it.
 */
void mask_nvme(struct mask *, int cns, uint8_t *data, size_t bytes);

/*
 * Keeps what sysfs tells of a drive's identity, if the path is that of such an attribute: its
 * serial number or one of its world wide names.
 */
void mask_learn_attribute(struct mask *, const char *path, const char *text);

/*
 * Masks the known serial numbers and names, and those in names below /dev/disk/by-id, in a text
 * that is encoded as in recordings. In place; the length stays.
 */
void mask_text(const struct mask *, char *text);

#endif
