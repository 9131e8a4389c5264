// SPDX-License-Identifier: GPL-2.0-or-later
/* The contents of each column: a value for machines, and a short text for people. */
#include "columns.h"
#include "text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

static void fill_device(const struct list_row *row, struct cell *cell)
{
	set_string(cell, row->facts.disk.name);
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

/*
 * Fill in the level of APM; 255 is off, as for -B. Levels from 80h on forbid standby, which is
 * marked (ACS-4 7.45.7.1).
 */
static void fill_apm(const struct list_row *row, struct cell *cell)
{
	enum { APM_NO_STANDBY = 128, APM_OFF = 255 };

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
					     .f64 = (double)row->standby_timer.state / 10 };
	tenths_text((uint32_t)row->standby_timer.state, text);
	snprintf(cell->text, sizeof(cell->text), "%s", row->standby_timer.state ? text : "off!");
	cell->alert = !row->standby_timer.state;
}

static void fill_write_cache(const struct list_row *row, struct cell *cell)
{
	set_switch(cell, &row->write_cache);
}

static void fill_security(const struct list_row *row, struct cell *cell)
{
	/* index: `locked` or `enabled`, then `frozen` */
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

const struct column list_columns[] = {
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
};

const size_t list_column_count = sizeof(list_columns) / sizeof(list_columns[0]);

void column_cell(const struct column *column, const struct list_row *row, struct cell *cell)
{
	*cell = (struct cell){ .value = { .type = REPORT_NULL } };
	column->fill(row, cell);
}
