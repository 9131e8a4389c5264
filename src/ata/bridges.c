// SPDX-License-Identifier: GPL-2.0-or-later
/* USB bridges by their IDs: what they are known to take, and what they do wrong. */
#include "passthrough.h"

#include <stddef.h>

/*
 * Listed products are known to take this form of ATA command, if it is not ATA_PATH_ANY; a vendor's
 * other products are probed.
 */
static const struct {
	uint16_t vendor, product;
	enum ata_path path;
	uint32_t most_unmap; /* bytes of one UNMAP that it carries out, whatever it says; 0: all */
} bridges[] = {
	{ 0x152d, 0x2329, ATA_PATH_JMICRON, 0 },    /* JM20329 */
	{ 0x152d, 0x2336, ATA_PATH_JMICRON, 0 },    /* JM20336 */
	{ 0x152d, 0x2338, ATA_PATH_JMICRON, 0 },    /* JM20337, JM20338 */
	{ 0x152d, 0x2339, ATA_PATH_JMICRON, 0 },    /* JM20339 */
	{ 0x152d, 0x2352, ATA_PATH_JMICRON, 0 },    /* JM20352 */
	{ 0x0c0b, 0xb157, ATA_PATH_JMICRON, 0 },    /* ioSafe's, with a JMicron chip */
	{ 0x04fc, 0x0c05, ATA_PATH_SUNPLUS, 0 },    /* SPIF215 */
	{ 0x04fc, 0x0c15, ATA_PATH_SUNPLUS, 0 },    /* SPIF215A */
	{ 0x04b4, 0x6830, ATA_PATH_CYPRESS, 0 },    /* CY7C68300A */
	{ 0x04b4, 0x6831, ATA_PATH_CYPRESS, 0 },    /* CY7C68300B, CY7C68300C */
	{ 0x14cd, 0x6116, ATA_PATH_CYPRESS, 0 },    /* Super Top M6116, the same command set */
	{ 0x152d, 0x0578, ATA_PATH_ANY, 16 << 20 }, /* JMS578 */
	{ 0x152d, ATA_OTHER_PRODUCT, ATA_PATH_JMICRON, 0 },
	{ 0x04fc, ATA_OTHER_PRODUCT, ATA_PATH_SUNPLUS, 0 },
	{ 0x04b4, ATA_OTHER_PRODUCT, ATA_PATH_CYPRESS, 0 },
};

enum ata_path ata_bridge_path(uint16_t vendor, uint16_t product)
{
	for (size_t i = 0; i < sizeof(bridges) / sizeof(bridges[0]); i++) {
		if (bridges[i].vendor == vendor && bridges[i].product == product)
			return bridges[i].path;
	}
	return ATA_PATH_ANY;
}

uint32_t ata_bridge_most_unmap(uint16_t vendor, uint16_t product)
{
	for (size_t i = 0; i < sizeof(bridges) / sizeof(bridges[0]); i++) {
		if (bridges[i].vendor == vendor && bridges[i].product == product)
			return bridges[i].most_unmap;
	}
	return 0;
}
