// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads logs of an ATA drive. */
#include "drive_logs.h"

#include <errno.h>

int device_sct_status(struct device *dev, uint8_t page[SCT_BYTES], struct ata_cmd *cmd)
{
	*cmd = ata_transfer_log(dev->id.raw, LOG_SCT, false, page);
	return device_ata(dev, cmd);
}

enum { EPC_PAGES = 2 };

int device_epc_states(struct device *dev, struct ata_epc_state states[ATA_EPC_COUNT],
		      struct ata_cmd *cmd)
{
	uint8_t data[EPC_PAGES][ID_BYTES];

	for (uint16_t i = 0; i < EPC_PAGES; i++) {
		int err = device_log_page(dev, LOG_POWER_CONDITIONS, i, data[i], cmd);

		if (err)
			return err;
	}
	cmd->res.valid = false;
	return ata_epc_decode(data[0], data[1], states) ? 0 : -ENODATA;
}
