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

/* As the text of a value call: the fact has no line of its own in the text output. */
#define NO_TEXT "%s", ""

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
	void (*section_begin)(struct report *, const char *key, bool array);
	void (*section_end)(struct report *);
	/* key may be NULL for a text-only line */
	void (*value)(struct report *, const char *key, const struct report_value *,
		      const char *fmt, va_list) REPORT_PRINTF(4, 0);
	/* diagnosis: the sentence that belongs to it, or NULL */
	void (*error)(struct report *, const char *option, int err, const char *message,
		      const char *diagnosis);
	/* devices as another process has written them */
	void (*fragment)(struct report *, const char *text);
	void (*forget)(struct report *); /* all that was reported so far */
	int (*finish)(struct report *, int status);
};

struct report {
	const struct report_ops *ops;
	FILE *out;
	FILE *err;
	const char *path; /* device being reported, NULL before the first */
	bool verbose;
	/* People look at it: progress, advice, bars. Set by main(), false in reports for tests. */
	bool out_terminal, err_terminal;
	bool part;	 /* of a document: the devices' objects alone, separated by commas */
	bool structured; /* for a machine: facts that have no text are wanted too */
	bool questioned; /* the warning of sense data that nothing announced stands once */
	void *state;	 /* the backend's own */
	/* the last advice told, with its device */
	const char *last_advice, *last_advised;
	/* the last error as "OPTION: text", and its device, as `path` was then */
	char last_error[REPORT_ERROR_BYTES];
	const char *last_path;
	/* the last meaning told, with its device */
	char last_meaning[REPORT_MEANING_BYTES];
	const char *last_meant;
};

/* A report that prints 9.65's text to `out` and messages to `err`. */
struct report report_text(FILE *out, FILE *err);

/*
 * A report that writes one JSON document to `out` when it is finished, and messages to `err`. Where
 * memory runs out meanwhile the document says that and no more, and so does the exit status.
 * 0, or -ENOMEM, which is told on `err`, with *report untouched.
 */
int report_json(struct report *report, FILE *out, FILE *err);

/*
 * Begins anew on other streams, in a child process: what was reported so far is the parent's. The
 * report becomes a part, to be added to the parent's by report_fragment().
 */
void report_restart(struct report *report, FILE *out, FILE *err);

/* Start and end of one device word. `heading` is false under -q: no "\nPATH:\n". */
void report_device_begin(struct report *out, const char *path, bool heading);
void report_device_end(struct report *out);

/* Nested object (or array of values) under `key`; text output has no trace of it. */
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
/* The value must outlive the call only; bytes that are not printable are the caller's to mask. */
void report_string(struct report *out, const char *key, const char *value, const char *fmt, ...)
	REPORT_PRINTF(4, 5);
/* A fact that is known to be unknown. */
void report_null(struct report *out, const char *key, const char *fmt, ...) REPORT_PRINTF(3, 4);

/* Text for people only: headings, "setting ..." announcements, layout. */
void report_line(struct report *out, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* Pushes pending text to its stream, before something slow or a message on the other stream. */
void report_flush(struct report *out);

/*
 * One message line on stderr, "hdparm: PATH: OPTION: text" (path and option where given), and an
 * entry of the errors list. `err` is the errno behind it, positive, 0 if none. The same error of
 * the same device twice in a row, as of a set and of the query behind it, is told once.
 */
void report_error(struct report *out, const char *option, int err, const char *fmt, ...)
	REPORT_PRINTF(4, 5);

/* An error with what belongs to it beside its text. */
struct report_failure {
	const char *option;
	int err;
	/*
	 * What it means and what to try: a sentence that follows the message for people who asked
	 * for it (--verbose) or sit before a terminal, and in a structured report always stands
	 * beside it. NULL: none.
	 */
	const char *meaning;
	/*
	 * A few words on what to try, of the commonest mistakes: they stand at the end of the
	 * message's line, whoever reads it, once for a device; in a structured report they belong
	 * to the diagnosis. NULL: none. A constant: it is known again by its address.
	 */
	const char *advice;
};

/* As report_error(). */
void report_failure(struct report *out, const struct report_failure *failure, const char *fmt, ...)
	REPORT_PRINTF(3, 4);

/* Whether anybody would see what an error means. */
bool report_shows_meaning(const struct report *out);

/* Adds what a part has written. */
void report_fragment(struct report *out, const char *text);

/*
 * One line on stderr that is no failure, "hdparm: PATH: OPTION: text": what a person should know,
 * and no program has to.
 */
void report_note(struct report *out, const char *option, const char *fmt, ...) REPORT_PRINTF(3, 4);

/* A line on stderr as it stands: the `SG_IO: bad/missing sense data` interface, traces. */
void report_notice(struct report *out, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* A question on stderr, as it stands: the answer is typed behind it. */
void report_prompt(struct report *out, const char *text);

/*
 * Progress of something slow, behind what stands on the line, on stderr if that is a terminal and
 * nowhere else. The next call replaces it; NULL erases it.
 */
void report_progress(struct report *out, const char *text);

/*
 * Ends the document with the exit status and flushes. Returns the status to exit with: `status`,
 * or EIO if it was 0 and stdout could not be written.
 */
int report_finish(struct report *out, int status);

/* For backends: flushes `out` and returns what report_finish() has to. */
int report_close(struct report *out, int status);

#endif
