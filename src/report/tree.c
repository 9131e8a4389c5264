// SPDX-License-Identifier: GPL-2.0-or-later
#include "tree.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Beyond this a double, which is what many readers keep, no longer holds every integer. */
static const uint64_t exact_in_a_double = (uint64_t)1 << 53;

struct tree *tree_root(enum tree_kind kind)
{
	struct tree *node = calloc(1, sizeof(*node));

	if (node)
		node->kind = kind;
	return node;
}

static struct tree *find(const struct tree *parent, const char *key)
{
	struct tree *node = parent->kind == TREE_OBJECT ? parent->first : NULL;

	while (node && strcmp(node->key, key))
		node = node->next;
	return node;
}

static void drop_children(struct tree *node)
{
	while (node->first) {
		struct tree *child = node->first;

		node->first = child->next;
		tree_free(child);
	}
	node->last = NULL;
}

static struct tree *add(struct tree *parent, const char *key, enum tree_kind kind)
{
	struct tree *node = tree_root(kind);

	if (!node)
		return NULL;
	if (parent->kind == TREE_OBJECT) {
		node->key = strdup(key);
		if (!node->key) {
			free(node);
			return NULL;
		}
	}
	node->parent = parent;
	if (parent->last)
		parent->last->next = node;
	else
		parent->first = node;
	parent->last = node;
	return node;
}

struct tree *tree_child(struct tree *parent, const char *key, enum tree_kind kind)
{
	struct tree *node = find(parent, key);

	if (!node)
		return add(parent, key, kind);
	if (node->kind != kind) {
		drop_children(node);
		free(node->text);
		node->text = NULL;
		node->kind = kind;
	}
	return node;
}

/* Takes `text`, which may be NULL for want of memory. */
static bool set_text(struct tree *parent, const char *key, char *text)
{
	struct tree *node = text ? tree_child(parent, key, TREE_SCALAR) : NULL;

	if (!node) {
		free(text);
		return false;
	}
	free(node->text);
	node->text = text;
	return true;
}

bool tree_set_raw(struct tree *parent, const char *key, const char *json)
{
	return set_text(parent, key, strdup(json));
}

bool tree_set_u64(struct tree *parent, const char *key, uint64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), value > exact_in_a_double ? "\"%" PRIu64 "\"" : "%" PRIu64,
		 value);
	return tree_set_raw(parent, key, text);
}

/* Length of the well-formed UTF-8 sequence at `s` (Unicode 15 table 3-7), 0 where there is none. */
static size_t utf8_length(const unsigned char *s)
{
	size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;

	if (s[0] > 0xf4)
		return 0;
	for (size_t i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	}
	/* overlong forms, surrogates, and what lies beyond U+10FFFF */
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return n;
}

/* Drives say what they like: bytes that are no UTF-8 become the replacement character. */
static char *quote(const char *value)
{
	const unsigned char *at = (const unsigned char *)value;
	char *text = malloc(6 * strlen(value) + 3), *put = text;

	if (!text)
		return NULL;
	*put++ = '"';
	while (*at) {
		size_t n = utf8_length(at);

		if (*at == '"' || *at == '\\') {
			*put++ = '\\';
			*put++ = (char)*at++;
		} else if (*at < 0x20 || *at == 0x7f) {
			put += sprintf(put, "\\u%04x", *at++);
		} else if (n == 0) {
			put += sprintf(put, "\\ufffd");
			at++;
		} else {
			memcpy(put, at, n);
			put += n;
			at += n;
		}
	}
	*put++ = '"';
	*put = '\0';
	return text;
}

bool tree_set_string(struct tree *parent, const char *key, const char *value)
{
	return set_text(parent, key, quote(value));
}

bool tree_set(struct tree *parent, const char *key, const struct report_value *value)
{
	char text[40] = "null";

	switch (value->type) {
	case REPORT_U64:
		return tree_set_u64(parent, key, value->u64);
	case REPORT_STRING:
		if (value->string)
			return tree_set_string(parent, key, value->string);
		break;
	case REPORT_I64:
		snprintf(text, sizeof(text), "%" PRId64, value->i64);
		break;
	case REPORT_F64:
		/* JSON knows no infinity */
		if (isfinite(value->f64))
			snprintf(text, sizeof(text), "%.12g", value->f64);
		break;
	case REPORT_BOOL:
		snprintf(text, sizeof(text), value->boolean ? "true" : "false");
		break;
	case REPORT_NULL:
		break;
	}
	return tree_set_raw(parent, key, text);
}

static void newline(FILE *out, unsigned indent)
{
	fprintf(out, "\n%*s", (int)(2 * indent), "");
}

void tree_write(const struct tree *node, FILE *out, unsigned indent)
{
	bool object = node->kind == TREE_OBJECT;

	if (node->kind == TREE_SCALAR) {
		fputs(node->text, out);
		return;
	}
	fputc(object ? '{' : '[', out);
	for (const struct tree *child = node->first; child; child = child->next) {
		newline(out, indent + 1);
		if (object)
			fprintf(out, "\"%s\": ", child->key);
		tree_write(child, out, indent + 1);
		if (child->next)
			fputc(',', out);
	}
	if (node->first)
		newline(out, indent);
	fputc(object ? '}' : ']', out);
}

void tree_free(struct tree *node)
{
	if (!node)
		return;
	drop_children(node);
	free(node->key);
	free(node->text);
	free(node);
}
