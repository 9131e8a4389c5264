// SPDX-License-Identifier: GPL-2.0-or-later
/* What the verbs of all languages share. */
#include "ops.h"
#include "power.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

void drive_tell(struct drive *drive, const char *fmt, ...)
{
	va_list args;

	drive->failure.lacks = drive->failure.refused = false;
	drive->failure.advice[0] = '\0';
	va_start(args, fmt);
	vsnprintf(drive->failure.text, sizeof(drive->failure.text), fmt, args);
	va_end(args);
}

int drive_send(struct drive *drive, struct ata_cmd *cmd)
{
	int err = device_ata(drive->dev, cmd);

	if (err) {
		drive->failure.lacks = drive->failure.refused = false;
		drive->failure.text[0] = drive->failure.advice[0] = '\0';
		drive->failure.ata = *cmd;
		drive->failure.ata.data = NULL;
	}
	return err;
}

bool drive_failed_ata(const struct drive *drive)
{
	return !drive->failure.lacks && !*drive->failure.text;
}

int drive_sync(struct drive *drive)
{
	int err = host_fsync(drive->dev->host, drive->dev->fd);

	if (err)
		drive_tell(drive, "fsync failed");
	return err;
}

bool drive_condition(struct drive *drive, struct power_state *state)
{
	return device_power(drive->dev, state);
}
