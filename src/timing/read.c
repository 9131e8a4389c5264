// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Reads for a time. Plain reads follow one after the other, as in a normal program, so that the
 * page cache's read-ahead counts. A queue keeps several direct reads in flight.
 */
#include "meter.h"
#include "host.h"

#include <errno.h>
#include <string.h>

/* How long a wait for the queue may last before progress is shown and SIGINT noticed. */
#define WAIT_NS (NS_PER_S / 10)

/* Where the next read goes, and whether there is one. */
struct cursor {
	const struct span *span;
	uint64_t at;
	uint64_t began_ns;
	bool stop;
	bool cut; /* the last plain read was short */
};

/* The size of the next read, at most `most` bytes; 0 at the end. */
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

/* A direct read is whole sectors, also where a file ends within one. */
static size_t ask_bytes(const struct meter *m, size_t bytes)
{
	size_t rest = m->direct ? bytes % m->sector_bytes : 0;

	return rest ? bytes + m->sector_bytes - rest : bytes;
}

/*
 * Checking every byte would take as long as the copy. Only the first, middle and last bytes of each
 * block are checked: data with other values show in one of many blocks.
 */
static bool looks_zero(const char *data, size_t bytes)
{
	enum { LOOK = 64 };
	static const char zeros[LOOK];

	if (bytes < LOOK)
		return !memcmp(data, zeros, bytes);
	return !memcmp(data, zeros, LOOK) && !memcmp(data + bytes / 2, zeros, LOOK / 2) &&
	       !memcmp(data + bytes - LOOK, zeros, LOOK);
}

/* `result` is that of the failed read: -errno, or 0 at the end of the data. */
static int record_fault(struct figure *figure, ssize_t result, uint64_t offset, size_t bytes)
{
	figure->fault_offset = offset;
	figure->fault_bytes = bytes;
	figure->ended = result == 0;
	return result == 0 ? -EIO : (int)result;
}

/* After every read: checks the clock and SIGINT, and shows the progress now and then. */
static void account(struct meter *m, struct cursor *c, struct figure *figure)
{
	uint64_t now = host_now_ns(m->job->host);

	figure->ns = now - c->began_ns;
	if (figure->ns >= c->span->limit_ns)
		c->stop = true;
	if (host_interrupted(m->job->host)) {
		figure->interrupted = true;
		c->stop = true;
	}
	if (now >= m->next_tick_ns)
		show_progress(m, c->span, figure);
}

/* Do one plain read; false at the end of the time or the data, or with *err after an error. */
static bool read_plain(struct meter *m, struct cursor *c, struct figure *figure, int *err)
{
	size_t bytes = c->stop ? 0 : next_bytes(c, PLAIN_BYTES);
	size_t ask = ask_bytes(m, bytes), used;
	ssize_t got;

	if (!bytes)
		return false;
	got = host_pread(m->job->host, m->job->dev->fd, m->buffer, ask, c->at);
	if (got == 0 && c->span->end == NO_END && figure->bytes)
		return false;
	if (got <= 0 && got != -EINTR) {
		*err = record_fault(figure, got, c->at, ask);
		return false;
	}
	if (got > 0) {
		used = (size_t)got < bytes ? (size_t)got : bytes;
		figure->zeros = figure->zeros && looks_zero(m->buffer, used);
		figure->bytes += used;
		c->at += used;
	}
	account(m, c, figure);
	/* the next read shows why this one was short: it may return an error */
	if (got < (ssize_t)bytes && !c->cut)
		c->stop = figure->interrupted;
	c->cut = got < (ssize_t)bytes;
	return true;
}

static int measure_plain(struct meter *m, struct cursor *c, struct figure *figure)
{
	int err = 0;

	while (read_plain(m, c, figure, &err))
		;
	return err;
}

/* The read of each slot of the queue. */
struct flight {
	uint64_t offset;
	size_t bytes; /* wanted; the read itself may include a whole last sector */
};

struct flights {
	struct flight slot[READ_DEPTH_MAX];
	unsigned idle[READ_DEPTH_MAX]; /* a stack: the slot used last is still in the CPU's cache */
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

	/* the queue's depth becomes 1 if the kernel refuses its reads */
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

/* Handle a finished read: counts it, read the rest of a short one, or record the error. */
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
	/* An interrupted measurement does not wait for reads that may never end. */
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
		if (n > 0 || host_interrupted(m->job->host))
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
	if (host_interrupted(m->job->host)) {
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
	hide_progress(m);
	return err;
}
