// SPDX-License-Identifier: GPL-2.0-or-later
/* The drive's counts of reallocated sectors: the standard's statistic, and SMART's attribute. */
#include "reallocated.h"
#include "ata_drive.h"
#include "words.h"

#define STATISTIC_SUPPORTED (UINT64_C(1) << 63)
#define STATISTIC_VALID	    (UINT64_C(1) << 62)

bool ata_reallocated_statistic(const uint8_t *page, uint64_t *sectors)
{
	/* ACS-4 9.5: the page's own number is in byte 2, the statistic at byte 32 */
	enum { PAGE_NUMBER = 2, REALLOCATED_WORD = 32 / 2 };
	const uint64_t stated = STATISTIC_SUPPORTED | STATISTIC_VALID;
	uint64_t statistic = ata_qword(page, REALLOCATED_WORD);

	*sectors = (uint32_t)statistic;
	return page[PAGE_NUMBER] == LOG_PAGE_ROTATING_MEDIA && (statistic & stated) == stated;
}

bool ata_smart_data(const uint8_t *id, uint8_t *data, struct ata_cmd *cmd)
{
	*cmd = ata_command_data(ATA_SMART_READ_DATA, data, 512);
	cmd->lba = SMART_SIGNATURE;
	return ata_id_claims(id, ID_HAS_SMART) && ata_id_enabled(id, ID_HAS_SMART);
}

bool ata_reallocated_attribute(const uint8_t *data, uint64_t *sectors)
{
	/*
	 * SFF-8035i: from byte 2 on 30 entries of 12 bytes, number, flags, two values, and the raw
	 * value at byte 5, whose upper words some manufacturers use for other counts.
	 */
	enum { FIRST = 2, ENTRIES = 30, ENTRY_BYTES = 12, RAW = 5, REALLOCATED = 5 };
	uint8_t sum = 0;

	for (unsigned i = 0; i < 512; i++)
		sum = (uint8_t)(sum + data[i]);
	for (unsigned i = 0; i < ENTRIES && !sum; i++) {
		const uint8_t *entry = data + FIRST + i * ENTRY_BYTES;

		if (entry[0] != REALLOCATED)
			continue;
		*sectors = entry[RAW] | (uint64_t)entry[RAW + 1] << 8;
		return true;
	}
	return false;
}
