// SPDX-License-Identifier: GPL-2.0-or-later
/* Parallel processes: their results, and a process that cannot start. */
#include "host.h"
#include "suites.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The Nth allocation from now on fails; 0: none. */
static int without_memory;

FILE *fopencookie(void *restrict cookie, const char *restrict mode, cookie_io_functions_t calls)
{
	FILE *(*real)(void *restrict, const char *restrict, cookie_io_functions_t);
	void *found = dlsym(RTLD_NEXT, "fopencookie");

	if (without_memory && !--without_memory) {
		errno = ENOMEM;
		return NULL;
	}
	memcpy(&real, &found, sizeof(real));
	return real(cookie, mode, calls);
}

static int open_descriptors(void)
{
	int n = 0;

	for (int fd = 0; fd < 256; fd++)
		n += dup2(fd, fd) == fd;
	return n;
}

START_TEST(no_child_without_streams)
{
	int before = open_descriptors();
	struct parallel *all = parallel_new(2);
	FILE *out = NULL, *err = NULL;

	ck_assert_ptr_nonnull(all);
	without_memory = _i;
	ck_assert_int_eq(parallel_start(all, 0, &out, &err), -ENOMEM);
	ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
	ck_assert_int_eq(errno, ECHILD);
	ck_assert_uint_eq(parallel_running_count(all), 0);
	ck_assert(!parallel_has_ended(all, 0));
	parallel_free(all, false);
	ck_assert_int_eq(open_descriptors(), before);
}
END_TEST

static void gather(void *who, bool to_err, const char *text, size_t bytes)
{
	char *said = who;

	strcat(said, to_err ? "!" : "|");
	strncat(said, text, bytes);
}

START_TEST(what_a_child_says_and_leaves)
{
	int before = open_descriptors(), started;
	struct parallel *all = parallel_new(2);
	FILE *out = NULL, *err = NULL;
	char said[64] = "";

	started = parallel_start(all, 1, &out, &err);
	if (!started) {
		fputs("one\n", out);
		fflush(out);
		fputs("two\n", err);
		parallel_store_result(all, 1, 70000);
		parallel_free(all, false);
		_exit(7);
	}
	ck_assert_int_eq(started, 1);
	while (parallel_running_count(all))
		parallel_wait(all, 1000);
	parallel_hand_out(all, 1, gather, said);
	ck_assert_str_eq(said, "|one\n!two\n");
	ck_assert_int_eq(parallel_status(all, 1), 7);
	ck_assert_int_eq(parallel_result(all, 1), 70000);
	ck_assert_int_eq(parallel_result(all, 0), 0);
	parallel_free(all, false);
	ck_assert_int_eq(open_descriptors(), before);
}
END_TEST

/* The write end of this process's pipe: the only descriptor that can only be written to. */
static int pipe_of_child(void)
{
	for (int fd = 3; fd < 256; fd++) {
		struct stat st;

		if (!fstat(fd, &st) && S_ISFIFO(st.st_mode) &&
		    (fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY)
			return fd;
	}
	return -1;
}

/*
 * A child was killed while it wrote: its last frame has a length of 8 bytes, and 3 bytes of data.
 */
START_TEST(what_is_cut_off_is_left_out)
{
	static const uint32_t head[] = { 0, 8 };
	struct parallel *all = parallel_new(1);
	FILE *out = NULL, *err = NULL;
	char said[64] = "";
	int started = parallel_start(all, 0, &out, &err);

	if (!started) {
		int fd = pipe_of_child();

		fputs("whole", out);
		fflush(out);
		if (write(fd, head, sizeof(head)) != sizeof(head) || write(fd, "cut", 3) != 3)
			_exit(1);
		_exit(0);
	}
	ck_assert_int_eq(started, 1);
	while (!parallel_has_ended(all, 0))
		parallel_wait(all, 1000);
	ck_assert_int_eq(parallel_status(all, 0), 0);
	parallel_hand_out(all, 0, gather, said);
	ck_assert_str_eq(said, "|whole");
	parallel_free(all, false);
}
END_TEST

static void no_tick(void *who, uint64_t seconds)
{
	(void)who;
	(void)seconds;
}

/* Ctrl-Z stops the child with the program, which may then be continued without it. */
START_TEST(a_stopped_ticker_ends)
{
	struct ticker ticker = ticker_start(no_tick, NULL);
	int status;

	ck_assert_int_gt(ticker.pid, 0);
	ck_assert_int_eq(kill(ticker.pid, SIGSTOP), 0);
	ck_assert_int_eq(waitpid(ticker.pid, &status, WUNTRACED), ticker.pid);
	ticker_stop(&ticker);
	ck_assert_int_eq(waitpid(ticker.pid, &status, 0), -1);
}
END_TEST

Suite *parallel_suite(void)
{
	Suite *suite = suite_create("parallel");
	TCase *memory = tcase_create("no memory");

	tcase_add_loop_test(memory, no_child_without_streams, 1, 3);
	suite_add_tcase(suite, memory);
	add_case(suite, "a child", what_a_child_says_and_leaves);
	add_case(suite, "cut off", what_is_cut_off_is_left_out);
	add_case(suite, "stopped", a_stopped_ticker_ends);
	return suite;
}
