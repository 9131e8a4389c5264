// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The native size: READ NATIVE MAX ADDRESS and its successor, and the configuration overlay. It
 * comes in registers: without them it is not known.
 */
#include "native.h"
#include "ata_drive.h"

#include <errno.h>

/* ACS-3 replaces the host protected area by AMA: a drive of ACS-3 that claims both has AMA. */
enum ata_id native_command(const uint8_t *id)
{
	if (ata_id_has(id, ID_HAS_ACCESSIBLE_MAX_ADDRESS) &&
	    (ata_id_is_acs3(id) || !ata_id_has(id, ID_HAS_HOST_PROTECTED_AREA)))
		return ATA_GET_NATIVE_MAX;
	return ata_id_has(id, ID_HAS_LBA48) ? ATA_READ_NATIVE_MAX_EXT : ATA_READ_NATIVE_MAX;
}

int device_native_sectors(struct device *dev, struct ata_cmd *cmd, uint64_t *sectors)
{
	enum ata_quiet quiet = cmd->quiet;
	int err;

	*cmd = ata_command(native_command(dev->id.raw));
	cmd->quiet = quiet;
	cmd->want = WANT_LBA;
	err = device_ata(dev, cmd);
	if (err)
		return err;
	/* the lower bits of a large size would look like the size of a small drive */
	if (cmd->ext && cmd->res.lba_cut)
		return -EPROTO;
	*sectors = cmd->res.lba + 1;
	/* a path without registers returns such numbers: no drive has one sector, or 2^48 */
	return !cmd->res.lba || *sectors > ATA_MOST_SECTORS ? -ENODATA : 0;
}

int device_overlay(struct device *dev, struct ata_cmd *cmd, uint8_t data[512])
{
	enum ata_quiet quiet = cmd->quiet;
	int err;

	*cmd = ata_command_data(ATA_DCO_IDENTIFY, data, 512);
	cmd->quiet = quiet;
	err = device_ata(dev, cmd);
	return !err && !ata_dco_revision(data) ? -ENODATA : err;
}

int device_overlay_sectors(struct device *dev, enum ata_quiet quiet, uint64_t *sectors)
{
	struct ata_cmd cmd = { .quiet = quiet };
	uint8_t data[512];
	int err;

	if (!ata_id_has(dev->id.raw, ID_HAS_DEVICE_CONFIGURATION_OVERLAY))
		return -EOPNOTSUPP;
	err = device_overlay(dev, &cmd, data);
	if (err)
		return err;
	*sectors = ata_dco_max_sectors(data);
	return *sectors ? 0 : -ENODATA;
}
