// SPDX-License-Identifier: GPL-2.0-or-later
/* The count of reallocated sectors in the Device Statistics log and in SMART data. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "drive.h"

static void put_le(uint8_t *to, uint64_t value, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		to[i] = (uint8_t)(value >> 8 * i);
}

void drive_health_wrote_bad(struct drive *d)
{
	d->health.reallocated += (uint32_t)d->health.step;
}

/* ACS-4 9.5: page 0 lists the pages; page 3 has only the count of reallocated sectors. */
bool drive_health_log(const struct drive *d, unsigned page, uint8_t *bytes)
{
	if (!d->health.statistics || (page != 0 && page != 3))
		return false;
	if (d->health.statistics == TOLD_ZEROS)
		return true;
	put_le(bytes, page << 16 | 1, 8);
	if (page == 0) {
		bytes[8] = 2;
		bytes[10] = 3;
		return true;
	}
	put_le(bytes + 32, d->health.reallocated, 7);
	bytes[32 + 7] = d->health.statistics == TOLD_INVALID ? 0x80 : 0xc0;
	return true;
}

/* Entries of 12 bytes from byte 2 on; the sum of all 512 bytes is 0. */
void drive_smart_data(struct drive *d, struct fake_cmd *c)
{
	static const uint8_t numbers[] = { 1, 5, 9 };
	uint8_t *data = c->data, sum = 0;

	if ((c->lba & 0xffff00) != 0xc24f00 || c->bytes < 512 || !d->health.smart ||
	    !drive_bit(d, 85, 0)) {
		drive_abort(c, ER_ABRT);
		return;
	}
	memset(data, 0, 512);
	if (d->health.smart == TOLD_ZEROS)
		return;
	data[0] = 0x10;
	data[363] = d->health.tests ? 0xf7 : 0;
	for (unsigned i = 0; i < sizeof(numbers); i++) {
		uint8_t *entry = data + 2 + 12 * i;

		entry[0] = numbers[i];
		put_le(entry + 1, 0x33, 2);
		entry[3] = entry[4] = 100;
		put_le(entry + 5, numbers[i] == 5 ? d->health.reallocated : 4711, 6);
	}
	for (unsigned i = 0; i < 511; i++)
		sum = (uint8_t)(sum + data[i]);
	data[511] = (uint8_t)-sum;
	if (d->health.smart == TOLD_INVALID)
		data[511]++;
}

static int told(enum drive_told *what, const char *value)
{
	*what = !strcmp(value, "invalid") ? TOLD_INVALID
		: !strcmp(value, "zeros") ? TOLD_ZEROS
					  : TOLD;
	return *value && *what == TOLD ? -EINVAL : 0;
}

int drive_option_health(struct drive *d, const char *key, const char *value)
{
	if (!strcmp(key, "statistics"))
		return told(&d->health.statistics, value);
	if (!strcmp(key, "smart-data"))
		return told(&d->health.smart, value);
	if (!strcmp(key, "self-test"))
		d->health.tests = true;
	else if (!strcmp(key, "reallocated"))
		d->health.reallocated = (uint32_t)strtoul(value, NULL, 0);
	else if (!strcmp(key, "reallocates"))
		d->health.step = *value ? atoi(value) : 1;
	else
		return -ENOENT;
	return 0;
}
