/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What sysfs shows of a drive: nothing is opened, and no command is sent. */
#ifndef HDPARM_FACTS_H
#define HDPARM_FACTS_H

#include "sysfs.h"

enum drive_link {
	LINK_UNKNOWN,
	LINK_SATA,
	LINK_SAS,
	LINK_USB,
	LINK_NVME,
	LINK_IDE, /* the kernel's old IDE driver */
	LINK_VIRTIO,
	LINK_MMC,
	LINK_COUNT
};

/* The key for machines, such as "sata"; NULL for LINK_UNKNOWN. */
const char *drive_link_key(enum drive_link link);

/*
 * Whether a folder of /sys/block belongs to a drive: it has a device and a device number. Hidden
 * disks have no number, such as each path to an NVMe disk that has several (nvme_core.multipath): a
 * path has no node, and the disk itself is listed.
 */
bool drive_is_listed(struct host *host, const char *folder);

enum { DRIVE_BRIDGE_BYTES = 10 };

struct drive_facts {
	struct block_disk disk;		   /* the whole disk */
	char model[DISK_TEXT_BYTES];	   /* empty: not known; of a SCSI disk after its maker */
	uint64_t bytes;			   /* 0: not known, or no medium */
	bool has_rotational, rotational;   /* as the drive reported it to the kernel */
	unsigned rpm;			   /* of a SCSI disk; 0: not known, or none */
	bool has_write_cache, write_cache; /* of a SCSI disk, as the kernel read or set it */
	enum drive_link link;
	char bridge[DRIVE_BRIDGE_BYTES]; /* of LINK_USB: idVendor:idProduct, or empty */
};

/*
 * The facts of the disk behind a node, which may be a partition's or a SCSI generic one. 0, or
 * -errno of sysfs; -ENOTBLK where it has no disk.
 */
int drive_facts(struct sys_disk *disk, struct drive_facts *facts);

#endif
