/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_ALLOC_FAILING_H
#define TESTS_ALLOC_FAILING_H

#include <stdbool.h>

#define ALLOCATIONS_FILE "allocations"

/* The world's file: number of allocations by all processes of one command, and of failures. */
struct allocations {
	unsigned long asked, failed;
};

#endif
