// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Questions to ATA drives: IDENTIFY data, read once or from the kernel's copy; logs; the native
 * size by READ NATIVE MAX ADDRESS, GET NATIVE MAX ADDRESS EXT and the configuration overlay. The
 * size comes in registers: without registers it is unknown.
 */
#include "ata_drive.h"
#include "ata.h"
#include "device.h"
#include "identify.h"

#include <errno.h>
#include <string.h>

void device_forget(struct device *dev)
{
	dev->id.asked = dev->logs.asked = false;
}

static int ask_identity(struct device *dev, enum ata_id id, enum ata_quiet quiet)
{
	struct ata_cmd cmd = ata_command_data(id, dev->id.raw, ID_BYTES);
	int err;

	cmd.quiet = quiet;
	memset(dev->id.raw, 0, ID_BYTES);
	err = device_ata(dev, &cmd);
	/* a bridge that drops the command leaves the zeroed buffer unchanged */
	if (!err && all_zeros(dev->id.raw, ID_BYTES))
		err = -ENODATA;
	return err;
}

int device_identify_as(struct device *dev, enum ata_quiet quiet)
{
	int err, before = dev->attempt.unheard;

	if (dev->id.asked) {
		/* who asks again has heard nothing again */
		dev->attempt.unheard = before ? before : dev->id.unheard;
		return dev->id.result;
	}
	dev->id.asked = true;
	dev->attempt.unheard = 0;
	dev->id.packet = false;
	err = ask_identity(dev, ATA_IDENTIFY_DEVICE, quiet);
	/* a packet device aborts IDENTIFY DEVICE (ACS-3 7.12.5); other errors are the path's */
	if (err == -EIO || err == -ENODATA) {
		if (quiet < ATA_QUIET_MISSING)
			quiet = ATA_QUIET_MISSING;
		if (!ask_identity(dev, ATA_IDENTIFY_PACKET_DEVICE, quiet)) {
			dev->id.packet = true;
			err = 0;
		} else if (err == -ENODATA && quiet != ATA_QUIET_ALL) {
			/* for the diagnosis: not the abort of the second command */
			dev->attempt.result = err;
		}
	}
	dev->id.result = err;
	dev->id.unheard = err ? dev->attempt.unheard : 0;
	dev->attempt.unheard = before ? before : dev->id.unheard;
	return err;
}

int device_identify(struct device *dev)
{
	return device_identify_as(dev, ATA_QUIET_MISSING);
}

bool device_identify_kept(struct device *dev)
{
	char folder[SYSFS_DISK_BYTES], page[VPD_ATA_BYTES + 1];

	/* scsi_debug serves such a page and is no ATA drive */
	if (!sysfs_is_ata(&dev->sys) || !sysfs_disk_folder(&dev->sys, folder))
		return false;
	return ata_id_from_vpd(page,
			       sysfs_read(dev->host, folder, "device/vpd_pg89", page, sizeof(page)),
			       dev->id.raw);
}

int device_log_page(struct device *dev, uint8_t address, uint16_t page, uint8_t data[ID_BYTES],
		    struct ata_cmd *cmd)
{
	*cmd = ata_read_log(address, page, data);
	return device_ata(dev, cmd);
}

bool device_has_logs(struct device *dev)
{
	return ata_id_has(dev->id.raw, ID_HAS_GENERAL_PURPOSE_LOGGING);
}

/* Read the log directory (ACS-4 9.2), once until device_forget(). If unreadable, it lists nothing.
 */
static int ask_directory(struct device *dev, struct ata_cmd *cmd)
{
	int err;

	if (dev->logs.asked || !device_has_logs(dev))
		return 0;
	dev->logs.asked = true;
	err = device_log_page(dev, LOG_DIRECTORY, 0, dev->logs.raw, cmd);
	if (err)
		memset(dev->logs.raw, 0, ID_BYTES);
	return err;
}

int device_listed_page(struct device *dev, uint8_t address, uint16_t page, uint8_t data[ID_BYTES],
		       struct ata_cmd *cmd)
{
	int err = ask_directory(dev, cmd);

	if (err)
		return err;
	/* only the directory shows which logs exist, and how many pages each has */
	if (!dev->logs.asked || ata_log_pages(dev->logs.raw, address) <= page)
		return -ENOENT;
	return device_log_page(dev, address, page, data, cmd);
}

int device_sct_status(struct device *dev, uint8_t page[SCT_BYTES], struct ata_cmd *cmd)
{
	*cmd = ata_sct_log(dev->id.raw, false, page);
	return device_ata(dev, cmd);
}

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
