/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * IDENTIFY DEVICE and IDENTIFY PACKET DEVICE data, decoded. Pure: bytes in, facts out, the same on
 * any host. Decoding never fails: a missing fact is false, 0 or NULL.
 */
#ifndef HDPARM_IDENTIFY_H
#define HDPARM_IDENTIFY_H

#include "idfields.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * --- facts that take several fields of a page ---
 */

/*
 * True if the data say which features are supported: words 82 and 83 are valid, or the drive
 * follows a standard that defines them. False for drives from before ATA-4: there a bit that is 0
 * proves nothing.
 */
bool ata_id_tells_support(const uint8_t *id);

/*
 * True if the data are all zeros or all ones, not from a drive. A bridge that drops the command
 * leaves zeros; a bus without a drive reads as ones.
 */
bool ata_id_blank(const uint8_t *id);

/* True if most words are missing, as before the first spin-up: word 2 (ACS-3 7.12.7.4). */
bool ata_id_incomplete(const uint8_t *id);

/* Addresses have 48 bits. The number of sectors has 48 bits too, so the last address is unused. */
#define ATA_ADDRESSES	 (UINT64_C(1) << 48)
#define ATA_MOST_SECTORS (ATA_ADDRESSES - 1)

/*
 * Words 100-103 even if word 83 bit 10 denies 48-bit addresses; words 230-233 if word 69 bit 3
 * announces them and words 100-103 are at their limit, FFFFFFFFh, or 0 (ACS-3 7.12.7.53). 0 if word
 * 83 is not valid.
 */
uint64_t ata_id_sectors_48bit(const uint8_t *id);

/* Words 230-233, whether or not word 69 bit 3 announces them. */
uint64_t ata_id_extended_sectors(const uint8_t *id);

/*
 * Addressable logical sectors: the above for a drive with 48-bit addresses, else ID_LBA_SECTORS,
 * which stays at 0FFFFFFFh on larger drives. 0 where the size is unknown.
 */
uint64_t ata_id_sectors(const uint8_t *id);

/* Bytes of a logical sector: words 117-118 if word 106 bit 12 is set, else 512. */
unsigned ata_id_sector_bytes(const uint8_t *id);

/* True if the drive claims to follow ACS-3: word 80 bit 10. */
bool ata_id_is_acs3(const uint8_t *id);

/* Sectors of READ and WRITE MULTIPLE; false where word 59 is not valid (ACS-4 7.12.7.19). */
bool ata_id_multiple(const uint8_t *id, unsigned *sectors);

/* The selected mode of a kind, as SET FEATURES codes it; 0: unknown, as for PIO modes. */
enum { TRANSFER_MULTIWORD = 0x20, TRANSFER_ULTRA = 0x40 };
uint8_t ata_id_transfer_mode(const uint8_t *id, uint8_t kind);

/* DATA SET MANAGEMENT's TRIM (ACS-3 7.12.7.70). */
bool ata_id_has_trim(const uint8_t *id);

/* Values of ID_TRANSPORT. */
enum { ID_TRANSPORT_PARALLEL = 0, ID_TRANSPORT_SERIAL = 1 };

/* --- all data of a page, as -I and -i show them --- */

/* The data collected about one drive. Each is a page of 512 bytes that must outlive the result. */
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

struct id_sector {
	bool reported; /* word 106 is valid */
	uint32_t logical_bytes;
	uint32_t physical_bytes;
	bool has_offset;       /* word 209 is valid */
	uint32_t offset_bytes; /* bytes from the physical sector's start to logical sector 0 */
};

struct id_capacity {
	bool no_chs;	      /* too large for a geometry, and none is given */
	bool has_current_chs; /* words 54-58 are valid */
	uint32_t chs_current_sectors;
	bool has_lba;
	uint32_t lba_sectors;
	bool has_lba48;
	uint64_t lba48_sectors;
	uint64_t sectors; /* the capacity in logical sectors */
};

/* Transfer modes: bit n of a mask is mode n. */
struct id_dma {
	bool supported;	   /* word 49 bit 8 */
	bool dmadir;	   /* packet device behind a bridge: word 62 bit 15 */
	bool old;	   /* only word 52 has information */
	unsigned old_mode; /* then: the single word mode */
	uint8_t single, single_active;
	uint8_t multi, multi_active;
	uint8_t ultra, ultra_active;
};

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
	bool has_commands; /* words 82 and 83 have information */
	bool has_sum;	   /* word 255 ends in A5h: the block has a checksum */
	uint8_t sum;	   /* sum of all 512 bytes; 0: the checksum is valid */
};

/* Never fails; `id` borrows the pages of `input`. */
void identify_decode(const struct id_input *input, struct identify *id);

/* ata_id_field() and ata_id_known(). */
static inline uint32_t id_field(const struct identify *id, enum id_field field)
{
	return ata_id_field(id->raw, field);
}

static inline uint32_t id_known(const struct identify *id, enum id_field field)
{
	return ata_id_known(id->raw, field);
}

/* Name of a packet device's command set (0..31), "" for reserved ones. */
const char *id_command_set_name(unsigned command_set);

/* True if the words of a group are valid. */
bool id_group_valid(const struct identify *id, enum id_group group);

/* True if the list has the feature: its group is valid and its bit is set. */
bool id_lists(const struct identify *id, enum id_feature_id feature);

/* True if word 76 is valid: FFFFh counts only for a serial drive (ACS-3 7.12.7.34). */
bool id_has_sata(const struct identify *id);

/* --- the data as text: --Istdout, /proc/ide/hda/identify and dumps of them --- */

enum { HEXWORDS_COUNT = 256, HEXWORDS_LINE = 8 };

/*
 * Read words of four hexadecimal digits from `text` (`bytes` long, no NUL needed) until 256 are
 * found, and write them to page[512], low byte first. Other lines are skipped. Returns how many
 * words were found; the rest of `page` is undefined.
 */
size_t hexwords_parse(const char *text, size_t bytes, uint8_t page[512]);

/* Line n (0..31) of a page as text: eight words and a newline. */
enum { HEXWORDS_LINE_BYTES = HEXWORDS_LINE * 5 + 1 };
void hexwords_line(const uint8_t page[512], unsigned n, char text[HEXWORDS_LINE_BYTES]);

/* Word n (0..255) of a page. */
uint16_t hexwords_word(const uint8_t page[512], unsigned n);

#endif
