// SPDX-License-Identifier: GPL-2.0-or-later
/* The lines of --list: for people, for scripts, for programs. */
#include "columns.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void report_cell(struct report *out, const char *key, const struct report_value *value)
{
	switch (value->type) {
	case REPORT_U64:
		report_u64(out, key, value->u64, NO_TEXT);
		break;
	case REPORT_I64:
		report_i64(out, key, value->i64, NO_TEXT);
		break;
	case REPORT_F64:
		report_f64(out, key, value->f64, NO_TEXT);
		break;
	case REPORT_BOOL:
		report_bool(out, key, value->boolean, NO_TEXT);
		break;
	case REPORT_STRING:
		report_string(out, key, value->string, NO_TEXT);
		break;
	case REPORT_NULL:
		report_null(out, key, NO_TEXT);
		break;
	}
}

enum { POWER_CYCLE_BYTES = 96 };

static void report_known(struct report *out, const char *key, const char *text)
{
	if (*text)
		report_string(out, key, text, NO_TEXT);
	else
		report_null(out, key, NO_TEXT);
}

/*
 * Report the names that stay with the drive, and a text that changes when the drive may have lost
 * its settings.
 */
static void report_names(struct report *out, const char *node, const struct list_names *names)
{
	char path[SYSFS_NODE_BYTES], wwn[SYSFS_WWN_BYTES], cycle[POWER_CYCLE_BYTES];
	const struct disk_links *links = names->links;
	bool has_wwn;

	sysfs_node_path(node, path);
	has_wwn = sysfs_wwn(names->disk->host, path, wwn);
	report_known(out, "serial_number", names->serial);
	report_known(out, "world_wide_name", has_wwn ? wwn : "");
	report_array_begin(out, "by_id");
	for (size_t i = 0; i < links->link.n; i++) {
		if (!strcmp(links->node[i], path))
			report_string(out, "link", strrchr(links->link.path[i], '/') + 1, NO_TEXT);
	}
	report_section_end(out);
	machine_power_cycle(names->disk, cycle, sizeof(cycle));
	report_known(out, "power_cycle", cycle);
}

void list_report(struct report *out, const struct list_row *row, const struct list_names *names)
{
	struct cell cell;

	report_section_begin(out, "list");
	for (size_t i = 0; i < list_column_count; i++) {
		column_cell(&list_columns[i], row, &cell);
		report_cell(out, list_columns[i].key, &cell.value);
	}
	if (row->asked == POWER_ASKED && row->power.set_by)
		report_string(out, "power_condition_set_by", row->power.set_by, NO_TEXT);
	report_names(out, row->facts.disk.name, names);
	report_section_end(out);
}

/* Scripts get numbers without units; if there is no value, the text says why: "no answer". */
static void print_plain_cell(struct report *out, const struct cell *cell)
{
	switch (cell->value.type) {
	case REPORT_U64:
		report_line(out, "%llu", (unsigned long long)cell->value.u64);
		break;
	case REPORT_I64:
		report_line(out, "%lld", (long long)cell->value.i64);
		break;
	case REPORT_F64:
		report_line(out, "%.10g", cell->value.f64);
		break;
	case REPORT_STRING:
		report_line(out, "%s", cell->value.string);
		break;
	case REPORT_BOOL:
	case REPORT_NULL:
		report_line(out, "%s", cell->text);
		break;
	}
}

static void print_plain(struct report *out, const struct list_row *rows, size_t n)
{
	struct cell cell;

	for (size_t c = 0; c < list_column_count; c++)
		report_line(out, "%s%s", c ? "\t" : "", list_columns[c].key);
	report_line(out, "\n");
	for (size_t i = 0; i < n; i++) {
		if (!rows[i].shown)
			continue;
		for (size_t c = 0; c < list_column_count; c++) {
			column_cell(&list_columns[c], &rows[i], &cell);
			report_line(out, "%s", c ? "\t" : "");
			print_plain_cell(out, &cell);
		}
		report_line(out, "\n");
	}
}

enum { MOST_COLUMNS = 32, GAP = 2 };

/* A table for people. */
struct table {
	struct report *out;
	const struct list_row *rows;
	size_t n;
	unsigned columns; /* columns of the terminal */
	bool color;
	unsigned width[MOST_COLUMNS]; /* 0: left out */
};

static unsigned natural_width(const struct table *t, const struct column *column)
{
	unsigned width = (unsigned)strlen(column->heading);
	struct cell cell;

	for (size_t i = 0; i < t->n; i++) {
		unsigned columns = CELL_BYTES;

		if (!t->rows[i].shown)
			continue;
		column_cell(column, &t->rows[i], &cell);
		report_cut(cell.text, &columns);
		if (columns > width)
			width = columns;
	}
	return width;
}

static unsigned least_width(const struct table *t, size_t c)
{
	unsigned least = list_columns[c].least;

	return least && least < t->width[c] ? least : t->width[c];
}

/* The width of all columns that are not left out, each cut as far as possible. */
static unsigned least_total(const struct table *t)
{
	unsigned total = 0;

	for (size_t c = 0; c < list_column_count; c++) {
		if (t->width[c])
			total += least_width(t, c) + (total ? GAP : 0);
	}
	return total;
}

static size_t least_important(const struct table *t)
{
	size_t found = 0;

	for (size_t c = 1; c < list_column_count; c++) {
		if (t->width[c] && list_columns[c].importance < list_columns[found].importance)
			found = c;
	}
	return found;
}

/* The remaining room goes to the columns that were cut, from the left. */
static void choose_widths(struct table *t)
{
	unsigned total, room;

	for (size_t c = 0; c < list_column_count; c++)
		t->width[c] = list_columns[c].heading[0] ? natural_width(t, &list_columns[c]) : 0;
	while ((total = least_total(t)) > t->columns && least_important(t))
		t->width[least_important(t)] = 0;
	room = t->columns > total ? t->columns - total : 0;
	for (size_t c = 0; c < list_column_count; c++) {
		unsigned least = least_width(t, c), wanted = t->width[c] - least;
		unsigned more = wanted < room ? wanted : room;

		t->width[c] = least + more;
		room -= more;
	}
}

static bool is_last(const struct table *t, size_t c)
{
	while (++c < list_column_count) {
		if (t->width[c])
			return false;
	}
	return true;
}

static void print_field(const struct table *t, size_t c, const char *text, bool alert)
{
	const struct column *column = &list_columns[c];
	unsigned columns = t->width[c];
	size_t bytes = report_cut(text, &columns);
	unsigned pad = t->width[c] - columns;

	report_line(t->out, "%*s%s%.*s%s", column->right ? (int)pad : 0, "",
		    alert && t->color ? "\033[31m" : "", (int)bytes, text,
		    alert && t->color ? "\033[0m" : "");
	if (!is_last(t, c))
		report_line(t->out, "%*s", (column->right ? 0 : (int)pad) + GAP, "");
}

static void print_table(struct table *t)
{
	struct cell cell;

	for (size_t c = 0; c < list_column_count; c++) {
		if (t->width[c])
			print_field(t, c, list_columns[c].heading, false);
	}
	report_line(t->out, "\n");
	for (size_t i = 0; i < t->n; i++) {
		if (!t->rows[i].shown)
			continue;
		for (size_t c = 0; c < list_column_count; c++) {
			if (!t->width[c])
				continue;
			column_cell(&list_columns[c], &t->rows[i], &cell);
			print_field(t, c, cell.text[0] ? cell.text : "-", cell.alert);
		}
		report_line(t->out, "\n");
	}
}

void list_print(struct report *out, const struct list_row *rows, size_t n, unsigned columns,
		bool color)
{
	struct table t = { .out = out, .rows = rows, .n = n, .columns = columns, .color = color };

	if (!columns) {
		print_plain(out, rows, n);
		return;
	}
	choose_widths(&t);
	print_table(&t);
}
