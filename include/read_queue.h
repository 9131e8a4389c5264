/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Several reads of one file in flight at once, into the slots of one buffer, by Linux AIO. Where
 * the kernel or a seccomp filter permits no queue, host_pread() still reads one after the other. If
 * it permits one and then refuses a read, the queue reads on by pread(); the caller sees only
 * results.
 */
#ifndef HDPARM_READ_QUEUE_H
#define HDPARM_READ_QUEUE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct read_queue;

struct read_queue_setup {
	int fd;
	unsigned depth;	   /* slots of the buffer, at least 1 */
	char *buffer;	   /* depth * slot_bytes, aligned as direct reads of `fd` need it */
	size_t slot_bytes; /* the largest single read */
};

struct read_done {
	unsigned slot;
	ssize_t result; /* bytes read, 0 at the end of the file, or -errno */
};

struct read_queue_ops {
	int (*push)(struct read_queue *, unsigned slot, size_t bytes, uint64_t offset);
	int (*wait)(struct read_queue *, uint64_t timeout_ns, struct read_done *, unsigned max);
	void (*close)(struct read_queue *);
};

/* The public part; an implementation appends its own. */
struct read_queue {
	const struct read_queue_ops *ops;
	/* both may change in read_queue_wait() */
	const char *engine; /* "aio" or "pread" */
	unsigned depth;	    /* reads that can be in flight; 1: the kernel takes no more reads */
};

/*
 * Hands over one read of at least 1 byte into an idle slot below the depth of the setup. It may not
 * start before the next read_queue_wait(). 0, -EBUSY for a slot that is not idle, or -errno.
 */
static inline int read_queue_push(struct read_queue *queue, unsigned slot, size_t bytes,
				  uint64_t offset)
{
	return queue->ops->push(queue, slot, bytes, offset);
}

/*
 * Start what was pushed and wait until at least one read is done, `timeout_ns` has passed or a
 * signal came. Returns how many of done[0..max-1] were filled, 0 for none, or -errno.
 */
static inline int read_queue_wait(struct read_queue *queue, uint64_t timeout_ns,
				  struct read_done *done, unsigned max)
{
	return queue->ops->wait(queue, timeout_ns, done, max);
}

/*
 * Free everything except the buffer, which the caller frees afterwards. May wait for reads in
 * flight, which the kernel cannot cancel.
 */
static inline void read_queue_close(struct read_queue *queue)
{
	queue->ops->close(queue);
}

#endif
