// SPDX-License-Identifier: GPL-2.0-or-later
#include "format.h"
#include "text.h"
#include "tree.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* A double, which many readers use, cannot hold every integer above this. */
static const uint64_t exact_in_a_double = (uint64_t)1 << 53;

enum { BLOCK_BYTES = 16 << 10 };

/* Nodes and texts are cut from blocks, and freed with them. */
struct tree_block {
	struct tree_block *before;
	size_t used, room;
	max_align_t data[];
};

static struct tree_block *tree_add_block(struct tree_store *store, size_t bytes)
{
	size_t room = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
	struct tree_block *block = malloc(sizeof(*block) + room);

	if (!block) {
		store->failed = true;
		return NULL;
	}
	*block = (struct tree_block){ .before = store->blocks, .room = room };
	store->blocks = block;
	return block;
}

static void *tree_alloc(struct tree_store *store, size_t bytes)
{
	struct tree_block *block = store->blocks;
	void *room;

	bytes = (bytes + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
	if (!block || block->room - block->used < bytes)
		block = tree_add_block(store, bytes);
	if (!block)
		return NULL;
	room = (char *)block->data + block->used;
	block->used += bytes;
	return room;
}

static char *tree_copy_text(struct tree_store *store, const char *text)
{
	size_t bytes = strlen(text) + 1;
	char *room = tree_alloc(store, bytes);

	return room ? memcpy(room, text, bytes) : NULL;
}

struct tree *tree_root(struct tree_store *store, enum tree_kind kind)
{
	struct tree *node = tree_alloc(store, sizeof(*node));

	if (node)
		*node = (struct tree){ .kind = kind };
	return node;
}

static struct tree *find_child(const struct tree *parent, const char *key)
{
	struct tree *node = parent->kind == TREE_OBJECT ? parent->first : NULL;

	while (node && strcmp(node->key, key))
		node = node->next;
	return node;
}

static struct tree *tree_append(struct tree_store *store, struct tree *parent, const char *key,
				enum tree_kind kind)
{
	bool named = parent->kind == TREE_OBJECT;
	const char *own = named ? tree_copy_text(store, key) : NULL;
	struct tree *node = !named || own ? tree_root(store, kind) : NULL;

	if (!node)
		return NULL;
	node->key = own;
	node->parent = parent;
	if (parent->last)
		parent->last->next = node;
	else
		parent->first = node;
	parent->last = node;
	return node;
}

struct tree *tree_child(struct tree_store *store, struct tree *parent, const char *key,
			enum tree_kind kind)
{
	struct tree *node = parent ? find_child(parent, key) : NULL;

	if (!parent)
		return NULL;
	if (!node)
		return tree_append(store, parent, key, kind);
	if (node->kind != kind) {
		node->first = node->last = NULL;
		node->text = NULL;
		node->kind = kind;
	}
	return node;
}

/* The store owns `text`; NULL if memory ran out. */
static void set_text(struct tree_store *store, struct tree *parent, const char *key,
		     const char *text)
{
	struct tree *node = text ? tree_child(store, parent, key, TREE_SCALAR) : NULL;

	if (node)
		node->text = text;
}

void tree_set_raw(struct tree_store *store, struct tree *parent, const char *key, const char *json)
{
	set_text(store, parent, key, tree_copy_text(store, json));
}

void tree_set_u64(struct tree_store *store, struct tree *parent, const char *key, uint64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), value > exact_in_a_double ? "\"%" PRIu64 "\"" : "%" PRIu64,
		 value);
	tree_set_raw(store, parent, key, text);
}

/*
 * A drive may return any bytes: those that are not UTF-8 become the replacement character, and C1
 * controls are written by number, as a document may be shown on a terminal.
 */
static char *quote_string(struct tree_store *store, const char *value)
{
	const unsigned char *at = (const unsigned char *)value;
	char *text = tree_alloc(store, 6 * strlen(value) + 3), *put = text;

	if (!text)
		return NULL;
	*put++ = '"';
	while (*at) {
		size_t n = utf8_length((const char *)at);

		if (*at == '"' || *at == '\\') {
			*put++ = '\\';
			*put++ = (char)*at++;
		} else if (*at < 0x20 || *at == 0x7f) {
			put += snprintf(put, 7, "\\u%04x", *at++);
		} else if (n == 0) {
			put += snprintf(put, 7, "\\ufffd");
			at++;
		} else if (*at == 0xc2 && at[1] < 0xa0) {
			put += snprintf(put, 7, "\\u%04x", at[1]);
			at += n;
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

void tree_set_string(struct tree_store *store, struct tree *parent, const char *key,
		     const char *value)
{
	set_text(store, parent, key, quote_string(store, value));
}

void tree_set(struct tree_store *store, struct tree *parent, const char *key,
	      const struct report_value *value)
{
	char text[40] = "null";

	switch (value->type) {
	case REPORT_U64:
		tree_set_u64(store, parent, key, value->u64);
		return;
	case REPORT_STRING:
		if (value->string) {
			tree_set_string(store, parent, key, value->string);
			return;
		}
		break;
	case REPORT_I64:
		snprintf(text, sizeof(text), "%" PRId64, value->i64);
		break;
	case REPORT_F64:
		/* JSON has no infinity */
		if (isfinite(value->f64))
			snprintf(text, sizeof(text), "%.12g", value->f64);
		break;
	case REPORT_BOOL:
		snprintf(text, sizeof(text), value->boolean ? "true" : "false");
		break;
	case REPORT_NULL:
		break;
	}
	tree_set_raw(store, parent, key, text);
}

static void newline(FILE *out, unsigned indent)
{
	if (indent < TREE_ONE_LINE)
		format_print(out, "\n%*s", (int)(2 * indent), "");
}

void tree_write(const struct tree *node, FILE *out, unsigned indent)
{
	bool object = node->kind == TREE_OBJECT;

	if (node->kind == TREE_SCALAR) {
		format_print(out, "%s", node->text);
		return;
	}
	format_print(out, object ? "{" : "[");
	for (const struct tree *child = node->first; child; child = child->next) {
		newline(out, indent + 1);
		if (object)
			format_print(out, "\"%s\": ", child->key);
		tree_write(child, out, indent + 1);
		if (child->next)
			format_print(out, ",");
	}
	if (node->first)
		newline(out, indent);
	format_print(out, object ? "}" : "]");
}

void tree_free(struct tree_store *store)
{
	while (store->blocks) {
		struct tree_block *block = store->blocks;

		store->blocks = block->before;
		free(block);
	}
	*store = (struct tree_store){ NULL, false };
}
