/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The configuration file, hdparm.conf. Each block becomes a plan like the plan that plan_parse()
 * makes from a command line.
 */
#ifndef HDPARM_CONF_H
#define HDPARM_CONF_H

#include "host.h"
#include "report.h"
#include "options.h"

#define CONF_DEFAULT_PATH "/etc/hdparm.conf"

/* Memory that holds the texts of the file. */
struct conf_store;

/* A command line that is equivalent to a part of the file. */
struct conf_command {
	struct plan plan;
	struct block_identity *chosen; /* array: the device of each step of `plan` */
	char *shown;  /* --dry-run: the command line for a shell, without passwords; else NULL */
	char **words; /* words of a command_line block, which the plan borrows; else NULL */
	size_t n_words;
};

/*
 * A block or command line of the file without a device; for --check also a block of which a word
 * names an absent drive.
 */
struct conf_unmatched {
	unsigned line; /* line number in the file */
	char *names;   /* the words for devices, separated by commas */
	bool drive;    /* true: a word is a drive's name; false: all are conditions such as "ssd" */
};

struct conf {
	struct conf_command *commands;
	size_t n;
	const char *path;		  /* the path of the file */
	struct conf_unmatched *unmatched; /* set if no step has a device; in the file's order */
	size_t n_unmatched;
	bool serves; /* the file has a key for --serve */
	/* for --serve: the file's errors, each with a newline; NULL: no file, or too many errors */
	const char *errors;
	int status; /* 0, 22 if something in the file was not understood, or errno */
	struct conf_store *store;
};

/*
 * Read the file that OPT_CONF of `asked` names, and make the commands. They are for the devices of
 * the steps, or if no step has a device, for all devices that the file names. All steps have the
 * same options: gate_check(). Errors are reported as FILE:LINE; an error makes only its own line
 * invalid. If the file cannot be read, or memory runs out, there are no commands. No device is
 * opened. The caller always calls conf_free().
 */
void conf_load(struct conf *conf, const struct plan *asked, struct host *host, struct report *out);

/*
 * Add one command without settings for each device of the steps, or if no step has a device, for
 * each disk with hardware. Used for --save-conf.
 */
void conf_find_drives(struct conf *conf, const struct plan *asked, struct host *host,
		      struct report *out);

void conf_free(struct conf *conf);

/* Return the option's key in hdparm.conf, "apm". */
const char *conf_key(enum opt_id id);

/* True if --save-conf writes the option's key. */
bool conf_key_saved(enum opt_id id);

/* A plan in which paths have replaced selectors, such as "usb", as device words. */
struct chosen {
	struct plan plan; /* borrows the secrets of the plan from which it was made */
	struct conf_store *store;
};

/*
 * True if a device word of the plan may be a selector such as "usb", or --list or --watch has no
 * device.
 */
bool plan_selects(const struct plan *plan);

/*
 * Make a plan in which each selector is replaced by the drives that match now; nothing is opened.
 * 0, or a positive exit status, already reported. ENOENT: a selector matches no drive and was left
 * out of the plan. After any other status the plan is empty. The caller always calls chosen_free().
 */
int chosen_make(struct chosen *chosen, const struct plan *asked, struct host *host,
		struct report *out);
void chosen_free(struct chosen *chosen);

#endif
