// SPDX-License-Identifier: GPL-2.0-or-later
/* Which language a drive speaks, and how its verbs are called. */
#include "block.h"
#include "ops.h"
#include "sysfs.h"

#include <errno.h>
#include <linux/major.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const struct drive_ops *const languages[] = {
	[LANGUAGE_ATA] = &drive_ata,	 [LANGUAGE_SCSI] = &drive_scsi,
	[LANGUAGE_NVME] = &drive_nvme,	 [LANGUAGE_NVME_USB] = &drive_nvme_usb,
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
	[VERB_LOOK_AHEAD] = offsetof(struct drive_ops, look_ahead),
	[VERB_SET_LOOK_AHEAD] = offsetof(struct drive_ops, set_look_ahead),
	[VERB_STANDBY] = offsetof(struct drive_ops, standby),
	[VERB_SET_STANDBY_TIMER] = offsetof(struct drive_ops, set_standby_timer),
	[VERB_CONDITIONS] = offsetof(struct drive_ops, conditions),
	[VERB_SET_CONDITION] = offsetof(struct drive_ops, set_condition),
	[VERB_SET_EPC] = offsetof(struct drive_ops, set_epc),
	[VERB_GO_TO] = offsetof(struct drive_ops, go_to),
	[VERB_FLUSH] = offsetof(struct drive_ops, flush),
	[VERB_RECOVERY_TIME] = offsetof(struct drive_ops, recovery_time),
	[VERB_SET_RECOVERY_TIME] = offsetof(struct drive_ops, set_recovery_time),
	[VERB_MAKE_BAD] = offsetof(struct drive_ops, make_bad),
	[VERB_TRIM] = offsetof(struct drive_ops, trim),
	[VERB_SET_SECTOR_BYTES] = offsetof(struct drive_ops, set_sector_bytes),
	[VERB_ERASE] = offsetof(struct drive_ops, erase),
	[VERB_SANITIZE_STATUS] = offsetof(struct drive_ops, sanitize_status),
	[VERB_SEND_FIRMWARE] = offsetof(struct drive_ops, send_firmware),
	[VERB_ACTIVATE_FIRMWARE] = offsetof(struct drive_ops, activate_firmware),
};
/* clang-format on */

enum language drive_speaks(struct drive *drive)
{
	return route_language(device_route(drive->dev));
}

const struct drive_ops *drive_ops_of(struct drive *drive)
{
	drive->ops = languages[drive_speaks(drive)];
	return drive->ops;
}

bool drive_takes_ata(struct drive *drive)
{
	return drive_speaks(drive) == LANGUAGE_ATA;
}

bool drive_is_other(struct drive *drive)
{
	enum language language = drive_speaks(drive);

	return language != LANGUAGE_ATA && language != LANGUAGE_BLOCK;
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

/* Many USB disks hang at mode pages that the kernel does not ask for. */
static bool barred_by_usb(size_t offset)
{
	static const size_t barred[] = { offsetof(struct drive_ops, look_ahead),
					 offsetof(struct drive_ops, set_look_ahead),
					 offsetof(struct drive_ops, has_recovery_time),
					 offsetof(struct drive_ops, recovery_time),
					 offsetof(struct drive_ops, set_recovery_time) };

	for (size_t i = 0; i < sizeof(barred) / sizeof(barred[0]); i++) {
		if (barred[i] == offset)
			return true;
	}
	return false;
}

bool usb_bars(enum drive_verb verb)
{
	return barred_by_usb(verbs[verb]);
}

static bool lacks_verb(struct drive *drive, size_t offset)
{
	return drive_is_other(drive) && (!has_member(drive_ops_of(drive), offset) ||
					 (drive_speaks(drive) == LANGUAGE_SCSI &&
					  barred_by_usb(offset) && device_is_usb(drive->dev)));
}

bool drive_has_no(struct drive *drive, enum drive_verb verb)
{
	return lacks_verb(drive, verbs[verb]);
}

bool drive_bridge_lacks(struct drive *drive, enum drive_verb verb)
{
	return drive_speaks(drive) == LANGUAGE_NVME_USB && language_has(LANGUAGE_NVME, verb);
}

const struct drive_ops *verb_begin(struct drive *drive, size_t offset)
{
	const struct drive_ops *ops = drive_ops_of(drive);
	struct failure *failure = &drive->failure;

	failure->text[0] = failure->advice[0] = '\0';
	failure->refused = failure->answered = failure->lost = failure->unbegun = false;
	failure->disproved = false;
	failure->ready_s = 0;
	failure->lacks = lacks_verb(drive, offset);
	if (!failure->lacks && !has_member(ops, offset))
		ops = &drive_ata;
	failure->lacks |= !has_member(ops, offset);
	return failure->lacks ? NULL : ops;
}

bool verb_turns(struct drive *drive, const struct drive_ops *before, size_t offset)
{
	const struct drive_ops *ops = drive_ops_of(drive);

	if (before != &drive_ata || ops == before ||
	    (ops == &drive_block && !has_member(ops, offset)))
		return false;
	/* it is no failure of this drive, unless it is why the drive lacks the verb */
	if (!lacks_verb(drive, offset))
		device_forget_failure(drive->dev);
	return true;
}
