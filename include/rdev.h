/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Device numbers in the encoding of libc's dev_t on Linux. <sys/sysmacros.h> has the same, but as
 * libc functions where the compiler optimizes for size: three more symbols to bind at each start.
 */
#ifndef HDPARM_RDEV_H
#define HDPARM_RDEV_H

#include <stdint.h>

static inline unsigned rdev_major(uint64_t rdev)
{
	return (unsigned)(rdev >> 32 & 0xfffff000) | (unsigned)(rdev >> 8 & 0xfff);
}

static inline unsigned rdev_minor(uint64_t rdev)
{
	return (unsigned)(rdev >> 12 & 0xffffff00) | (unsigned)(rdev & 0xff);
}

static inline uint64_t rdev_make(unsigned major, unsigned minor)
{
	return (uint64_t)(major & 0xfffff000) << 32 | (major & 0xfff) << 8 |
	       (uint64_t)(minor & 0xffffff00) << 12 | (minor & 0xff);
}

#endif
