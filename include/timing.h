/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The measurement of reads, -t and -T. */
#ifndef HDPARM_TIMING_H
#define HDPARM_TIMING_H

struct job;

/* Do -T (cache) or -t (device). 0; -errno, reported; or -RESULT_INTERRUPTED after a signal. */
int act_time_cache(struct job *);
int act_time_device(struct job *);

#endif
