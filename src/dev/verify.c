// SPDX-License-Identifier: GPL-2.0-or-later
/* Disks that take no ATA commands read their sectors without sending them. */
#include "nvme_disk.h"
#include "scsi_disk.h"
#include "sysfs.h"

#include <errno.h>

enum {
	MOST_SECTORS = 65536, /* what NVMe's Verify has room for; as many as of ATA's */
	PER_SECOND = 512      /* that a disk reads at least where it retries */
};

/*
 * SAS disks alone: volumes of RAID hosts, iSCSI targets and guests' disks often report success
 * without reading (LIO: sbc_emulate_noop()), and some USB disks fail at what the kernel never
 * sends.
 */
int scsi_disk_verify_most(struct device *dev, unsigned *sectors)
{
	*sectors = MOST_SECTORS;
	return sysfs_is_sas(dev) ? 0 : -EOPNOTSUPP;
}

int scsi_disk_verify(struct device *dev, uint64_t lba, unsigned sectors, uint64_t *bad)
{
	struct scsi_cmd cmd = scsi_verify(lba, sectors);
	struct scsi_sense sense;
	int err;

	cmd.timeout_s += sectors / PER_SECOND;
	err = scsi_disk_ask(dev, &cmd);
	sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);
	if (!err || !scsi_medium_failed(&sense))
		return err;
	if (sense.has_information)
		*bad = sense.information;
	return 1;
}

int nvme_disk_verify_most(struct device *dev, unsigned *sectors)
{
	struct nvme_controller ctrl;
	int err = nvme_disk_ask_controller(dev, &ctrl);

	*sectors = MOST_SECTORS;
	return err ? err : ctrl.verify ? 0 : -EOPNOTSUPP;
}

int nvme_disk_verify(struct device *dev, uint64_t lba, unsigned sectors, uint64_t *bad)
{
	struct nvme_cmd cmd;
	uint32_t nsid;
	int err = device_nvme_namespace(dev, &nsid);

	(void)bad; /* the status names no block */
	if (err)
		return err;
	cmd = nvme_verify(nsid, lba, sectors);
	cmd.timeout_s += sectors / PER_SECOND;
	err = nvme_disk_ask(dev, &cmd);
	return err && cmd.res.answered && nvme_medium_failed(cmd.res.status) ? 1 : err;
}
