// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One JSON document for the whole run, kept in memory and written at its end. The document has the
 * keys and typed values, not the texts; report.h gives the place of each fact.
 */
#include "report.h"
#include "build.h"
#include "format.h"
#include "tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DOCUMENT_VERSION = 1 };

static const char left_out[] = "actions and results are missing from the document";

struct json {
	struct tree_store store; /* if memory runs out the document is not written */
	struct tree *root;
	struct tree *devices;
	struct tree *device; /* the current one, NULL between two */
	struct tree *at;     /* the device or section that gets the values */
	struct tree *error;  /* the last entry of an errors list, to add to it */
	bool lost;	     /* a line was not written, for lack of memory */
};

static void ensure_root(struct json *json)
{
	if (json->root)
		return;
	json->root = tree_root(&json->store, TREE_OBJECT);
	tree_set_u64(&json->store, json->root, "version", DOCUMENT_VERSION);
	tree_set_string(&json->store, json->root, "hdparm", HDPARM_VERSION);
	json->devices = tree_child(&json->store, json->root, "devices", TREE_ARRAY);
}

/* `path` is NULL for facts without a device, such as IDENTIFY data from a file. */
static void open_device(struct json *json, const char *path)
{
	ensure_root(json);
	json->device = tree_child(&json->store, json->devices, NULL, TREE_OBJECT);
	json->at = json->device;
	if (path)
		tree_set_string(&json->store, json->device, "path", path);
	else
		tree_set_raw(&json->store, json->device, "path", "null");
	tree_child(&json->store, json->device, "settings", TREE_OBJECT);
	tree_child(&json->store, json->device, "errors", TREE_ARRAY);
}

static void json_device_begin(struct report *out, const char *path, bool heading)
{
	(void)heading;
	open_device(out->state, path);
}

static void json_forget(struct report *out)
{
	struct json *json = out->state;

	tree_free(&json->store);
	*json = (struct json){ .root = NULL };
}

/* Write an object and those after it, a line each, if all is there. Then all is forgotten. */
static void write_lines(struct report *out, const struct tree *object)
{
	struct json *json = out->state;
	bool lost = json->lost || json->store.failed;

	for (; object && !json->store.failed; object = object->next) {
		tree_write(object, out->out, TREE_ONE_LINE);
		format_print(out->out, "\n");
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
		open_device(json, NULL);
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
	struct tree *at;

	(void)fmt;
	(void)args;
	if (!key)
		return;
	if (!json->device)
		open_device(json, NULL);
	at = json->at;
	if (at && at == json->device)
		at = tree_child(&json->store, at, "settings", TREE_OBJECT);
	tree_set(&json->store, at, key, value);
}

/* A device that could not be opened also gets an entry. */
static void json_error(struct report *out, const char *option, int err, const char *message,
		       const char *diagnosis)
{
	struct json *json = out->state;
	bool stray = !json->device && out->path;
	struct tree *errors;

	ensure_root(json);
	if (stray)
		open_device(json, out->path);
	errors = tree_child(&json->store, json->device ? json->device : json->root, "errors",
			    TREE_ARRAY);
	json->error = tree_child(&json->store, errors, NULL, TREE_OBJECT);
	if (option)
		tree_set_string(&json->store, json->error, "option", option);
	tree_set_u64(&json->store, json->error, "errno", (uint64_t)err);
	tree_set_string(&json->store, json->error, "message", message);
	if (diagnosis)
		tree_set_string(&json->store, json->error, "diagnosis", diagnosis);
	if (stray) {
		json_device_end(out);
	} else if (out->lines && !json->device) {
		write_lines(out, json->root);
	}
}

static void json_fragment(struct report *out, const char *text)
{
	struct json *json = out->state;

	ensure_root(json);
	tree_set_raw(&json->store, json->devices, NULL, text);
}

static void write_part(const struct json *json, FILE *out)
{
	const struct tree *device = json->devices ? json->devices->first : NULL;

	for (; device; device = device->next) {
		tree_write(device, out, 2);
		format_print(out, device->next ? ",\n    " : "");
	}
}

/* Write a document that has only this error; it needs no memory. */
static void write_failure(FILE *out, int status)
{
	format_print(out,
		     "{\n  \"version\": %d,\n  \"hdparm\": \"%s\",\n  \"devices\": [],\n"
		     "  \"errors\": [\n    {\n      \"option\": \"--json\",\n      \"errno\": %d,\n"
		     "      \"message\": \"%s: %s\"\n    }\n  ],\n  \"exit_status\": %d\n}\n",
		     DOCUMENT_VERSION, HDPARM_VERSION, ENOMEM, left_out, strerror(ENOMEM), status);
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
		format_print(out->err, "hdparm: --json: %s: %s\n", left_out, strerror(ENOMEM));
		if (!out->part)
			write_failure(out->out, status);
	} else if (out->part) {
		write_part(json, out->out);
	} else if (out->lines) {
		tree_write(json->root, out->out, TREE_ONE_LINE);
		format_print(out->out, "\n");
	} else {
		tree_write(json->root, out->out, 0);
		format_print(out->out, "\n");
	}
	report_written(out);
	tree_free(&json->store);
	free(json);
	out->state = NULL;
	return report_close(out, status);
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
		format_print(err, "hdparm: --json: nothing is done: %s\n", strerror(ENOMEM));
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
