// SPDX-License-Identifier: GPL-2.0-or-later
/* A machine whose answers come from a recording. */
#include "fill.h"
#include "queue.h"
#include "replay.h"
#include "rdev.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	FIRST_FD = 100000, /* larger than descriptors of the system */
	STEP_NS = 1000000  /* the clock's step after the last recorded time */
};

static int replay_open(struct host *host, const char *path, int flags)
{
	struct replay *replay = replay_of(host);
	char key[KEY_BYTES];
	struct exchange *exchange;

	(void)flags;
	key_of_path(key, "open", path);
	exchange = script_next(replay->script, key);
	if (!exchange) {
		replay_missing(replay, key);
		return -ENOENT;
	}
	if (exchange->result < 0)
		return replay_small(replay, exchange);
	file_opened(&replay->files, replay->next_fd, path);
	return replay->next_fd++;
}

static int replay_close(struct host *host, int fd)
{
	file_closed(&replay_of(host)->files, fd);
	return 0;
}

static int give_stat(struct replay *replay, const char *key, struct stat *st)
{
	struct exchange *exchange = script_next(replay->script, key);

	if (!exchange)
		return -ENOENT;
	if (exchange->result < 0)
		return replay_small(replay, exchange);
	memset(st, 0, sizeof(*st));
	st->st_mode = (mode_t)exchange_number(exchange, "mode", 0);
	st->st_rdev = rdev_make((unsigned)exchange_number(exchange, "major", 0),
				(unsigned)exchange_number(exchange, "minor", 0));
	st->st_dev = rdev_make((unsigned)exchange_number(exchange, "on_major", 0),
			       (unsigned)exchange_number(exchange, "on_minor", 0));
	st->st_size = (off_t)exchange_number(exchange, "size", 0);
	return 0;
}

static int replay_fstat(struct host *host, int fd, struct stat *st)
{
	char key[KEY_BYTES];

	snprintf(key, sizeof(key), "fstat %s", file_name(&replay_of(host)->files, fd));
	return give_stat(replay_of(host), key, st);
}

static int replay_stat(struct host *host, const char *path, struct stat *st)
{
	char key[KEY_BYTES];

	key_of_path(key, "stat", path);
	return give_stat(replay_of(host), key, st);
}

/* Of a longer read is known whether it was zeros. */
static void give_contents(const struct exchange *exchange, void *buf, size_t bytes)
{
	struct contents contents = {
		.kind = (enum contents_kind)exchange_number(exchange, "kind", CONTENTS_ONES),
		.mark = exchange_number(exchange, "mark", UINT32_MAX),
	};

	if (exchange_number(exchange, "zeros", 0))
		memset(buf, 0, bytes);
	else
		contents_like(&contents, buf, bytes);
}

static ssize_t replay_pread(struct host *host, int fd, void *buf, size_t bytes, uint64_t offset)
{
	struct replay *replay = replay_of(host);
	struct exchange *exchange;
	char key[KEY_BYTES];

	snprintf(key, sizeof(key), "pread %s %zu %" PRIu64, file_name(&replay->files, fd), bytes,
		 offset);
	exchange = script_next(replay->script, key);
	if (!exchange) {
		replay_missing(replay, key);
		return -EPROTO; /* not the error of a sector */
	}
	if (exchange->result > (int64_t)bytes) {
		replay_unfit(replay, exchange, "more bytes were read than were asked for");
		return -EIO;
	}
	if (exchange->result > 0)
		give_contents(exchange, buf, (size_t)exchange->result);
	return exchange->result < 0 ? replay_small(replay, exchange) : (ssize_t)exchange->result;
}

static ssize_t replay_pwrite(struct host *host, int fd, const void *buf, size_t bytes,
			     uint64_t offset)
{
	struct replay *replay = replay_of(host);
	struct exchange *exchange;
	char key[KEY_BYTES];

	(void)buf;
	snprintf(key, sizeof(key), "pwrite %s %zu %" PRIu64, file_name(&replay->files, fd), bytes,
		 offset);
	exchange = script_next(replay->script, key);
	if (exchange)
		return replay_small(replay, exchange);
	replay_missing(replay, key);
	return -EIO;
}

static int replay_fsync(struct host *host, int fd)
{
	return replay_plain(replay_of(host), "fsync", fd);
}

static int replay_drop_cache(struct host *host, int fd)
{
	return replay_plain(replay_of(host), "drop_cache", fd);
}

/* A lock that the recording does not have is free. */
static int replay_lock(struct host *host, int fd, bool exclusive, unsigned *holder)
{
	struct replay *replay = replay_of(host);
	struct exchange *exchange;
	char key[KEY_BYTES];

	*holder = 0;
	key_of_lock(key, file_name(&replay->files, fd), exclusive);
	exchange = script_next(replay->script, key);
	if (!exchange)
		return 0;
	*holder = (unsigned)exchange_number(exchange, "holder", 0);
	return replay_small(replay, exchange);
}

static void replay_sync(struct host *host)
{
	(void)host;
}

/* The clock always advances: else a measurement would never end. */
static uint64_t replay_now_ns(struct host *host)
{
	struct replay *replay = replay_of(host);
	struct exchange *exchange = script_next(replay->script, "now");

	if (exchange && !script_repeats(replay->script, "now") && exchange->result >= 0 &&
	    (uint64_t)exchange->result >= replay->now)
		replay->now = (uint64_t)exchange->result;
	else
		replay->now += STEP_NS;
	return replay->now;
}

static int64_t replay_wall_s(struct host *host)
{
	struct exchange *exchange = script_next(replay_of(host)->script, "wall");

	return exchange ? exchange->result : 0;
}

static void replay_sleep_ns(struct host *host, uint64_t ns)
{
	(void)host;
	(void)ns;
}

static int replay_queue_open(struct host *host, const struct read_queue_setup *setup,
			     struct read_queue **queue)
{
	struct replay *replay = replay_of(host);
	const char *path = file_name(&replay->files, setup->fd);
	struct exchange *exchange;
	char key[KEY_BYTES];

	snprintf(key, sizeof(key), "queue_open %s %u", path, setup->depth);
	exchange = script_next(replay->script, key);
	if (exchange)
		return queue_replayed(replay->script, exchange, path, setup, queue);
	replay_missing(replay, "reads through a queue");
	return -EIO;
}

/* Signals come where they are recorded, and also from outside during the replay. */
static bool replay_interrupt_hold(struct host *host, bool all)
{
	struct replay *replay = replay_of(host);
	enum replay_hold hold = all ? HOLD_ALL : HOLD_SIGINT;

	if (hold <= replay->hold)
		return false;
	replay->hold = hold;
	replay->held |= host_interrupt_hold(replay->host.below, all);
	return true;
}

static bool signal_came(struct replay *replay)
{
	struct exchange *exchange;

	if (!replay->interrupt) {
		exchange = script_next(replay->script, "interrupted");
		if (exchange && !script_repeats(replay->script, "interrupted"))
			replay->interrupt = exchange->result;
		else
			replay->interrupt = -1;
	}
	return replay->interrupt > 0 && ++replay->polls >= replay->interrupt;
}

static bool replay_interrupted(struct host *host)
{
	struct replay *replay = replay_of(host);

	return signal_came(replay) || (replay->held && host_interrupted(replay->host.below));
}

static bool replay_interrupt_release(struct host *host)
{
	struct replay *replay = replay_of(host);
	bool then = signal_came(replay), now = false;

	if (then)
		replay->interrupt = 0;
	if (replay->held)
		now = host_interrupt_release(replay->host.below);
	replay->held = false;
	replay->hold = HOLD_NOTHING;
	return then || now;
}

static const struct host_ops replay_ops = {
	.open = replay_open,
	.close = replay_close,
	.fstat = replay_fstat,
	.stat = replay_stat,
	.ioctl = replay_ioctl,
	.pread = replay_pread,
	.pwrite = replay_pwrite,
	.fsync = replay_fsync,
	.sync = replay_sync,
	.drop_cache = replay_drop_cache,
	.lock = replay_lock,
	.read_file = replay_read_file,
	.write_file = replay_write_file,
	.read_stream = replay_read_stream,
	.save_file = replay_save_file,
	.real_path = replay_real_path,
	.now_ns = replay_now_ns,
	.sleep_ns = replay_sleep_ns,
	.queue_open = replay_queue_open,
	.interrupt_hold = replay_interrupt_hold,
	.interrupted = replay_interrupted,
	.interrupt_release = replay_interrupt_release,
	.glob = replay_glob,
	.read_secret = replay_read_secret,
	.make_room = replay_make_room,
	.keep_file = replay_keep_file,
	.read_kept = replay_read_kept,
	.drop_kept = replay_drop_kept,
	.wall_s = replay_wall_s,
};

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
	replay->host = (struct host){ .ops = &replay_ops, .below = real };
	return replay;
}

struct host *replay_host(struct replay *replay)
{
	return &replay->host;
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
