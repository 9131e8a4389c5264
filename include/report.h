/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reports: facts, errors, and messages on stderr. A fact has a key and a typed value for machines,
 * and a printf text for people.
 *
 * Keys are snake_case, the unit last, as in temperature_celsius. A value that is not known is null
 * or left out. In JSON, unsigned integers above 2^53 become decimal strings, which no reader
 * rounds.
 *
 * Place of a fact in the JSON document (contrib/hdparm.schema.json):
 *   a value outside every section          devices[n].settings.KEY
 *   report_section_begin(KEY)              an object: devices[n].KEY, or KEY in the section around
 *   report_array_begin(KEY)                an array in the place of a section; the elements are
 *                                          values and sections, whose keys are ignored
 *                                          (but a value with the key NULL is dropped)
 *   a fact outside a device                an entry of devices whose path is null
 *   report_error()                         devices[n].errors, or errors of the document
 * In an object, a second section of a key adds to the first section, and a second value replaces
 * the first value.
 */
#ifndef HDPARM_REPORT_H
#define HDPARM_REPORT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define REPORT_PRINTF(f, a) __attribute__((format(printf, f, a)))

/* The format arguments of a fact that text output does not show. */
#define NO_TEXT "%-s", ""

enum report_type { REPORT_U64, REPORT_I64, REPORT_F64, REPORT_BOOL, REPORT_STRING, REPORT_NULL };

struct report_value {
	enum report_type type;
	union {
		uint64_t u64;
		int64_t i64;
		double f64;
		bool boolean;
		const char *string;
	};
};

struct report;

enum { REPORT_MEANING_BYTES = 288, REPORT_ERROR_BYTES = 560 };

struct report_ops {
	void (*device_begin)(struct report *, const char *path, bool heading);
	void (*device_end)(struct report *);
	/* both NULL: the output has no sections */
	void (*section_begin)(struct report *, const char *key, bool array);
	void (*section_end)(struct report *);
	/* Output a fact; `key` is NULL for a line of text without a fact. */
	void (*value)(struct report *, const char *key, const struct report_value *,
		      const char *fmt, va_list) REPORT_PRINTF(4, 0);
	/*
	 * Add an error to the document. `diagnosis`: meaning, advice or both; or NULL. The member
	 * is NULL for text output.
	 */
	void (*error)(struct report *, const char *option, int err, const char *message,
		      const char *diagnosis);
	/* Add the output of a child process. */
	void (*fragment)(struct report *, const char *text);
	/* Drop the facts and errors kept in memory. NULL: nothing is kept. */
	void (*forget)(struct report *);
	/* Write the rest of the output, and return the exit status. NULL: no rest. */
	int (*finish)(struct report *, int status);
};

struct report {
	const struct report_ops *ops;
	FILE *out;
	FILE *err;
	int out_error;	  /* errno of the first failure to write to `out`, or 0 */
	const char *path; /* path of the device that facts and messages are about; or NULL */
	bool verbose;
	/* stdout is a terminal; stderr is a terminal */
	bool out_terminal, err_terminal;
	bool part;  /* JSON: write only the devices' objects; the parent process writes the rest */
	bool lines; /* JSON: write the facts of a device as a line when the device ends */
	bool structured; /* the output has keys and values */
	bool questioned; /* the warning about sense data with SCSI status GOOD was given */
	void *state;
	/* the last printed advice; last_advised is `path` at that time */
	char last_advice[REPORT_MEANING_BYTES];
	const char *last_advised;
	/* the last error as "OPTION: text" or "text"; last_path is `path` at that time */
	char last_error[REPORT_ERROR_BYTES];
	const char *last_path;
	/* the last printed meaning of an error; last_meant is `path` at that time */
	char last_meaning[REPORT_MEANING_BYTES];
	const char *last_meant;
};

/* Return a report that prints text to `out`, and messages to `err`. */
struct report report_text(FILE *out, FILE *err);

/*
 * Make *report a report in JSON. Return 0; or -ENOMEM, with a message on `err` and *report
 * unchanged.
 */
int report_json(struct report *report, FILE *out, FILE *err);

/* Restart the report in a child process, on other streams and without the parent's facts. */
void report_restart(struct report *report, FILE *out, FILE *err);

/* Begin and end a device. `heading`: begin with "\nPATH:\n" in text output. */
void report_device_begin(struct report *out, const char *path, bool heading);
void report_device_end(struct report *out);

/* Begin and end an object or array under `key`; no effect on text output. */
void report_section_begin(struct report *out, const char *key);
void report_array_begin(struct report *out, const char *key);
void report_section_end(struct report *out);

/* Report a fact: in JSON `value` under `key`, in text output the text of `fmt`. */
void report_u64(struct report *out, const char *key, uint64_t value, const char *fmt, ...)
	REPORT_PRINTF(4, 5);
void report_i64(struct report *out, const char *key, int64_t value, const char *fmt, ...)
	REPORT_PRINTF(4, 5);
void report_f64(struct report *out, const char *key, double value, const char *fmt, ...)
	REPORT_PRINTF(4, 5);
void report_bool(struct report *out, const char *key, bool value, const char *fmt, ...)
	REPORT_PRINTF(4, 5);
/* The value is copied; NULL: not known. */
void report_string(struct report *out, const char *key, const char *value, const char *fmt, ...)
	REPORT_PRINTF(4, 5);
void report_null(struct report *out, const char *key, const char *fmt, ...) REPORT_PRINTF(3, 4);

enum { REPORT_FOLDED_BYTES = 1024, REPORT_COLUMNS = 80 };
/*
 * Fold a text at newlines, and at blanks to lines of at most REPORT_COLUMNS bytes, with later lines
 * indented. A word that does not fit is not split, nor is a command in backquotes. Text beyond the
 * buffer is cut. Return `to`.
 */
const char *report_fold(char to[REPORT_FOLDED_BYTES], unsigned indent, const char *fmt, ...)
	REPORT_PRINTF(3, 4);

/* In text output, print text without a fact. */
void report_line(struct report *out, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* In text output, print a bar of a chart; `share`, 0 to 1, is the length: 1 is the full width. */
void report_bar(struct report *out, double share);

/* Flush out->out. Return false if this write or an earlier write failed. */
bool report_flush(struct report *out);

/*
 * Print "hdparm: PATH: OPTION: text" on stderr, and add the error to JSON. PATH is out->path; PATH
 * and OPTION are left out if NULL. `err` is a positive errno, or 0. An error with the path, option
 * and text of the error before is ignored.
 */
void report_error(struct report *out, const char *option, int err, const char *fmt, ...)
	REPORT_PRINTF(4, 5);

struct report_failure {
	const char *option;
	int err;
	/* explanation: in JSON; on stderr only if verbose or a terminal; NULL or "": none */
	const char *meaning;
	/* what to try: for the message's end and for JSON; NULL: none */
	const char *advice;
};

/* Report an error as report_error(), with the explanation in `failure`. */
void report_failure(struct report *out, const struct report_failure *failure, const char *fmt, ...)
	REPORT_PRINTF(3, 4);

/* True if report_failure() would show the meaning of an error. */
bool report_shows_meaning(const struct report *out);

/* Add `text`, the output of a child process that called report_restart(). */
void report_fragment(struct report *out, const char *text);

/* Print "hdparm: PATH: OPTION: text" on stderr for every kind of report; add nothing to JSON. */
void report_note(struct report *out, const char *option, const char *fmt, ...) REPORT_PRINTF(3, 4);

/* Print a line on stderr, without a prefix. */
void report_notice(struct report *out, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* Print a text, such as a prompt, on stderr; add no newline. */
void report_prompt(struct report *out, const char *text);

/*
 * Return the length in bytes of the first *columns characters of a text. If the text is shorter,
 * return its length and set *columns to its number of characters.
 */
size_t report_cut(const char *text, unsigned *columns);

/* If stderr is a terminal, show progress there, in place of the text before. NULL: only erase. */
void report_progress(struct report *out, const char *text);

/*
 * End the output. Return `status`; but a `status` of 0 becomes ENOMEM if JSON lacked memory, or EIO
 * if stdout was not written. A stdout that is closed (EBADF) is no failure.
 */
int report_finish(struct report *out, int status);

/* Set out->out_error from errno if writing to out->out failed. Call at once after such a write. */
void report_written(struct report *out);

#endif
