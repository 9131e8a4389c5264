// SPDX-License-Identifier: GPL-2.0-or-later
/* Memory of one reading of the file: everything is freed together. */
#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *grow(struct conf_store *store, void *array, size_t n, size_t size)
{
	void *bigger;

	/* the room doubles: it is full when n is a power of two, and empty at 0 */
	if (n & (n - 1))
		return array;
	bigger = reallocarray(array, n ? 2 * n : 1, size);
	if (!bigger)
		store->failed = true;
	return bigger;
}

char *store_keep(struct conf_store *store, char *string)
{
	char **kept = string ? grow(store, store->kept, store->n, sizeof(*kept)) : NULL;

	if (!kept) {
		store->failed = true;
		/* it may be a password, as all that conf_free() frees */
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

/* Not vasprintf(), which frees a copy of what may be a password without wiping it. */
char *store_printf(struct conf_store *store, const char *fmt, ...)
{
	char *string = NULL;
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	if (n >= 0)
		string = malloc((size_t)n + 1);
	if (string) {
		va_start(args, fmt);
		vsnprintf(string, (size_t)n + 1, fmt, args);
		va_end(args);
	}
	return store_keep(store, string);
}

bool out_of_memory(struct conf_store *store, const struct plan_error *error)
{
	if (error->status != ENOMEM)
		return false;
	store->failed = true;
	return true;
}
