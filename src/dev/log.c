// SPDX-License-Identifier: GPL-2.0-or-later
/* Log pages (General Purpose Logging, ACS-3 4.10). */
#include "ata_drive.h"
#include "device.h"

int device_log_page(struct device *dev, uint8_t address, uint16_t page, uint8_t data[ID_BYTES],
		    struct ata_cmd *cmd)
{
	*cmd = ata_read_log(address, page, data);
	return device_ata(dev, cmd);
}
