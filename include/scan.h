/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --surface-scan. */
#ifndef HDPARM_SCAN_H
#define HDPARM_SCAN_H

struct job;

/* Run --surface-scan as action.run. -EIO: bad sectors are left; -RESULT_INTERRUPTED: a signal. */
int act_surface_scan(struct job *);

#endif
