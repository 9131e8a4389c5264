/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --surface-scan. */
#ifndef HDPARM_SCAN_H
#define HDPARM_SCAN_H

struct job;

/* The contract of struct action.run. -EIO: a sector is bad; -RESULT_INTERRUPTED: after SIGINT. */
int act_surface_scan(struct job *);

#endif
