// SPDX-License-Identifier: GPL-2.0-or-later
/* Text for people and for the scripts that read it: formats are printed, keys are ignored. */
#include "report.h"
#include "format.h"

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
