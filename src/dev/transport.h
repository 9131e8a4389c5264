/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions that send a command by ioctl, CDB or tunnel, or judge its answer. */
#ifndef HDPARM_TRANSPORT_H
#define HDPARM_TRANSPORT_H

#include "device.h"

/*
 * hdio_carries(): true if the HDIO ioctl `kind` can carry the command. hdio_execute(): send the
 * command by this ioctl; 0 or -errno.
 */
bool hdio_carries(enum route_kind kind, const struct ata_cmd *cmd);
int hdio_execute(struct device *dev, struct ata_cmd *cmd, enum route_kind kind);

/*
 * Read COMMAND and FEATURE (7:0) from the argument of HDIO_DRIVE_CMD, HDIO_DRIVE_TASK or
 * HDIO_DRIVE_TASKFILE. False for another request, or if `arg` is NULL.
 */
bool hdio_codes(unsigned long request, const void *arg, uint8_t *command, uint8_t *feature);

/*
 * Send an ATA command by SG_IO in a CDB of the form `path`, for which ata_path_carries() must be
 * true. Return as device_ata(). Also -EOPNOTSUPP if both ports of the bridge have drives, and
 * -ENXIO if no port has a drive: nothing is then sent to a drive.
 */
int passthrough_execute(struct device *dev, struct ata_cmd *cmd, enum ata_path path);

/*
 * True if the bridge takes this form of CDB. Without `power`: IDENTIFY DEVICE returns data. With
 * `power`: CHECK POWER MODE succeeds or returns registers. `quiet`: which reports to omit.
 */
bool form_works(struct device *dev, enum ata_path path, enum ata_quiet quiet, bool power);

/* Report by watch.bad_sense that registers are missing, unless cmd->quiet omits this report. */
void sgio_warn_missing(const struct device *dev, const struct ata_cmd *cmd);

/*
 * Judge a completed SG_IO by its host, driver and SCSI status. 0 for GOOD and CHECK CONDITION;
 * -ETIMEDOUT; -ENXIO if the device has gone; -EBADE for any other failure.
 */
struct sg_io_hdr;
int sgio_path_verdict(const struct sg_io_hdr *io);

/* Send a request by SG_IO. 0, or -errno of the ioctl or of sgio_path_verdict(). */
int sgio_send(const struct device *dev, struct sg_io_hdr *io);

/* True if the SCSI status of a completed SG_IO is CHECK CONDITION. */
bool sgio_check_condition(const struct sg_io_hdr *io);

/*
 * Read the namespace's number by NVME_IOCTL_ID. 0, or -errno: -ENOTTY if the device is no
 * namespace. For a device that could not be opened, *nsid is read from sysfs, and the result is the
 * error of open(2).
 */
int nvme_ask_number(struct device *dev, uint32_t *nsid);

/* Send an NVMe command by the kernel's ioctl, or by a bridge's tunnel. 0 or -errno. */
int nvme_execute(struct device *dev, struct nvme_cmd *cmd);
int tunnel_execute(struct device *dev, struct nvme_cmd *cmd, enum nvme_tunnel tunnel);

/*
 * Send a SCSI command by SG_IO. A command that changes nothing is sent again after a pending event
 * or a deferred error, at most 4 times in all. 0 or -errno as device_scsi().
 */
int scsi_execute(struct device *dev, struct scsi_cmd *cmd);

/*
 * True if one command may be sent to a device that hangs: `changes` is false, and
 * device_may_ask_hung() has permitted a query. The permission is then used up.
 */
bool device_may_send(struct device *dev, bool changes);

#endif
