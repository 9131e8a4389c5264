/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs plans. */
#ifndef HDPARM_RUN_H
#define HDPARM_RUN_H

#include "host.h"
#include "report.h"
#include "options.h"
#include "status.h"

struct hung_drives;

/*
 * If devices_open() fails, return its error, positive. Else run the steps in order. End after a
 * result of result_ends_run(), or if no memory is left to note a drive that hangs. After a failure,
 * also end before a step that carries a consent, or reads a password from the terminal or from
 * standard input. Return the most important result, by result_of_both().
 *
 * `shared`: drives that hung in other plans of this run, which get no command; drives that hang now
 * are added. NULL: there are no other plans.
 */
int run_steps(const struct plan *plan, struct hung_drives *shared, struct host *host,
	      struct report *out);

/*
 * After gate_check() has missed a consent: report the devices that the consent would not make
 * usable, as a partition. Open no device. Return the first error, or 0: each may be usable.
 */
int run_unmendable(const struct plan *plan, struct host *host, struct report *out);

/* Run any plan, such as one with --list, --conf, --replay or --jobs. Return the exit status. */
int run_session(const struct plan *plan, struct host *host, struct report *out);

#endif
