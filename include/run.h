/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A plan, done. */
#ifndef HDPARM_RUN_H
#define HDPARM_RUN_H

#include "host.h"
#include "report.h"
#include "request.h"
#include "status.h"

/*
 * Runs the plan: every step in order. The result of the first one that did not end well, for
 * status_of(): 0, an error number or RESULT_*.
 */
int run_plan(const struct plan *plan, struct host *host, struct report *out);

/*
 * The same for any plan, with --conf what the file says, on the machine that it asks for: recorded
 * (--record) or from a recording (--replay). Returns the exit status.
 */
int run_session(const struct plan *plan, struct host *host, struct report *out);

#endif
