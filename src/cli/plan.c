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
