// SPDX-License-Identifier: GPL-2.0-or-later
/* The steps of a plan: which options may be combined in one; and queries about the whole plan. */
#include "ata_drive.h"
#include "options.h"
#include "plan.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int plan_out_of_memory(struct plan_error *error)
{
	error->status = ENOMEM;
	snprintf(error->text, sizeof(error->text), "out of memory");
	return -1;
}

/* The settings that hdparm shows if nothing else is requested. */
static const enum opt_id default_listing[] = {
	OPT_READ_AHEAD,	   OPT_IO_32BIT,  OPT_DMA,	  OPT_GEOMETRY,
	OPT_KEEP_SETTINGS, OPT_MULTCOUNT, OPT_UNMASK_IRQ, OPT_READ_ONLY,
};

static void add_default_listing(struct request *req)
{
	for (size_t i = 0; i < sizeof(default_listing) / sizeof(default_listing[0]); i++) {
		struct opt_state *state = &req->opt[default_listing[i]];

		/* with -v the listing is shown also after -q */
		state->listed = req->opt[OPT_DEFAULTS].seen;
		state->implied = !state->set;
		if (state->seen)
			continue;
		state->seen = true;
		state->quiet = req->next_quiet;
	}
}

/*
 * Set the EPC timer like -S, if --epc or `epc = on` enables the feature set: then this timer
 * counts.
 */
static void set_standby_alike(struct request *req)
{
	const struct opt_state *standby = &req->opt[OPT_STANDBY_TIMER], *epc = &req->opt[OPT_EPC];
	struct opt_state *alike = &req->opt[OPT_EPC_STANDBY_Z];
	unsigned seconds = standby_timer_seconds((unsigned)standby->value);

	/* the vendor-specific code has no time */
	if (!standby->set || !epc->set || !epc->value || alike->seen ||
	    (standby->value && !seconds))
		return;
	*alike = (struct opt_state){ .seen = true,
				     .set = true,
				     .quiet = standby->quiet,
				     .flag = standby->flag,
				     .general = standby->general,
				     .value = ata_epc_rounded((uint64_t)seconds * 10) };
}

static bool alone(enum opt_kind kind)
{
	return kind == OPT_KIND_SOLO || kind == OPT_KIND_PLAN || kind == OPT_KIND_LONE;
}

/*
 * Check options that must be alone in their step, and options that take only one device. Returns
 * how many acts the step has, or -1.
 */
static int count_acts(const struct plan *plan, const struct request *req, struct plan_error *error)
{
	enum opt_id lone = OPT_COUNT;
	char name[OPTION_NAME_BYTES];
	int acts = 0;

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct option_def *def = &option_table[id];

		if (!req->opt[id].seen)
			continue;
		acts += def->kind != OPT_KIND_MODIFIER;
		if (lone == OPT_COUNT && alone(def->kind))
			lone = (enum opt_id)id;
		if ((def->flags & OPT_ONE_DEVICE) && plan->n > 0)
			return usage_error(error, "%s: takes one device only",
					   option_name((enum opt_id)id, name));
	}
	if (lone != OPT_COUNT && acts > 1)
		return usage_error(error, "%s: cannot be combined with other options",
				   option_name(lone, name));
	return acts;
}

int plan_add_step(struct plan *plan, const char *path, const struct request *req,
		  struct plan_error *error)
{
	struct step *steps = realloc(plan->steps, (plan->n + 1) * sizeof(*steps));
	struct step *step;
	int acts;

	if (!steps)
		return plan_out_of_memory(error);
	plan->steps = steps;
	acts = count_acts(plan, req, error);
	if (acts < 0)
		return -1;
	step = &steps[plan->n++];
	/* set each member: an initializer would copy the request twice, at every start */
	step->path = path;
	step->req = *req;
	step->chosen = NULL;
	step->heeds_lock = false;
	step->purpose = STEP_RUN;
	step->wakes = false;
	step->selector = NULL;
	set_standby_alike(&step->req);
	if (path && (!acts || req->opt[OPT_DEFAULTS].seen))
		add_default_listing(&step->req);
	return 0;
}

int plan_keep_secret(struct plan *plan, char *word, struct plan_error *error)
{
	char **secrets = realloc(plan->secrets, (plan->n_secrets + 1) * sizeof(*secrets));

	if (!secrets) {
		explicit_bzero(word, strlen(word));
		free(word);
		return plan_out_of_memory(error);
	}
	plan->secrets = secrets;
	plan->secrets[plan->n_secrets++] = word;
	return 0;
}

void plan_free(struct plan *plan)
{
	for (size_t i = 0; i < plan->n_secrets; i++) {
		explicit_bzero(plan->secrets[i], strlen(plan->secrets[i]));
		free(plan->secrets[i]);
	}
	free(plan->secrets);
	free(plan->steps);
	*plan = (struct plan){ 0 };
}

const struct opt_state *plan_option(const struct plan *plan, enum opt_id id)
{
	for (size_t i = 0; i < plan->n; i++) {
		if (plan->steps[i].req.opt[id].seen)
			return &plan->steps[i].req.opt[id];
	}
	return NULL;
}

bool plan_has(const struct plan *plan, enum opt_id id)
{
	return plan_option(plan, id) != NULL;
}

enum opt_id request_finder(const struct request *req)
{
	for (unsigned id = 0; req->finds && id < OPT_COUNT; id++) {
		if (req->opt[id].seen && option_table[id].kind == OPT_KIND_PLAN)
			return (enum opt_id)id;
	}
	return OPT_COUNT;
}

bool request_needs_no_device(const struct request *req)
{
	return request_finder(req) < OPT_COUNT ||
	       (req->opt[OPT_WATCH].seen && req->opt[OPT_POWER_MODE].seen);
}

bool words_have_option(int argc, char *const argv[], enum opt_id id)
{
	const char *rest;

	for (int i = 1; i < argc && strcmp(argv[i], "--"); i++) {
		if (option_of_word(argv[i], &rest) == id)
			return true;
	}
	return false;
}

void words_forget_secrets(int argc, char *const argv[])
{
	const char *rest;

	for (int i = 1; i < argc; i++) {
		if (!option_is_secret(option_of_word(argv[i], &rest)))
			continue;
		if (*rest)
			explicit_bzero((char *)(uintptr_t)rest, strlen(rest));
		else if (i + 1 < argc)
			explicit_bzero(argv[i + 1], strlen(argv[i + 1]));
	}
}

bool step_carries_consent(const struct step *step)
{
	return step->req.opt[OPT_CONSENT_YES].seen || step->req.opt[OPT_CONSENT_DESTROY].seen;
}

bool step_takes_password(const struct step *step)
{
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (step->req.opt[id].seen && option_is_secret((enum opt_id)id))
			return true;
	}
	return false;
}

bool plan_hides_word(const struct plan *plan, const struct step *step)
{
	for (size_t i = 0; step->path && !word_names_device(step->path) && i < plan->n; i++) {
		if (step_takes_password(&plan->steps[i]))
			return true;
	}
	return false;
}

void step_wipe_word(const struct step *step)
{
	/* main()'s argv may be written to (C11 5.1.2.2.1) */
	explicit_bzero((char *)(uintptr_t)step->path, strlen(step->path));
}
