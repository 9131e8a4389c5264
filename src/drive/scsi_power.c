// SPDX-License-Identifier: GPL-2.0-or-later
/* Power conditions of SCSI disks, at once: START STOP UNIT. */
#include "scsi_disk.h"
#include "sysfs.h"

#include <errno.h>
#include <string.h>

/* Whether a stopped disk is started again by the kernel at the next access, and is a hard disk. */
static bool may_stop(struct drive *drive, const char *folder)
{
	char path[PATH_MAX], text[8];
	uint64_t rotates;

	return !scsi_disk_removable(drive, folder) &&
	       !sysfs_u64(drive->dev->host, folder, "queue/rotational", &rotates) && rotates &&
	       scsi_disk_attribute(drive, "allow_restart", path, sizeof(path)) &&
	       host_read_file(drive->dev->host, path, text, sizeof(text)) > 0 && !strcmp(text, "1");
}

/*
 * The power condition, which the next access ends. A USB disk, and others with removable media, may
 * ignore the condition and stop at once, and a card reader's medium is then gone: they are asked
 * only if they may be stopped, which *stops tells.
 */
static int go_to(struct drive *drive, enum ata_epc condition, struct scsi_cmd *cmd, bool *stops)
{
	char folder[SYSFS_DISK_BYTES] = "";
	bool known = sysfs_disk_folder(&drive->dev->sys, folder);

	*stops = known && may_stop(drive, folder);
	if (!*stops &&
	    (!known || device_is_usb(drive->dev) || scsi_disk_removable(drive, folder))) {
		drive_tell(drive, "START STOP UNIT might eject its medium, and is not sent");
		return -EOPNOTSUPP;
	}
	*cmd = scsi_go_to(condition);
	return scsi_disk_ask(drive, cmd);
}

int scsi_disk_go_to(struct drive *drive, enum ata_epc condition)
{
	struct scsi_cmd cmd;
	bool stops;

	return go_to(drive, condition, &cmd, &stops);
}

/* A disk that does not know the power condition is stopped, if the kernel will start it. */
int scsi_disk_standby(struct drive *drive)
{
	struct scsi_cmd cmd = { .sense_bytes = 0 };
	struct scsi_sense sense;
	bool stops;
	int err = go_to(drive, ATA_EPC_STANDBY_Z, &cmd, &stops);

	sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);
	if (err != -EOPNOTSUPP || sense.code.asc != ASC_INVALID_FIELD || !stops)
		return err;
	cmd = scsi_start_stop_unit(false);
	return scsi_disk_ask(drive, &cmd);
}

/* REQUEST SENSE tells it by NOT READY, or NO SENSE with a progress (SPC-5 table F.1). */
int scsi_disk_background(struct drive *drive, const char **work)
{
	static const struct {
		uint8_t ascq;
		const char *work;
	} of_not_ready[] = { { 0x04, "a format" }, { 0x09, "a self-test" }, { 0x1b, "sanitize" } };
	uint8_t data[ATA_SENSE_BYTES] = { 0 };
	struct scsi_cmd cmd = scsi_request_sense(data, sizeof(data));
	int err = scsi_disk_ask(drive, &cmd);
	struct sense_code code = sense_code(data, cmd.got);

	for (size_t i = 0; !err && i < sizeof(of_not_ready) / sizeof(of_not_ready[0]); i++) {
		if (code.asc == ASC_NOT_READY && code.ascq == of_not_ready[i].ascq)
			*work = of_not_ready[i].work;
	}
	return err;
}

/* As ATA's IDLE: it wakes the disk. */
int scsi_disk_start(struct drive *drive)
{
	struct scsi_cmd cmd = scsi_start_stop_unit(true);

	return scsi_disk_ask(drive, &cmd);
}
