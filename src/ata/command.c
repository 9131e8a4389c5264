// SPDX-License-Identifier: GPL-2.0-or-later
/* The commands we send: their codes, protocols, time limits, and how long their effect lasts. */
#include "ata_drive.h"
#include "ata_logs.h"
#include "ata_sectors.h"

#include <errno.h>
#include <stdio.h>

/*
 * Time limits: 15 s is what libata gives internal commands; a flush may have to write a whole
 * cache to a slow medium, so it gets 60 s.
 */
enum { USUAL_S = 15, FLUSH_S = 60 };

/*
 * Some drives retry a bad sector for long. Vendors' modes answer late, trims and firmware downloads
 * take long. Erase commands set their own limit.
 */
enum { SECTOR_S = 60, VENDOR_S = 12, TRIM_S = 300, FIRMWARE_S = 120, SANITIZE_S = 10 };

/* clang-format off */
const struct ata_command_def ata_command_table[ATA_COMMAND_COUNT] = {
	/* ACS-4 7.12 */
	[ATA_IDENTIFY_DEVICE] = { .name = "IDENTIFY DEVICE", .command = 0xec,
		.protocol = ATA_PIO_IN, .timeout_s = USUAL_S },
	/* ACS-3 7.13 */
	[ATA_IDENTIFY_PACKET_DEVICE] = { .name = "IDENTIFY PACKET DEVICE", .command = 0xa1,
		.protocol = ATA_PIO_IN, .timeout_s = USUAL_S },
	/* ACS-4 7.22 */
	[ATA_READ_LOG_EXT] = { .name = "READ LOG EXT", .command = 0x2f, .ext = true,
		.protocol = ATA_PIO_IN, .timeout_s = USUAL_S, .reads_lba = true },
	/* ACS-4 7.59 */
	[ATA_WRITE_LOG_EXT] = { .name = "WRITE LOG EXT", .command = 0x3f, .ext = true,
		.protocol = ATA_PIO_OUT, .timeout_s = USUAL_S, .reads_lba = true, .changes = true,
		.lasting = LASTING_PERMANENT },
	/* ACS-4 7.43 */
	[ATA_SET_FEATURES] = { .name = "SET FEATURES", .command = 0xef, .protocol = ATA_NON_DATA,
		.timeout_s = USUAL_S, .changes = true },
	/* ACS-4 7.9 */
	[ATA_FLUSH_CACHE] = { .name = "FLUSH CACHE", .command = 0xe7, .protocol = ATA_NON_DATA,
		.timeout_s = FLUSH_S, .changes = true, .lasting = LASTING_MOMENTARY },
	/* ACS-4 7.10 */
	[ATA_FLUSH_CACHE_EXT] = { .name = "FLUSH CACHE EXT", .command = 0xea, .ext = true,
		.protocol = ATA_NON_DATA, .timeout_s = FLUSH_S, .changes = true,
		.lasting = LASTING_MOMENTARY },
	/* ACS-4 7.13: COUNT is the standby timer, which a power cycle clears */
	[ATA_IDLE] = { .name = "IDLE", .command = 0xe3, .protocol = ATA_NON_DATA,
		.timeout_s = USUAL_S, .changes = true, .lasting = LASTING_POWER_CYCLE },
	/* ACS-4 7.14 */
	[ATA_IDLE_IMMEDIATE] = { .name = "IDLE IMMEDIATE", .command = 0xe1,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S, .changes = true,
		.lasting = LASTING_MOMENTARY },
	/* ACS-4 7.14.3: LBA is the fixed signature 0554E4Ch */
	[ATA_IDLE_IMMEDIATE_UNLOAD] = { .name = "IDLE IMMEDIATE with UNLOAD", .command = 0xe1,
		.feature = 0x44, .protocol = ATA_NON_DATA, .timeout_s = USUAL_S, .reads_lba = true,
		.changes = true, .lasting = LASTING_MOMENTARY },
	/* ACS-4 7.52 */
	[ATA_STANDBY_IMMEDIATE] = { .name = "STANDBY IMMEDIATE", .command = 0xe0,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S, .changes = true,
		.lasting = LASTING_MOMENTARY },
	/* ATA-1 code, retired in ATA-4 */
	[ATA_STANDBY_IMMEDIATE_OLD] = { .name = "STANDBY IMMEDIATE", .command = 0x94,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S, .changes = true,
		.lasting = LASTING_MOMENTARY },
	/* ACS-4 7.48: only a reset ends it */
	[ATA_SLEEP] = { .name = "SLEEP", .command = 0xe6, .protocol = ATA_NON_DATA,
		.timeout_s = USUAL_S, .changes = true, .lasting = LASTING_RESET },
	/* ATA-1 code, retired in ATA-4 */
	[ATA_SLEEP_OLD] = { .name = "SLEEP", .command = 0x99, .protocol = ATA_NON_DATA,
		.timeout_s = USUAL_S, .changes = true, .lasting = LASTING_RESET },
	/* ACS-4 7.3 */
	[ATA_CHECK_POWER_MODE] = { .name = "CHECK POWER MODE", .command = 0xe5,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S },
	/* ATA-1 code, retired in ATA-4 */
	[ATA_CHECK_POWER_MODE_OLD] = { .name = "CHECK POWER MODE", .command = 0x98,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S },
	/* ATA8-ACS 7.54 */
	[ATA_SET_MULTIPLE_MODE] = { .name = "SET MULTIPLE MODE", .command = 0xc6,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S, .changes = true,
		.lasting = LASTING_RESET },
	/* ATA/ATAPI-7 6.22, 6.23 */
	[ATA_MEDIA_LOCK] = { .name = "MEDIA LOCK", .command = 0xde, .protocol = ATA_NON_DATA,
		.timeout_s = USUAL_S, .changes = true, .lasting = LASTING_RESET },
	[ATA_MEDIA_UNLOCK] = { .name = "MEDIA UNLOCK", .command = 0xdf, .protocol = ATA_NON_DATA,
		.timeout_s = USUAL_S, .changes = true, .lasting = LASTING_RESET },
	/* Seagate vendor command of the early 2000s */
	[ATA_SEAGATE_POWERSAVE_OFF] = { .name = "SEAGATE DISABLE POWER SAVING", .command = 0xfb,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S, .changes = true },
	/* this never ends without an error: the drive offers data that the host does not read */
	[ATA_IDENTIFY_WITHOUT_DATA] = { .name = "IDENTIFY DEVICE without data", .command = 0xec,
		.protocol = ATA_NON_DATA, .timeout_s = SECTOR_S, .changes = true,
		.lasting = LASTING_MOMENTARY },
	/* ACS-4 7.26, 7.27 */
	[ATA_READ_SECTORS] = { .name = "READ SECTOR(S)", .command = 0x20, .protocol = ATA_PIO_IN,
		.timeout_s = SECTOR_S, .reads_lba = true },
	[ATA_READ_SECTORS_EXT] = { .name = "READ SECTOR(S) EXT", .command = 0x24, .ext = true,
		.protocol = ATA_PIO_IN, .timeout_s = SECTOR_S, .reads_lba = true },
	/* ACS-3 7.39, ACS-4 7.29; a caller that verifies many sectors sets a longer limit */
	[ATA_READ_VERIFY_SECTORS] = { .name = "READ VERIFY SECTOR(S)", .command = 0x40,
		.protocol = ATA_NON_DATA, .timeout_s = SECTOR_S, .reads_lba = true },
	[ATA_READ_VERIFY_SECTORS_EXT] = { .name = "READ VERIFY SECTOR(S) EXT", .command = 0x42,
		.ext = true, .protocol = ATA_NON_DATA, .timeout_s = SECTOR_S, .reads_lba = true },
	/* ACS-4 7.70, 7.71 */
	[ATA_WRITE_SECTORS] = { .name = "WRITE SECTOR(S)", .command = 0x30, .protocol = ATA_PIO_OUT,
		.timeout_s = SECTOR_S, .reads_lba = true, .changes = true,
		.lasting = LASTING_PERMANENT },
	[ATA_WRITE_SECTORS_EXT] = { .name = "WRITE SECTOR(S) EXT", .command = 0x34, .ext = true,
		.protocol = ATA_PIO_OUT, .timeout_s = SECTOR_S, .reads_lba = true, .changes = true,
		.lasting = LASTING_PERMANENT },
	/* ATA-3 7.46, without retry; retired in ATA-4 */
	[ATA_WRITE_LONG] = { .name = "WRITE LONG", .command = 0x33, .protocol = ATA_PIO_OUT,
		.timeout_s = SECTOR_S, .reads_lba = true, .changes = true,
		.lasting = LASTING_PERMANENT },
	/* ACS-4 7.73: FEATURE selects the kind of error */
	[ATA_WRITE_UNCORRECTABLE_EXT] = { .name = "WRITE UNCORRECTABLE EXT", .command = 0x45,
		.ext = true, .protocol = ATA_NON_DATA, .timeout_s = SECTOR_S, .reads_lba = true,
		.changes = true, .lasting = LASTING_PERMANENT },
	/* ACS-4 7.6.3: TRIM */
	[ATA_DATA_SET_MANAGEMENT] = { .name = "DATA SET MANAGEMENT", .command = 0x06,
		.feature = 0x01, .ext = true, .protocol = ATA_DMA_OUT, .timeout_s = TRIM_S,
		.changes = true, .lasting = LASTING_PERMANENT },
	/* ACS-2 7.27, 7.28: the host protected area, retired in ACS-3 */
	[ATA_READ_NATIVE_MAX] = { .name = "READ NATIVE MAX ADDRESS", .command = 0xf8,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S },
	[ATA_READ_NATIVE_MAX_EXT] = { .name = "READ NATIVE MAX ADDRESS EXT", .command = 0x27,
		.ext = true, .protocol = ATA_NON_DATA, .timeout_s = USUAL_S },
	/* ACS-2 7.48, 7.49 */
	[ATA_SET_MAX] = { .name = "SET MAX ADDRESS", .command = 0xf9, .protocol = ATA_NON_DATA,
		.timeout_s = USUAL_S, .reads_lba = true, .changes = true },
	[ATA_SET_MAX_EXT] = { .name = "SET MAX ADDRESS EXT", .command = 0x37, .ext = true,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S, .reads_lba = true,
		.changes = true },
	/* ACS-4 7.1 */
	[ATA_GET_NATIVE_MAX] = { .name = "GET NATIVE MAX ADDRESS EXT", .command = 0x78, .ext = true,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S },
	[ATA_SET_ACCESSIBLE_MAX] = { .name = "SET ACCESSIBLE MAX ADDRESS EXT", .command = 0x78,
		.feature = 0x01, .ext = true, .protocol = ATA_NON_DATA, .timeout_s = USUAL_S,
		.reads_lba = true, .changes = true, .lasting = LASTING_PERMANENT },
	/* ACS-2 7.10 */
	[ATA_DCO_RESTORE] = { .name = "DEVICE CONFIGURATION RESTORE", .command = 0xb1,
		.feature = 0xc0, .protocol = ATA_NON_DATA, .timeout_s = USUAL_S, .changes = true,
		.lasting = LASTING_PERMANENT },
	[ATA_DCO_FREEZE_LOCK] = { .name = "DEVICE CONFIGURATION FREEZE LOCK", .command = 0xb1,
		.feature = 0xc1, .protocol = ATA_NON_DATA, .timeout_s = USUAL_S, .changes = true,
		.lasting = LASTING_POWER_CYCLE },
	[ATA_DCO_IDENTIFY] = { .name = "DEVICE CONFIGURATION IDENTIFY", .command = 0xb1,
		.feature = 0xc2, .protocol = ATA_PIO_IN, .timeout_s = USUAL_S },
	[ATA_DCO_SET] = { .name = "DEVICE CONFIGURATION SET", .command = 0xb1, .feature = 0xc3,
		.protocol = ATA_PIO_OUT, .timeout_s = USUAL_S, .changes = true,
		.lasting = LASTING_PERMANENT },
	/* ACS-4 7.37 to 7.42 */
	[ATA_SECURITY_SET_PASSWORD] = { .name = "SECURITY SET PASSWORD", .command = 0xf1,
		.protocol = ATA_PIO_OUT, .timeout_s = USUAL_S, .changes = true,
		.lasting = LASTING_PERMANENT },
	[ATA_SECURITY_UNLOCK] = { .name = "SECURITY UNLOCK", .command = 0xf2,
		.protocol = ATA_PIO_OUT, .timeout_s = USUAL_S, .changes = true,
		.lasting = LASTING_POWER_CYCLE },
	[ATA_SECURITY_ERASE_PREPARE] = { .name = "SECURITY ERASE PREPARE", .command = 0xf3,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S, .changes = true,
		.lasting = LASTING_MOMENTARY },
	[ATA_SECURITY_ERASE_UNIT] = { .name = "SECURITY ERASE UNIT", .command = 0xf4,
		.protocol = ATA_PIO_OUT, .timeout_s = USUAL_S, .changes = true,
		.lasting = LASTING_PERMANENT },
	[ATA_SECURITY_FREEZE_LOCK] = { .name = "SECURITY FREEZE LOCK", .command = 0xf5,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S, .changes = true,
		.lasting = LASTING_POWER_CYCLE },
	[ATA_SECURITY_DISABLE_PASSWORD] = { .name = "SECURITY DISABLE PASSWORD", .command = 0xf6,
		.protocol = ATA_PIO_OUT, .timeout_s = USUAL_S, .changes = true,
		.lasting = LASTING_PERMANENT },
	/* ACS-4 7.34 */
	[ATA_SANITIZE_STATUS_EXT] = { .name = "SANITIZE STATUS EXT", .command = 0xb4, .ext = true,
		.protocol = ATA_NON_DATA, .timeout_s = SANITIZE_S },
	[ATA_SANITIZE_CRYPTO_SCRAMBLE_EXT] = { .name = "CRYPTO SCRAMBLE EXT", .command = 0xb4,
		.feature = 0x11, .ext = true, .protocol = ATA_NON_DATA, .timeout_s = SANITIZE_S,
		.reads_lba = true, .changes = true, .lasting = LASTING_PERMANENT },
	[ATA_SANITIZE_BLOCK_ERASE_EXT] = { .name = "BLOCK ERASE EXT", .command = 0xb4,
		.feature = 0x12, .ext = true, .protocol = ATA_NON_DATA, .timeout_s = SANITIZE_S,
		.reads_lba = true, .changes = true, .lasting = LASTING_PERMANENT },
	[ATA_SANITIZE_OVERWRITE_EXT] = { .name = "OVERWRITE EXT", .command = 0xb4, .feature = 0x14,
		.ext = true, .protocol = ATA_NON_DATA, .timeout_s = SANITIZE_S, .reads_lba = true,
		.changes = true, .lasting = LASTING_PERMANENT },
	[ATA_SANITIZE_FREEZE_LOCK_EXT] = { .name = "SANITIZE FREEZE LOCK EXT", .command = 0xb4,
		.feature = 0x20, .ext = true, .protocol = ATA_NON_DATA, .timeout_s = SANITIZE_S,
		.reads_lba = true, .changes = true, .lasting = LASTING_POWER_CYCLE },
	[ATA_SANITIZE_ANTIFREEZE_LOCK_EXT] = { .name = "SANITIZE ANTIFREEZE LOCK EXT",
		.command = 0xb4, .feature = 0x40, .ext = true, .protocol = ATA_NON_DATA,
		.timeout_s = SANITIZE_S, .reads_lba = true, .changes = true,
		.lasting = LASTING_POWER_CYCLE },
	/* ACS-4 7.7: FEATURE is the mode */
	[ATA_DOWNLOAD_MICROCODE] = { .name = "DOWNLOAD MICROCODE", .command = 0x92,
		.protocol = ATA_PIO_OUT, .timeout_s = FIRMWARE_S, .reads_lba = true,
		.changes = true, .lasting = LASTING_PERMANENT },
	/* ACS-4 7.45: FEATURE is the check word of the descriptor */
	[ATA_SET_SECTOR_CONFIGURATION_EXT] = { .name = "SET SECTOR CONFIGURATION EXT",
		.command = 0xb2, .ext = true, .protocol = ATA_NON_DATA, .timeout_s = SECTOR_S,
		.changes = true, .lasting = LASTING_PERMANENT },
	/* ACS-3 7.48; bytes 0 to 361 are vendor specific */
	[ATA_SMART_READ_DATA] = { .name = "SMART READ DATA", .command = 0xb0, .feature = 0xd0,
		.protocol = ATA_PIO_IN, .timeout_s = VENDOR_S, .reads_lba = true,
		.lasting = LASTING_MOMENTARY },
	/* ACS-3 7.48.5, 7.48.8 */
	[ATA_SMART_READ_LOG] = { .name = "SMART READ LOG", .command = 0xb0, .feature = 0xd5,
		.protocol = ATA_PIO_IN, .timeout_s = VENDOR_S, .reads_lba = true,
		.lasting = LASTING_MOMENTARY },
	[ATA_SMART_WRITE_LOG] = { .name = "SMART WRITE LOG", .command = 0xb0, .feature = 0xd6,
		.protocol = ATA_PIO_OUT, .timeout_s = VENDOR_S, .reads_lba = true, .changes = true,
		.lasting = LASTING_PERMANENT },
	/* Hitachi and IBM */
	[ATA_HITACHI_SENSE_CONDITION] = { .name = "SENSE CONDITION", .command = 0xf0,
		.feature = 0x01, .protocol = ATA_NON_DATA, .timeout_s = USUAL_S },
	/* Western Digital: FEATURE 45h enters the vendor's mode, 44h leaves it */
	[ATA_WD_VENDOR_MODE] = { .name = "WD VENDOR MODE", .command = 0x80,
		.protocol = ATA_NON_DATA, .timeout_s = VENDOR_S, .reads_lba = true, .changes = true,
		.lasting = LASTING_POWER_CYCLE },
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

struct ata_cmd ata_set_feature(enum ata_feature feature, bool on, uint16_t value)
{
	const struct ata_feature_def *def = &ata_feature_table[feature];
	struct ata_cmd cmd = ata_command(ATA_SET_FEATURES);

	cmd.feature = on ? def->on.code : def->off.code;
	cmd.lba = on ? def->on_lba : def->off_lba;
	cmd.count = on && def->value_in_count ? value : 0;
	return cmd;
}

bool ata_changes(const struct ata_cmd *cmd)
{
	return ata_command_table[cmd->id].changes;
}

bool ata_reads_lba(const struct ata_cmd *cmd)
{
	return ata_command_table[cmd->id].reads_lba ||
	       ata_feature_table[ata_feature_of(cmd)].in_lba;
}

uint8_t ata_device_field(const struct ata_cmd *cmd)
{
	enum { LBA_MODE = 0x40 };
	uint8_t top = cmd->ext ? 0 : cmd->lba >> 24 & 0x0f;

	return (cmd->device ? cmd->device : LBA_MODE) | top;
}

/* If a command has subcommands, a row is valid only for its own subcommand. */
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

bool ata_writes_sct(uint8_t command, uint8_t feature, uint64_t lba)
{
	const struct ata_command_def *smart = &ata_command_table[ATA_SMART_WRITE_LOG];

	return (lba & 0xff) == LOG_SCT &&
	       (command == ata_command_table[ATA_WRITE_LOG_EXT].command ||
		(command == smart->command && feature == smart->feature));
}

bool ata_code_identifies(uint8_t command)
{
	return command == ata_command_table[ATA_IDENTIFY_DEVICE].command ||
	       command == ata_command_table[ATA_IDENTIFY_PACKET_DEVICE].command;
}

/* The codes of the security commands are consecutive. */
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

const char *ata_command_title(const struct ata_cmd *cmd, char title[ATA_TITLE_BYTES])
{
	const char *subcommand = ata_subcommand_name(cmd), *sct = sct_name_of(cmd);

	snprintf(title, ATA_TITLE_BYTES, "%s%s%s", ata_command_name(cmd),
		 sct	      ? " SCT "
		 : subcommand ? " "
			      : "",
		 sct	      ? sct
		 : subcommand ? subcommand
			      : "");
	return title;
}

enum ata_lasting ata_lasting(const struct ata_cmd *cmd)
{
	const struct ata_feature_def *feature = &ata_feature_table[ata_feature_of(cmd)];

	/* COUNT bit 0 is VV, "value volatile"; despite its name, 1 keeps it (ACS-2 7.48.3) */
	if (cmd->id == ATA_SET_MAX || cmd->id == ATA_SET_MAX_EXT)
		return cmd->count & 1 ? LASTING_PERMANENT : LASTING_POWER_CYCLE;
	if (cmd->id == ATA_SET_FEATURES)
		return cmd->lba & feature->save_bit ? LASTING_PERMANENT : feature->lasting;
	if (sct_name_of(cmd))
		return sct_lasting(cmd);
	return ata_command_table[cmd->id].lasting;
}

void ata_trim_encode(uint64_t lba, uint16_t count, uint8_t entry[TRIM_ENTRY_BYTES])
{
	uint64_t value = lba | (uint64_t)count << 48;

	for (unsigned i = 0; i < TRIM_ENTRY_BYTES; i++)
		entry[i] = (uint8_t)(value >> 8 * i);
}
