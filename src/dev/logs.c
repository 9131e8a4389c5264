// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads logs of an ATA drive. */
#include "drive_logs.h"
#include "idfields.h"

#include <errno.h>
#include <string.h>

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

/* The directory (ACS-4 9.2), once. 0 or -errno. */
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

unsigned device_log_pages(struct device *dev, uint8_t address)
{
	struct ata_cmd cmd;

	return ask_directory(dev, &cmd) || !dev->logs.asked ? 0
							    : ata_log_pages(dev->logs.raw, address);
}

int device_listed_page(struct device *dev, uint8_t address, uint16_t page, uint8_t data[ID_BYTES],
		       struct ata_cmd *cmd)
{
	int err = ask_directory(dev, cmd);

	if (err)
		return err;
	if (device_log_pages(dev, address) <= page)
		return -ENOENT;
	return device_log_page(dev, address, page, data, cmd);
}

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
