// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Commands for sectors of the medium, the sector that a failed command names, and summaries of what
 * sectors hold.
 */
#include "ata_sectors.h"
#include "identify.h"
#include "passthrough.h"

#include <string.h>

enum { LAST_28BIT = 0x0ffffffe }; /* beyond it 48-bit commands are used */

struct ata_cmd ata_sectors(const uint8_t *id, enum ata_sectors_act act, struct ata_sector_run run,
			   void *data)
{
	static const enum ata_id ids[][2] = {
		[SECTORS_READ] = { ATA_READ_SECTORS, ATA_READ_SECTORS_EXT },
		[SECTORS_WRITE] = { ATA_WRITE_SECTORS, ATA_WRITE_SECTORS_EXT },
		[SECTORS_VERIFY] = { ATA_READ_VERIFY_SECTORS, ATA_READ_VERIFY_SECTORS_EXT },
	};
	bool ext = ata_id_has(id, ID_HAS_LBA48) &&
		   (act == SECTORS_VERIFY || run.lba + run.count - 1 > LAST_28BIT);
	unsigned bytes = ata_id_sector_bytes(id);
	struct ata_cmd cmd = ata_command(ids[act][ext]);

	if (act != SECTORS_VERIFY) {
		cmd = ata_command_data(ids[act][ext], data, (size_t)bytes * run.count);
		cmd.logical_blocks = bytes != 512;
	}
	/* the largest number is written as 0 (ACS-4 7.26.3) */
	cmd.count = (uint16_t)(run.count & (ext ? 0xffff : 0xff));
	cmd.lba = run.lba;
	return cmd;
}

unsigned ata_verify_most(const uint8_t *id)
{
	return ata_id_has(id, ID_HAS_LBA48) ? 65536 : 256;
}

bool ata_sector_is_28bit(uint64_t lba)
{
	return lba <= LAST_28BIT + 1;
}

bool ata_sector_exists(const uint8_t *id, uint64_t lba)
{
	uint64_t sectors = ata_id_sectors(id);

	return (ata_sector_is_28bit(lba) || ata_id_has(id, ID_HAS_LBA48)) &&
	       (!sectors || lba < sectors);
}

bool ata_medium_failed(const struct ata_result *res)
{
	struct sense_code code;

	if (res->valid)
		return (res->status & (ST_ERR | ST_DF)) == ST_ERR &&
		       (res->error & (ER_UNC | ER_IDNF));
	code = sense_code(res->sense, res->sense_bytes);
	return !res->unannounced && code.present && code.key == KEY_MEDIUM_ERROR;
}

bool ata_transfer_failed(const struct ata_result *res)
{
	return res->valid && (res->status & ST_ERR) && (res->error & ER_ICRC);
}

/* If LBA 47:24 are missing, only one sector of such a run has the bits 23:0. */
uint64_t ata_failed_sector(const struct ata_result *res, struct ata_sector_run run)
{
	uint64_t mask = res->lba_cut ? 0xffffff : ATA_ADDRESSES - 1, ahead = run.count;

	if (res->valid)
		ahead = (res->lba - run.lba) & mask;
	return run.lba + (ahead < run.count ? ahead : run.count);
}

bool all_zeros(const void *data, size_t bytes)
{
	const uint8_t *byte = data;

	return bytes == 0 || (byte[0] == 0 && !memcmp(byte, byte + 1, bytes - 1));
}

struct contents contents_of(const void *data, size_t bytes)
{
	/* FNV-1a, 64 bits */
	const uint64_t basis = UINT64_C(0xcbf29ce484222325), prime = UINT64_C(0x100000001b3);
	const uint8_t *at = data;
	struct contents contents = { CONTENTS_MIXED, basis };
	bool repeated = !memcmp(at, at + 4, bytes - 4);
	uint32_t word;

	memcpy(&word, at, sizeof(word));
	if (repeated) {
		contents.mark = word;
		contents.kind = word == 0	     ? CONTENTS_ZEROS
				: word == UINT32_MAX ? CONTENTS_ONES
						     : CONTENTS_REPEATED;
		return contents;
	}
	for (size_t i = 0; i < bytes; i++)
		contents.mark = (contents.mark ^ at[i]) * prime;
	return contents;
}

void contents_like(const struct contents *contents, void *data, size_t bytes)
{
	uint32_t words[2] = { (uint32_t)contents->mark, (uint32_t)contents->mark };
	uint8_t *to = data;

	if (contents->kind == CONTENTS_MIXED) {
		words[1] = (uint32_t)(contents->mark >> 32);
		words[1] += words[0] == words[1];
	}
	for (size_t i = 0; i < bytes; i++)
		to[i] = ((const uint8_t *)words)[i % sizeof(words)];
}
