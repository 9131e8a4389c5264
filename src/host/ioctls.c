// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of known ioctls: whether they change anything, and the sizes of their arguments. */
#include "host.h"

#include <linux/cdrom.h>
#include <linux/dm-ioctl.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <linux/fsmap.h>
#include <linux/hdreg.h>
#include <linux/ioctl.h>
#include <linux/nvme_ioctl.h>

enum { SECTOR_BYTES = 512 };

/* clang-format off */
#define ASK(request, type)                                                                         \
	{ request, #request, .question = true, .argument = IOCTL_ANSWER, .bytes = sizeof(type) }
#define ASK_BLOCK(request, size)                                                                   \
	{ request, #request, .question = true, .argument = IOCTL_BLOCK, .bytes = size }
#define SET(request, kind)     { request, #request, .argument = kind, .verb = "set" }
#define SET_LEGACY(request)                                                                        \
	{ request, #request, .legacy_ide = true, .argument = IOCTL_VALUE, .verb = "set" }
#define DO(request, kind, act) { request, #request, .argument = kind, .verb = act }
#define SEND(request, size)                                                                        \
	{ request, #request, .argument = IOCTL_BLOCK, .bytes = size, .verb = "send" }

static const struct ioctl_def known_ioctls[] = {
	ASK(BLKGETSIZE, unsigned long),
	ASK(BLKGETSIZE64, uint64_t),
	ASK(BLKSSZGET, int),
	ASK(BLKPBSZGET, int),
	ASK(BLKRAGET, long),
	ASK(BLKROGET, int),
	ASK(FIGETBSZ, int),
	ASK(FS_IOC_FSGETXATTR, struct fsxattr),
	ASK(HDIO_GETGEO, struct hd_geometry),
	ASK(HDIO_GET_32BIT, long),
	ASK(HDIO_GET_ACOUSTIC, long),
	ASK(HDIO_GET_BUSSTATE, long),
	ASK(HDIO_GET_DMA, long),
	ASK(HDIO_GET_IDENTITY, uint8_t[SECTOR_BYTES]),
	ASK(HDIO_GET_KEEPSETTINGS, long),
	ASK(HDIO_GET_MULTCOUNT, long),
	ASK(HDIO_GET_NOWERR, long),
	ASK(HDIO_GET_UNMASKINTR, long),
	ASK(HDIO_GET_WCACHE, long),
	/* FIBMAP: the argument, a block number of the file, becomes a block number of the file system */
	ASK_BLOCK(FIBMAP, sizeof(int)),
	ASK_BLOCK(FS_IOC_FIEMAP, sizeof(struct fiemap)),
	/* the answer may have the key of dm-crypt: no recording keeps a byte of it */
	{ DM_TABLE_STATUS, "DM_TABLE_STATUS", .question = true, .argument = IOCTL_NONE },
	{ FS_IOC_GETFSMAP, "FS_IOC_GETFSMAP", .question = true, .argument = IOCTL_NONE },
	/* NVME_IOCTL_ID returns the number of the namespace as the result of ioctl(2) */
	{ NVME_IOCTL_ID, "NVME_IOCTL_ID", .question = true, .argument = IOCTL_NONE },
	SET(BLKRASET, IOCTL_VALUE),
	SET(BLKROSET, IOCTL_INT_POINTER),
	DO(BLKFLSBUF, IOCTL_NONE, "drop the kernel's cached data:"),
	DO(BLKDISCARD, IOCTL_RANGE, "discard sectors:"),
	DO(BLKRRPART, IOCTL_NONE, "read the partition table again:"),
	SET(CDROM_SELECT_SPEED, IOCTL_VALUE),
	SET(HDIO_SET_32BIT, IOCTL_VALUE),
	DO(HDIO_DRIVE_RESET, IOCTL_NONE, "reset the device:"),
	SET_LEGACY(HDIO_SET_ACOUSTIC),
	SET_LEGACY(HDIO_SET_BUSSTATE),
	SET_LEGACY(HDIO_SET_DMA),
	SET_LEGACY(HDIO_SET_KEEPSETTINGS),
	SET_LEGACY(HDIO_SET_MULTCOUNT),
	SET_LEGACY(HDIO_SET_NOWERR),
	SET_LEGACY(HDIO_SET_PIO_MODE),
	SET_LEGACY(HDIO_SET_UNMASKINTR),
	SET_LEGACY(HDIO_SET_WCACHE),
	/* the first member of the argument is the packet */
	SEND(CDROM_SEND_PACKET, CDROM_PACKET_SIZE),
	SEND(HDIO_DRIVE_CMD, HDIO_DRIVE_CMD_HDR_SIZE),
	SEND(HDIO_DRIVE_TASK, HDIO_DRIVE_TASK_HDR_SIZE),
	SEND(HDIO_DRIVE_TASKFILE, sizeof(ide_task_request_t)),
};
/* clang-format on */

const struct ioctl_def *ioctl_def(unsigned long request)
{
	for (size_t i = 0; i < sizeof(known_ioctls) / sizeof(known_ioctls[0]); i++) {
		if (known_ioctls[i].request == request)
			return &known_ioctls[i];
	}
	return NULL;
}

static void block_sizes(const struct ioctl_def *def, const void *arg, size_t *in, size_t *out)
{
	const uint8_t *registers = arg;
	const ide_task_request_t *task = arg;
	const struct fiemap *map = arg;

	*in = *out = def->bytes;
	switch (def->request) {
	case HDIO_DRIVE_CMD: /* byte 3: number of data blocks to read */
		*out += registers[3] * (size_t)SECTOR_BYTES;
		break;
	case HDIO_DRIVE_TASKFILE:
		*in += task->out_size;
		/* data that were sent, perhaps a password, are not part of the answer */
		*out += task->out_size ? 0 : task->in_size;
		break;
	case FS_IOC_FIEMAP:
		*out += map->fm_extent_count * sizeof(struct fiemap_extent);
		break;
	case CDROM_SEND_PACKET:
		*out = 0;
		break;
	}
}

void ioctl_sizes(const struct ioctl_def *def, const void *arg, size_t *in, size_t *out)
{
	*in = *out = 0;
	if (!arg)
		return;
	switch (def->argument) {
	case IOCTL_NONE:
	case IOCTL_VALUE:
		break;
	case IOCTL_INT_POINTER:
		*in = sizeof(int);
		break;
	case IOCTL_RANGE:
		*in = 2 * sizeof(uint64_t);
		break;
	case IOCTL_ANSWER:
		*out = def->bytes;
		break;
	case IOCTL_BLOCK:
		block_sizes(def, arg, in, out);
		break;
	}
}
