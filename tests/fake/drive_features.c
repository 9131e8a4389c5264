// SPDX-License-Identifier: GPL-2.0-or-later
/* SET FEATURES (ACS-3 7.45): one row per subcommand. */
#include "drive.h"

struct feature_row {
	uint8_t code;
	uint8_t support_word, support_bit; /* 0: the feature has no support bit */
	uint8_t state_word, state_bit;	   /* the enabled bit in IDENTIFY data; 0: none */
	bool on;
	bool stays;					       /* lasts over a power cycle */
	bool (*also)(struct drive *, const struct fake_cmd *); /* false: ABRT */
};

/* ACS-3 7.45.8: levels 01h..FEh. */
static bool apm_level(struct drive *d, const struct fake_cmd *c)
{
	unsigned level = c->count;

	if (c->count == 0 || c->count > 0xfe)
		return false;
	/* some drives have only a few levels, and take the next one */
	if (d->apm_step)
		level = (level + d->apm_step - 1) / d->apm_step * d->apm_step;
	/* the upper byte is vendor specific: old drives have 40h there */
	drive_set_word(d, 91, (uint16_t)((d->id[91] & 0xff00) | (level & 0xff)));
	drive_epc_disable(d);
	return true;
}

/* ATA8-ACS 7.50.18: word 94 low byte is the current level, high byte the vendor's choice. */
static bool aam_level(struct drive *d, const struct fake_cmd *c)
{
	if (c->count > 0xfe)
		return false;
	drive_set_word(d, 94, (uint16_t)((d->id[94] & 0xff00) | c->count));
	return true;
}

static bool aam_off(struct drive *d, const struct fake_cmd *c)
{
	(void)c;
	drive_set_word(d, 94, d->id[94] & 0xff00);
	return true;
}

/*
 * ACS-3 7.45.11: LBA 7:0 is the mode, which word 220 shows. COUNT, in units of 1,024 sectors, is
 * for mode 3 only, and words 210-211 show it in sectors.
 */
static bool verify_mode(struct drive *d, const struct fake_cmd *c)
{
	uint8_t mode = c->lba & 0xff;
	uint32_t sectors = mode == 3 ? (c->count & 0xff) * 1024u : 0;

	if (mode > 3 || (mode == 3 && !sectors))
		return false;
	drive_set_word(d, 210, (uint16_t)sectors);
	drive_set_word(d, 211, (uint16_t)(sectors >> 16));
	drive_set_word(d, 220, d->verify_mode ? d->verify_mode - 1 : mode);
	return true;
}

/* ACS-3 7.45.4, table 85: 00h/01h PIO default, 08h-0Ch PIO, 20h-22h multiword, 40h-46h ultra. */
static bool transfer_mode(struct drive *d, const struct fake_cmd *c)
{
	unsigned n = c->count & 7;
	uint16_t bit = (uint16_t)(0x100u << n);

	switch (c->count & 0xf8) {
	case 0x00:
		if (n > 1)
			return false;
		break;
	case 0x08:
		if (n > 4)
			return false;
		break;
	case 0x20:
		if (!(d->id[63] >> n & 1))
			return false;
		drive_set_word(d, 63, (uint16_t)((d->id[63] & 0x00ff) | bit));
		drive_set_word(d, 88, d->id[88] & 0x00ff);
		break;
	case 0x40:
		if (!(d->id[88] >> n & 1))
			return false;
		drive_set_word(d, 88, (uint16_t)((d->id[88] & 0x00ff) | bit));
		drive_set_word(d, 63, d->id[63] & 0x00ff);
		break;
	default:
		return false;
	}
	d->transfer_mode = (uint8_t)c->count;
	return true;
}

static bool spin_up(struct drive *d, const struct fake_cmd *c)
{
	(void)c;
	if (d->power != POWER_STANDBY)
		return false;
	d->power = POWER_ACTIVE;
	return true;
}

static bool keep_features(struct drive *d, const struct fake_cmd *c)
{
	d->keep_features = c->feature == 0x66;
	return true;
}

static bool defect_management(struct drive *d, const struct fake_cmd *c)
{
	d->defect_management = c->feature == 0x84;
	return true;
}

static bool prefetch(struct drive *d, const struct fake_cmd *c)
{
	d->prefetch = (uint8_t)c->count;
	return true;
}

/* clang-format off */
static const struct feature_row rows[] = {
	{ .code = 0x02, .support_word = 82, .support_bit = 5, .state_word = 85, .state_bit = 5, .on = true },
	{ .code = 0x82, .support_word = 82, .support_bit = 5, .state_word = 85, .state_bit = 5 },
	{ .code = 0xaa, .support_word = 82, .support_bit = 6, .state_word = 85, .state_bit = 6, .on = true },
	{ .code = 0x55, .support_word = 82, .support_bit = 6, .state_word = 85, .state_bit = 6 },
	{ .code = 0x05, .support_word = 83, .support_bit = 3, .state_word = 86, .state_bit = 3, .on = true,
	  .also = apm_level },
	{ .code = 0x85, .support_word = 83, .support_bit = 3, .state_word = 86, .state_bit = 3 },
	{ .code = 0x42, .support_word = 83, .support_bit = 9, .state_word = 86, .state_bit = 9, .on = true,
	  .also = aam_level },
	{ .code = 0xc2, .support_word = 83, .support_bit = 9, .state_word = 86, .state_bit = 9,
	  .also = aam_off },
	{ .code = 0x06, .support_word = 83, .support_bit = 5, .state_word = 86, .state_bit = 5, .on = true,
	  .stays = true },
	{ .code = 0x86, .support_word = 83, .support_bit = 5, .state_word = 86, .state_bit = 5,
	  .stays = true },
	{ .code = 0x07, .support_word = 83, .support_bit = 6, .also = spin_up },
	{ .code = 0x0b, .support_word = 119, .support_bit = 1, .state_word = 120, .state_bit = 1, .on = true,
	  .also = verify_mode },
	{ .code = 0x8b, .support_word = 119, .support_bit = 1, .state_word = 120, .state_bit = 1 },
	{ .code = 0x41, .support_word = 119, .support_bit = 5, .state_word = 120, .state_bit = 5, .on = true },
	{ .code = 0xc1, .support_word = 119, .support_bit = 5, .state_word = 120, .state_bit = 5 },
	{ .code = 0x4a, .support_word = 119, .support_bit = 7, .also = drive_epc_command },
	{ .code = 0x03, .also = transfer_mode },
	{ .code = 0x66, .also = keep_features },
	{ .code = 0xcc, .also = keep_features },
	{ .code = 0x04, .also = defect_management },
	{ .code = 0x84, .also = defect_management },
	{ .code = 0xab, .also = prefetch },
};
/* clang-format on */

void drive_set_features(struct drive *d, struct fake_cmd *c)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct feature_row *r = &rows[i];

		if (r->code != c->feature)
			continue;
		if (r->support_word && !drive_bit(d, r->support_word, r->support_bit))
			break;
		if (r->also && !r->also(d, c))
			break;
		if (r->state_word)
			drive_set_bit(d, r->state_word, r->state_bit, r->on);
		if (r->stays)
			d->id_power[r->state_word] = d->id[r->state_word];
		return;
	}
	drive_abort(c, ER_ABRT);
}
