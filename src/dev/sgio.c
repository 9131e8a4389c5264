// SPDX-License-Identifier: GPL-2.0-or-later
/* SG_IO: carries a CDB to the device and its sense data back. */
#include "transport.h"
#include "ata_drive.h"
#include "sat.h"
#include "sense.h"

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

static int direction(const struct ata_cmd *cmd)
{
	if (cmd->bytes == 0)
		return SG_DXFER_NONE;
	return ata_writes_data(cmd) ? SG_DXFER_TO_DEV : SG_DXFER_FROM_DEV;
}

static bool check_condition(const struct sg_io_hdr *io)
{
	return (io->status & SAM_STATUS_MASK) == SAM_CHECK_CONDITION;
}

/*
 * Whether the path brought the command to the device and an answer back: 0 or -errno. A device
 * that has gone is -ENXIO, not -ENODEV: the command may have reached it before.
 */
static int path_verdict(const struct sg_io_hdr *io)
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
	return (io->status & SAM_STATUS_MASK) && !check_condition(io) ? -EBADE : 0;
}

static bool any_sense(const struct ata_result *res)
{
	for (size_t i = 0; i < res->sense_bytes; i++) {
		if (res->sense[i])
			return true;
	}
	return false;
}

/* Sense data came, whole or in part: 0, or -EIO with or without registers. */
static int judge_sense(const struct device *dev, const struct sg_io_hdr *io, struct ata_cmd *cmd)
{
	bool error = sense_is_error(cmd->res.sense, ATA_SENSE_BYTES), done, tells;

	cmd->res.sense_bytes = io->sb_len_wr < ATA_SENSE_BYTES ? io->sb_len_wr : ATA_SENSE_BYTES;
	if (sense_decode(cmd->res.sense, ATA_SENSE_BYTES, &cmd->res))
		return error ? -EIO : transport_verdict(cmd);
	done = !check_condition(io) && !cmd->want && !error;
	cmd->res.unannounced = !io->status && !io->driver_status && any_sense(&cmd->res);
	tells = cmd->res.unannounced ? dev->watch.bad_sense != NULL
				     : !done && transport_warns(dev, cmd);
	if (tells)
		dev->watch.bad_sense(dev->watch.who, &cmd->res);
	return done ? 0 : -EIO;
}

/* The buffer was zeroed before the drive was asked. */
static bool identity_came(const struct ata_cmd *cmd, size_t residue)
{
	const uint8_t *data = cmd->data;

	if (!ata_identifies(cmd))
		return false;
	if (ata_sum_right(data))
		return true;
	/* "nothing came" is disproved by anything, "a part came" by a checksum alone */
	for (size_t i = 0; residue >= cmd->bytes && i < cmd->bytes; i++) {
		if (data[i])
			return true;
	}
	return false;
}

/*
 * Whether all data were moved. The kernel knows many of the bridges that make a residue up, and
 * drops theirs; IDENTIFY data can show that it missed one, other data cannot. A negative residue
 * is of data behind the buffer's end, which were not wanted.
 */
static bool data_moved(const struct ata_cmd *cmd, int residue)
{
	return residue <= 0 || identity_came(cmd, (size_t)residue);
}

int sgio_execute(struct device *dev, struct ata_cmd *cmd, uint8_t *cdb, unsigned char length)
{
	struct sg_io_hdr io = {
		.interface_id = 'S',
		.dxfer_direction = direction(cmd),
		.cmd_len = length,
		.mx_sb_len = ATA_SENSE_BYTES,
		.dxfer_len = (unsigned)cmd->bytes,
		.dxferp = cmd->data,
		.cmdp = cdb,
		.sbp = cmd->res.sense,
		.timeout = cmd->timeout_s * 1000,
	};
	int err;

	if (dev->watch.cdb)
		dev->watch.cdb(dev->watch.who, cdb, length);
	memset(&cmd->res, 0, sizeof(cmd->res));
	/* what does not come, though the path calls it a success, is not what stood there before */
	if (ata_reads_data(cmd))
		memset(cmd->data, 0, cmd->bytes);
	err = host_ioctl(dev->host, dev->fd, SG_IO, &io);
	if (err < 0)
		return err;
	err = path_verdict(&io);
	if (err)
		return err;
	err = judge_sense(dev, &io, cmd);
	return !err && !data_moved(cmd, io.resid) ? -EREMOTEIO : err;
}

int sgio_read(struct device *dev, uint8_t *cdb, unsigned char length, uint8_t *data, size_t bytes)
{
	enum { TIME_LIMIT_MS = 15000 };
	uint8_t sense[ATA_SENSE_BYTES];
	struct sg_io_hdr io = {
		.interface_id = 'S',
		.dxfer_direction = SG_DXFER_FROM_DEV,
		.cmd_len = length,
		.mx_sb_len = sizeof(sense),
		.dxfer_len = (unsigned)bytes,
		.dxferp = data,
		.cmdp = cdb,
		.sbp = sense,
		.timeout = TIME_LIMIT_MS,
	};
	int err;

	memset(data, 0, bytes);
	if (dev->watch.cdb)
		dev->watch.cdb(dev->watch.who, cdb, length);
	err = host_ioctl(dev->host, dev->fd, SG_IO, &io);
	if (err < 0)
		return err;
	err = path_verdict(&io);
	return !err && check_condition(&io) ? -EIO : err;
}

int sgio_request_sense(struct device *dev, uint8_t *data, size_t bytes)
{
	enum { OP_REQUEST_SENSE = 0x03, ALLOCATION_LENGTH = 4 };
	uint8_t cdb[6] = { OP_REQUEST_SENSE };

	cdb[ALLOCATION_LENGTH] = (uint8_t)bytes;
	return sgio_read(dev, cdb, sizeof(cdb), data, bytes);
}

static int sat16_execute(struct device *dev, struct ata_cmd *cmd)
{
	uint8_t cdb[SAT_CDB16_BYTES];

	sat_encode16(cmd, cdb);
	return sgio_execute(dev, cmd, cdb, sizeof(cdb));
}

static int sat12_execute(struct device *dev, struct ata_cmd *cmd)
{
	uint8_t cdb[SAT_CDB12_BYTES];

	sat_encode12(cmd, cdb);
	return sgio_execute(dev, cmd, cdb, sizeof(cdb));
}

/*
 * A1h is BLANK on a CD writer (MMC-6 6.1): the short form goes to what is known to be no packet
 * device. The kernel calls those sr*.
 */
static bool wants_ata12(const struct device *dev)
{
	return dev->prefer_ata12 && dev->kind != DEVICE_OPTICAL;
}

static bool fits_12_bytes(const struct ata_cmd *cmd)
{
	return !cmd->ext;
}

const struct transport transport_sat12 = {
	.name = "sat12",
	.family = FAMILY_SG_IO,
	.foreign_to_packets = true,
	.fits = wants_ata12,
	.carries = fits_12_bytes,
	.execute = sat12_execute,
};

const struct transport transport_sat16 = {
	.name = "sat16",
	.family = FAMILY_SG_IO,
	.execute = sat16_execute,
};
