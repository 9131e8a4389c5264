// SPDX-License-Identifier: GPL-2.0-or-later
/* What --dry-run says of how long a change lasts: of every command and subcommand that changes. */
#include "suites.h"
#include "ata.h"

static const struct {
	uint8_t subcommand;
	enum ata_lasting lasting;
} features[] = {
	/* these are kept by the drive itself (ACS-4 7.43.8) */
	{ SF_POWER_UP_IN_STANDBY_ON, LASTING_PERMANENT },
	{ SF_POWER_UP_IN_STANDBY_OFF, LASTING_PERMANENT },
	{ SF_POWER_UP_SPIN_UP, LASTING_MOMENTARY },
	{ SF_TRANSFER_MODE, LASTING_RESET },
	{ SF_WRITE_CACHE_ON, LASTING_POWER_CYCLE },
	{ SF_WRITE_CACHE_OFF, LASTING_POWER_CYCLE },
	{ SF_DEFECT_MANAGEMENT_ON, LASTING_POWER_CYCLE },
	{ SF_DEFECT_MANAGEMENT_OFF, LASTING_POWER_CYCLE },
	{ SF_APM_ON, LASTING_POWER_CYCLE },
	{ SF_APM_OFF, LASTING_POWER_CYCLE },
	{ SF_WRITE_READ_VERIFY_ON, LASTING_POWER_CYCLE },
	{ SF_WRITE_READ_VERIFY_OFF, LASTING_POWER_CYCLE },
	{ SF_ACOUSTIC_ON, LASTING_POWER_CYCLE },
	{ SF_ACOUSTIC_OFF, LASTING_POWER_CYCLE },
	{ SF_READ_LOOK_AHEAD_ON, LASTING_POWER_CYCLE },
	{ SF_READ_LOOK_AHEAD_OFF, LASTING_POWER_CYCLE },
	{ SF_KEEP_FEATURES_ON, LASTING_POWER_CYCLE },
	{ SF_KEEP_FEATURES_OFF, LASTING_POWER_CYCLE },
	{ SF_PREFETCH, LASTING_POWER_CYCLE },
	{ 0x5a, LASTING_UNKNOWN },
};

START_TEST(set_features_by_subcommand)
{
	struct ata_cmd cmd = ata_set_features(features[_i].subcommand, 0);

	ck_assert_int_eq(ata_lasting(&cmd), features[_i].lasting);
}
END_TEST

/* What leaves data or the drive otherwise for good; and what is gone by itself. */
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

/* A command that changes and has no row would be told as one of which nobody knows. */
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

	add_rows(suite, "features", set_features_by_subcommand, ROWS(features));
	add_rows(suite, "commands", commands_by_what_they_do, ROWS(commands));
	add_rows(suite, "sizes", a_size_lasts_as_asked, 2);
	add_case(suite, "every change", every_change_has_a_row);
	return suite;
}
