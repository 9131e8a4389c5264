/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of src/conf: the parsed file, and the commands made from it. */
#ifndef HDPARM_CONF_FILE_H
#define HDPARM_CONF_FILE_H

#include "block.h"
#include "conf.h"
#include "sysfs.h"
#include "status.h"

/* Owns every string made while the file is read and evaluated. */
struct conf_store {
	char **kept;
	size_t n;
	bool failed; /* memory ran out */
};

/* Take ownership of an allocated string; NULL marks the store as failed. Returns the string. */
char *store_keep(struct conf_store *store, char *string);
char *store_copy(struct conf_store *store, const char *text, size_t length);
char *store_vprintf(struct conf_store *store, const char *fmt, va_list args) REPORT_PRINTF(2, 0);
char *store_printf(struct conf_store *store, const char *fmt, ...) REPORT_PRINTF(2, 3);

/*
 * Make room for one more element after the n of an array; only this function may resize the array.
 * NULL if there is no memory: the array is unchanged.
 */
void *store_grow(struct conf_store *store, void *array, size_t n, size_t size);

/* Free all; wipe the strings first, some of which are passwords. */
void store_free(struct conf_store *store);

/* True if a line was refused only because memory ran out; if so, marks the store as failed. */
bool out_of_memory(struct conf_store *store, const struct plan_error *error);

enum {
	/* used only on battery power, where it replaces the key without it */
	KEY_BATTERY = 1,
	KEY_VALUE_OPTIONAL = 2, /* a password, which may come from another source */
	KEY_OLD_NAME = 4,	/* another row has the key that is shown */
	/*
	 * --save-conf writes the setting: the drive or the kernel reports it, it is safe to set
	 * again, and no data depend on it
	 */
	KEY_SAVED = 8,
	KEY_SERVED = 16 /* --conf --serve uses it, and no other setting */
};

/* The meaning of a key. False if there is no such key. */
struct key_meaning {
	enum opt_id id;
	unsigned flags; /* KEY_* */
};
bool key_find(const char *name, struct key_meaning *meaning);

/* The key that was probably meant, or NULL. */
const char *key_suggest(const char *name);

/* True if an option, and no key, has that name. */
bool key_is_option(const char *name);

/* "on", "off" and similar words as a number of that option; otherwise the value itself. */
const char *key_value(enum opt_id id, const char *value);

struct setting {
	unsigned line;
	const char *key;   /* key as in the file */
	const char *value; /* NULL: none */
	struct key_meaning means;
	bool refused;
	bool general;	   /* its block names no drive: struct opt_state */
	bool of_partition; /* its block names the partition of --new-partition by a link */
};

struct command_text {
	unsigned line;
	char *text;
};

struct block {
	unsigned line;
	bool commands; /* the block is command_line { } */
	bool ignored;  /* its heading was not understood */
	bool missing;  /* the block's devices were not found */
	bool broken;   /* a modifier is wrong: its devices get no command */
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

/* Words of a command line; the store owns them. */
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
	bool asks_battery;  /* a setting applies only on battery power */
	bool battery;	    /* the machine runs on battery */
	bool only_battery;  /* --power-change: apply only options that have a setting for battery */
	uint64_t partition; /* --new-partition: the device's number; else 0 */
	bool all;	    /* use every device that the file names; false: only these: */
	struct device_list only;
	struct request asked; /* options on the command line of --conf, for every device */
	enum step_purpose purpose;
	bool wakes;  /* drives that are asleep are asked, too */
	bool serves; /* true: use only settings with KEY_SERVED; false: use all others */
	bool shows;  /* command lines are shown: their words are kept */
	/* OPT_RECORD, or OPT_REPLAY: commands go to the devices of a recording; or OPT_COUNT */
	enum opt_id tape;
};

/* store.c: host_glob(); marks the store as failed if there was no memory for the list. */
void file_glob(struct conf_file *file, const char *pattern, struct host_paths *paths);

/* Add a command line whose devices were chosen, and take ownership of it. */
void command_add(struct conf_file *file, struct conf_command *command);
void command_free(struct conf_command *command);

/* Note a word that matches no device; one line may have several. `drive`: it names a drive. */
void unmatched_add(struct conf_file *file, unsigned line, const char *name, bool drive);

/* Free commands and unmatched words. */
void conf_drop(struct conf *conf);

/* text.c: the whole file, NUL-terminated, in the store. 0, or a status that has been reported. */
int text_read(struct conf_file *file, char **text);

/* text.c: records an error in a line of the file; reports all of them, in order. */
void file_error(struct conf_file *file, unsigned line, const char *fmt, ...) REPORT_PRINTF(3, 4);
void file_errors_report(struct conf_file *file);

/* True if one of the errors from index `first` on is in this line. */
bool file_error_on(const struct conf_file *file, size_t first, unsigned line);

/* parse.c: text -> global and blocks. */
void file_parse(struct conf_file *file, const char *text);
bool is_device_word(const char *word);

/* keys.c: checks each setting of a block by itself; a wrong one is reported and refused. */
void settings_check(struct conf_file *file, struct block *block);
const struct option_def *setting_row(const struct setting *setting);

/*
 * Refuse all settings on a line that has an error: in "spindown_time = 20 min" the 20 alone would
 * be another time. If one is a modifier, the devices of the block get no command. `first`: see
 * file_error_on().
 */
void settings_refuse_lines(const struct conf_file *file, struct block *block, size_t first);

/* True if the setting is a password, and the request has one from another source, too. */
bool setting_is_second_password(const struct setting *setting, const struct request *req);

/*
 * words.c: splits a command line into words like a shell, and joins words. -EINVAL with *why set.
 */
int words_split(struct conf_file *file, const char *text, struct words *words, const char **why);
char *words_quoted(struct conf_store *store, char *const *words, size_t n);

/*
 * The words of a command line that --dry-run shows; without --dry-run they stay empty.
 * shown_secret() adds the option `name` and a prompt instead of the password. shown_end() frees the
 * words and returns the line, or NULL.
 */
void shown_begin(struct conf_file *file, struct words *shown);
void shown_add(struct conf_file *file, struct words *shown, const char *fmt, ...)
	REPORT_PRINTF(3, 4);
void shown_secret(struct conf_file *file, struct words *shown, const char *name);
char *shown_end(struct conf_file *file, struct words *shown);

/* match.c. */
enum { DEVICE_PATH_BYTES = 4096 };

/* The whole disk behind a path, as /dev/NAME, in the store; NULL if there is none. */
char *device_canonical(struct conf_file *file, const char *path);

/* True if a path is a link that leads to the device of that number, and not its node itself. */
bool link_leads_to(struct conf_file *file, const char *path, uint64_t rdev);

/*
 * True if a block names the partition of --new-partition by a link, and its whole disk by no word:
 * a pattern as /dev/disk/by-id/ata-* has links of both, and was applied to the disk.
 */
bool block_names_new_partition(struct conf_file *file, const struct block *block, uint64_t disk);

/*
 * List the devices that a block may match: those that its words name, and all disks if one of its
 * words is a selector.
 */
void block_candidates(struct conf_file *file, const struct block *block, struct device_list *named,
		      struct device_list *disks);

/*
 * True if the block matches this (canonical) device: one of its names and all its conditions match.
 * `named`: a path of the block names the device. `listed`: the device comes from add_all_disks().
 */
bool block_takes(struct conf_file *file, const struct block *block, const char *path, bool named,
		 bool listed);

/* The devices that match a block's names. */
void block_devices(struct conf_file *file, const struct block *block, struct device_list *list);

/* True if a block names this one (canonical) device. */
bool block_names(struct conf_file *file, const struct block *block, const char *path);
void list_add(struct conf_file *file, struct device_list *list, char *path);
bool list_has(const struct device_list *list, const char *path);

/* Add every disk with hardware; not loop devices and the like. */
void add_all_disks(struct conf_file *file, struct device_list *list);

/*
 * True if a device is a disk with hardware; not loop devices and the like, nor optical drives,
 * which are rotational, too. `listed`: add_all_disks() has found it, so that hardware is known.
 */
bool is_disk(struct host *host, const char *device, bool listed);

/*
 * The text that id: is compared with, from sysfs: "MODEL_SERIAL". False if the kernel does not show
 * it. A world wide name has room, too.
 */
enum { DRIVE_NAME_BYTES = SYSFS_WWN_BYTES };
bool drive_name(struct host *host, const char *device, char name[DRIVE_NAME_BYTES]);

/* drives.c: a command without settings for each drive that --save-conf describes. */
void drives_collect(struct conf_file *file, const struct plan *asked);

/*
 * selector.c: whether the selector ("ssd", "id:WDC*", ...) matches a canonical device. `listed`:
 * see is_disk().
 */
bool selector_holds(struct conf_file *file, const char *selector, const char *path, bool listed);
bool is_selector(const char *word);
/* True if a word names a drive; the other words are conditions, such as "rotational". */
bool names_drive(const char *word);
/* The selector that was probably meant, or NULL. */
const char *selector_suggest(const char *word);
/* True if a selector names a drive, such as id: and wwn:; the others are conditions. */
bool selector_names(const char *word);

/* True if the machine runs on battery. */
bool on_battery(struct conf_file *file);

/* target.c: the settings of each device, in the order of the file. */
struct target {
	char *path;
	struct block_identity chosen; /* the device at the time of the lookup */
	const struct setting **settings;
	size_t n;
	bool for_battery[OPT_COUNT]; /* options that have a setting for battery power */
	bool matched; /* a block matches the device, or the settings outside the blocks reach it */
	bool broken;  /* a block of the device is broken */
};

struct targets {
	struct target *target; /* devices that were looked at */
	size_t n;
	size_t *sorted;	 /* target numbers, in the order of their paths */
	size_t *matched; /* indexes of matching blocks, in the order of the file */
	size_t n_matched;
};
/* Set block->missing of blocks without a device, if all devices are asked for. */
void targets_collect(struct conf_file *file, struct targets *targets);
void targets_commands(struct conf_file *file, const struct targets *targets);
void targets_free(struct targets *targets);

/* commands.c: adds the command lines of a command_line block. */
void block_commands(struct conf_file *file, const struct block *block);

#endif
