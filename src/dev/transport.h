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
 * Whether watch.bad_sense is to be told of a refusal without registers: scripts look for that very
 * warning. Not where IDENTIFY DEVICE was sent for an act that can do without.
 */
bool transport_warns(const struct device *dev, const struct ata_cmd *cmd);

/*
 * Sends a command as this CDB. As struct transport.execute; where cmd->want is 0 the answer's
 * registers are not missed.
 */
int sgio_execute(struct device *dev, struct ata_cmd *cmd, uint8_t *cdb, unsigned char length);

/*
 * A SCSI command that reads; `data` is zeroed before. 0 or -errno; -EIO when the device refused.
 */
int sgio_read(struct device *dev, uint8_t *cdb, unsigned char length, uint8_t *data, size_t bytes);

/* REQUEST SENSE (SPC-5 6.39): the device's own fixed-format sense data. As sgio_read(). */
int sgio_request_sense(struct device *dev, uint8_t *data, size_t bytes);

/* The transport that a USB bridge is known to need, by its identity; NULL: the usual ones. */
const struct transport *ladder_known(const struct device *dev);

/* Tries the other transports that a USB bridge may take, by IDENTIFY DEVICE; NULL: none. */
const struct transport *ladder_find(struct device *dev);

#endif
