// SPDX-License-Identifier: GPL-2.0-or-later
/* Questions about a plan as a whole, and about words that gave none. */
#include "request.h"

#include <string.h>

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

bool words_have(int argc, char *const argv[], enum opt_id id)
{
	const char *rest;

	for (int i = 1; i < argc && strcmp(argv[i], "--"); i++) {
		if (!strncmp(argv[i], "--", 2) && option_by_name(argv[i] + 2, &rest) == id)
			return true;
	}
	return false;
}

bool word_names_device(const char *word)
{
	return !strncmp(word, "/dev/", strlen("/dev/"));
}

bool step_takes_password(const struct step *step)
{
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct value_type *type = option_table[id].value;

		if (step->req.opt[id].seen && type && type->secret)
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

void step_forget_word(const struct step *step)
{
	/* argv is main()'s, which may be written to (C11 5.1.2.2.1) */
	explicit_bzero((char *)(uintptr_t)step->path, strlen(step->path));
}
