/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files that decode IDENTIFY data. */
#ifndef HDPARM_IDENTIFY_PRIVATE_H
#define HDPARM_IDENTIFY_PRIVATE_H

#include "identify.h"
#include "words.h"

/* SCSI peripheral device type 05h, as in word 0 bits 12:8 of a packet device. */
enum { ID_COMMAND_SET_CDROM = 5 };

static inline uint16_t id_word(const struct identify *id, unsigned n)
{
	return ata_word(id->raw, n);
}

static inline bool id_bit(const struct identify *id, unsigned word, unsigned bit)
{
	return id_word(id, word) >> bit & 1;
}

static inline bool id_valid(const struct identify *id, unsigned word)
{
	return ata_word_valid(id->raw, word);
}

/* Whether the page ends in A5h and a checksum, right or wrong. */
bool ata_sum_signed(const uint8_t *page);

/* The word that the field is in. */
uint8_t id_field_word(enum id_field field);

/* Fills id->standards; needs the members that are tests of single words. */
void id_decode_standards(struct identify *id);

#endif
