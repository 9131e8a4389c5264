/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words of ATA data, by word number; checksums. */
#ifndef HDPARM_WORDS_H
#define HDPARM_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/* Return the word number of an ID_BITS() place. */
static inline unsigned ata_word_of(unsigned place)
{
	return place >> 12;
}

/* Return word `n` (0 to 255) of a page of 512 bytes; pages are little-endian. */
static inline uint16_t ata_word(const uint8_t *page, unsigned n)
{
	return (uint16_t)(page[2 * n] | page[2 * n + 1] << 8);
}

/* Return words `n` and `n` + 1 as one number; word `n` is the lower half. */
static inline uint32_t ata_dword(const uint8_t *page, unsigned n)
{
	return ata_word(page, n) | (uint32_t)ata_word(page, n + 1) << 16;
}

static inline uint64_t ata_qword(const uint8_t *page, unsigned n)
{
	return ata_dword(page, n) | (uint64_t)ata_dword(page, n + 2) << 32;
}

/* True if word `n` has the validity signature: bit 14 set, bit 15 clear. */
static inline bool ata_word_valid(const uint8_t *page, unsigned n)
{
	return (ata_word(page, n) & 0xc000) == 0x4000;
}

/* True if word 83 has the validity signature (ACS-3 7.12.7.40). */
static inline bool ata_words_82_tell(const uint8_t *page)
{
	return ata_word_valid(page, 83);
}

/* Return the sum of the 512 bytes of a page modulo 256; 0 if the checksum is right. */
uint8_t ata_checksum(const uint8_t *page);

/* True if byte 510 is A5h, which means that byte 511 is a checksum. */
bool ata_sum_signed(const uint8_t *page);

/* Write A5h to byte 510 of the page, and the checksum to byte 511. */
void ata_checksum_set(uint8_t *page);

#endif
