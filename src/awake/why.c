// SPDX-License-Identifier: GPL-2.0-or-later
/* --why-awake: what keeps drives awake. */
#include "awake.h"
#include "why.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_S = 600 };

static const char option[] = "--why-awake";

/* Look at all devices of the plan; *failed is the first failure. */
static void look_at_all(struct why *why, const struct plan *plan, int *failed)
{
	why_find_pollers(why);
	for (size_t i = 0; i < plan->n; i++) {
		struct watched *drive = &why->drive[why->n];
		int err = why_look(why, &plan->steps[i], drive);

		if (!err) {
			why_say(why, drive);
			why->n++;
			continue;
		}
		why->out->path = plan->steps[i].path;
		report_error(why->out, option, -err, "%s", strerror(-err));
		why->out->path = NULL;
		*drive = (struct watched){ .path = NULL };
		*failed = *failed ? *failed : -err;
	}
}

int awake_why(const struct plan *plan, struct host *host, struct report *out)
{
	const struct opt_state *opt = plan_option(plan, OPT_WHY_AWAKE);
	struct why why = { .host = host, .out = out, .untraced = -ENODATA };
	uint64_t seconds = opt->set ? opt->value : DEFAULT_S;
	int failed = 0;
	bool held;

	why.drive = calloc(plan->n, sizeof(*why.drive));
	if (!why.drive) {
		report_error(out, option, ENOMEM, "%s", strerror(ENOMEM));
		return ENOMEM;
	}
	look_at_all(&why, plan, &failed);
	held = host_interrupt_hold(host, true);
	if (why.n && seconds) {
		report_line(out, "\nWatching for %llu s; Ctrl-C ends that.\n",
			    (unsigned long long)seconds);
		why_watch(&why, seconds);
	}
	for (size_t i = 0; i < why.n; i++) {
		if (seconds)
			why_ask_again(&why, &why.drive[i]);
		why_report(&why, &why.drive[i]);
	}
	if (held)
		host_interrupt_release(host);
	free(why.drive);
	if (why.no_memory) {
		report_error(out, option, ENOMEM, "not all could be found out: %s",
			     strerror(ENOMEM));
		failed = failed ? failed : ENOMEM;
	}
	return failed;
}
