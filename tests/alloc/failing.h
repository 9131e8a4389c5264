/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_ALLOC_FAILING_H
#define TESTS_ALLOC_FAILING_H

#include <stdbool.h>

#define ALLOCATIONS_FILE "allocations"

/* What processes of one command have asked for, and how often in vain: the file in the world. */
struct allocations {
	unsigned long asked, failed;
};

#endif
