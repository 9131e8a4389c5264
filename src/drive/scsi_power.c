// SPDX-License-Identifier: GPL-2.0-or-later
/* Standby of SCSI disks: now, and by the timer of the disk. */
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
 * The power condition, which the next access ends. A disk that does not know it is stopped, if the
 * kernel will start it. A USB disk, and others with removable media, may ignore the condition and
 * stop at once, and a card reader's medium is then gone: they are asked only if they may be
 * stopped.
 */
int scsi_disk_standby(struct drive *drive)
{
	struct scsi_cmd cmd = scsi_start_stop_unit(SCSI_POWER_STANDBY);
	char folder[SYSFS_DISK_BYTES] = "";
	bool known = sysfs_disk_folder(&drive->dev->sys, folder),
	     stops = known && may_stop(drive, folder);
	struct scsi_sense sense;
	int err;

	if (!stops && (!known || device_is_usb(drive->dev) || scsi_disk_removable(drive, folder))) {
		drive_tell(drive, "START STOP UNIT might eject its medium, and is not sent");
		return -EOPNOTSUPP;
	}
	err = scsi_disk_ask(drive, &cmd);
	sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);
	if (err != -EOPNOTSUPP || sense.code.asc != ASC_INVALID_FIELD || !stops)
		return err;
	cmd = scsi_start_stop_unit(SCSI_POWER_STOP);
	return scsi_disk_ask(drive, &cmd);
}

static int start(struct drive *drive)
{
	struct scsi_cmd cmd = scsi_start_stop_unit(SCSI_POWER_START);

	return scsi_disk_ask(drive, &cmd);
}

/* The mode page's answer in data, and its length in *got. */
static int read_timer(struct drive *drive, enum scsi_mode_control control,
		      uint8_t data[SCSI_MODE_BYTES], size_t *got, struct scsi_standby *timer)
{
	int err = scsi_disk_mode_sense(drive, SCSI_MODE_POWER_CONDITION, control, data, got);

	if (!err && scsi_standby_decode(data, *got, timer))
		return 0;
	if (err && err != -EOPNOTSUPP)
		return err;
	drive_tell(drive, "the disk has no timer for standby");
	return -EOPNOTSUPP;
}

static int write_timer(struct drive *drive, const struct scsi_standby *timer)
{
	uint8_t data[SCSI_MODE_BYTES], list[SCSI_MODE_BYTES];
	struct scsi_standby now = { .enabled = false }, mask = now;
	size_t got, n;
	int err = read_timer(drive, SCSI_MODE_CHANGEABLE, data, &got, &mask);

	if (!err && !(mask.enabled && mask.time)) {
		drive_tell(drive, "the disk does not let its timer for standby be set");
		err = -EOPNOTSUPP;
	}
	if (!err)
		err = read_timer(drive, SCSI_MODE_CURRENT, data, &got, &now);
	if (err)
		return err;
	n = scsi_standby_encode(data, got, timer, list);
	err = scsi_disk_mode_select(drive, list, n, false);
	if (err || drive->dev->dry_run)
		return err;
	err = read_timer(drive, SCSI_MODE_CURRENT, data, &got, &now);
	if (!err && (now.enabled != timer->enabled || (now.enabled && now.time != timer->time))) {
		drive_tell(drive, "the disk reports success, but its timer for standby is %s",
			   now.enabled ? "another" : "off");
		err = -EIO;
	}
	return err;
}

int scsi_disk_standby_timer(struct drive *drive, uint32_t *tenths)
{
	uint8_t data[SCSI_MODE_BYTES];
	struct scsi_standby timer;
	size_t got;
	int err = read_timer(drive, SCSI_MODE_CURRENT, data, &got, &timer);

	if (!err)
		*tenths = timer.enabled ? timer.time : 0;
	return err;
}

/* START: as ATA's IDLE, which sets the timer there, it wakes the disk. */
int scsi_disk_set_standby_timer(struct drive *drive, struct standby_time time)
{
	enum { UNITS = 10 }; /* of 100 ms in a second */
	struct scsi_standby timer = { .enabled = time.seconds, .time = time.seconds * UNITS };
	int err;

	if (time.code && !time.seconds) {
		drive_tell(drive, "%u is a time of the maker's choice: give a time, as 20min",
			   time.code);
		drive->failure.refused = true;
		return -EINVAL;
	}
	err = write_timer(drive, &timer);
	/* where there is no timer, it is off */
	if (err && !(err == -EOPNOTSUPP && !time.seconds))
		return err;
	return start(drive);
}
