// SPDX-License-Identifier: GPL-2.0-or-later
/* ATA commands: the table, and how to make and judge commands. */
#include "ata_drive.h"
#include "ata.h"
#include "identify.h"
#include "words.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/*
 * Time limits. After a limit libata resets the drive, in the middle of what it does: a limit is
 * longer than the slowest drive needs.
 */
enum {
	USUAL_S = 15,
	LOG_S = 60,	/* a drive may first spin up, or write the log */
	POWER_S = 60,	/* spinning up or down, with a flush */
	FLUSH_S = 1800, /* a flush of a full cache may take longer than 30 s (ACS-4 7.10) */
	SECTOR_S = 60,
	VENDOR_S = 12,
	TRIM_S = 300,
	FIRMWARE_S = 120,
	SANITIZE_S = 10,
	CONVERSION_S = 5 * 3600
};

/* clang-format off */
const struct ata_command_def ata_command_table[ATA_COMMAND_COUNT] = {
	[ATA_IDENTIFY_DEVICE] = { .name = "IDENTIFY DEVICE", .command = 0xec,
		.protocol = ATA_PIO_IN, .timeout_s = USUAL_S },
	[ATA_IDENTIFY_PACKET_DEVICE] = { .name = "IDENTIFY PACKET DEVICE", .command = 0xa1,
		.protocol = ATA_PIO_IN, .timeout_s = USUAL_S },
	[ATA_READ_LOG_EXT] = { .name = "READ LOG EXT", .command = 0x2f, .ext = true,
		.protocol = ATA_PIO_IN, .timeout_s = LOG_S, .reads_lba = true },
	[ATA_WRITE_LOG_EXT] = { .name = "WRITE LOG EXT", .command = 0x3f, .ext = true,
		.protocol = ATA_PIO_OUT, .timeout_s = LOG_S, .reads_lba = true, .changes = true,
		.lasting = LASTING_PERMANENT },
	[ATA_SET_FEATURES] = { .name = "SET FEATURES", .command = 0xef, .protocol = ATA_NON_DATA,
		.timeout_s = USUAL_S, .changes = true },
	[ATA_FLUSH_CACHE] = { .name = "FLUSH CACHE", .command = 0xe7, .protocol = ATA_NON_DATA,
		.timeout_s = FLUSH_S, .changes = true, .lasting = LASTING_MOMENTARY },
	[ATA_FLUSH_CACHE_EXT] = { .name = "FLUSH CACHE EXT", .command = 0xea, .ext = true,
		.protocol = ATA_NON_DATA, .timeout_s = FLUSH_S, .changes = true,
		.lasting = LASTING_MOMENTARY },
	/* COUNT is the standby timer, which the drive loses in a power cycle */
	[ATA_IDLE] = { .name = "IDLE", .command = 0xe3, .protocol = ATA_NON_DATA,
		.timeout_s = POWER_S, .changes = true, .lasting = LASTING_POWER_CYCLE },
	[ATA_IDLE_IMMEDIATE] = { .name = "IDLE IMMEDIATE", .command = 0xe1,
		.protocol = ATA_NON_DATA, .timeout_s = POWER_S, .changes = true,
		.lasting = LASTING_MOMENTARY },
	/* the caller sets LBA to the fixed signature 0554E4Ch */
	[ATA_IDLE_IMMEDIATE_UNLOAD] = { .name = "IDLE IMMEDIATE with UNLOAD", .command = 0xe1,
		.feature = 0x44, .protocol = ATA_NON_DATA, .timeout_s = POWER_S, .reads_lba = true,
		.changes = true, .lasting = LASTING_MOMENTARY },
	[ATA_STANDBY_IMMEDIATE] = { .name = "STANDBY IMMEDIATE", .command = 0xe0,
		.protocol = ATA_NON_DATA, .timeout_s = POWER_S, .changes = true,
		.lasting = LASTING_MOMENTARY },
	/* the rows with _OLD in their name have codes of ATA-1, which ATA-4 retired */
	[ATA_STANDBY_IMMEDIATE_OLD] = { .name = "STANDBY IMMEDIATE", .command = 0x94,
		.protocol = ATA_NON_DATA, .timeout_s = POWER_S, .changes = true,
		.lasting = LASTING_MOMENTARY },
	[ATA_SLEEP] = { .name = "SLEEP", .command = 0xe6, .protocol = ATA_NON_DATA,
		.timeout_s = POWER_S, .changes = true, .lasting = LASTING_RESET },
	[ATA_SLEEP_OLD] = { .name = "SLEEP", .command = 0x99, .protocol = ATA_NON_DATA,
		.timeout_s = POWER_S, .changes = true, .lasting = LASTING_RESET },
	[ATA_CHECK_POWER_MODE] = { .name = "CHECK POWER MODE", .command = 0xe5,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S },
	[ATA_CHECK_POWER_MODE_OLD] = { .name = "CHECK POWER MODE", .command = 0x98,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S },
	[ATA_SET_MULTIPLE_MODE] = { .name = "SET MULTIPLE MODE", .command = 0xc6,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S, .changes = true,
		.lasting = LASTING_RESET },
	/* ATA/ATAPI-7 6.22, 6.23 */
	[ATA_MEDIA_LOCK] = { .name = "MEDIA LOCK", .command = 0xde, .protocol = ATA_NON_DATA,
		.timeout_s = USUAL_S, .changes = true, .lasting = LASTING_RESET },
	[ATA_MEDIA_UNLOCK] = { .name = "MEDIA UNLOCK", .command = 0xdf, .protocol = ATA_NON_DATA,
		.timeout_s = USUAL_S, .changes = true, .lasting = LASTING_RESET },
	/* vendor command of Seagate */
	[ATA_SEAGATE_POWERSAVE_OFF] = { .name = "SEAGATE DISABLE POWER SAVING", .command = 0xfb,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S, .changes = true },
	/* meant to fail: the drive offers data, but the command is sent as one without data */
	[ATA_IDENTIFY_WITHOUT_DATA] = { .name = "IDENTIFY DEVICE without data", .command = 0xec,
		.protocol = ATA_NON_DATA, .timeout_s = SECTOR_S, .changes = true,
		.lasting = LASTING_MOMENTARY },
	[ATA_READ_SECTORS] = { .name = "READ SECTOR(S)", .command = 0x20, .protocol = ATA_PIO_IN,
		.timeout_s = SECTOR_S, .reads_lba = true },
	[ATA_READ_SECTORS_EXT] = { .name = "READ SECTOR(S) EXT", .command = 0x24, .ext = true,
		.protocol = ATA_PIO_IN, .timeout_s = SECTOR_S, .reads_lba = true },
	[ATA_READ_VERIFY_SECTORS] = { .name = "READ VERIFY SECTOR(S)", .command = 0x40,
		.protocol = ATA_NON_DATA, .timeout_s = SECTOR_S, .reads_lba = true },
	[ATA_READ_VERIFY_SECTORS_EXT] = { .name = "READ VERIFY SECTOR(S) EXT", .command = 0x42,
		.ext = true, .protocol = ATA_NON_DATA, .timeout_s = SECTOR_S, .reads_lba = true },
	[ATA_WRITE_SECTORS] = { .name = "WRITE SECTOR(S)", .command = 0x30, .protocol = ATA_PIO_OUT,
		.timeout_s = SECTOR_S, .reads_lba = true, .changes = true,
		.lasting = LASTING_PERMANENT },
	[ATA_WRITE_SECTORS_EXT] = { .name = "WRITE SECTOR(S) EXT", .command = 0x34, .ext = true,
		.protocol = ATA_PIO_OUT, .timeout_s = SECTOR_S, .reads_lba = true, .changes = true,
		.lasting = LASTING_PERMANENT },
	/* the code of WRITE LONG without retries, retired in ATA-4 */
	[ATA_WRITE_LONG] = { .name = "WRITE LONG", .command = 0x33, .protocol = ATA_PIO_OUT,
		.timeout_s = SECTOR_S, .reads_lba = true, .changes = true,
		.lasting = LASTING_PERMANENT },
	[ATA_WRITE_UNCORRECTABLE_EXT] = { .name = "WRITE UNCORRECTABLE EXT", .command = 0x45,
		.ext = true, .protocol = ATA_NON_DATA, .timeout_s = SECTOR_S, .reads_lba = true,
		.changes = true, .lasting = LASTING_PERMANENT },
	[ATA_DATA_SET_MANAGEMENT] = { .name = "DATA SET MANAGEMENT", .command = 0x06,
		.feature = 0x01, .ext = true, .protocol = ATA_DMA_OUT, .timeout_s = TRIM_S,
		.changes = true, .lasting = LASTING_PERMANENT },
	/* host protected area: this row and the three next rows, retired in ACS-3 */
	[ATA_READ_NATIVE_MAX] = { .name = "READ NATIVE MAX ADDRESS", .command = 0xf8,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S },
	[ATA_READ_NATIVE_MAX_EXT] = { .name = "READ NATIVE MAX ADDRESS EXT", .command = 0x27,
		.ext = true, .protocol = ATA_NON_DATA, .timeout_s = USUAL_S },
	[ATA_SET_MAX] = { .name = "SET MAX ADDRESS", .command = 0xf9, .protocol = ATA_NON_DATA,
		.timeout_s = USUAL_S, .reads_lba = true, .changes = true },
	[ATA_SET_MAX_EXT] = { .name = "SET MAX ADDRESS EXT", .command = 0x37, .ext = true,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S, .reads_lba = true,
		.changes = true },
	[ATA_GET_NATIVE_MAX] = { .name = "GET NATIVE MAX ADDRESS EXT", .command = 0x78, .ext = true,
		.protocol = ATA_NON_DATA, .timeout_s = USUAL_S },
	[ATA_SET_ACCESSIBLE_MAX] = { .name = "SET ACCESSIBLE MAX ADDRESS EXT", .command = 0x78,
		.feature = 0x01, .ext = true, .protocol = ATA_NON_DATA, .timeout_s = USUAL_S,
		.reads_lba = true, .changes = true, .lasting = LASTING_PERMANENT },
	/* device configuration overlay: this row and the three next rows, retired in ACS-3 */
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
	[ATA_DOWNLOAD_MICROCODE] = { .name = "DOWNLOAD MICROCODE", .command = 0x92,
		.protocol = ATA_PIO_OUT, .timeout_s = FIRMWARE_S, .reads_lba = true,
		.changes = true, .lasting = LASTING_PERMANENT },
	[ATA_SET_SECTOR_CONFIGURATION_EXT] = { .name = "SET SECTOR CONFIGURATION EXT",
		.command = 0xb2, .ext = true, .protocol = ATA_NON_DATA, .timeout_s = CONVERSION_S,
		.changes = true, .lasting = LASTING_PERMANENT },
	/* bytes 0 to 361 of the data are vendor specific (ACS-3 7.48) */
	[ATA_SMART_READ_DATA] = { .name = "SMART READ DATA", .command = 0xb0, .feature = 0xd0,
		.protocol = ATA_PIO_IN, .timeout_s = LOG_S, .reads_lba = true,
		.lasting = LASTING_MOMENTARY },
	[ATA_SMART_READ_LOG] = { .name = "SMART READ LOG", .command = 0xb0, .feature = 0xd5,
		.protocol = ATA_PIO_IN, .timeout_s = LOG_S, .reads_lba = true,
		.lasting = LASTING_MOMENTARY },
	[ATA_SMART_WRITE_LOG] = { .name = "SMART WRITE LOG", .command = 0xb0, .feature = 0xd6,
		.protocol = ATA_PIO_OUT, .timeout_s = LOG_S, .reads_lba = true, .changes = true,
		.lasting = LASTING_PERMANENT },
	/* vendor command of Hitachi and IBM */
	[ATA_HITACHI_SENSE_CONDITION] = { .name = "SENSE CONDITION", .command = 0xf0,
		.feature = 0x01, .protocol = ATA_NON_DATA, .timeout_s = USUAL_S },
	/* vendor command of Western Digital: FEATURE 45h enters, 44h leaves the vendor's mode */
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

/* --- SET FEATURES --- */

/* Codes of subcommands: ACS-4 SET FEATURES; most of the retired ones: ATA/ATAPI-4 SET FEATURES. */
/* clang-format off */
const struct ata_feature_def ata_feature_table[ATA_FEATURE_COUNT] = {
	[FEATURE_LOOK_AHEAD] = { .on = { 0xaa, "enable read look-ahead" },
		.off = { 0x55, "disable read look-ahead" }, .lasting = LASTING_POWER_CYCLE,
		.in_identify = true, .identify_feature = ID_HAS_READ_LOOK_AHEAD },
	[FEATURE_WRITE_CACHE] = { .on = { 0x02, "enable write cache" },
		.off = { 0x82, "disable write cache" }, .lasting = LASTING_POWER_CYCLE,
		.in_identify = true, .identify_feature = ID_HAS_VOLATILE_WRITE_CACHE },
	[FEATURE_APM] = { .on = { 0x05, "enable APM" }, .off = { 0x85, "disable APM" },
		.value_in_count = true, .lasting = LASTING_POWER_CYCLE, .valid_word_only = true,
		.in_identify = true, .identify_feature = ID_HAS_ADVANCED_POWER_MANAGEMENT,
		.level = ID_APM_LEVEL },
	[FEATURE_ACOUSTIC] = { .on = { 0x42, "enable automatic acoustic management" },
		.off = { 0xc2, "disable automatic acoustic management" },
		.value_in_count = true, .lasting = LASTING_POWER_CYCLE,
		.in_identify = true, .identify_feature = ID_HAS_AUTOMATIC_ACOUSTIC_MANAGEMENT,
		.level = ID_ACOUSTIC_LEVEL },
	/* no `.level`: not all drives report the mode of write-read-verify in IDENTIFY data */
	[FEATURE_WRITE_READ_VERIFY] = { .on = { 0x0b, "enable write-read-verify" },
		.off = { 0x8b, "disable write-read-verify" },
		.value_in_lba = true, .lasting = LASTING_POWER_CYCLE,
		.in_identify = true, .identify_feature = ID_HAS_WRITE_READ_VERIFY },
	[FEATURE_POWER_UP_IN_STANDBY] = { .on = { 0x06, "enable power-up in standby" },
		.off = { 0x86, "disable power-up in standby" }, .lasting = LASTING_PERMANENT,
		.in_identify = true, .identify_feature = ID_HAS_POWER_UP_IN_STANDBY },
	[FEATURE_SPIN_UP] = { .on = { 0x07, "spin up after power-up in standby" },
		.timeout_s = POWER_S, .lasting = LASTING_MOMENTARY },
	[FEATURE_TRANSFER_MODE] = { .on = { 0x03, "set transfer mode" }, .value_in_count = true,
		.lasting = LASTING_RESET },
	[FEATURE_KEEP_FEATURES] = { .on = { 0x66, "keep features over reset" },
		.off = { 0xcc, "revert features at reset" }, .lasting = LASTING_POWER_CYCLE },
	[FEATURE_DEFECT_MANAGEMENT] = { .on = { 0x04, "enable defect reassignment" },
		.off = { 0x84, "disable defect reassignment" }, .lasting = LASTING_POWER_CYCLE },
	[FEATURE_PREFETCH] = { .on = { 0xab, "set maximum prefetch" }, .value_in_count = true,
		.lasting = LASTING_POWER_CYCLE },
	[FEATURE_EPC] = { .on = { 0x4a, "enable EPC" }, .off = { 0x4a, "disable EPC" },
		.in_lba = true, .on_lba = 4, .off_lba = 5, .lasting = LASTING_PERMANENT,
		.valid_word_only = true, .in_identify = true,
		.identify_feature = ID_HAS_EXTENDED_POWER_CONDITIONS },
	/* in this row and the three next rows, COUNT is the power condition */
	[FEATURE_EPC_RESTORE] = { .on = { 0x4a, "restore power condition settings" },
		.in_lba = true, .on_lba = 0, .save_bit = 0x10, .value_in_count = true,
		.lasting = LASTING_POWER_CYCLE },
	[FEATURE_EPC_GO_TO] = { .on = { 0x4a, "go to power condition" },
		.in_lba = true, .on_lba = 1, .value_in_count = true, .timeout_s = POWER_S,
		.lasting = LASTING_MOMENTARY },
	[FEATURE_EPC_TIMER] = { .on = { 0x4a, "set power condition timer" },
		.in_lba = true, .on_lba = 2, .save_bit = 0x10, .value_in_count = true,
		.lasting = LASTING_POWER_CYCLE },
	[FEATURE_EPC_STATE] = { .on = { 0x4a, "set power condition state" },
		.in_lba = true, .on_lba = 3, .save_bit = 0x10, .value_in_count = true,
		.lasting = LASTING_POWER_CYCLE },
};
/* clang-format on */

struct ata_cmd ata_set_feature(enum ata_feature feature, bool on, uint16_t value)
{
	const struct ata_feature_def *def = &ata_feature_table[feature];
	struct ata_cmd cmd = ata_command(ATA_SET_FEATURES);

	if (def->timeout_s)
		cmd.timeout_s = def->timeout_s;
	cmd.feature = on ? def->on.code : def->off.code;
	cmd.lba = on ? def->on_lba : def->off_lba;
	cmd.count = on && def->value_in_count ? value : 0;
	if (on && def->value_in_lba) {
		cmd.lba = value & 0xff;
		cmd.count = value >> 8;
	}
	return cmd;
}

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

uint64_t ata_verify_mode(const uint8_t *id)
{
	uint64_t mode = ata_id_field(id, ID_WRITE_READ_VERIFY_MODE);
	uint32_t sectors = ata_id_field(id, ID_WRITE_READ_VERIFY_SECTORS);

	if (mode > ATA_VERIFY_COUNTED)
		return 0;
	if (mode == ATA_VERIFY_COUNTED && sectors <= ATA_VERIFY_MOST &&
	    sectors % ATA_VERIFY_UNIT == 0)
		mode |= (uint64_t)(sectors / ATA_VERIFY_UNIT) << 8;
	return mode;
}

unsigned ata_feature_empty_word(const uint8_t *id, enum ata_feature feature)
{
	const struct ata_feature_def *def = &ata_feature_table[feature];
	const unsigned words[] = { ata_word_of(def->identify_feature),
				   ata_word_of(id_enabled_bit(def->identify_feature)),
				   ata_word_of(def->level) };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		bool told = words[i] >= 82 && words[i] <= 86 && ata_words_82_tell(id);

		if (words[i] && !told && ata_word(id, words[i]) == 0xffff)
			return words[i];
	}
	return 0;
}

/* --- SCT (ACS-4 8) --- */

/* Action codes 1 and 2 are left out, since they can write sectors. */
enum { ACTION_ERROR_RECOVERY = 3, ACTION_FEATURE = 4 };

#define RECOVERY(n) .action = ACTION_ERROR_RECOVERY, .function = (n)
#define FEATURE(n)  .action = ACTION_FEATURE, .function = (n)

/* clang-format off */
const struct sct_operation_def sct_operation_table[SCT_OPERATION_COUNT] = {
	/* an SCT command that matches no other row: not taken as a query */
	[SCT_NO_OPERATION] = { .lasting = LASTING_PERMANENT },
	/* SCT Error Recovery Control (ACS-4 8.3.3); functions 3 to 5 are new in ACS-4 */
	[SCT_SET_TIME] = { RECOVERY(1), .lasting = LASTING_POWER_CYCLE,
		.name = "set recovery time" },
	[SCT_GET_TIME] = { RECOVERY(2), .asks = true, .lasting = LASTING_MOMENTARY,
		.name = "get recovery time" },
	[SCT_SET_POWER_ON_TIME] = { RECOVERY(3), .lasting = LASTING_PERMANENT,
		.name = "set power-on recovery time" },
	[SCT_GET_POWER_ON_TIME] = { RECOVERY(4), .asks = true, .lasting = LASTING_MOMENTARY,
		.name = "get power-on recovery time" },
	[SCT_DEFAULT_TIME] = { RECOVERY(5), .lasting = LASTING_PERMANENT,
		.name = "restore recovery times" },
	/* SCT Feature Control (ACS-4 8.3.4); SCT_OPTION_KEEP makes the effect permanent */
	[SCT_SET_FEATURE] = { FEATURE(1), .lasting = LASTING_POWER_CYCLE, .name = "set feature" },
	[SCT_GET_FEATURE] = { FEATURE(2), .asks = true, .lasting = LASTING_MOMENTARY,
		.name = "get feature" },
	[SCT_GET_FEATURE_OPTIONS] = { FEATURE(3), .asks = true, .lasting = LASTING_MOMENTARY,
		.name = "get feature options" },
};

const struct sct_setting_def sct_setting_table[SCT_SETTING_COUNT] = {
	[SCT_ERROR_RECOVERY] = { .in_identify = ID_HAS_SCT_ERROR_RECOVERY_CONTROL,
		.parts = 2, .codes = { 1, 2 }, /* codes 1 and 2: read and write command timers */
		.set = SCT_SET_TIME, .get = SCT_GET_TIME,
		.set_kept = SCT_SET_POWER_ON_TIME, .get_kept = SCT_GET_POWER_ON_TIME,
		.set_default = SCT_DEFAULT_TIME, .feature_set = "SCT error recovery control" },
	[SCT_WRITE_CACHE] = { .in_identify = ID_HAS_SCT_FEATURE_CONTROL, .parts = 1, .codes = { 1 },
		.set = SCT_SET_FEATURE, .get = SCT_GET_FEATURE,
		.get_options = SCT_GET_FEATURE_OPTIONS, .feature_set = "SCT feature control" },
	[SCT_WRITE_REORDERING] = { .in_identify = ID_HAS_SCT_FEATURE_CONTROL,
		.parts = 1, .codes = { 2 }, .set = SCT_SET_FEATURE, .get = SCT_GET_FEATURE,
		.get_options = SCT_GET_FEATURE_OPTIONS, .feature_set = "SCT feature control" },
};
/* clang-format on */

bool sct_supported(const uint8_t *id, enum sct_setting setting)
{
	return ata_id_has(id, ID_HAS_SCT) && ata_id_has(id, sct_setting_table[setting].in_identify);
}

/* Names of the states (ACS-4 8.3.4). "drive": SET FEATURES controls the write cache. */
const char *sct_state_name(enum sct_setting feature, uint16_t state)
{
	static const char names[][SCT_STATES][6] = { { "drive", "on", "off" },
						     { "on", "off", "" } };
	const char *name;

	if (state < 1 || state > SCT_STATES)
		return NULL;
	name = names[feature != SCT_WRITE_CACHE][state - 1];
	return *name ? name : NULL;
}

enum { WORD_ACTION, WORD_FUNCTION, WORD_CODE, WORD_VALUE, WORD_OPTIONS };

static void set_word(uint8_t *page, unsigned word, uint16_t value)
{
	page[2 * word] = (uint8_t)value;
	page[2 * word + 1] = (uint8_t)(value >> 8);
}

void sct_encode(const struct sct_request *request, uint8_t page[SCT_BYTES])
{
	const struct sct_operation_def *def = &sct_operation_table[request->operation];

	memset(page, 0, SCT_BYTES);
	set_word(page, WORD_ACTION, def->action);
	set_word(page, WORD_FUNCTION, def->function);
	set_word(page, WORD_CODE, request->code);
	if (!def->asks)
		set_word(page, WORD_VALUE, request->value);
	if (request->operation == SCT_SET_FEATURE)
		set_word(page, WORD_OPTIONS, request->keep ? SCT_OPTION_KEEP : 0);
}

static enum sct_operation sct_sent_operation(const struct ata_cmd *cmd)
{
	bool writes = cmd->id == ATA_SMART_WRITE_LOG || cmd->id == ATA_WRITE_LOG_EXT;

	if (!writes || (cmd->lba & 0xff) != LOG_SCT || cmd->bytes != SCT_BYTES || !cmd->data)
		return SCT_NO_OPERATION;
	for (unsigned i = SCT_NO_OPERATION + 1; i < SCT_OPERATION_COUNT; i++) {
		if (ata_word(cmd->data, WORD_ACTION) == sct_operation_table[i].action &&
		    ata_word(cmd->data, WORD_FUNCTION) == sct_operation_table[i].function)
			return (enum sct_operation)i;
	}
	return SCT_NO_OPERATION;
}

enum sct_answer sct_decode(const struct ata_cmd *cmd, uint16_t *value)
{
	const struct ata_result *res = &cmd->res;

	if (!res->valid)
		return SCT_NO_REGISTERS;
	*value = (uint16_t)((res->count & 0xff) | (res->lba & 0xff) << 8);
	return *value == ((cmd->count & 0xff) | LOG_SCT << 8) ? SCT_ECHO : SCT_ANSWERED;
}

/* Word numbers in the SCT status page (ACS-4 SCT Status Request). */
enum { WORD_FORMAT = 0, WORD_EXTENDED = 7, WORD_LAST_ACTION = 8, WORD_LAST_FUNCTION = 9 };
enum { BYTE_TEMPERATURE = 200, NO_TEMPERATURE = 0x80, RUNNING = 0xffff };

void sct_status_decode(const uint8_t page[SCT_BYTES], struct sct_status *status)
{
	status->extended = ata_word(page, WORD_EXTENDED);
	status->busy = status->extended == RUNNING;
	status->action = ata_word(page, WORD_LAST_ACTION);
	status->function = ata_word(page, WORD_LAST_FUNCTION);
}

const char *sct_status_text(uint16_t extended)
{
	static const struct {
		uint16_t code;
		char text[58];
	} rows[] = {
		{ 0x0001, "invalid function code" },
		{ 0x0004, "the drive lacks this function of error recovery control" },
		{ 0x0005, "invalid selection code" },
		{ 0x0006, "the time for reading is shorter than the drive takes" },
		{ 0x0007, "the time for writing is shorter than the drive takes" },
		{ 0x000c, "the drive lacks this function of feature control" },
		{ 0x000d, "the drive lacks this feature" },
		{ 0x000e, "the drive lacks this state of the feature" },
		{ 0x000f, "the drive lacks this option: try without \"keep\"" },
		{ 0x0010, "the drive lacks this action" },
		{ 0x0012, "the drive is locked" },
		{ RUNNING, "another SCT command is running" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].code == extended)
			return rows[i].text;
	}
	return NULL;
}

bool sct_temperature(const uint8_t page[SCT_BYTES], int *celsius)
{
	*celsius = (int8_t)page[BYTE_TEMPERATURE];
	return ata_word(page, WORD_FORMAT) && page[BYTE_TEMPERATURE] != NO_TEMPERATURE;
}

/* --- Properties of a command --- */

bool ata_changes(const struct ata_cmd *cmd)
{
	return ata_command_table[cmd->id].changes;
}

bool ata_asks(const struct ata_cmd *cmd)
{
	return !ata_changes(cmd) || sct_operation_table[sct_sent_operation(cmd)].asks;
}

bool ata_revalidates(const struct ata_cmd *cmd)
{
	const struct ata_feature_def *cache = &ata_feature_table[FEATURE_WRITE_CACHE];
	const struct ata_feature_def *ahead = &ata_feature_table[FEATURE_LOOK_AHEAD];

	if (cmd->id != ATA_SET_FEATURES)
		return cmd->id == ATA_SET_MULTIPLE_MODE;
	return cmd->feature == cache->on.code || cmd->feature == cache->off.code ||
	       cmd->feature == ahead->on.code || cmd->feature == ahead->off.code;
}

bool ata_reads_lba(const struct ata_cmd *cmd)
{
	const struct ata_feature_def *feature = &ata_feature_table[ata_feature_of(cmd)];

	return ata_command_table[cmd->id].reads_lba || feature->in_lba || feature->value_in_lba;
}

uint8_t ata_device_field(const struct ata_cmd *cmd)
{
	enum { LBA_MODE = 0x40 };
	uint8_t top = cmd->ext ? 0 : cmd->lba >> 24 & 0x0f;

	return (cmd->device ? cmd->device : LBA_MODE) | top;
}

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
	const struct ata_feature_def *def = &ata_feature_table[ata_feature_of(cmd)];
	const char *subcommand = is_subcommand(cmd, def, true) ? def->on.name : def->off.name;
	enum sct_operation sct = sct_sent_operation(cmd);

	if (sct)
		snprintf(title, ATA_TITLE_BYTES, "%s SCT %s", ata_command_name(cmd),
			 sct_operation_table[sct].name);
	else if (subcommand)
		snprintf(title, ATA_TITLE_BYTES, "%s %s", ata_command_name(cmd), subcommand);
	else
		snprintf(title, ATA_TITLE_BYTES, "%s", ata_command_name(cmd));
	return title;
}

enum ata_lasting ata_lasting(const struct ata_cmd *cmd)
{
	const struct ata_feature_def *feature = &ata_feature_table[ata_feature_of(cmd)];
	enum sct_operation sct = sct_sent_operation(cmd);

	/* COUNT bit 0 (VV, Value Volatile): 1 keeps the size over power cycles (ACS-2) */
	if (cmd->id == ATA_SET_MAX || cmd->id == ATA_SET_MAX_EXT)
		return cmd->count & 1 ? LASTING_PERMANENT : LASTING_POWER_CYCLE;
	if (cmd->id == ATA_SET_FEATURES)
		return cmd->lba & feature->save_bit ? LASTING_PERMANENT : feature->lasting;
	if (sct == SCT_SET_FEATURE && ata_word(cmd->data, WORD_OPTIONS) == SCT_OPTION_KEEP)
		return LASTING_PERMANENT;
	if (sct)
		return sct_operation_table[sct].lasting;
	return ata_command_table[cmd->id].lasting;
}

/* --- DOWNLOAD MICROCODE (ACS-4 7.7) --- */

/* FFFFh means "not reported". */
static unsigned blocks_stated(unsigned blocks)
{
	return blocks == 0xffff ? 0 : blocks;
}

void ata_firmware_limits(const uint8_t *id, struct ata_firmware_limits *limits)
{
	limits->supported = ata_id_has(id, ID_HAS_DOWNLOAD_MICROCODE) &&
			    ata_id_enabled(id, ID_HAS_DOWNLOAD_MICROCODE);
	limits->offsets = ata_id_has(id, ID_HAS_DOWNLOAD_MICROCODE_SEGMENTED);
	limits->min_blocks = ata_id_known(id, ID_MICROCODE_MIN);
	limits->max_blocks = ata_id_known(id, ID_MICROCODE_MAX);
}

/* Decode the QWord at byte 16 (ACS-4 9.11.5.3): bit 63: valid; 31:16: maximum; 15:0: minimum. */
void ata_firmware_modes(const uint8_t *page, struct ata_firmware_modes *modes)
{
	uint64_t qword = ata_qword(page, 16 / 2);

	*modes = (struct ata_firmware_modes){ .valid = qword >> 63 };
	if (!modes->valid)
		return;
	modes->min_blocks = blocks_stated(qword & 0xffff);
	modes->max_blocks = blocks_stated(qword >> 16 & 0xffff);
	modes->lacks_deferred = !(qword >> 34 & 1);
}

struct ata_cmd ata_download_microcode(enum ata_firmware_mode mode, void *data, size_t bytes,
				      unsigned offset)
{
	struct ata_cmd cmd = ata_command_data(ATA_DOWNLOAD_MICROCODE, data, bytes);
	unsigned blocks = cmd.count;

	cmd.feature = (uint16_t)mode;
	cmd.count = blocks & 0xff;
	cmd.lba = blocks >> 8 | (uint64_t)offset << 8;
	if (!bytes) {
		cmd.protocol = ATA_NON_DATA;
		cmd.data = NULL;
	}
	return cmd;
}

enum ata_firmware_indication ata_firmware_indication(const struct ata_cmd *download)
{
	unsigned told = download->res.count & 0xff;
	bool segments =
		download->feature == FIRMWARE_OFFSETS || download->feature == FIRMWARE_DEFERRED;

	if (!download->res.valid || !segments || told > FIRMWARE_WAITS)
		return FIRMWARE_NO_INDICATION;
	return (enum ata_firmware_indication)told;
}

/* --- Sectors --- */

enum { LAST_28BIT = 0x0ffffffe }; /* above this LBA, 48-bit READ and WRITE are preferred */

struct ata_cmd ata_sectors(const uint8_t *id, enum ata_sectors_act act, struct ata_sector_run run,
			   void *data)
{
	static const enum ata_id ids[][2] = {
		[SECTORS_READ] = { ATA_READ_SECTORS, ATA_READ_SECTORS_EXT },
		[SECTORS_WRITE] = { ATA_WRITE_SECTORS, ATA_WRITE_SECTORS_EXT },
		[SECTORS_VERIFY] = { ATA_READ_VERIFY_SECTORS, ATA_READ_VERIFY_SECTORS_EXT },
	};
	bool ext = ata_id_has(id, ID_HAS_LBA48) &&
		   (act == SECTORS_VERIFY || run.lba + run.count - 1 > LAST_28BIT);
	unsigned bytes = ata_id_sector_bytes(id);
	struct ata_cmd cmd = ata_command(ids[act][ext]);

	if (act != SECTORS_VERIFY) {
		cmd = ata_command_data(ids[act][ext], data, (size_t)bytes * run.count);
		cmd.logical_blocks = bytes != 512;
	}
	/* COUNT 0 means 256 sectors, or 65536 in a 48-bit command */
	cmd.count = (uint16_t)(run.count & (ext ? 0xffff : 0xff));
	cmd.lba = run.lba;
	return cmd;
}

unsigned ata_verify_most(const uint8_t *id)
{
	return ata_id_has(id, ID_HAS_LBA48) ? 65536 : 256;
}

bool ata_sector_is_28bit(uint64_t lba)
{
	return lba <= LAST_28BIT + 1;
}

bool ata_sector_exists(const uint8_t *id, uint64_t lba)
{
	uint64_t sectors = ata_id_sectors(id);

	return (ata_sector_is_28bit(lba) || ata_id_has(id, ID_HAS_LBA48)) &&
	       (!sectors || lba < sectors);
}

bool ata_transfer_failed(const struct ata_result *res)
{
	return res->valid && (res->status & ST_ERR) && (res->error & ER_ICRC);
}

/* LBA 23:0 suffices if LBA 47:24 is lost: no two sectors of a run have equal LBA 23:0. */
uint64_t ata_failed_sector(const struct ata_result *res, struct ata_sector_run run)
{
	uint64_t mask = res->lba_cut ? 0xffffff : ATA_ADDRESSES - 1, ahead = run.count;

	if (res->valid)
		ahead = (res->lba - run.lba) & mask;
	return run.lba + (ahead < run.count ? ahead : run.count);
}

void ata_trim_encode(uint64_t lba, uint16_t count, uint8_t entry[TRIM_ENTRY_BYTES])
{
	uint64_t value = lba | (uint64_t)count << 48;

	for (unsigned i = 0; i < TRIM_ENTRY_BYTES; i++)
		entry[i] = (uint8_t)(value >> 8 * i);
}

bool all_zeros(const void *data, size_t bytes)
{
	const uint8_t *byte = data;

	return bytes == 0 || (byte[0] == 0 && !memcmp(byte, byte + 1, bytes - 1));
}

struct contents contents_of(const void *data, size_t bytes)
{
	/* FNV-1a with 64 bits */
	const uint64_t basis = UINT64_C(0xcbf29ce484222325), prime = UINT64_C(0x100000001b3);
	const uint8_t *at = data;
	struct contents contents = { CONTENTS_MIXED, basis };
	bool repeated = !memcmp(at, at + 4, bytes - 4);
	uint32_t word;

	memcpy(&word, at, sizeof(word));
	if (repeated) {
		contents.mark = word;
		contents.kind = word == 0	     ? CONTENTS_ZEROS
				: word == UINT32_MAX ? CONTENTS_ONES
						     : CONTENTS_REPEATED;
		return contents;
	}
	for (size_t i = 0; i < bytes; i++)
		contents.mark = (contents.mark ^ at[i]) * prime;
	return contents;
}

void contents_like(const struct contents *contents, void *data, size_t bytes)
{
	uint32_t words[2] = { (uint32_t)contents->mark, (uint32_t)contents->mark };
	uint8_t *to = data;

	if (contents->kind == CONTENTS_MIXED) {
		words[1] = (uint32_t)(contents->mark >> 32);
		words[1] += words[0] == words[1];
	}
	for (size_t i = 0; i < bytes; i++)
		to[i] = ((const uint8_t *)words)[i % sizeof(words)];
}
