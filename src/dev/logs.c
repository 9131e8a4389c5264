// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads logs of an ATA drive. */
#include "drive_logs.h"

int device_sct_status(struct device *dev, uint8_t page[SCT_BYTES], struct ata_cmd *cmd)
{
	*cmd = ata_transfer_log(dev->id.raw, LOG_SCT, false, page);
	return device_ata(dev, cmd);
}
