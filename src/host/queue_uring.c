// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Reads in flight through io_uring, by its raw system calls. The buffer is not registered: huge
 * pages are pinned at little cost, and slots that no read ever uses take no memory.
 */
#include "queue.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_include(<linux/io_uring.h>)
#include <linux/io_uring.h>
#include <linux/time_types.h>
#endif

/* Waits with a limit (Linux 5.11) are the newest of what cannot do without the kernel's headers. */
#if defined(IORING_ENTER_EXT_ARG) && defined(SYS_io_uring_setup)

/* Linux 6.0 and 6.1 */
#ifndef IORING_SETUP_SINGLE_ISSUER
#define IORING_SETUP_SINGLE_ISSUER (1U << 12)
#endif
#ifndef IORING_SETUP_DEFER_TASKRUN
#define IORING_SETUP_DEFER_TASKRUN (1U << 13)
#endif

struct ring_map {
	char *start;
	size_t bytes;
};

struct uring_queue {
	struct read_queue base;
	struct read_queue_setup setup;
	int ring;
	struct ring_map rings, entries;
	unsigned *sq_tail, *sq_array, sq_mask;
	unsigned *cq_head, *cq_tail, cq_mask;
	struct io_uring_sqe *sqes;
	struct io_uring_cqe *cqes;
	unsigned pending;   /* pushed, not yet handed to the kernel */
	unsigned in_flight; /* handed over, not yet answered */
};

static int uring_push(struct read_queue *queue, unsigned slot, size_t bytes, uint64_t offset)
{
	struct uring_queue *q = (struct uring_queue *)queue;
	unsigned tail = *q->sq_tail;
	unsigned index = tail & q->sq_mask;

	if (q->pending == q->base.depth)
		return -EBUSY;
	q->sqes[index] = (struct io_uring_sqe){
		.opcode = IORING_OP_READ,
		/* a helper thread reads, and without REQ_NOWAIT */
		.flags = q->setup.stacked ? IOSQE_ASYNC : 0,
		.fd = q->setup.fd,
		.off = offset,
		.addr = (uintptr_t)(q->setup.buffer + slot * q->setup.slot_bytes),
		.len = (unsigned)bytes,
		.user_data = slot,
	};
	q->sq_array[index] = index;
	__atomic_store_n(q->sq_tail, tail + 1, __ATOMIC_RELEASE);
	q->pending++;
	return 0;
}

static int reap(struct uring_queue *q, struct read_done *done, unsigned max)
{
	unsigned head = *q->cq_head;
	unsigned tail = __atomic_load_n(q->cq_tail, __ATOMIC_ACQUIRE);
	unsigned n = 0;

	for (; head != tail && n < max; head++, n++) {
		const struct io_uring_cqe *cqe = &q->cqes[head & q->cq_mask];

		done[n].slot = (unsigned)cqe->user_data;
		done[n].result = cqe->res;
	}
	__atomic_store_n(q->cq_head, head, __ATOMIC_RELEASE);
	q->in_flight -= n;
	return (int)n;
}

/* Whether the wait may be repeated. With nothing in flight, EAGAIN and EBUSY may stay for ever. */
static bool may_wait_again(const struct uring_queue *q, int err)
{
	return err == ETIME || err == EINTR || ((err == EAGAIN || err == EBUSY) && q->in_flight);
}

static int uring_wait(struct read_queue *queue, uint64_t timeout_ns, struct read_done *done,
		      unsigned max)
{
	struct uring_queue *q = (struct uring_queue *)queue;
	struct __kernel_timespec timeout = { (int64_t)(timeout_ns / 1000000000u),
					     (long long)(timeout_ns % 1000000000u) };
	struct io_uring_getevents_arg arg = { .ts = (uintptr_t)&timeout };
	long n = syscall(SYS_io_uring_enter, q->ring, q->pending, 1u,
			 IORING_ENTER_GETEVENTS | IORING_ENTER_EXT_ARG, &arg, sizeof(arg));

	if (n < 0 && !may_wait_again(q, errno))
		return -errno;
	if (n > 0) {
		q->pending -= (unsigned)n;
		q->in_flight += (unsigned)n;
	}
	return reap(q, done, max);
}

static void unmap(struct ring_map *map)
{
	if (map->start)
		munmap(map->start, map->bytes);
}

static void uring_close(struct read_queue *queue)
{
	struct uring_queue *q = (struct uring_queue *)queue;

	unmap(&q->rings);
	unmap(&q->entries);
	if (q->ring >= 0)
		close(q->ring);
	free(q);
}

static const struct read_queue_ops uring_ops = {
	.push = uring_push,
	.wait = uring_wait,
	.close = uring_close,
};

/*
 * DEFER_TASKRUN (6.1) completes reads in our own wait instead of interrupting us; an older kernel
 * answers EINVAL to a flag that it does not know.
 */
static int ring_setup(unsigned depth, struct io_uring_params *params)
{
	const unsigned flags[] = { IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN, 0 };
	long ring = -1;

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]) && ring < 0; i++) {
		*params = (struct io_uring_params){ .flags = flags[i] };
		ring = syscall(SYS_io_uring_setup, depth, params);
		if (ring < 0 && errno != EINVAL)
			break;
	}
	return ring < 0 ? -errno : (int)ring;
}

/* READ and the probe for it are new in Linux 5.6. */
static int reads_supported(int ring)
{
	enum { OPS = IORING_OP_READ + 1 };
	union {
		struct io_uring_probe answer;
		char room[sizeof(struct io_uring_probe) + OPS * sizeof(struct io_uring_probe_op)];
	} probe = { .room = { 0 } };
	const struct io_uring_probe *answer = &probe.answer;

	if (syscall(SYS_io_uring_register, ring, IORING_REGISTER_PROBE, &probe, OPS) < 0)
		return -errno;
	if (answer->ops_len < OPS || !(answer->ops[IORING_OP_READ].flags & IO_URING_OP_SUPPORTED))
		return -EOPNOTSUPP;
	return 0;
}

static int map_ring(struct uring_queue *q, struct ring_map *m, size_t bytes, off_t what)
{
	void *start =
		mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, q->ring, what);

	if (start == MAP_FAILED)
		return -errno;
	m->start = start;
	m->bytes = bytes;
	return 0;
}

static unsigned *ring_word(const struct uring_queue *q, unsigned offset)
{
	return (unsigned *)(void *)(q->rings.start + offset);
}

static int map_rings(struct uring_queue *q, const struct io_uring_params *p)
{
	size_t sq = p->sq_off.array + p->sq_entries * sizeof(unsigned);
	size_t cq = p->cq_off.cqes + p->cq_entries * sizeof(struct io_uring_cqe);
	int err = map_ring(q, &q->rings, sq > cq ? sq : cq, IORING_OFF_SQ_RING);

	if (!err)
		err = map_ring(q, &q->entries, p->sq_entries * sizeof(struct io_uring_sqe),
			       IORING_OFF_SQES);
	if (err)
		return err;
	q->sq_tail = ring_word(q, p->sq_off.tail);
	q->sq_array = ring_word(q, p->sq_off.array);
	q->sq_mask = *ring_word(q, p->sq_off.ring_mask);
	q->cq_head = ring_word(q, p->cq_off.head);
	q->cq_tail = ring_word(q, p->cq_off.tail);
	q->cq_mask = *ring_word(q, p->cq_off.ring_mask);
	q->sqes = (struct io_uring_sqe *)(void *)q->entries.start;
	q->cqes = (struct io_uring_cqe *)(void *)(q->rings.start + p->cq_off.cqes);
	return 0;
}

static int start_ring(struct uring_queue *q)
{
	/* One mapping for both rings (5.4), no lost completions (5.5), waits with a limit (5.11).
	 */
	const unsigned needed = IORING_FEAT_SINGLE_MMAP | IORING_FEAT_NODROP | IORING_FEAT_EXT_ARG;
	struct io_uring_params params;
	int err;

	q->ring = ring_setup(q->setup.depth, &params);
	if (q->ring < 0)
		return q->ring;
	if ((params.features & needed) != needed)
		return -EOPNOTSUPP;
	err = reads_supported(q->ring);
	if (!err)
		err = map_rings(q, &params);
	return err;
}

int queue_uring_open(const struct read_queue_setup *setup, struct read_queue **queue)
{
	struct uring_queue *q = calloc(1, sizeof(*q));
	int err;

	if (!q)
		return -ENOMEM;
	q->base = (struct read_queue){ &uring_ops, "io_uring", setup->depth };
	q->setup = *setup;
	err = start_ring(q);
	if (err) {
		uring_close(&q->base);
		return err;
	}
	*queue = &q->base;
	return 0;
}

#else /* built with older headers, or with none for io_uring */

int queue_uring_open(const struct read_queue_setup *setup, struct read_queue **queue)
{
	(void)setup;
	(void)queue;
	return -ENOSYS;
}

#endif
