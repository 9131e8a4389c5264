// SPDX-License-Identifier: GPL-2.0-or-later
/* Power management (ACS-3 4.15), and private commands of Seagate and Hitachi. */
#include <string.h>
#include "drive.h"

/* ATA-4 removed the old codes 94h-99h: some drives accept them, others abort them. */
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

void fake_standby(struct drive *d, struct fake_cmd *c)
{
	if (refuse(d, c, 0x96))
		return;
	d->power = POWER_STANDBY;
	d->standby_timer = (uint8_t)c->count;
	drive_epc_take_timer(d, d->standby_timer);
}

void drive_idle(struct drive *d, struct fake_cmd *c)
{
	if (refuse(d, c, 0x97))
		return;
	d->power = POWER_IDLE;
	d->standby_timer = (uint8_t)c->count;
	drive_epc_take_timer(d, d->standby_timer);
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
		c->out.lba = d->heads_stay ? 0x554e4c : 0x554ec4;
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

/* Hitachi/IBM F0h, FEATURE 01h: COUNT is twice (temperature + 20), or 0 or FFh beyond the scale.
 * ERROR bit 4: out of range. */
void drive_hitachi_temperature(struct drive *d, struct fake_cmd *c)
{
	int scale = (d->temperature + 20) * 2;

	if (c->feature != 1 || d->temperature == -1000) {
		drive_abort(c, ER_ABRT);
		return;
	}
	if (scale < 0)
		scale = 0;
	c->out.count = (uint8_t)(scale > 0xff ? 0xff : scale);
	c->out.error = d->temperature > 60 ? ER_IDNF : 0;
}

void drive_seagate_saving(struct drive *d, struct fake_cmd *c)
{
	(void)c;
	d->seagate_saving = false;
}

/*
 * Western Digital's idle3 timer: 80h with FEATURE 45h opens the vendor mode, with 44h closes it;
 * LBA 23:8 holds "WD". Log BEh takes a key that decides what log BFh means, for reading or writing.
 */
enum { KEY_LOG = 0xbe, DATA_LOG = 0xbf, KEY_READ = 1, KEY_WRITE = 2 };

void drive_western_digital(struct drive *d, struct fake_cmd *c)
{
	bool mode = c->feature == 0x45 || c->feature == 0x44;

	if (!mode || (c->lba & 0xffff00) != 0x574400 || !d->idle3_value) {
		drive_abort(c, ER_ABRT);
		return;
	}
	d->idle3_open = c->feature == 0x45;
	d->idle3_key = 0;
}

static void take_key(struct drive *d, struct fake_cmd *c)
{
	static const uint8_t rest[] = { 0x02, 0, 0x0d, 0, 0x16, 0, 0x01 };
	const uint8_t *data = c->data;

	if (data[0] != 0x2a || memcmp(data + 4, rest, sizeof(rest)) != 0)
		drive_abort(c, ER_ABRT);
	else
		d->idle3_key = data[2];
}

/* Return a page of a standard log, as READ LOG EXT does (ACS-3 9.1). */
static void smart_read_log(struct drive *d, struct fake_cmd *c, uint8_t log)
{
	const struct drive_log *l = drive_find_log(d, log, 0);

	if (drive_sct_has(d, c))
		drive_sct_status(d, c->data);
	else if (l)
		memcpy(c->data, l->data, sizeof(l->data));
	else
		drive_abort(c, ER_ABRT);
}

/* SMART READ LOG and WRITE LOG (ACS-3 7.48): LBA 7:0 is the log, LBA 23:8 the signature C24Fh. */
void drive_smart(struct drive *d, struct fake_cmd *c)
{
	uint8_t log = c->lba & 0xff, *data = c->data;
	bool write = c->protocol == FAKE_PIO_OUT;

	if ((c->lba & 0xffff00) != 0xc24f00 || c->count != 1 || c->bytes < 512) {
		drive_abort(c, ER_ABRT);
	} else if (!d->idle3_open && !drive_bit(d, 85, 0)) {
		drive_abort(c, ER_ABRT); /* SMART is not enabled */
	} else if (!d->idle3_open && c->protocol == FAKE_PIO_IN) {
		smart_read_log(d, c, log);
	} else if (!d->idle3_open && write && drive_sct_has(d, c)) {
		drive_sct_command(d, c);
	} else if (!d->idle3_open) {
		drive_abort(c, ER_ABRT);
	} else if (log == KEY_LOG && write) {
		take_key(d, c);
	} else if (log == DATA_LOG && d->idle3_key == (write ? KEY_WRITE : KEY_READ)) {
		if (write) {
			d->idle3_value = data[0] | 0x100u;
		} else {
			memset(data, 0, c->bytes);
			data[0] = (uint8_t)d->idle3_value;
		}
	} else {
		drive_abort(c, ER_ABRT);
	}
}
