// SPDX-License-Identifier: GPL-2.0-or-later
/* What a drive's language is like: names, and what holds of all its drives. */
#include "build.h"
#include "device_ask.h"
#include "ops.h"

#include <errno.h>

/* What the kernel alone answers for lacks what an ATA drive would have. */
const char *drive_recovery_name(struct drive *drive)
{
	const char *name = drive_ops_of(drive)->recovery_name;
	bool none = drive_has_no(drive, VERB(recovery_time));

	return name && !none ? name : drive_ata.recovery_name;
}

const char *drive_language(struct drive *drive)
{
	const struct drive_ops *ops = drive_ops_of(drive);

	return ops->named ? ops->named(drive) : ops->name;
}

bool drive_power(struct drive *drive, struct power_state *state)
{
	if (!drive_has_no(drive, VERB(power)))
		return device_power(drive->dev, state);
	*state = (struct power_state){ .mode = "unknown", .err = -ENOTTY };
	state->cmd = ata_command(ATA_CHECK_POWER_MODE);
	return false;
}

int drive_kernel_names(struct drive *drive, struct disk_identity *id)
{
	const struct drive_ops *ops = drive_ops_of(drive);

	return (ops->names ? ops : &drive_scsi)->names(drive, id);
}
