/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Serial numbers and world wide names, taken out of what is recorded. */
#ifndef HDPARM_MASK_H
#define HDPARM_MASK_H

#include "identify.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MASK_DRIVES = 64, SERIAL_BYTES = ID_SERIAL_BYTES };

/* What was learnt of the drives so far, from their IDENTIFY data. */
struct mask {
	struct {
		uint8_t raw[SERIAL_BYTES];	  /* as the drive has it */
		char serial[2][SERIAL_BYTES + 1]; /* as is and swapped, without outer blanks */
		char wwn[17];			  /* 16 digits, or empty */
	} drive[MASK_DRIVES];
	unsigned n;
};

/*
 * Masks data from a device. IDENTIFY data are recognized by `identify` or by their checksum; their
 * serial is learnt, masked there, and from then on wherever it stands.
 */
void mask_data(struct mask *, bool identify, uint8_t *data, size_t bytes);

/*
 * Masks what is known of them, and what names below /dev/disk/by-id tell, in a text, encoded as in
 * recordings, in place and equal length.
 */
void mask_text(const struct mask *, char *text);

#endif
