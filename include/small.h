/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether this is the build of SMALL=1, in which the options of OPT_NOT_SMALL and the files that
 * serve them alone (Makefile) are left out. The compiler drops what depends on it.
 */
#ifndef HDPARM_SMALL_H
#define HDPARM_SMALL_H

#ifdef HDPARM_SMALL
enum { SMALL_BUILD = 1 };
#else
enum { SMALL_BUILD = 0 };
#endif

#endif
