// SPDX-License-Identifier: GPL-2.0-or-later
/* --list and --watch. */
#include "listing.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* One note for all drives: the lines are what people look at. */
static void note_barred(const struct listing *list, struct report *out)
{
	size_t barred = 0;

	for (size_t i = 0; i < list->plan->n; i++)
		barred += list->rows[i].barred;
	out->path = NULL;
	if (barred)
		report_note(out, "--list",
			    "%zu of %zu drives may be opened by root alone: what is only known to "
			    "them is left out",
			    barred, list->plan->n);
}

enum { MOST_PROCESSES = 256 };

int run_list(const struct plan *plan, bool in_turn, struct host *host, struct report *out)
{
	const struct opt_state *jobs = plan_option(plan, OPT_JOBS);
	size_t bytes = (plan->n + 1) * sizeof(struct list_row);
	struct listing list = { .plan = plan,
				.rows = host_shared(bytes),
				.limit = jobs ? (unsigned)jobs->value : MOST_PROCESSES,
				.in_turn = in_turn,
				.power_only = plan_has(plan, OPT_WATCH) };
	bool child = false;
	int result;

	if (!list.rows) {
		report_error(out, "--list", ENOMEM, "%s", strerror(ENOMEM));
		return ENOMEM;
	}
	if (list.power_only) {
		result = watch_drives(&list, host, out, &child);
	} else {
		result = listing_ask_all(&list, host, out, &child);
		if (!child && !out->structured)
			list_print(out, list.rows, plan->n,
				   out->out_terminal ? host_terminal_size(STDOUT_FILENO).columns
						     : 0);
		if (!child)
			note_barred(&list, out);
	}
	host_shared_free(list.rows, bytes);
	return result;
}
