/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One call per fact: a key and a typed value for machines, a printf text for people. The text
 * backend prints the text and ignores keys; a structured backend does the reverse. Lines that
 * carry no fact of their own are report_line(), visibly separate.
 *
 * Keys are snake_case ([a-z][a-z0-9_]*), the ACS name in full, the unit last: lba48_sectors,
 * standby_timer_s, temperature_celsius, read_bytes, rate_bytes_per_s. A bare number without a unit
 * is a code or a level. A key keeps its type, but for null where the fact is unknown; unsigned
 * integers above 2^53 become decimal strings by themselves, so that no reader rounds them.
 *
 * Where a fact goes in the JSON document, whose schema is contrib/hdparm.schema.json:
 *   a value outside every section          devices[n].settings.KEY
 *   report_section_begin(KEY)              devices[n].KEY, an object; inside it, deeper objects
 *   report_array_begin(KEY)                the same, an array; in it keys are not written (pass
 *                                          any), and sections are its elements
 *   anything of it before the first device an entry of devices whose path is null
 *   report_error()                         devices[n].errors, or errors of the document
 * A second section of the same key adds to the first; a second value replaces it.
 */
#ifndef HDPARM_REPORT_H
#define HDPARM_REPORT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define REPORT_PRINTF(f, a) __attribute__((format(printf, f, a)))

/*
 * For a value without text: it does not appear in the text output. No real text is equal to this.
 */
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

enum { REPORT_MEANING_BYTES = 256, REPORT_ERROR_BYTES = 560 };

struct report_ops {
	void (*device_begin)(struct report *, const char *path, bool heading);
	void (*device_end)(struct report *);
	void (*section_begin)(struct report *, const char *key, bool array); /* or NULL */
	void (*section_end)(struct report *);				     /* or NULL */
	/* key may be NULL for a text-only line */
	void (*value)(struct report *, const char *key, const struct report_value *,
		      const char *fmt, va_list) REPORT_PRINTF(4, 0);
	/* or NULL; `diagnosis` is the sentence that explains the error, or NULL */
	void (*error)(struct report *, const char *option, int err, const char *message,
		      const char *diagnosis);
	/* the devices' part of a document, written by another process */
	void (*fragment)(struct report *, const char *text);
	/* drop all that was reported so far; or NULL */
	void (*forget)(struct report *);
	/* write the end of the document and return the exit status; or NULL */
	int (*finish)(struct report *, int status);
};

struct report {
	const struct report_ops *ops;
	FILE *out;
	FILE *err;
	int out_error;	  /* errno of the first failure to write to `out`, or 0 */
	const char *path; /* device being reported, NULL before the first */
	bool verbose;
	/* These are terminals: show progress, advice, bars. Set by main(); false in tests. */
	bool out_terminal, err_terminal;
	bool part;	 /* a part of a document: only the devices' objects, separated by commas */
	bool lines;	 /* each device's object is a line, at once; there is no document */
	bool structured; /* a document is made: facts without a text are needed, too */
	/* the warning about unannounced sense data was printed: it is printed once */
	bool questioned;
	void *state; /* the backend's own */
	/* the last advice printed, and its device */
	const char *last_advice, *last_advised;
	/* the last error as "OPTION: text", and `path` at that time */
	char last_error[REPORT_ERROR_BYTES];
	const char *last_path;
	/* the last meaning printed, and its device */
	char last_meaning[REPORT_MEANING_BYTES];
	const char *last_meant;
};

/* A report that prints 9.65's text to `out` and messages to `err`. */
struct report report_text(FILE *out, FILE *err);

/*
 * A report that writes one JSON document to `out` when it is finished, and messages to `err`. If
 * memory runs out meanwhile, the document contains only that error, and the exit status is ENOMEM.
 * 0, or -ENOMEM with a message on `err` and *report unchanged.
 */
int report_json(struct report *report, FILE *out, FILE *err);

/*
 * Restarts the report on other streams, in a child process; what was reported so far belongs to the
 * parent. The report becomes a part that the parent adds to its own by report_fragment().
 */
void report_restart(struct report *report, FILE *out, FILE *err);

/* Start and end of one device word. `heading` is false under -q: no "\nPATH:\n". */
void report_device_begin(struct report *out, const char *path, bool heading);
void report_device_end(struct report *out);

/* Nested object (or array of values) under `key`; no effect on text output. */
void report_section_begin(struct report *out, const char *key);
void report_array_begin(struct report *out, const char *key);
void report_section_end(struct report *out);

/* Facts. `key` is a snake_case ACS name with the unit last; the text is printed as it stands. */
void report_u64(struct report *out, const char *key, uint64_t value, const char *fmt, ...)
	REPORT_PRINTF(4, 5);
void report_i64(struct report *out, const char *key, int64_t value, const char *fmt, ...)
	REPORT_PRINTF(4, 5);
void report_f64(struct report *out, const char *key, double value, const char *fmt, ...)
	REPORT_PRINTF(4, 5);
void report_bool(struct report *out, const char *key, bool value, const char *fmt, ...)
	REPORT_PRINTF(4, 5);
/* The value is copied. The caller masks unprintable bytes. */
void report_string(struct report *out, const char *key, const char *value, const char *fmt, ...)
	REPORT_PRINTF(4, 5);
/* A fact whose value is unknown. */
void report_null(struct report *out, const char *key, const char *fmt, ...) REPORT_PRINTF(3, 4);

/*
 * Text for people, folded at blanks to lines of 80 columns; those after the first are indented by
 * `indent` columns. A newline in the text begins such a line: a command to type stays whole there.
 * A word that is longer than a line stays whole, and text beyond the buffer is cut. Returns `to`.
 */
enum { REPORT_FOLDED_BYTES = 1024, REPORT_COLUMNS = 80 };
const char *report_fold(char to[REPORT_FOLDED_BYTES], unsigned indent, const char *fmt, ...)
	REPORT_PRINTF(3, 4);

/* Text output only: headings, "setting ..." announcements, layout. */
void report_line(struct report *out, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* A bar of a chart, for a share of 0 to 1 of the longest one. */
void report_bar(struct report *out, double share);

/*
 * Flushes the text, before something slow or a message on the other stream. Returns whether all
 * text so far could be written: a loop that only a signal ends, such as --watch, must check it.
 */
bool report_flush(struct report *out);

/*
 * Print one message line on stderr, "hdparm: PATH: OPTION: text" (path and option if given), and
 * add it to the list of errors. `err` is its positive errno, 0 if none. The same error of the same
 * device twice in succession, as from a set and the query after it, is printed once.
 */
void report_error(struct report *out, const char *option, int err, const char *fmt, ...)
	REPORT_PRINTF(4, 5);

/* An error with an explanation beside its text. */
struct report_failure {
	const char *option;
	int err;
	/*
	 * the meaning of the failure and what to try, as a sentence. Printed after the message with
	 * --verbose or on a terminal; always part of a structured report. NULL: none
	 */
	const char *meaning;
	/*
	 * A few words on what to try, for the most common mistakes. They end the message's line,
	 * once for each device; in a structured report they are part of the diagnosis. NULL: none.
	 * It must be a constant: repetitions are recognised by its address.
	 */
	const char *advice;
};

/* report_error() with a diagnosis. */
void report_failure(struct report *out, const struct report_failure *failure, const char *fmt, ...)
	REPORT_PRINTF(3, 4);

/* True if the meaning of an error would be shown. */
bool report_shows_meaning(const struct report *out);

/* Add the output of a part. */
void report_fragment(struct report *out, const char *text);

/*
 * Print one line on stderr that reports no failure, "hdparm: PATH: OPTION: text". The JSON document
 * does not contain it.
 */
void report_note(struct report *out, const char *option, const char *fmt, ...) REPORT_PRINTF(3, 4);

/* A line on stderr without a prefix: traces, and lines that scripts expect from 9.65. */
void report_notice(struct report *out, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* A prompt on stderr, without a newline. */
void report_prompt(struct report *out, const char *text);

/*
 * Return the bytes of the first `*columns` characters, for tables; each character counts as one
 * terminal column. For a shorter text: all bytes, and *columns becomes its number of characters.
 */
size_t report_cut(const char *text, unsigned *columns);

/*
 * Progress of something slow, after the text on the current line, on stderr and only if that is a
 * terminal. The next call replaces it; NULL erases it.
 */
void report_progress(struct report *out, const char *text);

/*
 * End the document with the exit status, and flush it. Returns the status to exit with: `status`,
 * or EIO if it was 0 and stdout could not be written.
 */
int report_finish(struct report *out, int status);

/* Call it after writing to `out` directly: keeps the errno if that failed. */
void report_written(struct report *out);

#endif
