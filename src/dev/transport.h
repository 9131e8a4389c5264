/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ways to send a command, as rows of the chain that device_ata() walks. */
#ifndef HDPARM_TRANSPORT_H
#define HDPARM_TRANSPORT_H

#include "device.h"

/* SG_IO with ATA PASS-THROUGH (16) or (12). */
extern const struct transport transport_sat16;
extern const struct transport transport_sat12;

/* The ioctls of the old IDE driver, which libata's SCSI disks know as well. */
extern const struct transport transport_hdio_cmd;
extern const struct transport transport_hdio_task;
extern const struct transport transport_hdio_taskfile;

/*
 * What the registers say of a command that the path delivered: 0, or -EIO when the drive set ERR
 * or DF, or when registers were wanted and none came back.
 */
int transport_verdict(const struct ata_cmd *cmd);

/*
 * REQUEST SENSE (SPC-5 6.39): the device's own fixed-format sense data, zero-filled to `bytes`.
 * 0 or -errno; -EIO when the device refused.
 */
int sgio_request_sense(struct device *dev, uint8_t *data, size_t bytes);

#endif
