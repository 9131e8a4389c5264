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
	uint32_t most_unmap; /* maximum bytes of one UNMAP that the bridge carries out, whatever it
				reports; 0: no limit */
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

/*
 * Bridges with a tunnel for NVMe commands, and the versions (bcdDevice) that have been seen with a
 * tunnel. Other versions give these CDBs another meaning: JMicron's CDB is an ATA hardware reset
 * (SAT-4 table 148) to adapters for SATA drives that have the JMS583's IDs and the versions 4.14,
 * 32.02 and 91.28.
 */
enum { ANY_FIRST = 0x0000, ANY_LAST = 0xffff };
static const struct {
	uint16_t vendor, product;
	uint16_t first, last; /* bcdDevice, both included */
	enum nvme_tunnel tunnel;
	bool sata_too;
} tunnels[] = {
	{ 0x152d, 0x0583, 0x0200, 0x02ff, NVME_TUNNEL_JMICRON, false },	     /* JMS583 */
	{ 0x152d, 0xa583, ANY_FIRST, ANY_LAST, NVME_TUNNEL_JMICRON, false }, /* JMS583 */
	{ 0x152d, 0x0581, ANY_FIRST, ANY_LAST, NVME_TUNNEL_JMICRON, true },  /* JMS581 */
	{ 0x152d, 0xa581, ANY_FIRST, ANY_LAST, NVME_TUNNEL_JMICRON, true },  /* JMS581 */
	{ 0x152d, 0xb581, ANY_FIRST, ANY_LAST, NVME_TUNNEL_JMICRON, true },  /* JMS581 */
	{ 0x0bda, 0x9210, ANY_FIRST, ANY_LAST, NVME_TUNNEL_REALTEK, true },  /* RTL9210, 9210B */
	{ 0x0bda, 0x9211, ANY_FIRST, ANY_LAST, NVME_TUNNEL_REALTEK, true },  /* RTL9211 */
	{ 0x0bda, 0x9220, ANY_FIRST, ANY_LAST, NVME_TUNNEL_REALTEK, true },  /* RTL9220 */
	{ 0x174c, 0x2362, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* ASM2362 */
	{ 0x174c, 0x2364, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* ASM2364 */
	{ 0x174c, 0x2463, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* ASM2464PD */
	{ 0x04e8, 0x4001, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* Samsung T7 */
	{ 0x04e8, 0x61fb, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* Samsung T7 Shield */
};

bool ata_bridge_has_tunnel(uint16_t vendor, uint16_t product)
{
	for (size_t i = 0; i < sizeof(tunnels) / sizeof(tunnels[0]); i++) {
		if (tunnels[i].vendor == vendor && tunnels[i].product == product)
			return true;
	}
	return false;
}

enum nvme_tunnel ata_bridge_tunnel(uint16_t vendor, uint16_t product, uint16_t version,
				   bool *sata_too)
{
	*sata_too = false;
	for (size_t i = 0; i < sizeof(tunnels) / sizeof(tunnels[0]); i++) {
		if (tunnels[i].vendor != vendor || tunnels[i].product != product ||
		    version < tunnels[i].first || version > tunnels[i].last)
			continue;
		*sata_too = tunnels[i].sata_too;
		return tunnels[i].tunnel;
	}
	return NVME_TUNNEL_NONE;
}
