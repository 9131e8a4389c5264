// SPDX-License-Identifier: GPL-2.0-or-later
/* The memory of all that is made from the file: it is freed together. */
#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *store_grow(struct conf_store *store, void *array, size_t n, size_t size)
{
	void *bigger;

	/* the size doubles: the array is full when n is a power of two or 0 */
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
		/* it may be a password */
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

/* Print into the store. vasprintf() might free a copy of a password without wiping it. */
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

void file_glob(struct conf_file *file, const char *pattern, struct host_paths *paths)
{
	if (host_glob(file->host, pattern, paths) == -ENOMEM)
		file->store->failed = true;
}

bool out_of_memory(struct conf_store *store, const struct plan_error *error)
{
	if (error->status != ENOMEM)
		return false;
	store->failed = true;
	return true;
}

void command_free(struct conf_command *command)
{
	plan_free(&command->plan);
	free(command->words);
	free(command->chosen);
}

/* A command line is sent unchanged; a block describes a state. */
static enum step_purpose purpose_of(const struct conf_file *file, const struct step *step)
{
	if (file->purpose != STEP_ATTAIN || step->req.from_block)
		return file->purpose;
	return STEP_RUN;
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
		command->plan.steps[i].chosen =
			file->tape == OPT_REPLAY ? NULL : &command->chosen[i];
		command->plan.steps[i].heeds_lock = true;
		command->plan.steps[i].wakes = file->wakes;
		command->plan.steps[i].purpose = purpose_of(file, &command->plan.steps[i]);
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

void conf_drop(struct conf *conf)
{
	for (size_t i = 0; i < conf->n; i++)
		command_free(&conf->commands[i]);
	free(conf->commands);
	free(conf->unmatched);
	conf->commands = NULL;
	conf->unmatched = NULL;
	conf->n = conf->n_unmatched = 0;
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

void conf_free(struct conf *conf)
{
	conf_drop(conf);
	store_free(conf->store);
	*conf = (struct conf){ .status = 0 };
}
