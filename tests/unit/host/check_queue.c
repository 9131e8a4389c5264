// SPDX-License-Identifier: GPL-2.0-or-later
/* The read queue on this machine's kernel: every byte of a file, errors, and refusals. */
#include "host.h"
#include "suites.h"

#include "host/kernel.h"
#include "pattern.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SLOT = 8192, DEPTH = 5, FILE_BYTES = 40 * SLOT + 777 };

struct bench {
	int fd;
	char *buffer;
	struct read_queue *queue;
};

static void set_up(struct bench *b, int fd)
{
	struct read_queue_setup setup = { .fd = fd, .depth = DEPTH, .slot_bytes = SLOT };
	void *buffer = NULL;

	ck_assert_int_eq(posix_memalign(&buffer, 4096, DEPTH * SLOT), 0);
	b->fd = fd;
	b->buffer = setup.buffer = buffer;
	ck_assert_int_eq(kernel_queue_open(NULL, &setup, &b->queue), 0);
	ck_assert_str_eq(b->queue->engine, "aio");
	ck_assert_uint_eq(b->queue->depth, DEPTH);
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

/* Let a system call fail in this process from now on, as a service manager's filter does. */
static void forbid(long number, int err)
{
	struct sock_filter rules[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)err),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = { ROWS(rules), rules };

	ck_assert_int_eq(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
	ck_assert_int_eq(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter), 0);
}

static const struct {
	const char *name;
	long forbidden;
	int err;
	unsigned after; /* after this many answers */
} courses[] = {
	{ "nothing is refused", 0, 0, 0 },
	{ "the first submission", SYS_io_submit, EPERM, 0 },
	{ "a later submission", SYS_io_submit, ENOSYS, 7 },
	{ "no memory for a request", SYS_io_submit, EAGAIN, 0 },
	{ "the first answer", SYS_io_getevents, EPERM, 0 },
	{ "a later answer", SYS_io_getevents, ENOSYS, 7 },
	{ "the last answer", SYS_io_getevents, ENOSYS, FILE_BYTES / SLOT },
};

/* Each read is answered once, with its own bytes, whatever the kernel refuses. */
START_TEST(every_byte_arrives_in_its_slot)
{
	enum { NONE = FILE_BYTES + SLOT };
	uint64_t offset_of[DEPTH], next = 0, bytes = 0;
	struct read_done done[DEPTH];
	unsigned answers = 0;
	bool forbidden = false;
	struct bench b;

	set_up(&b, pattern_file(FILE_BYTES));
	for (unsigned slot = 0; slot < DEPTH; slot++, next += SLOT) {
		offset_of[slot] = next;
		ck_assert_int_eq(read_queue_push(b.queue, slot, SLOT, next), 0);
	}
	while (bytes < FILE_BYTES) {
		int n;

		if (courses[_i].forbidden && !forbidden && answers >= courses[_i].after) {
			forbid(courses[_i].forbidden, courses[_i].err);
			forbidden = true;
		}
		n = read_queue_wait(b.queue, 1000000000, done, DEPTH);
		/* a wait always returns reads: all are quick */
		ck_assert_int_gt(n, 0);
		for (int i = 0; i < n; i++) {
			unsigned slot = done[i].slot;

			ck_assert_uint_ne(offset_of[slot], NONE);
			check_slot(&b, slot, done[i].result, offset_of[slot]);
			bytes += (uint64_t)done[i].result;
			offset_of[slot] = NONE;
			answers++;
			if (next >= FILE_BYTES)
				continue;
			offset_of[slot] = next;
			ck_assert_int_eq(read_queue_push(b.queue, slot, SLOT, next), 0);
			next += SLOT;
		}
	}
	ck_assert_uint_eq(bytes, FILE_BYTES);
	ck_assert_int_eq(read_queue_wait(b.queue, 0, done, DEPTH), 0);
	ck_assert_str_eq(b.queue->engine, forbidden ? "pread" : "aio");
	ck_assert_uint_eq(b.queue->depth, forbidden ? 1 : DEPTH);
	tear_down(&b);
}
END_TEST

START_TEST(end_of_file_is_nothing_read)
{
	struct read_done done[DEPTH];
	struct bench b;

	set_up(&b, pattern_file(FILE_BYTES));
	ck_assert_int_eq(read_queue_push(b.queue, 2, SLOT, 100 * SLOT), 0);
	ck_assert_int_eq(read_queue_wait(b.queue, 1000000000, done, DEPTH), 1);
	ck_assert_uint_eq(done[0].slot, 2);
	ck_assert_int_eq(done[0].result, 0);
	tear_down(&b);
}
END_TEST

START_TEST(failed_read_is_its_answer)
{
	struct read_done done[DEPTH];
	struct bench b;

	set_up(&b, pattern_file(FILE_BYTES));
	ck_assert_int_eq(mprotect(b.buffer, 4096, PROT_READ), 0);
	ck_assert_int_eq(read_queue_push(b.queue, 0, 4096, 0), 0);
	ck_assert_int_eq(read_queue_wait(b.queue, 1000000000, done, DEPTH), 1);
	ck_assert_int_eq(done[0].result, -EFAULT);
	/* a drive's failure is not repeated by another engine */
	ck_assert_str_eq(b.queue->engine, "aio");
	ck_assert_int_eq(mprotect(b.buffer, 4096, PROT_READ | PROT_WRITE), 0);
	tear_down(&b);
}
END_TEST

START_TEST(directory_cannot_be_read)
{
	struct read_done done[DEPTH];
	struct bench b;

	set_up(&b, open("/", O_RDONLY | O_DIRECTORY));
	ck_assert_int_eq(read_queue_push(b.queue, 0, SLOT, 0), 0);
	ck_assert_int_eq(read_queue_wait(b.queue, 1000000000, done, DEPTH), 1);
	ck_assert_int_eq(done[0].result, -EISDIR);
	tear_down(&b);
}
END_TEST

START_TEST(slot_takes_one_read_at_a_time)
{
	struct read_done done[DEPTH];
	struct bench b;

	set_up(&b, pattern_file(FILE_BYTES));
	for (unsigned slot = 0; slot < DEPTH; slot++)
		ck_assert_int_eq(read_queue_push(b.queue, slot, SLOT, 0), 0);
	ck_assert_int_eq(read_queue_push(b.queue, 0, SLOT, 0), -EBUSY);
	ck_assert_int_eq(read_queue_push(b.queue, DEPTH, SLOT, 0), -EBUSY);
	ck_assert_int_ge(read_queue_wait(b.queue, 1000000000, done, 1), 1);
	ck_assert_int_eq(read_queue_push(b.queue, done[0].slot, SLOT, 0), 0);
	tear_down(&b);
}
END_TEST

START_TEST(queue_that_is_not_permitted_does_not_open)
{
	struct read_queue_setup setup = { .fd = 0, .depth = DEPTH, .slot_bytes = SLOT };
	struct read_queue *queue;

	forbid(SYS_io_setup, EPERM);
	ck_assert_int_eq(kernel_queue_open(NULL, &setup, &queue), -EPERM);
}
END_TEST

Suite *queue_suite(void)
{
	Suite *s = suite_create("queue");

	add_rows(s, "bytes", every_byte_arrives_in_its_slot, ROWS(courses));
	add_case(s, "end", end_of_file_is_nothing_read);
	add_case(s, "failed", failed_read_is_its_answer);
	add_case(s, "directory", directory_cannot_be_read);
	add_case(s, "busy slot", slot_takes_one_read_at_a_time);
	add_case(s, "not permitted", queue_that_is_not_permitted_does_not_open);
	return s;
}
