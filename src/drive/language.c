// SPDX-License-Identifier: GPL-2.0-or-later
/* What a drive's language is like: names, and what holds of all its drives. */
#include "build.h"
#include "device_ask.h"
#include "ops.h"

#include <errno.h>

bool drive_sector_bytes_later(struct drive *drive)
{
	return drive_ops_of(drive)->sector_bytes_later;
}

bool drive_sector_bytes_formats(struct drive *drive)
{
	return drive_ops_of(drive)->sector_bytes_formats;
}

/* What the kernel alone answers for lacks what an ATA drive would have. */
const char *drive_recovery_name(struct drive *drive)
{
	const char *name = drive_ops_of(drive)->recovery_name;
	bool none = drive_has_no(drive, VERB_RECOVERY_TIME);

	return name && !none ? name : drive_ata.recovery_name;
}

const char *drive_verify_name(struct drive *drive)
{
	return drive_ops_of(drive)->verify_name;
}

const char *drive_erase_command(struct drive *drive, enum disk_erase erase)
{
	return drive_ops_of(drive)->erase_commands[erase];
}

bool drive_forgets_sanitize(struct drive *drive)
{
	return drive_ops_of(drive)->forgets_sanitize;
}

bool drive_sanitize_deallocates(struct drive *drive)
{
	return drive_ops_of(drive)->sanitize_deallocates;
}

const char *drive_language(struct drive *drive)
{
	const struct drive_ops *ops = drive_ops_of(drive);

	return ops->named ? ops->named(drive) : ops->name;
}

bool drive_power(struct drive *drive, struct power_state *state)
{
	if (!drive_has_no(drive, VERB_POWER))
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
