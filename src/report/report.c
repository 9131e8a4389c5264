// SPDX-License-Identifier: GPL-2.0-or-later
/* The public functions; a backend formats the output. */
#include "format.h"
#include "report.h"

#include <errno.h>
#include <string.h>

void report_device_begin(struct report *out, const char *path, bool heading)
{
	out->path = path;
	out->ops->device_begin(out, path, heading);
}

void report_device_end(struct report *out)
{
	out->ops->device_end(out);
	out->path = NULL;
}

void report_section_begin(struct report *out, const char *key)
{
	out->ops->section_begin(out, key, false);
}

void report_array_begin(struct report *out, const char *key)
{
	out->ops->section_begin(out, key, true);
}

void report_section_end(struct report *out)
{
	out->ops->section_end(out);
}

void report_u64(struct report *out, const char *key, uint64_t value, const char *fmt, ...)
{
	const struct report_value v = { .type = REPORT_U64, .u64 = value };
	va_list args;

	va_start(args, fmt);
	out->ops->value(out, key, &v, fmt, args);
	va_end(args);
}

void report_i64(struct report *out, const char *key, int64_t value, const char *fmt, ...)
{
	const struct report_value v = { .type = REPORT_I64, .i64 = value };
	va_list args;

	va_start(args, fmt);
	out->ops->value(out, key, &v, fmt, args);
	va_end(args);
}

void report_f64(struct report *out, const char *key, double value, const char *fmt, ...)
{
	const struct report_value v = { .type = REPORT_F64, .f64 = value };
	va_list args;

	va_start(args, fmt);
	out->ops->value(out, key, &v, fmt, args);
	va_end(args);
}

void report_bool(struct report *out, const char *key, bool value, const char *fmt, ...)
{
	const struct report_value v = { .type = REPORT_BOOL, .boolean = value };
	va_list args;

	va_start(args, fmt);
	out->ops->value(out, key, &v, fmt, args);
	va_end(args);
}

void report_string(struct report *out, const char *key, const char *value, const char *fmt, ...)
{
	const struct report_value v = { .type = REPORT_STRING, .string = value };
	va_list args;

	va_start(args, fmt);
	out->ops->value(out, key, &v, fmt, args);
	va_end(args);
}

void report_null(struct report *out, const char *key, const char *fmt, ...)
{
	const struct report_value v = { .type = REPORT_NULL };
	va_list args;

	va_start(args, fmt);
	out->ops->value(out, key, &v, fmt, args);
	va_end(args);
}

void report_line(struct report *out, const char *fmt, ...)
{
	const struct report_value v = { .type = REPORT_NULL };
	va_list args;

	va_start(args, fmt);
	out->ops->value(out, NULL, &v, fmt, args);
	va_end(args);
}

void report_written(struct report *out)
{
	/* stdio drops text that it could not write, and keeps only an error flag */
	if (!out->out_error && ferror_unlocked(out->out))
		out->out_error = errno ? errno : EIO;
}

bool report_flush(struct report *out)
{
	fflush(out->out);
	report_written(out);
	return !out->out_error;
}

bool report_shows_meaning(const struct report *out)
{
	return out->structured || out->verbose || out->err_terminal;
}

/* The advice for the message, or NULL if it was printed for this device before. */
static const char *new_advice(struct report *out, const char *advice)
{
	if (!advice || (advice == out->last_advice && out->path == out->last_advised))
		return NULL;
	out->last_advice = advice;
	out->last_advised = out->path;
	return advice;
}

/* A meaning is also printed once: without ATA the four commands of -W fail in the same way. */
static bool new_meaning(struct report *out, const char *meaning)
{
	if (out->path == out->last_meant && !strcmp(meaning, out->last_meaning))
		return false;
	snprintf(out->last_meaning, sizeof(out->last_meaning), "%s", meaning);
	out->last_meant = out->path;
	return true;
}

/* "OPTION: text" */
REPORT_PRINTF(3, 0)
static void format_message(char text[REPORT_ERROR_BYTES], const char *option, const char *fmt,
			   va_list args)
{
	size_t n = option ? (size_t)snprintf(text, REPORT_ERROR_BYTES, "%s: ", option) : 0;

	vsnprintf(text + n, REPORT_ERROR_BYTES - n, fmt, args);
}

static void print_message(struct report *out, const char *text, const char *advice)
{
	/* Text on stdout must come before the message about it. */
	report_flush(out);
	format_print(out->err, "hdparm: %s%s%s%s%s\n", out->path ? out->path : "",
		     out->path ? ": " : "", text, advice ? "; " : "", advice ? advice : "");
}

void report_note(struct report *out, const char *option, const char *fmt, ...)
{
	char text[REPORT_ERROR_BYTES];
	va_list args;

	va_start(args, fmt);
	format_message(text, option, fmt, args);
	va_end(args);
	print_message(out, text, NULL);
}

static void add_error(struct report *out, const struct report_failure *failure,
		      const char text[REPORT_ERROR_BYTES])
{
	const char *meaning = failure->meaning && *failure->meaning ? failure->meaning : NULL;
	const char *message = text;
	char diagnosis[2 * REPORT_MEANING_BYTES];

	if (out->path == out->last_path && !strcmp(text, out->last_error))
		return;
	memcpy(out->last_error, text, strlen(text) + 1);
	out->last_path = out->path;
	print_message(out, text, new_advice(out, failure->advice));
	snprintf(diagnosis, sizeof(diagnosis), "%s%s%s", meaning ? meaning : "",
		 meaning && failure->advice ? "; " : "", failure->advice ? failure->advice : "");
	if (failure->option)
		message += strlen(failure->option) + strlen(": ");
	out->ops->error(out, failure->option, failure->err, message, *diagnosis ? diagnosis : NULL);
	if (meaning && (out->verbose || out->err_terminal) && new_meaning(out, meaning))
		print_message(out, meaning, NULL);
}

void report_failure(struct report *out, const struct report_failure *failure, const char *fmt, ...)
{
	char text[REPORT_ERROR_BYTES];
	va_list args;

	va_start(args, fmt);
	format_message(text, failure->option, fmt, args);
	va_end(args);
	add_error(out, failure, text);
}

void report_error(struct report *out, const char *option, int err, const char *fmt, ...)
{
	const struct report_failure failure = { .option = option, .err = err };
	char text[REPORT_ERROR_BYTES];
	va_list args;

	va_start(args, fmt);
	format_message(text, option, fmt, args);
	va_end(args);
	add_error(out, &failure, text);
}

void report_notice(struct report *out, const char *fmt, ...)
{
	va_list args;

	report_flush(out);
	va_start(args, fmt);
	format_vprint(out->err, fmt, args);
	va_end(args);
	format_print(out->err, "\n");
}

void report_progress(struct report *out, const char *text)
{
	if (!out->err_terminal)
		return;
	/*
	 * Saves and restores the cursor (DECSC, DECRC): the line has other text already. In a
	 * narrow window the text is cut and not wrapped (DECAWM), since wrapping would scroll the
	 * line.
	 */
	if (text)
		format_print(out->err, "\0337\033[?7l%s\033[K\033[?7h\0338", text);
	else
		format_print(out->err, "\033[K");
	fflush(out->err);
}

void report_bar(struct report *out, double share)
{
	static const char marks[] = "################################";
	static const char blanks[] = "                                ";
	enum { COLUMNS = sizeof(marks) - 1 }; /* then the lines of a chart have 79 */
	int n = (int)(share * COLUMNS + 0.5);

	report_line(out, "|%.*s%.*s|", n, marks, COLUMNS - n, blanks);
}

void report_fragment(struct report *out, const char *text)
{
	out->ops->fragment(out, text);
}

void report_restart(struct report *report, FILE *out, FILE *err)
{
	report->ops->forget(report);
	report->out = out;
	report->err = err;
	report->out_error = 0;
	report->part = true;
}

int report_close(struct report *out, int status)
{
	/*
	 * A closed pipe or a full disk must not look like success. Who starts the program without a
	 * standard output, as services do, wants none.
	 */
	if (report_flush(out) || out->out_error == EBADF)
		return status;
	format_print(out->err, "hdparm: standard output: %s\n", strerror(out->out_error));
	return status ? status : EIO;
}

void report_prompt(struct report *out, const char *text)
{
	report_flush(out);
	format_print(out->err, "%s", text);
	fflush(out->err);
}

int report_finish(struct report *out, int status)
{
	return out->ops->finish(out, status);
}

/* --- Text for people and for the scripts that read it --- */

static void text_device_begin(struct report *out, const char *path, bool heading)
{
	if (!heading)
		return;
	format_print(out->out, "\n%s:\n", path);
	report_written(out);
}

static void text_device_end(struct report *out)
{
	/* Print all lines of a device before the next device is touched. */
	report_flush(out);
}

static void text_section_begin(struct report *out, const char *key, bool array)
{
	(void)out;
	(void)key;
	(void)array;
}

static void text_section_end(struct report *out)
{
	(void)out;
}

REPORT_PRINTF(4, 0)
static void text_value(struct report *out, const char *key, const struct report_value *value,
		       const char *fmt, va_list args)
{
	(void)key;
	(void)value;
	format_vprint(out->out, fmt, args);
	report_written(out);
}

static void text_error(struct report *out, const char *option, int err, const char *message,
		       const char *diagnosis)
{
	(void)diagnosis;
	(void)out;
	(void)option;
	(void)err;
	(void)message;
}

static void text_fragment(struct report *out, const char *text)
{
	format_print(out->out, "%s", text);
	report_written(out);
}

static void text_forget(struct report *out)
{
	(void)out;
}

static const struct report_ops text_ops = {
	.device_begin = text_device_begin,
	.device_end = text_device_end,
	.section_begin = text_section_begin,
	.section_end = text_section_end,
	.value = text_value,
	.error = text_error,
	.fragment = text_fragment,
	.forget = text_forget,
	.finish = report_close,
};

struct report report_text(FILE *out, FILE *err)
{
	return (struct report){ .ops = &text_ops, .out = out, .err = err };
}

size_t report_cut(const char *text, unsigned *columns)
{
	unsigned n = 0;
	size_t i = 0;

	/* a byte that continues a UTF-8 character goes with its first one */
	for (; text[i]; i++) {
		if ((text[i] & 0xc0) != 0x80 && n++ == *columns)
			return i;
	}
	*columns = n;
	return i;
}
