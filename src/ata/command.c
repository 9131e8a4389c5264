// SPDX-License-Identifier: GPL-2.0-or-later
/* The commands we send: their codes, protocols and time limits. */
#include "ata.h"

#include <errno.h>

/*
 * Time limits: 15 s is what libata gives internal commands; a flush may have to write a whole
 * cache to a slow medium, so it gets 60 s.
 */
enum { USUAL_S = 15, FLUSH_S = 60 };

/*
 * A sector that is hard to read is retried for long by some drives; a vendor's own mode answers
 * late; a trim and a new firmware take what they take. What erases sets its own limit.
 */
enum { SECTOR_S = 60, VENDOR_S = 12, TRIM_S = 300, FIRMWARE_S = 120, SANITIZE_S = 10 };

/* clang-format off */
const struct ata_command_def ata_command_table[ATA_COMMAND_COUNT] = {
	/* ACS-4 7.12 */
	[ATA_IDENTIFY_DEVICE] = { "IDENTIFY DEVICE", 0xec, 0, ATA_PIO_IN, false, false, USUAL_S, false },
	/* ACS-3 7.13 */
	[ATA_IDENTIFY_PACKET_DEVICE] = { "IDENTIFY PACKET DEVICE", 0xa1, 0, ATA_PIO_IN, false, false, USUAL_S, false },
	/* ACS-4 7.22 */
	[ATA_READ_LOG_EXT] = { "READ LOG EXT", 0x2f, 0, ATA_PIO_IN, true, false, USUAL_S, true },
	/* ACS-4 7.43 */
	[ATA_SET_FEATURES] = { "SET FEATURES", 0xef, 0, ATA_NON_DATA, false, true, USUAL_S, false },
	/* ACS-4 7.9 */
	[ATA_FLUSH_CACHE] = { "FLUSH CACHE", 0xe7, 0, ATA_NON_DATA, false, true, FLUSH_S, false },
	/* ACS-4 7.10 */
	[ATA_FLUSH_CACHE_EXT] = { "FLUSH CACHE EXT", 0xea, 0, ATA_NON_DATA, true, true, FLUSH_S, false },
	/* ACS-4 7.13: COUNT is the standby timer */
	[ATA_IDLE] = { "IDLE", 0xe3, 0, ATA_NON_DATA, false, true, USUAL_S, false },
	/* ACS-4 7.14 */
	[ATA_IDLE_IMMEDIATE] = { "IDLE IMMEDIATE", 0xe1, 0, ATA_NON_DATA, false, true, USUAL_S, false },
	/* ACS-4 7.14.3: LBA is the fixed signature 0554E4Ch */
	[ATA_IDLE_IMMEDIATE_UNLOAD] = { "IDLE IMMEDIATE with UNLOAD", 0xe1, 0x44, ATA_NON_DATA, false, true, USUAL_S, true },
	/* ACS-4 7.52 */
	[ATA_STANDBY_IMMEDIATE] = { "STANDBY IMMEDIATE", 0xe0, 0, ATA_NON_DATA, false, true, USUAL_S, false },
	/* ATA-1 code, retired in ATA-4 */
	[ATA_STANDBY_IMMEDIATE_OLD] = { "STANDBY IMMEDIATE", 0x94, 0, ATA_NON_DATA, false, true, USUAL_S, false },
	/* ACS-4 7.48 */
	[ATA_SLEEP] = { "SLEEP", 0xe6, 0, ATA_NON_DATA, false, true, USUAL_S, false },
	/* ATA-1 code, retired in ATA-4 */
	[ATA_SLEEP_OLD] = { "SLEEP", 0x99, 0, ATA_NON_DATA, false, true, USUAL_S, false },
	/* ACS-4 7.3 */
	[ATA_CHECK_POWER_MODE] = { "CHECK POWER MODE", 0xe5, 0, ATA_NON_DATA, false, false, USUAL_S, false },
	/* ATA-1 code, retired in ATA-4 */
	[ATA_CHECK_POWER_MODE_OLD] = { "CHECK POWER MODE", 0x98, 0, ATA_NON_DATA, false, false, USUAL_S, false },
	/* ATA8-ACS 7.54 */
	[ATA_SET_MULTIPLE_MODE] = { "SET MULTIPLE MODE", 0xc6, 0, ATA_NON_DATA, false, true, USUAL_S, false },
	/* ATA/ATAPI-7 6.22, 6.23 */
	[ATA_MEDIA_LOCK] = { "MEDIA LOCK", 0xde, 0, ATA_NON_DATA, false, true, USUAL_S, false },
	[ATA_MEDIA_UNLOCK] = { "MEDIA UNLOCK", 0xdf, 0, ATA_NON_DATA, false, true, USUAL_S, false },
	/* Seagate vendor command of the early 2000s */
	[ATA_SEAGATE_POWERSAVE_OFF] = { "SEAGATE DISABLE POWER SAVING", 0xfb, 0, ATA_NON_DATA, false, true, USUAL_S, false },
	/* no drive ends this in peace: it offers data that the host does not want */
	[ATA_IDENTIFY_WITHOUT_DATA] = { "IDENTIFY DEVICE without data", 0xec, 0, ATA_NON_DATA, false, true, SECTOR_S, false },
	/* ACS-4 7.26, 7.27 */
	[ATA_READ_SECTORS] = { "READ SECTOR(S)", 0x20, 0, ATA_PIO_IN, false, false, SECTOR_S, true },
	[ATA_READ_SECTORS_EXT] = { "READ SECTOR(S) EXT", 0x24, 0, ATA_PIO_IN, true, false, SECTOR_S, true },
	/* ACS-4 7.70, 7.71 */
	[ATA_WRITE_SECTORS] = { "WRITE SECTOR(S)", 0x30, 0, ATA_PIO_OUT, false, true, SECTOR_S, true },
	[ATA_WRITE_SECTORS_EXT] = { "WRITE SECTOR(S) EXT", 0x34, 0, ATA_PIO_OUT, true, true, SECTOR_S, true },
	/* ATA-3 7.46, without retry; retired in ATA-4 */
	[ATA_WRITE_LONG] = { "WRITE LONG", 0x33, 0, ATA_PIO_OUT, false, true, SECTOR_S, true },
	/* ACS-4 7.73: FEATURE says how the sector is to look */
	[ATA_WRITE_UNCORRECTABLE_EXT] = { "WRITE UNCORRECTABLE EXT", 0x45, 0, ATA_NON_DATA, true, true, SECTOR_S, true },
	/* ACS-4 7.6.3: TRIM */
	[ATA_DATA_SET_MANAGEMENT] = { "DATA SET MANAGEMENT", 0x06, 0x01, ATA_DMA_OUT, true, true, TRIM_S, false },
	/* ACS-2 7.27, 7.28: the host protected area, retired in ACS-3 */
	[ATA_READ_NATIVE_MAX] = { "READ NATIVE MAX ADDRESS", 0xf8, 0, ATA_NON_DATA, false, false, USUAL_S, false },
	[ATA_READ_NATIVE_MAX_EXT] = { "READ NATIVE MAX ADDRESS EXT", 0x27, 0, ATA_NON_DATA, true, false, USUAL_S, false },
	/* ACS-2 7.48, 7.49 */
	[ATA_SET_MAX] = { "SET MAX ADDRESS", 0xf9, 0, ATA_NON_DATA, false, true, USUAL_S, true },
	[ATA_SET_MAX_EXT] = { "SET MAX ADDRESS EXT", 0x37, 0, ATA_NON_DATA, true, true, USUAL_S, true },
	/* ACS-4 7.1 */
	[ATA_GET_NATIVE_MAX] = { "GET NATIVE MAX ADDRESS EXT", 0x78, 0, ATA_NON_DATA, true, false, USUAL_S, false },
	[ATA_SET_ACCESSIBLE_MAX] = { "SET ACCESSIBLE MAX ADDRESS EXT", 0x78, 0x01, ATA_NON_DATA, true, true, USUAL_S, true },
	/* ACS-2 7.10 */
	[ATA_DCO_RESTORE] = { "DEVICE CONFIGURATION RESTORE", 0xb1, 0xc0, ATA_NON_DATA, false, true, USUAL_S, false },
	[ATA_DCO_FREEZE_LOCK] = { "DEVICE CONFIGURATION FREEZE LOCK", 0xb1, 0xc1, ATA_NON_DATA, false, true, USUAL_S, false },
	[ATA_DCO_IDENTIFY] = { "DEVICE CONFIGURATION IDENTIFY", 0xb1, 0xc2, ATA_PIO_IN, false, false, USUAL_S, false },
	[ATA_DCO_SET] = { "DEVICE CONFIGURATION SET", 0xb1, 0xc3, ATA_PIO_OUT, false, true, USUAL_S, false },
	/* ACS-4 7.37 to 7.42 */
	[ATA_SECURITY_SET_PASSWORD] = { "SECURITY SET PASSWORD", 0xf1, 0, ATA_PIO_OUT, false, true, USUAL_S, false },
	[ATA_SECURITY_UNLOCK] = { "SECURITY UNLOCK", 0xf2, 0, ATA_PIO_OUT, false, true, USUAL_S, false },
	[ATA_SECURITY_ERASE_PREPARE] = { "SECURITY ERASE PREPARE", 0xf3, 0, ATA_NON_DATA, false, true, USUAL_S, false },
	[ATA_SECURITY_ERASE_UNIT] = { "SECURITY ERASE UNIT", 0xf4, 0, ATA_PIO_OUT, false, true, USUAL_S, false },
	[ATA_SECURITY_FREEZE_LOCK] = { "SECURITY FREEZE LOCK", 0xf5, 0, ATA_NON_DATA, false, true, USUAL_S, false },
	[ATA_SECURITY_DISABLE_PASSWORD] = { "SECURITY DISABLE PASSWORD", 0xf6, 0, ATA_PIO_OUT, false, true, USUAL_S, false },
	/* ACS-4 7.34 */
	[ATA_SANITIZE_STATUS_EXT] = { "SANITIZE STATUS EXT", 0xb4, 0, ATA_NON_DATA, true, false, SANITIZE_S, false },
	[ATA_SANITIZE_CRYPTO_SCRAMBLE_EXT] = { "CRYPTO SCRAMBLE EXT", 0xb4, 0x11, ATA_NON_DATA, true, true, SANITIZE_S, true },
	[ATA_SANITIZE_BLOCK_ERASE_EXT] = { "BLOCK ERASE EXT", 0xb4, 0x12, ATA_NON_DATA, true, true, SANITIZE_S, true },
	[ATA_SANITIZE_OVERWRITE_EXT] = { "OVERWRITE EXT", 0xb4, 0x14, ATA_NON_DATA, true, true, SANITIZE_S, true },
	[ATA_SANITIZE_FREEZE_LOCK_EXT] = { "SANITIZE FREEZE LOCK EXT", 0xb4, 0x20, ATA_NON_DATA, true, true, SANITIZE_S, true },
	[ATA_SANITIZE_ANTIFREEZE_LOCK_EXT] = { "SANITIZE ANTIFREEZE LOCK EXT", 0xb4, 0x40, ATA_NON_DATA, true, true, SANITIZE_S, true },
	/* ACS-4 7.7: FEATURE is the mode */
	[ATA_DOWNLOAD_MICROCODE] = { "DOWNLOAD MICROCODE", 0x92, 0, ATA_PIO_OUT, false, true, FIRMWARE_S, true },
	/* ACS-4 7.45: FEATURE is the check word of the descriptor */
	[ATA_SET_SECTOR_CONFIGURATION_EXT] = { "SET SECTOR CONFIGURATION EXT", 0xb2, 0, ATA_NON_DATA, true, true, SECTOR_S, false },
	/* ACS-3 7.48.5, 7.48.8 */
	[ATA_SMART_READ_LOG] = { "SMART READ LOG", 0xb0, 0xd5, ATA_PIO_IN, false, false, VENDOR_S, true },
	[ATA_SMART_WRITE_LOG] = { "SMART WRITE LOG", 0xb0, 0xd6, ATA_PIO_OUT, false, true, VENDOR_S, true },
	/* Hitachi and IBM */
	[ATA_HITACHI_SENSE_CONDITION] = { "SENSE CONDITION", 0xf0, 0x01, ATA_NON_DATA, false, false, USUAL_S, false },
	/* Western Digital: FEATURE 45h enters the vendor's mode, 44h leaves it */
	[ATA_WD_VENDOR_MODE] = { "WD VENDOR MODE", 0x80, 0, ATA_NON_DATA, false, true, VENDOR_S, true },
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

bool ata_reads_lba(const struct ata_cmd *cmd)
{
	return ata_command_table[cmd->id].reads_lba;
}

uint8_t ata_device_field(const struct ata_cmd *cmd)
{
	enum { LBA_MODE = 0x40 };
	uint8_t top = cmd->ext ? 0 : cmd->lba >> 24 & 0x0f;

	return (cmd->device ? cmd->device : LBA_MODE) | top;
}

/* Where a command has subcommands, what is true of one says nothing of those without a row. */
static bool has_subcommands(uint8_t command)
{
	for (size_t i = 0; i < ATA_COMMAND_COUNT; i++) {
		if (ata_command_table[i].command == command && ata_command_table[i].feature)
			return true;
	}
	return false;
}

bool ata_code_asks(uint8_t command, uint8_t feature)
{
	bool exact = has_subcommands(command), asks = false;

	for (size_t i = 0; i < ATA_COMMAND_COUNT; i++) {
		const struct ata_command_def *def = &ata_command_table[i];

		if (def->command == command && (!exact || def->feature == feature))
			asks |= !def->changes;
	}
	return asks;
}

bool ata_code_identifies(uint8_t command)
{
	return command == ata_command_table[ATA_IDENTIFY_DEVICE].command ||
	       command == ata_command_table[ATA_IDENTIFY_PACKET_DEVICE].command;
}

/* Their codes follow each other. */
bool ata_code_secures(uint8_t command)
{
	return command >= ata_command_table[ATA_SECURITY_SET_PASSWORD].command &&
	       command <= ata_command_table[ATA_SECURITY_DISABLE_PASSWORD].command;
}

int ata_verdict(const struct ata_cmd *cmd)
{
	if (!cmd->res.valid)
		return cmd->want ? -EIO : 0;
	return cmd->res.status & (ST_ERR | ST_DF) ? -EIO : 0;
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
