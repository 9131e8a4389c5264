// SPDX-License-Identifier: GPL-2.0-or-later
/* The commands we send: their codes, protocols and time limits. */
#include "ata.h"

/*
 * Time limits: 15 s is what libata gives internal commands; a flush may have to write a whole
 * cache to a slow medium, so it gets 60 s.
 */
enum { USUAL_S = 15, FLUSH_S = 60 };

/* clang-format off */
const struct ata_command_def ata_command_table[ATA_COMMAND_COUNT] = {
	/* ACS-4 7.12 */
	[ATA_IDENTIFY_DEVICE] = { "IDENTIFY DEVICE", 0xec, 0, ATA_PIO_IN, false, false, USUAL_S },
	/* ACS-3 7.13 */
	[ATA_IDENTIFY_PACKET_DEVICE] = { "IDENTIFY PACKET DEVICE", 0xa1, 0, ATA_PIO_IN, false, false, USUAL_S },
	/* ACS-4 7.22 */
	[ATA_READ_LOG_EXT] = { "READ LOG EXT", 0x2f, 0, ATA_PIO_IN, true, false, USUAL_S },
	/* ACS-4 7.43 */
	[ATA_SET_FEATURES] = { "SET FEATURES", 0xef, 0, ATA_NON_DATA, false, true, USUAL_S },
	/* ACS-4 7.9 */
	[ATA_FLUSH_CACHE] = { "FLUSH CACHE", 0xe7, 0, ATA_NON_DATA, false, true, FLUSH_S },
	/* ACS-4 7.10 */
	[ATA_FLUSH_CACHE_EXT] = { "FLUSH CACHE EXT", 0xea, 0, ATA_NON_DATA, true, true, FLUSH_S },
	/* ACS-4 7.13: COUNT is the standby timer */
	[ATA_IDLE] = { "IDLE", 0xe3, 0, ATA_NON_DATA, false, true, USUAL_S },
	/* ACS-4 7.14 */
	[ATA_IDLE_IMMEDIATE] = { "IDLE IMMEDIATE", 0xe1, 0, ATA_NON_DATA, false, true, USUAL_S },
	/* ACS-4 7.14.3: LBA is the fixed signature 0554E4Ch */
	[ATA_IDLE_IMMEDIATE_UNLOAD] = { "IDLE IMMEDIATE with UNLOAD", 0xe1, 0x44, ATA_NON_DATA, false, true, USUAL_S },
	/* ACS-4 7.52 */
	[ATA_STANDBY_IMMEDIATE] = { "STANDBY IMMEDIATE", 0xe0, 0, ATA_NON_DATA, false, true, USUAL_S },
	/* ATA-1 code, retired in ATA-4 */
	[ATA_STANDBY_IMMEDIATE_OLD] = { "STANDBY IMMEDIATE", 0x94, 0, ATA_NON_DATA, false, true, USUAL_S },
	/* ACS-4 7.48 */
	[ATA_SLEEP] = { "SLEEP", 0xe6, 0, ATA_NON_DATA, false, true, USUAL_S },
	/* ATA-1 code, retired in ATA-4 */
	[ATA_SLEEP_OLD] = { "SLEEP", 0x99, 0, ATA_NON_DATA, false, true, USUAL_S },
	/* ACS-4 7.3 */
	[ATA_CHECK_POWER_MODE] = { "CHECK POWER MODE", 0xe5, 0, ATA_NON_DATA, false, false, USUAL_S },
	/* ATA-1 code, retired in ATA-4 */
	[ATA_CHECK_POWER_MODE_OLD] = { "CHECK POWER MODE", 0x98, 0, ATA_NON_DATA, false, false, USUAL_S },
	/* ATA8-ACS 7.54 */
	[ATA_SET_MULTIPLE_MODE] = { "SET MULTIPLE MODE", 0xc6, 0, ATA_NON_DATA, false, true, USUAL_S },
	/* ATA/ATAPI-7 6.22, 6.23 */
	[ATA_MEDIA_LOCK] = { "MEDIA LOCK", 0xde, 0, ATA_NON_DATA, false, true, USUAL_S },
	[ATA_MEDIA_UNLOCK] = { "MEDIA UNLOCK", 0xdf, 0, ATA_NON_DATA, false, true, USUAL_S },
	/* Seagate vendor command of the early 2000s */
	[ATA_SEAGATE_POWERSAVE_OFF] = { "SEAGATE DISABLE POWER SAVING", 0xfb, 0, ATA_NON_DATA, false, true, USUAL_S },
};

static const struct {
	uint8_t subcommand;
	const char *name;
} feature_names[] = {
	{ SF_WRITE_CACHE_ON, "enable write cache" },
	{ SF_TRANSFER_MODE, "set transfer mode" },
	{ SF_DEFECT_MANAGEMENT_ON, "enable defect reassignment" },
	{ SF_APM_ON, "enable APM" },
	{ SF_POWER_UP_IN_STANDBY_ON, "enable power-up in standby" },
	{ SF_POWER_UP_SPIN_UP, "spin up after power-up in standby" },
	{ SF_WRITE_READ_VERIFY_ON, "enable write-read-verify" },
	{ SF_ACOUSTIC_ON, "enable automatic acoustic management" },
	{ SF_READ_LOOK_AHEAD_OFF, "disable read look-ahead" },
	{ SF_KEEP_FEATURES_ON, "keep features over reset" },
	{ SF_WRITE_CACHE_OFF, "disable write cache" },
	{ SF_DEFECT_MANAGEMENT_OFF, "disable defect reassignment" },
	{ SF_APM_OFF, "disable APM" },
	{ SF_POWER_UP_IN_STANDBY_OFF, "disable power-up in standby" },
	{ SF_WRITE_READ_VERIFY_OFF, "disable write-read-verify" },
	{ SF_READ_LOOK_AHEAD_ON, "enable read look-ahead" },
	{ SF_PREFETCH, "set maximum prefetch" },
	{ SF_ACOUSTIC_OFF, "disable automatic acoustic management" },
	{ SF_KEEP_FEATURES_OFF, "revert features at reset" },
};
/* clang-format on */

struct ata_cmd ata_command(enum ata_id id)
{
	const struct ata_command_def *def = &ata_command_table[id];

	return (struct ata_cmd){
		.id = id,
		.command = def->command,
		.ext = def->ext,
		.protocol = def->protocol,
		.feature = def->feature,
		.timeout_s = def->timeout_s,
	};
}

struct ata_cmd ata_command_data(enum ata_id id, void *data, size_t bytes)
{
	struct ata_cmd cmd = ata_command(id);

	cmd.data = data;
	cmd.bytes = bytes;
	cmd.count = (uint16_t)(bytes / 512);
	return cmd;
}

struct ata_cmd ata_set_features(uint8_t feature, uint16_t count)
{
	struct ata_cmd cmd = ata_command(ATA_SET_FEATURES);

	cmd.feature = feature;
	cmd.count = count;
	return cmd;
}

bool ata_changes(const struct ata_cmd *cmd)
{
	return ata_command_table[cmd->id].changes;
}

bool ata_code_asks(uint8_t command, uint8_t feature)
{
	for (size_t i = 0; i < ATA_COMMAND_COUNT; i++) {
		const struct ata_command_def *def = &ata_command_table[i];

		if (def->command == command && !def->changes &&
		    (def->feature == feature || !def->feature))
			return true;
	}
	return false;
}

const char *ata_command_name(const struct ata_cmd *cmd)
{
	return ata_command_table[cmd->id].name;
}

const char *ata_feature_name(uint8_t subcommand)
{
	for (size_t i = 0; i < sizeof(feature_names) / sizeof(feature_names[0]); i++) {
		if (feature_names[i].subcommand == subcommand)
			return feature_names[i].name;
	}
	return "unknown subcommand";
}
