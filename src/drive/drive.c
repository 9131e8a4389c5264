// SPDX-License-Identifier: GPL-2.0-or-later
/* Which language a drive speaks, and how its verbs are called. */
#include "block.h"
#include "drive.h"
#include "power.h"
#include "rdev.h"
#include "small.h"
#include "sysfs.h"

#include <errno.h>
#include <linux/major.h>
#include <stdio.h>
#include <string.h>

/*
 * A namespace's block node, or its character node /dev/ngXnY. NVME_IOCTL_ID is asked only of nodes
 * that may be one: block nodes of the extended major, and character nodes whose class says so.
 */
static bool is_nvme(struct device *dev)
{
	unsigned major = rdev_major(dev->sys.rdev);
	uint32_t nsid;

	if (dev->kind == DEVICE_BLOCK && major == BLOCK_EXT_MAJOR)
		return device_nvme_namespace(dev, &nsid) != -ENOTTY;
	return dev->sys.character && major != SCSI_GENERIC_MAJOR &&
	       sysfs_is_nvme_generic(&dev->sys) && !device_nvme_namespace(dev, &nsid);
}

const struct drive_ops *drive_find(struct drive *drive)
{
	struct device *dev = drive->dev;

	if (!drive->ops)
		drive->ops = is_nvme(dev) ? &drive_nvme : &drive_ata;
	if (drive->ops != &drive_ata)
		return drive->ops;
	/* what may not be opened cannot be asked whether it takes ATA commands */
	if (dev->takes_no_ata || (dev->closed && sysfs_is_sas(&dev->sys)))
		drive->ops = &drive_scsi;
	else if (dev->refused_by_kernel && !dev->speaks_ata)
		return &drive_block;
	return drive->ops;
}

bool drive_takes_ata(struct drive *drive)
{
	return drive_find(drive)->ata;
}

bool drive_ops_have(const struct drive_ops *ops, size_t verb)
{
	void *member;

	memcpy(&member, (const char *)ops + verb, sizeof(member));
	return member;
}

bool drive_is_other(struct drive *drive)
{
	const struct drive_ops *ops = drive_find(drive);

	return ops != &drive_ata && ops != &drive_block;
}

bool drive_has_no(struct drive *drive, size_t verb)
{
	return drive_is_other(drive) && !drive_ops_have(drive->ops, verb);
}

/* The language that has the verb; NULL: none, which *drive keeps. */
static const struct drive_ops *begin(struct drive *drive, size_t verb)
{
	const struct drive_ops *ops = drive_find(drive);

	drive->attempt[0] = '\0';
	drive->refused = drive->answered = false;
	drive->lacks = drive_has_no(drive, verb);
	if (!drive->lacks && !drive_ops_have(ops, verb))
		ops = &drive_ata;
	drive->lacks |= !drive_ops_have(ops, verb);
	return drive->lacks ? NULL : ops;
}

/* Whether the drive has turned out to speak another language, in which it is to be asked. */
static bool turns(struct drive *drive, const struct drive_ops *before, size_t verb)
{
	const struct drive_ops *ops = drive_find(drive);

	if (before != &drive_ata || ops == before ||
	    (ops == &drive_block && !drive_ops_have(ops, verb)))
		return false;
	/* it is no failure of this drive */
	device_forget_failure(drive->dev);
	return true;
}

#define CALL(drive, verb, ...)                                                                     \
	const struct drive_ops *ops;                                                               \
	int err;                                                                                   \
                                                                                                   \
	do {                                                                                       \
		ops = begin(drive, DRIVE_VERB(verb));                                              \
		err = ops ? ops->verb(drive, ##__VA_ARGS__) : -ENOTTY;                             \
	} while (err < 0 && turns(drive, ops, DRIVE_VERB(verb)));                                  \
	return err

int drive_identity(struct drive *drive, struct disk_identity *id)
{
	CALL(drive, identity, id);
}

int drive_temperature(struct drive *drive, struct drive_temperature *t)
{
	CALL(drive, temperature, t);
}

int drive_write_cache(struct drive *drive, bool *on)
{
	CALL(drive, write_cache, on);
}

int drive_set_write_cache(struct drive *drive, bool on)
{
	CALL(drive, set_write_cache, on);
}

int drive_standby(struct drive *drive)
{
	CALL(drive, standby);
}

int drive_standby_timer(struct drive *drive, uint32_t *tenths)
{
	CALL(drive, standby_timer, tenths);
}

int drive_set_standby_timer(struct drive *drive, struct standby_time time)
{
	CALL(drive, set_standby_timer, time);
}

int drive_flush(struct drive *drive)
{
	CALL(drive, flush);
}

#define ASK(drive, verb, ...)                                                                      \
	const struct drive_ops *ops = begin(drive, DRIVE_VERB(verb));                              \
                                                                                                   \
	return ops ? ops->verb(drive, ##__VA_ARGS__) : -ENOTTY

int drive_verify_plan(struct drive *drive, struct disk_verify *plan)
{
	ASK(drive, verify_plan, plan);
}

int drive_verify_sectors(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad)
{
	ASK(drive, verify, lba, sectors, bad);
}

const char *drive_verify_name(struct drive *drive)
{
	return drive_find(drive)->verify_name;
}

int drive_erase(struct drive *drive, enum disk_erase erase, uint32_t pattern, unsigned passes)
{
	ASK(drive, erase, erase, pattern, passes);
}

int drive_erase_ways(struct drive *drive, uint32_t *ways)
{
	ASK(drive, erase_ways, ways);
}

const char *drive_erase_command(struct drive *drive, enum disk_erase erase)
{
	return drive_find(drive)->erase_commands[erase];
}

int drive_erase_takes(struct drive *drive, enum disk_erase erase, char names[DISK_KIN_BYTES])
{
	const struct drive_ops *ops = drive_find(drive);

	names[0] = '\0';
	return ops->erase_takes ? ops->erase_takes(drive, erase, names) : 0;
}

int drive_sanitize_status(struct drive *drive, bool accepted, struct disk_sanitize *status)
{
	ASK(drive, sanitize_status, accepted, status);
}

bool drive_leaves_out(struct drive *drive, size_t verb)
{
	static const size_t left_out[] = {
		DRIVE_VERB(make_bad),	       DRIVE_VERB(erase),
		DRIVE_VERB(sanitize_status),   DRIVE_VERB(send_firmware),
		DRIVE_VERB(activate_firmware), DRIVE_VERB(set_sector_bytes)
	};

	for (size_t i = 0; SMALL_BUILD && i < sizeof(left_out) / sizeof(left_out[0]); i++) {
		if (verb == left_out[i])
			return verb != DRIVE_VERB(set_sector_bytes) || drive->ops == &drive_nvme;
	}
	return false;
}

const char *drive_language(struct drive *drive)
{
	const struct drive_ops *ops = drive_find(drive);

	return ops->named ? ops->named(drive) : ops->name;
}

bool drive_power(struct drive *drive, struct power_state *state)
{
	if (!drive_has_no(drive, DRIVE_VERB(power)))
		return device_power(drive->dev, state);
	*state = (struct power_state){ .mode = "unknown", .err = -ENOTTY };
	state->cmd = ata_command(ATA_CHECK_POWER_MODE);
	return false;
}

int drive_kernel_names(struct drive *drive, struct disk_identity *id)
{
	const struct drive_ops *ops = drive_find(drive);

	return (ops->names ? ops : &drive_scsi)->names(drive, id);
}
