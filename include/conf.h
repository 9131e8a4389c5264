/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The configuration file: its blocks become plans, as plan_parse() makes of command lines. */
#ifndef HDPARM_CONF_H
#define HDPARM_CONF_H

#include "host.h"
#include "report.h"
#include "options.h"

#define CONF_DEFAULT_PATH "/etc/hdparm.conf"

struct conf_store;

/* A command line that is equivalent to a part of the file. */
struct conf_command {
	struct plan plan;
	struct block_identity *chosen; /* the device of each step */
	char *shown;  /* --dry-run: the line, quoted for a shell, without passwords; else NULL */
	char **words; /* words of a command_line block, which the plan borrows; else NULL */
	size_t n_words;
};

/* A block or a command line without a device, or, if drives are checked, a drive's absent name. */
struct conf_unmatched {
	unsigned line;
	char *names; /* the words for devices, separated by commas */
	bool drive;  /* true: a word names a drive; false: all words are conditions, as ssd */
};

struct conf {
	struct conf_command *commands;
	size_t n;
	const char *path;		  /* the path of the file */
	struct conf_unmatched *unmatched; /* if all devices were asked for; in the file's order */
	size_t n_unmatched;
	bool serves; /* some block, or the part outside them, has a key for --serve */
	/* for --serve: the errors in lines, each ended by a newline; NULL: no file, or too many */
	const char *errors;
	int status; /* 0, 22 if something in the file was not understood, or errno */
	struct conf_store *store;
};

/*
 * Read the file that `asked` names and make the commands for the devices of the steps, or for all
 * devices that the file names if no step has a device. All steps have the same options, OPT_CONF
 * among them: gate_check(). Errors are reported as FILE:LINE; an error makes only its own line
 * invalid. An unreadable file, or a lack of memory, leaves no commands. No device is opened. The
 * caller always calls conf_free().
 */
void conf_load(struct conf *conf, const struct plan *asked, struct host *host, struct report *out);

/*
 * Add a command without settings, as for --save-conf, for each device of the steps, or for each
 * disk with hardware if no step has a device. The selector names the device.
 */
void conf_find_drives(struct conf *conf, const struct plan *asked, struct host *host,
		      struct report *out);

void conf_free(struct conf *conf);

/* The option's key in hdparm.conf, the name that users know. */
const char *conf_key(enum opt_id id);

/* True if --save-conf writes the option's key. */
bool conf_key_saved(enum opt_id id);

/* A plan whose device words are paths. */
struct chosen {
	struct plan plan; /* borrows the secrets of the plan from which it was made */
	struct conf_store *store;
};

/* True if a device word may be a selector such as "usb", or --list is for all drives. */
bool plan_selects(const struct plan *plan);

/*
 * Replace each selector by the drives that match it now; nothing is opened. 0, or a status, which
 * has been reported: ENOENT if a selector without a match has no step; after any other status the
 * plan is empty. The caller always calls chosen_free().
 */
int chosen_make(struct chosen *chosen, const struct plan *asked, struct host *host,
		struct report *out);
void chosen_free(struct chosen *chosen);

#endif
