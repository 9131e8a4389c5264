// SPDX-License-Identifier: GPL-2.0-or-later
/* The JSON backend. */
#include "build.h"
#include "report.h"
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* --- A JSON document in memory: objects, arrays and ready-made scalars --- */

enum tree_kind { TREE_OBJECT, TREE_ARRAY, TREE_SCALAR };

struct tree {
	enum tree_kind kind;
	const char *key;  /* NULL in an array and for the root */
	const char *text; /* a scalar's JSON text */
	struct tree *parent, *first, *last, *next;
};

/* If memory runs out, `failed` is set, and the document lacks parts. */
struct tree_store {
	struct tree_block *blocks;
	bool failed;
};

/* Above this, u64 values become strings: many readers use a double, which cannot hold them all. */
static const uint64_t exact_in_a_double = (uint64_t)1 << 53;

enum { BLOCK_BYTES = 16 << 10, TREE_ONE_LINE = 1 << 30 };

struct tree_block {
	struct tree_block *before;
	size_t used, room;
	max_align_t data[];
};

static void *tree_alloc(struct tree_store *store, size_t bytes)
{
	struct tree_block *block = store->blocks;
	size_t room = BLOCK_BYTES;
	void *found;

	bytes = (bytes + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
	if (!block || block->room - block->used < bytes) {
		if (room < bytes)
			room = bytes;
		block = malloc(sizeof(*block) + room);
		if (!block) {
			store->failed = true;
			return NULL;
		}
		*block = (struct tree_block){ .before = store->blocks, .room = room };
		store->blocks = block;
	}
	found = (char *)block->data + block->used;
	block->used += bytes;
	return found;
}

static char *tree_copy_text(struct tree_store *store, const char *text)
{
	size_t bytes = strlen(text) + 1;
	char *room = tree_alloc(store, bytes);

	return room ? memcpy(room, text, bytes) : NULL;
}

static struct tree *new_node(struct tree_store *store, enum tree_kind kind)
{
	struct tree *node = tree_alloc(store, sizeof(*node));

	if (node)
		*node = (struct tree){ .kind = kind };
	return node;
}

/*
 * Find the child `key` of an object, or add a child; an array ignores `key`, and always gets a new
 * child. A child of another kind loses its contents. NULL: no memory, or no parent.
 */
static struct tree *tree_child(struct tree_store *store, struct tree *parent, const char *key,
			       enum tree_kind kind)
{
	bool named = parent && parent->kind == TREE_OBJECT;
	struct tree *node = named ? parent->first : NULL;
	const char *own = NULL;

	while (node && strcmp(node->key, key))
		node = node->next;
	if (node && node->kind != kind) {
		node->first = node->last = NULL;
		node->text = NULL;
		node->kind = kind;
	}
	if (node || !parent)
		return node;
	if (named)
		own = tree_copy_text(store, key);
	if (!named || own)
		node = new_node(store, kind);
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

static void set_text(struct tree_store *store, struct tree *parent, const char *key,
		     const char *text)
{
	struct tree *node = text ? tree_child(store, parent, key, TREE_SCALAR) : NULL;

	if (node)
		node->text = text;
}

static void tree_set_raw(struct tree_store *store, struct tree *parent, const char *key,
			 const char *json)
{
	set_text(store, parent, key, tree_copy_text(store, json));
}

static void tree_set_u64(struct tree_store *store, struct tree *parent, const char *key,
			 uint64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), value > exact_in_a_double ? "\"%" PRIu64 "\"" : "%" PRIu64,
		 value);
	tree_set_raw(store, parent, key, text);
}

/* Bytes that are not UTF-8 become U+FFFD. */
static void tree_set_string(struct tree_store *store, struct tree *parent, const char *key,
			    const char *value)
{
	const unsigned char *at = (const unsigned char *)value;
	char *text = tree_alloc(store, 6 * strlen(value) + 3), *put = text;

	if (!text)
		return;
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
	set_text(store, parent, key, text);
}

static void begin_line(FILE *out, unsigned indent)
{
	if (indent < TREE_ONE_LINE)
		fprintf(out, "\n%*s", (int)(2 * indent), "");
}

static void tree_write(const struct tree *node, FILE *out, unsigned indent)
{
	bool object = node->kind == TREE_OBJECT;

	if (node->kind == TREE_SCALAR) {
		fputs(node->text, out);
		return;
	}
	fputs(object ? "{" : "[", out);
	for (const struct tree *child = node->first; child; child = child->next) {
		begin_line(out, indent + 1);
		if (object)
			fprintf(out, "\"%s\": ", child->key);
		tree_write(child, out, indent + 1);
		if (child->next)
			fputs(",", out);
	}
	if (node->first)
		begin_line(out, indent);
	fputs(object ? "}" : "]", out);
}

static void tree_free(struct tree_store *store)
{
	while (store->blocks) {
		struct tree_block *block = store->blocks;

		store->blocks = block->before;
		free(block);
	}
	*store = (struct tree_store){ NULL, false };
}

/* --- The document --- */

enum { DOCUMENT_VERSION = 1 };

static const char left_out[] = "actions and results are missing from the document";

struct json {
	struct tree_store store;
	struct tree *root;
	struct tree *devices;
	/* the open entry of `devices`, which gets the facts; NULL: none, or no memory */
	struct tree *device;
	struct tree *at;
	bool lost; /* for lack of memory, a device's line was not written; see out->lines */
};

static void ensure_root(struct json *json)
{
	if (json->root)
		return;
	json->root = new_node(&json->store, TREE_OBJECT);
	tree_set_u64(&json->store, json->root, "version", DOCUMENT_VERSION);
	tree_set_string(&json->store, json->root, "hdparm", HDPARM_VERSION);
	json->devices = tree_child(&json->store, json->root, "devices", TREE_ARRAY);
}

static void json_device_begin(struct report *out, const char *path, bool heading)
{
	struct json *json = out->state;

	(void)heading;
	ensure_root(json);
	json->device = tree_child(&json->store, json->devices, "", TREE_OBJECT);
	json->at = json->device;
	if (path)
		tree_set_string(&json->store, json->device, "path", path);
	else
		tree_set_raw(&json->store, json->device, "path", "null");
	tree_child(&json->store, json->device, "settings", TREE_OBJECT);
	tree_child(&json->store, json->device, "errors", TREE_ARRAY);
}

static void json_forget(struct report *out)
{
	struct json *json = out->state;

	tree_free(&json->store);
	*json = (struct json){ .root = NULL };
}

/* Write `object` and its later siblings, a line each, unless memory ran out; drop the document. */
static void write_lines(struct report *out, const struct tree *object)
{
	struct json *json = out->state;
	bool lost = json->lost || json->store.failed;

	for (; object && !json->store.failed; object = object->next) {
		tree_write(object, out->out, TREE_ONE_LINE);
		fputs("\n", out->out);
	}
	json_forget(out);
	json->lost = lost;
	report_flush(out);
}

static void json_device_end(struct report *out)
{
	struct json *json = out->state;

	json->device = json->at = NULL;
	if (out->lines)
		write_lines(out, json->devices ? json->devices->first : NULL);
}

static void json_section_begin(struct report *out, const char *key, bool array)
{
	struct json *json = out->state;
	struct tree *section;

	if (!json->device)
		json_device_begin(out, NULL, false);
	section = tree_child(&json->store, json->at, key ? key : "",
			     array ? TREE_ARRAY : TREE_OBJECT);
	if (section)
		json->at = section;
}

static void json_section_end(struct report *out)
{
	struct json *json = out->state;

	if (json->at && json->at != json->device)
		json->at = json->at->parent;
}

REPORT_PRINTF(4, 0)
static void json_value(struct report *out, const char *key, const struct report_value *value,
		       const char *fmt, va_list args)
{
	struct json *json = out->state;
	char text[40] = "null";
	struct tree *at;

	(void)fmt;
	(void)args;
	if (!key)
		return;
	if (!json->device)
		json_device_begin(out, NULL, false);
	at = json->at;
	if (at && at == json->device)
		at = tree_child(&json->store, at, "settings", TREE_OBJECT);
	switch (value->type) {
	case REPORT_U64:
		tree_set_u64(&json->store, at, key, value->u64);
		return;
	case REPORT_STRING:
		if (value->string) {
			tree_set_string(&json->store, at, key, value->string);
			return;
		}
		break;
	case REPORT_I64:
		snprintf(text, sizeof(text), "%" PRId64, value->i64);
		break;
	case REPORT_F64:
		/* JSON has no infinity and no NaN */
		if (isfinite(value->f64))
			snprintf(text, sizeof(text), "%.12g", value->f64);
		break;
	case REPORT_BOOL:
		snprintf(text, sizeof(text), value->boolean ? "true" : "false");
		break;
	case REPORT_NULL:
		break;
	}
	tree_set_raw(&json->store, at, key, text);
}

/*
 * Add an error to the open entry of `devices`; else to a new entry for out->path; or, if out->path
 * is NULL, to the document.
 */
static void json_error(struct report *out, const char *option, int err, const char *message,
		       const char *diagnosis)
{
	struct json *json = out->state;
	bool stray = !json->device && out->path;
	struct tree *errors, *error;

	ensure_root(json);
	if (stray)
		json_device_begin(out, out->path, false);
	errors = tree_child(&json->store, json->device ? json->device : json->root, "errors",
			    TREE_ARRAY);
	error = tree_child(&json->store, errors, "", TREE_OBJECT);
	if (option)
		tree_set_string(&json->store, error, "option", option);
	tree_set_u64(&json->store, error, "errno", (uint64_t)err);
	tree_set_string(&json->store, error, "message", message);
	if (diagnosis)
		tree_set_string(&json->store, error, "diagnosis", diagnosis);
	if (stray)
		json_device_end(out);
	else if (out->lines && !json->device)
		write_lines(out, json->root);
}

static void json_fragment(struct report *out, const char *text)
{
	struct json *json = out->state;

	ensure_root(json);
	tree_set_raw(&json->store, json->devices, "", text);
}

static int json_finish(struct report *out, int status)
{
	struct json *json = out->state;

	if (!out->part) {
		ensure_root(json);
		tree_set_u64(&json->store, json->root, "exit_status", (uint64_t)status);
	}
	if (json->store.failed || json->lost) {
		status = status ? status : ENOMEM;
		fprintf(out->err, "hdparm: --json: %s: %s\n", left_out, error_words(ENOMEM));
		/* write a document with only this error: the tree would need memory */
		if (!out->part)
			fprintf(out->out,
				"{\n  \"version\": %d,\n  \"hdparm\": \"%s\",\n"
				"  \"devices\": [],\n  \"errors\": [\n    {\n"
				"      \"option\": \"--json\",\n      \"errno\": %d,\n"
				"      \"message\": \"%s: %s\"\n    }\n  ],\n"
				"  \"exit_status\": %d\n}\n",
				DOCUMENT_VERSION, HDPARM_VERSION, ENOMEM, left_out,
				error_words(ENOMEM), status);
	} else if (out->part) {
		const struct tree *device = json->devices ? json->devices->first : NULL;

		for (; device; device = device->next) {
			tree_write(device, out->out, 2);
			fputs(device->next ? ",\n    " : "", out->out);
		}
	} else {
		tree_write(json->root, out->out, out->lines ? TREE_ONE_LINE : 0);
		fputs("\n", out->out);
	}
	report_written(out);
	tree_free(&json->store);
	free(json);
	out->state = NULL;
	return status;
}

static const struct report_ops json_ops = {
	.device_begin = json_device_begin,
	.device_end = json_device_end,
	.section_begin = json_section_begin,
	.section_end = json_section_end,
	.value = json_value,
	.error = json_error,
	.fragment = json_fragment,
	.forget = json_forget,
	.finish = json_finish,
};

int report_json(struct report *report, FILE *out, FILE *err)
{
	struct json *json = calloc(1, sizeof(*json));

	if (!json) {
		fprintf(err, "hdparm: --json: nothing is done: %s\n", error_words(ENOMEM));
		return -ENOMEM;
	}
	*report = (struct report){
		.ops = &json_ops,
		.out = out,
		.err = err,
		.structured = true,
		.state = json,
	};
	return 0;
}
