// SPDX-License-Identifier: GPL-2.0-or-later
/* The output of --list: a table for people, plain text for scripts, JSON. */
#include "known_faults.h"
#include "list.h"
#include "show.h"
#include "units.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_BYTES = BLOCK_WHY_BYTES };

struct cell {
	struct report_value value; /* for JSON; a number or string also for scripts */
	/* for the table, where "" is shown as "-"; also for scripts if `value` is a bool or null */
	char text[CELL_BYTES];
	bool alert; /* shown in red with table.color */
};

struct column {
	const char *key;
	/* heading in the table for people; "": the table does not have the column */
	char heading[12];
	bool right;
	/* on a narrow terminal the column of the lowest importance is left out first */
	uint8_t importance;
	uint8_t least; /* least width to which the column may be cut; 0: never cut */
	bool optional; /* JSON and the text for scripts lack it where no drive has a value */
	void (*fill)(const struct list_row *, struct cell *);
};

static void set_string(struct cell *cell, const char *string)
{
	if (!string || !*string)
		return;
	cell->value = (struct report_value){ .type = REPORT_STRING, .string = string };
	snprintf(cell->text, sizeof(cell->text), "%s", string);
}

static void set_number(struct cell *cell, uint64_t number)
{
	cell->value = (struct report_value){ .type = REPORT_U64, .u64 = number };
}

static void set_switch(struct cell *cell, const struct observed *now)
{
	if (now->known != KNOWN)
		return;
	cell->value = (struct report_value){ .type = REPORT_BOOL, .boolean = now->value };
	snprintf(cell->text, sizeof(cell->text), "%s", now->value ? "on" : "off");
}

/* A drive with known faults is marked. */
static void fill_device(const struct list_row *row, struct cell *cell)
{
	set_string(cell, row->facts.disk.name);
	cell->alert = known_fault_next(NULL, row->fault_model, row->fault_firmware);
	if (cell->alert)
		snprintf(cell->text, sizeof(cell->text), "%s!", row->facts.disk.name);
}

static void fill_model(const struct list_row *row, struct cell *cell)
{
	set_string(cell, row->facts.model);
}

static void fill_size(const struct list_row *row, struct cell *cell)
{
	char text[UNITS_TEXT_BYTES];

	if (!row->facts.bytes)
		return;
	set_number(cell, row->facts.bytes);
	size_text(row->facts.bytes, text);
	snprintf(cell->text, sizeof(cell->text), "%s", text);
}

static void fill_medium(const struct list_row *row, struct cell *cell)
{
	if (row->facts.link == LINK_NVME)
		set_string(cell, "nvme");
	else if (row->facts.has_rotational)
		set_string(cell, row->facts.rotational ? "rotational" : "ssd");
	if (row->facts.link == LINK_NVME)
		snprintf(cell->text, sizeof(cell->text), "NVMe");
	else if (row->facts.rpm)
		snprintf(cell->text, sizeof(cell->text), "%u rpm", row->facts.rpm);
	else if (row->facts.has_rotational)
		snprintf(cell->text, sizeof(cell->text), "%s",
			 row->facts.rotational ? "rotates" : "SSD");
}

static void fill_rotation(const struct list_row *row, struct cell *cell)
{
	if (row->facts.rpm)
		set_number(cell, row->facts.rpm);
}

static void fill_transport(const struct list_row *row, struct cell *cell)
{
	set_string(cell, drive_link_key(row->facts.link));
	snprintf(cell->text, sizeof(cell->text), "%s%s%s", drive_link_name(row->facts.link),
		 row->facts.bridge[0] ? " " : "", row->facts.bridge);
}

static void fill_bridge(const struct list_row *row, struct cell *cell)
{
	set_string(cell, row->facts.bridge);
}

static void fill_power(const struct list_row *row, struct cell *cell)
{
	const char *mode = list_power_mode(row);

	if (row->asked == POWER_ASKED)
		set_string(cell, row->power.condition);
	cell->alert = row->asked == POWER_NO_ANSWER;
	snprintf(cell->text, sizeof(cell->text), "%s", mode ? mode : "");
}

static void fill_temperature(const struct list_row *row, struct cell *cell)
{
	if (!row->has_celsius)
		return;
	cell->value = (struct report_value){ .type = REPORT_I64, .i64 = row->temperature.celsius };
	snprintf(cell->text, sizeof(cell->text), "%d C", row->temperature.celsius);
}

/* Levels 80h to FEh forbid standby, and are marked; 255 is off, as for -B. */
static void fill_apm(const struct list_row *row, struct cell *cell)
{
	if (row->apm.known != KNOWN)
		return;
	set_number(cell, row->apm.value);
	if (row->apm.value == APM_OFF)
		snprintf(cell->text, sizeof(cell->text), "off");
	else
		snprintf(cell->text, sizeof(cell->text), "%" PRIu64 "%s", row->apm.value,
			 row->apm.value >= APM_NO_STANDBY ? "!" : "");
	cell->alert = row->apm.value >= APM_NO_STANDBY && row->apm.value < APM_OFF;
}

static void fill_epc(const struct list_row *row, struct cell *cell)
{
	set_switch(cell, &row->epc);
}

static void fill_standby(const struct list_row *row, struct cell *cell)
{
	char text[UNITS_TEXT_BYTES];

	if (row->standby_timer.known != KNOWN)
		return;
	cell->value = (struct report_value){ .type = REPORT_F64,
					     .f64 = row->standby_timer.is.tenths / 10.0 };
	tenths_text(row->standby_timer.is.tenths, text);
	cell->alert = !row->standby_timer.is.tenths;
	snprintf(cell->text, sizeof(cell->text), "%s", cell->alert ? "off!" : text);
}

static void fill_write_cache(const struct list_row *row, struct cell *cell)
{
	set_switch(cell, &row->write_cache);
}

static void fill_security(const struct list_row *row, struct cell *cell)
{
	/* first index: 0 off, 1 enabled, 2 locked; second index: 1 frozen */
	static const char *const states[][2] = { { "off", "frozen" },
						 { "enabled", "enabled, frozen" },
						 { "locked", "locked, frozen" } };
	const struct ata_security *security = &row->security;

	if (!security->supported)
		return;
	cell->alert = security->enabled || security->locked;
	set_string(cell, states[security->locked ? 2 : security->enabled][security->frozen]);
}

static void fill_used(const struct list_row *row, struct cell *cell)
{
	set_string(cell, row->used_by);
}

static void fill_link_power(const struct list_row *row, struct cell *cell)
{
	set_string(cell, row->link_power.text);
}

static const struct column list_columns[] = {
	{ "name", "DRIVE", .importance = 12, .fill = fill_device },
	{ "model", "MODEL", .importance = 11, .least = 16, .fill = fill_model },
	{ "size_bytes", "SIZE", .right = true, .importance = 10, .fill = fill_size },
	{ "medium", "MEDIUM", .importance = 8, .fill = fill_medium },
	{ "rotation_rate_rpm", .fill = fill_rotation },
	{ "transport", "TRANSPORT", .importance = 6, .least = 9, .fill = fill_transport },
	{ "usb_bridge", .fill = fill_bridge },
	{ "power_condition", "POWER", .importance = 11, .fill = fill_power },
	{ "temperature_celsius", "TEMP", .right = true, .importance = 9, .fill = fill_temperature },
	{ "apm_level", "APM", .right = true, .importance = 4, .fill = fill_apm },
	{ "extended_power_conditions", .fill = fill_epc },
	{ "standby_timer_s", "STANDBY", .right = true, .importance = 3, .fill = fill_standby },
	{ "write_cache", "CACHE", .importance = 5, .fill = fill_write_cache },
	{ "security", "SECURITY", .importance = 7, .fill = fill_security },
	{ "used_by", "IN USE", .importance = 2, .least = 20, .fill = fill_used },
	{ "link_power", .optional = true, .fill = fill_link_power },
};

static const size_t list_column_count = sizeof(list_columns) / sizeof(list_columns[0]);

static void column_cell(const struct column *column, const struct list_row *row, struct cell *cell)
{
	*cell = (struct cell){ .value = { .type = REPORT_NULL } };
	column->fill(row, cell);
}

/* --- Lines --- */

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

void list_report(struct report *out, const struct list_row *row, const struct list_names *names)
{
	char path[SYSFS_NODE_BYTES], wwn[SYSFS_WWN_BYTES], cycle[POWER_CYCLE_BYTES];
	const struct disk_links *links = names->links;
	struct cell cell;
	bool has_wwn;

	report_section_begin(out, "list");
	for (size_t i = 0; i < list_column_count; i++) {
		column_cell(&list_columns[i], row, &cell);
		if (!list_columns[i].optional || cell.value.type != REPORT_NULL)
			report_cell(out, list_columns[i].key, &cell.value);
	}
	if (row->asked == POWER_ASKED && row->power.set_by)
		report_string(out, "power_condition_set_by", row->power.set_by, NO_TEXT);
	sysfs_node_path(row->facts.disk.name, path);
	has_wwn = sysfs_wwn(names->disk->host, path, wwn);
	report_known(out, "serial_number", names->serial);
	report_known(out, "world_wide_name", has_wwn ? wwn : "");
	report_array_begin(out, "by_id");
	for (size_t i = 0; i < links->link.n; i++) {
		if (!strcmp(links->node[i], path))
			report_string(out, "link", strrchr(links->link.path[i], '/') + 1, NO_TEXT);
	}
	report_section_end(out);
	show_known_faults(row->fault_model, row->fault_firmware, out);
	/* if this text changes, the drive may have lost its settings */
	machine_power_cycle(names->disk, cycle, sizeof(cycle));
	report_known(out, "power_cycle", cycle);
	report_section_end(out);
}

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

static bool is_printed(const struct column *column, const struct list_row *rows, size_t n)
{
	struct cell cell;

	for (size_t i = 0; column->optional && i < n; i++) {
		if (!rows[i].shown)
			continue;
		column_cell(column, &rows[i], &cell);
		if (cell.value.type != REPORT_NULL)
			return true;
	}
	return !column->optional;
}

static void print_plain(struct report *out, const struct list_row *rows, size_t n)
{
	struct cell cell;

	for (size_t c = 0; c < list_column_count; c++) {
		if (is_printed(&list_columns[c], rows, n))
			report_line(out, "%s%s", c ? "\t" : "", list_columns[c].key);
	}
	report_line(out, "\n");
	for (size_t i = 0; i < n; i++) {
		if (!rows[i].shown)
			continue;
		for (size_t c = 0; c < list_column_count; c++) {
			if (!is_printed(&list_columns[c], rows, n))
				continue;
			column_cell(&list_columns[c], &rows[i], &cell);
			report_line(out, "%s", c ? "\t" : "");
			print_plain_cell(out, &cell);
		}
		report_line(out, "\n");
	}
}

enum { MOST_COLUMNS = 32, GAP = 2 };

struct table {
	struct report *out;
	const struct list_row *rows;
	size_t n;
	unsigned columns; /* width of the terminal in characters */
	bool color;
	unsigned width[MOST_COLUMNS]; /* 0: the column is left out */
	size_t last;		      /* index of the last column that is shown */
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

/* Leave out the least important columns until the rest fits or one is left; then widen. */
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
		if (t->width[c])
			t->last = c;
	}
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
	if (c != t->last)
		report_line(t->out, "%*s", (column->right ? 0 : (int)pad) + GAP, "");
}

void list_print(struct report *out, const struct list_row *rows, size_t n, unsigned columns,
		bool color)
{
	struct table t = { .out = out, .rows = rows, .n = n, .columns = columns, .color = color };
	struct cell cell;

	if (!columns) {
		print_plain(out, rows, n);
		return;
	}
	choose_widths(&t);
	for (size_t c = 0; c < list_column_count; c++) {
		if (t.width[c])
			print_field(&t, c, list_columns[c].heading, false);
	}
	report_line(out, "\n");
	for (size_t i = 0; i < n; i++) {
		if (!rows[i].shown)
			continue;
		for (size_t c = 0; c < list_column_count; c++) {
			if (!t.width[c])
				continue;
			column_cell(&list_columns[c], &rows[i], &cell);
			print_field(&t, c, cell.text[0] ? cell.text : "-", cell.alert);
		}
		report_line(out, "\n");
	}
}
