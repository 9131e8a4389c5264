// SPDX-License-Identifier: GPL-2.0-or-later
/* Queues whose engines refuse reads: each read is answered once, with its own bytes. */
#include "suites.h"

#include "host/queue.h"
#include "pattern.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SLOT = 512, DEPTH = 5, FILE_BYTES = 40 * SLOT + 77 };

/*
 * Engines that read the file at once, tell of it in any order, and refuse what the row or chance
 * makes them refuse.
 */
struct told {
	struct read_queue base;
	struct read_queue_setup setup;
	struct read_done done[DEPTH];
	unsigned n;
};

static struct {
	unsigned opened, closed, reads, vain; /* vain: waits that returned no answer */
	unsigned by_first;		      /* reads of the first engine */
	bool refuse_once;		      /* afterwards the engine would read again */
	bool refuse_open[3];
	int refuse_push[3], refuse_read[3], refuse_wait[3]; /* an errno, or 0 */
	int fail_read;					    /* an errno that is the device's own */
	unsigned kinder_after; /* so many reads are served before the refusals begin */
	unsigned fast;	       /* answers of one wait */
	uint32_t random;       /* not 0: refusals are by chance, one in four */
} will;

static unsigned dice(unsigned sides)
{
	will.random = will.random * 1664525 + 1013904223;
	return (will.random >> 16) % sides;
}

static int refusal(int err)
{
	if (will.random && dice(4))
		return 0;
	return will.reads < will.kinder_after ? 0 : err;
}

static unsigned rank_of(const struct read_queue *queue)
{
	return (unsigned)queue->engine[0] - 'a';
}

static int told_push(struct read_queue *queue, unsigned slot, size_t bytes, uint64_t offset)
{
	struct told *q = (struct told *)queue;
	int err = refusal(will.refuse_push[rank_of(queue)]);
	ssize_t got;

	if (err)
		return -err;
	if (q->n == DEPTH)
		ck_abort_msg("more reads than slots");
	err = refusal(will.refuse_read[rank_of(queue)]);
	if (err && will.refuse_once)
		will.refuse_read[rank_of(queue)] = 0;
	if (!err)
		err = refusal(will.fail_read);
	got = err ? -err : pread(q->setup.fd, q->setup.buffer + slot * SLOT, bytes, (off_t)offset);
	if (!err) {
		will.reads++;
		will.by_first += rank_of(queue) == 0;
	}
	q->done[q->n++] = (struct read_done){ slot, got };
	return 0;
}

static int told_wait(struct read_queue *queue, uint64_t timeout_ns, struct read_done *done,
		     unsigned max)
{
	struct told *q = (struct told *)queue;
	int err = refusal(will.refuse_wait[rank_of(queue)]);
	unsigned n = 0;

	(void)timeout_ns;
	if (err)
		return -err;
	for (; n < max && n < will.fast && q->n; n++) {
		unsigned which = will.random ? dice(q->n) : q->n - 1;

		done[n] = q->done[which];
		q->done[which] = q->done[--q->n];
	}
	return (int)n;
}

static void told_close(struct read_queue *queue)
{
	will.closed++;
	free(queue);
}

static int told_open(unsigned rank, const struct read_queue_setup *setup, struct read_queue **queue)
{
	static const struct read_queue_ops ops = { told_push, told_wait, told_close };
	static const char *const names[] = { "a", "b", "c" };
	struct told *q;

	if (will.refuse_open[rank])
		return -ENOSYS;
	q = calloc(1, sizeof(*q));
	will.opened++;
	q->base = (struct read_queue){ &ops, names[rank], setup->depth };
	q->setup = *setup;
	*queue = &q->base;
	return 0;
}

static int open_a(const struct read_queue_setup *setup, struct read_queue **queue)
{
	return told_open(0, setup, queue);
}

static int open_b(const struct read_queue_setup *setup, struct read_queue **queue)
{
	return told_open(1, setup, queue);
}

static int open_c(const struct read_queue_setup *setup, struct read_queue **queue)
{
	return told_open(2, setup, queue);
}

static const open_engine three[] = { open_a, open_b, open_c, NULL };

struct bench {
	int fd;
	char *buffer;
	struct read_queue *queue;
};

static void set_up(struct bench *b, int fd)
{
	struct read_queue_setup setup = { .depth = DEPTH, .slot_bytes = SLOT };
	void *buffer;

	ck_assert_int_eq(posix_memalign(&buffer, 4096, DEPTH * SLOT), 0);
	memset(buffer, 0, DEPTH * SLOT);
	b->fd = setup.fd = fd;
	b->buffer = setup.buffer = buffer;
	ck_assert_int_eq(queue_fallback_open(three, &setup, &b->queue), 0);
}

static void tear_down(struct bench *b)
{
	read_queue_close(b->queue);
	free(b->buffer);
	close(b->fd);
}

static void check_slot(const struct bench *b, unsigned slot, ssize_t got, uint64_t offset)
{
	uint64_t left = FILE_BYTES - offset;

	if (got != (ssize_t)(left < SLOT ? left : SLOT))
		ck_abort_msg("%zd bytes of offset %llu", got, (unsigned long long)offset);
	pattern_check(b->buffer + slot * SLOT, (size_t)got, offset);
}

/* Reads the file through; every read is answered once, with its own bytes. Returns the failed. */
static unsigned read_through(struct bench *b, int allowed)
{
	enum { READS = FILE_BYTES / SLOT + 1, IDLE = READS };
	unsigned read_in[DEPTH], next = 0, answered = 0, failed = 0, idle = 0;
	bool seen[READS] = { false };
	struct read_done done[DEPTH];

	for (unsigned slot = 0; slot < DEPTH; slot++)
		read_in[slot] = IDLE;
	while (answered < READS) {
		int n;

		for (unsigned slot = 0; slot < DEPTH && next < READS; slot++) {
			if (read_in[slot] != IDLE ||
			    read_queue_push(b->queue, slot, SLOT, (uint64_t)next * SLOT))
				continue;
			read_in[slot] = next++;
		}
		n = read_queue_wait(b->queue, 0, done, DEPTH);
		idle = n ? 0 : idle + 1;
		will.vain += n == 0;
		if (n < 0 || idle == 1000)
			ck_abort_msg("wait: %d", n);
		for (int i = 0; i < n; i++) {
			unsigned read = read_in[done[i].slot];

			if (read == IDLE || seen[read])
				ck_abort_msg("answered twice");
			seen[read] = true;
			read_in[done[i].slot] = IDLE;
			answered++;
			failed += done[i].result < 0;
			if (done[i].result >= 0)
				check_slot(b, done[i].slot, done[i].result, (uint64_t)read * SLOT);
			else if (done[i].result != -allowed)
				ck_abort_msg("result %zd", done[i].result);
		}
	}
	ck_assert_int_eq(read_queue_wait(b->queue, 0, done, DEPTH), 0);
	return failed;
}

/* Errors by which the queue itself, not the device, refuses a read. */
static const int refusals[] = { EAGAIN, EOPNOTSUPP, EINVAL, ENOMEM, EPERM,  EBUSY,
				ENOSYS, ECANCELED,  EINTR,  EFAULT, EACCES, EBADF };

static const struct {
	const char *name;
	unsigned refusing; /* so many engines refuse */
	unsigned after;	   /* reads that are served before */
	bool once, at_push, at_read, at_wait;
	const char *engine; /* that is left in the end */
	unsigned depth;
} fallback_rows[] = {
	{ "none", 0, 0, false, false, false, false, "a", DEPTH },
	{ "the first, each read", 1, 0, false, false, true, false, "b", DEPTH },
	{ "the first, after 7 reads", 1, 7, false, false, true, false, "b", DEPTH },
	{ "the first, its wait", 1, 0, false, false, false, true, "b", DEPTH },
	{ "the first, its wait after 7 reads", 1, 7, false, false, false, true, "b", DEPTH },
	{ "the first, one read", 1, 13, true, false, true, false, "b", DEPTH },
	{ "the first, each push", 1, 0, false, true, false, false, "b", DEPTH },
	{ "two, each push", 2, 6, false, true, false, false, "c", DEPTH },
	{ "all, each push", 3, 6, false, true, false, false, "pread", 1 },
	{ "two, each read", 2, 0, false, false, true, false, "c", DEPTH },
	{ "all, each read", 3, 0, false, false, true, false, "pread", 1 },
	{ "all, in mid-run", 3, 20, false, false, true, false, "pread", 1 },
	{ "all, their wait", 3, 3, false, false, false, true, "pread", 1 },
};

START_TEST(refused_read_is_done_by_the_next_engine)
{
	for (size_t e = 0; e < sizeof(refusals) / sizeof(refusals[0]); e++) {
		struct bench b;

		memset(&will, 0, sizeof(will));
		will.fast = 3;
		will.kinder_after = fallback_rows[_i].after;
		will.refuse_once = fallback_rows[_i].once;
		for (unsigned i = 0; i < fallback_rows[_i].refusing; i++) {
			will.refuse_push[i] = fallback_rows[_i].at_push ? refusals[e] : 0;
			will.refuse_read[i] = fallback_rows[_i].at_read ? refusals[e] : 0;
			will.refuse_wait[i] = fallback_rows[_i].at_wait ? refusals[e] : 0;
		}
		set_up(&b, pattern_file(FILE_BYTES));
		ck_assert_uint_eq(read_through(&b, 0), 0);
		ck_assert_uint_eq(will.vain, 0);
		/* once it has refused one it gets no more */
		if (fallback_rows[_i].refusing)
			ck_assert_uint_le(will.by_first, fallback_rows[_i].after + DEPTH);
		ck_assert_str_eq(b.queue->engine, fallback_rows[_i].engine);
		ck_assert_uint_eq(b.queue->depth, fallback_rows[_i].depth);
		tear_down(&b);
		ck_assert_uint_eq(will.closed, will.opened);
	}
}
END_TEST

/* A failing drive is not asked a second time. */
static const int failures[] = { EIO,	 ENODATA, EREMOTEIO, EILSEQ, ETIMEDOUT, ETIME,
				ENOLINK, ENODEV,  ENXIO,     EBADE,  ENOSPC };

START_TEST(device_failure_is_the_answer)
{
	struct bench b;

	memset(&will, 0, sizeof(will));
	will.fast = 1;
	will.kinder_after = 4;
	will.fail_read = failures[_i];
	set_up(&b, pattern_file(FILE_BYTES));
	ck_assert_uint_eq(read_through(&b, failures[_i]), FILE_BYTES / SLOT + 1 - 4);
	ck_assert_uint_eq(will.reads, 4);
	ck_assert_uint_eq(will.opened, 1);
	ck_assert_str_eq(b.queue->engine, "a");
	tear_down(&b);
}
END_TEST

START_TEST(last_word_is_that_of_pread)
{
	struct bench b;

	memset(&will, 0, sizeof(will));
	will.fast = 1;
	for (unsigned i = 0; i < 3; i++)
		will.refuse_read[i] = EAGAIN;
	set_up(&b, open("/", O_RDONLY | O_DIRECTORY));
	ck_assert_uint_eq(read_through(&b, EISDIR), FILE_BYTES / SLOT + 1);
	tear_down(&b);
}
END_TEST

START_TEST(engine_that_does_not_open_is_passed_over)
{
	struct read_queue *queue;
	struct read_queue_setup setup = { .depth = DEPTH, .slot_bytes = SLOT };
	struct bench b;

	memset(&will, 0, sizeof(will));
	will.fast = 2;
	will.refuse_open[0] = true;
	set_up(&b, pattern_file(FILE_BYTES));
	ck_assert_str_eq(b.queue->engine, "b");
	tear_down(&b);
	will.refuse_open[0] = false;
	will.refuse_open[1] = true;
	will.refuse_read[0] = EAGAIN;
	set_up(&b, pattern_file(FILE_BYTES));
	ck_assert_uint_eq(read_through(&b, 0), 0);
	ck_assert_str_eq(b.queue->engine, "c");
	tear_down(&b);
	will.refuse_open[0] = will.refuse_open[2] = true;
	ck_assert_int_eq(queue_fallback_open(three, &setup, &queue), -ENOSYS);
}
END_TEST

START_TEST(slot_takes_one_read_at_a_time)
{
	struct read_done done[DEPTH];
	struct bench b;

	memset(&will, 0, sizeof(will));
	will.fast = 1;
	set_up(&b, pattern_file(FILE_BYTES));
	ck_assert_int_eq(read_queue_push(b.queue, DEPTH, SLOT, 0), -EBUSY);
	ck_assert_int_eq(read_queue_push(b.queue, 1, SLOT, 0), 0);
	ck_assert_int_eq(read_queue_push(b.queue, 1, SLOT, 0), -EBUSY);
	ck_assert_int_eq(read_queue_wait(b.queue, 0, done, DEPTH), 1);
	ck_assert_int_eq(read_queue_push(b.queue, 1, SLOT, 0), 0);
	tear_down(&b);
}
END_TEST

/* 3000 random sequences of refusals, pushes, reads and waits, some with failures. */
START_TEST(no_course_of_refusals_loses_or_doubles_a_read)
{
	int fd = pattern_file(FILE_BYTES);

	for (uint32_t seed = 1; seed <= 3000; seed++) {
		struct bench b;

		memset(&will, 0, sizeof(will));
		will.random = seed * 2654435761u;
		will.fast = 1 + dice(DEPTH);
		will.kinder_after = dice(60);
		for (unsigned i = 0; i < 3; i++) {
			int err = refusals[dice(sizeof(refusals) / sizeof(refusals[0]))];
			unsigned where = dice(4);

			will.refuse_push[i] = where == 0 ? err : 0;
			will.refuse_read[i] = where == 1 ? err : 0;
			will.refuse_wait[i] = where == 2 ? err : 0;
		}
		will.fail_read = dice(2) ? EIO : 0;
		set_up(&b, dup(fd));
		read_through(&b, EIO);
		tear_down(&b);
		if (will.closed != will.opened)
			ck_abort_msg("seed %u: %u of %u closed", seed, will.closed, will.opened);
	}
	close(fd);
}
END_TEST

Suite *queue_fallback_suite(void)
{
	Suite *s = suite_create("queue_fallback");

	add_rows(s, "refused", refused_read_is_done_by_the_next_engine, ROWS(fallback_rows));
	add_rows(s, "failed", device_failure_is_the_answer, ROWS(failures));
	add_case(s, "pread", last_word_is_that_of_pread);
	add_case(s, "not opened", engine_that_does_not_open_is_passed_over);
	add_case(s, "busy slot", slot_takes_one_read_at_a_time);
	add_case(s, "chance", no_course_of_refusals_loses_or_doubles_a_read);
	return s;
}
