// SPDX-License-Identifier: GPL-2.0-or-later
/* Device configuration overlay (ACS-2 4.9 and 7.9). */
#include <string.h>
#include "drive.h"

static void put_sum(uint8_t *data)
{
	uint8_t sum = 0xa5;

	data[510] = 0xa5; /* ACS-2 table 36, word 255 */
	for (unsigned i = 0; i < 510; i++)
		sum += data[i];
	data[511] = (uint8_t)-sum;
}

static bool sum_right(const uint8_t *data)
{
	uint8_t sum = 0;

	for (unsigned i = 0; i < 512; i++)
		sum += data[i];
	return data[510] == 0xa5 && sum == 0;
}

static uint64_t factory_max(const struct drive *d)
{
	return d->dco.max ? d->dco.max : d->native_max;
}

/* Return everything that this drive has. */
static void identify(struct drive *d, struct fake_cmd *c)
{
	uint8_t data[512] = { 0 };
	uint16_t words[32] = { 2 };
	uint64_t max = factory_max(d);

	words[1] = d->id[63] & 7;
	words[2] = d->id[88] & 0x7f;
	for (unsigned i = 0; i < 4; i++)
		words[3 + i] = (uint16_t)(max >> 16 * i);
	words[7] = 0x7fff;  /* command sets and features, part 1 */
	words[8] = 0x0019;  /* Serial ATA features */
	words[21] = 0x7800; /* command sets and features, part 2 */
	for (unsigned i = 0; i < 32; i++) {
		if (d->dco.given[i])
			words[i] = d->dco.words[i];
		data[2 * i] = words[i] & 0xff;
		data[2 * i + 1] = (uint8_t)(words[i] >> 8);
	}
	put_sum(data);
	if (d->dco.bad_sum)
		data[511]++;
	drive_give(c, data, sizeof(data));
}

static void change_max(struct drive *d, uint64_t max)
{
	d->native_max = max;
	d->sectors_default = max + 1;
	drive_set_sectors(d, max + 1);
}

static void set(struct drive *d, struct fake_cmd *c)
{
	const uint8_t *data = c->data;
	uint64_t max = 0;

	if (c->bytes < 512 || !sum_right(data)) {
		drive_abort(c, ER_ABRT);
		c->out.lba = 255; /* ACS-2 7.9.5: the wrong word */
		return;
	}
	for (unsigned i = 0; i < 8; i++)
		max |= (uint64_t)data[6 + i] << 8 * i;
	if (max > factory_max(d)) {
		drive_abort(c, ER_ABRT);
		c->out.lba = 3;
		return;
	}
	d->dco.max = factory_max(d);
	d->dco.set = true;
	change_max(d, max);
}

void drive_configuration_overlay(struct drive *d, struct fake_cmd *c)
{
	/* SET and RESTORE are refused while the host protected area is set (ACS-2 figure 10). */
	bool hpa = drive_sectors(d) != d->native_max + 1;
	bool changes = c->feature == 0xc0 || c->feature == 0xc3;

	if (!drive_bit(d, 83, 11) || d->dco.frozen || (changes && hpa)) {
		drive_abort(c, ER_ABRT);
		return;
	}
	switch (c->feature) {
	case 0xc0:
		if (!d->dco.set && !d->dco.max) {
			drive_abort(c, ER_ABRT);
			break;
		}
		change_max(d, factory_max(d));
		d->dco.set = false;
		break;
	case 0xc1:
		d->dco.frozen = true;
		break;
	case 0xc2:
		identify(d, c);
		break;
	case 0xc3:
		set(d, c);
		break;
	}
}
