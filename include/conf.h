/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Plans from hdparm.conf; and selectors, such as "usb", which become paths of drives. */
#ifndef HDPARM_CONF_H
#define HDPARM_CONF_H

#include "host.h"
#include "report.h"
#include "options.h"

#define CONF_DEFAULT_PATH "/etc/hdparm.conf"

/*
 * If plan_parse() failed at an unknown long option that is a key of hdparm.conf or of JSON, as
 * "apm", add the option of the key to the message.
 */
void conf_advise(struct plan_error *error);

/* Owns strings, such as words and paths; wipes and frees the strings. */
struct conf_store;

/* A command line that is equivalent to a part of the file; or a drive for --save-conf. */
struct conf_command {
	struct plan plan;
	struct block_identity *chosen; /* array: the device of each step */
	char *shown;  /* for --dry-run: the command line for a shell, without passwords; or NULL */
	char **words; /* for a line of a command_line block: its words, used by `plan`; else NULL */
	size_t n_words;
};

/*
 * A block, or a line of a command_line block, for which no device is present. With --check, also a
 * block that names an absent drive.
 */
struct conf_unmatched {
	unsigned line;
	char *names; /* device words, separated by commas */
	bool drive;  /* at least one of `names` names a drive, not a condition such as "ssd" */
};

struct conf {
	struct conf_command *commands;
	size_t n;
	const char *path;
	struct conf_unmatched *unmatched; /* array; empty if the user names a device */
	size_t n_unmatched;
	bool serves; /* the file has a key that applies only with --serve */
	/* for --serve: the file's errors, a line each; not known if NULL, or `status` is ENOMEM */
	const char *errors;
	int status; /* exit status: 0, STATUS_USAGE or errno */
	struct conf_store *store;
};

/*
 * Make commands from the file that OPT_CONF of `asked` names, else from CONF_DEFAULT_PATH: for the
 * devices of the steps or, without a device, for those that the file names or selects. All steps
 * must have the same options. The result is conf->status. The caller always calls conf_free().
 */
void conf_load(struct conf *conf, const struct plan *asked, struct host *host, struct report *out);

/*
 * Make commands without settings, for --save-conf: for the devices of the steps or, without a
 * device, for the drives that sysfs_disks() finds, except /dev/sr*. Result as for conf_load().
 */
void conf_find_drives(struct conf *conf, const struct plan *asked, struct host *host,
		      struct report *out);

void conf_free(struct conf *conf);

/* Return the option's key in hdparm.conf, such as "apm"; option_key() if keys[] has no row. */
const char *conf_key(enum opt_id id);

/* True if --save-conf may write the option's key. */
bool conf_key_saved(enum opt_id id);

/* A plan in which selectors such as "usb" are replaced by paths of drives. */
struct chosen {
	struct plan plan;	  /* borrows words and secrets of the original plan */
	struct conf_store *store; /* NULL: `plan` is a copy of the original one */
};

/* True if the device word is a selector, or --list or --watch has no device word. */
bool step_selects(const struct step *step);

/*
 * Replace selectors by the drives that match now. A word that names a file stays. A plan without
 * selectors is taken as it is, and must outlive `chosen`. Return 0, or a positive exit status,
 * reported: ENOENT if a selector matches no drive and is left out; after another error the plan is
 * empty. The caller always calls chosen_free().
 */
int chosen_make(struct chosen *chosen, const struct plan *asked, struct host *host,
		struct report *out);
void chosen_free(struct chosen *chosen);

#endif
