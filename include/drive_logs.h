/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Logs of an ATA drive, and which of them it has. device_identify() must have answered before. */
#ifndef HDPARM_DRIVE_LOGS_H
#define HDPARM_DRIVE_LOGS_H

#include "ata_drive.h"
#include "device.h"
#include "sct.h"

/*
 * Reads one page of a log into data[512] (READ LOG EXT), whether the drive has it or not. It is not
 * cached. 0 or -errno as device_ata(); *cmd is the finished command.
 */
int device_log_page(struct device *dev, uint8_t address, uint16_t page, uint8_t data[ID_BYTES],
		    struct ata_cmd *cmd);

/* Whether the drive has any logs for READ LOG EXT: its General Purpose Logging. */
bool device_has_logs(struct device *dev);

/*
 * How many pages a log has by the drive's log directory, which alone tells whether it exists; 0:
 * none. The directory is asked once, until device_forget(); one that cannot be read lists nothing.
 */
unsigned device_log_pages(struct device *dev, uint8_t address);

/*
 * As device_log_page(), of a page that the directory lists; -ENOENT, and nothing is sent but the
 * question for the directory, if it does not. If that question fails, its error, and it is *cmd.
 */
int device_listed_page(struct device *dev, uint8_t address, uint16_t page, uint8_t data[ID_BYTES],
		       struct ata_cmd *cmd);

/* Reads the SCT status. 0 or -errno as device_ata(); *cmd is the finished command. */
int device_sct_status(struct device *dev, uint8_t page[SCT_BYTES], struct ata_cmd *cmd);

/*
 * Reads the log of Extended Power Conditions into `states`. 0; -errno, and *cmd for its message;
 * -ENODATA where the answer can be no such log, with cmd->res.valid cleared.
 */
int device_epc_states(struct device *dev, struct ata_epc_state states[ATA_EPC_COUNT],
		      struct ata_cmd *cmd);

#endif
