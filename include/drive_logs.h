/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Logs of an ATA drive that several acts read. device_identify() must have answered before. */
#ifndef HDPARM_DRIVE_LOGS_H
#define HDPARM_DRIVE_LOGS_H

#include "ata_drive.h"
#include "device.h"
#include "sct.h"

/* Reads the SCT status. 0 or -errno as device_ata(); *cmd is the finished command. */
int device_sct_status(struct device *dev, uint8_t page[SCT_BYTES], struct ata_cmd *cmd);

/*
 * Reads the log of Extended Power Conditions into `states`. 0; -errno, and *cmd for its message;
 * -ENODATA where the answer can be no such log, with cmd->res.valid cleared.
 */
int device_epc_states(struct device *dev, struct ata_epc_state states[ATA_EPC_COUNT],
		      struct ata_cmd *cmd);

#endif
