// SPDX-License-Identifier: GPL-2.0-or-later
#include "bridge.h"
#include "sense.h"

#include <errno.h>
#include <string.h>

enum {
	DEVICE_OBSOLETE = 0xa0, /* bits 7 and 5 of DEVICE, which ATA-4 still wanted set */
	DEVICE_SECOND = 0x10,	/* DEV: the drive at a JMicron's second port */
	JMICRON_DEVICE = 10,	/* where DEVICE stands in its CDB */
	JMICRON_ADDRESS = 6,	/* and the address of the memory that FDh reads */
	JMICRON_MEMORY_SECOND = 0x90
};

/* FEATURE, COUNT, LBA, DEVICE: all three put them in this order. */
static uint8_t *put_registers(const struct ata_cmd *cmd, uint8_t *at)
{
	*at++ = (uint8_t)cmd->feature;
	*at++ = (uint8_t)cmd->count;
	*at++ = (uint8_t)cmd->lba;
	*at++ = (uint8_t)(cmd->lba >> 8);
	*at++ = (uint8_t)(cmd->lba >> 16);
	*at++ = ata_device_field(cmd) | DEVICE_OBSOLETE;
	return at;
}

/* JM20329, JM2033x: the length in bytes. */
static void encode_jmicron(const struct ata_cmd *cmd, uint8_t cdb[BRIDGE_CDB_BYTES])
{
	cdb[0] = 0xdf;
	cdb[1] = ata_writes_data(cmd) ? 0x00 : 0x10;
	cdb[3] = (uint8_t)(cmd->bytes >> 8);
	cdb[4] = (uint8_t)cmd->bytes;
	*put_registers(cmd, cdb + 5) = cmd->command;
}

/* SPIF215, SPIF225: 22h is "pass through", the length in blocks. */
static void encode_sunplus(const struct ata_cmd *cmd, uint8_t cdb[BRIDGE_CDB_BYTES])
{
	cdb[0] = 0xf8;
	cdb[2] = 0x22;
	if (cmd->bytes)
		cdb[3] = ata_writes_data(cmd) ? 0x11 : 0x10;
	cdb[4] = (uint8_t)(cmd->bytes / 512);
	*put_registers(cmd, cdb + 5) = cmd->command;
}

/* CY7C68300 "ATACB": the signature twice, and which registers are to be written. */
static void encode_cypress(const struct ata_cmd *cmd, uint8_t cdb[BRIDGE_CDB_BYTES])
{
	enum { IDENTIFY_PACKET = 0x80, ALL_BUT_CONTROL = 0xbe };

	cdb[0] = 0x24;
	cdb[1] = 0x24;
	if (cmd->id == ATA_IDENTIFY_PACKET_DEVICE)
		cdb[2] = IDENTIFY_PACKET;
	cdb[3] = ALL_BUT_CONTROL;
	cdb[4] = (uint8_t)(cmd->bytes / 512);
	*put_registers(cmd, cdb + 6) = cmd->command;
}

const struct bridge_protocol bridge_jmicron = {
	.cdb_bytes = 12,
	.two_ports = true,
	.encode = encode_jmicron,
	/* FDh reads the bridge's memory; registers are at 8000h, the second port's at 9000h */
	.read_registers = { 0xdf, 0x10, 0, 0, 16, 0, 0x80, 0, 0, 0, 0, 0xfd },
	.register_bytes = 16,
	.error = 13,
	.count = 0,
	.lba_low = 6,
	.lba_mid = 4,
	.lba_high = 10,
	.device = 9,
	.status = 14,
};

const struct bridge_protocol bridge_sunplus = {
	.cdb_bytes = 12,
	.encode = encode_sunplus,
	.read_registers = { 0xf8, 0, 0x21 },
	.register_bytes = 8,
	.error = 1,
	.count = 2,
	.lba_low = 3,
	.lba_mid = 4,
	.lba_high = 5,
	.device = 6,
	.status = 7,
};

const struct bridge_protocol bridge_cypress = {
	.cdb_bytes = 16,
	.encode = encode_cypress,
	.read_registers = { 0x24, 0x24, 0x01 },
	.register_bytes = 8,
	.error = 1,
	.count = 2,
	.lba_low = 3,
	.lba_mid = 4,
	.lba_high = 5,
	.device = 6,
	.status = 7,
};

void bridge_decode(const struct bridge_protocol *protocol, const uint8_t *data,
		   struct ata_result *res)
{
	res->error = data[protocol->error];
	res->status = data[protocol->status];
	res->device = data[protocol->device];
	res->count = data[protocol->count];
	res->lba = data[protocol->lba_low] | (uint64_t)data[protocol->lba_mid] << 8 |
		   (uint64_t)data[protocol->lba_high] << 16 | (uint64_t)(res->device & 0x0f) << 24;
	res->valid = ata_status_plausible(res->status);
}

static int send_quietly(struct device *dev, struct ata_cmd *cmd, uint8_t *cdb, uint8_t bytes)
{
	struct device_watch watch = dev->watch;
	unsigned want = cmd->want;
	int err;

	/* registers come by a command of their own, so that sense data without them are no fault */
	dev->watch.bad_sense = NULL;
	cmd->want = 0;
	err = sgio_execute(dev, cmd, cdb, bytes);
	cmd->want = want;
	dev->watch = watch;
	return err;
}

/*
 * Finds the port with the drive, once per device: 0, or -errno before anything was sent to a drive.
 * With a drive at each port nothing says which of them the kernel's disk is.
 */
static int find_port(struct device *dev)
{
	uint8_t cdb[12] = { 0xdf, 0x10, 0, 0, 1, 0, 0x72, 0x0f, 0, 0, 0, 0xfd }, ports = 0;
	int err;

	if (!dev->ports_asked) {
		err = sgio_read(dev, cdb, sizeof(cdb), &ports, sizeof(ports));
		if (err)
			return err;
		dev->ports_asked = true;
		dev->bridge_ports = ports & BRIDGE_PORT_BOTH;
	}
	if (dev->bridge_ports == BRIDGE_PORT_BOTH)
		return -EOPNOTSUPP;
	return dev->bridge_ports ? 0 : -ENXIO;
}

/* Reads the registers as the command left them. */
static void fetch_registers(struct device *dev, struct ata_cmd *cmd,
			    const struct bridge_protocol *protocol)
{
	uint8_t cdb[BRIDGE_CDB_BYTES], registers[BRIDGE_REGISTER_BYTES] = { 0 };
	struct ata_result *res = &cmd->res;

	if (sense_opcode_unknown(res))
		return;
	memcpy(cdb, protocol->read_registers, sizeof(cdb));
	if (protocol->two_ports && dev->bridge_ports == BRIDGE_PORT_SECOND)
		cdb[JMICRON_ADDRESS] = JMICRON_MEMORY_SECOND;
	if (!sgio_read(dev, cdb, protocol->cdb_bytes, registers, protocol->register_bytes))
		bridge_decode(protocol, registers, res);
	/* registers of before, as the bridge's own error shows */
	if (sense_is_error(res->sense, res->sense_bytes) && !ata_status_failed(res->status))
		res->valid = false;
}

static int execute(struct device *dev, struct ata_cmd *cmd, const struct bridge_protocol *protocol)
{
	uint8_t cdb[BRIDGE_CDB_BYTES] = { 0 };
	const struct ata_result *res = &cmd->res;
	int err;

	memset(&cmd->res, 0, sizeof(cmd->res));
	err = protocol->two_ports ? find_port(dev) : 0;
	if (err)
		return err;
	protocol->encode(cmd, cdb);
	if (protocol->two_ports && dev->bridge_ports == BRIDGE_PORT_SECOND)
		cdb[JMICRON_DEVICE] |= DEVICE_SECOND;
	err = send_quietly(dev, cmd, cdb, protocol->cdb_bytes);
	if ((err && err != -EIO) || (!cmd->want && !err))
		return err;
	fetch_registers(dev, cmd, protocol);
	if (!res->valid && transport_warns(dev, cmd))
		dev->watch.bad_sense(dev->watch.who, res);
	return err && !res->valid ? err : transport_verdict(cmd);
}

static int execute_jmicron(struct device *dev, struct ata_cmd *cmd)
{
	return execute(dev, cmd, &bridge_jmicron);
}

static int execute_sunplus(struct device *dev, struct ata_cmd *cmd)
{
	return execute(dev, cmd, &bridge_sunplus);
}

static int execute_cypress(struct device *dev, struct ata_cmd *cmd)
{
	return execute(dev, cmd, &bridge_cypress);
}

static bool fits_28_bits(const struct ata_cmd *cmd)
{
	return !cmd->ext && cmd->feature <= 0xff && cmd->count <= 0xff && cmd->bytes <= 127 * 512;
}

const struct transport transport_jmicron = {
	.name = "jmicron",
	.family = FAMILY_SG_IO,
	.foreign_to_packets = true,
	.carries = fits_28_bits,
	.execute = execute_jmicron,
};

const struct transport transport_sunplus = {
	.name = "sunplus",
	.family = FAMILY_SG_IO,
	.foreign_to_packets = true,
	.carries = fits_28_bits,
	.execute = execute_sunplus,
};

const struct transport transport_cypress = {
	.name = "cypress",
	.family = FAMILY_SG_IO,
	.foreign_to_packets = true,
	.carries = fits_28_bits,
	.execute = execute_cypress,
};
