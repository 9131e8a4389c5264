/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How many sectors an ATA drive has in addition to those that it shows. */
#ifndef HDPARM_NATIVE_H
#define HDPARM_NATIVE_H

#include "device.h"

/* The command that reads the native size, by the IDENTIFY data. */
enum ata_id native_command(const uint8_t *id);

/*
 * The native size in sectors, of dev->id.raw. 0, or -errno, with the finished command in *cmd:
 * -EPROTO: only the lower 24 bits came back; -ENODATA: the answer is no size. cmd->quiet is the
 * caller's.
 */
int device_native_sectors(struct device *dev, struct ata_cmd *cmd, uint64_t *sectors);

/* DEVICE CONFIGURATION IDENTIFY. 0, or -errno; -ENODATA: the answer holds no such data. */
int device_overlay(struct device *dev, struct ata_cmd *cmd, uint8_t data[512]);

/*
 * The size that the drive would have without its configuration overlay. 0 or -errno: -EOPNOTSUPP
 * without the feature set, and nothing was sent; -ENODATA: the answer is no size.
 */
int device_overlay_sectors(struct device *dev, enum ata_quiet quiet, uint64_t *sectors);

#endif
