/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a sector holds: enough to tell erased ones from others, and none of the data. Pure. */
#ifndef HDPARM_FILL_H
#define HDPARM_FILL_H

#include <stddef.h>
#include <stdint.h>

enum contents_kind {
	CONTENTS_ZEROS,
	CONTENTS_ONES,	   /* FFh, as flash memory is when it is erased */
	CONTENTS_REPEATED, /* other four bytes again and again */
	CONTENTS_MIXED	   /* anything else */
};

struct contents {
	enum contents_kind kind;
	uint64_t mark; /* equal for equal data, and else almost never */
};

/* `bytes` is a multiple of 4, and not 0. */
struct contents contents_of(const void *data, size_t bytes);

/* Other data of the same kind; two sectors that were equal, or differed, still do. */
void contents_like(const struct contents *contents, void *data, size_t bytes);

#endif
