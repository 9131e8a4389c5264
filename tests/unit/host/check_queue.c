// SPDX-License-Identifier: GPL-2.0-or-later
/* The engines of the read queue on this machine's kernel: every byte of a file, and its errors. */
#include "suites.h"

#include "host/queue.h"
#include "pattern.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SLOT = 8192, DEPTH = 5, FILE_BYTES = 40 * SLOT + 777 };

static const struct {
	const char *name;
	int (*open)(const struct read_queue_setup *, struct read_queue **);
} engines[] = {
	{ "io_uring", queue_uring_open },
	{ "aio", queue_aio_open },
};

struct bench {
	int fd;
	char *buffer;
	struct read_queue *queue;
};

/* False where this kernel or a seccomp filter refuses the engine, in one of the known ways. */
static bool set_up(struct bench *b, int row, int fd)
{
	struct read_queue_setup setup = { .fd = fd, .depth = DEPTH, .slot_bytes = SLOT };
	void *buffer;
	int err;

	ck_assert_int_eq(posix_memalign(&buffer, 4096, DEPTH * SLOT), 0);
	b->fd = fd;
	b->buffer = setup.buffer = buffer;
	err = engines[row].open(&setup, &b->queue);
	if (!err) {
		ck_assert_str_eq(b->queue->engine, engines[row].name);
		ck_assert_uint_eq(b->queue->depth, DEPTH);
		return true;
	}
	ck_assert_msg(err == -ENOSYS || err == -EPERM || err == -EOPNOTSUPP || err == -EAGAIN,
		      "%s: %s", engines[row].name, strerror(-err));
	free(buffer);
	close(fd);
	return false;
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

	ck_assert_int_eq(got, (ssize_t)(left < SLOT ? left : SLOT));
	pattern_check(b->buffer + slot * SLOT, (size_t)got, offset);
}

START_TEST(every_byte_arrives_in_its_slot)
{
	uint64_t offset_of[DEPTH], next = 0, bytes = 0;
	struct read_done done[DEPTH];
	struct bench b;

	if (!set_up(&b, _i, pattern_file(FILE_BYTES)))
		return;
	for (unsigned slot = 0; slot < DEPTH; slot++, next += SLOT) {
		offset_of[slot] = next;
		ck_assert_int_eq(read_queue_push(b.queue, slot, SLOT, next), 0);
	}
	while (bytes < FILE_BYTES) {
		int n = read_queue_wait(b.queue, 1000000000, done, DEPTH);

		ck_assert_int_gt(n, 0);
		for (int i = 0; i < n; i++) {
			unsigned slot = done[i].slot;

			check_slot(&b, slot, done[i].result, offset_of[slot]);
			bytes += (uint64_t)done[i].result;
			offset_of[slot] = next;
			if (next < FILE_BYTES)
				ck_assert_int_eq(read_queue_push(b.queue, slot, SLOT, next), 0);
			next += SLOT;
		}
	}
	ck_assert_uint_eq(bytes, FILE_BYTES);
	tear_down(&b);
}
END_TEST

START_TEST(end_of_file_is_nothing_read)
{
	struct read_done done[DEPTH];
	struct bench b;

	if (!set_up(&b, _i, pattern_file(FILE_BYTES)))
		return;
	ck_assert_int_eq(read_queue_push(b.queue, 2, SLOT, 100 * SLOT), 0);
	ck_assert_int_eq(read_queue_wait(b.queue, 1000000000, done, DEPTH), 1);
	ck_assert_uint_eq(done[0].slot, 2);
	ck_assert_int_eq(done[0].result, 0);
	tear_down(&b);
}
END_TEST

START_TEST(directory_cannot_be_read)
{
	struct read_done done[DEPTH];
	struct bench b;
	int n;

	if (!set_up(&b, _i, open("/", O_RDONLY | O_DIRECTORY)))
		return;
	ck_assert_int_eq(read_queue_push(b.queue, 0, SLOT, 0), 0);
	n = read_queue_wait(b.queue, 1000000000, done, DEPTH);
	/* told of the read itself, or already when it is submitted */
	if (n == 1)
		ck_assert_msg(done[0].result == -EISDIR || done[0].result == -EINVAL, "%zd",
			      done[0].result);
	else
		ck_assert_msg(n == -EISDIR || n == -EINVAL, "%d", n);
	tear_down(&b);
}
END_TEST

START_TEST(wait_ends_with_its_time)
{
	struct read_done done[DEPTH];
	struct bench b;
	int ends[2];

	/* nothing ever comes out of a silent pipe; AIO would block in submitting such a read */
	if (_i != 0 || pipe(ends) || !set_up(&b, _i, ends[0]))
		return;
	ck_assert_int_eq(read_queue_push(b.queue, 0, SLOT, (uint64_t)-1), 0);
	ck_assert_int_eq(read_queue_wait(b.queue, 20000000, done, DEPTH), 0);
	ck_assert_int_eq(write(ends[1], "x", 1), 1);
	ck_assert_int_eq(read_queue_wait(b.queue, 1000000000, done, DEPTH), 1);
	ck_assert_int_eq(done[0].result, 1);
	close(ends[1]);
	tear_down(&b);
}
END_TEST

START_TEST(more_than_the_depth_is_refused)
{
	struct bench b;

	if (!set_up(&b, _i, pattern_file(FILE_BYTES)))
		return;
	for (unsigned slot = 0; slot < DEPTH; slot++)
		ck_assert_int_eq(read_queue_push(b.queue, slot, SLOT, 0), 0);
	ck_assert_int_eq(read_queue_push(b.queue, 0, SLOT, 0), -EBUSY);
	tear_down(&b);
}
END_TEST

Suite *queue_suite(void)
{
	Suite *s = suite_create("queue");

	add_rows(s, "bytes", every_byte_arrives_in_its_slot, ROWS(engines));
	add_rows(s, "end", end_of_file_is_nothing_read, ROWS(engines));
	add_rows(s, "error", directory_cannot_be_read, ROWS(engines));
	add_rows(s, "time", wait_ends_with_its_time, ROWS(engines));
	add_rows(s, "full", more_than_the_depth_is_refused, ROWS(engines));
	return s;
}
