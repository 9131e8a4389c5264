// SPDX-License-Identifier: GPL-2.0-or-later
/* Functions that several verbs share. */
#include "ata_disk.h"
#include "device.h"
#include "drive.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

static __attribute__((format(printf, 2, 0))) void tell(struct drive *drive, const char *fmt,
						       va_list args)
{
	drive->failure.lacks = drive->failure.refused = drive->failure.lost = false;
	drive->failure.unbegun = drive->failure.disproved = false;
	drive->failure.ready_s = 0;
	drive->failure.advice[0] = '\0';
	vsnprintf(drive->failure.text, sizeof(drive->failure.text), fmt, args);
}

void drive_tell(struct drive *drive, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	tell(drive, fmt, args);
	va_end(args);
}

int drive_refuse(struct drive *drive, int err, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	tell(drive, fmt, args);
	va_end(args);
	drive->failure.refused = true;
	return err;
}

int drive_refused_by_sanitize(struct drive *drive, enum disk_sanitize_state state)
{
	bool runs = state == DISK_SANITIZE_RUNNING;

	if (!runs && state != DISK_SANITIZE_FAILED)
		return 0;
	drive_tell(drive, "%s",
		   runs ? "a sanitize operation is running, and the drive refuses reads"
			: "the last sanitize operation has failed");
	snprintf(drive->failure.advice, sizeof(drive->failure.advice), "%s",
		 disk_sanitize_advice(state));
	return runs ? -EBUSY : -EIO;
}

void drive_keep(struct drive *drive, const struct ata_cmd *cmd)
{
	drive_tell(drive, "%s", "");
	drive->failure.ata = *cmd;
	ata_command_title(cmd, drive->failure.title);
	drive->failure.ata.data = NULL;
}

int drive_send(struct drive *drive, struct ata_cmd *cmd)
{
	int err = device_ata(drive->dev, cmd);

	if (err)
		drive_keep(drive, cmd);
	return err;
}

int ata_disk_log_page(struct drive *drive, uint8_t address, uint16_t page, uint8_t data[ID_BYTES])
{
	struct ata_cmd cmd;
	int err = device_listed_page(drive->dev, address, page, data, &cmd);

	if (err && err != -ENOENT)
		drive_keep(drive, &cmd);
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
