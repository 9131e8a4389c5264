/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_ALLOC_FAILING_H
#define TESTS_ALLOC_FAILING_H

#include <stdbool.h>

#define ALLOCATIONS_FILE "allocations"

/* The world's file: how many allocations the processes of one command made, and how many failed. */
struct allocations {
	unsigned long asked, failed;
};

#endif
