// SPDX-License-Identifier: GPL-2.0-or-later
/* Device configuration overlay (ACS-2 7.10), and the idle3 timer of Western Digital drives. */
#include "ata_drive.h"

#include <stdio.h>

enum { SIGNATURE = 0xa5 };

/* ACS-2 table 36; the names are those that 9.65's readers know. */
/* clang-format off */
const struct ata_dco_feature ata_dco_features[] = {
	{ 1, 0, DCO_LINE_MDMA, "mdma0" }, { 1, 1, DCO_LINE_MDMA, "mdma1" },
	{ 1, 2, DCO_LINE_MDMA, "mdma2" },
	{ 2, 0, DCO_LINE_UDMA, "udma0" }, { 2, 1, DCO_LINE_UDMA, "udma1" },
	{ 2, 2, DCO_LINE_UDMA, "udma2" }, { 2, 3, DCO_LINE_UDMA, "udma3" },
	{ 2, 4, DCO_LINE_UDMA, "udma4" }, { 2, 5, DCO_LINE_UDMA, "udma5" },
	{ 2, 6, DCO_LINE_UDMA, "udma6" },
	{ 7, 0, DCO_LINE_ATA, "SMART" }, { 7, 1, DCO_LINE_ATA, "self_test" },
	{ 7, 2, DCO_LINE_ATA, "error_log" }, { 7, 3, DCO_LINE_ATA, "security" },
	{ 7, 4, DCO_LINE_ATA, "PUIS" }, { 7, 5, DCO_LINE_ATA, "TCQ" },
	{ 7, 6, DCO_LINE_ATA, "AAM" }, { 7, 7, DCO_LINE_ATA, "HPA" },
	{ 7, 8, DCO_LINE_ATA, "48_bit" },
	{ 7, 9, DCO_LINE_ATA_2, "streaming" }, { 7, 10, DCO_LINE_ATA_2, "TLC_Reserved_7[10]" },
	{ 7, 11, DCO_LINE_ATA_2, "FUA" }, { 7, 12, DCO_LINE_ATA_2, "selective_test" },
	{ 7, 13, DCO_LINE_ATA_2, "conveyance_test" },
	{ 7, 14, DCO_LINE_ATA_2, "write_read_verify" }, { 7, 15, DCO_LINE_ATA_2, "reserved_7[15]" },
	{ 21, 11, DCO_LINE_ATA_3, "free_fall" }, { 21, 12, DCO_LINE_ATA_3, "trusted_computing" },
	{ 21, 13, DCO_LINE_ATA_3, "WRITE_UNC_EXT" },
	{ 21, 14, DCO_LINE_ATA_3, "NV_cache_power_management" },
	{ 21, 15, DCO_LINE_ATA_3, "NV_cache" },
	{ 8, 0, DCO_LINE_SATA, "NCQ" }, { 8, 1, DCO_LINE_SATA, "NZ_buffer_offsets" },
	{ 8, 2, DCO_LINE_SATA, "interface_power_management" },
	{ 8, 3, DCO_LINE_SATA, "async_notification" }, { 8, 4, DCO_LINE_SATA, "SSP" },
};
/* clang-format on */

const size_t ata_dco_feature_count = sizeof(ata_dco_features) / sizeof(ata_dco_features[0]);

static uint8_t sum(const uint8_t *data, size_t bytes)
{
	unsigned total = 0;

	for (size_t i = 0; i < bytes; i++)
		total += data[i];
	return (uint8_t)total;
}

bool ata_sum_right(const uint8_t *data)
{
	return data[510] == SIGNATURE && sum(data, 512) == 0;
}

uint64_t ata_dco_max_sectors(const uint8_t *data)
{
	uint64_t max = 0;

	for (unsigned i = 0; i < 4; i++)
		max |= (uint64_t)ata_word(data, DCO_MAX_LBA_WORD + i) << 16 * i;
	return max && max < ATA_MOST_SECTORS ? max + 1 : 0;
}

void ata_dco_set_max_sectors(uint8_t *data, uint64_t sectors)
{
	for (unsigned i = 0; i < 8; i++)
		data[2 * DCO_MAX_LBA_WORD + i] = (uint8_t)((sectors - 1) >> 8 * i);
	data[510] = SIGNATURE;
	data[511] = (uint8_t)-sum(data, 511);
}

/* Up to 12.8 s in tenths, never under 8 s; beyond, 30 s steps from 81h on. */
uint8_t ata_idle3_encode(unsigned seconds)
{
	if (seconds == 0)
		return 0;
	if (seconds <= 8)
		return 80;
	if (seconds <= 12)
		return (uint8_t)(seconds * 10);
	return (uint8_t)(0x80 + (seconds + 29) / 30);
}

void ata_idle3_text(uint8_t code, char text[IDLE3_TEXT_BYTES])
{
	unsigned steps = code & 0x7f, whole = code / 10u, tenths = code % 10u;

	if (!code)
		snprintf(text, IDLE3_TEXT_BYTES, "disabled");
	else if (code < 80 || code == 0x80)
		snprintf(text, IDLE3_TEXT_BYTES, "%u ??", code);
	else if (code < 0x80)
		snprintf(text, IDLE3_TEXT_BYTES, "%u.%u secs", whole, tenths);
	else if (steps > 10)
		snprintf(text, IDLE3_TEXT_BYTES, "%u ?? (or %u.%u secs for older drives)", code,
			 whole, tenths);
	else
		snprintf(text, IDLE3_TEXT_BYTES, "%u secs (or %u.%u secs for older drives)",
			 steps * 30, whole, tenths);
}

double ata_idle3_seconds(uint8_t code)
{
	return code <= 0x80 ? code / 10.0 : (code - 0x80) * 30.0;
}
