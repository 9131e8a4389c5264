// SPDX-License-Identifier: GPL-2.0-or-later
/* Power management (ACS-3 4.15) and Seagate's and Hitachi's private commands beside it. */
#include "drive.h"

/* The old codes 94h-99h left the standard with ATA-4: a drive has them or it has not. */
static bool refuse(struct drive *d, struct fake_cmd *c, uint8_t old)
{
	if (c->command == old && !d->old_power_codes) {
		drive_abort(c, ER_ABRT);
		return true;
	}
	return false;
}

void drive_standby_immediate(struct drive *d, struct fake_cmd *c)
{
	if (!refuse(d, c, 0x94))
		d->power = POWER_STANDBY;
}

void drive_standby(struct drive *d, struct fake_cmd *c)
{
	if (refuse(d, c, 0x96))
		return;
	d->power = POWER_STANDBY;
	d->standby_timer = (uint8_t)c->count;
}

void drive_idle(struct drive *d, struct fake_cmd *c)
{
	if (refuse(d, c, 0x97))
		return;
	d->power = POWER_IDLE;
	d->standby_timer = (uint8_t)c->count;
}

/* ACS-3 7.17: with FEATURE 44h and LBA 554E4Ch the heads are unloaded, and LBA 7:0 becomes C4h. */
void drive_idle_immediate(struct drive *d, struct fake_cmd *c)
{
	if (refuse(d, c, 0x95))
		return;
	if (c->feature == 0x44) {
		bool has_unload = drive_bit(d, 84, 13);

		if (!has_unload || (c->lba & 0xffffff) != 0x554e4c) {
			drive_abort(c, ER_ABRT);
			return;
		}
		c->out.lba = 0x554ec4;
	}
	d->power = POWER_IDLE;
}

void drive_sleep(struct drive *d, struct fake_cmd *c)
{
	if (!refuse(d, c, 0x99))
		d->power = POWER_SLEEP;
}

void drive_check_power(struct drive *d, struct fake_cmd *c)
{
	if (!refuse(d, c, 0x98))
		c->out.count = d->power;
}

/* Hitachi/IBM F0h, FEATURE 01h: COUNT is twice the temperature plus 20 degrees. */
void drive_hitachi_temperature(struct drive *d, struct fake_cmd *c)
{
	if (c->feature != 1 || d->temperature == -1000) {
		drive_abort(c, ER_ABRT);
		return;
	}
	c->out.count = (uint8_t)((d->temperature + 20) * 2);
	c->out.lba = (uint64_t)(d->temperature > 60) << 16;
}

void drive_seagate_saving(struct drive *d, struct fake_cmd *c)
{
	(void)c;
	d->seagate_saving = false;
}
