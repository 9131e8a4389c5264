/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parsed hdparm.conf, and the functions of src/conf. */
#ifndef HDPARM_CONF_FILE_H
#define HDPARM_CONF_FILE_H

#include "block.h"
#include "conf.h"
#include "sysfs.h"
#include "status.h"

/* Strings that are wiped and freed together. */
struct conf_store {
	char **kept;
	size_t n;
	bool failed; /* memory ran out */
};

struct key_meaning {
	enum opt_id id;
	unsigned flags; /* KEY_* */
};

struct setting {
	unsigned line;
	const char *key;
	const char *value;	 /* value for the option; NULL: none */
	struct opt_state parsed; /* this value; set by settings_check() */
	struct key_meaning means;
	bool refused;	   /* the setting or its line has an error: not applied */
	bool of_partition; /* block_names_new_partition() is true for the block */
};

struct command_text {
	unsigned line;
	char *text;
};

struct block {
	unsigned line;
	bool commands; /* the block is command_line { } */
	bool ignored;  /* the heading has an error, or the file ends inside the block */
	bool missing;  /* no device matches the block; set only if file->all */
	/*
	 * a modifier (not "quiet") is refused: the block's devices get no settings, not even those
	 * of other blocks
	 */
	bool broken;
	const char **names;
	size_t n_names;
	struct setting *settings;
	size_t n_settings;
	struct command_text *lines;
	size_t n_lines;
};

/* Canonical paths of devices, without duplicates. */
struct device_list {
	char **path;
	size_t n;
};

/* Words of a command line. The store owns the words, but not the array. */
struct words {
	char **word;
	size_t n;
};

struct conf_file {
	const char *path;
	struct host *host;
	struct report *out;
	struct conf *conf;
	struct conf_store *store;
	struct block global; /* settings outside the blocks */
	struct block *blocks;
	size_t n;
	struct file_error *errors;
	size_t n_errors;
	bool asks_battery; /* the file has a setting for battery power */
	bool battery;	   /* asks_battery is true, and the machine runs on a battery or UPS */
	/* --power-change: apply only modifiers, and options with a setting for battery power */
	bool only_battery;
	uint64_t partition; /* --new-partition: device number of the partition; else 0 */
	bool all;	    /* no device is named; false: use only the devices in `only` */
	struct device_list only;
	struct request asked; /* modifiers of --conf; see take_asked() */
	enum step_purpose purpose;
	bool wakes;  /* --force: queries of --check and --save-conf may wake a sleeping drive */
	bool serves; /* --serve: apply only modifiers and keys with KEY_SERVED */
	bool shows;  /* --dry-run: words of command lines are kept, to be shown */
	enum opt_id tape; /* OPT_RECORD, OPT_REPLAY, or OPT_COUNT for no recording */
};

/* --- store.c --- */

/* Give `string` to the store. Return NULL if memory ran out: `string` is then wiped and freed. */
char *store_keep(struct conf_store *store, char *string);
char *store_copy(struct conf_store *store, const char *text, size_t length);
char *store_vprintf(struct conf_store *store, const char *fmt, va_list args) REPORT_PRINTF(2, 0);
char *store_printf(struct conf_store *store, const char *fmt, ...) REPORT_PRINTF(2, 3);

/*
 * Return the array, with room for one more element; NULL without memory: the store has failed, and
 * the array is unchanged. No other function may resize the array.
 */
void *store_grow(struct conf_store *store, void *array, size_t n, size_t size);

/* Wipe the strings, which may be passwords, and free the store. NULL is allowed. */
void store_free(struct conf_store *store);

/* Give a command to file->conf. command->chosen has a device for each step. */
void command_add(struct conf_file *file, struct conf_command *command);
void command_free(struct conf_command *command);

/* Add a device word to conf->unmatched. `drive`: the word names a drive, not a condition. */
void unmatched_add(struct conf_file *file, unsigned line, const char *name, bool drive);

/* Note an error for file_errors_report(), which sorts the errors by line. */
void file_error(struct conf_file *file, unsigned line, const char *fmt, ...) REPORT_PRINTF(3, 4);
void file_errors_report(struct conf_file *file);

/* True if file->errors[first] or a later error is in this line. */
bool file_error_on(const struct conf_file *file, size_t first, unsigned line);

/* --- parse.c --- */

/* Read the file into the store, NUL-terminated. Return 0 or an exit status. */
int text_read(struct conf_file *file, char **text);

void file_parse(struct conf_file *file, const char *text);

/* --- keys.c --- */

bool key_find(const char *name, struct key_meaning *meaning);

/* True if a key of the option has the flag. */
bool key_flag(enum opt_id id, unsigned flag);

const char *key_suggest(const char *name);
bool key_is_option(const char *name);

/* Return the value that a word such as "on" means for the option, or else `value` itself. */
const char *key_value(enum opt_id id, const char *value);

/* Convert the block's values by key_value(), and refuse wrong settings with an error. */
void settings_check(struct conf_file *file, struct block *block);
const struct option_def *setting_row(const struct setting *setting);

/* Refuse the settings on lines that have an error of index `first` or above. */
void settings_refuse_lines(const struct conf_file *file, struct block *block, size_t first);

/* True if the setting is a password, and the request has another source of passwords. */
bool setting_is_second_password(const struct setting *setting, const struct request *req);

/* --- commands.c --- */

/* Split into words like a shell. 0; -ENOMEM; -EINVAL: *why is the reason, NULL without memory. */
int words_split(struct conf_file *file, const char *text, struct words *words, const char **why);

/* Return the words as a command line, quoted for a shell; NULL without memory. */
char *words_quoted(struct conf_store *store, char *const *words, size_t n);

/* Add commands for the devices in file->only; if file->all, for the devices of the file. */
void commands_make(struct conf_file *file);

/* --- match.c --- */

enum { DEVICE_PATH_BYTES = 4096 };

/* Return a path's whole disk, or else the real path; NULL: no such path, or no memory. */
char *device_canonical(struct conf_file *file, const char *path);

/* True if a path leads to the block device `rdev`, and is not the device's real path. */
bool link_leads_to(struct conf_file *file, const char *path, uint64_t rdev);

/*
 * True if a block names the partition of --new-partition by a link, and the whole disk `disk` by no
 * path. A block that names both was due when the disk appeared.
 */
bool block_names_new_partition(struct conf_file *file, const struct block *block, uint64_t disk);

/* Add the block's paths and ROOTFS to `named` as devices; for a selector, all disks to `disks`. */
void block_candidates(struct conf_file *file, const struct block *block, struct device_list *named,
		      struct device_list *disks);

/*
 * True if a device matches the conditions of the block and, if the block has names, at least one
 * name. `path` is canonical. `named`: a path or ROOTFS of the block names the device. `listed`: as
 * for is_disk().
 */
bool block_takes(struct conf_file *file, const struct block *block, const char *path, bool named,
		 bool listed);

void block_devices(struct conf_file *file, const struct block *block, struct device_list *list);

/* Do block_takes(), with `named` found from the block's words. False for a block without words. */
bool block_names(struct conf_file *file, const struct block *block, const char *path);

void list_add(struct conf_file *file, struct device_list *list, char *path);
bool list_has(const struct device_list *list, const char *path);

void add_all_disks(struct conf_file *file, struct device_list *list);

/*
 * True for a block device with an entry "device" in sysfs, except /dev/sr*. `listed`: take this
 * entry for granted.
 */
bool is_disk(struct host *host, const char *device, bool listed);

enum { DRIVE_NAME_BYTES = SYSFS_WWN_BYTES };

/* Make the name "MODEL_SERIAL" of id: from sysfs. False: not known. `device`: "/dev/..." only. */
bool drive_name(struct host *host, const char *device, char name[DRIVE_NAME_BYTES]);

/* True if a selector matches the device. `path` is canonical. `listed`: as for is_disk(). */
bool selector_holds(struct conf_file *file, const char *selector, const char *path, bool listed);
bool is_selector(const char *word);

/* True for a path, ROOTFS, id: or wwn:; false for a condition such as "rotational". */
bool names_drive(const char *word);

/* True if the word has a special character of a file pattern, and so may name several drives. */
bool is_pattern(const char *word);

const char *selector_suggest(const char *word);

bool on_battery(struct conf_file *file);

#endif
