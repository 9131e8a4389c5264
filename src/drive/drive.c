// SPDX-License-Identifier: GPL-2.0-or-later
/* Which language a drive speaks, and how its verbs are called. */
#include "block.h"
#include "ops.h"
#include "power.h"
#include "rdev.h"
#include "small.h"
#include "sysfs.h"

#include <errno.h>
#include <linux/major.h>
#include <stddef.h>
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

/* Unless the user says that it takes ATA commands, by --transport. */
static bool is_sas_disk(struct device *dev)
{
	return dev->path_asked == ATA_PATH_ANY && sysfs_is_sas(&dev->sys);
}

static const struct drive_ops *const languages[] = {
	[LANGUAGE_ATA] = &drive_ata,
	[LANGUAGE_SCSI] = &drive_scsi,
	[LANGUAGE_NVME] = &drive_nvme,
	[LANGUAGE_BLOCK] = &drive_block,
};

/* clang-format off */
static const size_t verbs[] = {
	[VERB_ATA_ONLY] = offsetof(struct drive_ops, ata),
	[VERB_ANY] = offsetof(struct drive_ops, name),
	[VERB_SCSI_LAYER] = offsetof(struct drive_ops, scsi_layer),
	[VERB_POWER] = offsetof(struct drive_ops, power),
	[VERB_IDENTITY] = offsetof(struct drive_ops, identity),
	[VERB_TEMPERATURE] = offsetof(struct drive_ops, temperature),
	[VERB_WRITE_CACHE] = offsetof(struct drive_ops, write_cache),
	[VERB_SET_WRITE_CACHE] = offsetof(struct drive_ops, set_write_cache),
	[VERB_STANDBY] = offsetof(struct drive_ops, standby),
	[VERB_SET_STANDBY_TIMER] = offsetof(struct drive_ops, set_standby_timer),
	[VERB_FLUSH] = offsetof(struct drive_ops, flush),
	[VERB_MAKE_BAD] = offsetof(struct drive_ops, make_bad),
	[VERB_SET_SECTOR_BYTES] = offsetof(struct drive_ops, set_sector_bytes),
	[VERB_ERASE] = offsetof(struct drive_ops, erase),
	[VERB_SANITIZE_STATUS] = offsetof(struct drive_ops, sanitize_status),
	[VERB_SEND_FIRMWARE] = offsetof(struct drive_ops, send_firmware),
	[VERB_ACTIVATE_FIRMWARE] = offsetof(struct drive_ops, activate_firmware),
};
/* clang-format on */

static const struct drive_ops *find(struct drive *drive)
{
	struct device *dev = drive->dev;

	if (!drive->ops)
		drive->ops = is_nvme(dev)	? &drive_nvme
			     : is_sas_disk(dev) ? &drive_scsi
						: &drive_ata;
	if (drive->ops != &drive_ata)
		return drive->ops;
	if (dev->takes_no_ata)
		drive->ops = &drive_scsi;
	else if (dev->refused_by_kernel && !dev->speaks_ata)
		return &drive_block;
	return drive->ops;
}

enum language drive_speaks(struct drive *drive)
{
	const struct drive_ops *ops = find(drive);
	enum language language = LANGUAGE_ATA;

	while (languages[language] != ops)
		language++;
	return language;
}

bool drive_takes_ata(struct drive *drive)
{
	return drive_speaks(drive) == LANGUAGE_ATA;
}

bool drive_is_other(struct drive *drive)
{
	enum language language = drive_speaks(drive);

	return language == LANGUAGE_SCSI || language == LANGUAGE_NVME;
}

static bool has_member(const struct drive_ops *ops, size_t offset)
{
	void *member;

	memcpy(&member, (const char *)ops + offset, sizeof(member));
	return member;
}

bool language_has(enum language language, enum drive_verb verb)
{
	return has_member(languages[language], verbs[verb]);
}

static bool lacks(struct drive *drive, size_t offset)
{
	return drive_is_other(drive) && !has_member(drive->ops, offset);
}

bool drive_has_no(struct drive *drive, enum drive_verb verb)
{
	return lacks(drive, verbs[verb]);
}

/* The language that has the verb; NULL: none, which drive->failure keeps. */
static const struct drive_ops *verb_begin(struct drive *drive, size_t offset)
{
	const struct drive_ops *ops = find(drive);
	struct failure *failure = &drive->failure;

	failure->text[0] = '\0';
	failure->refused = failure->answered = false;
	failure->lacks = lacks(drive, offset);
	if (!failure->lacks && !has_member(ops, offset))
		ops = &drive_ata;
	failure->lacks |= !has_member(ops, offset);
	return failure->lacks ? NULL : ops;
}

/* Whether the drive has turned out to speak another language, in which it is to be asked. */
static bool turns(struct drive *drive, const struct drive_ops *before, size_t offset)
{
	const struct drive_ops *ops = find(drive);

	if (before != &drive_ata || ops == before ||
	    (ops == &drive_block && !has_member(ops, offset)))
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
		ops = verb_begin(drive, offsetof(struct drive_ops, verb));                         \
		err = ops ? ops->verb(drive, ##__VA_ARGS__) : -ENOTTY;                             \
	} while (err < 0 && turns(drive, ops, offsetof(struct drive_ops, verb)));                  \
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

/* A drive is not asked first by these. */
#define ASK(drive, verb, ...)                                                                      \
	const struct drive_ops *ops = verb_begin(drive, offsetof(struct drive_ops, verb));         \
                                                                                                   \
	return ops ? ops->verb(drive, ##__VA_ARGS__) : -ENOTTY

int drive_power_state(struct drive *drive, unsigned *state, bool *operational)
{
	ASK(drive, power_state, state, operational);
}

int drive_plan_bad(struct drive *drive, struct bad_sector *bad)
{
	if (!find(drive)->plan_bad)
		return 0;
	ASK(drive, plan_bad, bad);
}

int drive_make_bad(struct drive *drive, const struct bad_sector *bad)
{
	ASK(drive, make_bad, bad);
}

int drive_choose_sector_bytes(struct drive *drive, unsigned bytes, uint32_t *choice)
{
	if (!find(drive)->choose_sector_bytes)
		return 0;
	ASK(drive, choose_sector_bytes, bytes, choice);
}

int drive_set_sector_bytes(struct drive *drive, unsigned bytes, uint32_t choice)
{
	ASK(drive, set_sector_bytes, bytes, choice);
}

int drive_verify_plan(struct drive *drive, struct disk_verify *plan)
{
	ASK(drive, verify_plan, plan);
}

int drive_verify_sectors(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad)
{
	ASK(drive, verify, lba, sectors, bad);
}

int drive_erase(struct drive *drive, enum disk_erase erase, uint32_t pattern, unsigned passes)
{
	ASK(drive, erase, erase, pattern, passes);
}

int drive_erase_ways(struct drive *drive, uint32_t *ways)
{
	ASK(drive, erase_ways, ways);
}

int drive_erase_takes(struct drive *drive, enum disk_erase erase, char names[DISK_KIN_BYTES])
{
	names[0] = '\0';
	if (!find(drive)->erase_takes)
		return 0;
	ASK(drive, erase_takes, erase, names);
}

int drive_sanitize_status(struct drive *drive, bool accepted, struct disk_sanitize *status)
{
	ASK(drive, sanitize_status, accepted, status);
}

int drive_firmware(struct drive *drive, struct disk_firmware *firmware)
{
	ASK(drive, firmware, firmware);
}

int drive_plan_firmware(struct drive *drive, enum disk_firmware_way *way, bool largest,
			struct disk_firmware *firmware)
{
	if (!find(drive)->firmware_plan)
		return 0;
	ASK(drive, firmware_plan, way, largest, firmware);
}

int drive_send_firmware(struct drive *drive, struct disk_firmware *firmware,
			enum disk_firmware_way way, const struct firmware_segment *segment)
{
	ASK(drive, send_firmware, firmware, way, segment);
}

int drive_end_firmware(struct drive *drive, const struct disk_firmware *firmware,
		       enum disk_firmware_way way)
{
	ASK(drive, end_firmware, firmware, way);
}

int drive_activate_firmware(struct drive *drive, const struct disk_firmware *firmware)
{
	ASK(drive, activate_firmware, firmware);
}

/* --- what a language is like --- */

bool drive_keeps_write_cache(struct drive *drive)
{
	return find(drive)->keeps_write_cache && drive->ops->keeps_write_cache(drive);
}

bool drive_sector_bytes_later(struct drive *drive)
{
	return find(drive)->sector_bytes_later;
}

const char *drive_verify_name(struct drive *drive)
{
	return find(drive)->verify_name;
}

const char *drive_erase_command(struct drive *drive, enum disk_erase erase)
{
	return find(drive)->erase_commands[erase];
}

bool drive_forgets_sanitize(struct drive *drive)
{
	return find(drive)->forgets_sanitize;
}

bool drive_sanitize_deallocates(struct drive *drive)
{
	return find(drive)->sanitize_deallocates;
}

bool drive_leaves_out(struct drive *drive, enum drive_verb verb)
{
	static const enum drive_verb left_out[] = { VERB_MAKE_BAD,	    VERB_ERASE,
						    VERB_SANITIZE_STATUS,   VERB_SEND_FIRMWARE,
						    VERB_ACTIVATE_FIRMWARE, VERB_SET_SECTOR_BYTES };

	for (size_t i = 0; SMALL_BUILD && i < sizeof(left_out) / sizeof(left_out[0]); i++) {
		if (verb == left_out[i])
			return verb != VERB_SET_SECTOR_BYTES || drive->ops == &drive_nvme;
	}
	return false;
}

const char *drive_language(struct drive *drive)
{
	const struct drive_ops *ops = find(drive);

	return ops->named ? ops->named(drive) : ops->name;
}

bool drive_power(struct drive *drive, struct power_state *state)
{
	if (!drive_has_no(drive, VERB_POWER))
		return device_power(drive->dev, state);
	*state = (struct power_state){ .mode = "unknown", .err = -ENOTTY };
	state->cmd = ata_command(ATA_CHECK_POWER_MODE);
	return false;
}

int drive_kernel_names(struct drive *drive, struct disk_identity *id)
{
	const struct drive_ops *ops = find(drive);

	return (ops->names ? ops : &drive_scsi)->names(drive, id);
}
