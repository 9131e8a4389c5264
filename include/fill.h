/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A summary of a sector: distinguishes erased sectors from others without keeping data. Pure. */
#ifndef HDPARM_FILL_H
#define HDPARM_FILL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum contents_kind {
	CONTENTS_ZEROS,
	CONTENTS_ONES,	   /* FFh, the value of erased flash memory */
	CONTENTS_REPEATED, /* other four bytes, repeated */
	CONTENTS_MIXED	   /* anything else */
};

struct contents {
	enum contents_kind kind;
	uint64_t mark; /* equal for equal data, almost never for different data */
};

/* Whether all bytes are zero; true of no bytes. */
bool all_zeros(const void *data, size_t bytes);

/* Summarizes `data`; `bytes` is a multiple of 4 and not 0. */
struct contents contents_of(const void *data, size_t bytes);

/* Fills `data` with other data of the same kind; equal sectors stay equal, others different. */
void contents_like(const struct contents *contents, void *data, size_t bytes);

#endif
