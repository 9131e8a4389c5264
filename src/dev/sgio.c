// SPDX-License-Identifier: GPL-2.0-or-later
/* Send packets by SG_IO, and by packets ATA and SCSI commands. */
#include "identify.h"
#include "scsi.h"
#include "transport.h"

#include <errno.h>
#include <scsi/sg.h>
#include <string.h>

enum {
	SAM_STATUS_MASK = 0x7e,
	SAM_CHECK_CONDITION = 0x02,
	DRIVER_SENSE = 0x08,
	/* errors of driver_status, bits 2:0; only Linux before 5.14 sets them */
	DRIVER_ERROR_MASK = 0x07,
	DRIVER_TIMEOUT = 0x06,
	HOST_NO_CONNECT = 0x01,
	HOST_TIME_OUT = 0x03,
	HOST_BAD_TARGET = 0x04
};

int sgio_path_verdict(const struct sg_io_hdr *io)
{
	int status = io->status & SAM_STATUS_MASK;

	switch (io->host_status) {
	case 0:
		break;
	case HOST_TIME_OUT:
		return -ETIMEDOUT;
	case HOST_NO_CONNECT:
	case HOST_BAD_TARGET:
		return -ENXIO;
	default:
		return -EBADE;
	}
	if ((io->driver_status & DRIVER_ERROR_MASK) == DRIVER_TIMEOUT)
		return -ETIMEDOUT;
	if (io->driver_status & ~DRIVER_SENSE)
		return -EBADE;
	return status && status != SAM_CHECK_CONDITION ? -EBADE : 0;
}

int sgio_send(const struct device *dev, struct packet *p)
{
	struct sg_io_hdr io = {
		.interface_id = 'S',
		.dxfer_direction = !p->bytes   ? SG_DXFER_NONE
				   : p->writes ? SG_DXFER_TO_DEV
					       : SG_DXFER_FROM_DEV,
		.cmd_len = p->cdb_bytes,
		.mx_sb_len = p->sense_room,
		.dxfer_len = (unsigned)p->bytes,
		.dxferp = p->data,
		.cmdp = p->cdb,
		.sbp = p->sense,
		.timeout = p->timeout_s * 1000,
	};
	int err;

	if (dev->watch.cdb && !p->hidden)
		dev->watch.cdb(dev->watch.who, p->cdb, p->cdb_bytes);
	/* old data in the buffers must not pass for an answer */
	memset(p->sense, 0, p->sense_room);
	if (!p->writes && p->bytes)
		memset(p->data, p->fill, p->bytes);
	err = host_command(dev->host, dev->fd, SG_IO, &io, &p->command);
	p->status = io.status & SAM_STATUS_MASK;
	p->check_condition = p->status == SAM_CHECK_CONDITION;
	p->announced = io.status || io.driver_status;
	p->sense_bytes = io.sb_len_wr < p->sense_room ? io.sb_len_wr : p->sense_room;
	p->residue = io.resid > 0 ? (size_t)io.resid : 0;
	return err < 0 ? err : sgio_path_verdict(&io);
}

void sgio_warn_missing(const struct device *dev, const struct ata_cmd *cmd)
{
	if (dev->watch.bad_sense && cmd->quiet < ATA_QUIET_MISSING)
		dev->watch.bad_sense(dev->watch.who, &cmd->res);
}

/* A valid checksum disproves a residue; a byte that is not 0 disproves that no data came. */
static bool has_identify_data(const struct ata_cmd *cmd, size_t residue)
{
	const uint8_t *data = cmd->data;

	if (!ata_identifies(cmd))
		return false;
	if (ata_checksum_valid(data))
		return true;
	for (size_t i = 0; residue >= cmd->bytes && i < cmd->bytes; i++) {
		if (data[i])
			return true;
	}
	return false;
}

static bool data_moved(const struct ata_cmd *cmd, size_t residue)
{
	return !residue || has_identify_data(cmd, residue);
}

/*
 * Sense data that the SCSI status does not announce belong to another command if data came. Data of
 * READ SECTORS prove nothing, as a path may make them up.
 */
static bool data_disprove_sense(const struct ata_cmd *cmd, size_t residue)
{
	const uint8_t *data = cmd->data;

	if (!cmd->res.unannounced || !ata_reads_data(cmd) || cmd->id == ATA_READ_SECTORS ||
	    cmd->id == ATA_READ_SECTORS_EXT || !data_moved(cmd, residue))
		return false;
	for (size_t i = 0; i < cmd->bytes; i++) {
		if (data[i] != cmd->fill)
			return true;
	}
	return false;
}

static int judge_sense(const struct device *dev, const struct packet *p, struct ata_cmd *cmd)
{
	bool error = sense_is_error(cmd->res.sense, ATA_SENSE_BYTES), any = false, done;

	cmd->res.answered = p->check_condition;
	cmd->res.sense_bytes = p->sense_bytes;
	if (sense_decode(cmd->res.sense, ATA_SENSE_BYTES, &cmd->res))
		return error ? -EIO : ata_verdict(cmd);
	for (size_t i = 0; i < p->sense_bytes; i++)
		any |= cmd->res.sense[i];
	cmd->res.unannounced = any && !p->announced;
	done = !p->check_condition && !cmd->want &&
	       (!error || data_disprove_sense(cmd, p->residue));
	if (cmd->res.unannounced && dev->watch.bad_sense && cmd->quiet < ATA_QUIET_WARNINGS)
		dev->watch.bad_sense(dev->watch.who, &cmd->res);
	if (!cmd->res.unannounced && !done && !route_unknown(&dev->route, &cmd->res))
		sgio_warn_missing(dev, cmd);
	return done ? 0 : -EIO;
}

/* --- the USB bridges whose form of CDB needs more than one command --- */

static int read_bridge(struct device *dev, struct ata_cdb *cdb, enum ata_quiet quiet, uint8_t *data,
		       size_t bytes, struct ata_result *refusal)
{
	enum { TIME_LIMIT_S = 15 };
	struct packet p = {
		.cdb = cdb->byte,
		.cdb_bytes = cdb->length,
		.data = data,
		.bytes = bytes,
		.sense = refusal->sense,
		.sense_room = ATA_SENSE_BYTES,
		.timeout_s = TIME_LIMIT_S,
		.hidden = quiet == ATA_QUIET_ALL,
		.command = { .asks = true },
	};
	int err = sgio_send(dev, &p);

	if (err || !p.check_condition)
		return err;
	refusal->answered = true;
	refusal->sense_bytes = p.sense_bytes;
	return -EIO;
}

static int find_port(struct device *dev, struct ata_cmd *cmd)
{
	struct ata_cdb cdb = ata_cdb_read_ports();
	uint8_t ports = 0;
	int err;

	if (!dev->ports.asked) {
		err = read_bridge(dev, &cdb, cmd->quiet, &ports, sizeof(ports), &cmd->res);
		if (err)
			return err;
		dev->ports.asked = true;
		dev->ports.have = ports & ATA_PORT_BOTH;
	}
	/* the wrong drive could get the command */
	if (dev->ports.have == ATA_PORT_BOTH)
		return -EOPNOTSUPP;
	return dev->ports.have ? 0 : -ENXIO;
}

static void fetch_registers(struct device *dev, struct ata_cmd *cmd, enum ata_path path,
			    bool second)
{
	struct ata_cdb cdb = ata_cdb_read_registers(path, second);
	uint8_t registers[ATA_REGISTERS_BYTES] = { 0 };
	struct ata_result *res = &cmd->res, refusal = { .valid = false };

	if (sense_opcode_unknown(res))
		return;
	if (!read_bridge(dev, &cdb, cmd->quiet, registers, ata_path_register_bytes(path), &refusal))
		ata_registers_decode(path, registers, res);
	/* an error in the sense data but not in STATUS: the registers are an earlier command's */
	if (sense_is_error(res->sense, res->sense_bytes) && !ata_status_failed(res->status))
		res->valid = false;
}

/* --- ATA commands --- */

int passthrough_execute(struct device *dev, struct ata_cmd *cmd, enum ata_path path)
{
	enum { MOST_SENT = 2 };
	bool second, apart = ata_path_register_bytes(path);
	enum ata_quiet quiet = cmd->quiet;
	unsigned want = cmd->want;
	struct ata_cdb cdb;
	int err;

	cmd->res = (struct ata_result){ .valid = false };
	err = ata_path_two_ports(path) ? find_port(dev, cmd) : 0;
	if (err)
		return err;
	second = ata_path_two_ports(path) && dev->ports.have == ATA_PORT_SECOND;
	cdb = ata_cdb_encode(path, cmd, second);
	if (apart) {
		/* a second CDB reads the registers: do not demand them in the sense data */
		cmd->want = 0;
		cmd->quiet = quiet > ATA_QUIET_WARNINGS ? quiet : ATA_QUIET_WARNINGS;
	}
	/* a deferred error belongs to an earlier command: repeat a query (SPC-5 4.4.7) */
	for (unsigned sent = 0; sent < MOST_SENT; sent++) {
		struct packet p = {
			.cdb = cdb.byte,
			.cdb_bytes = cdb.length,
			.writes = ata_writes_data(cmd),
			.data = cmd->data,
			.fill = cmd->fill,
			.bytes = cmd->bytes,
			.sense = cmd->res.sense,
			.sense_room = ATA_SENSE_BYTES,
			.timeout_s = cmd->timeout_s,
			.hidden = cmd->quiet == ATA_QUIET_ALL,
			.command = { .asks = ata_asks(cmd),
				     .names = ata_identifies(cmd) ? NAMES_IDENTIFY : NAMES_NONE },
		};

		cmd->res = (struct ata_result){ .valid = false };
		err = sgio_send(dev, &p);
		if (!err)
			err = judge_sense(dev, &p, cmd);
		if (!err && !data_moved(cmd, p.residue))
			err = -EREMOTEIO;
		if (err != -EIO || !cmd->res.answered || ata_changes(cmd) ||
		    !sense_code(cmd->res.sense, cmd->res.sense_bytes).deferred)
			break;
	}
	cmd->want = want;
	cmd->quiet = quiet;
	if (!apart || (err && err != -EIO) || (!want && !cmd->ask && !err))
		return err;
	fetch_registers(dev, cmd, path, second);
	if (!cmd->res.valid && (err || want))
		sgio_warn_missing(dev, cmd);
	return err && !cmd->res.valid ? err : ata_verdict(cmd);
}

/* --- SCSI commands --- */

int scsi_execute(struct device *dev, struct scsi_cmd *cmd)
{
	enum { MOST_SENT = 4 };
	bool changes = scsi_changes(cmd);
	struct scsi_sense sense;
	int err = 0;

	/* repeat a query after a unit attention or a deferred error (SPC-5 4.4.7) */
	for (unsigned sent = 0; sent < MOST_SENT; sent++) {
		struct packet p = {
			.cdb = cmd->cdb,
			.cdb_bytes = cmd->operation->length,
			.writes = cmd->operation->sends,
			.data = cmd->data,
			.bytes = cmd->bytes,
			.sense = cmd->sense,
			.sense_room = sizeof(cmd->sense),
			.timeout_s = cmd->timeout_s,
			.command = { .asks = !changes,
				     .names = scsi_identifies(cmd) ? NAMES_INQUIRY : NAMES_NONE },
		};

		err = sgio_send(dev, &p);
		cmd->status = p.status;
		cmd->sense_bytes = cmd->got = 0;
		if (err)
			return err == -EBADE && scsi_status_text(p.status) ? -EAGAIN : err;
		cmd->got = p.residue < p.bytes ? p.bytes - p.residue : 0;
		if (!p.check_condition)
			return 0;
		cmd->sense_bytes = p.sense_bytes;
		sense = scsi_sense_decode(cmd->sense, cmd->sense_bytes);
		err = scsi_verdict(&sense);
		if (changes || !(scsi_attention(&sense) || sense.code.deferred))
			break;
	}
	return err;
}
