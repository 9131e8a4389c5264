/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * IDENTIFY DEVICE and IDENTIFY PACKET DEVICE data, decoded. Pure: bytes in, facts out, the same on
 * any host. Decoding never fails: what a drive does not say is a value (false, 0 or NULL).
 */
#ifndef HDPARM_IDENTIFY_H
#define HDPARM_IDENTIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What was collected about one drive. Each is a page of 512 bytes that must outlive the result. */
struct id_input {
	const uint8_t *identify;
	const uint8_t *sector_configuration; /* log 2Fh, NULL without */
	const uint8_t *sata;		     /* log 30h page 08h, NULL without */
};

enum id_device_type {
	ID_TYPE_ATA,
	ID_TYPE_CFA,	/* CompactFlash: word 0 is 848Ah or 844Ah, or the CFA feature set */
	ID_TYPE_PACKET, /* word 0 bits 15:14 are 10b */
	ID_TYPE_INVALID /* word 0 bits 15:14 are 11b, which is reserved */
};

/* Word 2: whether SET FEATURES must start the motor, and whether the data are all there yet. */
enum {
	ID_PUIS_INCOMPLETE = 0x37c8,
	ID_PUIS_COMPLETE = 0x738c,
	ID_NO_PUIS_INCOMPLETE = 0x8c73,
	ID_NO_PUIS_COMPLETE = 0xc837
};

/* Which standards the drive follows. */
struct id_standards {
	bool cdrom;		 /* a packet CD-ROM counts by SFF-8020i in words 73 and 74 */
	bool has_major;		 /* word 80 (73) says something */
	uint16_t major;		 /* bit n: standard n */
	uint16_t minor;		 /* word 81 (74) */
	const char *minor_name;	 /* NULL for a code that is not in the table */
	unsigned minor_standard; /* the standard that the minor code belongs to, 0 unknown */
	unsigned likely;	 /* highest standard that the data give evidence of, from 1 */
	unsigned first_shown;	 /* bits of word 80 below this one are history */
	unsigned oldest; /* lowest standard of interest: older words are looked at from there */
};

struct id_sector {
	bool reported; /* word 106 is valid */
	uint32_t logical_bytes;
	uint32_t physical_bytes;
	bool has_offset;       /* word 209 is valid */
	uint32_t offset_bytes; /* of the first logical sector in its physical sector */
};

struct id_capacity {
	bool no_chs;	      /* larger than any geometry, and none given */
	bool has_current_chs; /* words 54-58 are valid */
	uint32_t chs_current_sectors;
	bool has_lba;
	uint32_t lba_sectors;
	bool has_lba48;
	uint64_t lba48_sectors;
	uint64_t sectors; /* what the device offers, in logical sectors */
};

/* Transfer modes: bit n of a mask is mode n. */
struct id_dma {
	bool supported;	   /* word 49 bit 8 */
	bool dmadir;	   /* packet device behind a bridge: word 62 bit 15 */
	bool old;	   /* word 52 is all there is */
	unsigned old_mode; /* then: the single word mode */
	uint8_t single, single_active;
	uint8_t multi, multi_active;
	uint8_t ultra, ultra_active;
};

/* Room for the longest string field: 40 bytes and the final NUL. */
enum { ID_STRING_BYTES = 41 };

struct identify {
	const uint8_t *raw;
	const uint8_t *sector_configuration;
	const uint8_t *sata;
	enum id_device_type type;
	bool removable;
	unsigned command_set; /* packet devices: word 0 bits 12:8 */
	struct id_standards standards;
	struct id_sector sector;
	struct id_capacity capacity;
	struct id_dma dma;
	bool has_commands; /* words 82 and 83 hold something */
	bool has_sum;	   /* word 255 ends in A5h: the block has a checksum */
	uint8_t sum;	   /* of all 512 bytes; 0 is right */
};

/* Never fails; `id` borrows the pages of `input`. */
void identify_decode(const struct id_input *input, struct identify *id);

/* Word n (0..255) of the IDENTIFY data. */
static inline uint16_t id_word(const struct identify *id, unsigned n)
{
	return (uint16_t)(id->raw[2 * n] | id->raw[2 * n + 1] << 8);
}

static inline bool id_bit(const struct identify *id, unsigned word, unsigned bit)
{
	return id_word(id, word) >> bit & 1;
}

/* Words with a signature of their own: bit 14 set and bit 15 clear (ACS-3 7.12.7.40). */
static inline bool id_valid(const struct identify *id, unsigned word)
{
	return (id_word(id, word) & 0xc000) == 0x4000;
}

/*
 * An ATA string of `words` words (at most 20) from word `first`: bytes in ATA order, leading blanks
 * and NULs dropped, every byte that is not printable ASCII made '?'. Returns false where the
 * first word is 0: there is no string.
 */
bool id_string(const struct identify *id, unsigned first, unsigned words,
	       char text[ID_STRING_BYTES]);

/*
 * The same of the kernel's copy (HDIO_GET_IDENTITY), which has its strings in plain order; blanks
 * at both ends dropped, and a NUL ends it.
 */
void id_host_string(const struct identify *id, unsigned first, unsigned words,
		    char text[ID_STRING_BYTES]);

/* Words n and n + 1 as one number, low word first. */
static inline uint32_t id_dword(const struct identify *id, unsigned word)
{
	return id_word(id, word) | (uint32_t)id_word(id, word + 1) << 16;
}

/* Name of a minor version code (word 81) and its standard (1..8); NULL and 0 for others. */
const char *id_minor_name(uint16_t code, unsigned *standard);

/* Name of a packet device's command set (0..31), "" for reserved ones. */
const char *id_command_set_name(unsigned command_set);

/*
 * One bit that says that a feature is there, or a pair that also says whether it is enabled.
 * The rows stand in the order in which they are shown.
 */
struct id_feature {
	uint8_t group; /* enum id_group */
	uint8_t word, bit;
	uint8_t on_word; /* 0: no bit tells whether it is enabled; on_bit is 0 then */
	uint8_t on_bit;
	uint8_t flags; /* ID_UNMARKED, ID_TRIM */
	/* arrays, not pointers: a table of a thousand pointers would be relocated at each start */
	char key[44];  /* for machines: the standard's name in snake_case */
	char name[64]; /* as the newest standard that has the bit calls it; "": reserved */
	char text[64]; /* as it is shown in the list; "": not there */
	char clause[24];
};

enum {
	ID_UNMARKED = 1, /* shown without the mark of what is enabled */
	ID_TRIM = 2,	 /* shown with the TRIM command */
	ID_BY_NUMBER = 4 /* its text is a number, "unknown 119[6]", and stays so: scripts know it */
};

/* Rows of one group share the test that says whether their words are valid. */
enum id_group {
	ID_GROUP_82, /* words 82 and 83 */
	ID_GROUP_84,
	ID_GROUP_119,
	ID_GROUP_76, /* Serial ATA capabilities */
	ID_GROUP_78, /* words 78 and 79: Serial ATA features */
	ID_GROUP_SCT,
	ID_GROUP_SANITIZE,
	ID_GROUP_69,
	ID_GROUP_COUNT
};

extern const struct id_feature id_feature_table[];
extern const size_t id_feature_count;

/* Whether the words of a group hold anything. */
bool id_group_valid(const struct identify *id, enum id_group group);

/* Word 222 bits 15:12: the transport is serial. */
static inline bool id_serial(const struct identify *id)
{
	return id_word(id, 222) >> 12 == 1;
}

/* Whether word 76 holds anything: FFFFh does not (ACS-3 7.12.7.34) unless the drive is serial. */
static inline bool id_has_sata(const struct identify *id)
{
	return id_word(id, 76) != 0xffff || id_serial(id);
}

/* Whether the row's feature is there; whether it is enabled (true without a bit that tells). */
static inline bool id_feature_supported(const struct identify *id, const struct id_feature *row)
{
	return id_bit(id, row->word, row->bit);
}

static inline bool id_feature_enabled(const struct identify *id, const struct id_feature *row)
{
	return !row->on_word || id_bit(id, row->on_word, row->on_bit);
}

#endif
