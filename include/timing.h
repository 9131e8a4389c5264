/* SPDX-License-Identifier: GPL-2.0-or-later */
/* -t and -T. */
#ifndef HDPARM_TIMING_H
#define HDPARM_TIMING_H

struct job;

/* Run -T or -t, as struct action.run. Return -RESULT_INTERRUPTED after SIGINT. */
int act_time_cache(struct job *);
int act_time_device(struct job *);

#endif
