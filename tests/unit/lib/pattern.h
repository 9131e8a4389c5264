/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file in which each byte shows its place. */
#ifndef TESTS_PATTERN_H
#define TESTS_PATTERN_H

#include <stddef.h>
#include <stdint.h>

/*
 * Return the descriptor of a new file without a name, of this many bytes; the test fails otherwise.
 */
int pattern_file(size_t bytes);

/* Fail unless data[0..bytes-1] are the file's at `offset`. */
void pattern_check(const char *data, size_t bytes, uint64_t offset);

#endif
