/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sectors of an ATA drive: the commands for them, their size and what they hold. Pure; `id` is the
 * page of 512 bytes of IDENTIFY data.
 */
#ifndef HDPARM_ATA_SECTORS_H
#define HDPARM_ATA_SECTORS_H

#include "ata.h"

/* --- sectors of the medium --- */

/* Sectors in a row. */
struct ata_sector_run {
	uint64_t lba;
	unsigned count; /* at least 1 */
};

enum ata_sectors_act { SECTORS_READ, SECTORS_WRITE, SECTORS_VERIFY };

/*
 * Build the command for a run of logical sectors: the 28-bit command, or the 48-bit command where
 * the address needs it (for VERIFY: where the drive has it). `data` is the buffer of the run; NULL
 * for VERIFY. A VERIFY run has at most ata_verify_most() sectors. READ and WRITE should not exceed
 * 64 KiB, which every bridge carries.
 */
struct ata_cmd ata_sectors(const uint8_t *id, enum ata_sectors_act act, struct ata_sector_run run,
			   void *data);

/* The most sectors that one command of SECTORS_VERIFY takes. */
unsigned ata_verify_most(const uint8_t *id);

/* True if a 28-bit command reaches the address. */
bool ata_sector_is_28bit(uint64_t lba);

/*
 * False for an address beyond the drive's sectors, by words 60-61, 100-103 or 230-233, and for one
 * that only 48-bit commands reach, on a drive without them. A drive that names no number has all
 * others.
 */
bool ata_sector_exists(const uint8_t *id, uint64_t lba);

/*
 * True if a command failed because of its sectors: UNC or IDNF (ACS-4 6.3), or without registers
 * the sense key MEDIUM ERROR. ABRT and a device fault say nothing about a sector.
 */
bool ata_medium_failed(const struct ata_result *res);

/* True if the path failed, so that the same command may succeed the next time: ICRC (ACS-4 6.3). */
bool ata_transfer_failed(const struct ata_result *res);

/*
 * Return the first unreadable sector of the run, from the registers of the failed command; the end
 * of the run if the registers name no sector of the run. Some drives name a wrong sector.
 */
uint64_t ata_failed_sector(const struct ata_result *res, struct ata_sector_run run);

/* Sectors in a row, as many as a user names. */
struct lba_range {
	uint64_t lba, count;
};

/* --- trim (ACS-4 7.6.3) --- */

enum { TRIM_ENTRY_BYTES = 8, TRIM_ENTRIES_PER_BLOCK = 64, TRIM_ENTRY_SECTORS = 65535 };

/* Encode one entry: LBA in bits 47:0, count (1..65535) in 63:48, little-endian. */
void ata_trim_encode(uint64_t lba, uint16_t count, uint8_t entry[TRIM_ENTRY_BYTES]);

/* --- sector size (ACS-4 9.19, log 2Fh) --- */

enum { SECTOR_CONFIGURATIONS = 8 };

struct ata_sector_configuration {
	bool valid;	/* the descriptor is present and has a size */
	uint16_t check; /* descriptor check word */
	uint64_t bytes; /* logical sector size */
};

/*
 * The descriptors of the log's page, of a drive with these IDENTIFY data. The standard counts sizes
 * in words, but some drives list bytes: they are recognised by the present size, which is then in
 * the list as bytes and not as words.
 */
void ata_sector_configurations(const uint8_t *id, const uint8_t *page,
			       struct ata_sector_configuration list[SECTOR_CONFIGURATIONS]);

/* --- A summary of a sector, which shows whether the sector was erased, and keeps no data --- */

enum contents_kind {
	CONTENTS_ZEROS,
	CONTENTS_ONES,	   /* FFh, the value of erased flash memory */
	CONTENTS_REPEATED, /* other four bytes, repeated */
	CONTENTS_MIXED	   /* anything else */
};

struct contents {
	enum contents_kind kind;
	uint64_t mark; /* equal for equal data, almost never for different data */
};

/* True if all bytes are zero; true of no bytes. */
bool all_zeros(const void *data, size_t bytes);

/* Summarizes `data`; `bytes` is a multiple of 4 and not 0. */
struct contents contents_of(const void *data, size_t bytes);

/* Fill `data` with other data of the same kind; equal sectors stay equal, others different. */
void contents_like(const struct contents *contents, void *data, size_t bytes);

#endif
