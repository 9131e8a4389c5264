// SPDX-License-Identifier: GPL-2.0-or-later
/* What the verbs of ATA share: a command with an older code, a feature in the IDENTIFY data. */
#include "ata_disk.h"
#include "device_ask.h"
#include "drive_send.h"
#include "identify.h"

#include <errno.h>

/* Sends `id`; if the drive aborts it, sends `older`, the code of ATA-1 to ATA-3. */
int drive_send_either(struct drive *drive, enum ata_id id, enum ata_id older)
{
	struct ata_cmd cmd = ata_command(id);
	int err = drive_send(drive, &cmd);

	if (err != -EIO || older == id || !cmd.res.valid || !(cmd.res.error & ER_ABRT))
		return err;
	cmd = ata_command(older);
	return drive_send(drive, &cmd);
}

/*
 * The support bit counts without the signature in word 83: drives of ATA-3 have their write cache
 * in word 82 and leave word 83 zero.
 */
int drive_ask_feature(struct drive *drive, enum ata_feature feature)
{
	const uint8_t *id = drive->dev->id.raw;
	int err = device_identify(drive->dev);
	unsigned bad;

	if (err) {
		drive_tell(drive, "IDENTIFY DEVICE failed");
		return err;
	}
	if (ata_id_blank(id)) {
		drive_tell(drive, "the IDENTIFY data are all ones: no drive answered");
		return -ENODATA;
	}
	if (!ata_feature_supported_if_valid(id, feature))
		return 0;
	bad = ata_feature_empty_word(id, feature);
	if (!bad)
		return 1;
	drive_tell(drive, "word %u of the IDENTIFY data is FFFFh, which tells nothing", bad);
	return -ENODATA;
}

int ata_disk_switch(struct drive *drive, enum ata_feature feature, bool *on)
{
	int has = drive_ask_feature(drive, feature);

	if (has > 0)
		*on = ata_feature_enabled(drive->dev->id.raw, feature);
	return has > 0 ? 0 : has ? has : -EOPNOTSUPP;
}
