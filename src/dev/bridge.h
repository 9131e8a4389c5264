/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ATA commands in the CDBs of USB bridges from before SAT. Pure, but for the rows' execute(). */
#ifndef HDPARM_BRIDGE_H
#define HDPARM_BRIDGE_H

#include "transport.h"

enum { BRIDGE_CDB_BYTES = 16, BRIDGE_REGISTER_BYTES = 16 };

/* One maker's way. All of them carry 28-bit commands alone. */
struct bridge_protocol {
	uint8_t cdb_bytes;
	bool two_ports; /* the bridge may have a drive at its second port: see device.bridge_ports
			 */
	/* fills a zeroed CDB */
	void (*encode)(const struct ata_cmd *cmd, uint8_t cdb[BRIDGE_CDB_BYTES]);
	/* the CDB that reads the registers of the command before, and their order in its answer */
	uint8_t read_registers[BRIDGE_CDB_BYTES];
	uint8_t register_bytes;
	uint8_t error, count, lba_low, lba_mid, lba_high, device, status;
};

extern const struct bridge_protocol bridge_jmicron, bridge_sunplus, bridge_cypress;

/* The registers out of the answer to read_registers. */
void bridge_decode(const struct bridge_protocol *protocol, const uint8_t *data,
		   struct ata_result *res);

extern const struct transport transport_jmicron, transport_sunplus, transport_cypress;

#endif
