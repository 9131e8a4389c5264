/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of a run. */
#ifndef HDPARM_RUN_H
#define HDPARM_RUN_H

#include "action.h"

/* A word of consent was given for what was seen then: nothing more is done after a failure. */
bool carries_consent(const struct step *step);

/*
 * Every step of the plan, `limit` of them at a time, each in a process of its own; output and
 * result, as run_plan()'s, in the order of the command line. In a child, which returns as well,
 * *out is the child's own report, and the result that of its step.
 */
int run_parallel(const struct plan *plan, unsigned limit, struct host *host, struct report *out);

#endif
