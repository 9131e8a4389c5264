/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file whose every byte tells its place. */
#ifndef TESTS_PATTERN_H
#define TESTS_PATTERN_H

#include <stddef.h>
#include <stdint.h>

/* A file of so many bytes without a name. Its descriptor; a test fails where there is none. */
int pattern_file(size_t bytes);

/* Fails unless data[0..bytes-1] are the file's at `offset`. */
void pattern_check(const char *data, size_t bytes, uint64_t offset);

#endif
