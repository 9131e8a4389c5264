// SPDX-License-Identifier: GPL-2.0-or-later
/* Power conditions of a SCSI disk: mode page 1Ah, VPD page 8Ah, START STOP UNIT (SPC-5, SBC-4). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "kernel.h"

/* In the order of the timers in page 1Ah, which begin at byte 4. */
static const struct {
	const char *name;
	uint8_t byte, bit;	     /* byte and bit of the page that enable the condition */
	uint8_t vpd_byte, vpd_bit;   /* bit of page 8Ah: condition supported */
	uint8_t vpd_recovery;	     /* place of the recovery time in page 8Ah */
	uint16_t ms;		     /* the recovery time */
	uint8_t condition, modifier; /* fields of START STOP UNIT */
	enum drive_power power;
	struct fake_condition made; /* the maker's setting with power-conditions= */
} makes[FAKE_CONDITIONS] = {
	{ "idle_a", 3, 2, 1, 1, 8, 100, 2, 0, POWER_IDLE_A, { true, false, { true, 20 } } },
	{ "standby_z",
	  3,
	  1,
	  0,
	  1,
	  4,
	  15000,
	  3,
	  0,
	  POWER_STANDBY,
	  { true, false, { false, 9000 } } },
	{ "idle_b", 3, 4, 1, 2, 10, 1050, 2, 1, POWER_IDLE_B, { true, false, { true, 1200 } } },
	{ "idle_c", 3, 8, 1, 4, 12, 4000, 2, 2, POWER_IDLE_C, { true, false, { false, 6000 } } },
	{ "standby_y",
	  2,
	  1,
	  0,
	  2,
	  6,
	  0xffff,
	  3,
	  1,
	  POWER_STANDBY_Y,
	  { true, false, { false, 9000 } } },
};

enum { IDLE_A, STANDBY_Z, SHORT = 2 }; /* the conditions of a short page */

static uint32_t get4(const uint8_t *at)
{
	return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void put4(uint8_t *at, uint32_t value)
{
	for (int i = 3; i >= 0; i--, value >>= 8)
		at[i] = (uint8_t)value;
}

/* Set idle_a, which is on and cannot be changed, and standby_z, which is off. */
void fake_power_start(struct fake_device *dev)
{
	struct fake_condition *c = dev->scsi.condition;

	c[IDLE_A].there = c[IDLE_A].fixed = c[STANDBY_Z].there = true;
	c[IDLE_A].current.on = c[IDLE_A].saved.on = c[IDLE_A].factory.on = true;
	c[IDLE_A].current.time = c[IDLE_A].saved.time = c[IDLE_A].factory.time = 1200;
}

void fake_power_cycle(struct fake_device *dev)
{
	for (unsigned i = 0; i < FAKE_CONDITIONS; i++)
		dev->scsi.condition[i].current = dev->scsi.condition[i].saved;
	dev->scsi.commanded = false;
}

size_t fake_power_page(const struct fake_device *dev, unsigned control, uint8_t *page)
{
	const struct fake_scsi *s = &dev->scsi;
	unsigned n = s->short_power_page ? SHORT : FAKE_CONDITIONS;

	page[0] = s->unsaved ? 0x1a : 0x9a;
	page[1] = s->short_power_page ? 0x0a : 0x26;
	if (!s->short_power_page && control != 1)
		page[39] = 0x58; /* CCF: each check condition is off, off, on */
	for (unsigned i = 0; i < n; i++) {
		const struct fake_condition *c = &s->condition[i];
		bool on = control == 3 ? c->saved.on : control == 2 ? c->factory.on : c->current.on;
		uint32_t time = control == 3   ? c->saved.time
				: control == 2 ? c->factory.time
					       : c->current.time;

		if (control == 1) {
			on = c->there && !c->fixed;
			time = on ? UINT32_MAX : 0;
		}
		if (on)
			page[makes[i].byte] |= makes[i].bit;
		put4(page + 4 + 4 * i, time);
	}
	return 2u + page[1];
}

/* Refuse a list that changes other than the changeable bits. */
bool fake_power_select(struct fake_device *dev, const uint8_t *page, bool save)
{
	struct fake_scsi *s = &dev->scsi;
	uint8_t now[64] = { 0 };
	size_t bytes = fake_power_page(dev, 0, now);
	unsigned n = s->short_power_page ? SHORT : FAKE_CONDITIONS;

	if (page[1] != now[1] || (bytes == 40 && page[39] != now[39]))
		return false;
	for (unsigned i = 0; i < n; i++) {
		const struct fake_condition *c = &s->condition[i];
		bool on = page[makes[i].byte] & makes[i].bit;

		if ((c->fixed || !c->there) &&
		    (on != c->current.on || get4(page + 4 + 4 * i) != c->current.time))
			return false;
	}
	for (unsigned i = 0; i < n; i++) {
		struct fake_condition *c = &s->condition[i];

		c->current.on = page[makes[i].byte] & makes[i].bit;
		c->current.time = get4(page + 4 + 4 * i);
		if (save && !s->forgets_saved)
			c->saved = c->current;
	}
	return true;
}

size_t fake_power_vpd(const struct fake_device *dev, uint8_t *data)
{
	for (unsigned i = 0; i < FAKE_CONDITIONS; i++) {
		if (!dev->scsi.condition[i].there)
			continue;
		data[makes[i].vpd_byte] |= makes[i].vpd_bit;
		data[makes[i].vpd_recovery] = (uint8_t)(makes[i].ms >> 8);
		data[makes[i].vpd_recovery + 1] = (uint8_t)makes[i].ms;
	}
	return 14;
}

bool fake_power_go(struct fake_device *dev, unsigned condition, unsigned modifier)
{
	for (unsigned i = 0; i < FAKE_CONDITIONS; i++) {
		if (makes[i].condition != condition || makes[i].modifier != modifier ||
		    !dev->scsi.condition[i].there)
			continue;
		dev->drive.power = makes[i].power;
		dev->scsi.commanded = true;
		return true;
	}
	return false;
}

static struct fake_condition *by_name(struct fake_scsi *s, const char *name)
{
	for (unsigned i = 0; i < FAKE_CONDITIONS; i++)
		if (!strcmp(makes[i].name, name))
			return &s->condition[i];
	return NULL;
}

static void make_all(struct fake_scsi *s)
{
	for (unsigned i = 0; i < FAKE_CONDITIONS; i++) {
		s->condition[i] = makes[i].made;
		s->condition[i].saved.on = s->condition[i].factory.on = makes[i].made.current.on;
		s->condition[i].saved.time = s->condition[i].factory.time =
			makes[i].made.current.time;
	}
}

int fake_power_option(struct fake_device *dev, const char *key, const char *value)
{
	struct fake_scsi *s = &dev->scsi;
	struct fake_condition *c = by_name(s, value);

	if (!strcmp(key, "power-conditions")) {
		make_all(s);
	} else if (!strcmp(key, "short-power-page")) {
		s->short_power_page = true;
	} else if (!strcmp(key, "forgets-saved")) {
		s->forgets_saved = true;
	} else if (!strcmp(key, "standby-timer")) {
		c = &s->condition[STANDBY_Z];
		c->current.time = c->saved.time = (uint32_t)strtoul(value, NULL, 0);
		c->current.on = c->saved.on = c->current.time;
	} else if (!strcmp(key, "condition-fixed") && c) {
		c->fixed = true;
	} else if (!strcmp(key, "condition-lacks") && c) {
		memset(c, 0, sizeof(*c));
	} else if (!strncmp(key, "condition-", 10)) {
		return -EINVAL;
	} else {
		return -ENOENT;
	}
	return 0;
}
