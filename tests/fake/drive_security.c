// SPDX-License-Identifier: GPL-2.0-or-later
/* Security (ACS-3 4.18): the states SEC0..SEC6 follow from the bits of word 128. */
#include <errno.h>
#include <string.h>
#include "drive.h"

enum {
	SEC_SUPPORTED = 0,
	SEC_ENABLED = 1,
	SEC_LOCKED = 2,
	SEC_FROZEN = 3,
	SEC_EXPIRED = 4,
	SEC_ENHANCED = 5,
	SEC_MAXIMUM = 8
};

static bool is(const struct drive *d, unsigned bit)
{
	return drive_bit(d, 128, bit);
}

static void set_enabled(struct drive *d, bool on)
{
	drive_set_bit(d, 128, SEC_ENABLED, on);
	drive_set_bit(d, 85, 1, on);
	if (!on) {
		drive_set_bit(d, 128, SEC_LOCKED, false);
		drive_set_bit(d, 128, SEC_MAXIMUM, false);
	}
}

/* ACS-3 table 89: word 0 bit 0 = master, bit 8 = maximum level, words 1-16 the password. */
static void set_password(struct drive *d, struct fake_cmd *c, const uint8_t *data)
{
	if (is(d, SEC_LOCKED)) {
		drive_abort(c, ER_ABRT);
		return;
	}
	if (data[0] & 1) {
		memcpy(d->security.master, data + 2, 32);
		if (d->id[92] != 0 && d->id[92] != 0xffff)
			drive_set_word(d, 92, (uint16_t)(data[34] | data[35] << 8));
		return;
	}
	memcpy(d->security.user, data + 2, 32);
	drive_set_bit(d, 128, SEC_MAXIMUM, data[1] & 1);
	set_enabled(d, true);
}

static bool password_right(const struct drive *d, const uint8_t *data)
{
	const uint8_t *want = data[0] & 1 ? d->security.master : d->security.user;

	return memcmp(want, data + 2, 32) == 0;
}

/* ATA/ATAPI-7 6.10.6: after five wrong passwords none is accepted until the next power cycle. */
static void count_try(struct drive *d)
{
	if ((is(d, SEC_LOCKED) || d->security.counts_all) && ++d->security.tries >= 5)
		drive_set_bit(d, 128, SEC_EXPIRED, true);
}

static void unlock(struct drive *d, struct fake_cmd *c, const uint8_t *data)
{
	bool master_barred = (data[0] & 1) && is(d, SEC_MAXIMUM);

	if (d->security.tries >= 5 || d->security.unfinished || !password_right(d, data) ||
	    master_barred) {
		count_try(d);
		drive_abort(c, ER_ABRT);
		return;
	}
	drive_set_bit(d, 128, SEC_LOCKED, false);
}

static void disable(struct drive *d, struct fake_cmd *c, const uint8_t *data)
{
	bool right = password_right(d, data);

	if (is(d, SEC_LOCKED) || !right || ((data[0] & 1) && is(d, SEC_MAXIMUM))) {
		if (!right)
			count_try(d);
		drive_abort(c, ER_ABRT);
		return;
	}
	set_enabled(d, false);
}

/* ACS-3 7.37: an interrupted erase is not done, and the drive is locked. */
static void break_off(struct drive *d)
{
	drive_set_bit(d, 128, SEC_LOCKED, true);
	d->security.unfinished = d->security.must_finish;
}

static bool may_erase(const struct drive *d, const uint8_t *data, bool prepared)
{
	bool enhanced = data[0] & 2;

	return prepared && (!enhanced || is(d, SEC_ENHANCED)) && d->security.tries < 5 &&
	       password_right(d, data);
}

static void erase(struct drive *d, struct fake_cmd *c, const uint8_t *data, bool prepared)
{
	if (!may_erase(d, data, prepared)) {
		drive_abort(c, ER_ABRT);
		return;
	}
	if (c->timeout_ms && c->timeout_ms / 1000 < d->security.erase_s) {
		c->lost = ETIMEDOUT;
		break_off(d);
		return;
	}
	if (d->security.fails_locked) {
		drive_abort(c, ER_ABRT);
		break_off(d);
		return;
	}
	drive_erase_medium(d, FILL_WORD, 0);
	d->security.unfinished = false;
	set_enabled(d, false);
}

void drive_erase_broken_off(struct drive *d, const struct fake_cmd *c)
{
	if (c->command == 0xf4 && c->data && c->bytes >= 512 && !is(d, SEC_FROZEN) &&
	    may_erase(d, c->data, d->security.prepared))
		break_off(d);
}

/* F1h-F6h, in the order of ACS-3 table 10. */
void drive_security_command(struct drive *d, struct fake_cmd *c)
{
	const uint8_t *data = c->data;
	bool prepared = d->security.prepared, needs_data = c->command != 0xf3 && c->command != 0xf5;
	bool while_frozen = c->command == 0xf5;

	if (!is(d, SEC_SUPPORTED) || (is(d, SEC_FROZEN) && !while_frozen) ||
	    (needs_data && (!data || c->bytes < 512))) {
		drive_abort(c, ER_ABRT);
		return;
	}
	switch (c->command) {
	case 0xf1:
		set_password(d, c, data);
		break;
	case 0xf2:
		unlock(d, c, data);
		break;
	case 0xf3:
		d->security.prepared = true;
		break;
	case 0xf4:
		erase(d, c, data, prepared);
		break;
	case 0xf5:
		if (is(d, SEC_LOCKED))
			drive_abort(c, ER_ABRT);
		else
			drive_set_bit(d, 128, SEC_FROZEN, true);
		break;
	case 0xf6:
		disable(d, c, data);
		break;
	}
}
