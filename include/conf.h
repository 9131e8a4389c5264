/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The configuration file: blocks of settings for devices become the plans that plan_parse() gives
 * for the command lines that one would type.
 */
#ifndef HDPARM_CONF_H
#define HDPARM_CONF_H

#include "host.h"
#include "report.h"
#include "request.h"

#define CONF_DEFAULT_PATH "/etc/hdparm.conf"

struct conf_store;

/* One command line that the file stands for. */
struct conf_command {
	struct plan plan;
	struct block_identity *chosen; /* the device of each step */
	char *shown; /* for --dry-run: the line, quoted for a shell, without passwords; else NULL */
	char **words; /* of a command_line block, which the plan borrows; else NULL */
	size_t n_words;
};

/* A block, or a command line, of which no device is here. */
struct conf_unmatched {
	unsigned line;
	char *names; /* the words for devices, separated by commas */
};

struct conf {
	struct conf_command *commands;
	size_t n;
	const char *path;		  /* of the file */
	struct conf_unmatched *unmatched; /* where all devices were asked for; order of the file */
	size_t n_unmatched;
	int status; /* 0, 22 if something in the file was not understood, or errno */
	struct conf_store *store;
};

/*
 * Reads the file that `asked` names (its steps have the same options, as gate_check() sees to, and
 * OPT_CONF among them) and works out what is to be done with its devices: those of the steps, or
 * where no step has one, all that the file names. Errors are reported as FILE:LINE; each costs its
 * own line only. What cannot be read at all, or wants more memory than there is, leaves no
 * commands. No device is opened. conf_free() is needed always.
 */
void conf_load(struct conf *conf, const struct plan *asked, struct host *host, struct report *out);

void conf_free(struct conf *conf);

#endif
