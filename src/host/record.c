// SPDX-License-Identifier: GPL-2.0-or-later
/* Writes down what goes to the machine and what comes back. */
#include "exchange.h"
#include "ioctls.h"
#include "mask.h"
#include "queue_script.h"
#include "recording.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/hdreg.h>
#include <scsi/sg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

struct recorder {
	struct host_layer layer;
	struct file_names files;
	struct mask mask;
	bool serials;
	FILE *out;
	char *text;
	size_t bytes;
	uint64_t began; /* host_now_ns() then */
};

static struct recorder *self(struct host *host)
{
	return (struct recorder *)host; /* the layer is its first member */
}

static uint64_t microseconds(struct recorder *rec, uint64_t since)
{
	return (host_now_ns(rec->layer.real) - since) / 1000;
}

/* Bytes in hexadecimal, 32 a line; four and more of the same are told by their number. */
static void put_data(struct recorder *rec, const char *label, const uint8_t *data, size_t n)
{
	for (size_t at = 0, column = 0; at < n; column++) {
		size_t same = 1;

		while (at + same < n && data[at + same] == data[at])
			same++;
		if (column % 32 == 0)
			fprintf(rec->out, "%s %s", column ? "\n" : "", label);
		if (same < 4)
			same = 1;
		fprintf(rec->out, same == 1 ? " %02x" : " %02x*%zu", data[at], same);
		at += same;
	}
	fputs(n ? "\n" : "", rec->out);
}

/* What a device said: masked unless serial numbers are wanted. */
static void put_answer(struct recorder *rec, const char *label, bool identify, const void *data,
		       size_t n)
{
	uint8_t *copy = malloc(n ? n : 1);

	if (!copy) {
		fprintf(rec->out, "# no memory for %zu bytes\n", n);
		return;
	}
	memcpy(copy, data, n);
	if (!rec->serials)
		mask_data(&rec->mask, identify, copy, n);
	put_data(rec, label, copy, n);
	free(copy);
}

static void put_text(struct recorder *rec, const char *text, size_t n)
{
	char *encoded = malloc(3 * n + 4);

	if (encoded) {
		encode_text(text, n, encoded, 3 * n + 4);
		fprintf(rec->out, " text %s\n", encoded);
	}
	free(encoded);
}

static int record_open(struct host *host, const char *path, int flags)
{
	struct recorder *rec = self(host);
	char key[KEY_BYTES];
	int fd = host_open(rec->layer.real, path, flags);

	if (fd >= 0)
		file_opened(&rec->files, fd, path);
	key_of_path(key, "open", path);
	fprintf(rec->out, "%s = %d flags=0%o\n", key, fd < 0 ? fd : 0, (unsigned)flags);
	return fd;
}

static int record_close(struct host *host, int fd)
{
	struct recorder *rec = self(host);

	file_closed(&rec->files, fd);
	return host_close(rec->layer.real, fd);
}

static void put_stat(struct recorder *rec, const char *key, int err, const struct stat *st)
{
	fprintf(rec->out, "%s = %d", key, err);
	if (!err)
		fprintf(rec->out, " mode=0%o major=%u minor=%u size=%" PRId64, st->st_mode,
			major(st->st_rdev), minor(st->st_rdev), (int64_t)st->st_size);
	fputc('\n', rec->out);
}

static int record_fstat(struct host *host, int fd, struct stat *st)
{
	struct recorder *rec = self(host);
	int err = host_fstat(rec->layer.real, fd, st);
	char key[KEY_BYTES];

	snprintf(key, sizeof(key), "fstat %s", file_name(&rec->files, fd));
	put_stat(rec, key, err, st);
	return err;
}

static int record_stat(struct host *host, const char *path, struct stat *st)
{
	struct recorder *rec = self(host);
	int err = host_stat(rec->layer.real, path, st);
	char key[KEY_BYTES];

	key_of_path(key, "stat", path);
	put_stat(rec, key, err, st);
	return err;
}

enum {
	COMMAND_IDENTIFY = 0xec,
	COMMAND_IDENTIFY_PACKET = 0xa1,
	COMMAND_SECURITY_FIRST = 0xf1,
	COMMAND_SECURITY_LAST = 0xf6
};

static bool is_identify(int command)
{
	return command == COMMAND_IDENTIFY || command == COMMAND_IDENTIFY_PACKET;
}

/* Passwords travel as data of these; and so, for all that is known, of vendors' own CDBs. */
static bool is_secret(int command)
{
	return command < 0 ||
	       (command >= COMMAND_SECURITY_FIRST && command <= COMMAND_SECURITY_LAST);
}

static int record_sg_io(struct recorder *rec, int fd, struct sg_io_hdr *io)
{
	int command = command_of_cdb(io);
	char key[KEY_BYTES];
	uint64_t start;
	int err;

	key_of_sg_io(key, file_name(&rec->files, fd), io);
	start = host_now_ns(rec->layer.real);
	err = host_ioctl(rec->layer.real, fd, SG_IO, io);
	fprintf(rec->out, "%s = %d status=%u host=%u driver=%u resid=%d us=%" PRIu64 "\n", key, err,
		io->status, io->host_status, io->driver_status, io->resid,
		microseconds(rec, start));
	if (err >= 0 && io->dxfer_direction == SG_DXFER_FROM_DEV)
		put_answer(rec, "in", is_identify(command), io->dxferp, io->dxfer_len);
	if (io->dxfer_direction == SG_DXFER_TO_DEV && !is_secret(command))
		put_answer(rec, "sent", false, io->dxferp, io->dxfer_len);
	if (err >= 0 && io->sb_len_wr)
		put_data(rec, "sense", io->sbp,
			 io->sb_len_wr < io->mx_sb_len ? io->sb_len_wr : io->mx_sb_len);
	return err;
}

/* Where IDENTIFY data begin in an ioctl's answer; -1 where there are none. */
static int identify_at(unsigned long request, uint8_t command)
{
	if (request == HDIO_GET_IDENTITY)
		return 0;
	return request == HDIO_DRIVE_CMD && is_identify(command) ? (int)HDIO_DRIVE_CMD_HDR_SIZE
								 : -1;
}

static int record_ioctl(struct host *host, int fd, unsigned long request, void *arg)
{
	struct recorder *rec = self(host);
	const struct ioctl_def *def = ioctl_def(request);
	size_t in = 0, out = 0;
	char key[KEY_BYTES];
	uint8_t *answer = arg, command = 0;
	uint64_t start;
	int err, at;

	if (request == SG_IO)
		return record_sg_io(rec, fd, arg);
	key_of_ioctl(key, file_name(&rec->files, fd), request, arg);
	if (def && def->argument != IOCTL_VALUE)
		ioctl_sizes(def, arg, &in, &out);
	if (in)
		command = answer[0];
	start = host_now_ns(rec->layer.real);
	err = host_ioctl(rec->layer.real, fd, request, arg);
	fprintf(rec->out, "%s = %d us=%" PRIu64 "\n", key, err, microseconds(rec, start));
	/* registers come back with an error, too; a taskfile that sent data would show them */
	if (!out || (err < 0 && err != -EIO) || (request == HDIO_DRIVE_TASKFILE && in > def->bytes))
		return err;
	at = identify_at(request, command);
	if (at > 0)
		put_data(rec, "in", answer, (size_t)at);
	put_answer(rec, "in", at >= 0, answer + (at > 0 ? at : 0), out - (size_t)(at > 0 ? at : 0));
	return err;
}

/* Of timings the sizes and times count, not the data. */
static ssize_t record_pread(struct host *host, int fd, void *buf, size_t bytes, uint64_t offset)
{
	struct recorder *rec = self(host);
	uint64_t start = host_now_ns(rec->layer.real);
	ssize_t got = host_pread(rec->layer.real, fd, buf, bytes, offset);

	fprintf(rec->out, "pread %s %zu %" PRIu64 " = %zd us=%" PRIu64 " zeros=%d\n",
		file_name(&rec->files, fd), bytes, offset, got, microseconds(rec, start),
		got <= 0 || all_zeros(buf, (size_t)got));
	return got;
}

static int record_fsync(struct host *host, int fd)
{
	struct recorder *rec = self(host);
	int err = host_fsync(rec->layer.real, fd);

	fprintf(rec->out, "fsync %s = %d\n", file_name(&rec->files, fd), err);
	return err;
}

static int record_drop_cache(struct host *host, int fd)
{
	struct recorder *rec = self(host);
	int err = host_drop_cache(rec->layer.real, fd);

	fprintf(rec->out, "drop_cache %s = %d\n", file_name(&rec->files, fd), err);
	return err;
}

static ssize_t record_read_file(struct host *host, const char *path, char *buf, size_t size)
{
	struct recorder *rec = self(host);
	ssize_t got = host_read_file(rec->layer.real, path, buf, size);
	char key[KEY_BYTES];

	key_of_path(key, "read_file", path);
	fprintf(rec->out, "%s = %zd\n", key, got);
	if (got > 0)
		put_text(rec, buf, (size_t)got);
	return got;
}

static int record_write_file(struct host *host, const char *path, const char *text)
{
	struct recorder *rec = self(host);
	int err = host_write_file(rec->layer.real, path, text);
	char key[KEY_BYTES];

	key_of_path(key, "write_file", path);
	fprintf(rec->out, "%s = %d\n", key, err);
	put_text(rec, text, strlen(text));
	return err;
}

static ssize_t record_real_path(struct host *host, const char *path, char *buf, size_t size)
{
	struct recorder *rec = self(host);
	ssize_t got = host_real_path(rec->layer.real, path, buf, size);
	char key[KEY_BYTES];

	key_of_path(key, "real_path", path);
	fprintf(rec->out, "%s = %zd\n", key, got);
	if (got > 0)
		put_text(rec, buf, (size_t)got);
	return got;
}

static uint64_t record_now_ns(struct host *host)
{
	struct recorder *rec = self(host);
	uint64_t now = host_now_ns(rec->layer.real);

	fprintf(rec->out, "now = %" PRIu64 "\n", now - rec->began);
	return now;
}

static int record_queue_open(struct host *host, const struct read_queue_setup *setup,
			     struct read_queue **queue)
{
	struct recorder *rec = self(host);
	const char *path = file_name(&rec->files, setup->fd);
	int err = host_queue_open(rec->layer.real, setup, queue);

	fprintf(rec->out, "queue_open %s %u = %d", path, setup->depth, err);
	if (!err) {
		fprintf(rec->out, " engine=%s depth=%u", (*queue)->engine, (*queue)->depth);
		err = queue_recorded(rec->out, path, setup, queue);
	}
	fputc('\n', rec->out);
	return err;
}

static void listen(struct recorder *rec)
{
	struct host_ops *ops = &rec->layer.ops;

	ops->open = record_open;
	ops->close = record_close;
	ops->fstat = record_fstat;
	ops->stat = record_stat;
	ops->ioctl = record_ioctl;
	ops->pread = record_pread;
	ops->fsync = record_fsync;
	ops->drop_cache = record_drop_cache;
	ops->read_file = record_read_file;
	ops->write_file = record_write_file;
	ops->real_path = record_real_path;
	ops->now_ns = record_now_ns;
	ops->queue_open = record_queue_open;
}

struct recorder *recorder_new(struct host *real, bool serials)
{
	struct recorder *rec = calloc(1, sizeof(*rec));

	if (!rec)
		return NULL;
	rec->out = open_memstream(&rec->text, &rec->bytes);
	if (!rec->out) {
		free(rec);
		return NULL;
	}
	rec->serials = serials;
	rec->began = host_now_ns(real);
	host_layer_init(&rec->layer, real);
	listen(rec);
	fprintf(rec->out, "hdparm-recording 1\n# serial numbers are %s\n",
		serials ? "included" : "masked");
	return rec;
}

struct host *recorder_host(struct recorder *rec)
{
	return &rec->layer.host;
}

/* In all lines but those of data, whose bytes were masked before they became digits. */
static void mask_lines(const struct mask *mask, char *text)
{
	for (char *line = text, *end; *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*line != ' ' || !strncmp(line, " text ", 6)) {
			char kept = *end;

			*end = '\0';
			mask_text(mask, line);
			*end = kept;
		}
		end += *end == '\n';
	}
}

int recorder_save(struct recorder *rec, const char *path)
{
	fputs("end\n", rec->out);
	if (fflush(rec->out) || ferror(rec->out))
		return -ENOMEM;
	if (!rec->serials)
		mask_lines(&rec->mask, rec->text);
	return host_save_file(rec->layer.real, path, rec->text, rec->bytes);
}

void recorder_free(struct recorder *rec)
{
	if (!rec)
		return;
	fclose(rec->out);
	free(rec->text);
	free(rec);
}
