/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file in which each byte shows its place. */
#ifndef TESTS_PATTERN_H
#define TESTS_PATTERN_H

#include <stddef.h>
#include <stdint.h>

/*
 * Make a file without a name, of this many bytes; return its descriptor. The test fails if that is
 * not possible.
 */
int pattern_file(size_t bytes);

/* Fails unless data[0..bytes-1] are the file's at `offset`. */
void pattern_check(const char *data, size_t bytes, uint64_t offset);

#endif
