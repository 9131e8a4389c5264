// SPDX-License-Identifier: GPL-2.0-or-later
/* Extended Power Conditions: log 08h, SET FEATURES 4Ah (ACS-4, EPC feature set). */
#include <errno.h>
#include <string.h>
#include "drive.h"

/* The conditions of a large disk of 2020; times in 100 ms. */
static const struct {
	const char *name;
	uint8_t id, page;
	uint16_t at;
	struct fake_epc state;
} makes[EPC_ROWS] = {
	{ "idle_a",
	  0x81,
	  0,
	  0,
	  { .supported = true,
	    .changeable = true,
	    .saveable = true,
	    .factory = { true, 20 },
	    .recovery = 1,
	    .min = 10,
	    .max = 3932100 } },
	{ "idle_b",
	  0x82,
	  0,
	  64,
	  { .supported = true,
	    .changeable = true,
	    .saveable = true,
	    .factory = { true, 1200 },
	    .recovery = 10,
	    .min = 1200,
	    .max = 3932100 } },
	{ "idle_c",
	  0x83,
	  0,
	  128,
	  { .supported = true,
	    .changeable = true,
	    .saveable = true,
	    .factory = { false, 6000 },
	    .recovery = 40,
	    .min = 1200,
	    .max = 3932100 } },
	{ "standby_y", 0x01, 1, 384, { .supported = false } },
	{ "standby_z",
	  0x00,
	  1,
	  448,
	  { .supported = true,
	    .changeable = true,
	    .saveable = true,
	    .factory = { false, 9000 },
	    .recovery = 150,
	    .min = 1200,
	    .max = 3932100 } },
};

static struct fake_epc *by_name(struct drive *d, const char *name)
{
	for (unsigned i = 0; i < EPC_ROWS; i++)
		if (!strcmp(makes[i].name, name))
			return &d->epc[i];
	return NULL;
}

static void enable(struct drive *d, bool on)
{
	drive_set_bit(d, 120, 7, on);
	d->id_power[120] = d->id[120]; /* the state survives all resets */
}

void drive_epc_start(struct drive *d)
{
	for (unsigned i = 0; i < EPC_ROWS; i++)
		d->epc[i].current = d->epc[i].saved.time ? d->epc[i].saved : d->epc[i].factory;
}

void drive_epc_disable(struct drive *d)
{
	if (drive_bit(d, 119, 7))
		enable(d, false);
}

int drive_epc_option(struct drive *d, const char *key, const char *value)
{
	struct fake_epc *e = by_name(d, value);

	if (!strcmp(key, "epc")) {
		drive_set_bit(d, 119, 7, true);
		d->id_power[119] = d->id[119];
		enable(d, strcmp(value, "off") != 0);
		for (unsigned i = 0; i < EPC_ROWS; i++)
			d->epc[i] = makes[i].state;
		drive_epc_start(d);
		return 0;
	}
	if (!strcmp(key, "epc-takes-timer")) {
		d->epc_takes_timer = true;
		return 0;
	}
	if (!strcmp(key, "epc-takes-limits") || !strcmp(key, "epc-forgets")) {
		*(key[4] == 't' ? &d->epc_takes_limits : &d->epc_forgets) = true;
		return 0;
	}
	if (strncmp(key, "epc-", 4) != 0)
		return -ENOENT;
	if (!e)
		return -EINVAL;
	if (!strcmp(key, "epc-fixed"))
		e->changeable = false;
	else if (!strcmp(key, "epc-unsaved"))
		e->saveable = false;
	else if (!strcmp(key, "epc-lacks"))
		e->supported = false;
	else if (!strcmp(key, "epc-unstated"))
		e->recovery = e->min = 0, e->max = 0xffffffff;
	else
		return -ENOENT;
	return 0;
}

static void put(uint8_t *at, uint32_t value)
{
	for (unsigned i = 0; i < 4; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

bool drive_epc_log(struct drive *d, unsigned page, uint8_t *bytes)
{
	bool on = drive_bit(d, 120, 7);

	if (!drive_bit(d, 119, 7) || page > 1)
		return false;
	for (unsigned i = 0; i < EPC_ROWS; i++) {
		const struct fake_epc *e = &d->epc[i];
		uint8_t *row = bytes + makes[i].at;

		if (makes[i].page != page || !e->supported)
			continue;
		row[1] = (uint8_t)(0x80 | e->saveable << 6 | e->changeable << 5 |
				   e->factory.enabled << 4 | e->saved.enabled << 3 |
				   (on && e->current.enabled) << 2);
		put(row + 4, e->factory.time);
		put(row + 8, e->saved.time);
		put(row + 12, e->current.time);
		put(row + 16, e->recovery);
		put(row + 20, e->min);
		put(row + 24, e->max);
	}
	return true;
}

static bool set_timer(struct drive *d, struct fake_epc *e, const struct fake_cmd *c)
{
	uint32_t time = c->lba >> 8 & 0xffff;

	if (c->lba & 0x80)
		time *= 600;
	if (time && (time < e->min || time > e->max)) {
		if (!d->epc_takes_limits)
			return false;
		time = time < e->min ? e->min : e->max;
	}
	e->current = (struct fake_epc_timer){ time && (c->lba & 0x20), time };
	return true;
}

/* ACS-3 table 54: the standby timer's codes, in 100 ms; 253 as a maker may choose. */
static uint32_t standby_time(uint8_t code)
{
	static const uint32_t rest[] = { 12600, 288000, 0, 12750 };

	if (code > 251)
		return rest[code - 252];
	return code <= 240 ? code * 50u : (code - 240u) * 18000;
}

/* In some drives IDLE and STANDBY set the timer of standby_z, and turn idle_c off. */
void drive_epc_take_timer(struct drive *d, uint8_t code)
{
	struct fake_epc *z = by_name(d, "standby_z");
	uint32_t time = standby_time(code);

	if (!d->epc_takes_timer || !drive_bit(d, 120, 7))
		return;
	if (d->epc_takes_limits && time && time < z->min)
		time = z->min;
	z->current = (struct fake_epc_timer){ time, time };
	by_name(d, "idle_c")->current.enabled = false;
}

/* LBA 3:0 is the subcommand, LBA 7:4 its bits, COUNT the condition. */
bool drive_epc_command(struct drive *d, const struct fake_cmd *c)
{
	enum { RESTORE, GO_TO, TIMER, STATE, ON, OFF };
	unsigned i = 0, what = c->lba & 0x0f;
	struct fake_epc *e;

	if (what == ON) {
		enable(d, true);
		drive_set_bit(d, 86, 3, false);
		drive_epc_start(d);
		return true;
	}
	if (what > OFF || !drive_bit(d, 120, 7))
		return false;
	if (what == OFF) {
		enable(d, false);
		return true;
	}
	while (i < EPC_ROWS && makes[i].id != c->count)
		i++;
	e = &d->epc[i];
	if (i == EPC_ROWS || !e->supported)
		return false;
	if (what == GO_TO) {
		d->power = (enum drive_power)c->count;
		return true;
	}
	if (!e->changeable || ((c->lba & 0x10) && !e->saveable))
		return false;
	if (what == RESTORE)
		e->current = c->lba & 0x40 ? e->factory : e->saved;
	else if (what == STATE)
		e->current.enabled = c->lba & 0x20;
	else if (!set_timer(d, e, c))
		return false;
	if ((c->lba & 0x10) && !d->epc_forgets)
		e->saved = e->current;
	return true;
}
