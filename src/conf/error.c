// SPDX-License-Identifier: GPL-2.0-or-later
/* What is wrong with the file: collected while it is read and worked out, told in order of lines.
 */
#include "file.h"

#include <errno.h>
#include <stdlib.h>

/* A file that is none at all would fill the log. */
enum { ERRORS_SHOWN = 50 };

struct file_error {
	unsigned line;
	size_t number; /* as found: the order within a line */
	char *text;
};

void file_error(struct conf_file *file, unsigned line, const char *fmt, ...)
{
	struct file_error *more = grow(file->store, file->errors, file->n_errors, sizeof(*more));
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

void file_errors_report(struct conf_file *file)
{
	/* without memory words were left out, and what seems wrong may be a password */
	size_t n = file->store && !file->store->failed ? file->n_errors : 0;

	if (n)
		qsort(file->errors, n, sizeof(file->errors[0]), by_line);
	for (size_t i = 0; i < n && i < ERRORS_SHOWN; i++) {
		if (file->errors[i].text)
			report_error(file->out, NULL, EINVAL, "%s:%u: %s", file->path,
				     file->errors[i].line, file->errors[i].text);
	}
	if (n > ERRORS_SHOWN)
		report_error(file->out, NULL, EINVAL, "%s: and %zu more errors", file->path,
			     n - ERRORS_SHOWN);
	free(file->errors);
	file->errors = NULL;
}
