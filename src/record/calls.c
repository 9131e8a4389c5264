// SPDX-License-Identifier: GPL-2.0-or-later
/* Calls to a device, clocks and signals, recorded and replayed. */
#include "fill.h"
#include "rdev.h"
#include "tape.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

enum { STEP_NS = 1000000 /* a replay's clock goes on by so much after the last recorded time */ };

static struct tape *tape_of(struct host *host)
{
	return (struct tape *)host;
}

static int tape_open(struct host *host, const char *path, int flags)
{
	struct tape *tape = tape_of(host);
	struct call call;
	int fd;

	if (call_of_path(&call, host, CALL_OPEN, path)) {
		fd = host_open(call.below, path, flags);
		call.result = fd < 0 ? fd : 0;
	} else {
		fd = call.result < 0 ? (int)call.result : tape->next_fd++;
	}
	call_number(&call, "flags", 'o', (unsigned)flags);
	call_end(&call);
	if (fd >= 0)
		file_opened(tape, fd, path);
	return fd;
}

static int tape_close(struct host *host, int fd)
{
	file_closed(tape_of(host), fd);
	return tape_of(host)->script ? 0 : host_close(host->below, fd);
}

static int end_stat(struct call *call, struct stat *st)
{
	uint64_t major, minor;

	if (call->result)
		return call_end(call);
	if (!call->rec)
		memset(st, 0, sizeof(*st));
	st->st_mode = (mode_t)call_number(call, "mode", 'o', st->st_mode);
	major = call_number(call, "major", 'd', rdev_major(st->st_rdev));
	minor = call_number(call, "minor", 'd', rdev_minor(st->st_rdev));
	st->st_rdev = rdev_make((unsigned)major, (unsigned)minor);
	major = call_number(call, "on_major", 'd', rdev_major(st->st_dev));
	minor = call_number(call, "on_minor", 'd', rdev_minor(st->st_dev));
	st->st_dev = rdev_make((unsigned)major, (unsigned)minor);
	st->st_size = (off_t)call_number(call, "size", 'd', (uint64_t)st->st_size);
	return call_end(call);
}

static int tape_fstat(struct host *host, int fd, struct stat *st)
{
	struct call call;

	if (call_of_fd(&call, host, CALL_FSTAT, fd))
		call.result = host_fstat(call.below, fd, st);
	return end_stat(&call, st);
}

static int tape_stat(struct host *host, const char *path, struct stat *st)
{
	struct call call;

	if (call_of_path(&call, host, CALL_STAT, path))
		call.result = host_stat(call.below, path, st);
	return end_stat(&call, st);
}

/* What a comparison of sectors needs, and none of their data. */
static void read_contents(struct call *call, void *buf)
{
	enum { MOST = 65536 }; /* timings read more at a time, and this would slow them down */
	size_t bytes = call->result > 0 ? (size_t)call->result : 0;
	struct contents contents = { CONTENTS_ONES, UINT32_MAX };
	bool zeros = call_number(call, "zeros", 'd', call->rec && all_zeros(buf, bytes));
	bool compared = bytes && bytes < MOST && bytes % 4 == 0;

	if (call->rec ? !compared : !bytes)
		return;
	if (call->rec)
		contents = contents_of(buf, bytes);
	contents.kind = (enum contents_kind)call_number(call, "kind", 'd', contents.kind);
	contents.mark = call_number(call, "mark", 'x', contents.mark);
	if (!call->rec && zeros)
		memset(buf, 0, bytes);
	else if (!call->rec)
		contents_like(&contents, buf, bytes);
}

/* Sizes and times of reads, not the data. */
static ssize_t tape_pread(struct host *host, int fd, void *buf, size_t bytes, uint64_t offset)
{
	struct call call;

	if (call_of_file(&call, host, CALL_PREAD, fd, " %zu %" PRIu64, bytes, offset))
		call.result = host_pread(call.below, fd, buf, bytes, offset);
	else if (call.result > (int64_t)bytes)
		call_unfit(&call, "more bytes were read than were asked for");
	call_put_time(&call);
	read_contents(&call, buf);
	return call_end(&call);
}

/* Only zeros are written to a device so far: they are not recorded. */
static ssize_t tape_pwrite(struct host *host, int fd, const void *buf, size_t bytes,
			   uint64_t offset)
{
	struct call call;

	if (call_of_file(&call, host, CALL_PWRITE, fd, " %zu %" PRIu64, bytes, offset))
		call.result = host_pwrite(call.below, fd, buf, bytes, offset);
	return call_end(&call);
}

static int tape_fsync(struct host *host, int fd)
{
	struct call call;

	if (call_of_fd(&call, host, CALL_FSYNC, fd))
		call.result = host_fsync(call.below, fd);
	return call_end(&call);
}

static int tape_drop_cache(struct host *host, int fd)
{
	struct call call;

	if (call_of_fd(&call, host, CALL_DROP_CACHE, fd))
		call.result = host_drop_cache(call.below, fd);
	return call_end(&call);
}

static int tape_lock(struct host *host, int fd, bool exclusive, unsigned *holder)
{
	struct call call;

	*holder = 0;
	if (call_of_file(&call, host, CALL_LOCK, fd, " %s", exclusive ? "exclusive" : "shared"))
		call.result = host_lock(call.below, fd, exclusive, holder);
	*holder = (unsigned)call_number(&call, "holder", 'd', *holder);
	return call_end(&call);
}

static void tape_sync(struct host *host)
{
	if (!tape_of(host)->script)
		host_sync(host->below);
}

static void tape_sleep_ns(struct host *host, uint64_t ns)
{
	if (!tape_of(host)->script)
		host_sleep_ns(host->below, ns);
}

/* Nothing of a file reaches a drive in a replay, and it need not be there. */
static int tape_judge_input(struct host *host, int fd, const char *path)
{
	return tape_of(host)->script ? 0 : host_judge_input(host->below, fd, path);
}

/* A replay's clock always advances: else a measurement would never end. */
static uint64_t tape_now_ns(struct host *host)
{
	struct tape *tape = tape_of(host);
	struct call call;
	uint64_t now;

	if (call_of_path(&call, host, CALL_NOW, NULL)) {
		now = host_now_ns(call.below);
		call.result = (int64_t)(now - tape->now);
		call_end(&call);
		return now;
	}
	if (!call.repeats && call.result >= 0 && (uint64_t)call.result >= tape->now)
		tape->now = (uint64_t)call.result;
	else
		tape->now += STEP_NS;
	return tape->now;
}

static int64_t tape_wall_s(struct host *host)
{
	struct call call;

	if (call_of_path(&call, host, CALL_WALL, NULL))
		call.result = host_wall_s(call.below);
	call_end(&call);
	return call.result;
}

/* Signals come in a replay where they are recorded, and from outside, too. */
static bool tape_interrupt_hold(struct host *host, bool all)
{
	struct tape *tape = tape_of(host);
	enum tape_hold hold = all ? HOLD_ALL : HOLD_SIGINT;
	bool holds;

	if (tape->script && hold <= tape->hold)
		return false;
	holds = host_interrupt_hold(host->below, all);
	tape->hold = hold;
	tape->held |= holds;
	return tape->script || holds;
}

/* Records a signal once, by the number of the poll that noticed it. Whether one came. */
static bool poll_signals(struct tape *tape, bool came)
{
	struct call call;

	tape->polls++;
	if (tape->script) {
		if (!tape->interrupt) {
			call_of_path(&call, &tape->host, CALL_INTERRUPTED, NULL);
			tape->interrupt = call.repeats ? -1 : call.result;
		}
		return came || (tape->interrupt > 0 && tape->polls >= tape->interrupt);
	}
	if (came && !tape->told) {
		call_of_path(&call, &tape->host, CALL_INTERRUPTED, NULL);
		call.result = tape->polls;
		call_end(&call);
	}
	tape->told = came;
	return came;
}

static bool tape_interrupted(struct host *host)
{
	struct tape *tape = tape_of(host);

	return poll_signals(tape, (!tape->script || tape->held) && host_interrupted(host->below));
}

static bool tape_interrupt_release(struct host *host)
{
	struct tape *tape = tape_of(host);
	bool now = (!tape->script || tape->held) && host_interrupt_release(host->below);
	bool came = poll_signals(tape, now);

	if (came)
		tape->interrupt = 0;
	tape->told = false;
	tape->held = now;
	tape->hold = HOLD_NOTHING;
	return came;
}

const struct host_ops tape_ops = {
	.open = tape_open,
	.close = tape_close,
	.fstat = tape_fstat,
	.stat = tape_stat,
	.ioctl = tape_ioctl,
	.pread = tape_pread,
	.pwrite = tape_pwrite,
	.fsync = tape_fsync,
	.sync = tape_sync,
	.drop_cache = tape_drop_cache,
	.read_file = tape_read_file,
	.write_file = tape_write_file,
	.read_stream = tape_read_stream,
	.save_file = tape_save_file,
	.real_path = tape_real_path,
	.link_target = tape_link_target,
	.now_ns = tape_now_ns,
	.sleep_ns = tape_sleep_ns,
	.queue_open = tape_queue_open,
	.interrupt_hold = tape_interrupt_hold,
	.interrupted = tape_interrupted,
	.interrupt_release = tape_interrupt_release,
	.glob = tape_glob,
	.read_secret = tape_read_secret,
	.make_room = tape_make_room,
	.judge_input = tape_judge_input,
	.lock = tape_lock,
	.keep_file = tape_keep_file,
	.read_kept = tape_read_kept,
	.drop_kept = tape_drop_kept,
	.wall_s = tape_wall_s,
};
