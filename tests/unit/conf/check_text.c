// SPDX-License-Identifier: GPL-2.0-or-later
#include "suites.h"
#include "conf/file.h"
#include "host.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A file that other users may write to is refused; check_trust.c tests that rule. */
static const struct owned {
	int others, status;
} owned[] = {
	{ 0, 0 },
	{ 1, EPERM },
	{ -EIO, EIO },
};

static int owned_open(struct host *host, const char *path, int flags)
{
	(void)host;
	(void)flags;
	return strcmp(path, "/c") ? -ENOENT : 3;
}

static int owned_close(struct host *host, int fd)
{
	(void)host;
	(void)fd;
	return 0;
}

static const struct owned *owned_row;

static int owned_fstat(struct host *host, int fd, struct stat *st)
{
	(void)host;
	(void)fd;
	*st = (struct stat){ .st_mode = S_IFREG };
	return 0;
}

static int owned_judge_input(struct host *host, int fd, const char *path, char why[INPUT_WHY_BYTES])
{
	(void)host;
	strcpy(why, "why");
	ck_assert_str_eq(path, "/c");
	ck_assert_int_eq(fd, 3);
	return owned_row->others;
}

static ssize_t owned_pread(struct host *host, int fd, void *buf, size_t bytes, uint64_t at)
{
	(void)host;
	(void)fd;
	(void)buf;
	(void)bytes;
	(void)at;
	return 0;
}

START_TEST(a_file_that_others_may_write)
{
	static const struct host_ops own = { .open = owned_open,
					     .close = owned_close,
					     .fstat = owned_fstat,
					     .pread = owned_pread,
					     .judge_input = owned_judge_input };
	struct host host = { .ops = &own };
	struct conf_store store = { NULL, 0, false };
	FILE *err = tmpfile();
	struct report out = report_text(err, err);
	struct conf_file file = { .path = "/c", .host = &host, .store = &store, .out = &out };
	char *text;

	owned_row = &owned[_i];
	ck_assert_int_eq(text_read(&file, &text), owned_row->status);
	for (size_t i = 0; i < store.n; i++)
		free(store.kept[i]);
	free(store.kept);
	fclose(err);
}
END_TEST

Suite *text_suite(void)
{
	Suite *suite = suite_create("text");

	add_rows(suite, "owner", a_file_that_others_may_write, ROWS(owned));
	return suite;
}
