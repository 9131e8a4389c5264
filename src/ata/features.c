// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What SET FEATURES changes (ACS-4 7.43 and table 134, ATA/ATAPI-4 table 21 for what is retired;
 * ATA8-ACS 4.4 for what a reset reverts): one row for each setting of the drive.
 */
#include "ata.h"

enum {
	IDW_MULTIWORD_DMA = 63,
	IDW_MAJOR_VERSION = 80,
	IDW_SUPPORT_1 = 82,
	IDW_SUPPORT_2 = 83,
	IDW_ENABLED_1 = 85,
	IDW_ENABLED_2 = 86,
	IDW_ULTRA_DMA = 88,
	IDW_APM_LEVEL = 91,
	IDW_ACOUSTIC = 94,
	IDW_SUPPORT_4 = 119,
	IDW_ENABLED_4 = 120
};

/* clang-format off */
const struct ata_feature_def ata_feature_table[ATA_FEATURE_COUNT] = {
	[FEATURE_LOOK_AHEAD] = { .on = { 0xaa, "enable read look-ahead" },
		.off = { 0x55, "disable read look-ahead" }, .lasting = LASTING_POWER_CYCLE,
		.supported = { IDW_SUPPORT_1, 6 }, .enabled = { IDW_ENABLED_1, 6 } },
	[FEATURE_WRITE_CACHE] = { .on = { 0x02, "enable write cache" },
		.off = { 0x82, "disable write cache" }, .lasting = LASTING_POWER_CYCLE,
		.supported = { IDW_SUPPORT_1, 5 }, .enabled = { IDW_ENABLED_1, 5 } },
	/* ACS-3 7.45.8 */
	[FEATURE_APM] = { .on = { 0x05, "enable APM" }, .off = { 0x85, "disable APM" },
		.value_in_count = true, .lasting = LASTING_POWER_CYCLE, .vouched = true,
		.supported = { IDW_SUPPORT_2, 3 }, .enabled = { IDW_ENABLED_2, 3 },
		.level_word = IDW_APM_LEVEL },
	/* ATA8-ACS 7.50.18 */
	[FEATURE_ACOUSTIC] = { .on = { 0x42, "enable automatic acoustic management" },
		.off = { 0xc2, "disable automatic acoustic management" },
		.value_in_count = true, .lasting = LASTING_POWER_CYCLE,
		.supported = { IDW_SUPPORT_2, 9 }, .enabled = { IDW_ENABLED_2, 9 },
		.level_word = IDW_ACOUSTIC },
	/* ACS-3 7.45.11; not all drives tell the mode: the flag alone */
	[FEATURE_WRITE_READ_VERIFY] = { .on = { 0x0b, "enable write-read-verify" },
		.off = { 0x8b, "disable write-read-verify" },
		.value_in_count = true, .lasting = LASTING_POWER_CYCLE,
		.supported = { IDW_SUPPORT_4, 1 }, .enabled = { IDW_ENABLED_4, 1 } },
	/* kept by the drive itself (ACS-4 7.43.8) */
	[FEATURE_POWER_UP_IN_STANDBY] = { .on = { 0x06, "enable power-up in standby" },
		.off = { 0x86, "disable power-up in standby" }, .lasting = LASTING_PERMANENT,
		.supported = { IDW_SUPPORT_2, 5 }, .enabled = { IDW_ENABLED_2, 5 } },
	[FEATURE_SPIN_UP] = { .on = { 0x07, "spin up after power-up in standby" },
		.lasting = LASTING_MOMENTARY },
	/* ata_id_transfer_mode() reads it */
	[FEATURE_TRANSFER_MODE] = { .on = { 0x03, "set transfer mode" }, .value_in_count = true,
		.lasting = LASTING_RESET },
	/* "disable reverting to power-on defaults" */
	[FEATURE_KEEP_FEATURES] = { .on = { 0x66, "keep features over reset" },
		.off = { 0xcc, "revert features at reset" }, .lasting = LASTING_POWER_CYCLE },
	/* "enable all automatic defect reassignment", retired */
	[FEATURE_DEFECT_MANAGEMENT] = { .on = { 0x04, "enable defect reassignment" },
		.off = { 0x84, "disable defect reassignment" }, .lasting = LASTING_POWER_CYCLE },
	/* "set maximum prefetch using COUNT", retired */
	[FEATURE_PREFETCH] = { .on = { 0xab, "set maximum prefetch" }, .value_in_count = true,
		.lasting = LASTING_POWER_CYCLE },
};
/* clang-format on */

struct ata_cmd ata_set_feature(enum ata_feature feature, bool on, uint16_t value)
{
	const struct ata_feature_def *def = &ata_feature_table[feature];
	struct ata_cmd cmd = ata_command(ATA_SET_FEATURES);

	cmd.feature = on ? def->on.code : def->off.code;
	cmd.count = on && def->value_in_count ? value : 0;
	return cmd;
}

enum ata_feature ata_feature_of(const struct ata_cmd *cmd)
{
	if (cmd->id != ATA_SET_FEATURES || !cmd->feature)
		return FEATURE_NONE;
	for (unsigned i = FEATURE_NONE + 1; i < ATA_FEATURE_COUNT; i++) {
		const struct ata_feature_def *def = &ata_feature_table[i];

		if (cmd->feature == def->on.code || cmd->feature == def->off.code)
			return (enum ata_feature)i;
	}
	return FEATURE_NONE;
}

static bool flag(const uint8_t *id, struct ata_id_flag flag)
{
	return ata_word(id, flag.word) >> flag.bit & 1;
}

bool ata_id_tells_support(const uint8_t *id)
{
	uint16_t first = ata_word(id, IDW_SUPPORT_1);
	uint16_t versions = ata_word(id, IDW_MAJOR_VERSION);

	return first != 0xffff && (first || (versions != 0xffff && versions >> 4));
}

bool ata_feature_supported(const uint8_t *id, enum ata_feature feature)
{
	return flag(id, ata_feature_table[feature].supported);
}

bool ata_feature_vouched(const uint8_t *id, enum ata_feature feature)
{
	return !ata_feature_table[feature].vouched || ata_words_valid(ata_word(id, IDW_SUPPORT_2));
}

bool ata_feature_enabled(const uint8_t *id, enum ata_feature feature)
{
	return flag(id, ata_feature_table[feature].enabled);
}

uint8_t ata_feature_level(const uint8_t *id, enum ata_feature feature)
{
	return (uint8_t)ata_word(id, ata_feature_table[feature].level_word);
}

unsigned ata_feature_empty_word(const uint8_t *id, enum ata_feature feature)
{
	const struct ata_feature_def *def = &ata_feature_table[feature];
	const unsigned words[] = { def->supported.word, def->enabled.word, def->level_word };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (words[i] && ata_word(id, words[i]) == 0xffff)
			return words[i];
	}
	return 0;
}

uint8_t ata_id_transfer_mode(const uint8_t *id, uint8_t kind)
{
	unsigned bits = 0;

	if (kind == TRANSFER_MULTIWORD || kind == TRANSFER_ULTRA)
		bits = ata_word(id, kind == TRANSFER_ULTRA ? IDW_ULTRA_DMA : IDW_MULTIWORD_DMA) >>
		       8;
	for (uint8_t mode = 0; mode < 7; mode++) {
		if (bits == 1u << mode)
			return kind | mode;
	}
	return 0;
}
