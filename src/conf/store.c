// SPDX-License-Identifier: GPL-2.0-or-later
/* Strings, commands and errors that src/conf makes from the file. */
#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *store_grow(struct conf_store *store, void *array, size_t n, size_t size)
{
	void *bigger;

	/* the array is full when n is a power of two or 0 */
	if (n & (n - 1))
		return array;
	bigger = realloc(array, (n ? 2 * n : 1) * size);
	if (!bigger)
		store->failed = true;
	return bigger;
}

char *store_keep(struct conf_store *store, char *string)
{
	char **kept = string ? store_grow(store, store->kept, store->n, sizeof(*kept)) : NULL;

	if (!kept) {
		store->failed = true;
		/* the string may be a password */
		if (string)
			explicit_bzero(string, strlen(string));
		free(string);
		return NULL;
	}
	store->kept = kept;
	store->kept[store->n++] = string;
	return string;
}

char *store_copy(struct conf_store *store, const char *text, size_t length)
{
	return store_keep(store, strndup(text, length));
}

/* Do not use vasprintf(), which might leave an unwiped copy of a password. */
char *store_vprintf(struct conf_store *store, const char *fmt, va_list args)
{
	char *string = NULL;
	va_list again;
	int n;

	va_copy(again, args);
	n = vsnprintf(NULL, 0, fmt, args);
	if (n >= 0)
		string = malloc((size_t)n + 1);
	if (string)
		vsnprintf(string, (size_t)n + 1, fmt, again);
	va_end(again);
	return store_keep(store, string);
}

char *store_printf(struct conf_store *store, const char *fmt, ...)
{
	va_list args;
	char *string;

	va_start(args, fmt);
	string = store_vprintf(store, fmt, args);
	va_end(args);
	return string;
}

void command_free(struct conf_command *command)
{
	plan_free(&command->plan);
	free(command->words);
	free(command->chosen);
}

void command_add(struct conf_file *file, struct conf_command *command)
{
	struct conf *conf = file->conf;
	struct conf_command *more = store_grow(conf->store, conf->commands, conf->n, sizeof(*more));

	if (!more) {
		command_free(command);
		return;
	}
	conf->commands = more;
	for (size_t i = 0; i < command->plan.n; i++) {
		struct step *step = &command->plan.steps[i];

		step->chosen = file->tape == OPT_REPLAY ? NULL : &command->chosen[i];
		step->heeds_lock = true;
		step->wakes = file->wakes;
		step->purpose = file->purpose;
		/* send a command_line block's settings even if the drive already has them */
		if (file->purpose == STEP_ATTAIN && !step->req.from_block)
			step->purpose = STEP_RUN;
	}
	more[conf->n++] = *command;
}

void unmatched_add(struct conf_file *file, unsigned line, const char *name, bool drive)
{
	struct conf *conf = file->conf;
	struct conf_unmatched *last = conf->unmatched, *more;

	if (conf->n_unmatched && last[conf->n_unmatched - 1].line == line) {
		last += conf->n_unmatched - 1;
		last->drive |= drive;
		last->names = store_printf(conf->store, "%s, %s", last->names, name);
		return;
	}
	more = store_grow(conf->store, conf->unmatched, conf->n_unmatched, sizeof(*more));
	if (!more)
		return;
	conf->unmatched = more;
	more[conf->n_unmatched++] =
		(struct conf_unmatched){ line, store_copy(conf->store, name, strlen(name)), drive };
}

void store_free(struct conf_store *store)
{
	for (size_t i = 0; store && i < store->n; i++) {
		explicit_bzero(store->kept[i], strlen(store->kept[i]));
		free(store->kept[i]);
	}
	if (store)
		free(store->kept);
	free(store);
}

enum { ERRORS_SHOWN = 50 };

struct file_error {
	unsigned line;
	size_t number; /* order of detection, to sort the errors of one line */
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

void file_errors_report(struct conf_file *file)
{
	/* without memory, words are missing: a message may show the wrong word, even a password */
	size_t n = file->store && !file->store->failed ? file->n_errors : 0;
	size_t bytes = 1, at = 0;
	char *all;

	if (n)
		qsort(file->errors, n, sizeof(file->errors[0]), by_line);
	for (size_t i = 0; i < n && i < ERRORS_SHOWN; i++) {
		if (file->errors[i].text)
			report_error(file->out, NULL, EINVAL, "%s:%u: %s", file->path,
				     file->errors[i].line, file->errors[i].text);
	}
	file->conf->errors = n || file->conf->status ? NULL : "";
	/* --serve may refuse a file with errors that the last accepted file did not have */
	if (file->serves && n && n <= ERRORS_SHOWN) {
		for (size_t i = 0; i < n; i++)
			bytes += strlen(file->errors[i].text) + 1;
		all = store_keep(file->store, calloc(1, bytes));
		for (size_t i = 0; i < n && all; i++)
			at += (size_t)snprintf(all + at, bytes - at, "%s\n", file->errors[i].text);
		file->conf->errors = all;
	}
	if (n > ERRORS_SHOWN)
		report_error(file->out, NULL, EINVAL, "%s: and %zu more errors", file->path,
			     n - ERRORS_SHOWN);
	free(file->errors);
	file->errors = NULL;
}
