// SPDX-License-Identifier: GPL-2.0-or-later
/* Device configuration overlay (ACS-2 7.10). */
#include "ata_drive.h"
#include "identify.h"
#include "words.h"

/* Words of the data (ACS-2 table 23) */
enum { DCO_REVISION = 0, DCO_MAX_LBA = 3 };

/* ACS-2 table 36; the names are those of 9.65, which scripts expect. */
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

bool ata_dco_has(const uint8_t *data, const struct ata_dco_feature *feature)
{
	return ata_word(data, feature->word) >> feature->bit & 1;
}

bool ata_dco_doubtful(const uint8_t *data, const struct ata_dco_feature *feature)
{
	return ata_dco_revision(data) < 2 && feature->line == DCO_LINE_UDMA && feature->bit == 6;
}

uint16_t ata_dco_revision(const uint8_t *data)
{
	return ata_word(data, DCO_REVISION);
}

uint64_t ata_dco_max_sectors(const uint8_t *data)
{
	uint64_t max = ata_qword(data, DCO_MAX_LBA);

	return max && max < ATA_MOST_SECTORS ? max + 1 : 0;
}

void ata_dco_set_max_sectors(uint8_t *data, uint64_t sectors)
{
	for (unsigned i = 0; i < 8; i++)
		data[2 * DCO_MAX_LBA + i] = (uint8_t)((sectors - 1) >> 8 * i);
	ata_checksum_set(data);
}
