// SPDX-License-Identifier: GPL-2.0-or-later
/* Drives read their sectors without sending them. */
#include "ata_disk.h"
#include "ata.h"
#include "device.h"
#include "drive.h"
#include "identify.h"
#include "nvme_disk.h"
#include "scsi_disk.h"
#include "sysfs.h"

#include <errno.h>

enum {
	MOST_SECTORS = 65536, /* what NVMe's Verify has room for; as many as of ATA's */
	PER_SECOND = 512      /* sectors that a disk reads at least while it retries */
};

int ata_disk_verify_plan(struct drive *drive, struct disk_verify *plan)
{
	const struct device *dev = drive->dev;
	int err = device_identify(drive->dev);

	if (err) {
		drive_tell(drive, "IDENTIFY DEVICE");
		return err;
	}
	if (dev->id.packet || ata_id_blank(dev->id.raw) || ata_id_incomplete(dev->id.raw) ||
	    !ata_id_sectors(dev->id.raw))
		return -EOPNOTSUPP;
	*plan = (struct disk_verify){
		.most = ata_verify_most(dev->id.raw),
		.sectors = ata_id_sectors(dev->id.raw),
		.sector_bytes = ata_id_sector_bytes(dev->id.raw),
	};
	return 0;
}

int ata_disk_verify(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad)
{
	const struct ata_sector_run run = { lba, sectors };
	struct ata_cmd cmd = ata_sectors(drive->dev->id.raw, SECTORS_VERIFY, run, NULL);
	int err;

	cmd.want = WANT_STATUS | WANT_LBA;
	cmd.timeout_s += sectors / PER_SECOND;
	cmd.quiet = ATA_QUIET_WARNINGS;
	err = drive_send(drive, &cmd);
	if (!err || !ata_medium_failed(&cmd.res))
		return err;
	*bad = ata_failed_sector(&cmd.res, run);
	device_forget_failure(drive->dev);
	return 1;
}

/*
 * SAS disks alone: volumes of RAID hosts, iSCSI targets and guests' disks often report success
 * without reading (LIO: sbc_emulate_noop()), and some USB disks fail at what the kernel never
 * sends.
 */
int scsi_disk_verify_plan(struct drive *drive, struct disk_verify *plan)
{
	*plan = (struct disk_verify){ .most = MOST_SECTORS, .may_take_less = true };
	return sysfs_is_sas(&drive->dev->sys) ? 0 : -EOPNOTSUPP;
}

int scsi_disk_verify(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad)
{
	struct scsi_cmd cmd = scsi_verify(lba, sectors);
	struct scsi_sense sense;
	int err;

	cmd.timeout_s += sectors / PER_SECOND;
	err = scsi_disk_ask(drive, &cmd);
	sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);
	if (!err || !scsi_medium_failed(&sense))
		return err;
	if (sense.has_information)
		*bad = sense.information;
	return 1;
}

int nvme_disk_verify_plan(struct drive *drive, struct disk_verify *plan)
{
	struct nvme_controller ctrl;
	int err = nvme_disk_ask_controller(drive, &ctrl);

	*plan = (struct disk_verify){ .most = MOST_SECTORS, .may_take_less = true };
	return err ? err : ctrl.verify ? 0 : -EOPNOTSUPP;
}

int nvme_disk_verify(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad)
{
	struct nvme_cmd cmd;
	uint32_t nsid;
	int err = device_nvme_namespace(drive->dev, &nsid);

	(void)bad; /* the status names no block */
	if (err)
		return err;
	cmd = nvme_verify(nsid, lba, sectors);
	cmd.timeout_s += sectors / PER_SECOND;
	err = nvme_disk_ask(drive, &cmd);
	return err && cmd.res.answered && nvme_medium_failed(cmd.res.status) ? 1 : err;
}
