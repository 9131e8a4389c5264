/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs plans. */
#ifndef HDPARM_RUN_H
#define HDPARM_RUN_H

#include "host.h"
#include "report.h"
#include "options.h"
#include "status.h"

/*
 * After gate_check() has missed a consent: report the devices that the consent would not make
 * usable, as a partition. Open no device. Return the first error, or 0: each may be usable.
 */
int run_unmendable(const struct plan *plan, struct host *host, struct report *out);

/* Run any plan, such as one with --list, --conf, --replay or --jobs. Return the exit status. */
int run_session(const struct plan *plan, struct host *host, struct report *out);

#endif
