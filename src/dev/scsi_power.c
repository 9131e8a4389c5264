// SPDX-License-Identifier: GPL-2.0-or-later
/* Standby of SCSI disks: now, and by the timer of the disk. */
#include "scsi_disk.h"
#include "sysfs.h"

#include <errno.h>
#include <string.h>

/* Whether a stopped disk is started again by the kernel at the next access, and is a hard disk. */
static bool may_stop(struct device *dev, const char *folder)
{
	char path[PATH_MAX], text[8];
	uint64_t rotates;

	return !scsi_disk_removable(dev, folder) &&
	       !sysfs_u64(dev->host, folder, "queue/rotational", &rotates) && rotates &&
	       scsi_disk_attribute(dev, "allow_restart", path, sizeof(path)) &&
	       host_read_file(dev->host, path, text, sizeof(text)) > 0 && !strcmp(text, "1");
}

/*
 * The power condition, which the next access ends. A disk that does not know it is stopped, if the
 * kernel will start it. A USB disk, and others with removable media, may ignore the condition and
 * stop at once, and a card reader's medium is then gone: they are asked only if they may be
 * stopped.
 */
int scsi_disk_standby(struct device *dev)
{
	struct scsi_cmd cmd = scsi_start_stop_unit(SCSI_POWER_STANDBY);
	char folder[SCSI_FOLDER_BYTES] = "";
	bool known = scsi_disk_folder(dev, folder), stops = known && may_stop(dev, folder);
	struct scsi_sense sense;
	int err;

	if (!stops && (!known || device_is_usb(dev) || scsi_disk_removable(dev, folder))) {
		device_attempt(dev, "START STOP UNIT might eject its medium, and is not sent");
		return -EOPNOTSUPP;
	}
	err = scsi_disk_ask(dev, &cmd);
	sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);
	if (err != -EOPNOTSUPP || sense.code.asc != ASC_INVALID_FIELD || !stops)
		return err;
	cmd = scsi_start_stop_unit(SCSI_POWER_STOP);
	return scsi_disk_ask(dev, &cmd);
}

static int start(struct device *dev)
{
	struct scsi_cmd cmd = scsi_start_stop_unit(SCSI_POWER_START);

	return scsi_disk_ask(dev, &cmd);
}

/* The mode page's answer in data, and its length in *got. */
static int read_timer(struct device *dev, enum scsi_mode_control control,
		      uint8_t data[SCSI_MODE_BYTES], size_t *got, struct scsi_standby *timer)
{
	struct scsi_cmd cmd =
		scsi_mode_sense(SCSI_MODE_POWER_CONDITION, control, data, SCSI_MODE_BYTES);
	int err = scsi_disk_ask(dev, &cmd);

	*got = cmd.got;
	if (!err && scsi_standby_decode(data, cmd.got, timer))
		return 0;
	if (err && err != -EOPNOTSUPP)
		return err;
	device_attempt(dev, "the disk has no timer for standby");
	return -EOPNOTSUPP;
}

static int write_timer(struct device *dev, const struct scsi_standby *timer)
{
	uint8_t data[SCSI_MODE_BYTES], list[SCSI_MODE_BYTES];
	struct scsi_standby now = { .enabled = false }, mask = now;
	struct scsi_cmd cmd;
	size_t got, n;
	int err = read_timer(dev, SCSI_MODE_CHANGEABLE, data, &got, &mask);

	if (!err && !(mask.enabled && mask.time)) {
		device_attempt(dev, "the disk does not let its timer for standby be set");
		err = -EOPNOTSUPP;
	}
	if (!err)
		err = read_timer(dev, SCSI_MODE_CURRENT, data, &got, &now);
	if (err)
		return err;
	n = scsi_standby_encode(data, got, timer, list);
	cmd = scsi_mode_select(list, n);
	err = scsi_disk_ask(dev, &cmd);
	if (err || dev->dry_run)
		return err;
	err = read_timer(dev, SCSI_MODE_CURRENT, data, &got, &now);
	if (!err && (now.enabled != timer->enabled || (now.enabled && now.time != timer->time))) {
		device_attempt(dev, "the disk reports success, but its timer for standby is %s",
			       now.enabled ? "another" : "off");
		err = -EIO;
	}
	return err;
}

int scsi_disk_standby_timer(struct device *dev, uint32_t *tenths)
{
	uint8_t data[SCSI_MODE_BYTES];
	struct scsi_standby timer;
	size_t got;
	int err = read_timer(dev, SCSI_MODE_CURRENT, data, &got, &timer);

	if (!err)
		*tenths = timer.enabled ? timer.time : 0;
	return err;
}

/* START: as ATA's IDLE, which sets the timer there, it wakes the disk. */
int scsi_disk_set_standby_timer(struct device *dev, unsigned seconds)
{
	enum { UNITS = 10 }; /* of 100 ms in a second */
	struct scsi_standby timer = { .enabled = seconds != DISK_NO_TIMER,
				      .time = seconds * UNITS };
	int err = write_timer(dev, &timer);

	/* where there is no timer, it is off */
	if (err && !(err == -EOPNOTSUPP && seconds == DISK_NO_TIMER))
		return err;
	return start(dev);
}
