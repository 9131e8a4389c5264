/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --surface-scan. */
#ifndef HDPARM_SCAN_H
#define HDPARM_SCAN_H

struct job;

/*
 * Run --surface-scan, for action.run. Return 0; -errno: -EIO if bad sectors are left; or -RESULT_*:
 * -RESULT_INTERRUPTED after a signal.
 */
int act_surface_scan(struct job *);

#endif
