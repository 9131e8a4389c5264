// SPDX-License-Identifier: GPL-2.0-or-later
/* Functions that several verbs share. */
#include "ata_disk.h"
#include "device.h"
#include "drive.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int drive_fail(struct drive *drive, enum failure_kind kind, int err, const char *fmt, ...)
{
	struct failure *failure = &drive->failure;
	va_list args;

	failure->kind = kind;
	failure->unbegun = false;
	failure->ready_s = 0;
	failure->advice[0] = '\0';
	va_start(args, fmt);
	vsnprintf(failure->text, sizeof(failure->text), fmt, args);
	va_end(args);
	return err;
}

void drive_forget_failure(struct drive *drive)
{
	drive->failure.answered = false;
	drive_fail(drive, FAILURE_NONE, 0, "%s", "");
}

void drive_add(struct drive *drive, const char *text)
{
	size_t n = strlen(drive->failure.text);

	snprintf(drive->failure.text + n, sizeof(drive->failure.text) - n, "; %s", text);
}

int drive_refused_by_sanitize(struct drive *drive, enum disk_sanitize_state state)
{
	int err;

	if (state == DISK_SANITIZE_RUNNING)
		err = drive_tell(drive, -EBUSY,
				 "a sanitize operation is running, and the drive refuses reads");
	else if (state == DISK_SANITIZE_FAILED)
		err = drive_tell(drive, -EIO, "the last sanitize operation has failed");
	else
		return 0;
	snprintf(drive->failure.advice, sizeof(drive->failure.advice), "%s",
		 disk_sanitize_advice(state));
	return err;
}

void drive_keep(struct drive *drive, const struct ata_cmd *cmd)
{
	drive_fail(drive, FAILURE_ATA, 0, "%s", "");
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
	return drive->failure.kind == FAILURE_ATA;
}

int drive_sync(struct drive *drive)
{
	int err = host_fsync(drive->dev->host, drive->dev->fd);

	return err ? drive_tell(drive, err, "fsync failed") : 0;
}

struct past_failure drive_past_failure(const struct drive *drive)
{
	const struct attempt *attempt = &drive->dev->attempt;

	return (struct past_failure){ drive->failure, attempt->cmd, attempt->result, attempt->via };
}

void drive_restore_failure(struct drive *drive, const struct past_failure *past)
{
	drive->failure = past->failure;
	drive->dev->attempt.cmd = past->cmd;
	drive->dev->attempt.result = past->result;
	drive->dev->attempt.via = past->via;
}
