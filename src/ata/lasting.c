// SPDX-License-Identifier: GPL-2.0-or-later
/* How long what a command does will last, for those who want to know before they send it. */
#include "ata.h"

/* clang-format off */
static const enum ata_lasting by_id[ATA_COMMAND_COUNT] = {
	[ATA_FLUSH_CACHE] = LASTING_MOMENTARY,
	[ATA_FLUSH_CACHE_EXT] = LASTING_MOMENTARY,
	/* the timer that IDLE sets goes with the power */
	[ATA_IDLE] = LASTING_POWER_CYCLE,
	[ATA_IDLE_IMMEDIATE] = LASTING_MOMENTARY,
	[ATA_IDLE_IMMEDIATE_UNLOAD] = LASTING_MOMENTARY,
	[ATA_STANDBY_IMMEDIATE] = LASTING_MOMENTARY,
	[ATA_STANDBY_IMMEDIATE_OLD] = LASTING_MOMENTARY,
	/* SLEEP ends with a reset only (ACS-4 7.48) */
	[ATA_SLEEP] = LASTING_RESET,
	[ATA_SLEEP_OLD] = LASTING_RESET,
	[ATA_SET_MULTIPLE_MODE] = LASTING_RESET,
	[ATA_MEDIA_LOCK] = LASTING_RESET,
	[ATA_MEDIA_UNLOCK] = LASTING_RESET,
};

/* SET FEATURES (ACS-4 7.43, ATA8-ACS 4.4 for what a reset reverts). */
static const struct {
	uint8_t subcommand;
	enum ata_lasting lasting;
} by_feature[] = {
	{ SF_WRITE_CACHE_ON, LASTING_POWER_CYCLE },
	{ SF_WRITE_CACHE_OFF, LASTING_POWER_CYCLE },
	{ SF_TRANSFER_MODE, LASTING_RESET },
	{ SF_DEFECT_MANAGEMENT_ON, LASTING_POWER_CYCLE },
	{ SF_DEFECT_MANAGEMENT_OFF, LASTING_POWER_CYCLE },
	{ SF_APM_ON, LASTING_POWER_CYCLE },
	{ SF_APM_OFF, LASTING_POWER_CYCLE },
	{ SF_POWER_UP_IN_STANDBY_ON, LASTING_PERMANENT },
	{ SF_POWER_UP_IN_STANDBY_OFF, LASTING_PERMANENT },
	{ SF_POWER_UP_SPIN_UP, LASTING_MOMENTARY },
	{ SF_WRITE_READ_VERIFY_ON, LASTING_POWER_CYCLE },
	{ SF_WRITE_READ_VERIFY_OFF, LASTING_POWER_CYCLE },
	{ SF_ACOUSTIC_ON, LASTING_POWER_CYCLE },
	{ SF_ACOUSTIC_OFF, LASTING_POWER_CYCLE },
	{ SF_READ_LOOK_AHEAD_ON, LASTING_POWER_CYCLE },
	{ SF_READ_LOOK_AHEAD_OFF, LASTING_POWER_CYCLE },
	{ SF_KEEP_FEATURES_ON, LASTING_POWER_CYCLE },
	{ SF_KEEP_FEATURES_OFF, LASTING_POWER_CYCLE },
	{ SF_PREFETCH, LASTING_POWER_CYCLE },
};
/* clang-format on */

enum ata_lasting ata_lasting(const struct ata_cmd *cmd)
{
	if (cmd->id != ATA_SET_FEATURES)
		return by_id[cmd->id];
	for (size_t i = 0; i < sizeof(by_feature) / sizeof(by_feature[0]); i++) {
		if (by_feature[i].subcommand == (cmd->feature & 0xff))
			return by_feature[i].lasting;
	}
	return LASTING_UNKNOWN;
}
