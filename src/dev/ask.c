// SPDX-License-Identifier: GPL-2.0-or-later
/* Queries to a drive: identity, logs, sizes. */
#include "ata.h"
#include "ata_drive.h"
#include "device.h"
#include "identify.h"
#include "known_faults.h"
#include "transport.h"

#include <errno.h>
#include <string.h>

void device_forget(struct device *dev)
{
	dev->id.asked = dev->logs.asked = false;
}

int device_identify(struct device *dev, enum ata_quiet quiet)
{
	/* a packet device aborts IDENTIFY DEVICE (ACS-3 7.12.5) */
	static const enum ata_id ids[] = { ATA_IDENTIFY_DEVICE, ATA_IDENTIFY_PACKET_DEVICE };
	int first = 0, err = -ENODATA, before = dev->attempt.unheard;

	device_settle(dev);
	if (dev->route.language != LANGUAGE_ATA && dev->route.language != LANGUAGE_BLOCK)
		return dev->route.language == LANGUAGE_NVME ? -ENOTTY : -EIO;
	if (dev->id.asked) {
		/* if the cached IDENTIFY was not answered, count this call as not answered */
		dev->attempt.unheard = before ? before : dev->id.unheard;
		return dev->id.result;
	}
	dev->id.asked = true;
	dev->attempt.unheard = 0;
	for (unsigned i = 0; i < 2 && (err == -EIO || err == -ENODATA); i++) {
		struct ata_cmd cmd = ata_command_data(ids[i], dev->id.raw, ID_BYTES);

		cmd.quiet = i && quiet < ATA_QUIET_MISSING ? ATA_QUIET_MISSING : quiet;
		memset(dev->id.raw, 0, ID_BYTES);
		err = device_ata(dev, &cmd);
		/* a bridge may drop the command and report success: the buffer stays zeroed */
		if (!err && all_zeros(dev->id.raw, ID_BYTES))
			err = -ENODATA;
		dev->id.packet = i && !err;
		first = i ? first : err;
	}
	/* -ENODATA is no result of device_ata(): set it for device_diagnose() */
	if (err && first == -ENODATA && quiet != ATA_QUIET_ALL)
		dev->attempt.result = first;
	dev->id.result = err ? first : 0;
	dev->id.unheard = err ? dev->attempt.unheard : 0;
	dev->attempt.unheard = before ? before : dev->id.unheard;
	return dev->id.result;
}

bool device_identify_kept(struct device *dev)
{
	char folder[SYSFS_DISK_BYTES], page[VPD_ATA_BYTES + 1];
	ssize_t n;

	/* check sysfs_is_ata() as well: a disk of scsi_debug has page 89h but is no ATA drive */
	if (!sysfs_is_ata(&dev->sys) || !sysfs_disk_folder(&dev->sys, folder))
		return false;
	n = sysfs_read(dev->host, folder, "device/vpd_pg89", page, sizeof(page));
	return ata_id_from_vpd(page, n, dev->id.raw);
}

int device_log_page(struct device *dev, uint8_t address, uint16_t page, uint8_t data[ID_BYTES],
		    struct ata_cmd *cmd)
{
	*cmd = ata_read_log(address, page, data);
	return device_ata(dev, cmd);
}

bool device_has_logs(struct device *dev)
{
	char model[ID_STRING_BYTES], firmware[ID_STRING_BYTES];

	ata_id_trimmed_text(dev->id.raw, ID_MODEL, model);
	ata_id_trimmed_text(dev->id.raw, ID_FIRMWARE, firmware);
	return ata_id_has(dev->id.raw, ID_HAS_GENERAL_PURPOSE_LOGGING) &&
	       !known_fault_shuns(model, firmware, SHUNS_LOG_DIRECTORY);
}

/* Read the log directory (ACS-4 9.2). 0 also without logs, or if logs.asked is true already. */
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
	if (!dev->logs.asked || ata_log_pages(dev->logs.raw, address) <= page)
		return -ENOENT;
	return device_log_page(dev, address, page, data, cmd);
}

int device_sct_status(struct device *dev, uint8_t page[SCT_BYTES], struct ata_cmd *cmd)
{
	*cmd = ata_sct_log(dev->id.raw, false, page);
	return device_ata(dev, cmd);
}

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
	/* without LBA 47:24, a large drive would seem small */
	if (cmd->ext && cmd->res.lba_cut)
		return -EPROTO;
	*sectors = cmd->res.lba + 1;
	/* made-up registers may give a size of 1, or above ATA's limit */
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
