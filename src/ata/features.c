// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The settings that SET FEATURES changes (ACS-4 7.43 and table 134, ATA/ATAPI-4 table 21 for what
 * is retired; ATA8-ACS 4.4 for what a reset reverts): one row for each setting of the drive.
 */
#include "ata_drive.h"

/* clang-format off */
const struct ata_feature_def ata_feature_table[ATA_FEATURE_COUNT] = {
	[FEATURE_LOOK_AHEAD] = { .on = { 0xaa, "enable read look-ahead" },
		.off = { 0x55, "disable read look-ahead" }, .lasting = LASTING_POWER_CYCLE,
		.in_identify = true, .identify_feature = ID_HAS_READ_LOOK_AHEAD },
	[FEATURE_WRITE_CACHE] = { .on = { 0x02, "enable write cache" },
		.off = { 0x82, "disable write cache" }, .lasting = LASTING_POWER_CYCLE,
		.in_identify = true, .identify_feature = ID_HAS_VOLATILE_WRITE_CACHE },
	/* ACS-3 7.45.8 */
	[FEATURE_APM] = { .on = { 0x05, "enable APM" }, .off = { 0x85, "disable APM" },
		.value_in_count = true, .lasting = LASTING_POWER_CYCLE, .valid_word_only = true,
		.in_identify = true, .identify_feature = ID_HAS_ADVANCED_POWER_MANAGEMENT,
		.level = ID_APM_LEVEL },
	/* ATA8-ACS 7.50.18 */
	[FEATURE_ACOUSTIC] = { .on = { 0x42, "enable automatic acoustic management" },
		.off = { 0xc2, "disable automatic acoustic management" },
		.value_in_count = true, .lasting = LASTING_POWER_CYCLE,
		.in_identify = true, .identify_feature = ID_HAS_AUTOMATIC_ACOUSTIC_MANAGEMENT,
		.level = ID_ACOUSTIC_LEVEL },
	/* ACS-3 7.45.11; not all drives report the mode, so only the flag is read */
	[FEATURE_WRITE_READ_VERIFY] = { .on = { 0x0b, "enable write-read-verify" },
		.off = { 0x8b, "disable write-read-verify" },
		.value_in_count = true, .lasting = LASTING_POWER_CYCLE,
		.in_identify = true, .identify_feature = ID_HAS_WRITE_READ_VERIFY },
	/* kept by the drive itself (ACS-4 7.43.8) */
	[FEATURE_POWER_UP_IN_STANDBY] = { .on = { 0x06, "enable power-up in standby" },
		.off = { 0x86, "disable power-up in standby" }, .lasting = LASTING_PERMANENT,
		.in_identify = true, .identify_feature = ID_HAS_POWER_UP_IN_STANDBY },
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
	/* kept by the drive itself over all resets (ACS-4, EPC feature set; so the next) */
	[FEATURE_EPC] = { .on = { 0x4a, "enable EPC" }, .off = { 0x4a, "disable EPC" },
		.in_lba = true, .on_lba = 4, .off_lba = 5, .lasting = LASTING_PERMANENT,
		.valid_word_only = true, .in_identify = true,
		.identify_feature = ID_HAS_EXTENDED_POWER_CONDITIONS },
	/* COUNT is the condition */
	[FEATURE_EPC_RESTORE] = { .on = { 0x4a, "restore power condition settings" },
		.in_lba = true, .on_lba = 0, .save_bit = 0x10, .value_in_count = true,
		.lasting = LASTING_POWER_CYCLE },
	[FEATURE_EPC_GO_TO] = { .on = { 0x4a, "go to power condition" },
		.in_lba = true, .on_lba = 1, .value_in_count = true, .lasting = LASTING_MOMENTARY },
	[FEATURE_EPC_TIMER] = { .on = { 0x4a, "set power condition timer" },
		.in_lba = true, .on_lba = 2, .save_bit = 0x10, .value_in_count = true,
		.lasting = LASTING_POWER_CYCLE },
	[FEATURE_EPC_STATE] = { .on = { 0x4a, "set power condition state" },
		.in_lba = true, .on_lba = 3, .save_bit = 0x10, .value_in_count = true,
		.lasting = LASTING_POWER_CYCLE },
};
/* clang-format on */

static bool is_subcommand(const struct ata_cmd *cmd, const struct ata_feature_def *def, bool on)
{
	enum { IN_LBA = 0x0f };
	const struct ata_subcommand *sub = on ? &def->on : &def->off;

	return sub->name && cmd->feature == sub->code &&
	       (!def->in_lba || (cmd->lba & IN_LBA) == (on ? def->on_lba : def->off_lba));
}

enum ata_feature ata_feature_of(const struct ata_cmd *cmd)
{
	if (cmd->id != ATA_SET_FEATURES)
		return FEATURE_NONE;
	for (unsigned i = FEATURE_NONE + 1; i < ATA_FEATURE_COUNT; i++) {
		const struct ata_feature_def *def = &ata_feature_table[i];

		if (is_subcommand(cmd, def, true) || is_subcommand(cmd, def, false))
			return (enum ata_feature)i;
	}
	return FEATURE_NONE;
}

const char *ata_subcommand_name(const struct ata_cmd *cmd)
{
	const struct ata_feature_def *def = &ata_feature_table[ata_feature_of(cmd)];

	return is_subcommand(cmd, def, true) ? def->on.name : def->off.name;
}

bool ata_feature_supported(const uint8_t *id, enum ata_feature feature)
{
	return ata_id_claims(id, ata_feature_table[feature].identify_feature);
}

bool ata_feature_supported_if_valid(const uint8_t *id, enum ata_feature feature)
{
	const struct ata_feature_def *def = &ata_feature_table[feature];

	return def->valid_word_only ? ata_id_has(id, def->identify_feature)
				    : ata_id_claims(id, def->identify_feature);
}

bool ata_feature_enabled(const uint8_t *id, enum ata_feature feature)
{
	return ata_id_enabled(id, ata_feature_table[feature].identify_feature);
}

uint8_t ata_feature_level(const uint8_t *id, enum ata_feature feature)
{
	return (uint8_t)ata_id_field(id, ata_feature_table[feature].level);
}

unsigned ata_feature_empty_word(const uint8_t *id, enum ata_feature feature)
{
	const struct ata_feature_def *def = &ata_feature_table[feature];

	return ata_id_empty_word(id, def->identify_feature, def->level);
}
