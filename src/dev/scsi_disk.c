// SPDX-License-Identifier: GPL-2.0-or-later
/* What a SCSI disk is asked: sysfs has most of it, without a command; the rest by SG_IO. */
#include "disk.h"
#include "rdev.h"
#include "scsi.h"
#include "sysfs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { FOLDER_BYTES = 48, ATTRIBUTE_BYTES = 80 };

/* Sends a command, and keeps what came of it for the message. */
static int ask(struct device *dev, struct scsi_cmd *cmd)
{
	char text[SCSI_SENSE_TEXT_BYTES];
	struct scsi_sense sense;
	int err = device_scsi(dev, cmd);

	if (err && cmd->sense_bytes) {
		sense = scsi_sense_decode(cmd->sense, cmd->sense_bytes);
		device_attempt(dev, "%s failed: %s", cmd->operation->name,
			       scsi_sense_text(&sense, text));
	} else if (err == -ETIMEDOUT) {
		device_attempt(dev, "%s failed (no answer within %u s)", cmd->operation->name,
			       cmd->timeout_s);
	} else if (err) {
		device_attempt(dev, "%s failed", cmd->operation->name);
	}
	return err;
}

/* The disk's folder, also of a partition and of a SCSI generic node; its "device" is SCSI's. */
static bool find_folder(struct device *dev, char folder[FOLDER_BYTES])
{
	struct block_disk disk;

	if (!dev->rdev || block_whole(dev->host, dev->rdev, dev->character, &disk))
		return false;
	snprintf(folder, FOLDER_BYTES, "/sys/dev/block/%u:%u", rdev_major(disk.rdev),
		 rdev_minor(disk.rdev));
	return true;
}

/* The path of an attribute of the kernel's disk driver (drivers/scsi/sd.c). */
static bool find_driver_attribute(struct device *dev, const char *name, char *path, size_t size)
{
	char folder[FOLDER_BYTES], pattern[ATTRIBUTE_BYTES + FOLDER_BYTES];
	struct host_paths found;
	bool one;

	if (!find_folder(dev, folder))
		return false;
	snprintf(pattern, sizeof(pattern), "%s/device/scsi_disk/*/%s", folder, name);
	if (host_glob(dev->host, pattern, &found))
		return false;
	one = found.n == 1 && strlen(found.path[0]) < size;
	if (one)
		snprintf(path, size, "%s", found.path[0]);
	host_paths_free(&found);
	return one;
}

/* --- identity --- */

/*
 * A page of vital product data: as the kernel read it; by a command only where there is no sysfs,
 * since some USB disks fail at pages that the kernel does not ask of them. 0: it has none.
 */
static size_t read_page(struct device *dev, const char *folder, enum scsi_vpd page,
			uint8_t data[SCSI_VPD_BYTES])
{
	struct scsi_cmd cmd = scsi_inquiry_page(page, data, SCSI_VPD_BYTES);
	char path[ATTRIBUTE_BYTES];
	ssize_t got;

	if (!*folder)
		return device_scsi(dev, &cmd) ? 0 : cmd.got;
	snprintf(path, sizeof(path), "%s/device/vpd_pg%02x", folder, (unsigned)page);
	got = host_read_file(dev->host, path, (char *)data, SCSI_VPD_BYTES);
	return got > 0 ? (size_t)got : 0;
}

/* As standard INQUIRY data would be, from the kernel's copies of their fields. */
static bool names_of_kernel(struct device *dev, const char *folder, struct scsi_identity *names)
{
	static const struct {
		const char *name;
		size_t at, bytes;
	} fields[] = { { "vendor", 8, 8 }, { "model", 16, 16 }, { "rev", 32, 4 } };
	uint8_t data[36] = { 0 };

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		char path[ATTRIBUTE_BYTES], text[32];

		snprintf(path, sizeof(path), "device/%s", fields[i].name);
		if (sysfs_text(dev->host, folder, path, text, sizeof(text)))
			return false;
		memcpy(data + fields[i].at, text, strnlen(text, fields[i].bytes));
	}
	return scsi_identity_decode(data, sizeof(data), names);
}

static int read_names(struct device *dev, const char *folder, struct scsi_identity *names)
{
	uint8_t data[36];
	struct scsi_cmd cmd = scsi_inquiry(data, sizeof(data));
	int err;

	if (*folder && names_of_kernel(dev, folder, names))
		return 0;
	err = ask(dev, &cmd);
	if (!err && !scsi_identity_decode(data, cmd.got, names)) {
		device_attempt(dev, "INQUIRY failed: the answer is not whole");
		err = -ENODATA;
	}
	return err;
}

static void take_pages(struct device *dev, const char *folder, struct disk_identity *id)
{
	char serial[SCSI_SERIAL_BYTES], name[SCSI_NAME_BYTES];
	uint8_t data[SCSI_VPD_BYTES];
	size_t n = read_page(dev, folder, SCSI_VPD_SERIAL_NUMBER, data);

	if (scsi_serial_decode(data, n, serial))
		snprintf(id->serial, sizeof(id->serial), "%.*s", DISK_TEXT_BYTES - 1, serial);
	n = read_page(dev, folder, SCSI_VPD_IDENTIFICATION, data);
	if (scsi_name_decode(data, n, name))
		snprintf(id->wwn, sizeof(id->wwn), "%s", name);
	n = read_page(dev, folder, SCSI_VPD_BLOCK_CHARACTERISTICS, data);
	id->rotation = scsi_rotation_decode(data, n);
}

static void take_sizes(struct device *dev, const char *folder, struct disk_identity *id)
{
	uint64_t value;

	if (!sysfs_u64(dev->host, folder, "size", &value))
		id->bytes = value * 512;
	if (!sysfs_u64(dev->host, folder, "queue/logical_block_size", &value))
		id->logical = (unsigned)value;
	if (!sysfs_u64(dev->host, folder, "queue/physical_block_size", &value))
		id->physical = (unsigned)value;
	if (!id->rotation && !sysfs_u64(dev->host, folder, "queue/rotational", &value) && !value)
		id->rotation = SCSI_NOT_ROTATING;
	id->has_trim = block_discards(dev);
}

static bool is_removable(struct device *dev, const char *folder)
{
	uint64_t removable;

	return !sysfs_u64(dev->host, folder, "removable", &removable) && removable;
}

/* A SAS disk's folder in sysfs lies below its end device (drivers/scsi/scsi_transport_sas.c). */
static bool is_sas(struct device *dev)
{
	char folder[PATH_MAX];

	return !sysfs_folder(dev->host, dev->rdev, folder) && strstr(folder, "/end_device-");
}

static const char *named(struct device *dev)
{
	if (device_is_usb(dev))
		return "a USB disk that takes no ATA commands";
	return is_sas(dev) ? "SAS" : "SCSI";
}

static void name_transport(struct device *dev, char text[DISK_TEXT_BYTES])
{
	if (device_is_usb(dev))
		snprintf(text, DISK_TEXT_BYTES, "USB");
	else if (is_sas(dev))
		snprintf(text, DISK_TEXT_BYTES, "Serial, SAS");
}

static int write_cache(struct device *dev, bool *on);

static int identity(struct device *dev, struct disk_identity *id)
{
	char folder[FOLDER_BYTES] = "";
	struct scsi_identity names;
	int err;

	find_folder(dev, folder);
	err = read_names(dev, folder, &names);
	if (err)
		return err;
	snprintf(id->heading, sizeof(id->heading), "SCSI device, with %sremovable media",
		 is_removable(dev, folder) ? "" : "non-");
	snprintf(id->model, sizeof(id->model), "%s%s%s", names.vendor,
		 *names.vendor && *names.product ? " " : "", names.product);
	snprintf(id->firmware, sizeof(id->firmware), "%s", names.revision);
	name_transport(dev, id->transport);
	take_pages(dev, folder, id);
	take_sizes(dev, folder, id);
	id->has_write_cache = !write_cache(dev, &id->write_cache);
	return 0;
}

static int temperature(struct device *dev, int *celsius)
{
	uint8_t page[SCSI_MODE_BYTES];
	struct scsi_cmd cmd = scsi_log_sense(SCSI_LOG_TEMPERATURE, page, sizeof(page));
	int err = ask(dev, &cmd);

	if (err || scsi_temperature_decode(page, cmd.got, celsius))
		return err;
	device_attempt(dev, "the disk does not report its temperature");
	return -EOPNOTSUPP;
}

/* --- write cache: the kernel's own attribute; a MODE SELECT of ours would leave it stale --- */

static const char cache_on[] = "write back", cache_off[] = "write through";

static int write_cache(struct device *dev, bool *on)
{
	char path[PATH_MAX], text[48];

	if (!find_driver_attribute(dev, "cache_type", path, sizeof(path)) ||
	    host_read_file(dev->host, path, text, sizeof(text)) <= 0) {
		device_attempt(dev, "sysfs does not show the write cache (cache_type)");
		return -EOPNOTSUPP;
	}
	/* "write back, no read (daft)" has it, too; "none" and "write through" have not */
	*on = !strncmp(text, cache_on, strlen(cache_on));
	return 0;
}

/* The kernel sends MODE SELECT, saves the page where it can be saved, and reads it again. */
static int set_write_cache(struct device *dev, bool on)
{
	char path[PATH_MAX];
	bool now;
	int err = write_cache(dev, &now);

	if (err || !find_driver_attribute(dev, "cache_type", path, sizeof(path)))
		return err ? err : -EOPNOTSUPP;
	err = host_fsync(dev->host, dev->fd);
	if (err && err != -EINVAL) { /* a SCSI generic node has nothing to flush */
		device_attempt(dev, "fsync failed");
		return err;
	}
	err = host_write_file(dev->host, path, on ? cache_on : cache_off);
	if (err) {
		device_attempt(dev, "the disk does not take it (writing %s)", path);
		return err;
	}
	err = dev->dry_run ? 0 : write_cache(dev, &now);
	if (!err && !dev->dry_run && now != on) {
		device_attempt(dev, "the disk reports success, but its write cache is %s",
			       now ? "on" : "off");
		err = -EIO;
	}
	return err;
}

static bool keeps_write_cache(struct device *dev)
{
	uint8_t data[SCSI_MODE_BYTES];
	struct scsi_cmd cmd =
		scsi_mode_sense(SCSI_MODE_CACHING, SCSI_MODE_CURRENT, data, sizeof(data));

	return !device_scsi(dev, &cmd) && scsi_mode_saveable(data, cmd.got, SCSI_MODE_CACHING);
}

/* --- power --- */

/* Whether a stopped disk is started again by the kernel at the next access, and is a hard disk. */
static bool may_stop(struct device *dev, const char *folder)
{
	char path[PATH_MAX], text[8];
	uint64_t rotates;

	return !is_removable(dev, folder) &&
	       !sysfs_u64(dev->host, folder, "queue/rotational", &rotates) && rotates &&
	       find_driver_attribute(dev, "allow_restart", path, sizeof(path)) &&
	       host_read_file(dev->host, path, text, sizeof(text)) > 0 && !strcmp(text, "1");
}

/*
 * The power condition, which the next access ends. A disk that does not know it is stopped, if the
 * kernel will start it. A USB disk, and others with removable media, may ignore the condition and
 * stop at once, and a card reader's medium is then gone: they are asked only if they may be
 * stopped.
 */
static int standby(struct device *dev)
{
	struct scsi_cmd cmd = scsi_start_stop_unit(SCSI_POWER_STANDBY);
	char folder[FOLDER_BYTES] = "";
	bool known = find_folder(dev, folder), stops = known && may_stop(dev, folder);
	struct scsi_sense sense;
	int err;

	if (!stops && (!known || device_is_usb(dev) || is_removable(dev, folder))) {
		device_attempt(dev, "START STOP UNIT might eject its medium, and is not sent");
		return -EOPNOTSUPP;
	}
	err = ask(dev, &cmd);
	sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);
	if (err != -EOPNOTSUPP || sense.code.asc != ASC_INVALID_FIELD || !stops)
		return err;
	cmd = scsi_start_stop_unit(SCSI_POWER_STOP);
	return ask(dev, &cmd);
}

static int start(struct device *dev)
{
	struct scsi_cmd cmd = scsi_start_stop_unit(SCSI_POWER_START);

	return ask(dev, &cmd);
}

/* The mode page's answer in data, and its length in *got. */
static int read_timer(struct device *dev, enum scsi_mode_control control,
		      uint8_t data[SCSI_MODE_BYTES], size_t *got, struct scsi_standby *timer)
{
	struct scsi_cmd cmd =
		scsi_mode_sense(SCSI_MODE_POWER_CONDITION, control, data, SCSI_MODE_BYTES);
	int err = ask(dev, &cmd);

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
	err = ask(dev, &cmd);
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

/* START: as ATA's IDLE, which sets the timer there, it wakes the disk. */
static int set_standby_timer(struct device *dev, unsigned seconds)
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

static int make_bad(struct device *dev, uint64_t lba)
{
	struct scsi_cmd cmd = scsi_write_uncorrectable(lba);

	return ask(dev, &cmd);
}

const struct disk_language language_scsi = {
	.bit = SPEAKS_SCSI,
	.name = "SCSI",
	.named = named,
	.identity = identity,
	.temperature = temperature,
	.write_cache = write_cache,
	.set_write_cache = set_write_cache,
	.keeps_write_cache = keeps_write_cache,
	.standby = standby,
	.set_standby_timer = set_standby_timer,
	.make_bad = make_bad,
};
