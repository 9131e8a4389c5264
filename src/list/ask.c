// SPDX-License-Identifier: GPL-2.0-or-later
/* Facts of a drive for --list. */
#include "sysfs.h"
#include "drive.h"
#include "identify.h"
#include "known_faults.h"
#include "list.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int list_look(struct sys_disk *disk, const struct disk_uses *uses, struct list_row *row)
{
	int err = drive_facts(disk, &row->facts);

	if (err)
		return err;
	row->shown = true;
	row->write_cache =
		(struct observed){ .known = row->facts.has_write_cache ? KNOWN : NOT_KNOWN,
				   .value = row->facts.write_cache };
	if (link_power_read(disk, &row->link_power))
		row->link_power.text[0] = '\0';
	if (!uses || block_used_by(disk, uses, row->used_by) != -EBUSY)
		row->used_by[0] = '\0';
	return 0;
}

/* Copy a text of the IDENTIFY data; leave `to` unchanged if the first word of the field is 0. */
static void take_text(const uint8_t *id, enum id_text which, char to[DISK_TEXT_BYTES])
{
	char text[ID_STRING_BYTES];
	size_t n;

	if (!ata_id_printable_text(id, which, text))
		return;
	n = strlen(text);
	while (n && text[n - 1] == ' ')
		n--;
	snprintf(to, DISK_TEXT_BYTES, "%.*s", (int)n, text);
}

/* Take the drive's rotation rate: behind a USB bridge, the kernel may call an SSD rotating. */
static void take_rotation(struct list_row *row, unsigned rate)
{
	if (!rate)
		return;
	row->facts.rpm = rate == ID_NOT_ROTATING ? 0 : rate;
	row->facts.has_rotational = true;
	row->facts.rotational = rate != ID_NOT_ROTATING;
}

static void ask_ata(struct job *job, struct list_row *row)
{
	struct device *dev = job->dev;
	const uint8_t *id = dev->id.raw;

	if (device_identify(dev, ATA_QUIET_MISSING) || dev->id.packet || ata_id_incomplete(id) ||
	    ata_id_blank(id))
		return;
	take_text(id, ID_MODEL, row->facts.model);
	take_rotation(row, ata_id_rotation_rate(id));
	ata_security_decode(id, &row->security);
	observe(job, OPT_APM, &row->apm);
	observe(job, OPT_EPC, &row->epc);
	observe(job, OPT_WRITE_CACHE, &row->write_cache);
	observe(job, OPT_STANDBY_TIMER, &row->standby_timer);
	row->has_celsius = drive_sct_temperature(&job->drive, &row->temperature);
}

static bool is_bridged_nvme(struct job *job)
{
	return drive_speaks(&job->drive) == LANGUAGE_NVME_USB;
}

void list_ask(struct device *dev, const struct request *req, bool power_only, struct list_row *row)
{
	struct job job = { .host = dev->host, .dev = dev, .drive = drive_of(dev), .req = req };
	struct disk_identity id = { .bytes = 0 };
	struct observed cache;
	/* a disk known to be NVMe counts as awake, and is not asked for a power condition */
	bool awake = row->facts.link == LINK_NVME || is_bridged_nvme(&job);

	if (!awake) {
		row->asked = POWER_ASKED;
		awake = drive_power(&job.drive, &row->power) && !row->power.asleep;
		/* the answer of a bridge for SATA and NVMe may have shown an NVMe disk */
		awake |= is_bridged_nvme(&job);
	}
	if (device_hung(dev))
		row->asked = POWER_NO_ANSWER;
	if (!awake || power_only || device_hung(dev))
		return;
	/* the kernel has only the bridge's names, and may take the disk for a rotating one */
	if (is_bridged_nvme(&job) && !drive_identity(&job.drive, &id)) {
		snprintf(row->facts.model, sizeof(row->facts.model), "%s", id.model);
		take_rotation(row, id.rotation);
	}
	if (drive_is_other(&job.drive)) {
		row->has_celsius = !drive_temperature(&job.drive, &row->temperature);
		/* keep the kernel's state of the write cache if the disk reports no state */
		if (observe(&job, OPT_WRITE_CACHE, &cache) == KNOWN)
			row->write_cache = cache;
		observe(&job, OPT_STANDBY_TIMER, &row->standby_timer);
	} else if (row->facts.link != LINK_NVME) {
		ask_ata(&job, row);
	}
	if (device_hung(dev))
		row->asked = POWER_NO_ANSWER;
}

void list_names(struct device *dev, struct list_row *row, char serial[DISK_TEXT_BYTES])
{
	struct drive drive = drive_of(dev);
	struct disk_identity names = { .bytes = 0 };
	bool asked = dev->id.asked && !dev->id.result;

	if (drive_is_other(&drive)) {
		/* no fault is known by the names of an NVMe disk or a USB bridge */
		if ((!serial && drive_speaks(&drive) != LANGUAGE_SCSI) ||
		    drive_kernel_names(&drive, &names))
			return;
	} else if (asked || device_identify_kept(dev)) {
		take_text(dev->id.raw, ID_MODEL, names.model);
		take_text(dev->id.raw, ID_FIRMWARE, names.firmware);
		take_text(dev->id.raw, ID_SERIAL, names.serial);
		if (serial && !asked && *names.model)
			memcpy(row->facts.model, names.model, sizeof(names.model));
	}
	if (serial && *names.serial)
		memcpy(serial, names.serial, sizeof(names.serial));
	if (names.of_bridge)
		return;
	memcpy(row->fault_model, names.model, sizeof(names.model));
	memcpy(row->fault_firmware, names.firmware, sizeof(names.firmware));
}

void list_note_faults(const struct list_row *row, struct report *out)
{
	const struct known_fault *fault = NULL;
	char text[KNOWN_FAULT_TEXT_BYTES];

	while ((fault = known_fault_next(fault, row->fault_model, row->fault_firmware)))
		report_note(out, "--list", "%s",
			    known_fault_text(fault, row->fault_firmware, text));
}

const char *list_power_mode(const struct list_row *row)
{
	if (row->asked == POWER_NO_ANSWER)
		return "no answer";
	return row->asked == POWER_ASKED ? row->power.mode : NULL;
}
