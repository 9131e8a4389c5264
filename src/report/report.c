// SPDX-License-Identifier: GPL-2.0-or-later
/* Reports, and the backend for text. */
#include "report.h"
#include "text.h"

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
	if (out->ops->section_begin)
		out->ops->section_begin(out, key, false);
}

void report_array_begin(struct report *out, const char *key)
{
	if (out->ops->section_begin)
		out->ops->section_begin(out, key, true);
}

void report_section_end(struct report *out)
{
	if (out->ops->section_end)
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
	/* stdio drops text that could not be written, and keeps only an error flag */
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

REPORT_PRINTF(3, 0)
static void format_message(char text[REPORT_ERROR_BYTES], const char *option, const char *fmt,
			   va_list args)
{
	size_t n = option ? (size_t)snprintf(text, REPORT_ERROR_BYTES, "%s: ", option) : 0;

	vsnprintf(text + n, REPORT_ERROR_BYTES - n, fmt, args);
}

static void print_message(struct report *out, const char *text, const char *advice)
{
	char line[REPORT_FOLDED_BYTES], folded[REPORT_FOLDED_BYTES];
	int n = snprintf(line, sizeof(line), "hdparm: %s%s%s%s%s", out->path ? out->path : "",
			 out->path ? ": " : "", text, advice ? "; " : "", advice ? advice : "");

	/* the text on stdout comes before the message about it */
	report_flush(out);
	/* a message with a very long path is not folded, because the buffer would cut it */
	if (out->err_terminal && n < REPORT_FOLDED_BYTES * 9 / 10)
		fprintf(out->err, "%s\n", report_fold(folded, 2, "%s", line));
	else
		fprintf(out->err, "hdparm: %s%s%s%s%s\n", out->path ? out->path : "",
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
	const char *advice = failure->advice;
	const char *message = text;
	char diagnosis[2 * REPORT_MEANING_BYTES];

	if (out->path == out->last_path && !strcmp(text, out->last_error))
		return;
	memcpy(out->last_error, text, strlen(text) + 1);
	out->last_path = out->path;
	if (advice && out->path == out->last_advised && !strcmp(advice, out->last_advice)) {
		advice = NULL;
	} else if (advice) {
		snprintf(out->last_advice, sizeof(out->last_advice), "%s", advice);
		out->last_advised = out->path;
	}
	print_message(out, text, advice);
	snprintf(diagnosis, sizeof(diagnosis), "%s%s%s", meaning ? meaning : "",
		 meaning && failure->advice ? "; " : "", failure->advice ? failure->advice : "");
	if (failure->option)
		message += strlen(failure->option) + strlen(": ");
	if (out->ops->error)
		out->ops->error(out, failure->option, failure->err, message,
				*diagnosis ? diagnosis : NULL);
	if (!meaning || !(out->verbose || out->err_terminal))
		return;
	if (out->path == out->last_meant && !strcmp(meaning, out->last_meaning))
		return;
	snprintf(out->last_meaning, sizeof(out->last_meaning), "%s", meaning);
	out->last_meant = out->path;
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
	vfprintf(out->err, fmt, args);
	va_end(args);
	fputs("\n", out->err);
}

void report_progress(struct report *out, const char *text)
{
	if (!out->err_terminal)
		return;
	/* DECSC and DECRC keep the cursor. Without DECAWM, a long text does not wrap and scroll. */
	if (text)
		fprintf(out->err, "\0337\033[?7l%s\033[K\033[?7h\0338", text);
	else
		fputs("\033[K", out->err);
	fflush(out->err);
}

void report_bar(struct report *out, double share)
{
	static const char marks[] = "################################";
	static const char blanks[] = "                                ";
	enum { COLUMNS = sizeof(marks) - 1 };
	int n = (int)(share * (double)COLUMNS + 0.5);

	report_line(out, "|%.*s%.*s|", n, marks, COLUMNS - n, blanks);
}

void report_fragment(struct report *out, const char *text)
{
	out->ops->fragment(out, text);
}

void report_restart(struct report *report, FILE *out, FILE *err)
{
	if (report->ops->forget)
		report->ops->forget(report);
	report->out = out;
	report->err = err;
	report->out_error = 0;
	report->part = true;
}

void report_prompt(struct report *out, const char *text)
{
	report_flush(out);
	fputs(text, out->err);
	fflush(out->err);
}

int report_finish(struct report *out, int status)
{
	if (out->ops->finish)
		status = out->ops->finish(out, status);
	/* EBADF: the program was started without a standard output, as some services are. */
	if (report_flush(out) || out->out_error == EBADF)
		return status;
	fprintf(out->err, "hdparm: standard output: %s\n", error_words(out->out_error));
	return status ? status : EIO;
}

/* --- Text for people and for the scripts that read it --- */

static void text_device_begin(struct report *out, const char *path, bool heading)
{
	if (!heading)
		return;
	fprintf(out->out, "\n%s:\n", path);
	report_written(out);
}

static void text_device_end(struct report *out)
{
	/* print all lines of a device before the next device is touched */
	report_flush(out);
}

REPORT_PRINTF(4, 0)
static void text_value(struct report *out, const char *key, const struct report_value *value,
		       const char *fmt, va_list args)
{
	(void)key;
	(void)value;
	vfprintf(out->out, fmt, args);
	report_written(out);
}

static void text_fragment(struct report *out, const char *text)
{
	fputs(text, out->out);
	report_written(out);
}

static const struct report_ops text_ops = {
	.device_begin = text_device_begin,
	.device_end = text_device_end,
	.value = text_value,
	.fragment = text_fragment,
};

struct report report_text(FILE *out, FILE *err)
{
	return (struct report){ .ops = &text_ops, .out = out, .err = err };
}

/* Return the length of a word; a command in backquotes is a word, so that it can be pasted. */
static size_t word_length(const char *at)
{
	size_t n = *at == '`' ? strcspn(at + 1, "`\n") + 1 : 0;

	return n + strcspn(at + n, " \n");
}

const char *report_fold(char to[REPORT_FOLDED_BYTES], unsigned indent, const char *fmt, ...)
{
	char text[REPORT_FOLDED_BYTES];
	size_t n = 0, column = 0, word, blanks;
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	for (const char *at = text; *at; at += blanks + word) {
		bool fresh = *at == '\n';
		size_t before;

		blanks = fresh ? 1 : strspn(at, " ");
		word = word_length(at + blanks);
		fresh |= column > indent && column + blanks + word > REPORT_COLUMNS;
		before = fresh ? indent : blanks;
		if (n + fresh + before + word >= REPORT_FOLDED_BYTES)
			break;
		n += (size_t)snprintf(to + n, REPORT_FOLDED_BYTES - n, "%s%*s%.*s",
				      fresh ? "\n" : "", (int)before, "", (int)word, at + blanks);
		column = (fresh ? 0 : column) + before + word;
	}
	to[n] = '\0';
	return to;
}

size_t report_cut(const char *text, unsigned *columns)
{
	unsigned n = 0;
	size_t i = 0;

	/* do not count the bytes that continue a UTF-8 character */
	for (; text[i]; i++) {
		if ((text[i] & 0xc0) != 0x80 && n++ == *columns)
			return i;
	}
	*columns = n;
	return i;
}
