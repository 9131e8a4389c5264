/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions that send a command by ioctl, CDB or tunnel, or judge its answer. */
#ifndef HDPARM_TRANSPORT_H
#define HDPARM_TRANSPORT_H

#include "device.h"

/*
 * True if the ioctl `kind` of the old IDE driver can carry the command. libata's disks accept two
 * of these ioctls, too. hdio_execute() sends the command by that ioctl: 0 or -errno.
 */
bool hdio_carries(enum route_kind kind, const struct ata_cmd *cmd);
int hdio_execute(struct device *dev, struct ata_cmd *cmd, enum route_kind kind);

/*
 * Read COMMAND and FEATURE (7:0) from the argument of HDIO_DRIVE_CMD, HDIO_DRIVE_TASK or
 * HDIO_DRIVE_TASKFILE. False for any other request.
 */
bool hdio_codes(unsigned long request, const void *arg, uint8_t *command, uint8_t *feature);

/*
 * Send an ATA command by SG_IO, in a CDB of the form `path`, which must be able to carry it. Return
 * as device_ata(); -errno with nothing sent if the bridge does not report the drive's port.
 */
int passthrough_execute(struct device *dev, struct ata_cmd *cmd, enum ata_path path);

/*
 * True if the bridge understands this form of CDB. IDENTIFY DEVICE is sent, which changes nothing;
 * with `power` CHECK POWER MODE, which does not wake the drive either. A failure is not reported.
 */
bool form_works(struct device *dev, enum ata_path path, enum ata_quiet quiet, bool power);

/* Warn that a refusal came without registers, in the words that scripts look for. */
void sgio_warn_missing(const struct device *dev, const struct ata_cmd *cmd);

/*
 * 0 if the path delivered the command and an answer; else -errno. A device that has gone is -ENXIO,
 * not -ENODEV, as the command may have reached it before.
 */
struct sg_io_hdr;
int sgio_path_verdict(const struct sg_io_hdr *io);

/* Send a request by SG_IO. 0, or -errno of the ioctl or of sgio_path_verdict(). */
int sgio_send(const struct device *dev, struct sg_io_hdr *io);

/* True if the status is CHECK CONDITION: sense data say why the command was not executed. */
bool sgio_check_condition(const struct sg_io_hdr *io);

/*
 * Read the namespace's number by NVME_IOCTL_ID. 0 or -errno; -ENOTTY if the device is no namespace.
 * For a device that could not be opened, *nsid comes from sysfs, and the result is that error.
 */
int nvme_ask_number(struct device *dev, uint32_t *nsid);

/*
 * Send an NVMe command by the kernel's ioctl (nvme_execute()), or through a bridge's tunnel. 0 or
 * -errno.
 */
int nvme_execute(struct device *dev, struct nvme_cmd *cmd);
int tunnel_execute(struct device *dev, struct nvme_cmd *cmd, enum nvme_tunnel tunnel);

/*
 * Send a SCSI command by SG_IO. A command that changes nothing is repeated if the answer is a
 * pending event. 0 or -errno.
 */
int scsi_execute(struct device *dev, struct scsi_cmd *cmd);

/*
 * True if the command may be sent to a device that hangs: it changes nothing, and
 * device_may_ask_hung() has allowed one such command. The permission is then used up.
 */
bool device_may_send(struct device *dev, bool changes);

#endif
