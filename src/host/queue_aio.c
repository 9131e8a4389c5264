// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads in flight through native AIO (io_submit), by its raw system calls. */
#include "queue.h"

#include <errno.h>
#include <linux/aio_abi.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { EVENTS_AT_ONCE = 32 };

/* What io_getevents(2) takes, whatever the C library's time_t is. */
struct aio_timeout {
	long seconds;
	long nanoseconds;
};

struct aio_queue {
	struct read_queue base;
	struct read_queue_setup setup;
	aio_context_t context;
	unsigned pending;     /* filled, not yet submitted */
	unsigned in_flight;   /* submitted, not yet answered */
	struct iocb **submit; /* [depth] */
	struct iocb *blocks;  /* [depth], one per slot */
};

static int aio_push(struct read_queue *queue, unsigned slot, size_t bytes, uint64_t offset)
{
	struct aio_queue *q = (struct aio_queue *)queue;
	struct iocb *block = &q->blocks[slot];

	if (q->pending == q->base.depth)
		return -EBUSY;
	*block = (struct iocb){
		.aio_data = slot,
		.aio_lio_opcode = IOCB_CMD_PREAD,
		.aio_fildes = (uint32_t)q->setup.fd,
		.aio_buf = (uintptr_t)(q->setup.buffer + slot * q->setup.slot_bytes),
		.aio_nbytes = bytes,
		.aio_offset = (int64_t)offset,
	};
	q->submit[q->pending++] = block;
	return 0;
}

static int submit_pending(struct aio_queue *q)
{
	unsigned put = 0;

	while (put < q->pending) {
		long n = syscall(SYS_io_submit, q->context, (long)(q->pending - put),
				 q->submit + put);

		if (n < 0 && errno == EAGAIN && q->in_flight)
			break;
		if (n < 0)
			return -errno;
		put += (unsigned)n;
		q->in_flight += (unsigned)n;
	}
	q->pending -= put;
	for (unsigned i = 0; i < q->pending; i++)
		q->submit[i] = q->submit[put + i];
	return 0;
}

static int aio_wait(struct read_queue *queue, uint64_t timeout_ns, struct read_done *done,
		    unsigned max)
{
	struct aio_queue *q = (struct aio_queue *)queue;
	struct aio_timeout timeout = { (long)(timeout_ns / 1000000000u),
				       (long)(timeout_ns % 1000000000u) };
	struct io_event events[EVENTS_AT_ONCE];
	int err = submit_pending(q);
	long n;

	if (err)
		return err;
	if (max > EVENTS_AT_ONCE)
		max = EVENTS_AT_ONCE;
	n = syscall(SYS_io_getevents, q->context, 1L, (long)max, events, &timeout);
	if (n < 0)
		return errno == EINTR ? 0 : -errno;
	for (long i = 0; i < n; i++) {
		done[i].slot = (unsigned)events[i].data;
		done[i].result = (ssize_t)events[i].res;
	}
	q->in_flight -= (unsigned)n;
	return (int)n;
}

static void aio_close(struct read_queue *queue)
{
	struct aio_queue *q = (struct aio_queue *)queue;

	/* Waits for what is in flight: the kernel cannot take such a read back. */
	if (q->context)
		syscall(SYS_io_destroy, q->context);
	free(q->submit);
	free(q->blocks);
	free(q);
}

static const struct read_queue_ops aio_ops = {
	.push = aio_push,
	.wait = aio_wait,
	.close = aio_close,
};

int queue_aio_open(const struct read_queue_setup *setup, struct read_queue **queue)
{
	struct aio_queue *q = calloc(1, sizeof(*q));

	if (!q)
		return -ENOMEM;
	q->base = (struct read_queue){ &aio_ops, "aio", setup->depth };
	q->setup = *setup;
	q->submit = calloc(setup->depth, sizeof(struct iocb *));
	q->blocks = calloc(setup->depth, sizeof(*q->blocks));
	if (!q->submit || !q->blocks) {
		aio_close(&q->base);
		return -ENOMEM;
	}
	if (syscall(SYS_io_setup, (unsigned long)setup->depth, &q->context) < 0) {
		int err = -errno;

		q->context = 0;
		aio_close(&q->base);
		return err;
	}
	*queue = &q->base;
	return 0;
}
