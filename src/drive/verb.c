// SPDX-License-Identifier: GPL-2.0-or-later
/* What the verbs of all languages share. */
#include "ata_disk.h"
#include "drive_logs.h"
#include "power.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

void drive_tell(struct drive *drive, const char *fmt, ...)
{
	va_list args;

	drive->failure.lacks = drive->failure.refused = drive->failure.lost = false;
	va_start(args, fmt);
	vsnprintf(drive->failure.text, sizeof(drive->failure.text), fmt, args);
	va_end(args);
}

static int keep(struct drive *drive, int err, const struct ata_cmd *cmd)
{
	if (err) {
		drive_tell(drive, "%s", "");
		drive->failure.ata = *cmd;
		ata_command_title(cmd, drive->failure.title);
		drive->failure.ata.data = NULL;
	}
	return err;
}

int drive_send(struct drive *drive, struct ata_cmd *cmd)
{
	return keep(drive, device_ata(drive->dev, cmd), cmd);
}

int ata_disk_log_page(struct drive *drive, uint8_t address, uint16_t page, uint8_t data[ID_BYTES])
{
	struct ata_cmd cmd;
	int err = device_listed_page(drive->dev, address, page, data, &cmd);

	return err == -ENOENT ? err : keep(drive, err, &cmd);
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

const struct drive_ops drive_block = { .name = "the block layer", .flush = drive_sync };
