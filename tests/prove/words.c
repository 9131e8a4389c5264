// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Words of a command line of hdparm.conf, split as a shell does. The file is included, so that its
 * functions are reached; a text has any characters, up to a few.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define strlen prove_strlen
#define calloc room_of
static void *room_of(size_t n, size_t size);
#include "conf/commands.c"
#include "prove.h"

enum { LINE_MOST = 4 };

/* What conf/commands.c takes from the other files of its folder: memory may run out. */
static char *no_words[1];
static char copy_of[8];

/* Zeros that end exactly at their size; or NULL. A line needs two of them. */
static void *room_of(size_t n, size_t size)
{
	static uint8_t rooms[2][2 * (LINE_MOST + 1)];
	static unsigned next;
	uint8_t *room = rooms[next];

	next = !next;
	if (any_bool())
		return NULL;
	memset(room, 0, sizeof(rooms[0]));
	return room + sizeof(rooms[0]) - n * size;
}

void *store_grow(struct conf_store *store, void *array, size_t n, size_t size)
{
	static char *many[8];

	(void)array;
	(void)size;
	if (n < 8 && any_bool())
		return many;
	store->failed = true;
	return NULL;
}

char *store_keep(struct conf_store *store, char *string)
{
	if (!string)
		store->failed = true;
	return string;
}

char *store_copy(struct conf_store *store, const char *text, size_t length)
{
	(void)store;
	/* copied data exist */
	for (size_t i = 0; i < length; i++)
		copy_of[0] = text[i];
	copy_of[0] = '\0';
	return copy_of;
}

int host_glob(struct host *host, const char *pattern, struct host_paths *paths)
{
	(void)host;
	prove_strlen(pattern);
	paths->n = 0;
	return 0;
}

void host_paths_free(struct host_paths *paths)
{
	paths->n = 0;
}

void prove_conf_words(void)
{
	static struct conf_file file;
	static struct conf_store store;
	char line[LINE_MOST + 1];

	file.store = &store;
	//@ loop unroll LINE_MOST + 1;
	for (size_t length = 0; length <= LINE_MOST; length++) {
		struct words words = { no_words, 0 };
		const char *why = NULL;
		char *at = line + LINE_MOST - length;

		any_text(at, length);
		store.failed = false;
		words_split(&file, at, &words, &why);
	}
}
