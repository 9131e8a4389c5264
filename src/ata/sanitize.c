// SPDX-License-Identifier: GPL-2.0-or-later
/* The sanitize feature set (ACS-4 4.17, 7.34). */
#include "ata_drive.h"

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

/* LBA that each operation demands as its key. */
static uint64_t key_of(enum ata_id id, uint32_t pattern)
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

struct ata_cmd ata_sanitize_command(enum ata_id id, uint32_t pattern, unsigned passes)
{
	struct ata_cmd cmd = ata_command(id);

	cmd.want = WANT_STATUS | WANT_COUNT | WANT_LBA;
	cmd.lba = key_of(id, pattern);
	if (id == ATA_SANITIZE_OVERWRITE_EXT)
		cmd.count = (uint16_t)passes;
	return cmd;
}
