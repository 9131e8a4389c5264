/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --surface-scan. */
#ifndef HDPARM_SCAN_H
#define HDPARM_SCAN_H

struct job;

/* Follow struct action.run's contract. -EIO where a sector is bad; SIGINT: -RESULT_INTERRUPTED. */
int act_surface_scan(struct job *);

#endif
