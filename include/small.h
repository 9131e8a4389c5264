/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether this is the build of SMALL=1, which lacks the options that src/cli/options.c has in
 * FULL(). NOT_SMALL() has the rows and fields of other tables that serve them alone; the compiler
 * and the linker drop what nothing refers to then.
 */
#ifndef HDPARM_SMALL_H
#define HDPARM_SMALL_H

#ifdef HDPARM_SMALL
enum { SMALL_BUILD = 1 };
#define NOT_SMALL(...)
#else
enum { SMALL_BUILD = 0 };
#define NOT_SMALL(...) __VA_ARGS__
#endif

/* Of a function that a NOT_SMALL() alone names. */
#define IN_NOT_SMALL __attribute__((unused))

#endif
