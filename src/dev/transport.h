/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ways to send a command. */
#ifndef HDPARM_TRANSPORT_H
#define HDPARM_TRANSPORT_H

#include "device.h"

/*
 * True if an ioctl of the old IDE driver, which libata's SCSI disks also accept, carries the
 * command.
 */
bool hdio_carries(enum route_kind kind, const struct ata_cmd *cmd);
int hdio_execute(struct device *dev, struct ata_cmd *cmd, enum route_kind kind);

/* COMMAND and FEATURE (7:0) in the argument of one of these ioctls; false for any other. */
bool hdio_codes(unsigned long request, const void *arg, uint8_t *command, uint8_t *feature);

/*
 * Send a command in a CDB of the form `path`, which carries it, by SG_IO. As device_ata(), but
 * -errno with nothing sent if the drive's port at the bridge is not known.
 */
int passthrough_execute(struct device *dev, struct ata_cmd *cmd, enum ata_path path);

/*
 * True if the bridge understands this form: IDENTIFY DEVICE works in it, which changes nothing; or
 * with `power` CHECK POWER MODE, which does not wake the drive either. A failure is not reported.
 */
bool form_works(struct device *dev, enum ata_path path, enum ata_quiet quiet, bool power);

/* Warn that a refusal came without registers; scripts look for exactly this warning. */
void sgio_warn_missing(const struct device *dev, const struct ata_cmd *cmd);

/*
 * Whether the path brought the command to the device and an answer back: 0 or -errno. A device
 * that has gone is -ENXIO, not -ENODEV: the command may have reached it before.
 */
struct sg_io_hdr;
int sgio_path_verdict(const struct sg_io_hdr *io);

/* True if the device answered with sense data that say why it did not do the command. */
bool sgio_check_condition(const struct sg_io_hdr *io);

/* device_nvme_namespace() by the kernel's driver. */
int nvme_ask_number(struct device *dev, uint32_t *nsid);

/* Send an NVMe command by the kernel's ioctl, or through a tunnel that carries it. */
int nvme_execute(struct device *dev, struct nvme_cmd *cmd);
int tunnel_execute(struct device *dev, struct nvme_cmd *cmd, enum nvme_tunnel tunnel);

/* Send a SCSI command, and once more a question that met an event. */
int scsi_execute(struct device *dev, struct scsi_cmd *cmd);

/*
 * True if this command is the question that device_may_ask_hung() has allowed for a device that
 * hangs; the permission is then used up.
 */
bool device_may_send(struct device *dev, bool changes);

#endif
