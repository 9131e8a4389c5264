// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads the file as text, if it can be trusted; collects errors by line. */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Enough for more drives than any machine has; a larger file is no configuration. */
enum { TEXT_MAX = 16 << 20 };
#define TOO_LARGE "is larger than 16 MiB, too large for a configuration file"
#define BINARY	  "has binary data: it is no text file"

static int refuse_file(struct conf_file *file, int status, const char *what, const char *remedy)
{
	report_error(file->out, NULL, status, "%s: %s%s%s", file->path, what, *remedy ? "; " : "",
		     remedy);
	return status;
}

static int check_kind(struct conf_file *file, int fd, size_t *bytes)
{
	struct stat st;
	int err = host_fstat(file->host, fd, &st);

	if (err)
		return refuse_file(file, -err, strerror(-err), "");
	if (!S_ISREG(st.st_mode))
		return refuse_file(file, STATUS_USAGE, "is no regular file", "");
	if (st.st_size > TEXT_MAX)
		return refuse_file(file, STATUS_USAGE, TOO_LARGE, "");
	/* the program runs the commands of this file */
	err = host_judge_input(file->host, fd, file->path);
	if (err < 0)
		return refuse_file(file, -err, strerror(-err), "");
	if (err)
		return refuse_file(file, EPERM, host_input_refusal(err), "");
	*bytes = (size_t)st.st_size;
	return 0;
}

static int read_conf_text(struct conf_file *file, int fd, char *text, size_t bytes)
{
	size_t at = 0;

	while (at < bytes) {
		ssize_t got = host_pread(file->host, fd, text + at, bytes - at, at);

		if (got == -EINTR)
			continue;
		if (got < 0)
			return refuse_file(file, (int)-got, strerror((int)-got), "");
		if (got == 0)
			break;
		at += (size_t)got;
	}
	text[at] = '\0';
	return strlen(text) == at ? 0 : refuse_file(file, STATUS_USAGE, BINARY, "");
}

/* Refuse control characters; bytes above 127 may be in comments. */
static int check_text(struct conf_file *file, const char *text)
{
	for (const char *at = text; *at; at++) {
		if (((unsigned char)*at < ' ' && !strchr("\t\n\r\f", *at)) || *at == 0x7f)
			return refuse_file(file, STATUS_USAGE, BINARY, "");
	}
	return 0;
}

static int read_named(struct conf_file *file, char **text)
{
	/* do not wait for the other end of a pipe; the kind is checked next */
	int fd = host_open(file->host, file->path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	size_t bytes = 0;
	int status;

	if (fd < 0)
		return refuse_file(file, -fd, strerror(-fd), "");
	status = check_kind(file, fd, &bytes);
	if (!status) {
		*text = store_keep(file->store, calloc(1, bytes + 1));
		status = *text ? read_conf_text(file, fd, *text, bytes) : ENOMEM;
	}
	host_close(file->host, fd);
	return status ? status : check_text(file, *text);
}

/* Read standard input without a check of its owner: the user who started the program chose it. */
static int read_stdin(struct conf_file *file, char **text)
{
	ssize_t got;

	file->path = "standard input";
	*text = store_keep(file->store, calloc(1, TEXT_MAX + 2));
	if (!*text)
		return ENOMEM;
	got = host_read_stream(file->host, STDIN_FILENO, *text, TEXT_MAX + 1);
	if (got < 0)
		return refuse_file(file, (int)-got, strerror((int)-got), "");
	if (got > TEXT_MAX)
		return refuse_file(file, STATUS_USAGE, TOO_LARGE, "");
	if (strlen(*text) != (size_t)got)
		return refuse_file(file, STATUS_USAGE, BINARY, "");
	return check_text(file, *text);
}

int text_read(struct conf_file *file, char **text)
{
	if (!strcmp(file->path, "-"))
		return read_stdin(file, text);
	return read_named(file, text);
}

/* The most errors that are shown, for a file that is no configuration at all. */
enum { ERRORS_SHOWN = 50 };

struct file_error {
	unsigned line;
	size_t number; /* order of detection: the order within a line */
	char *text;
};

void file_error(struct conf_file *file, unsigned line, const char *fmt, ...)
{
	struct file_error *more =
		store_grow(file->store, file->errors, file->n_errors, sizeof(*more));
	char text[400];
	va_list args;

	if (!more)
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	file->errors = more;
	more[file->n_errors] =
		(struct file_error){ line, file->n_errors, store_printf(file->store, "%s", text) };
	file->n_errors++;
}

bool file_error_on(const struct conf_file *file, size_t first, unsigned line)
{
	for (size_t i = first; i < file->n_errors; i++) {
		if (file->errors[i].line == line)
			return true;
	}
	return false;
}

static int by_line(const void *a, const void *b)
{
	const struct file_error *x = a, *y = b;

	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

/* Keep the errors for --serve, which compares them with those of the previous file. */
static void keep_errors(struct conf_file *file, size_t n)
{
	size_t bytes = 1, at = 0;
	char *all;

	for (size_t i = 0; i < n; i++)
		bytes += strlen(file->errors[i].text) + 1;
	all = store_keep(file->store, calloc(1, bytes));
	for (size_t i = 0; i < n && all; i++)
		at += (size_t)snprintf(all + at, bytes - at, "%s\n", file->errors[i].text);
	file->conf->errors = all;
}

void file_errors_report(struct conf_file *file)
{
	/* without memory words are missing, and the word in a message may then be a password */
	size_t n = file->store && !file->store->failed ? file->n_errors : 0;

	if (n)
		qsort(file->errors, n, sizeof(file->errors[0]), by_line);
	for (size_t i = 0; i < n && i < ERRORS_SHOWN; i++) {
		if (file->errors[i].text)
			report_error(file->out, NULL, EINVAL, "%s:%u: %s", file->path,
				     file->errors[i].line, file->errors[i].text);
	}
	file->conf->errors = n || file->conf->status ? NULL : "";
	if (file->serves && n && n <= ERRORS_SHOWN)
		keep_errors(file, n);
	if (n > ERRORS_SHOWN)
		report_error(file->out, NULL, EINVAL, "%s: and %zu more errors", file->path,
			     n - ERRORS_SHOWN);
	free(file->errors);
	file->errors = NULL;
}
