/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel knows of a drive, by sysfs: nothing is opened, and no command is sent. */
#ifndef HDPARM_FACTS_H
#define HDPARM_FACTS_H

#include "block.h"
#include "disk.h"

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

/* "sata", for machines; NULL for LINK_UNKNOWN. */
const char *drive_link_key(enum drive_link link);

enum { DRIVE_BRIDGE_BYTES = 10 };

struct drive_facts {
	struct block_disk disk;		 /* the whole disk */
	char model[DISK_TEXT_BYTES];	 /* empty: not known; the SCSI layer's has 16 characters */
	uint64_t bytes;			 /* 0: not known, or no medium */
	bool has_rotational, rotational; /* as the drive told the kernel */
	enum drive_link link;
	char bridge[DRIVE_BRIDGE_BYTES]; /* of LINK_USB: idVendor:idProduct, or empty */
};

/*
 * The facts of the disk behind a node, which may be a partition's or a SCSI generic one. 0, or
 * -errno of stat(2) or of sysfs; -ENOTBLK where it has no disk.
 */
int drive_facts(struct host *host, const char *path, struct drive_facts *facts);

/* Reads and writes that the kernel has completed for the disk since it is there. 0 or -errno. */
struct drive_counts {
	uint64_t reads, writes;
};
int drive_counts(struct host *host, const struct drive_facts *facts, struct drive_counts *counts);

#endif
