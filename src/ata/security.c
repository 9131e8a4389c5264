// SPDX-License-Identifier: GPL-2.0-or-later
/* The security feature set (ACS-4 4.18). */
#include "ata_drive.h"

#include <string.h>

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

void ata_password_encode(const struct ata_password *password, uint8_t block[512])
{
	memset(block, 0, 512);
	/* word 0: bit 0 selects the password, bit 1 the erase mode, bit 8 the level */
	block[0] = (uint8_t)(password->master | password->enhanced << 1);
	block[1] = password->maximum;
	memcpy(block + 2, password->bytes, sizeof(password->bytes));
	block[34] = (uint8_t)password->revision;
	block[35] = (uint8_t)(password->revision >> 8);
}

uint16_t ata_next_master_revision(uint16_t now)
{
	/* 0000h and FFFFh mean that the drive stores no revision (ACS-4 7.12.7.50) */
	if (now == 0xffff)
		return 0;
	return now == 0xfffe ? 1 : (uint16_t)(now + 1);
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/*
 * A timeout resets the drive in the middle of its erase, and the drive stays locked. Many drives
 * take longer than they report, so both the reported time and the size count.
 */
unsigned ata_erase_timeout_s(const uint8_t *id, bool enhanced)
{
	const uint64_t margin = 2 * 3600, slow = 10000000, most = UINT32_MAX / 1000;
	uint64_t stated, sectors, limit;
	bool more;

	stated = (uint64_t)ata_erase_minutes(id, enhanced, &more) * 60;
	/* at least the next step */
	if (more)
		stated += 2 * 60;
	sectors = larger(ata_id_field(id, ID_LBA_SECTORS), ata_id_sectors_48bit(id));
	limit = larger(stated + larger(stated, margin), sectors / (slow / ata_id_sector_bytes(id)));
	return (unsigned)(limit < most ? limit : most);
}
