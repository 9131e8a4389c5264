// SPDX-License-Identifier: GPL-2.0-or-later
/* Measures the speed of reads, and finds doubts about the figure. */
#include "meter.h"
#include "host.h"
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
	QUEUED_BYTES = MIB, /* usual size of a queued read: 32 of these fit in BUFFER_MAX */
	READ_MIN = 64 * 1024,
	BUFFER_MAX = 32 * MIB,
	TOUCH_BYTES = 4 * MIB,
	/* least size to time, if the size is known: less shows the time of system calls */
	EXTENT_MIN = 256 * 1024,
	FILE_ALIGNMENT = 4096
};

static const uint64_t cached_ns = 2 * NS_PER_S, device_ns = 3 * NS_PER_S;

/* Return 0 if the attribute is not known. */
static uint64_t queue_limit(struct device *dev, const char *whole, const char *partition)
{
	uint64_t value;

	if (block_attr_u64(dev, whole, &value) && block_attr_u64(dev, partition, &value))
		return 0;
	return value;
}

/* A RAID's optimal_io_size is usually its stripe; max_sectors_kb is the kernel's request limit. */
static size_t queued_bytes(struct device *dev, unsigned sector_bytes)
{
	uint64_t unit = queue_limit(dev, "queue/optimal_io_size", "../queue/optimal_io_size");
	bool stripe = unit > 0 && unit % sector_bytes == 0;

	if (!stripe)
		unit = queue_limit(dev, "queue/max_sectors_kb", "../queue/max_sectors_kb") * 1024;
	if (!unit || unit % sector_bytes)
		return QUEUED_BYTES;
	if (unit <= QUEUED_BYTES)
		return (size_t)(QUEUED_BYTES / unit * unit);
	return stripe && unit <= BUFFER_MAX / 4 ? (size_t)unit : QUEUED_BYTES;
}

static void choose_sizes(struct meter *m)
{
	const struct opt_state *depth = &m->job->req->opt[OPT_READ_DEPTH];

	m->read_bytes = PLAIN_BYTES;
	m->depth = 1;
	if (m->direct)
		m->depth = depth->seen ? (unsigned)depth->value : READ_DEPTH_DEFAULT;
	if (m->depth > 1)
		m->read_bytes = queued_bytes(m->job->dev, m->sector_bytes);
	/* limit the memory: if the user gave the depth, make the reads smaller, not the depth */
	while (depth->seen && m->read_bytes * m->depth > BUFFER_MAX &&
	       m->read_bytes / 2 >= READ_MIN && m->read_bytes / 2 % m->sector_bytes == 0)
		m->read_bytes /= 2;
	if (!depth->seen && m->read_bytes * m->depth > BUFFER_MAX)
		m->depth = (unsigned)(BUFFER_MAX / m->read_bytes);
	m->buffer_bytes = m->read_bytes * m->depth;
	if (m->buffer_bytes < PLAIN_BYTES)
		m->buffer_bytes = PLAIN_BYTES;
}

static void meter_without_queue(struct meter *m)
{
	if (m->queue)
		read_queue_close(m->queue);
	m->queue = NULL;
	m->no_queue = true;
	m->depth = m->in_flight = 1;
	m->read_bytes = PLAIN_BYTES;
}

/* Scripts expect the label of -t even without a figure. */
static void begin_no_figure(struct meter *m)
{
	if (!m->cached)
		show_label(m);
	end_line(m);
}

static int no_extent(struct meter *m, int err, const char *why)
{
	begin_no_figure(m);
	return job_fail(m->job, err, "%s", why);
}

static int find_extent(struct meter *m)
{
	const struct opt_state *offset = &m->job->req->opt[OPT_OFFSET];
	int err = block_bytes(m->job->dev, &m->size);

	/* a character device has no size: a read of 0 bytes shows the end */
	if (err < 0 && m->job->dev->kind == DEVICE_OTHER)
		m->size = NO_END;
	else if (err < 0)
		return no_extent(m, err, "size of the device");
	if (!err && m->job->dev->kind != DEVICE_FILE)
		m->size -= m->size % m->sector_bytes;
	if (!m->size)
		return no_extent(m, -EIO, "nothing to read: the size is 0 bytes");
	m->offset = m->cached ? 0 : offset->value << 30;
	if (m->offset >= m->size) {
		begin_no_figure(m);
		return job_refuse(m->job, -ERANGE,
				  "--offset %" PRIu64 " is not below the end at %" PRIu64 " bytes",
				  offset->value, m->size);
	}
	if (m->size - m->offset >= EXTENT_MIN)
		return 0;
	begin_no_figure(m);
	return job_refuse(m->job, -EINVAL,
			  "%" PRIu64 " bytes are too few: "
			  "reads of less than %u kB show the time of system calls, no speed",
			  m->size - m->offset, EXTENT_MIN / 1024);
}

int meter_open(struct meter *m, struct job *job, bool cached)
{
	struct read_queue_setup setup;
	int err, lock_error = 0;

	*m = (struct meter){ .job = job,
			     .cached = cached,
			     .direct = job->req->opt[OPT_DIRECT].seen,
			     .limit_ns = cached ? cached_ns : device_ns };
	m->sector_bytes =
		job->dev->kind == DEVICE_FILE ? FILE_ALIGNMENT : block_sector_bytes(job->dev);
	err = find_extent(m);
	if (err)
		return err;
	choose_sizes(m);
	/* no mlock() for direct reads: during these, the kernel keeps the memory resident */
	m->buffer = host_buffer(m->buffer_bytes, m->direct ? NULL : &lock_error);
	if (!m->buffer)
		return job_fail(job, -ENOMEM, "memory of %zu bytes", m->buffer_bytes);
	if (lock_error) {
		meter_close(m);
		return job_fail(job, lock_error, "mlock of %zu bytes; try a higher `ulimit -l`",
				m->buffer_bytes);
	}
	/* the first pages of the buffer must be resident before the clock starts */
	memset(m->buffer, 0, m->buffer_bytes < TOUCH_BYTES ? m->buffer_bytes : TOUCH_BYTES);
	setup = (struct read_queue_setup){ .fd = job->dev->fd,
					   .depth = m->depth,
					   .buffer = m->buffer,
					   .slot_bytes = m->read_bytes };
	if (m->depth > 1 && host_queue_open(job->host, &setup, &m->queue))
		meter_without_queue(m);
	m->in_flight = job->req->opt[OPT_READ_DEPTH].seen ? m->depth : 1;
	return 0;
}

void meter_close(struct meter *m)
{
	if (m->queue)
		read_queue_close(m->queue);
	host_buffer_free(m->buffer, m->buffer_bytes);
}

/* --- An idle device before a measurement, and I/O of other programs during the measurement --- */

enum { POLLS_QUIET = 3 };

#define POLL_NS	  (NS_PER_S / 100)
#define SETTLE_NS (3 * NS_PER_S)

static ssize_t disk_attribute(struct device *dev, const char *name, char *text, size_t size)
{
	char attribute[64], path[128];
	uint64_t partition;
	bool part = !block_attr_u64(dev, "partition", &partition);
	int err;

	snprintf(attribute, sizeof(attribute), "%s%s", part ? "../" : "", name);
	err = sysfs_own_path(&dev->sys, attribute, path, sizeof(path));
	return err ? err : host_read_file(dev->host, path, text, size);
}

bool settle(struct meter *m)
{
	struct host *host = m->job->host;
	uint64_t began = host_now_ns(host);
	uint64_t in_flight[2]; /* reads and writes in flight, of all programs (block/genhd.c) */
	unsigned quiet = 0;
	char text[64];

	while (quiet < POLLS_QUIET) {
		if (host_now_ns(host) - began >= SETTLE_NS || host_interrupted())
			return false;
		if (disk_attribute(m->job->dev, "inflight", text, sizeof(text)) > 0 &&
		    numbers_read(text, in_flight, 2) == 2 && in_flight[0] + in_flight[1] > 0)
			quiet = 0;
		else
			quiet++;
		if (quiet < POLLS_QUIET)
			host_sleep_ns(host, POLL_NS);
	}
	return true;
}

/* Fields 3 and 7 of /sys/block/X/stat count units of 512 bytes, whatever the sector size. */
struct traffic traffic_now(struct meter *m)
{
	uint64_t field[7];
	char text[256];

	if (disk_attribute(m->job->dev, "stat", text, sizeof(text)) <= 0 ||
	    numbers_read(text, field, 7) != 7)
		return (struct traffic){ 0, 0 };
	return (struct traffic){ .read = field[2], .written = field[6] };
}

/* A small excess may be read-ahead or a few writes; a larger excess is taken for other programs. */
void warnings_of_traffic(const struct traffic *before, const struct traffic *after, uint64_t bytes,
			 struct warnings *warnings)
{
	const uint64_t slack = 16 * MIB / 512;
	uint64_t read = after->read - before->read, written = after->written - before->written;
	uint64_t ours = bytes / 512;

	if (read > ours + ours / 10 + slack || written > ours / 100 + slack / 16)
		warnings->other_io = true;
}

static bool made_up_model(struct device *dev)
{
	static const char *const models[] = { "QEMU", "VBOX", "VMware", "Virtual" };
	char model[64];

	if (disk_attribute(dev, "device/model", model, sizeof(model)) <= 0)
		return false;
	for (size_t i = 0; i < sizeof(models) / sizeof(models[0]); i++) {
		if (!strncmp(model, models[i], strlen(models[i])))
			return true;
	}
	return false;
}

void warnings_of_device(struct device *dev, struct warnings *warnings)
{
	char path[128], real[512];
	bool made_up_path;
	const char *name;

	warnings->file = dev->kind == DEVICE_FILE;
	if (sysfs_own_path(&dev->sys, ".", path, sizeof(path)) ||
	    host_real_path(dev->host, path, real, sizeof(real)) < 0)
		return;
	name = strrchr(real, '/') + 1;
	warnings->raid = !strncmp(name, "md", 2) || !strncmp(name, "dm-", 3);
	/* an NVMe namespace that may have several paths is in /devices/virtual, but has hardware */
	made_up_path = strstr(real, "/virtio") ||
		       (strstr(real, "/devices/virtual/") && !strstr(real, "/nvme-subsystem/"));
	warnings->virtual_device = !warnings->raid && (made_up_path || made_up_model(dev));
}

/* --- Reads for a time --- */

#define WAIT_NS (NS_PER_S / 10) /* timeout of a wait for queued reads */

struct cursor {
	const struct span *span;
	uint64_t at;
	uint64_t began_ns;
	bool stop;
};

/* Return the size of the next read, up to `most` bytes; 0: the span ends (no span.again). */
static size_t next_bytes(struct cursor *c, size_t most)
{
	uint64_t left;

	if (c->at >= c->span->end) {
		if (!c->span->again)
			return 0;
		c->at = c->span->start;
	}
	left = c->span->end - c->at;
	return left < most ? (size_t)left : most;
}

/* A direct read asks for whole sectors, since a file may end within a sector. */
static size_t ask_bytes(const struct meter *m, size_t bytes)
{
	size_t rest = m->direct ? bytes % m->sector_bytes : 0;

	return rest ? bytes + m->sector_bytes - rest : bytes;
}

/* To check all bytes would take too long. */
static bool looks_zero(const char *data, size_t bytes)
{
	enum { LOOK = 64 };
	static const char zeros[LOOK];

	if (bytes < LOOK)
		return !memcmp(data, zeros, bytes);
	return !memcmp(data, zeros, LOOK) && !memcmp(data + bytes / 2, zeros, LOOK / 2) &&
	       !memcmp(data + bytes - LOOK, zeros, LOOK);
}

static int record_fault(struct figure *figure, ssize_t result, uint64_t offset, size_t bytes)
{
	figure->fault_offset = offset;
	figure->fault_bytes = bytes;
	figure->ended = result == 0;
	return result == 0 ? -EIO : (int)result;
}

static void account(struct meter *m, struct cursor *c, struct figure *figure)
{
	uint64_t now = host_now_ns(m->job->host);

	figure->ns = now - c->began_ns;
	if (figure->ns >= c->span->limit_ns)
		c->stop = true;
	if (host_interrupted()) {
		figure->interrupted = true;
		c->stop = true;
	}
	if (now >= m->next_tick_ns)
		show_progress(m, c->span, figure);
}

static int measure_plain(struct meter *m, struct cursor *c, struct figure *figure)
{
	bool was_short = false;
	size_t bytes, whole, used;
	ssize_t got;

	while (!c->stop) {
		bytes = next_bytes(c, PLAIN_BYTES);
		whole = ask_bytes(m, bytes);
		if (!bytes)
			return 0;
		got = host_pread(m->job->host, m->job->dev->fd, m->buffer, whole, c->at);
		if (got == 0 && c->span->end == NO_END && figure->bytes)
			return 0;
		if (got <= 0 && got != -EINTR)
			return record_fault(figure, got, c->at, whole);
		if (got > 0) {
			used = (size_t)got < bytes ? (size_t)got : bytes;
			figure->zeros = figure->zeros && looks_zero(m->buffer, used);
			figure->bytes += used;
			c->at += used;
		}
		account(m, c, figure);
		/* after a short read, the next read shows the reason, which may be an error */
		if (got < (ssize_t)bytes && !was_short)
			c->stop = figure->interrupted;
		was_short = got < (ssize_t)bytes;
	}
	return 0;
}

struct flight {
	uint64_t offset;
	size_t bytes;
};

struct flights {
	struct flight slot[READ_DEPTH_MAX];
	/* a stack of idle slots: the slot that became idle last may be in the CPU's cache */
	unsigned idle[READ_DEPTH_MAX];
	unsigned n_idle;
	unsigned in_flight;
	int err; /* error of the failed read with the lowest offset */
};

static int launch_read(struct meter *m, struct flights *f, unsigned slot)
{
	struct flight *flight = &f->slot[slot];
	int err = read_queue_push(m->queue, slot, ask_bytes(m, flight->bytes), flight->offset);

	if (!err)
		f->in_flight++;
	return err;
}

static int fill_queue(struct meter *m, struct cursor *c, struct flights *f)
{
	size_t bytes;

	/* the queue's depth becomes 1 if the kernel refuses the reads */
	while (!c->stop && f->in_flight < m->in_flight && f->in_flight < m->queue->depth &&
	       (bytes = next_bytes(c, m->read_bytes)) > 0) {
		unsigned slot = f->idle[--f->n_idle];
		int err;

		f->slot[slot] = (struct flight){ .offset = c->at, .bytes = bytes };
		err = launch_read(m, f, slot);
		if (err)
			return err;
		c->at += bytes;
	}
	return 0;
}

static int handle_done(struct meter *m, struct flights *f, const struct read_done *done,
		       struct figure *figure)
{
	struct flight *flight = &f->slot[done->slot];
	const char *data = m->buffer + done->slot * m->read_bytes;
	size_t got = done->result > 0 ? (size_t)done->result : 0;

	f->in_flight--;
	if (got > flight->bytes)
		got = flight->bytes;
	figure->bytes += got;
	figure->zeros = figure->zeros && looks_zero(data, got);
	flight->offset += got;
	flight->bytes -= got;
	if (flight->bytes && got && got % m->sector_bytes == 0)
		return launch_read(m, f, done->slot);
	if (flight->bytes && (!f->err || flight->offset < figure->fault_offset))
		f->err = record_fault(figure, done->result < 0 ? done->result : 0, flight->offset,
				      flight->bytes);
	f->idle[f->n_idle++] = done->slot;
	return 0;
}

static int measure_queued(struct meter *m, struct cursor *c, struct figure *figure)
{
	struct read_done done[READ_DEPTH_MAX];
	struct flights f = { .n_idle = m->depth };
	int err = 0;

	for (unsigned i = 0; i < m->depth; i++)
		f.idle[i] = m->depth - 1 - i;
	/* after a signal, do not wait for reads in flight before the figure is shown */
	while (!err && !figure->interrupted) {
		int n;

		err = fill_queue(m, c, &f);
		if (err || !f.in_flight)
			break;
		n = read_queue_wait(m->queue, WAIT_NS, done, m->depth);
		for (int i = 0; i < n && !err; i++)
			err = handle_done(m, &f, &done[i], figure);
		if (n < 0)
			err = n;
		if (n > 0 || host_interrupted())
			account(m, c, figure);
		c->stop = c->stop || f.err;
	}
	if (err)
		return record_fault(figure, err, c->at, m->read_bytes);
	return f.err;
}

int measure(struct meter *m, const struct span *span, struct figure *figure)
{
	struct cursor cursor = { .span = span, .at = span->start };
	int err;

	*figure = (struct figure){ .zeros = true };
	cursor.began_ns = host_now_ns(m->job->host);
	m->next_tick_ns = cursor.began_ns + NS_PER_S / 4;
	if (host_interrupted()) {
		figure->interrupted = true;
		return 0;
	}
	if (m->queue && m->in_flight > 1)
		err = measure_queued(m, &cursor, figure);
	else
		err = measure_plain(m, &cursor, figure);
	if (m->queue && m->queue->depth < 2)
		meter_without_queue(m);
	m->moved += figure->bytes;
	report_progress(m->job->out, NULL);
	return err;
}
