// SPDX-License-Identifier: GPL-2.0-or-later
/* Selectors on the command line, as in hdparm.conf: "hdparm -S 20min rotational". */
#include "file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --list and --watch without a device mean all drives. */
static bool selects(const struct step *step)
{
	const struct opt_state *opt = step->req.opt;

	return step->path ? is_selector(step->path) : opt[OPT_LIST].seen || opt[OPT_WATCH].seen;
}

bool plan_selects(const struct plan *plan)
{
	for (size_t i = 0; i < plan->n; i++) {
		if (selects(&plan->steps[i]))
			return true;
	}
	return false;
}

/* True if the option may harm the drive, or takes only one drive. A question does neither. */
static bool needs_one_drive(const struct option_def *def, const struct opt_state *opt)
{
	if (!opt->seen || opt->implied || (def->kind == OPT_KIND_GETSET && !opt->set))
		return false;
	return def->kind == OPT_KIND_SOLO || def->consent || def->dangerous ||
	       (def->flags & (OPT_EXCLUSIVE | OPT_ONE_DEVICE | OPT_DEVICE_FILE));
}

static int refuse_option(const struct request *req, struct report *out)
{
	char name[OPTION_NAME_BYTES];

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (!needs_one_drive(&option_table[id], &req->opt[id]))
			continue;
		report_error(out, option_name((enum opt_id)id, name), STATUS_USAGE,
			     "takes no selector, as \"usb\" or \"all\": name each drive (no device "
			     "was touched)");
		return STATUS_USAGE;
	}
	return 0;
}

static int add_step(struct chosen *chosen, const struct step *step, const char *path)
{
	struct plan *plan = &chosen->plan;
	struct step *steps;

	/* --list has a line for each drive, whichever words select it */
	for (size_t i = 0; step->req.opt[OPT_LIST].seen && i < plan->n; i++) {
		if (!strcmp(plan->steps[i].path, path))
			return 0;
	}
	steps = store_grow(chosen->store, plan->steps, plan->n, sizeof(*steps));
	if (!steps)
		return ENOMEM;
	plan->steps = steps;
	steps[plan->n] = *step;
	steps[plan->n].selected = path != step->path;
	steps[plan->n++].path = path;
	return 0;
}

static int add_matches(struct chosen *chosen, struct conf_file *file, const struct step *step)
{
	const char *word = step->path ? step->path : "all";
	struct device_list all = { NULL, 0 };
	bool found = false;
	int status = 0;

	add_all_disks(file, &all);
	for (size_t i = 0; i < all.n && !status; i++) {
		if (!selector_holds(file, word, all.path[i], true))
			continue;
		found = true;
		status = add_step(chosen, step, all.path[i]);
	}
	free(all.path);
	if (chosen->store->failed)
		return ENOMEM;
	if (found || !step->path)
		return status;
	report_error(file->out, NULL, ENOENT, "%s: no drive here matches this selector", word);
	return ENOENT;
}

/* 9.65 would open a file with that name. */
static bool is_file(struct host *host, const struct step *step, struct report *out)
{
	struct stat st;

	if (!step->path || host_stat(host, step->path, &st) == -ENOENT)
		return false;
	report_note(out, NULL,
		    "%s: there is a file of this name: it is taken as the device, not "
		    "as a selector",
		    step->path);
	return true;
}

int chosen_make(struct chosen *chosen, const struct plan *asked, struct host *host,
		struct report *out)
{
	struct conf_file file = { .host = host, .out = out };
	int status = 0, failed = 0;

	*chosen = (struct chosen){ .store = calloc(1, sizeof(*chosen->store)) };
	file.store = chosen->store;
	if (!file.store)
		failed = ENOMEM;
	for (size_t i = 0; i < asked->n && !failed; i++) {
		const struct step *step = &asked->steps[i];
		int result;

		if (!selects(step) || is_file(host, step, out)) {
			failed = add_step(chosen, step, step->path);
			continue;
		}
		failed = refuse_option(&step->req, out);
		result = failed ? 0 : add_matches(chosen, &file, step);
		if (result == ENOMEM)
			failed = ENOMEM;
		status = status ? status : result;
	}
	if (failed == ENOMEM)
		report_error(out, NULL, ENOMEM, "nothing is done: %s", strerror(ENOMEM));
	if (failed)
		chosen->plan.n = 0;
	return failed ? failed : status;
}

void chosen_free(struct chosen *chosen)
{
	free(chosen->plan.steps);
	store_free(chosen->store);
}
