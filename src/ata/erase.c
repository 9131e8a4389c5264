// SPDX-License-Identifier: GPL-2.0-or-later
/* The erase methods; the feature sets Security and Sanitize Device. */
#include "erase.h"
#include "build.h"
#include "identify.h"

#include <string.h>

const struct erase_method erase_methods[DISK_ERASES] = {
	[DISK_CRYPTO_ERASE] = { "sanitize-crypto-scramble",
				"changes the encryption key, so that nothing can be read", true },
	[DISK_BLOCK_ERASE] = { "sanitize-block-erase",
			       "erases all blocks of the memory, those out of use too", true },
	[DISK_FORMAT_CRYPTO] = { "format-crypto-erase",
				 "changes the encryption key of the namespace", false },
	[DISK_FORMAT_ERASE] = { "format-user-data-erase", "erases all blocks of the namespace",
				false },
	[DISK_OVERWRITE] = { "sanitize-overwrite",
			     "overwrites all sectors with zeros, those out of use too", true },
	[DISK_SECURITY_ENHANCED] = { "security-erase-enhanced",
				     "erases all sectors, reassigned ones too", false },
	[DISK_SECURITY_ERASE] = { "security-erase", "erases all sectors that can be addressed",
				  false },
	[DISK_FORMAT_UNIT] = { "format-unit", "formats all sectors that can be addressed", true },
};

const char *disk_sanitize_advice(enum disk_sanitize_state state)
{
	switch (state) {
	case DISK_SANITIZE_RUNNING:
		return "--sanitize-status --wait follows it";
	case DISK_SANITIZE_FAILED:
		return "until a sanitize operation succeeds the drive refuses reads and writes: "
		       "try --erase, or a --sanitize- option";
	case DISK_SANITIZE_IDLE:
	case DISK_SANITIZE_FROZEN:
	case DISK_UNFORMATTED:
	case DISK_SANITIZE_UNKNOWN:
		break;
	}
	return "";
}

unsigned ata_erase_minutes(const uint8_t *id, bool enhanced, bool *more)
{
	uint32_t word = ata_id_field(id, enhanced ? ID_ENHANCED_ERASE_TIME : ID_ERASE_TIME);
	uint32_t most = word & 0x8000 ? 0x7fff : 0xff, units = word & most;

	*more = units == most;
	return 2 * (units - *more);
}

void ata_security_decode(const uint8_t *id, struct ata_security *s)
{
	*s = (struct ata_security){ .supported = ata_id_field(id, ID_SECURITY_SUPPORTED) };
	if (!s->supported)
		return;
	s->enabled = ata_id_field(id, ID_SECURITY_ENABLED);
	s->locked = ata_id_field(id, ID_SECURITY_LOCKED);
	s->frozen = ata_id_field(id, ID_SECURITY_FROZEN);
	s->expired = ata_id_field(id, ID_SECURITY_EXPIRED);
	s->enhanced_erase = ata_id_field(id, ID_SECURITY_ENHANCED_ERASE);
	s->maximum = ata_id_field(id, ID_SECURITY_MAXIMUM);
	s->master_revision = (uint16_t)ata_id_field(id, ID_MASTER_REVISION);
}

void ata_password_encode(enum ata_id command, const struct ata_password *password,
			 uint8_t block[512])
{
	bool enhanced = command == ATA_SECURITY_ERASE_UNIT && password->enhanced;

	memset(block, 0, 512);
	/* word 0: bit 0: master password; bit 1: enhanced erase; bit 8: maximum security */
	block[0] = (uint8_t)(password->master | enhanced << 1);
	block[1] = password->maximum;
	memcpy(block + 2, password->bytes, sizeof(password->bytes));
	block[34] = (uint8_t)password->revision;
	block[35] = (uint8_t)(password->revision >> 8);
}

uint16_t ata_next_master_revision(uint16_t now)
{
	/* 0 and FFFFh mean that the drive has no revision code (ACS-4) */
	if (!now || now == 0xffff)
		return 0;
	return now == 0xfffe ? 1 : (uint16_t)(now + 1);
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* A timeout resets a drive that is still erasing. Drives may take longer than they report. */
unsigned ata_erase_timeout_s(const uint8_t *id, bool enhanced)
{
	const uint64_t margin = 2 * 3600, slow = 10000000, most = UINT32_MAX / 1000;
	uint64_t stated, sectors, limit;
	bool more;

	stated = (uint64_t)ata_erase_minutes(id, enhanced, &more) * 60;
	if (more)
		/* the field's maximum means a longer time: add a step of 2 minutes */
		stated += 2 * 60;
	sectors = larger(ata_id_field(id, ID_LBA_SECTORS), ata_id_sectors_48bit(id));
	limit = larger(stated + larger(stated, margin), sectors / (slow / ata_id_sector_bytes(id)));
	return (unsigned)(limit < most ? limit : most);
}

void ata_sanitize_support(const uint8_t *id, struct ata_sanitize_support *support)
{
	*support = (struct ata_sanitize_support){ .sanitize = ata_id_claims(id, ID_HAS_SANITIZE) };
	if (!support->sanitize)
		return;
	support->antifreeze_lock = ata_id_claims(id, ID_HAS_SANITIZE_ANTIFREEZE_LOCK_EXT);
	support->crypto_scramble = ata_id_claims(id, ID_HAS_CRYPTO_SCRAMBLE_EXT);
	support->overwrite = ata_id_claims(id, ID_HAS_OVERWRITE_EXT);
	support->block_erase = ata_id_claims(id, ID_HAS_BLOCK_ERASE_EXT);
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

bool ata_sanitize_failed(const struct ata_result *res)
{
	return res->valid && (res->status & ST_ERR) && (res->error & ER_ABRT) &&
	       (uint8_t)res->lba == SANITIZE_REASON_FAILED;
}

struct ata_cmd ata_sanitize_command(enum ata_id id, uint32_t pattern, unsigned passes)
{
	struct ata_cmd cmd = ata_command(id);

	cmd.want = WANT_STATUS | WANT_COUNT | WANT_LBA;
	switch (id) {
	case ATA_SANITIZE_CRYPTO_SCRAMBLE_EXT:
		cmd.lba = 0x43727970; /* "Cryp" */
		break;
	case ATA_SANITIZE_BLOCK_ERASE_EXT:
		cmd.lba = 0x426b4572; /* "BkEr" */
		break;
	case ATA_SANITIZE_OVERWRITE_EXT:
		cmd.lba = UINT64_C(0x4f57) << 32 | pattern; /* "OW" */
		cmd.count = (uint16_t)passes;
		break;
	case ATA_SANITIZE_FREEZE_LOCK_EXT:
		cmd.lba = 0x46724c6b; /* "FrLk" */
		break;
	case ATA_SANITIZE_ANTIFREEZE_LOCK_EXT:
		cmd.lba = 0x416e7469; /* "Anti" */
		break;
	default:
		break;
	}
	return cmd;
}
