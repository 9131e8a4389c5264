/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parsed command line: one step for each device word, each with its own request. */
#ifndef HDPARM_REQUEST_H
#define HDPARM_REQUEST_H

#include "options.h"

struct request {
	struct opt_state opt[OPT_COUNT];
	bool next_quiet; /* a -q applies to the next option */
	bool finds;	 /* an option finds devices itself: OPT_KIND_PLAN */
	bool no_heading; /* a -q preceded the device */
	/* a dry run that checks hdparm.conf: a missing consent word is an error of the file */
	bool checks_consent;
	bool from_block; /* from a block in hdparm.conf, where each key is checked by itself */
};

struct block_identity;

/* What is done with the settings of a step. */
enum step_purpose {
	STEP_RUN,
	STEP_ATTAIN, /* settings that the drive already has are not sent */
	STEP_CHECK,  /* they are compared with the drive's; nothing is changed */
	/* there are none: the drive's settings are written as a block of hdparm.conf */
	STEP_SAVE
};

struct step {
	const char *path; /* NULL: the act needs no device (INFO options) */
	struct request req;
	/* the device that a configuration file chose by that path; NULL: not checked */
	const struct block_identity *chosen;
	bool selected;	 /* a selector has chosen the path */
	bool heeds_lock; /* nothing is sent while another program has locked the drive */
	enum step_purpose purpose;
	bool wakes;	      /* STEP_CHECK and STEP_SAVE: a sleeping drive is asked, too */
	const char *selector; /* STEP_SAVE: the drive's name in the file, quoted */
};

/*
 * Owns its steps. Words of argv are borrowed and must outlive it, except passwords: they are copied
 * here and wiped in argv; plan_free() wipes the copy.
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

/* Fill *error with a usage error, and return -1. */
int usage_error(struct plan_error *error, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Add one mention of an option to the request: without a value (`text` is NULL, as for all options
 * that take none) or with its whole value, which is borrowed and must outlive the request. A later
 * mention replaces an earlier one, except that an option of kind GETSET keeps its value when it is
 * mentioned again without one. 0, or -1 with *error filled.
 */
int request_set(struct request *req, enum opt_id id, const char *text, struct plan_error *error);

/*
 * True if an earlier option supplies the value, a password, so that the option itself takes none.
 */
bool request_given_elsewhere(const struct request *req, enum opt_id id);

/*
 * Add a step for `path` (NULL: no device) with a copy of the request, and with the default listing
 * where it has no act. 0, or -1 with *error filled: options that exclude each other, a second
 * device for an option that takes one only, no memory.
 */
int plan_add_step(struct plan *plan, const char *path, const struct request *req,
		  struct plan_error *error);

/*
 * Parse the whole command line (argv[0] is skipped), after the options of `before` (NULL: none).
 * Nothing is opened. Options of the whole line (OPT_WHOLE_LINE) are in every step. 0, or -1 with
 * *error filled; the plan is then empty.
 */
int plan_parse(const struct request *before, int argc, char *const argv[], struct plan *plan,
	       struct plan_error *error);

/* True if any step of the plan has the option. */
bool plan_has(const struct plan *plan, enum opt_id id);

/* The first step's state of the option that has it, or NULL. */
const struct opt_state *plan_option(const struct plan *plan, enum opt_id id);

/*
 * True if a word of the command line is --NAME of that option. For a refused command line, which
 * has no plan.
 */
bool words_have_option(int argc, char *const argv[], enum opt_id id);

/* The option of the request that finds devices itself, OPT_KIND_PLAN; or OPT_COUNT. */
enum opt_id request_finder(const struct request *req);

/* True if the step has a consent word. */
bool step_carries_consent(const struct step *step);

/* True if a step has an option that takes a password, from the command line or elsewhere. */
bool step_takes_password(const struct step *step);

/*
 * True if a step's device word may be a password: the plan takes a password, and the word is no
 * path below /dev. Messages do not show such a word if no device has that name.
 */
bool plan_hides_word(const struct plan *plan, const struct step *step);

/* Overwrite a step's device word in argv, so that ps(1) does not show it. */
void step_wipe_word(const struct step *step);

/*
 * Static gates: consent words of every step, and options that exclude each other over the whole
 * plan. 0, or -1 with *error filled.
 */
int gate_check(const struct plan *plan, struct plan_error *error);

/*
 * Return whether a recording can hold what the plan does; `tape` is OPT_RECORD or OPT_REPLAY. 0, or
 * -1 with *error filled.
 */
int gate_check_tape(const struct plan *plan, enum opt_id tape, struct plan_error *error);

/*
 * Return the guards (OPT_GUARDS) that apply before an option's act: those of its row, except for a
 * question, and those of the given modifiers that change the act.
 */
unsigned request_guards(const struct request *req, enum opt_id id);

/*
 * A modifier that is accepted but has no effect in this request, or OPT_COUNT; the options with
 * which it has an effect are written to `with`.
 */
enum opt_id request_unused(const struct request *req, char *with, size_t size);

/* The consent words (CONSENT_*) of a request. */
unsigned consent_given(const struct request *req);

/*
 * Return the consent words (CONSENT_*) that the option with its value needs and the request lacks;
 * 0: none. --dry-run needs no consent, but names the words.
 */
unsigned consent_lacking(const struct request *req, enum opt_id id);

/* "--yes-i-know-what-i-am-doing" and the like, for CONSENT_* bits that are not 0. */
const char *consent_words(unsigned consent);

/*
 * Return the end of a message that names where the consents belong; empty for a key of hdparm.conf.
 */
const char *consent_place(const struct request *req);

void plan_free(struct plan *plan);

#endif
