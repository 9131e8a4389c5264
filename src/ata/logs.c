// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Logs: how a page is read, and its contents; counts of reallocated sectors by the standard's
 * statistic and by SMART's attribute.
 */
#include "ata_drive.h"
#include "ata.h"
#include "identify.h"
#include "words.h"

unsigned ata_log_pages(const uint8_t *directory, uint8_t address)
{
	return ata_word(directory, address);
}

struct ata_cmd ata_read_log(uint8_t address, uint16_t page, void *data)
{
	struct ata_cmd cmd = ata_command_data(ATA_READ_LOG_EXT, data, 512);

	cmd.lba = address | (uint64_t)(page & 0xff) << 8 | (uint64_t)(page >> 8) << 32;
	return cmd;
}

struct ata_cmd ata_sct_log(const uint8_t *id, bool write, void *data)
{
	bool smart = ata_id_claims(id, ID_HAS_SMART) && ata_id_enabled(id, ID_HAS_SMART);
	bool general = !smart && ata_id_has(id, ID_HAS_GENERAL_PURPOSE_LOGGING);
	struct ata_cmd cmd;

	if (general)
		cmd = ata_command_data(write ? ATA_WRITE_LOG_EXT : ATA_READ_LOG_EXT, data, 512);
	else
		cmd = ata_command_data(write ? ATA_SMART_WRITE_LOG : ATA_SMART_READ_LOG, data, 512);
	cmd.lba = (general ? 0 : SMART_SIGNATURE) | LOG_SCT;
	return cmd;
}

void ata_sector_configurations(const uint8_t *id, const uint8_t *page,
			       struct ata_sector_configuration list[SECTOR_CONFIGURATIONS])
{
	enum { ROW_BYTES = 16, ROW_VALID = 0x80 };
	unsigned present = ata_id_sector_bytes(id);
	bool as_bytes = false, as_words = false;

	for (unsigned i = 0; i < SECTOR_CONFIGURATIONS; i++) {
		const uint8_t *row = page + ROW_BYTES * i;
		uint64_t size = ata_dword(row, 2);

		list[i] = (struct ata_sector_configuration){
			.valid = (row[0] & ROW_VALID) && size,
			.check = ata_word(row, 1),
			.bytes = size * 2,
		};
		as_bytes |= list[i].valid && size == present;
		as_words |= list[i].valid && size * 2 == present;
	}
	for (unsigned i = 0; i < SECTOR_CONFIGURATIONS && as_bytes && !as_words; i++)
		list[i].bytes /= 2;
}

uint32_t ata_pending_count(const uint8_t *page0)
{
	return ata_dword(page0, 0);
}

/* 16 bytes: power-on hours, reserved, LBA. */
uint64_t ata_pending_lba(const uint8_t *page, unsigned entry)
{
	return ata_qword(page, entry * 8 + 4);
}

/* Bytes 55:48 of the page; bit 63: the timings are valid. */
bool ata_device_sleep_decode(const uint8_t *page, struct ata_device_sleep *sleep)
{
	uint64_t timings = ata_qword(page, 48 / 2);

	sleep->exit_ms = timings >> 8 & 0xff;
	sleep->assertion_ms = timings & 0x1f;
	return timings >> 63;
}

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

bool ata_self_test_runs(const uint8_t *data)
{
	enum { SELF_TEST_STATUS = 363, RUNS = 0xf };

	return data[SELF_TEST_STATUS] >> 4 == RUNS;
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
