// SPDX-License-Identifier: GPL-2.0-or-later
/* A device word makes a step of the plan; which options may stand together in one. */
#include "scan.h"

#include <stdlib.h>
#include <string.h>

static bool is_act(enum opt_id id)
{
	return option_table[id].kind != OPT_KIND_MODIFIER;
}

/* What hdparm shows when nothing else is asked. */
static const enum opt_id default_listing[] = {
	OPT_READ_AHEAD,	   OPT_IO_32BIT,  OPT_DMA,	  OPT_GEOMETRY,
	OPT_KEEP_SETTINGS, OPT_MULTCOUNT, OPT_UNMASK_IRQ, OPT_READ_ONLY,
};

static void add_default_listing(struct scan *scan, struct request *req)
{
	for (size_t i = 0; i < sizeof(default_listing) / sizeof(default_listing[0]); i++) {
		struct opt_state *state = &req->opt[default_listing[i]];

		/* a -q alone asks for nothing; -v asks for the listing whatever -q is about */
		state->listed = req->opt[OPT_DEFAULTS].seen;
		state->implied = !state->set;
		if (state->seen)
			continue;
		state->seen = true;
		state->quiet = scan->next_quiet;
	}
}

int scan_check_twice(struct scan *scan)
{
	return scan->twice ? scan_refuse(scan, "--%s: given twice: which one is meant?",
					 scan->twice->name)
			   : 0;
}

static bool alone(enum opt_kind kind)
{
	return kind == OPT_KIND_SOLO || kind == OPT_KIND_PLAN || kind == OPT_KIND_LONE;
}

/* A SOLO act stands alone in its step. */
static int check_solo(struct scan *scan, const struct request *req, size_t acts)
{
	char name[OPTION_NAME_BYTES];

	if (scan_check_twice(scan))
		return -1;
	memset(scan->given, 0, sizeof(scan->given));
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct option_def *def = &option_table[id];

		if (!req->opt[id].seen)
			continue;
		if (alone(def->kind) && acts > 1)
			return scan_refuse(scan, "%s: cannot be combined with other options",
					   option_name((enum opt_id)id, name));
		if ((def->flags & OPT_ONE_DEVICE) && scan->plan->n > 0)
			return scan_refuse(scan, "%s: takes one device only",
					   option_name((enum opt_id)id, name));
	}
	return 0;
}

int scan_add_step(struct scan *scan, const char *path)
{
	struct plan *plan = scan->plan;
	struct step *steps, *step;
	size_t acts = 0;

	steps = realloc(plan->steps, (plan->n + 1) * sizeof(*steps));
	if (!steps)
		return scan_out_of_memory(scan);
	plan->steps = steps;
	step = &steps[plan->n];
	*step = (struct step){ .path = path, .req = scan->req };
	for (unsigned id = 0; id < OPT_COUNT; id++)
		acts += step->req.opt[id].seen && is_act((enum opt_id)id);
	if (check_solo(scan, &step->req, acts))
		return -1;
	if (path && (acts == 0 || step->req.opt[OPT_DEFAULTS].seen))
		add_default_listing(scan, &step->req);
	plan->n++;
	scan->loose = false;
	return 0;
}
