// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One JSON document for the whole run, kept in memory and written at its end. Keys and typed
 * values are used, texts ignored; what goes where is told in report.h.
 */
#include "report.h"
#include "tree.h"
#include "version.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DOCUMENT_VERSION = 1 };

struct json {
	struct tree *root;
	struct tree *devices;
	struct tree *device; /* the one being reported, NULL between two */
	struct tree *at;     /* where values go now: the device or a section in it */
	struct tree *error;  /* the last entry of an errors list, for what is added to it */
	unsigned lost;	     /* sections that could not be made and are still open */
	bool no_memory;
};

/* Notes that a fact could not be kept: the document must not look complete. */
static void need(struct json *json, bool done)
{
	if (!done)
		json->no_memory = true;
}

static bool start(struct json *json)
{
	if (json->root)
		return true;
	json->root = tree_root(TREE_OBJECT);
	if (json->root) {
		need(json, tree_set_u64(json->root, "version", DOCUMENT_VERSION));
		need(json, tree_set_string(json->root, "hdparm", HDPARM_VERSION));
		json->devices = tree_child(json->root, "devices", TREE_ARRAY);
	}
	need(json, json->root && json->devices);
	return json->root && json->devices;
}

/* `path` is NULL for what was said without a device, as of IDENTIFY data from a file. */
static void open_device(struct json *json, const char *path)
{
	if (!start(json))
		return;
	json->device = tree_child(json->devices, NULL, TREE_OBJECT);
	json->at = json->device;
	need(json, json->device != NULL);
	if (!json->device)
		return;
	if (path)
		need(json, tree_set_string(json->device, "path", path));
	else
		need(json, tree_set_raw(json->device, "path", "null"));
	need(json, tree_child(json->device, "settings", TREE_OBJECT) != NULL);
	need(json, tree_child(json->device, "errors", TREE_ARRAY) != NULL);
}

static void close_device(struct json *json)
{
	json->device = json->at = NULL;
	json->lost = 0;
}

static void json_device_begin(struct report *out, const char *path, bool heading)
{
	(void)heading;
	open_device(out->state, path);
}

static void json_device_end(struct report *out)
{
	close_device(out->state);
}

static void json_section_begin(struct report *out, const char *key, bool array)
{
	struct json *json = out->state;
	struct tree *section;

	if (!json->device)
		open_device(json, NULL);
	if (json->lost || !json->at) {
		json->lost++;
		return;
	}
	section = tree_child(json->at, key ? key : "", array ? TREE_ARRAY : TREE_OBJECT);
	need(json, section != NULL);
	if (section)
		json->at = section;
	else
		json->lost++;
}

static void json_section_end(struct report *out)
{
	struct json *json = out->state;

	if (json->lost)
		json->lost--;
	else if (json->at && json->at != json->device)
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
		at = tree_child(at, "settings", TREE_OBJECT);
	need(json, at && !json->lost && tree_set(at, key, value));
}

/* A device that could not be opened has an entry too: it was asked for. */
static void json_error(struct report *out, const char *option, int err, const char *message)
{
	struct json *json = out->state;
	bool stray = !json->device && out->path;
	struct tree *errors = NULL;

	if (stray)
		open_device(json, out->path);
	if (json->device)
		errors = tree_child(json->device, "errors", TREE_ARRAY);
	else if (start(json))
		errors = tree_child(json->root, "errors", TREE_ARRAY);
	json->error = errors ? tree_child(errors, NULL, TREE_OBJECT) : NULL;
	need(json, json->error != NULL);
	if (json->error) {
		if (option)
			need(json, tree_set_string(json->error, "option", option));
		need(json, tree_set_u64(json->error, "errno", (uint64_t)err));
		need(json, tree_set_string(json->error, "message", message));
	}
	if (stray)
		close_device(json);
}

static void json_diagnosis(struct report *out, const char *sentence)
{
	struct json *json = out->state;

	if (json->error)
		need(json, tree_set_string(json->error, "diagnosis", sentence));
}

static void json_fragment(struct report *out, const char *text)
{
	struct json *json = out->state;

	need(json, start(json) && tree_set_raw(json->devices, NULL, text));
}

static void write_part(const struct json *json, FILE *out)
{
	const struct tree *device = json->devices ? json->devices->first : NULL;

	for (; device; device = device->next) {
		tree_write(device, out, 2);
		fputs(device->next ? ",\n    " : "", out);
	}
}

static int json_finish(struct report *out, int status)
{
	struct json *json = out->state;

	if (json->no_memory || !start(json)) {
		fprintf(out->err, "hdparm: --json: %s\n", strerror(ENOMEM));
		status = status ? status : ENOMEM;
	} else if (out->part) {
		write_part(json, out->out);
	} else {
		need(json, tree_set_u64(json->root, "exit_status", (uint64_t)status));
		tree_write(json->root, out->out, 0);
		fputc('\n', out->out);
	}
	tree_free(json->root);
	free(json);
	out->state = NULL;
	return report_close(out, status);
}

static void json_forget(struct report *out)
{
	struct json *json = out->state;

	tree_free(json->root);
	*json = (struct json){ .root = NULL };
}

static const struct report_ops json_ops = {
	.device_begin = json_device_begin,
	.device_end = json_device_end,
	.section_begin = json_section_begin,
	.section_end = json_section_end,
	.value = json_value,
	.error = json_error,
	.diagnosis = json_diagnosis,
	.fragment = json_fragment,
	.forget = json_forget,
	.finish = json_finish,
};

int report_json(struct report *report, FILE *out, FILE *err)
{
	struct json *json = calloc(1, sizeof(*json));

	if (!json)
		return -ENOMEM;
	*report = (struct report){
		.ops = &json_ops,
		.out = out,
		.err = err,
		.structured = true,
		.state = json,
	};
	return 0;
}
