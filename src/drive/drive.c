// SPDX-License-Identifier: GPL-2.0-or-later
/* The languages of drives, and which verbs a language has. */
#include "block.h"
#include "build.h"
#include "device.h"
#include "ops.h"
#include "sysfs.h"

#include <errno.h>
#include <linux/major.h>
#include <stdio.h>

static const struct drive_ops *const languages[] = {
	[LANGUAGE_ATA] = &drive_ata,	       [LANGUAGE_SCSI] = &drive_scsi,
	[LANGUAGE_SCSI_USB] = &drive_scsi_usb, [LANGUAGE_NVME] = &drive_nvme,
	[LANGUAGE_NVME_USB] = &drive_nvme_usb, [LANGUAGE_BLOCK] = &drive_block,
};

struct drive drive_of(struct device *dev)
{
	if (dev)
		device_find_route(dev);
	return (struct drive){ .dev = dev };
}

enum language drive_speaks(const struct drive *drive)
{
	const struct route *route = &drive->dev->route;

	return route->found ? route->language : LANGUAGE_BLOCK;
}

const struct drive_ops *drive_ops(const struct drive *drive)
{
	return languages[drive_speaks(drive)];
}

bool drive_takes_ata(const struct drive *drive)
{
	return drive_speaks(drive) == LANGUAGE_ATA;
}

bool drive_is_other(const struct drive *drive)
{
	enum language language = drive_speaks(drive);

	return language != LANGUAGE_ATA && language != LANGUAGE_BLOCK;
}

static bool is_scsi(const struct drive *drive)
{
	enum language language = drive_speaks(drive);

	return language == LANGUAGE_SCSI || language == LANGUAGE_SCSI_USB;
}

bool language_has(enum language language, enum need need)
{
	switch (need) {
	case NEEDS_ATA:
		return language == LANGUAGE_ATA;
	case NEEDS_NOTHING:
		return true;
	case NEEDS_SCSI_LAYER:
		return language != LANGUAGE_NVME && language != LANGUAGE_BLOCK;
	case NEEDS_LINK:
		return language == LANGUAGE_ATA || language == LANGUAGE_NVME;
#define HAS(name, member)                                                                          \
	case NEEDS_##name:                                                                         \
		return languages[language]->member;
		NEEDED_VERBS(HAS)
#undef HAS
	}
	return false;
}

int drive_bridge_answers(struct drive *drive)
{
	return is_scsi(drive) ? device_find_usb(drive->dev) : 0;
}

bool drive_has_no(struct drive *drive, enum need need)
{
	return drive_is_other(drive) && !language_has(drive_speaks(drive), need);
}

bool drive_cannot(struct drive *drive, enum need need)
{
	return !drive_takes_ata(drive) && !language_has(drive_speaks(drive), need);
}

bool drive_explain_lack(struct drive *drive, enum need need, bool scsi_may, bool nvme_may)
{
	enum language language = drive_speaks(drive);
	bool bridge = is_scsi(drive) && device_on_bridge(drive->dev), may = true;
	const char *advice = bridge ? device_form_advice(drive->dev) : NULL;

	if (language == LANGUAGE_NVME_USB && language_has(LANGUAGE_NVME, need)) {
		drive_fail(drive, FAILURE_LACKS, 0,
			   "hdparm cannot do this on an NVMe disk behind a USB bridge: "
			   "such a bridge carries Identify and Get Log Page only");
	} else if (is_scsi(drive) ? scsi_may : nvme_may && drive_is_other(drive)) {
		drive_fail(drive, FAILURE_LACKS, 0, "hdparm cannot do this on %s",
			   drive_language(drive));
	} else {
		may = false;
		drive_fail(drive, FAILURE_LACKS, 0, "%s has no such feature",
			   drive_language(drive));
	}
	snprintf(drive->failure.advice, sizeof(drive->failure.advice), "%s", advice ? advice : "");
	return may;
}

const struct drive_ops *verb_begin(struct drive *drive)
{
	device_settle(drive->dev);
	drive_forget_failure(drive);
	return drive_ops(drive);
}

int verb_lacks(struct drive *drive)
{
	return drive_fail(drive, FAILURE_LACKS, -ENOTTY, "%s", "");
}

/* --- facts that depend on the language --- */

/*
 * Error messages need a name: return ATA's name if the language has no name, or if the drive has no
 * recovery times.
 */
const char *drive_recovery_name(struct drive *drive)
{
	const char *name = drive_ops(drive)->recovery_name;
	bool none = drive_has_no(drive, NEEDS_RECOVERY_TIME);

	return name && !none ? name : drive_ata.recovery_name;
}

const char *drive_language(struct drive *drive)
{
	const struct drive_ops *ops = drive_ops(drive);

	return ops->named ? ops->named(drive) : ops->name;
}

bool drive_power(struct drive *drive, struct power_state *state)
{
	if (!drive_has_no(drive, NEEDS_POWER))
		return device_power(drive->dev, state);
	*state = (struct power_state){ .mode = "unknown", .err = -ENOTTY };
	state->cmd = ata_command(ATA_CHECK_POWER_MODE);
	return false;
}

int drive_kernel_cache(struct drive *drive, struct kernel_cache *cache)
{
	struct device *dev = drive->dev;
	bool by_usb = device_is_usb(dev), ata = drive_takes_ata(drive);
	char text[48];
	ssize_t got;
	int err;

	if (ata ? !by_usb && !sysfs_at_sas_host(&dev->sys)
		: by_usb || drive_speaks(drive) != LANGUAGE_SCSI)
		return -ENOENT;
	err = sysfs_disk_find(&dev->sys, "device/scsi_disk/*/cache_type", cache->path,
			      sizeof(cache->path));
	if (err)
		return err;
	got = host_read_file(dev->host, cache->path, text, sizeof(text));
	if (got <= 0)
		return got ? (int)got : -ENODATA;
	cache->by_usb = by_usb;
	/* some USB bridges fail at SYNCHRONIZE CACHE, and file systems would see the errors */
	cache->set_with_on = !by_usb;
	cache->set_with_off = !ata;
	cache->flushed = sysfs_writes_back(text);
	return 0;
}

int drive_kernel_names(struct drive *drive, struct disk_identity *id)
{
	const struct drive_ops *ops = drive_ops(drive);

	return (ops->names ? ops : &drive_scsi)->names(drive, id);
}

/* --- the kernel's block layer, for a device that takes no pass-through commands --- */

const struct drive_ops drive_block = {
	.name = "the block layer",
	.flush = drive_sync,
	.plan_trim = drive_kernel_plan_trim,
	.trim = drive_kernel_trim,
};
