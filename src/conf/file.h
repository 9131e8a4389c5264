/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of src/conf: the file as it was read, and what becomes of it. */
#ifndef HDPARM_CONF_FILE_H
#define HDPARM_CONF_FILE_H

#include "block.h"
#include "conf.h"
#include "status.h"

/* Owns every string made while a file is read and expanded. */
struct conf_store {
	char **kept;
	size_t n;
	bool failed; /* out of memory */
};

/* Takes a string that was allocated; NULL marks the store as failed. Returns the string. */
char *store_keep(struct conf_store *store, char *string);
char *store_copy(struct conf_store *store, const char *text, size_t length);
char *store_printf(struct conf_store *store, const char *fmt, ...) REPORT_PRINTF(2, 3);

/*
 * Room for one more behind the n elements of an array that grows by this function alone; NULL, and
 * the array stays, when there is no memory.
 */
void *grow(struct conf_store *store, void *array, size_t n, size_t size);

/* watch.c: a host before `real` that marks the store where a list of names wants memory. */
struct conf_watch {
	struct host_layer layer;
	struct conf_store *store;
};
struct host *conf_watch(struct conf_watch *, struct host *real, struct conf_store *store);

/* Whether a line was refused for want of memory alone: then the store has failed, too. */
bool out_of_memory(struct conf_store *store, const struct plan_error *error);

/* A key of the file: which option it stands for, and what its words mean. */
struct conf_key {
	const char *name;
	const char *option; /* "B", or a long name */
	unsigned flags;	    /* KEY_* */
};

enum {
	KEY_BATTERY = 1,       /* on battery power only, where it goes before its like */
	KEY_VALUE_OPTIONAL = 2 /* a password may come from elsewhere */
};

/* What a key means: the option, its row and flags. False if there is no such key. */
struct key_meaning {
	enum opt_id id;
	unsigned flags;
};
bool key_find(const char *name, struct key_meaning *meaning);

/* The key that was probably meant, or NULL. */
const char *key_suggest(const char *name);

/* "on" and its like as a number of that option, or the value itself. */
const char *key_value(enum opt_id id, const char *value);

struct setting {
	unsigned line;
	const char *key;   /* as it stands in the file */
	const char *value; /* NULL: none */
	struct key_meaning means;
	bool refused;
	char *words[2]; /* the option as on a command line; [1] may be NULL */
};

struct command_text {
	unsigned line;
	char *text;
};

struct block {
	unsigned line;
	bool commands; /* command_line { } */
	bool ignored;  /* its heading was not understood */
	bool missing;  /* no device was found that it names */
	const char **names;
	size_t n_names;
	struct setting *settings;
	size_t n_settings;
	struct command_text *lines;
	size_t n_lines;
};

struct conf_file {
	const char *path;
	struct host *host;
	struct report *out;
	struct conf_store *store;
	struct block global; /* what stands outside the blocks */
	struct block *blocks;
	size_t n;
	struct file_error *errors;
	size_t n_errors;
};

/* error.c: notes an error in a line of the file; reports all of them, in order. */
void file_error(struct conf_file *file, unsigned line, const char *fmt, ...) REPORT_PRINTF(3, 4);
void file_errors_report(struct conf_file *file);

/* Whether one of the errors from number `first` on (file->n_errors then) is of this line. */
bool file_error_on(const struct conf_file *file, size_t first, unsigned line);

/* text.c: the whole file, NUL-terminated, in the store. 0, or a status that has been reported. */
int text_read(struct conf_file *file, char **text);

/* parse.c: text -> global and blocks. */
void file_parse(struct conf_file *file, const char *text);
bool is_device_word(const char *word);

/*
 * setting.c: what a setting is on a command line, and whether that passes parser and gates.
 * `asked` are the words of the command line of --conf that count for each of its devices.
 */
void settings_check(struct conf_file *file, struct block *block, char *const *asked, size_t n);
const struct option_def *setting_row(const struct setting *setting);

/*
 * The i-th word of a setting, for one command line. Reading a line wipes the passwords in its
 * words: each line has a copy of its own. NULL: there is none, or no memory (store->failed).
 */
char *setting_word(struct conf_store *store, const struct setting *setting, size_t i);

/*
 * What stands on one line with something that is not understood is not applied either: in
 * "spindown_time = 20 min" the 20 is not what was meant. `first`: file_error_on().
 */
void settings_refuse_lines(const struct conf_file *file, struct block *block, size_t first);

/* Whether a password stands on a line that has one from elsewhere, too. */
bool two_passwords(const struct plan *plan);

/* words.c: a command line into words, as a shell would. -EINVAL with *why set. */
struct words {
	char **word; /* NULL behind the last one */
	size_t n;
};
int words_split(struct conf_file *file, const char *text, struct words *words, const char **why);
char *words_quoted(struct conf_store *store, char *const *words, size_t n);

/* match.c. */
enum { DEVICE_PATH_BYTES = 4096 };

/* The whole disk behind a path, as /dev/NAME, in the store; NULL if there is none. */
char *device_canonical(struct conf_file *file, const char *path);

/* Canonical paths that a block's names stand for; each once. */
struct device_list {
	char **path;
	size_t n;
};
void block_devices(struct conf_file *file, const struct block *block, struct device_list *list);

/* Whether a block names this one (canonical) device. */
bool block_names(struct conf_file *file, const struct block *block, const char *path);
void list_add(struct conf_file *file, struct device_list *list, char *path);
bool list_has(const struct device_list *list, const char *path);

/* identity.c: whether the selector ("ssd", "id:WDC*", ...) holds for a canonical device. */
bool selector_holds(struct host *host, const char *selector, const char *path);
bool is_selector(const char *word);
/* A selector that names a drive, as id: and wwn:; the others narrow what is named. */
bool selector_names(const char *word);

/* supply.c: whether the machine runs on battery. */
bool on_battery(struct host *host);

/* target.c: what each device gets, in the order of the file. */
struct target {
	char *path;
	struct block_identity chosen; /* what it led to when blocks were looked up for it */
	const struct setting **settings;
	size_t n;
};

struct targets {
	struct target *target;
	size_t n;
	void *index; /* tree of target numbers by path */
};
/* Notes in a block that no device is here for it, where not only some are asked for. */
void targets_collect(struct conf_file *file, const struct device_list *only,
		     struct targets *targets);
void targets_free(struct targets *targets);

#endif
