// SPDX-License-Identifier: GPL-2.0-or-later
/* A machine that is a recording. */
#include "exchange.h"
#include "ioctls.h"
#include "queue_script.h"
#include "script.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <scsi/sg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

enum {
	FIRST_FD = 100000, /* no descriptor that the system gives out */
	STEP_NS = 1000000  /* of the clock when the recorded times are used up */
};

struct replay {
	struct host_layer layer;
	struct script *script;
	struct file_names files;
	int next_fd;
	uint64_t now;
	char fault[REPLAY_FAULT_BYTES];
};

static struct replay *self(struct host *host)
{
	return (struct replay *)host; /* the layer is its first member */
}

/* Only the first fault is kept: the others follow from it. */
static void missing(struct replay *replay, const char *key)
{
	if (!*replay->fault)
		snprintf(replay->fault, sizeof(replay->fault), "nothing is recorded for: %.180s",
			 key);
}

static void unfit(struct replay *replay, const struct exchange *exchange, const char *why)
{
	if (!*replay->fault)
		snprintf(replay->fault, sizeof(replay->fault), "line %lu: %s", exchange->line, why);
}

/* An answer of a call whose results are 0, a small number or -errno. */
static int small(struct replay *replay, const struct exchange *exchange)
{
	if (exchange->result >= -4095 && exchange->result <= INT32_MAX)
		return (int)exchange->result;
	unfit(replay, exchange, "no such result exists");
	return -EIO;
}

/* Copies the data under `label`; less than `bytes` is a fault, as is more. */
static bool give(struct replay *replay, const struct exchange *exchange, const char *label,
		 void *to, size_t bytes)
{
	const struct payload *payload = exchange_data(exchange, label);

	if (bytes == 0)
		return true;
	if (!payload || payload->bytes != bytes) {
		unfit(replay, exchange, "the data have another length than the call asks for");
		return false;
	}
	memcpy(to, payload->data, bytes);
	return true;
}

static int replay_open(struct host *host, const char *path, int flags)
{
	struct replay *replay = self(host);
	char key[KEY_BYTES];
	struct exchange *exchange;

	(void)flags;
	key_of_path(key, "open", path);
	exchange = script_next(replay->script, key);
	if (!exchange) {
		missing(replay, key);
		return -ENOENT;
	}
	if (exchange->result < 0)
		return small(replay, exchange);
	file_opened(&replay->files, replay->next_fd, path);
	return replay->next_fd++;
}

static int replay_close(struct host *host, int fd)
{
	file_closed(&self(host)->files, fd);
	return 0;
}

static int give_stat(struct replay *replay, const char *key, struct stat *st)
{
	struct exchange *exchange = script_next(replay->script, key);

	if (!exchange)
		return -ENOENT;
	if (exchange->result < 0)
		return small(replay, exchange);
	memset(st, 0, sizeof(*st));
	st->st_mode = (mode_t)exchange_number(exchange, "mode", 0);
	st->st_rdev = makedev((unsigned)exchange_number(exchange, "major", 0),
			      (unsigned)exchange_number(exchange, "minor", 0));
	st->st_size = (off_t)exchange_number(exchange, "size", 0);
	return 0;
}

static int replay_fstat(struct host *host, int fd, struct stat *st)
{
	char key[KEY_BYTES];

	snprintf(key, sizeof(key), "fstat %s", file_name(&self(host)->files, fd));
	return give_stat(self(host), key, st);
}

static int replay_stat(struct host *host, const char *path, struct stat *st)
{
	char key[KEY_BYTES];

	key_of_path(key, "stat", path);
	return give_stat(self(host), key, st);
}

static int replay_sg_io(struct replay *replay, int fd, struct sg_io_hdr *io)
{
	const struct payload *sense;
	struct exchange *exchange;
	char key[KEY_BYTES];

	key_of_sg_io(key, file_name(&replay->files, fd), io);
	exchange = script_next(replay->script, key);
	if (!exchange) {
		missing(replay, key);
		return -ENODATA;
	}
	if (exchange->result < 0)
		return small(replay, exchange);
	io->status = (uint8_t)exchange_number(exchange, "status", 0);
	io->host_status = (uint16_t)exchange_number(exchange, "host", 0);
	io->driver_status = (uint16_t)exchange_number(exchange, "driver", 0);
	io->resid = (int)exchange_number(exchange, "resid", 0);
	if (io->dxfer_direction == SG_DXFER_FROM_DEV &&
	    !give(replay, exchange, "in", io->dxferp, io->dxfer_len))
		return -EIO;
	sense = exchange_data(exchange, "sense");
	io->sb_len_wr = 0;
	if (sense && io->sbp) {
		io->sb_len_wr =
			(uint8_t)(sense->bytes < io->mx_sb_len ? sense->bytes : io->mx_sb_len);
		memcpy(io->sbp, sense->data, io->sb_len_wr);
	}
	return 0;
}

static int replay_ioctl(struct host *host, int fd, unsigned long request, void *arg)
{
	struct replay *replay = self(host);
	const struct ioctl_def *def = ioctl_def(request);
	struct exchange *exchange;
	size_t in = 0, out = 0;
	char key[KEY_BYTES];
	int result;

	if (request == SG_IO)
		return replay_sg_io(replay, fd, arg);
	key_of_ioctl(key, file_name(&replay->files, fd), request, arg);
	exchange = script_next(replay->script, key);
	if (!exchange) {
		missing(replay, key);
		return -ENODATA;
	}
	if (def && def->argument != IOCTL_VALUE)
		ioctl_sizes(def, arg, &in, &out);
	result = small(replay, exchange);
	if (result < 0 && !exchange_data(exchange, "in"))
		return result;
	return give(replay, exchange, "in", arg, out) ? result : -EIO;
}

static ssize_t replay_pread(struct host *host, int fd, void *buf, size_t bytes, uint64_t offset)
{
	struct replay *replay = self(host);
	struct exchange *exchange;
	char key[KEY_BYTES];

	snprintf(key, sizeof(key), "pread %s %zu %" PRIu64, file_name(&replay->files, fd), bytes,
		 offset);
	exchange = script_next(replay->script, key);
	if (!exchange) {
		missing(replay, key);
		return -ENODATA;
	}
	if (exchange->result > (int64_t)bytes) {
		unfit(replay, exchange, "more bytes were read than were asked for");
		return -EIO;
	}
	if (exchange->result > 0)
		memset(buf, exchange_number(exchange, "zeros", 0) ? 0 : 0xff,
		       (size_t)exchange->result);
	return exchange->result < 0 ? small(replay, exchange) : (ssize_t)exchange->result;
}

/* A call without data, which may be absent from the recording without harm. */
static int plain(struct replay *replay, const char *call, int fd)
{
	struct exchange *exchange;
	char key[KEY_BYTES];

	snprintf(key, sizeof(key), "%s %s", call, file_name(&replay->files, fd));
	exchange = script_next(replay->script, key);
	return exchange ? small(replay, exchange) : 0;
}

static int replay_fsync(struct host *host, int fd)
{
	return plain(self(host), "fsync", fd);
}

static int replay_drop_cache(struct host *host, int fd)
{
	return plain(self(host), "drop_cache", fd);
}

static void replay_sync(struct host *host)
{
	(void)host;
}

/* What sysfs or a link said; what was not asked then is not there now. */
static ssize_t give_text(struct replay *replay, const char *call, const char *path, char *buf,
			 size_t size)
{
	const struct payload *text;
	struct exchange *exchange;
	char key[KEY_BYTES];
	size_t n;

	key_of_path(key, call, path);
	exchange = script_next(replay->script, key);
	if (!exchange)
		return -ENOENT;
	if (exchange->result < 0)
		return small(replay, exchange);
	text = exchange_data(exchange, "text");
	n = text ? text->bytes : 0;
	if (n >= size)
		n = size - 1;
	if (n)
		memcpy(buf, text->data, n);
	buf[n] = '\0';
	return (ssize_t)n;
}

static ssize_t replay_read_file(struct host *host, const char *path, char *buf, size_t size)
{
	return give_text(self(host), "read_file", path, buf, size);
}

static ssize_t replay_real_path(struct host *host, const char *path, char *buf, size_t size)
{
	return give_text(self(host), "real_path", path, buf, size);
}

static int replay_write_file(struct host *host, const char *path, const char *text)
{
	struct replay *replay = self(host);
	struct exchange *exchange;
	char key[KEY_BYTES];

	(void)text;
	key_of_path(key, "write_file", path);
	exchange = script_next(replay->script, key);
	if (exchange)
		return small(replay, exchange);
	missing(replay, key);
	return -ENODATA;
}

/* Not recorded; what the machine of the replay holds is no answer. */
static ssize_t replay_list_dir(struct host *host, const char *path, char *buf, size_t size)
{
	(void)host, (void)path, (void)buf, (void)size;
	return -ENOENT;
}

/* Files that a replayed run "opened" are not there: those of the same name are left alone. */
static int replay_fallocate(struct host *host, int fd, uint64_t bytes)
{
	(void)host, (void)fd, (void)bytes;
	return 0;
}

static int replay_remove(struct host *host, const char *path)
{
	(void)host, (void)path;
	return 0;
}

/* The clock never stands still, or a measurement would never end. */
static uint64_t replay_now_ns(struct host *host)
{
	struct replay *replay = self(host);
	struct exchange *exchange = script_next(replay->script, "now");

	if (exchange && !script_repeats(replay->script, "now") && exchange->result >= 0 &&
	    (uint64_t)exchange->result >= replay->now)
		replay->now = (uint64_t)exchange->result;
	else
		replay->now += STEP_NS;
	return replay->now;
}

static void replay_sleep_ns(struct host *host, uint64_t ns)
{
	(void)host;
	(void)ns;
}

static int replay_queue_open(struct host *host, const struct read_queue_setup *setup,
			     struct read_queue **queue)
{
	struct replay *replay = self(host);
	const char *path = file_name(&replay->files, setup->fd);
	int err = queue_replayed(replay->script, path, setup, queue);

	if (err == -ENODATA)
		missing(replay, "reads through a queue");
	return err;
}

static void answer(struct host_ops *ops)
{
	ops->open = replay_open;
	ops->close = replay_close;
	ops->fstat = replay_fstat;
	ops->stat = replay_stat;
	ops->ioctl = replay_ioctl;
	ops->pread = replay_pread;
	ops->fsync = replay_fsync;
	ops->sync = replay_sync;
	ops->drop_cache = replay_drop_cache;
	ops->read_file = replay_read_file;
	ops->write_file = replay_write_file;
	ops->real_path = replay_real_path;
	ops->now_ns = replay_now_ns;
	ops->sleep_ns = replay_sleep_ns;
	ops->queue_open = replay_queue_open;
	ops->list_dir = replay_list_dir;
	ops->fallocate = replay_fallocate;
	ops->remove = replay_remove;
}

struct replay *replay_new(struct host *real, const char *text, size_t bytes,
			  char fault[REPLAY_FAULT_BYTES])
{
	struct replay *replay = calloc(1, sizeof(*replay));

	if (!replay) {
		snprintf(fault, REPLAY_FAULT_BYTES, "out of memory");
		return NULL;
	}
	replay->script = script_read(text, bytes, fault);
	if (!replay->script) {
		free(replay);
		return NULL;
	}
	replay->next_fd = FIRST_FD;
	host_layer_init(&replay->layer, real);
	answer(&replay->layer.ops);
	return replay;
}

struct host *replay_host(struct replay *replay)
{
	return &replay->layer.host;
}

const char *replay_fault(const struct replay *replay)
{
	return *replay->fault ? replay->fault : NULL;
}

void replay_free(struct replay *replay)
{
	if (!replay)
		return;
	script_free(replay->script);
	free(replay);
}
