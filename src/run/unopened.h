/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Device words that do not open. */
#ifndef HDPARM_UNOPENED_H
#define HDPARM_UNOPENED_H

#include "host.h"
#include "report.h"
#include "request.h"

/*
 * Whether the device words that may be passwords are devices, by stat(2). To be asked of the
 * machine itself, so that no recording, and no message of a replay, holds one which is none. 0, or
 * the first one's -errno, all of them reported.
 */
int hidden_words_exist(const struct plan *plan, struct host *host, struct report *out);

/*
 * Where an option needs consent or a password, every device of the line has to open before the
 * first is touched: a word too many is a sign that the line is not what was meant, and what such
 * options do cannot be undone. 0, or the first one's -errno, all of them reported.
 */
int devices_open(const struct plan *plan, struct host *host, struct report *out);

/* A step whose device did not open: the -errno, and what follows from it, or "". */
struct unopened {
	const struct plan *plan;
	const struct step *step;
	int err;
	const char *more;
};

/*
 * Reports it, with what to try where that is known. A word that may be a password is not shown, and
 * overwritten.
 */
void tell_unopened(const struct unopened *what, struct host *host, struct report *out);

#endif
