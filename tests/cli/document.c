// SPDX-License-Identifier: GPL-2.0-or-later
/* Check that stdout is one JSON document, and read the exit status from its last member. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "case.h"

static const char *value(const char *at);

static const char *blanks(const char *at)
{
	return at ? at + strspn(at, " \t\r\n") : NULL;
}

/* Return the place after the closing quote, or NULL, as the functions below do. */
static const char *string(const char *at)
{
	if (*at++ != '"')
		return NULL;
	for (; *at != '"'; at++) {
		if ((unsigned char)*at < ' ')
			return NULL;
		if (*at != '\\')
			continue;
		at++;
		if (*at == 'u' && strspn(at + 1, "0123456789abcdefABCDEF") >= 4)
			at += 4;
		else if (!*at || !strchr("\"\\/bfnrt", *at))
			return NULL;
	}
	return at + 1;
}

static const char *scalar(const char *at)
{
	static const char *const words[] = { "true", "false", "null" };
	char *end;

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (!strncmp(at, words[i], strlen(words[i])))
			return at + strlen(words[i]);
	if (*at != '-' && !isdigit((unsigned char)*at))
		return NULL;
	strtod(at, &end);
	return end;
}

/* Members or elements; `name` is set to the name of the outermost object's last member. */
static const char *list(const char *at, char close, const char **name)
{
	at = blanks(at + 1);
	if (*at == close)
		return at + 1;
	for (;;) {
		if (close == '}') {
			if (name)
				*name = at;
			at = blanks(string(at));
			if (!at || *at++ != ':')
				return NULL;
		}
		at = blanks(value(blanks(at)));
		if (!at || (*at != ',' && *at != close))
			return NULL;
		if (*at++ == close)
			return at;
		at = blanks(at);
	}
}

static const char *value(const char *at)
{
	if (*at == '{')
		return list(at, '}', NULL);
	if (*at == '[')
		return list(at, ']', NULL);
	return *at == '"' ? string(at) : scalar(at);
}

bool document_read(const char *text, int *status)
{
	const char *name = NULL, *end = *text == '{' ? blanks(list(text, '}', &name)) : NULL;

	if (!end || *end || !name)
		return false;
	return sscanf(name, "\"exit_status\": %d", status) == 1;
}

static char unescaped(const char **at)
{
	const char *c = *at;
	unsigned byte;

	*at += 2;
	if (c[1] == 't')
		return '\t';
	if (c[1] == 's')
		return ' ';
	if (c[1] != 'x' || sscanf(c + 2, "%2x", &byte) != 1)
		return c[1];
	*at += 2;
	return (char)byte;
}

char *document_text(const struct lines *out)
{
	size_t room = 1;
	char *text, *put;

	for (size_t i = 0; i < out->n; i++)
		room += strlen(out->line[i]) + 1;
	text = put = malloc(room);
	if (!text)
		exit(2);
	for (size_t i = 0; i < out->n; i++) {
		const char *at = out->line[i];

		while (*at && strcmp(at, "\\c") != 0) {
			if (*at == '\\')
				*put++ = unescaped(&at);
			else
				*put++ = *at++;
		}
		if (!*at)
			*put++ = '\n';
	}
	*put = '\0';
	return text;
}
