/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ways to send a command. */
#ifndef HDPARM_TRANSPORT_H
#define HDPARM_TRANSPORT_H

#include "device.h"

struct transport {
	enum transport_family family;
	enum ata_path path;			 /* of SG_IO: the form of the CDB, and the name */
	const char *name;			 /* of HDIO */
	bool (*fits)(const struct device *);	 /* NULL: every device */
	bool (*carries)(const struct ata_cmd *); /* of HDIO */
	/* 0 or -errno; fills cmd->res. See device_ata() for the meaning. Of HDIO. */
	int (*execute)(struct device *, struct ata_cmd *);
};

/* The ioctls of the old IDE driver, which libata's SCSI disks know as well. */
extern const struct transport transport_hdio_cmd;
extern const struct transport transport_hdio_task;
extern const struct transport transport_hdio_taskfile;

/* COMMAND and FEATURE (7:0) in the argument of one of these ioctls; false for any other. */
bool hdio_codes(unsigned long request, const void *arg, uint8_t *command, uint8_t *feature);

/*
 * Sends a command in a CDB of the form `path`, which carries it, by SG_IO. As device_ata(), but
 * -errno with nothing sent if the drive's port at the bridge is not known.
 */
int passthrough_execute(struct device *dev, struct ata_cmd *cmd, enum ata_path path);

/* The form that the device's USB bridge is known to need, by its identity; ATA_PATH_ANY: none. */
enum ata_path bridge_known(struct device *dev);

/*
 * The form that the device's USB bridge understands, found by IDENTIFY DEVICE, which changes
 * nothing. A vendor's CDB may mean something else to another vendor's bridge, so it is sent to that
 * vendor's bridges only. `quiet` is that of the command that needs it. ATA_PATH_ANY: none.
 */
enum ata_path bridge_find(struct device *dev, enum ata_quiet quiet);

/*
 * Sends a command as this CDB. As passthrough_execute(); if cmd->want is 0, an answer without
 * registers is no error.
 */
int sgio_execute(struct device *dev, struct ata_cmd *cmd, struct ata_cdb *cdb);

/*
 * Whether the answer is that of a disk which takes no ATA commands at all: it does not know the
 * operation code, has answered none, and the user forces no form of CDB.
 */
bool sgio_foreign(const struct device *dev, const struct ata_result *res);

/* Warns that a refusal came without registers; scripts look for exactly this warning. */
void sgio_warn_missing(const struct device *dev, const struct ata_cmd *cmd);

/*
 * Whether the path brought the command to the device and an answer back: 0 or -errno. A device
 * that has gone is -ENXIO, not -ENODEV: the command may have reached it before.
 */
struct sg_io_hdr;
int sgio_path_verdict(const struct sg_io_hdr *io);

/* Whether the device answered with sense data that say why it did not do the command. */
bool sgio_check_condition(const struct sg_io_hdr *io);

/*
 * A CDB of a bridge that reads; `data` is zeroed before. 0 or -errno; -EIO when the device refused.
 */
int sgio_read(struct device *dev, struct ata_cdb *cdb, enum ata_quiet quiet, uint8_t *data,
	      size_t bytes);

/*
 * Whether a bridge that takes SATA and NVMe drives has shown by this refusal that it has no SATA
 * drive: it does not take IDENTIFY DEVICE, which every one has, though it may know the operation
 * code.
 */
bool tunnel_takes_over(struct device *dev, const struct ata_cmd *cmd);

/* Sends an NVMe command that nvme_tunnel_carries() through the bridge's tunnel: device_nvme(). */
int tunnel_execute(struct device *dev, struct nvme_cmd *cmd);

/*
 * What is due before and after each command, in every language: nothing is sent to a drive that
 * hangs, but for the one question of device_may_ask_hung(), and the first command that changes
 * something holds the signals. 0, or -errno of the command that hung: then nothing may be sent, and
 * no send_end() follows, to which `err` is the command's result, and `answered` whether the device
 * itself answered: dev->unheard.
 */
int send_begin(struct device *dev, bool changes);
void send_end(struct device *dev, int err, bool answered);

/*
 * For a device that hangs: whether this command is the question that device_may_ask_hung() allowed.
 * It is then used up.
 */
bool device_may_send(struct device *dev, bool changes);

#endif
