/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The columns of --list. */
#ifndef HDPARM_LIST_COLUMNS_H
#define HDPARM_LIST_COLUMNS_H

#include "list.h"

enum { CELL_BYTES = BLOCK_WHY_BYTES };

/* The contents of a row in a column. At first the value is null and the text empty. */
struct cell {
	struct report_value value; /* value for machines */
	char text[CELL_BYTES];	   /* text for people; empty: not known */
	bool alert;		   /* shown in red */
};

struct column {
	const char *key;
	char heading[12];   /* "": not in the table for people */
	bool right;	    /* aligned */
	uint8_t importance; /* columns of low importance are left out on a narrow terminal */
	uint8_t least;	    /* least width to which the column may be cut; 0: never cut */
	void (*fill)(const struct list_row *, struct cell *);
};

extern const struct column list_columns[];
extern const size_t list_column_count;

/* The value and the text of a row in a column; value.string is valid while `row` and `cell` are. */
void column_cell(const struct column *column, const struct list_row *row, struct cell *cell);

#endif
