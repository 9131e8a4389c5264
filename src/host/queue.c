// SPDX-License-Identifier: GPL-2.0-or-later
/* A queue of reads by Linux AIO, or by pread(2) once the kernel refuses AIO. */
#include "kernel.h"
#include "host.h"

#include <errno.h>
#include <linux/aio_abi.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { EVENTS_AT_ONCE = 32 };

/* Timeout argument of io_getevents(2): time_t of the C library may be larger than the kernel's. */
struct aio_timeout {
	long seconds;
	long nanoseconds;
};

struct aio_queue {
	struct read_queue base;
	struct read_queue_setup setup;
	aio_context_t context;
	bool refused;
	unsigned waiting;     /* elements of wanted[] */
	unsigned in_flight;   /* number of submitted reads to wait for */
	struct iocb **wanted; /* [depth]: reads to submit, or to make by pread(), in this order */
	struct iocb *blocks;  /* [depth], one for each slot; aio_nbytes 0: the slot is free */
};

static int aio_push(struct read_queue *queue, unsigned slot, size_t bytes, uint64_t offset)
{
	struct aio_queue *q = (struct aio_queue *)queue;
	struct iocb *block = &q->blocks[slot];

	if (slot >= q->setup.depth || block->aio_nbytes)
		return -EBUSY;
	*block = (struct iocb){
		.aio_data = slot,
		.aio_lio_opcode = IOCB_CMD_PREAD,
		.aio_fildes = (uint32_t)q->setup.fd,
		.aio_buf = (uintptr_t)(q->setup.buffer + slot * q->setup.slot_bytes),
		.aio_nbytes = bytes,
		.aio_offset = (int64_t)offset,
	};
	q->wanted[q->waiting++] = block;
	return 0;
}

static void queue_refuse(struct aio_queue *q)
{
	q->refused = true;
	q->base.engine = "pread";
	q->base.depth = 1;
}

static void submit_waiting(struct aio_queue *q)
{
	unsigned put = 0;

	while (put < q->waiting) {
		long n = syscall(SYS_io_submit, q->context, (long)(q->waiting - put),
				 q->wanted + put);

		if (n < 0 && errno == EAGAIN && q->in_flight)
			break;
		if (n < 0) {
			queue_refuse(q);
			break;
		}
		put += (unsigned)n;
		q->in_flight += (unsigned)n;
	}
	q->waiting -= put;
	for (unsigned i = 0; i < q->waiting; i++)
		q->wanted[i] = q->wanted[put + i];
}

static int read_oldest(struct aio_queue *q, struct read_done *done)
{
	struct iocb *block = q->wanted[0];
	unsigned slot = (unsigned)block->aio_data;
	ssize_t got = pread(q->setup.fd, q->setup.buffer + slot * q->setup.slot_bytes,
			    (size_t)block->aio_nbytes, (off_t)block->aio_offset);

	if (got < 0 && errno == EINTR)
		return 0;
	*done = (struct read_done){ slot, got < 0 ? -errno : got };
	block->aio_nbytes = 0;
	q->waiting--;
	for (unsigned i = 0; i < q->waiting; i++)
		q->wanted[i] = q->wanted[i + 1];
	return 1;
}

static int aio_wait(struct read_queue *queue, uint64_t timeout_ns, struct read_done *done,
		    unsigned max)
{
	struct aio_queue *q = (struct aio_queue *)queue;
	struct aio_timeout timeout = { (long)(timeout_ns / 1000000000u),
				       (long)(timeout_ns % 1000000000u) };
	struct io_event events[EVENTS_AT_ONCE];
	long n = 0;

	if (!q->refused)
		submit_waiting(q);
	if (max > EVENTS_AT_ONCE)
		max = EVENTS_AT_ONCE;
	if (q->in_flight)
		n = syscall(SYS_io_getevents, q->context, 1L, (long)max, events, &timeout);
	if (n < 0 && errno == EINTR)
		return 0;
	/* make all unanswered reads by pread(2); the kernel may still write into the buffer */
	if (n < 0) {
		queue_refuse(q);
		q->waiting = q->in_flight = 0;
		for (unsigned slot = 0; slot < q->setup.depth; slot++) {
			if (q->blocks[slot].aio_nbytes)
				q->wanted[q->waiting++] = &q->blocks[slot];
		}
	}
	for (long i = 0; i < n; i++) {
		done[i].slot = (unsigned)events[i].data;
		done[i].result = (ssize_t)events[i].res;
		q->blocks[done[i].slot].aio_nbytes = 0;
		q->in_flight--;
	}
	if (n <= 0 && q->refused && !q->in_flight && q->waiting)
		return read_oldest(q, done);
	return n < 0 ? 0 : (int)n;
}

static void aio_close(struct read_queue *queue)
{
	struct aio_queue *q = (struct aio_queue *)queue;

	/* io_destroy() waits for the reads in flight, which the kernel cannot cancel */
	if (q->context)
		syscall(SYS_io_destroy, q->context);
	free(q->wanted);
	free(q->blocks);
	free(q);
}

static const struct read_queue_ops aio_ops = {
	.push = aio_push,
	.wait = aio_wait,
	.close = aio_close,
};

int kernel_queue_open(struct host *host, const struct read_queue_setup *setup,
		      struct read_queue **queue)
{
	const unsigned long depth = setup->depth;
	struct aio_queue *q = calloc(1, sizeof(*q));
	int err = -ENOMEM;

	(void)host;
	if (!q)
		return err;
	q->base = (struct read_queue){ &aio_ops, "aio", setup->depth };
	q->setup = *setup;
	q->wanted = calloc(setup->depth, sizeof(struct iocb *));
	q->blocks = calloc(setup->depth, sizeof(*q->blocks));
	if (q->wanted && q->blocks)
		err = syscall(SYS_io_setup, depth, &q->context) < 0 ? -errno : 0;
	if (err) {
		q->context = 0;
		aio_close(&q->base);
		/* cppcheck-suppress memleak ; aio_close() frees it */
		return err;
	}
	*queue = &q->base;
	return 0;
}
