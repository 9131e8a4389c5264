// SPDX-License-Identifier: GPL-2.0-or-later
/* What a SCSI disk is asked: sysfs has most of it, without a command; the rest by SG_IO. */
#include "ascii.h"
#include "hang.h"
#include "rdev.h"
#include "scsi_disk.h"
#include "sysfs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { ATTRIBUTE_BYTES = 80 };

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

/* The kernel's copies of standard INQUIRY data. */
static bool names_of_kernel(struct device *dev, const char *folder, struct scsi_identity *names)
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
		if (sysfs_text(dev->host, folder, path, text, sizeof(text)))
			return false;
		ascii_shown(text, fields[i].bytes, fields[i].field);
	}
	return true;
}

static int read_names(struct device *dev, const char *folder, struct scsi_identity *names)
{
	if (*folder && names_of_kernel(dev, folder, names))
		return 0;
	return scsi_disk_ask_names(dev, names);
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

/* A SAS disk's folder in sysfs lies below its end device (drivers/scsi/scsi_transport_sas.c). */
static bool is_sas(struct device *dev)
{
	char folder[SCSI_FOLDER_BYTES], real[PATH_MAX];

	return scsi_disk_folder(dev, folder) &&
	       host_real_path(dev->host, folder, real, sizeof(real)) > 0 &&
	       strstr(real, "/end_device-");
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

static void take_names(const struct scsi_identity *names, struct disk_identity *id)
{
	snprintf(id->model, sizeof(id->model), "%s%s%s", names->vendor,
		 *names->vendor && *names->product ? " " : "", names->product);
	snprintf(id->firmware, sizeof(id->firmware), "%s", names->revision);
}

/* Those of an ATA drive are its translator's, cut to what fits: the drive itself has better ones.
 */
static int kernel_names(struct device *dev, struct disk_identity *id)
{
	char folder[SCSI_FOLDER_BYTES] = "";
	struct scsi_identity names;

	*id = (struct disk_identity){ .rotation = 0 };
	if (!scsi_disk_folder(dev, folder) || !names_of_kernel(dev, folder, &names) ||
	    !strcmp(names.vendor, "ATA")) {
		device_attempt(dev, "sysfs does not tell the disk's model");
		return -ENOENT;
	}
	take_names(&names, id);
	take_pages(dev, folder, id);
	return 0;
}

static int write_cache(struct device *dev, bool *on);

static int identity(struct device *dev, struct disk_identity *id)
{
	char folder[SCSI_FOLDER_BYTES] = "";
	struct scsi_identity names;
	int err;

	scsi_disk_folder(dev, folder);
	err = read_names(dev, folder, &names);
	if (err)
		return err;
	snprintf(id->heading, sizeof(id->heading), "SCSI device, with %sremovable media",
		 scsi_disk_removable(dev, folder) ? "" : "non-");
	take_names(&names, id);
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
	int err = scsi_disk_ask(dev, &cmd);

	if (err || scsi_temperature_decode(page, cmd.got, celsius))
		return err;
	device_attempt(dev, "the disk does not report its temperature");
	return -EOPNOTSUPP;
}

/*
 * --- write cache: set by the kernel's own attribute, which a MODE SELECT of ours would leave
 * stale, as one of another program does ---
 */

static const char cache_on[] = "write back", cache_off[] = "write through";

static int write_cache_of_kernel(struct device *dev, bool *on)
{
	char path[PATH_MAX], text[48];

	if (!scsi_disk_attribute(dev, "cache_type", path, sizeof(path)) ||
	    host_read_file(dev->host, path, text, sizeof(text)) <= 0) {
		device_attempt(dev, "sysfs does not show the write cache (cache_type)");
		return -EOPNOTSUPP;
	}
	/* "write back, no read (daft)" has it, too; "none" and "write through" have not */
	*on = !strncmp(text, cache_on, strlen(cache_on));
	return 0;
}

/*
 * A USB disk is not asked: many hang at page 08h, so the kernel looks for it among all pages, once.
 * Neither is one that may not be asked, or is not ready.
 */
static int write_cache(struct device *dev, bool *on)
{
	uint8_t data[SCSI_MODE_BYTES];
	struct scsi_cmd cmd =
		scsi_mode_sense(SCSI_MODE_CACHING, SCSI_MODE_CURRENT, data, sizeof(data));
	int err;

	if (device_is_usb(dev))
		return write_cache_of_kernel(dev, on);
	err = scsi_disk_ask(dev, &cmd);
	if (!err && !scsi_write_cache_decode(data, cmd.got, on)) {
		device_attempt(dev, "the disk does not show its write cache");
		return -EOPNOTSUPP;
	}
	if (!err || err == -EOPNOTSUPP || device_hung(dev))
		return err;
	return write_cache_of_kernel(dev, on);
}

/* The kernel sends MODE SELECT, saves the page where it can be saved, and reads it again. */
static int set_write_cache(struct device *dev, bool on)
{
	char path[PATH_MAX];
	bool now;
	int err;

	if (!scsi_disk_attribute(dev, "cache_type", path, sizeof(path))) {
		device_attempt(dev, "sysfs does not show the write cache (cache_type)");
		return -EOPNOTSUPP;
	}
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

const struct disk_language language_scsi = {
	.bit = SPEAKS_SCSI,
	.name = "SCSI",
	.named = named,
	.identity = identity,
	.names = kernel_names,
	.temperature = temperature,
	.write_cache = write_cache,
	.set_write_cache = set_write_cache,
	.keeps_write_cache = keeps_write_cache,
	.standby = scsi_disk_standby,
	.standby_timer = scsi_disk_standby_timer,
	.set_standby_timer = scsi_disk_set_standby_timer,
	.make_bad = scsi_disk_make_bad,
	.verify_most = scsi_disk_verify_most,
	.verify = scsi_disk_verify,
	.verify_name = "VERIFY(16)",
	.sanitize = scsi_disk_sanitize,
	.sanitize_status = scsi_disk_sanitize_status,
	.forgets_sanitize = true,
	.firmware = scsi_disk_firmware,
	.send_firmware = scsi_disk_send_firmware,
	.end_firmware = scsi_disk_end_firmware,
	.activate_firmware = scsi_disk_activate_firmware,
	.claim_others = block_claim_paths,
};
