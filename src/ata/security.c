// SPDX-License-Identifier: GPL-2.0-or-later
/* The security and sanitize feature sets. */
#include "ata_drive.h"

#include <string.h>

enum {
	IDW_SANITIZE = 59,
	IDW_ERASE_TIME = 89,
	IDW_ENHANCED_TIME = 90,
	IDW_MASTER_REVISION = 92,
	IDW_SECURITY = 128
};

/* ACS-4 7.12.7.47: units of two minutes, 8 bits, or 15 where bit 15 is set. */
static unsigned minutes(uint16_t word, bool *more)
{
	unsigned most = word & 0x8000 ? 0x7fff : 0xff, value = word & most;

	*more = value == most;
	return value * 2;
}

void ata_security_decode(const uint8_t *id, struct ata_security *s)
{
	uint16_t word = ata_word(id, IDW_SECURITY);

	*s = (struct ata_security){ .supported = word & 1 };
	if (!s->supported)
		return;
	s->enabled = word >> 1 & 1;
	s->locked = word >> 2 & 1;
	s->frozen = word >> 3 & 1;
	s->expired = word >> 4 & 1;
	s->enhanced_erase = word >> 5 & 1;
	s->maximum = word >> 8 & 1;
	s->erase_minutes = minutes(ata_word(id, IDW_ERASE_TIME), &s->erase_more);
	s->enhanced_minutes = minutes(ata_word(id, IDW_ENHANCED_TIME), &s->enhanced_more);
	s->master_revision = ata_word(id, IDW_MASTER_REVISION);
}

void ata_password_encode(const struct ata_password *password, uint8_t block[512])
{
	memset(block, 0, 512);
	/* word 0: bit 0 which password, bit 1 the erase mode, bit 8 the level */
	block[0] = (uint8_t)(password->master | password->enhanced << 1);
	block[1] = password->maximum;
	memcpy(block + 2, password->bytes, sizeof(password->bytes));
	block[34] = (uint8_t)password->revision;
	block[35] = (uint8_t)(password->revision >> 8);
}

uint16_t ata_next_master_revision(uint16_t now)
{
	/* 0000h and FFFFh mean that the drive keeps no revision (ACS-4 7.12.7.50) */
	if (now == 0xffff)
		return 0;
	return now == 0xfffe ? 1 : (uint16_t)(now + 1);
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/*
 * A drive whose time is up is reset in the middle of its erase and stays locked, and many state
 * less time than they take: neither their word nor their size alone sets the limit.
 */
unsigned ata_erase_timeout_s(const uint8_t *id, bool enhanced)
{
	const uint64_t margin = 2 * 3600, slow = 10000000, most = UINT32_MAX / 1000;
	struct ata_security s;
	uint64_t stated, sectors, limit;

	ata_security_decode(id, &s);
	stated = (uint64_t)(enhanced ? s.enhanced_minutes : s.erase_minutes) * 60;
	sectors = larger(ata_id_sectors_28bit(id), ata_id_sectors_48bit(id));
	limit = larger(stated + larger(stated, margin), sectors / (slow / ata_id_sector_bytes(id)));
	return (unsigned)(limit < most ? limit : most);
}

void ata_sanitize_support(const uint8_t *id, struct ata_sanitize_support *support)
{
	uint16_t word = ata_word(id, IDW_SANITIZE);

	*support = (struct ata_sanitize_support){ .sanitize = word >> 12 & 1 };
	if (!support->sanitize)
		return;
	support->antifreeze_lock = word >> 10 & 1;
	support->crypto_scramble = word >> 13 & 1;
	support->overwrite = word >> 14 & 1;
	support->block_erase = word >> 15 & 1;
}

void ata_sanitize_decode(const struct ata_result *res, struct ata_sanitize_status *status)
{
	*status = (struct ata_sanitize_status){ .state = SANITIZE_IDLE };
	status->done = res->count >> 15 & 1;
	status->antifreeze = res->count >> 12 & 1;
	if (res->count >> 14 & 1) {
		status->state = SANITIZE_RUNNING;
		status->progress = (uint16_t)res->lba;
	} else if (res->count >> 13 & 1) {
		status->state = SANITIZE_FROZEN;
	}
}

const char *ata_sanitize_reason(uint8_t code)
{
	static const char *const reasons[] = {
		"Reason not reported",	   "Last Sanitize Command completed unsuccessfully",
		"Unsupported command",	   "Device in FROZEN state",
		"Antifreeze lock enabled",
	};

	return reasons[code < sizeof(reasons) / sizeof(reasons[0]) ? code : 0];
}

uint64_t ata_sanitize_key(enum ata_id id, uint32_t pattern)
{
	switch (id) {
	case ATA_SANITIZE_CRYPTO_SCRAMBLE_EXT:
		return 0x43727970; /* "Cryp" */
	case ATA_SANITIZE_BLOCK_ERASE_EXT:
		return 0x426b4572; /* "BkEr" */
	case ATA_SANITIZE_OVERWRITE_EXT:
		return UINT64_C(0x4f57) << 32 | pattern; /* "OW" */
	case ATA_SANITIZE_FREEZE_LOCK_EXT:
		return 0x46724c6b; /* "FrLk" */
	case ATA_SANITIZE_ANTIFREEZE_LOCK_EXT:
		return 0x416e7469; /* "Anti" */
	default:
		return 0;
	}
}
