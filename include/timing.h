/* SPDX-License-Identifier: GPL-2.0-or-later */
/* -t and -T. */
#ifndef HDPARM_TIMING_H
#define HDPARM_TIMING_H

struct job;

/* Both follow the contract of struct action.run. SIGINT ends them with -RESULT_INTERRUPTED. */
int act_time_cache(struct job *);
int act_time_device(struct job *);

#endif
