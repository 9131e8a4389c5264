// SPDX-License-Identifier: GPL-2.0-or-later
/* The calls of struct host, and the table of known ioctls. */
#include "host.h"

#include <errno.h>
#include <linux/cdrom.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <linux/hdreg.h>
#include <linux/ioctl.h>
#include <linux/nvme_ioctl.h>
#include <string.h>

const char *host_lack_advice(int err)
{
	switch (err) {
	case -ENOMEM:
		return "free memory, and try again";
	case -EMFILE:
		return "raise this program's limit of open files (ulimit -n), and try again";
	case -ENFILE:
		return "raise the machine's limit of open files (sysctl fs.file-max), and try "
		       "again";
	default:
		return NULL;
	}
}

int host_lack(struct host *host)
{
	int lack;

	while (host->below)
		host = host->below;
	lack = host->lack;
	host->lack = 0;
	return lack;
}

static void note_lack(struct host *host, ssize_t result)
{
	if (result >= 0 || !host_lack_advice((int)result))
		return;
	while (host->below)
		host = host->below;
	if (!host->lack)
		host->lack = (int)result;
}

int host_no_memory(struct host *host)
{
	note_lack(host, -ENOMEM);
	return -ENOMEM;
}

#define CALL(type, member, arguments, passed)                                                      \
	type host_##member arguments                                                               \
	{                                                                                          \
		while (!host->ops->member)                                                         \
			host = host->below;                                                        \
		return host->ops->member passed;                                                   \
	}

#define QUESTION(type, member, arguments, passed)                                                  \
	type host_##member arguments                                                               \
	{                                                                                          \
		type result;                                                                       \
                                                                                                   \
		while (!host->ops->member)                                                         \
			host = host->below;                                                        \
		result = host->ops->member passed;                                                 \
		note_lack(host, result);                                                           \
		return result;                                                                     \
	}

/* clang-format off */
QUESTION(int, open, (struct host *host, const char *path, int flags), (host, path, flags))
CALL(int, close, (struct host *host, int fd), (host, fd))
CALL(int, fstat, (struct host *host, int fd, struct stat *st), (host, fd, st))
QUESTION(int, stat, (struct host *host, const char *path, struct stat *st), (host, path, st))
CALL(ssize_t, pread, (struct host *host, int fd, void *buf, size_t bytes, uint64_t offset),
     (host, fd, buf, bytes, offset))
CALL(int, fsync, (struct host *host, int fd), (host, fd))
CALL(void, sync, (struct host *host), (host))
CALL(int, drop_cache, (struct host *host, int fd), (host, fd))
QUESTION(ssize_t, read_file, (struct host *host, const char *path, char *buf, size_t size),
     (host, path, buf, size))
CALL(ssize_t, read_stream, (struct host *host, int fd, char *buf, size_t size),
     (host, fd, buf, size))
QUESTION(ssize_t, real_path, (struct host *host, const char *path, char *buf, size_t size),
     (host, path, buf, size))
QUESTION(ssize_t, link_target, (struct host *host, const char *path, char *buf, size_t size),
     (host, path, buf, size))
CALL(uint64_t, now_ns, (struct host *host), (host))
CALL(void, sleep_ns, (struct host *host, uint64_t ns), (host, ns))
CALL(int, queue_open,
     (struct host *host, const struct read_queue_setup *setup, struct read_queue **queue),
     (host, setup, queue))
CALL(bool, interrupt_hold, (struct host *host, bool all), (host, all))
CALL(bool, interrupt_release, (struct host *host), (host))
QUESTION(int, glob, (struct host *host, const char *pattern, struct host_paths *paths),
     (host, pattern, paths))
CALL(int, read_secret, (struct host *host, int fd, char *buf, size_t size),
     (host, fd, buf, size))
CALL(int, judge_input, (struct host *host, int fd, const char *path, char why[INPUT_WHY_BYTES]),
     (host, fd, path, why))
CALL(int, lock, (struct host *host, int fd, bool exclusive, unsigned *holder),
     (host, fd, exclusive, holder))
QUESTION(ssize_t, read_kept, (struct host *host, const char *path, char *buf, size_t size),
     (host, path, buf, size))
CALL(ssize_t, change, (struct host *host, const struct file_change *change), (host, change))
/* clang-format on */

int host_command(struct host *host, int fd, unsigned long request, void *arg,
		 const struct host_command *command)
{
	while (!host->ops->ioctl)
		host = host->below;
	return host->ops->ioctl(host, fd, request, arg, command);
}

int host_ioctl(struct host *host, int fd, unsigned long request, void *arg)
{
	return host_command(host, fd, request, arg, NULL);
}

/* --- changes of files --- */

int host_write_file(struct host *host, const char *path, const char *text)
{
	return (int)host_change(host, &(struct file_change){ CHANGE_SETTING, .path = path,
							     .data = text, .bytes = strlen(text) });
}

ssize_t host_pwrite(struct host *host, int fd, const void *buf, size_t bytes, uint64_t offset)
{
	return host_change(host, &(struct file_change){ CHANGE_SECTORS, .fd = fd, .data = buf,
							.bytes = bytes, .number = offset });
}

int host_save_file(struct host *host, const char *path, const void *data, size_t bytes,
		   unsigned mode)
{
	return (int)host_change(host,
				&(struct file_change){ CHANGE_SAVE, .path = path, .data = data,
						       .bytes = bytes, .number = mode });
}

int host_keep_file(struct host *host, const char *path, const void *data, size_t bytes)
{
	return (int)host_change(host, &(struct file_change){ CHANGE_KEEP, .path = path,
							     .data = data, .bytes = bytes });
}

int host_drop_kept(struct host *host, const char *path)
{
	return (int)host_change(host, &(struct file_change){ CHANGE_DROP, .path = path });
}

int host_make_room(struct host *host, const char *path, uint64_t bytes)
{
	return (int)host_change(
		host, &(struct file_change){ CHANGE_ROOM, .path = path, .number = bytes });
}

int host_folder(struct host *host, const char *path, bool make)
{
	return (int)host_change(
		host, &(struct file_change){ make ? CHANGE_MAKE : CHANGE_REMOVE, .path = path });
}

/* --- the ioctls: whether they change anything, and the sizes of their arguments --- */

enum { SECTOR_BYTES = 512 };

/* clang-format off */
#define ASK(request, type)       { request, #request, true, false, IOCTL_ANSWER, sizeof(type), NULL }
#define ASK_BLOCK(request, size) { request, #request, true, false, IOCTL_BLOCK, size, NULL }
#define SET(request, argument)   { request, #request, false, false, argument, 0, "set" }
#define SET_LEGACY(request)      { request, #request, false, true, IOCTL_VALUE, 0, "set" }
#define DO(request, arg, verb)   { request, #request, false, false, arg, 0, verb }
#define SEND(request, size)      { request, #request, false, false, IOCTL_BLOCK, size, "send" }

static const struct ioctl_def known[] = {
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
	/* NVME_IOCTL_ID returns the number of the namespace as the result of ioctl(2) */
	{ NVME_IOCTL_ID, "NVME_IOCTL_ID", true, false, IOCTL_NONE, 0, NULL },
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
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (known[i].request == request)
			return &known[i];
	}
	return NULL;
}

void ioctl_sizes(const struct ioctl_def *def, const void *arg, size_t *in, size_t *out)
{
	const uint8_t *registers = arg;
	const ide_task_request_t *task = arg;
	const struct fiemap *map = arg;

	*in = *out = 0;
	if (!arg)
		return;
	if (def->argument == IOCTL_INT_POINTER)
		*in = sizeof(int);
	else if (def->argument == IOCTL_RANGE)
		*in = 2 * sizeof(uint64_t);
	else if (def->argument == IOCTL_ANSWER)
		*out = def->bytes;
	if (def->argument != IOCTL_BLOCK)
		return;
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
