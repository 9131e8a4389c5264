/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The data of IDENTIFY DEVICE and IDENTIFY PACKET DEVICE. */
#ifndef HDPARM_IDENTIFY_H
#define HDPARM_IDENTIFY_H

#include "idfields.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct id_standards {
	/* a CD or DVD drive: words 73 and 74 (SFF-8020i) replace words 80 and 81 */
	bool cdrom;
	bool has_major;		      /* `major` is neither 0 nor FFFFh */
	uint16_t major;		      /* word 80, or 73 if cdrom; bit n: standard n */
	uint16_t minor;		      /* word 81, or 74 if cdrom */
	const char *minor_name;	      /* name of `minor`; NULL: unknown to hdparm 9.65 */
	const char *minor_newer_name; /* name of `minor` if unknown to hdparm 9.65; or NULL */
	/* number of the standard of `minor`, 1 to 8; 0: not known, or not listed by hdparm 9.65 */
	unsigned minor_standard;
	unsigned likely; /* estimate of the newest standard that the drive follows, at least 1 */
	/* number of the lowest bit of `major` that -I lists as a standard, if set */
	unsigned first_shown;
	/*
	 * lowest standard in `major` that -I shows; if none, an estimate; 1 if cdrom. -I shows some
	 * old words only if this number is low.
	 */
	unsigned oldest;
};

/* Return the name of a minor version and its standard, 1 to 8; NULL, 0: unknown to hdparm 9.65. */
const char *id_minor_name(uint16_t code, unsigned *standard);

/* --- facts that need several fields of a page --- */

/*
 * True if words 82 and 83 can be trusted: word 83 has a validity signature; or word 82 is neither 0
 * nor FFFFh; or word 82 is 0, and word 80 claims ATA-4 or later.
 */
bool ata_id_tells_support(const uint8_t *id);

/* True if each byte is 0 or FFh, as when a bridge drops the command, or the bus has no drive. */
bool ata_id_blank(const uint8_t *id);

/* True if word 2 shows that the data are incomplete until the drive spins up (ACS-3 7.12.7.4). */
bool ata_id_incomplete(const uint8_t *id);

/* Number of 48-bit addresses; largest number of sectors in a field of 48 bits. */
#define ATA_ADDRESSES	 (UINT64_C(1) << 48)
#define ATA_MOST_SECTORS (ATA_ADDRESSES - 1)

/*
 * Return words 100-103; or words 230-233, if word 69 bit 3 is set, words 100-103 are 0 or
 * FFFFFFFFh, and words 230-233 are larger, but at most 2^48. Return 0 if word 83 is not valid.
 */
uint64_t ata_id_sectors_48bit(const uint8_t *id);

/* Return the number of sectors in words 230-233, without a check of word 69 bit 3. */
uint64_t ata_id_extended_sectors(const uint8_t *id);

/* Return the number of logical sectors by 48-bit or 28-bit addresses; 0: not known. */
uint64_t ata_id_sectors(const uint8_t *id);

/* Return the logical sector size in bytes (words 106, 117-118): 512 to 65536, by default 512. */
unsigned ata_id_sector_bytes(const uint8_t *id);

bool ata_id_is_acs3(const uint8_t *id);

/* Set *sectors to the setting of SET MULTIPLE MODE (word 59). False if the word is not valid. */
bool ata_id_multiple(const uint8_t *id, unsigned *sectors);

/* Kinds of transfer modes: the mode 0 of each kind, as COUNT of SET FEATURES. */
enum { TRANSFER_MULTIWORD = 0x20, TRANSFER_ULTRA = 0x40 };

/* Return the selected mode of TRANSFER_* `kind`, as COUNT of SET FEATURES; 0: none, or several. */
uint8_t ata_id_transfer_mode(const uint8_t *id, uint8_t kind);

bool ata_id_has_trim(const uint8_t *id);

enum { ID_TRANSPORT_PARALLEL = 0, ID_TRANSPORT_SERIAL = 1 };

/* --- all data of a page, as -I and -i show them --- */

/* Pages of 512 bytes, to which struct identify points. */
struct id_input {
	const uint8_t *identify;
	/* the Sector Configuration log (2Fh); NULL: not read */
	const uint8_t *sector_configuration;
	/* the Serial ATA page (08h) of log 30h; NULL: not read */
	const uint8_t *sata;
};

enum id_device_type {
	ID_TYPE_ATA,
	/* CompactFlash: word 0 is 848Ah or 844Ah, or the drive has the CFA feature set */
	ID_TYPE_CFA,
	ID_TYPE_PACKET, /* packet device, no CompactFlash: word 0 bits 15:14 are 10b */
	ID_TYPE_INVALID /* no CompactFlash: word 0 bits 15:14 are 11b, which is reserved */
};

struct id_sector {
	bool reported;		 /* word 106 is valid */
	uint32_t logical_bytes;	 /* 512 if not reported */
	uint32_t physical_bytes; /* `logical_bytes` if not reported */
	bool has_offset;	 /* words 106 and 209 are valid */
	/* bytes from the start of the first physical sector to logical sector 0 */
	uint32_t offset_bytes;
};

struct id_capacity {
	bool no_chs;	      /* the drive is too large for a CHS geometry, and reports none */
	bool has_current_chs; /* words 54-58 (the current CHS geometry) are valid */
	uint32_t chs_current_sectors;
	bool has_lba;
	uint32_t lba_sectors;
	bool has_lba48;
	uint64_t lba48_sectors;
	/* capacity in logical sectors; 0: not known */
	uint64_t sectors;
};

/* DMA transfer modes: bit n of a mask is mode n. */
struct id_dma {
	bool supported; /* word 49 bit 8 is set, or `dmadir` */
	/* word 62 bit 15: a packet device behind a bridge between SATA and PATA */
	bool dmadir;
	bool old;	   /* word 52 is not 0; words 62 and 63 are 0 */
	unsigned old_mode; /* single word DMA mode of word 52, if `old` */
	/* for each kind: mask of the supported modes; mask of the selected mode */
	uint8_t single, single_active;
	uint8_t multi, multi_active;
	uint8_t ultra, ultra_active;
};

/* Decoded IDENTIFY data. The pages of struct id_input must outlive the struct. */
struct identify {
	const uint8_t *raw;
	const uint8_t *sector_configuration;
	const uint8_t *sata;
	enum id_device_type type;
	bool removable;
	unsigned command_set; /* packet devices: word 0 bits 12:8; else 0 */
	struct id_standards standards;
	struct id_sector sector;
	struct id_capacity capacity;
	struct id_dma dma;
	bool has_commands; /* word 83 has a validity signature */
	bool has_sum;	   /* byte 510 is A5h: byte 511 is a checksum */
	uint8_t sum;	   /* sum of all bytes modulo 256; 0: the checksum is right */
};

void identify_decode(const struct id_input *input, struct identify *id);

static inline uint32_t id_field(const struct identify *id, enum id_field field)
{
	return ata_id_field(id->raw, field);
}

static inline uint32_t id_known(const struct identify *id, enum id_field field)
{
	return ata_id_known(id->raw, field);
}

/* Return the name of a packet device's command set; "": reserved. */
const char *id_command_set_name(unsigned command_set);

/* True if the word of the field, which has bits of features, is valid by the rules of -I. */
bool id_tells(const struct identify *id, enum id_field field);

/* True if the word of the feature is valid as in id_tells(), and the bit for "supported" is set. */
bool id_lists(const struct identify *id, enum id_feature_id feature);

/* True if word 76 is not FFFFh, or word 222 names a serial transport (ACS-3 7.12.7.34). */
bool id_has_sata(const struct identify *id);

#endif
