/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A log of an ATA drive that several acts read. device_identify() must have answered before. */
#ifndef HDPARM_DRIVE_LOGS_H
#define HDPARM_DRIVE_LOGS_H

#include "ata_drive.h"
#include "device.h"
#include "sct.h"

/* Reads the SCT status. 0 or -errno as device_ata(); *cmd is the finished command. */
int device_sct_status(struct device *dev, uint8_t page[SCT_BYTES], struct ata_cmd *cmd);

#endif
