// SPDX-License-Identifier: GPL-2.0-or-later
/* Sends SCSI commands by SG_IO. */
#include "transport.h"
#include "scsi.h"

#include <scsi/sg.h>
#include <string.h>

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
	cmd->sense_bytes = cmd->got = 0;
	if (cmd->bytes && !cmd->operation->sends)
		memset(cmd->data, 0, cmd->bytes);
	if (dev->watch.cdb)
		dev->watch.cdb(dev->watch.who, cmd->cdb, cmd->operation->length);
	err = host_ioctl(dev->host, dev->fd, SG_IO, &io);
	if (err < 0)
		return err;
	err = sgio_path_verdict(&io);
	if (err)
		return err;
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

	/*
	 * Several events, and errors of earlier commands, may wait. Each is told by a command of
	 * its own, which is not executed (SPC-5 4.4.7).
	 */
	for (unsigned told = 0; told < MOST_EVENTS; told++) {
		err = send_once(dev, cmd, &sense);
		if (!(scsi_attention(&sense) || sense.code.deferred) || scsi_changes(cmd))
			break;
	}
	return err;
}
