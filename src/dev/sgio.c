// SPDX-License-Identifier: GPL-2.0-or-later
/* SG_IO: sends a CDB to the device, and returns its sense data. */
#include "identify.h"
#include "transport.h"

#include <errno.h>
#include <scsi/sg.h>
#include <string.h>

enum {
	SAM_STATUS_MASK = 0x7e,
	SAM_CHECK_CONDITION = 0x02,
	DRIVER_SENSE = 0x08,
	/* before Linux 5.14; bits 2:0 */
	DRIVER_ERROR_MASK = 0x07,
	DRIVER_TIMEOUT = 0x06,
	/* DID_NO_CONNECT, DID_TIME_OUT, DID_BAD_TARGET */
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

/* True if the buffer holds IDENTIFY data; it was zeroed before the command. */
static bool has_identify_data(const struct ata_cmd *cmd, size_t residue)
{
	const uint8_t *data = cmd->data;

	if (!ata_identifies(cmd))
		return false;
	if (ata_checksum_valid(data))
		return true;
	/* any byte disproves a residue of all bytes; only a checksum disproves a smaller one */
	for (size_t i = 0; residue >= cmd->bytes && i < cmd->bytes; i++) {
		if (data[i])
			return true;
	}
	return false;
}

/*
 * True if all data were transferred. Some bridges report a wrong residue; the kernel corrects the
 * bridges that it knows. Only IDENTIFY data can disprove a residue. A negative residue means data
 * beyond the buffer's end, which are not needed.
 */
static bool data_moved(const struct ata_cmd *cmd, int residue)
{
	return residue <= 0 || has_identify_data(cmd, (size_t)residue);
}

/*
 * Sense data that no status announces are another command's if this one's data came. Data of the
 * medium do not show that: a path may make them up.
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

/* Decode the sense data, whole or in part: 0, or -EIO with or without registers. */
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
	/* a path may report success without data: then old content must not pass for an answer */
	if (ata_reads_data(cmd))
		memset(cmd->data, cmd->fill, cmd->bytes);
	err = host_ioctl(dev->host, dev->fd, SG_IO, &io);
	if (err < 0)
		return err;
	err = sgio_path_verdict(&io);
	if (err)
		return err;
	err = judge_sense(dev, &io, cmd);
	return !err && !data_moved(cmd, io.resid) ? -EREMOTEIO : err;
}

/*
 * Execute a CDB. If the error of an earlier command was reported instead, this command was not
 * executed and is sent again.
 */
int sgio_execute(struct device *dev, struct ata_cmd *cmd, struct ata_cdb *cdb)
{
	int err = execute_once(dev, cmd, cdb);

	return err == -EIO && cmd->res.answered && !ata_changes(cmd) &&
			       sense_code(cmd->res.sense, cmd->res.sense_bytes).deferred
		       ? execute_once(dev, cmd, cdb)
		       : err;
}

int sgio_read(struct device *dev, struct ata_cdb *cdb, enum ata_quiet quiet, uint8_t *data,
	      size_t bytes)
{
	enum { TIME_LIMIT_MS = 15000 };
	uint8_t sense[ATA_SENSE_BYTES];
	struct sg_io_hdr io = {
		.interface_id = 'S',
		.dxfer_direction = SG_DXFER_FROM_DEV,
		.cmd_len = cdb->length,
		.mx_sb_len = sizeof(sense),
		.dxfer_len = (unsigned)bytes,
		.dxferp = data,
		.cmdp = cdb->byte,
		.sbp = sense,
		.timeout = TIME_LIMIT_MS,
	};
	int err;

	memset(data, 0, bytes);
	watch_outgoing_cdb(dev, cdb, quiet);
	err = host_ioctl(dev->host, dev->fd, SG_IO, &io);
	if (err < 0)
		return err;
	err = sgio_path_verdict(&io);
	return !err && sgio_check_condition(&io) ? -EIO : err;
}
