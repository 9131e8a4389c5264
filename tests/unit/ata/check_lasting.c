// SPDX-License-Identifier: GPL-2.0-or-later
/* The lines of --dry-run for a change: its name, and how long it lasts. */
#include "ata_drive.h"
#include "suites.h"

static const struct {
	uint8_t subcommand;
	enum ata_lasting lasting;
	const char *title;
} subcommands[] = {
	/* the drive itself keeps these (ACS-4 7.43.8) */
	{ 0x06, LASTING_PERMANENT, "SET FEATURES enable power-up in standby" },
	{ 0x86, LASTING_PERMANENT, "SET FEATURES disable power-up in standby" },
	{ 0x07, LASTING_MOMENTARY, "SET FEATURES spin up after power-up in standby" },
	{ 0x03, LASTING_RESET, "SET FEATURES set transfer mode" },
	{ 0x02, LASTING_POWER_CYCLE, "SET FEATURES enable write cache" },
	{ 0x82, LASTING_POWER_CYCLE, "SET FEATURES disable write cache" },
	{ 0x04, LASTING_POWER_CYCLE, "SET FEATURES enable defect reassignment" },
	{ 0x84, LASTING_POWER_CYCLE, "SET FEATURES disable defect reassignment" },
	{ 0x05, LASTING_POWER_CYCLE, "SET FEATURES enable APM" },
	{ 0x85, LASTING_POWER_CYCLE, "SET FEATURES disable APM" },
	{ 0x0b, LASTING_POWER_CYCLE, "SET FEATURES enable write-read-verify" },
	{ 0x8b, LASTING_POWER_CYCLE, "SET FEATURES disable write-read-verify" },
	{ 0x42, LASTING_POWER_CYCLE, "SET FEATURES enable automatic acoustic management" },
	{ 0xc2, LASTING_POWER_CYCLE, "SET FEATURES disable automatic acoustic management" },
	{ 0xaa, LASTING_POWER_CYCLE, "SET FEATURES enable read look-ahead" },
	{ 0x55, LASTING_POWER_CYCLE, "SET FEATURES disable read look-ahead" },
	{ 0x66, LASTING_POWER_CYCLE, "SET FEATURES keep features over reset" },
	{ 0xcc, LASTING_POWER_CYCLE, "SET FEATURES revert features at reset" },
	{ 0xab, LASTING_POWER_CYCLE, "SET FEATURES set maximum prefetch" },
	{ 0x5a, LASTING_UNKNOWN, "SET FEATURES" },
	{ 0x00, LASTING_UNKNOWN, "SET FEATURES" },
};

/* Subcommands of feature 4Ah differ in LBA 3:0; LBA bit 4 saves. */
static const struct {
	uint32_t lba;
	enum ata_lasting lasting;
	const char *title;
} functions[] = {
	{ 0x00, LASTING_POWER_CYCLE, "SET FEATURES restore power condition settings" },
	{ 0x50, LASTING_PERMANENT, "SET FEATURES restore power condition settings" },
	{ 0x01, LASTING_MOMENTARY, "SET FEATURES go to power condition" },
	{ 0x11, LASTING_MOMENTARY, "SET FEATURES go to power condition" },
	{ 0x04b022, LASTING_POWER_CYCLE, "SET FEATURES set power condition timer" },
	{ 0x0014b2, LASTING_PERMANENT, "SET FEATURES set power condition timer" },
	{ 0x23, LASTING_POWER_CYCLE, "SET FEATURES set power condition state" },
	{ 0x13, LASTING_PERMANENT, "SET FEATURES set power condition state" },
	{ 0x04, LASTING_PERMANENT, "SET FEATURES enable EPC" },
	{ 0x05, LASTING_PERMANENT, "SET FEATURES disable EPC" },
	{ 0x06, LASTING_UNKNOWN, "SET FEATURES" },
};

START_TEST(functions_of_one_subcommand)
{
	struct ata_cmd cmd = ata_command(ATA_SET_FEATURES);
	char title[ATA_TITLE_BYTES];

	cmd.feature = 0x4a;
	cmd.lba = functions[_i].lba;
	ck_assert_int_eq(ata_lasting(&cmd), functions[_i].lasting);
	ck_assert_str_eq(ata_command_title(&cmd, title), functions[_i].title);
	ck_assert_int_eq(ata_reads_lba(&cmd), functions[_i].lasting != LASTING_UNKNOWN);
}
END_TEST

START_TEST(set_features_by_subcommand)
{
	struct ata_cmd cmd = ata_command(ATA_SET_FEATURES);
	char title[ATA_TITLE_BYTES];

	cmd.feature = subcommands[_i].subcommand;
	ck_assert_int_eq(ata_lasting(&cmd), subcommands[_i].lasting);
	ck_assert_str_eq(ata_command_title(&cmd, title), subcommands[_i].title);
}
END_TEST

START_TEST(every_feature_is_told)
{
	enum ata_feature feature = (enum ata_feature)(FEATURE_NONE + 1 + _i);
	const struct ata_feature_def *def = &ata_feature_table[feature];

	ck_assert(def->on.code && def->on.name);
	ck_assert(!def->off.code == !def->off.name);
	ck_assert_int_ne(def->lasting, LASTING_UNKNOWN);
	ck_assert(def->in_identify ||
		  (!def->identify_feature && !def->level && !def->valid_word_only));
	for (unsigned on = def->off.name ? 0 : 1; on <= 1; on++) {
		struct ata_cmd cmd = ata_set_feature(feature, on, 0);

		ck_assert_int_eq(ata_feature_of(&cmd), feature);
	}
}
END_TEST

/* Commands with a permanent effect, and commands whose effect ends by itself. */
static const struct {
	enum ata_id id;
	enum ata_lasting lasting;
} commands[] = {
	{ ATA_WRITE_SECTORS, LASTING_PERMANENT },
	{ ATA_WRITE_SECTORS_EXT, LASTING_PERMANENT },
	{ ATA_WRITE_LONG, LASTING_PERMANENT },
	{ ATA_WRITE_UNCORRECTABLE_EXT, LASTING_PERMANENT },
	{ ATA_DATA_SET_MANAGEMENT, LASTING_PERMANENT },
	{ ATA_SET_ACCESSIBLE_MAX, LASTING_PERMANENT },
	{ ATA_DCO_RESTORE, LASTING_PERMANENT },
	{ ATA_DCO_SET, LASTING_PERMANENT },
	{ ATA_SECURITY_SET_PASSWORD, LASTING_PERMANENT },
	{ ATA_SECURITY_ERASE_UNIT, LASTING_PERMANENT },
	{ ATA_SECURITY_DISABLE_PASSWORD, LASTING_PERMANENT },
	{ ATA_SANITIZE_CRYPTO_SCRAMBLE_EXT, LASTING_PERMANENT },
	{ ATA_SANITIZE_BLOCK_ERASE_EXT, LASTING_PERMANENT },
	{ ATA_SANITIZE_OVERWRITE_EXT, LASTING_PERMANENT },
	{ ATA_DOWNLOAD_MICROCODE, LASTING_PERMANENT },
	{ ATA_SET_SECTOR_CONFIGURATION_EXT, LASTING_PERMANENT },
	{ ATA_SMART_WRITE_LOG, LASTING_PERMANENT },
	{ ATA_DCO_FREEZE_LOCK, LASTING_POWER_CYCLE },
	{ ATA_SECURITY_UNLOCK, LASTING_POWER_CYCLE },
	{ ATA_SECURITY_FREEZE_LOCK, LASTING_POWER_CYCLE },
	{ ATA_SANITIZE_FREEZE_LOCK_EXT, LASTING_POWER_CYCLE },
	{ ATA_SANITIZE_ANTIFREEZE_LOCK_EXT, LASTING_POWER_CYCLE },
	{ ATA_IDLE, LASTING_POWER_CYCLE },
	{ ATA_SLEEP, LASTING_RESET },
	{ ATA_SET_MULTIPLE_MODE, LASTING_RESET },
	{ ATA_STANDBY_IMMEDIATE, LASTING_MOMENTARY },
	{ ATA_SECURITY_ERASE_PREPARE, LASTING_MOMENTARY },
};

START_TEST(commands_by_what_they_do)
{
	struct ata_cmd cmd = ata_command(commands[_i].id);

	ck_assert_int_eq(ata_lasting(&cmd), commands[_i].lasting);
}
END_TEST

/* COUNT bit 0 (ACS-2 7.48.3). */
START_TEST(a_size_lasts_as_asked)
{
	struct ata_cmd cmd = ata_command(_i ? ATA_SET_MAX_EXT : ATA_SET_MAX);

	ck_assert_int_eq(ata_lasting(&cmd), LASTING_POWER_CYCLE);
	cmd.count = 1;
	ck_assert_int_eq(ata_lasting(&cmd), LASTING_PERMANENT);
}
END_TEST

/* A change without a row would be shown as unknown. */
START_TEST(every_change_has_a_row)
{
	for (unsigned id = 0; id < ATA_COMMAND_COUNT; id++) {
		struct ata_cmd cmd = ata_command((enum ata_id)id);

		if (ata_changes(&cmd) && cmd.id != ATA_SET_FEATURES &&
		    cmd.id != ATA_SEAGATE_POWERSAVE_OFF)
			ck_assert_msg(ata_lasting(&cmd) != LASTING_UNKNOWN, "%s",
				      ata_command_name(&cmd));
	}
}
END_TEST

Suite *lasting_suite(void)
{
	Suite *suite = suite_create("lasting");

	add_rows(suite, "subcommands", set_features_by_subcommand, ROWS(subcommands));
	add_rows(suite, "functions_of_one_subcommand", functions_of_one_subcommand,
		 ROWS(functions));
	add_rows(suite, "features", every_feature_is_told, ATA_FEATURE_COUNT - 1);
	add_rows(suite, "commands", commands_by_what_they_do, ROWS(commands));
	add_rows(suite, "sizes", a_size_lasts_as_asked, 2);
	add_case(suite, "every change", every_change_has_a_row);
	return suite;
}
