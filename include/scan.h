/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --surface-scan. */
#ifndef HDPARM_SCAN_H
#define HDPARM_SCAN_H

struct job;

/*
 * Do --surface-scan. Return 0; -errno, reported, such as -EIO if bad sectors are left; or
 * -RESULT_INTERRUPTED after a signal that host_interrupt_hold() blocked.
 */
int act_surface_scan(struct job *);

#endif
