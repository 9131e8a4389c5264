// SPDX-License-Identifier: GPL-2.0-or-later
/* Log pages (General Purpose Logging, ACS-3 4.10). */
#include "device.h"

#include <errno.h>

/* READ LOG EXT: LBA 7:0 is the log's address, LBA 15:8 and 39:32 the first page. */
int device_log_page(struct device *dev, uint8_t address, uint16_t page, uint8_t data[ID_BYTES])
{
	struct ata_cmd cmd = ata_command_data(ATA_READ_LOG_EXT, data, ID_BYTES);

	cmd.lba = address | (uint64_t)(page & 0xff) << 8 | (uint64_t)(page >> 8) << 32;
	return device_ata(dev, &cmd);
}
