/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command line, understood: one step per device word, each with its own request. */
#ifndef HDPARM_REQUEST_H
#define HDPARM_REQUEST_H

#include "options.h"

struct request {
	struct opt_state opt[OPT_COUNT];
	bool next_quiet; /* a -q waits for its option */
	bool no_heading; /* -q stood anywhere before the device */
	bool from_block; /* the keys of a block in hdparm.conf, each judged by itself */
};

struct block_identity;

struct step {
	const char *path; /* NULL: the act needs no device (INFO options) */
	struct request req;
	/* the device that a configuration file chose by that path; NULL: whatever is there */
	const struct block_identity *chosen;
};

/*
 * Owns its steps; words of argv are borrowed and must outlive it. Secrets among them (passwords)
 * are kept here instead, wiped in argv, and wiped here in plan_free().
 */
struct plan {
	struct step *steps;
	size_t n;
	char **secrets;
	size_t n_secrets;
};

/* Why a command line is refused. `text` is one line without the program's name. */
struct plan_error {
	int status; /* 22 usage, 1 gate, ENOMEM */
	char text[256];
};

/* Fills *error with a usage error, or with the lack of memory, and returns -1. */
int usage_error(struct plan_error *error, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
int plan_out_of_memory(struct plan_error *error);

/* The same for a word that is no value of the option: -EINVAL, or -ERANGE: out of range. */
int value_error(struct plan_error *error, enum opt_id id, const char *word, int err);

/*
 * The option as one more mention of it says: alone (`text` is NULL, always where it takes no value)
 * or with its whole value, which is borrowed and must outlive the request. A later mention replaces
 * an earlier one, but of an option that asks without a value it keeps the value given. 0, or -1
 * with *error filled.
 */
int request_set(struct request *req, enum opt_id id, const char *text, struct plan_error *error);

/* Whether options so far give the value, a password, so that the option itself has none. */
bool request_given_elsewhere(const struct request *req, enum opt_id id);

/*
 * Adds a step for `path` (NULL: no device) with a copy of the request, and where that has no act,
 * with the default listing. 0, or -1 with *error filled: options that may not stand together, more
 * than one device for an option that serves one, no memory.
 */
int plan_add_step(struct plan *plan, const char *path, const struct request *req,
		  struct plan_error *error);

/*
 * The plan takes a password that was allocated, and wipes it in plan_free(). 0, or -1 with *error
 * filled where there is no memory; it is wiped then, too.
 */
int plan_keep_secret(struct plan *plan, char *word, struct plan_error *error);

/*
 * Reads the whole command line (argv[0] is skipped) behind the options of `before` (NULL: none).
 * Nothing is opened. Options of the whole line (OPT_WHOLE_LINE) are in every step. 0, or -1 with
 * *error filled; the plan is then empty.
 */
int plan_parse(const struct request *before, int argc, char *const argv[], struct plan *plan,
	       struct plan_error *error);

/* Whether any step of the plan has the option. */
bool plan_has(const struct plan *plan, enum opt_id id);

/* The first step's state of the option that has it, or NULL. */
const struct opt_state *plan_option(const struct plan *plan, enum opt_id id);

/*
 * Whether a word of the command line is --NAME of that option, understood or not: how to speak of
 * a command line that is refused.
 */
bool words_have_option(int argc, char *const argv[], enum opt_id id);

/* Whether a word is a path below /dev, as nearly all devices have. */
bool word_names_device(const char *word);

/* Whether a word of consent was given for what was seen then. */
bool step_carries_consent(const struct step *step);

/* Whether a step has an option whose value is a password, wherever that comes from. */
bool step_takes_password(const struct step *step);

/*
 * Whether the word that a step takes for its device may be a password instead: the plan takes one,
 * and the word is no path below /dev. Where it turns out to be no device, it is not shown.
 */
bool plan_hides_word(const struct plan *plan, const struct step *step);

/* Overwrites a step's device word, on the command line too: ps(1) shows it to nobody. */
void step_wipe_word(const struct step *step);

/*
 * Static gates: consent words of every step, and options that exclude each other over the whole
 * plan. 0, or -1 with *error filled.
 */
int gate_check(const struct plan *plan, struct plan_error *error);

void plan_free(struct plan *plan);

#endif
