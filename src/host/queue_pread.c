// SPDX-License-Identifier: GPL-2.0-or-later
/* One plain read at a time: what works everywhere, and the method of --queue-depth 1. */
#include "queue.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

struct pread_queue {
	struct read_queue base;
	struct read_queue_setup setup;
	unsigned slot;
	size_t bytes; /* 0: nothing pushed */
	uint64_t offset;
};

static int pread_push(struct read_queue *queue, unsigned slot, size_t bytes, uint64_t offset)
{
	struct pread_queue *q = (struct pread_queue *)queue;

	if (q->bytes)
		return -EBUSY;
	q->slot = slot;
	q->bytes = bytes;
	q->offset = offset;
	return 0;
}

static int pread_wait(struct read_queue *queue, uint64_t timeout_ns, struct read_done *done,
		      unsigned max)
{
	struct pread_queue *q = (struct pread_queue *)queue;
	char *buffer = q->setup.buffer + q->slot * q->setup.slot_bytes;

	(void)timeout_ns;
	if (!q->bytes || !max)
		return 0;
	done->slot = q->slot;
	done->result = pread(q->setup.fd, buffer, q->bytes, (off_t)q->offset);
	if (done->result < 0) {
		if (errno == EINTR)
			return 0;
		done->result = -errno;
	}
	q->bytes = 0;
	return 1;
}

static void pread_close(struct read_queue *queue)
{
	free(queue);
}

static const struct read_queue_ops pread_ops = {
	.push = pread_push,
	.wait = pread_wait,
	.close = pread_close,
};

int queue_pread_open(const struct read_queue_setup *setup, struct read_queue **queue)
{
	struct pread_queue *q = calloc(1, sizeof(*q));

	if (!q)
		return -ENOMEM;
	q->base = (struct read_queue){ &pread_ops, "pread", 1 };
	q->setup = *setup;
	*queue = &q->base;
	return 0;
}
