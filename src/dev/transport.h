/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Send commands by ioctl, CDB or tunnel, and judge the answers. */
#ifndef HDPARM_TRANSPORT_H
#define HDPARM_TRANSPORT_H

#include "device.h"
#include "route.h"

/*
 * Call hdio_execute() only if hdio_carries(). Results as device_ata(); -EOPNOTSUPP for a DMA
 * command unless HDIO_GET_DMA shows that DMA is on.
 */
bool hdio_carries(enum route_way way, const struct ata_cmd *cmd);
int hdio_execute(struct device *dev, struct ata_cmd *cmd, enum route_way way);

/*
 * Send a command that fits the form (ata_path_carries()). Results as device_ata(); -EOPNOTSUPP also
 * if both ports of the bridge have drives; -ENXIO also if no port has a drive. cmd->want and
 * ->quiet change while registers are fetched by a second CDB.
 */
int passthrough_execute(struct device *dev, struct ata_cmd *cmd, enum ata_path path);

/* Call watch.bad_sense, if set, unless cmd->quiet omits the report. */
void sgio_warn_missing(const struct device *dev, const struct ata_cmd *cmd);

struct sg_io_hdr;
/*
 * Judge a completed SG_IO. -ETIMEDOUT; -ENXIO: gone; -EBADE: another failure on the path, or a
 * status other than GOOD and CHECK CONDITION; else 0.
 */
int sgio_path_verdict(const struct sg_io_hdr *io);

/* A CDB with its data, and the answer. */
struct packet {
	uint8_t *cdb;
	uint8_t cdb_bytes;
	bool writes; /* the data go to the device */
	void *data;
	uint8_t fill; /* value of the bytes of a read that do not come */
	size_t bytes;
	uint8_t *sense;
	uint8_t sense_room; /* bytes at `sense` */
	unsigned timeout_s;
	bool hidden; /* do not tell watch.cdb */
	struct host_command command;

	uint8_t status;	      /* SCSI status */
	bool check_condition; /* also of a command that was done, if it returns registers */
	bool announced;	      /* the status, or the driver's, says that sense data came */
	uint8_t sense_bytes;
	size_t residue; /* bytes of the data that were not transferred */
};

/* Send a packet by SG_IO. 0, or -errno of the ioctl or of sgio_path_verdict(). */
int sgio_send(const struct device *dev, struct packet *p);

/* As device_nvme_namespace(), without regard to a tunnel. */
int nvme_ask_number(struct device *dev, uint32_t *nsid);

/* 0 or -errno as device_nvme(). */
int nvme_execute(struct device *dev, struct nvme_cmd *cmd);
int tunnel_execute(struct device *dev, struct nvme_cmd *cmd, enum nvme_tunnel tunnel);

/* 0 or -errno as device_scsi(). */
int scsi_execute(struct device *dev, struct scsi_cmd *cmd);

/* Undo block_claim(). */
void device_unclaim(struct device *dev);

/* Unlock the drive's other disks. */
void device_unlock_kin(struct device *dev);

/* For a hung device: true for the one query that device_may_ask_hung() allows. */
bool device_may_send(struct device *dev, bool changes);

#endif
