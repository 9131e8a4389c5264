// SPDX-License-Identifier: GPL-2.0-or-later
/* Records calls to a device and their answers. */
#include "ioctls.h"
#include "nvme.h"
#include "passthrough.h"
#include "queue.h"
#include "fill.h"
#include "recorder.h"
#include "scsi.h"
#include "rdev.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/hdreg.h>
#include <linux/ioctl.h>
#include <linux/nvme_ioctl.h>
#include <scsi/sg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static uint64_t microseconds(struct recorder *rec, uint64_t since)
{
	return (host_now_ns(rec->host.below) - since) / 1000;
}

/* Notes the call before it is made: the drive may never answer. Returns the time. */
static uint64_t note_call(struct recorder *rec, const char *key)
{
	snprintf(rec->asking, sizeof(rec->asking), "%s", key);
	return host_now_ns(rec->host.below);
}

int record_open(struct host *host, const char *path, int flags)
{
	struct recorder *rec = recorder_of(host);
	char key[KEY_BYTES];
	int fd = host_open(rec->host.below, path, flags);

	if (fd >= 0)
		file_opened(&rec->files, fd, path);
	key_of_path(key, "open", path);
	recorder_line(rec, "%s = %d flags=0%o\n", key, fd < 0 ? fd : 0, (unsigned)flags);
	return fd;
}

int record_close(struct host *host, int fd)
{
	struct recorder *rec = recorder_of(host);

	file_closed(&rec->files, fd);
	return host_close(rec->host.below, fd);
}

static void put_stat(struct recorder *rec, const char *key, int err, const struct stat *st)
{
	if (err)
		recorder_line(rec, "%s = %d\n", key, err);
	else
		recorder_line(
			rec,
			"%s = 0 mode=0%o major=%u minor=%u on_major=%u on_minor=%u size=%" PRId64
			"\n",
			key, st->st_mode, rdev_major(st->st_rdev), rdev_minor(st->st_rdev),
			rdev_major(st->st_dev), rdev_minor(st->st_dev), (int64_t)st->st_size);
}

int record_fstat(struct host *host, int fd, struct stat *st)
{
	struct recorder *rec = recorder_of(host);
	int err = host_fstat(rec->host.below, fd, st);
	char key[KEY_BYTES];

	snprintf(key, sizeof(key), "fstat %s", file_name(&rec->files, fd));
	put_stat(rec, key, err, st);
	return err;
}

int record_stat(struct host *host, const char *path, struct stat *st)
{
	struct recorder *rec = recorder_of(host);
	int err = host_stat(rec->host.below, path, st);
	char key[KEY_BYTES];

	key_of_path(key, "stat", path);
	put_stat(rec, key, err, st);
	return err;
}

static int record_sg_io(struct recorder *rec, int fd, struct sg_io_hdr *io)
{
	struct ata_registers regs;
	/* data may be a password, perhaps also with a vendor's CDB, whose meaning is not known */
	bool known = ata_cdb_decode(io->cmdp, io->cmd_len, &regs) == ATA_CDB_COMMAND;
	const struct scsi_operation *op = known ? NULL : scsi_operation(io->cmdp, io->cmd_len);
	bool secret = known ? ata_code_secures(regs.command) : !op || !op->sends;
	enum mask_kind kind = known && ata_code_identifies(regs.command) ? MASK_IDENTIFY
			      : op && op->identifies			 ? MASK_INQUIRY
									 : MASK_OTHER;
	char key[KEY_BYTES];
	uint64_t start;
	int err;

	key_of_sg_io(key, file_name(&rec->files, fd), io);
	start = note_call(rec, key);
	err = host_ioctl(rec->host.below, fd, SG_IO, io);
	recorder_put(rec, "%s = %d status=%u host=%u driver=%u resid=%d us=%" PRIu64 "\n", key, err,
		     io->status, io->host_status, io->driver_status, io->resid,
		     microseconds(rec, start));
	if (err >= 0 && io->dxfer_direction == SG_DXFER_FROM_DEV)
		recorder_put_answer(rec, "in", kind, io->dxferp, io->dxfer_len);
	if (io->dxfer_direction == SG_DXFER_TO_DEV && !secret)
		recorder_put_answer(rec, "sent", MASK_OTHER, io->dxferp, io->dxfer_len);
	if (err >= 0 && io->sb_len_wr)
		recorder_put_data(rec, "sense", io->sbp,
				  io->sb_len_wr < io->mx_sb_len ? io->sb_len_wr : io->mx_sb_len);
	recorder_whole(rec);
	return err;
}

/* A command without a row may send a secret, as Security Send does: its data are not recorded. */
static int record_nvme(struct recorder *rec, int fd, unsigned long request,
		       struct nvme_passthru_cmd *io)
{
	bool writes = nvme_opcode_writes(io->opcode);
	void *data = (void *)(uintptr_t)io->addr;
	char key[KEY_BYTES];
	uint64_t start;
	int err;

	key_of_nvme(key, file_name(&rec->files, fd), request, io);
	start = note_call(rec, key);
	err = host_ioctl(rec->host.below, fd, request, io);
	recorder_put(rec, "%s = %d value=%" PRIu32 " us=%" PRIu64 "\n", key, err, io->result,
		     microseconds(rec, start));
	if (err >= 0 && !writes && io->data_len)
		recorder_put_nvme_answer(rec, nvme_ioctl_cns(request, io), data, io->data_len);
	if (writes && io->data_len && nvme_ioctl_operation(request, io))
		recorder_put_answer(rec, "sent", false, data, io->data_len);
	recorder_whole(rec);
	return err;
}

/* Offset of IDENTIFY data in an ioctl's answer; -1: there are none. */
static int identify_at(unsigned long request, uint8_t command)
{
	if (request == HDIO_GET_IDENTITY)
		return 0;
	return request == HDIO_DRIVE_CMD && ata_code_identifies(command)
		       ? (int)HDIO_DRIVE_CMD_HDR_SIZE
		       : -1;
}

/* Registers come back with an error, too. */
static void put_ioctl_answer(struct recorder *rec, unsigned long request, uint8_t command,
			     const uint8_t *answer, size_t bytes)
{
	int at = identify_at(request, command);
	size_t before = at > 0 ? (size_t)at : 0;

	recorder_put_data(rec, "in", answer, before);
	recorder_put_answer(rec, "in", at >= 0 ? MASK_IDENTIFY : MASK_OTHER, answer + before,
			    bytes - before);
}

int record_ioctl(struct host *host, int fd, unsigned long request, void *arg)
{
	struct recorder *rec = recorder_of(host);
	const struct ioctl_def *def = ioctl_def(request);
	size_t in = 0, out = 0;
	char key[KEY_BYTES];
	uint8_t command = 0;
	uint64_t start;
	int err;

	if (request == SG_IO)
		return record_sg_io(rec, fd, arg);
	if (nvme_ioctl(request))
		return record_nvme(rec, fd, request, arg);
	key_of_ioctl(key, file_name(&rec->files, fd), request, arg);
	if (def && def->argument != IOCTL_VALUE)
		ioctl_sizes(def, arg, &in, &out);
	if (in)
		command = *(const uint8_t *)arg;
	start = note_call(rec, key);
	err = host_ioctl(rec->host.below, fd, request, arg);
	recorder_put(rec, "%s = %d us=%" PRIu64 "\n", key, err, microseconds(rec, start));
	if (out && (err >= 0 || err == -EIO))
		put_ioctl_answer(rec, request, command, arg, out);
	recorder_whole(rec);
	return err;
}

/* Records what a comparison of sectors needs, and none of their data. */
static void put_contents(struct recorder *rec, const void *data, ssize_t bytes)
{
	enum { MOST = 65536 }; /* timings read more at a time, and this would slow them down */
	struct contents contents;

	if (bytes <= 0 || bytes >= MOST || bytes % 4)
		return;
	contents = contents_of(data, (size_t)bytes);
	recorder_put(rec, " kind=%d mark=0x%" PRIx64, (int)contents.kind, contents.mark);
}

/* Records the sizes and times of reads, not the data. */
ssize_t record_pread(struct host *host, int fd, void *buf, size_t bytes, uint64_t offset)
{
	struct recorder *rec = recorder_of(host);
	uint64_t start = host_now_ns(rec->host.below);
	ssize_t got = host_pread(rec->host.below, fd, buf, bytes, offset);

	recorder_put(rec, "pread %s %zu %" PRIu64 " = %zd us=%" PRIu64 " zeros=%d",
		     file_name(&rec->files, fd), bytes, offset, got, microseconds(rec, start),
		     got <= 0 || all_zeros(buf, (size_t)got));
	put_contents(rec, buf, got);
	recorder_put(rec, "\n");
	recorder_whole(rec);
	return got;
}

/* Only zeros are written to a device so far: they are not recorded. */
ssize_t record_pwrite(struct host *host, int fd, const void *buf, size_t bytes, uint64_t offset)
{
	struct recorder *rec = recorder_of(host);
	ssize_t got = host_pwrite(rec->host.below, fd, buf, bytes, offset);

	recorder_line(rec, "pwrite %s %zu %" PRIu64 " = %zd\n", file_name(&rec->files, fd), bytes,
		      offset, got);
	return got;
}

int record_fsync(struct host *host, int fd)
{
	struct recorder *rec = recorder_of(host);
	int err = host_fsync(rec->host.below, fd);

	recorder_line(rec, "fsync %s = %d\n", file_name(&rec->files, fd), err);
	return err;
}

int record_drop_cache(struct host *host, int fd)
{
	struct recorder *rec = recorder_of(host);
	int err = host_drop_cache(rec->host.below, fd);

	recorder_line(rec, "drop_cache %s = %d\n", file_name(&rec->files, fd), err);
	return err;
}

int record_lock(struct host *host, int fd, bool exclusive, unsigned *holder)
{
	struct recorder *rec = recorder_of(host);
	int err = host_lock(rec->host.below, fd, exclusive, holder);
	char key[KEY_BYTES];

	key_of_lock(key, file_name(&rec->files, fd), exclusive);
	recorder_line(rec, "%s = %d holder=%u\n", key, err, *holder);
	return err;
}

uint64_t record_now_ns(struct host *host)
{
	struct recorder *rec = recorder_of(host);
	uint64_t now = host_now_ns(rec->host.below);

	recorder_line(rec, "now = %" PRIu64 "\n", now - rec->began);
	return now;
}

int64_t record_wall_s(struct host *host)
{
	struct recorder *rec = recorder_of(host);
	int64_t now = host_wall_s(rec->host.below);

	recorder_line(rec, "wall = %" PRId64 "\n", now);
	return now;
}

int record_queue_open(struct host *host, const struct read_queue_setup *setup,
		      struct read_queue **queue)
{
	struct recorder *rec = recorder_of(host);
	const char *path = file_name(&rec->files, setup->fd);
	int err = host_queue_open(rec->host.below, setup, queue);

	if (err) {
		recorder_line(rec, "queue_open %s %u = %d\n", path, setup->depth, err);
		return err;
	}
	recorder_line(rec, "queue_open %s %u = 0 engine=%s depth=%u\n", path, setup->depth,
		      (*queue)->engine, (*queue)->depth);
	err = queue_recorded(rec, path, setup, queue);
	rec->no_memory = rec->no_memory || err;
	return err;
}
