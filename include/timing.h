/* SPDX-License-Identifier: GPL-2.0-or-later */
/* -t and -T. */
#ifndef HDPARM_TIMING_H
#define HDPARM_TIMING_H

struct job;

/* Each follows struct action.run's contract. SIGINT ends one with -RESULT_INTERRUPTED. */
int act_time_cache(struct job *);
int act_time_device(struct job *);

#endif
