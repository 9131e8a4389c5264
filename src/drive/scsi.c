// SPDX-License-Identifier: GPL-2.0-or-later
/* What a SCSI disk is asked: sysfs has most of it, without a command; the rest by SG_IO. */
#include "build.h"
#include "idfields.h"
#include "scsi_disk.h"
#include "sysfs.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { ATTRIBUTE_BYTES = 80 };

/* --- identity --- */

/*
 * A page of vital product data: as the kernel read it; by a command only where there is no sysfs,
 * since some USB disks fail at pages that the kernel does not ask of them. 0: it has none.
 */
static size_t scsi_disk_read_page(struct drive *drive, const char *folder, enum scsi_vpd page,
				  uint8_t data[SCSI_VPD_BYTES])
{
	struct scsi_cmd cmd = scsi_inquiry_page(page, data, SCSI_VPD_BYTES);

	if (!*folder)
		return device_scsi(drive->dev, &cmd) ? 0 : cmd.got;
	return scsi_disk_kept_page(drive, folder, page, data);
}

/* The kernel's copies of standard INQUIRY data. */
static bool names_of_kernel(struct drive *drive, const char *folder, struct scsi_identity *names)
{
	const struct {
		const char *attribute;
		char *field;
		size_t bytes;
	} fields[] = { { "vendor", names->vendor, SCSI_VENDOR_BYTES - 1 },
		       { "model", names->product, SCSI_PRODUCT_BYTES - 1 },
		       { "rev", names->revision, SCSI_REVISION_BYTES - 1 } };

	names->type = 0;
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		char path[ATTRIBUTE_BYTES], text[32];

		snprintf(path, sizeof(path), "device/%s", fields[i].attribute);
		if (sysfs_text(drive->dev->host, folder, path, text, sizeof(text)))
			return false;
		ascii_shown(text, fields[i].bytes, fields[i].field);
	}
	return true;
}

static int scsi_disk_read_names(struct drive *drive, const char *folder,
				struct scsi_identity *names)
{
	if (*folder && names_of_kernel(drive, folder, names))
		return 0;
	return scsi_disk_ask_names(drive, names);
}

static void take_pages(struct drive *drive, const char *folder, struct disk_identity *id)
{
	char serial[SCSI_SERIAL_BYTES], name[SCSI_NAME_BYTES];
	uint8_t data[SCSI_VPD_BYTES];
	size_t n = scsi_disk_read_page(drive, folder, SCSI_VPD_SERIAL_NUMBER, data);

	if (scsi_serial_decode(data, n, serial))
		snprintf(id->serial, sizeof(id->serial), "%.*s", DISK_TEXT_BYTES - 1, serial);
	n = scsi_disk_read_page(drive, folder, SCSI_VPD_IDENTIFICATION, data);
	if (scsi_name_decode(data, n, name))
		snprintf(id->wwn, sizeof(id->wwn), "%s", name);
	n = scsi_disk_read_page(drive, folder, SCSI_VPD_BLOCK_CHARACTERISTICS, data);
	id->rotation = scsi_rotation_decode(data, n);
}

static void take_sizes(struct drive *drive, const char *folder, struct disk_identity *id)
{
	uint64_t value;

	if (!sysfs_u64(drive->dev->host, folder, "size", &value))
		id->bytes = value * 512;
	/* sd shows 512 where it could not read the size, or cannot use the sectors, as of 520 */
	if (id->bytes && !sysfs_u64(drive->dev->host, folder, "queue/logical_block_size", &value))
		id->logical = (unsigned)value;
	if (id->bytes && !sysfs_u64(drive->dev->host, folder, "queue/physical_block_size", &value))
		id->physical = (unsigned)value;
	if (!id->rotation && !sysfs_u64(drive->dev->host, folder, "queue/rotational", &value) &&
	    !value)
		id->rotation = ID_NOT_ROTATING;
	id->has_trim = block_discards(drive->dev);
}

/*
 * Why the kernel could not use the disk, the disk itself may tell. On USB it is not asked: some
 * hang at READ CAPACITY(16), so the kernel sends it to those beyond 2 TiB alone.
 */
static void ask_sector_size(struct drive *drive, struct disk_identity *id)
{
	struct sector_size size;

	if (!id->logical && drive->ops->sector_size && !device_is_usb(drive->dev) &&
	    !drive->ops->sector_size(drive, &size))
		id->logical = size.bytes;
}

static const char *named(struct drive *drive)
{
	if (device_is_usb(drive->dev))
		return "a USB disk that takes no ATA commands";
	return sysfs_is_sas(&drive->dev->sys) ? "SAS" : "SCSI";
}

static void scsi_disk_name_transport(struct drive *drive, char text[DISK_TEXT_BYTES])
{
	if (device_is_usb(drive->dev))
		snprintf(text, DISK_TEXT_BYTES, "USB");
	else if (sysfs_is_sas(&drive->dev->sys))
		snprintf(text, DISK_TEXT_BYTES, "Serial, SAS");
}

static void take_names(const struct scsi_identity *names, struct disk_identity *id)
{
	snprintf(id->model, sizeof(id->model), "%s%s%s", names->vendor,
		 *names->vendor && *names->product ? " " : "", names->product);
	snprintf(id->firmware, sizeof(id->firmware), "%s", names->revision);
}

/* Those of an ATA drive are its translator's, cut to what fits: the drive itself has better ones.
 */
int scsi_disk_kernel_names(struct drive *drive, struct disk_identity *id)
{
	char folder[SYSFS_DISK_BYTES] = "";
	struct scsi_identity names;

	*id = (struct disk_identity){ .rotation = 0 };
	if (!sysfs_disk_folder(&drive->dev->sys, folder) ||
	    !names_of_kernel(drive, folder, &names) || !strcmp(names.vendor, "ATA")) {
		drive_tell(drive, "sysfs does not tell the disk's model");
		return -ENOENT;
	}
	take_names(&names, id);
	take_pages(drive, folder, id);
	return 0;
}

int scsi_disk_identity(struct drive *drive, struct disk_identity *id)
{
	char folder[SYSFS_DISK_BYTES] = "";
	struct scsi_identity names;
	int err;

	sysfs_disk_folder(&drive->dev->sys, folder);
	err = scsi_disk_read_names(drive, folder, &names);
	if (err)
		return err;
	id->language = drive->ops->name;
	snprintf(id->heading, sizeof(id->heading), "SCSI device, with %sremovable media",
		 scsi_disk_removable(drive, folder) ? "" : "non-");
	take_names(&names, id);
	scsi_disk_name_transport(drive, id->transport);
	take_pages(drive, folder, id);
	take_sizes(drive, folder, id);
	ask_sector_size(drive, id);
	id->has_write_cache = !scsi_disk_write_cache(drive, &id->write_cache);
	return 0;
}

static int scsi_disk_temperature(struct drive *drive, struct drive_temperature *t)
{
	uint8_t page[SCSI_MODE_BYTES];
	struct scsi_cmd cmd = scsi_log_sense(SCSI_LOG_TEMPERATURE, page, sizeof(page));
	int err = scsi_disk_ask(drive, &cmd);

	if (err || scsi_temperature_decode(page, cmd.got, &t->celsius))
		return err;
	drive_tell(drive, "the disk does not report its temperature");
	return -EOPNOTSUPP;
}

/*
 * --- write cache: set by the kernel's own attribute, which a MODE SELECT of ours would leave
 * stale, as one of another program does ---
 */

static const char cache_on[] = "write back", cache_off[] = "write through";

static int write_cache_of_kernel(struct drive *drive, bool *on)
{
	char path[PATH_MAX], text[48];

	if (!scsi_disk_attribute(drive, "cache_type", path, sizeof(path)) ||
	    host_read_file(drive->dev->host, path, text, sizeof(text)) <= 0) {
		drive_tell(drive, "sysfs does not show the write cache (cache_type)");
		return -ENODATA;
	}
	*on = sysfs_writes_back(text);
	return 0;
}

/*
 * A USB disk is not asked: many hang at page 08h, so the kernel looks for it among all pages, once.
 * Neither is one that may not be asked, or is not ready. -ENODATA: it is not known whether the disk
 * has one.
 */
int scsi_disk_write_cache(struct drive *drive, bool *on)
{
	uint8_t data[SCSI_MODE_BYTES];
	size_t got;
	int err;

	if (device_is_usb(drive->dev))
		return write_cache_of_kernel(drive, on);
	err = scsi_disk_mode_sense(drive, SCSI_MODE_CACHING, SCSI_MODE_CURRENT, data, &got);
	if (!err && !scsi_write_cache_decode(data, got, on)) {
		drive_tell(drive, "the disk does not show its write cache");
		return -ENODATA;
	}
	if (!err || err == -ENODATA || device_hung(drive->dev))
		return err;
	/* for a disk without the page the kernel assumes that there is none */
	return err == -EOPNOTSUPP ? -ENODATA : write_cache_of_kernel(drive, on);
}

/*
 * What the disk will have after a power cycle proves that it has saved it; a dry run proves
 * nothing, and shows what the disk claims. A USB disk is not asked, as above.
 */
static bool has_saved_write_cache(struct drive *drive, bool on)
{
	bool dry = drive->dev->dry_run, saved;
	uint8_t data[SCSI_MODE_BYTES];
	size_t got;

	if (device_is_usb(drive->dev) ||
	    scsi_disk_mode_sense(drive, SCSI_MODE_CACHING,
				 dry ? SCSI_MODE_CURRENT : SCSI_MODE_SAVED, data, &got) ||
	    !scsi_mode_saveable(data, got, SCSI_MODE_CACHING))
		return false;
	return dry || (scsi_write_cache_decode(data, got, &saved) && saved == on);
}

/* The kernel sends MODE SELECT, saves the page where it can be saved, and reads it again. */
int scsi_disk_set_write_cache(struct drive *drive, bool on, bool *lasts)
{
	char path[PATH_MAX];
	bool now;
	int err;

	if (!scsi_disk_attribute(drive, "cache_type", path, sizeof(path))) {
		drive_tell(drive, "sysfs does not show the write cache (cache_type)");
		return -EOPNOTSUPP;
	}
	err = host_fsync(drive->dev->host, drive->dev->fd);
	if (err && err != -EINVAL) { /* a SCSI generic node has nothing to flush */
		drive_tell(drive, "fsync failed");
		return err;
	}
	err = host_write_file(drive->dev->host, path, on ? cache_on : cache_off);
	if (err) {
		drive_tell(drive, "the disk does not take it (writing %s)", path);
		return err;
	}
	err = drive->dev->dry_run ? 0 : scsi_disk_write_cache(drive, &now);
	if (!err && !drive->dev->dry_run && now != on) {
		drive_tell(drive, "the disk reports success, but its write cache is %s",
			   now ? "on" : "off");
		drive->failure.disproved = true;
		err = -EIO;
	}
	*lasts = !err && has_saved_write_cache(drive, on);
	return err;
}

/* clang-format off */
const struct drive_ops drive_scsi = {
	.name = "SCSI",
	.named = named,
	.scsi_layer = "SCSI",
	.power = drive_condition,
	.identity = scsi_disk_identity,
	.names = scsi_disk_kernel_names,
	.temperature = scsi_disk_temperature,
	.write_cache = scsi_disk_write_cache,
	.set_write_cache = scsi_disk_set_write_cache,
	.look_ahead = scsi_disk_look_ahead,
	.set_look_ahead = scsi_disk_set_look_ahead,
	.has_recovery_time = scsi_disk_has_recovery_time,
	.recovery_time = scsi_disk_recovery_time,
	.set_recovery_time = scsi_disk_set_recovery_time,
	.recovery_name = "recovery time limit",
	.standby = scsi_disk_standby,
	.background = scsi_disk_background,
	.standby_timer = scsi_disk_standby_timer,
	.set_standby_timer = scsi_disk_set_standby_timer,
	.epc = scsi_disk_epc,
	.set_epc = scsi_disk_set_epc,
	.conditions = scsi_disk_conditions,
	.set_condition = scsi_disk_set_condition,
	.go_to = scsi_disk_go_to,
	.flush = drive_sync,
	.make_bad = scsi_disk_make_bad,
	.plan_trim = drive_kernel_plan_trim,
	.trim = drive_kernel_trim,
	.choose_sector_bytes = scsi_disk_choose_sector_bytes,
	.set_sector_bytes = scsi_disk_set_sector_bytes,
	.sector_size = scsi_disk_sector_size,
	.sector_bytes_formats = true,
	.format_status = scsi_disk_format_status,
	.rescan = scsi_disk_rescan,
	.verify_plan = scsi_disk_verify_plan,
	.verify = scsi_disk_verify,
	.verify_name = "VERIFY(16)",
	.erase_ways = scsi_disk_erase_ways,
	.erase_commands = scsi_erase_commands,
	.erase = scsi_disk_erase,
	.sanitize_status = scsi_disk_sanitize_status,
	.forgets_sanitize = true,
	.firmware = scsi_disk_firmware,
	.send_firmware = scsi_disk_send_firmware,
	.end_firmware = scsi_disk_end_firmware,
	.activate_firmware = scsi_disk_activate_firmware,
};
/* clang-format on */
