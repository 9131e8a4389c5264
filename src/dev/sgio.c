// SPDX-License-Identifier: GPL-2.0-or-later
/* Send ATA and SCSI commands by SG_IO. */
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

bool sgio_check_condition(const struct sg_io_hdr *io)
{
	return (io->status & SAM_STATUS_MASK) == SAM_CHECK_CONDITION;
}

int sgio_path_verdict(const struct sg_io_hdr *io)
{
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
	return (io->status & SAM_STATUS_MASK) && !sgio_check_condition(io) ? -EBADE : 0;
}

int sgio_send(const struct device *dev, struct sg_io_hdr *io)
{
	int err = host_ioctl(dev->host, dev->fd, SG_IO, io);

	return err < 0 ? err : sgio_path_verdict(io);
}

void sgio_warn_missing(const struct device *dev, const struct ata_cmd *cmd)
{
	if (dev->watch.bad_sense && cmd->quiet < ATA_QUIET_MISSING)
		dev->watch.bad_sense(dev->watch.who, &cmd->res);
}

static void watch_outgoing_cdb(const struct device *dev, const struct ata_cdb *cdb,
			       enum ata_quiet quiet)
{
	if (dev->watch.cdb && quiet < ATA_QUIET_ALL)
		dev->watch.cdb(dev->watch.who, cdb->byte, cdb->length);
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

static bool data_moved(const struct ata_cmd *cmd, int residue)
{
	return residue <= 0 || has_identify_data(cmd, (size_t)residue);
}

/*
 * Sense data that the SCSI status does not announce belong to another command if data came. Data of
 * READ SECTORS prove nothing, as a path may make them up.
 */
static bool data_disprove_sense(const struct ata_cmd *cmd, int residue)
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

static int judge_sense(const struct device *dev, const struct sg_io_hdr *io, struct ata_cmd *cmd)
{
	bool error = sense_is_error(cmd->res.sense, ATA_SENSE_BYTES), any = false, done;

	cmd->res.answered = sgio_check_condition(io);
	cmd->res.sense_bytes = io->sb_len_wr < ATA_SENSE_BYTES ? io->sb_len_wr : ATA_SENSE_BYTES;
	if (sense_decode(cmd->res.sense, ATA_SENSE_BYTES, &cmd->res))
		return error ? -EIO : ata_verdict(cmd);
	for (size_t i = 0; i < cmd->res.sense_bytes; i++)
		any |= cmd->res.sense[i];
	cmd->res.unannounced = any && !io->status && !io->driver_status;
	done = !sgio_check_condition(io) && !cmd->want &&
	       (!error || data_disprove_sense(cmd, io->resid));
	if (cmd->res.unannounced && dev->watch.bad_sense && cmd->quiet < ATA_QUIET_WARNINGS)
		dev->watch.bad_sense(dev->watch.who, &cmd->res);
	if (!cmd->res.unannounced && !done && !route_unknown(&dev->route, &cmd->res))
		sgio_warn_missing(dev, cmd);
	return done ? 0 : -EIO;
}

static int execute_once(struct device *dev, struct ata_cmd *cmd, struct ata_cdb *cdb)
{
	struct sg_io_hdr io = {
		.interface_id = 'S',
		.dxfer_direction = !cmd->bytes		  ? SG_DXFER_NONE
				   : ata_writes_data(cmd) ? SG_DXFER_TO_DEV
							  : SG_DXFER_FROM_DEV,
		.cmd_len = cdb->length,
		.mx_sb_len = ATA_SENSE_BYTES,
		.dxfer_len = (unsigned)cmd->bytes,
		.dxferp = cmd->data,
		.cmdp = cdb->byte,
		.sbp = cmd->res.sense,
		.timeout = cmd->timeout_s * 1000,
	};
	int err;

	watch_outgoing_cdb(dev, cdb, cmd->quiet);
	memset(&cmd->res, 0, sizeof(cmd->res));
	/* old data in the buffer must not pass for an answer */
	if (ata_reads_data(cmd))
		memset(cmd->data, cmd->fill, cmd->bytes);
	err = sgio_send(dev, &io);
	if (err)
		return err;
	err = judge_sense(dev, &io, cmd);
	return !err && !data_moved(cmd, io.resid) ? -EREMOTEIO : err;
}

static int sgio_execute(struct device *dev, struct ata_cmd *cmd, struct ata_cdb *cdb)
{
	int err = execute_once(dev, cmd, cdb);

	return err == -EIO && cmd->res.answered && !ata_changes(cmd) &&
			       sense_code(cmd->res.sense, cmd->res.sense_bytes).deferred
		       ? execute_once(dev, cmd, cdb)
		       : err;
}

/* `refusal` becomes the sense data of a refusal. */
static int sgio_read(struct device *dev, struct ata_cdb *cdb, enum ata_quiet quiet, uint8_t *data,
		     size_t bytes, struct ata_result *refusal)
{
	enum { TIME_LIMIT_MS = 15000 };
	struct sg_io_hdr io = {
		.interface_id = 'S',
		.dxfer_direction = SG_DXFER_FROM_DEV,
		.cmd_len = cdb->length,
		.mx_sb_len = ATA_SENSE_BYTES,
		.dxfer_len = (unsigned)bytes,
		.dxferp = data,
		.cmdp = cdb->byte,
		.sbp = refusal->sense,
		.timeout = TIME_LIMIT_MS,
	};
	int err;

	memset(data, 0, bytes);
	watch_outgoing_cdb(dev, cdb, quiet);
	err = sgio_send(dev, &io);
	if (err || !sgio_check_condition(&io))
		return err;
	refusal->answered = true;
	refusal->sense_bytes = io.sb_len_wr < ATA_SENSE_BYTES ? io.sb_len_wr : ATA_SENSE_BYTES;
	return -EIO;
}

/* --- ATA commands, and the USB bridges whose CDB form needs more than one command --- */

static int find_port(struct device *dev, struct ata_cmd *cmd)
{
	struct ata_cdb cdb = ata_cdb_read_ports();
	uint8_t ports = 0;
	int err;

	if (!dev->ports.asked) {
		err = sgio_read(dev, &cdb, cmd->quiet, &ports, sizeof(ports), &cmd->res);
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
	if (!sgio_read(dev, &cdb, cmd->quiet, registers, ata_path_register_bytes(path), &refusal))
		ata_registers_decode(path, registers, res);
	/* an error in the sense data but not in STATUS: the registers are an earlier command's */
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
	err = ata_path_two_ports(path) ? find_port(dev, cmd) : 0;
	if (err)
		return err;
	second = ata_path_two_ports(path) && dev->ports.have == ATA_PORT_SECOND;
	cdb = ata_cdb_encode(path, cmd, second);
	if (!ata_path_register_bytes(path))
		return sgio_execute(dev, cmd, &cdb);
	/* a second CDB reads the registers: do not demand them in the sense data */
	carried = *cmd;
	carried.want = 0;
	carried.quiet = ata_quiet_warnings(cmd->quiet);
	err = sgio_execute(dev, &carried, &cdb);
	cmd->res = carried.res;
	if ((err && err != -EIO) || (!cmd->want && !cmd->ask && !err))
		return err;
	fetch_registers(dev, cmd, path, second);
	if (!cmd->res.valid && (err || cmd->want))
		sgio_warn_missing(dev, cmd);
	return err && !cmd->res.valid ? err : ata_verdict(cmd);
}

/* --- SCSI commands --- */

static int send_once(struct device *dev, struct scsi_cmd *cmd, struct scsi_sense *sense)
{
	struct sg_io_hdr io = {
		.interface_id = 'S',
		.dxfer_direction = !cmd->bytes		   ? SG_DXFER_NONE
				   : cmd->operation->sends ? SG_DXFER_TO_DEV
							   : SG_DXFER_FROM_DEV,
		.cmd_len = cmd->operation->length,
		.mx_sb_len = sizeof(cmd->sense),
		.dxfer_len = (unsigned)cmd->bytes,
		.dxferp = cmd->data,
		.cmdp = cmd->cdb,
		.sbp = cmd->sense,
		.timeout = cmd->timeout_s * 1000,
	};
	int err;

	*sense = (struct scsi_sense){ .has_information = false };
	memset(cmd->sense, 0, sizeof(cmd->sense));
	cmd->sense_bytes = cmd->got = cmd->status = 0;
	if (cmd->bytes && !cmd->operation->sends)
		memset(cmd->data, 0, cmd->bytes);
	/* do not report a CDB that a dry run withholds */
	if (dev->watch.cdb && !(dev->dry_run && scsi_changes(cmd)))
		dev->watch.cdb(dev->watch.who, cmd->cdb, cmd->operation->length);
	err = sgio_send(dev, &io);
	cmd->status = io.status & SAM_STATUS_MASK;
	if (err)
		return err == -EBADE && scsi_status_text(cmd->status) ? -EAGAIN : err;
	/* a negative residue means data beyond the buffer's end */
	if (io.resid <= 0)
		cmd->got = cmd->bytes;
	else if ((size_t)io.resid < cmd->bytes)
		cmd->got = cmd->bytes - (size_t)io.resid;
	if (!sgio_check_condition(&io))
		return 0;
	cmd->sense_bytes = io.sb_len_wr < sizeof(cmd->sense) ? io.sb_len_wr : sizeof(cmd->sense);
	*sense = scsi_sense_decode(cmd->sense, cmd->sense_bytes);
	return scsi_verdict(sense);
}

enum { MOST_EVENTS = 4 };

int scsi_execute(struct device *dev, struct scsi_cmd *cmd)
{
	struct scsi_sense sense = { .has_information = false };
	int err = 0;

	/* repeat a query after a unit attention or a deferred error (SPC-5 4.4.7) */
	for (unsigned told = 0; told < MOST_EVENTS; told++) {
		err = send_once(dev, cmd, &sense);
		if (!(scsi_attention(&sense) || sense.code.deferred) || scsi_changes(cmd))
			break;
	}
	return err;
}
