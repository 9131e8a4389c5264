/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Plans from the configuration file, hdparm.conf, like the plans that plan_parse() makes from
 * command lines. Selectors such as "usb", in the file or on a command line, become paths of drives.
 */
#ifndef HDPARM_CONF_H
#define HDPARM_CONF_H

#include "host.h"
#include "report.h"
#include "options.h"

#define CONF_DEFAULT_PATH "/etc/hdparm.conf"

/* Owner of the strings of a configuration, such as words and paths. Freed strings are wiped. */
struct conf_store;

/* A command line that is equivalent to a part of the file; or a drive for --save-conf. */
struct conf_command {
	struct plan plan;
	struct block_identity *chosen; /* array: the device of each step of `plan` */
	char *shown;  /* --dry-run: the command line for a shell, without passwords; else NULL */
	char **words; /* for a line of a command_line block: its words, used by `plan`; else NULL */
	size_t n_words;
};

/*
 * A block or command line of the file that matches no device. With --check, also a block with a
 * word that names an absent drive.
 */
struct conf_unmatched {
	unsigned line;
	char *names; /* device words, all or only those of absent drives, separated by commas */
	bool drive;  /* one of `names` names a drive; false: all are conditions such as "ssd" */
};

struct conf {
	struct conf_command *commands;
	size_t n;
	const char *path;
	struct conf_unmatched *unmatched; /* array; empty if the command line names a device */
	size_t n_unmatched;
	bool serves; /* the file has a key that --serve uses */
	/* for --serve: the texts of the errors in the file, each on a line; NULL: not known */
	const char *errors;
	int status; /* exit status: 0, STATUS_USAGE or errno */
	struct conf_store *store;
};

/*
 * Read the file that OPT_CONF of `asked` names, else CONF_DEFAULT_PATH, and make commands for the
 * devices of the steps. If no step has a device, make commands for all devices that the file names
 * or selects. All steps have the same options (gate_check()). Errors in the file are reported as
 * FILE:LINE. An error makes its own line invalid, and may make the whole block invalid. If the file
 * cannot be read, or memory runs out, there are no commands. The result is conf->status. No device
 * is opened. The caller always calls conf_free().
 */
void conf_load(struct conf *conf, const struct plan *asked, struct host *host, struct report *out);

/*
 * Make one command without settings for each device of the steps, for --save-conf. If no step has a
 * device, make a command for each disk with hardware: no loop device, no optical drive. The result
 * is conf->status. The caller always calls conf_free().
 */
void conf_find_drives(struct conf *conf, const struct plan *asked, struct host *host,
		      struct report *out);

void conf_free(struct conf *conf);

/* Return the option's key in hdparm.conf, such as "apm"; if there is none, option_key(). */
const char *conf_key(enum opt_id id);

/* True if --save-conf writes the option's key. */
bool conf_key_saved(enum opt_id id);

/* A plan in which selectors such as "usb" are replaced by paths of drives. */
struct chosen {
	struct plan plan; /* borrows all words and secrets of the original plan */
	struct conf_store *store;
};

/*
 * True if a device word of the plan is a selector such as "usb", or a step with --list or --watch
 * has no device word.
 */
bool plan_selects(const struct plan *plan);

/*
 * Make a plan in which each selector is replaced by the paths of the drives that it matches now. A
 * word that is also the name of a file stays as a path. No device is opened. Return 0, or a
 * positive exit status after a report: ENOENT if a selector matches no drive and was left out.
 * After any other error the plan is empty. The caller always calls chosen_free().
 */
int chosen_make(struct chosen *chosen, const struct plan *asked, struct host *host,
		struct report *out);
void chosen_free(struct chosen *chosen);

#endif
