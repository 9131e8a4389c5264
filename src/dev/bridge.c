// SPDX-License-Identifier: GPL-2.0-or-later
/* ATA commands by SG_IO, and the USB bridges that need a CDB form of their own. */
#include "identify.h"
#include "transport.h"

#include <errno.h>
#include <string.h>

/*
 * Find the port with the drive, once per device: 0, or -errno before anything was sent to a drive.
 * With a drive at each port it is not known which of them is the kernel's disk.
 */
static int find_port(struct device *dev, enum ata_quiet quiet)
{
	struct ata_cdb cdb = ata_cdb_read_ports();
	uint8_t ports = 0;
	int err;

	if (!dev->ports.asked) {
		err = sgio_read(dev, &cdb, quiet, &ports, sizeof(ports));
		if (err)
			return err;
		dev->ports.asked = true;
		dev->ports.have = ports & ATA_PORT_BOTH;
	}
	if (dev->ports.have == ATA_PORT_BOTH)
		return -EOPNOTSUPP;
	return dev->ports.have ? 0 : -ENXIO;
}

/* Read the registers as the command left them. */
static void fetch_registers(struct device *dev, struct ata_cmd *cmd, enum ata_path path,
			    bool second)
{
	struct ata_cdb cdb = ata_cdb_read_registers(path, second);
	uint8_t registers[ATA_REGISTERS_BYTES] = { 0 };
	struct ata_result *res = &cmd->res;

	if (sense_opcode_unknown(res))
		return;
	if (!sgio_read(dev, &cdb, cmd->quiet, registers, ata_path_register_bytes(path)))
		ata_registers_decode(path, registers, res);
	/* the bridge reports an error and STATUS does not: registers of an earlier command */
	if (sense_is_error(res->sense, res->sense_bytes) && !ata_status_failed(res->status))
		res->valid = false;
}

int passthrough_execute(struct device *dev, struct ata_cmd *cmd, enum ata_path path)
{
	struct ata_cmd carried;
	struct ata_cdb cdb;
	bool second;
	int err;

	memset(&cmd->res, 0, sizeof(cmd->res));
	err = ata_path_two_ports(path) ? find_port(dev, cmd->quiet) : 0;
	if (err)
		return err;
	second = ata_path_two_ports(path) && dev->ports.have == ATA_PORT_SECOND;
	cdb = ata_cdb_encode(path, cmd, second);
	if (!ata_path_register_bytes(path))
		return sgio_execute(dev, cmd, &cdb);
	/* registers are read by a separate command, so sense data may lack them */
	carried = *cmd;
	carried.want = 0;
	carried.quiet = ata_quiet_warnings(cmd->quiet);
	err = sgio_execute(dev, &carried, &cdb);
	cmd->res = carried.res;
	if ((err && err != -EIO) || (!cmd->want && !err))
		return err;
	fetch_registers(dev, cmd, path, second);
	if (!cmd->res.valid)
		sgio_warn_missing(dev, cmd);
	return err && !cmd->res.valid ? err : ata_verdict(cmd);
}

bool form_works(struct device *dev, enum ata_path path, enum ata_quiet quiet, bool power)
{
	uint8_t data[ID_BYTES] = { 0 };
	struct ata_cmd cmd = ata_command_data(ATA_IDENTIFY_DEVICE, data, sizeof(data));

	if (power) {
		cmd = ata_command(ATA_CHECK_POWER_MODE);
		cmd.want = WANT_COUNT;
		cmd.quiet = quiet;
		return !passthrough_execute(dev, &cmd, path) || cmd.res.valid;
	}
	cmd.quiet = quiet;
	return !passthrough_execute(dev, &cmd, path) && !ata_id_blank(data);
}
