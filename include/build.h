/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which build this is: its version, and what it leaves out. */
#ifndef HDPARM_BUILD_H
#define HDPARM_BUILD_H

/* The version, once. Consumers demand "hdparm vN.N" of at least 9.25. */
#define HDPARM_VERSION "10.0"

/*
 * Whether this is the build of SMALL=1, which lacks the options that src/cli/options.c has in
 * FULL(). NOT_SMALL() marks the rows and fields of other tables that only these options use; the
 * compiler and the linker then drop what is not referenced.
 */
#ifdef HDPARM_SMALL
enum { SMALL_BUILD = 1 };
#define NOT_SMALL(...)
#else
enum { SMALL_BUILD = 0 };
#define NOT_SMALL(...) __VA_ARGS__
#endif

/* For a function that only a NOT_SMALL() names. */
#define IN_NOT_SMALL __attribute__((unused))

#endif
