// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A queue that changes its engine if a read is refused. io_uring returns EAGAIN for a device
 * whose queue cannot promise not to wait (zram, dm-crypt, a snapshot) when the file is open with
 * O_NONBLOCK; a seccomp filter may permit an engine's setup and refuse its reads. Such an error
 * does not come from the device: the read waits until the engine has finished the others, and then
 * the next engine does it. If no engine is left, pread() does one read after the other.
 */
#include "kernel.h"
#include "queue.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

struct wanted {
	size_t bytes; /* 0: the slot is idle */
	uint64_t offset;
};

struct fallback {
	struct read_queue base; /* its engine and depth are those of *real */
	struct read_queue_setup setup;
	const open_engine *engines; /* those not tried yet, up to a NULL */
	struct read_queue *real;    /* NULL: pread() */
	bool refused;		    /* *real refused a read and gets no new ones */
	unsigned in_flight;	    /* reads that *real has not answered */
	struct wanted *wanted;	    /* [setup.depth], by slot */
	unsigned *held;		    /* [setup.depth], slots for the next engine; oldest first */
	unsigned n_held;
};

/*
 * The block layer's errors for a failure of the device itself (block/blk-core.c, blk_errors):
 * another engine would only repeat the read on a failing drive. Every other error may be the
 * engine's.
 */
static bool device_failed(ssize_t result)
{
	static const int errors[] = { EIO,     ENODATA, EREMOTEIO, EILSEQ, ETIMEDOUT, ETIME,
				      ENOLINK, ENODEV,	ENXIO,	   EBADE,  ENOSPC };

	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		if (result == -errors[i])
			return true;
	}
	return false;
}

static void hold(struct fallback *f, unsigned slot)
{
	f->held[f->n_held++] = slot;
}

/* Hands a wanted read to the engine, or keeps it for the next one. */
static void start(struct fallback *f, unsigned slot)
{
	const struct wanted *wanted = &f->wanted[slot];

	if (f->real && !f->refused &&
	    !read_queue_push(f->real, slot, wanted->bytes, wanted->offset)) {
		f->in_flight++;
		return;
	}
	f->refused = f->real != NULL;
	hold(f, slot);
}

static int fallback_push(struct read_queue *queue, unsigned slot, size_t bytes, uint64_t offset)
{
	struct fallback *f = (struct fallback *)queue;

	if (slot >= f->setup.depth || f->wanted[slot].bytes)
		return -EBUSY;
	f->wanted[slot] = (struct wanted){ bytes, offset };
	start(f, slot);
	return 0;
}

/* True with f->real open; false when no engine is left. */
static bool open_next(struct fallback *f, int *err)
{
	while (*f->engines) {
		*err = (*f->engines++)(&f->setup, &f->real);
		if (!*err) {
			f->base.engine = f->real->engine;
			f->base.depth = f->real->depth;
			return true;
		}
	}
	return false;
}

/* Leaves the engine, and hands what it refused to the next one. */
static void change_engine(struct fallback *f)
{
	unsigned n = f->n_held;
	int err;

	read_queue_close(f->real);
	f->real = NULL;
	f->refused = false;
	if (!open_next(f, &err)) {
		f->base.engine = "pread";
		f->base.depth = 1;
		return;
	}
	f->n_held = 0;
	for (unsigned i = 0; i < n; i++)
		start(f, f->held[i]);
}

/*
 * The engine as a whole failed: it answers none of its reads any more. The kernel may still write
 * into the slot of a read that it has begun; that is the caller's memory, and stays valid.
 */
static void hold_all(struct fallback *f)
{
	f->n_held = 0;
	for (unsigned slot = 0; slot < f->setup.depth; slot++) {
		if (f->wanted[slot].bytes)
			hold(f, slot);
	}
	f->in_flight = 0;
	f->refused = true;
}

/* Takes refused reads out of done[0..n-1]; returns how many are left. */
static unsigned keep_answers(struct fallback *f, struct read_done *done, unsigned n)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < n; i++) {
		f->in_flight--;
		if (done[i].result < 0 && !device_failed(done[i].result)) {
			hold(f, done[i].slot);
			f->refused = true;
		} else {
			f->wanted[done[i].slot].bytes = 0;
			done[kept++] = done[i];
		}
	}
	return kept;
}

static int read_oldest(struct fallback *f, struct read_done *done)
{
	unsigned slot = f->held[0];
	const struct wanted *wanted = &f->wanted[slot];
	ssize_t got = pread(f->setup.fd, f->setup.buffer + slot * f->setup.slot_bytes,
			    wanted->bytes, (off_t)wanted->offset);

	if (got < 0 && errno == EINTR)
		return 0;
	*done = (struct read_done){ slot, got < 0 ? -errno : got };
	f->wanted[slot].bytes = 0;
	f->n_held--;
	for (unsigned i = 0; i < f->n_held; i++)
		f->held[i] = f->held[i + 1];
	return 1;
}

static int fallback_wait(struct read_queue *queue, uint64_t timeout_ns, struct read_done *done,
			 unsigned max)
{
	struct fallback *f = (struct fallback *)queue;
	int n;

	/* it ends: each round answers, lets time pass, or uses up a read or an engine */
	for (;;) {
		while (f->refused && !f->in_flight)
			change_engine(f);
		if (!f->real)
			return f->n_held && max ? read_oldest(f, done) : 0;
		n = read_queue_wait(f->real, timeout_ns, done, max);
		if (n < 0) {
			hold_all(f);
			continue;
		}
		if (n == 0)
			return 0;
		n = (int)keep_answers(f, done, (unsigned)n);
		if (n)
			return n;
	}
}

static void fallback_close(struct read_queue *queue)
{
	struct fallback *f = (struct fallback *)queue;

	if (f->real)
		read_queue_close(f->real);
	free(f->wanted);
	free(f->held);
	free(f);
}

static const struct read_queue_ops fallback_ops = {
	.push = fallback_push,
	.wait = fallback_wait,
	.close = fallback_close,
};

int queue_fallback_open(const open_engine *engines, const struct read_queue_setup *setup,
			struct read_queue **queue)
{
	struct fallback *f = calloc(1, sizeof(*f));
	int err = -ENOMEM;

	if (!f)
		return err;
	f->base.ops = &fallback_ops;
	f->setup = *setup;
	f->engines = engines;
	f->wanted = calloc(setup->depth, sizeof(*f->wanted));
	f->held = calloc(setup->depth, sizeof(*f->held));
	if (!f->wanted || !f->held || !open_next(f, &err)) {
		fallback_close(&f->base);
		return err;
	}
	*queue = &f->base;
	return 0;
}

/* The order of the engines. */
int kernel_queue_open(struct host *host, const struct read_queue_setup *setup,
		      struct read_queue **queue)
{
	static const open_engine usual[] = { queue_uring_open, queue_aio_open, NULL };
	static const open_engine stacked[] = { queue_aio_open, queue_uring_open, NULL };

	(void)host;
	return queue_fallback_open(setup->stacked ? stacked : usual, setup, queue);
}
