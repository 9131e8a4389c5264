/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files about comparisons share. */
#ifndef HDPARM_COMPARE_PARTS_H
#define HDPARM_COMPARE_PARTS_H

#include "acts.h"
#include "compare.h"

/* Writes one of the texts of struct compared; it is cut where it is too long. */
REPORT_PRINTF(2, 3) void compared_put(char text[COMPARED_TEXT_BYTES], const char *fmt, ...);

/* The same behind what stands there. What does not fit is left out. */
REPORT_PRINTF(2, 3) void compared_add(char text[COMPARED_TEXT_BYTES], const char *fmt, ...);

/* Units of 100 ms as the file takes them: without a blank, exact. */
void compared_put_tenths(uint64_t tenths, char text[COMPARED_TEXT_BYTES]);

/* Fills `actual` or `why`, and `result` where the setting is as the job's request asks. */
enum knowledge compare_sct(struct job *job, struct compared *c);

#endif
