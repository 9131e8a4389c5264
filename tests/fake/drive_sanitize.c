// SPDX-License-Identifier: GPL-2.0-or-later
/* Sanitize (ACS-3 4.16 and 7.36): states SD0 to SD4. */
#include <errno.h>
#include <string.h>
#include "drive.h"

enum {
	STATUS_EXT = 0x00,
	CRYPTO_SCRAMBLE = 0x11,
	BLOCK_ERASE = 0x12,
	OVERWRITE = 0x14,
	FREEZE_LOCK = 0x20,
	ANTIFREEZE_LOCK = 0x40,
	/* LBA 7:0 of a refusal (ACS-3 table 96) */
	REASON_FAILED = 1,
	REASON_UNSUPPORTED = 2,
	REASON_FROZEN = 3,
	REASON_ANTIFROZEN = 4,
};

struct operation {
	uint16_t feature;
	uint8_t support_bit; /* bit of IDENTIFY word 59 */
	uint64_t key, mask;
	bool erases;
};

static const struct operation operations[] = {
	{ CRYPTO_SCRAMBLE, 13, 0x43727970, 0xffffffff, true },
	{ BLOCK_ERASE, 15, 0x426b4572, 0xffffffff, true },
	{ OVERWRITE, 14, 0x4f5700000000, 0xffff00000000, true },
	{ FREEZE_LOCK, 12, 0x46724c6b, 0xffffffff, false },
	{ ANTIFREEZE_LOCK, 10, 0x416e7469, 0xffffffff, false },
};

static void refuse(struct fake_cmd *c, uint8_t reason)
{
	drive_abort(c, ER_ABRT);
	c->out.lba = reason;
}

static void end_operation(struct drive *d)
{
	struct drive_sanitize *s = &d->sanitize;

	s->state = s->will_fail ? SD_FAILED : SD_DONE;
	s->failed = s->will_fail;
	s->succeeded = !s->will_fail;
	s->at = 0;
	if (!s->will_fail)
		drive_erase_medium(d, s->fill, s->fill_word);
}

static void advance(struct drive *d)
{
	struct drive_sanitize *s = &d->sanitize;

	if (s->state != SD_RUNNING)
		return;
	s->at += s->step ? s->step : 0x4000;
	if (s->at >= 0x10000)
		end_operation(d);
}

/* ACS-3 table 94: COUNT 15 completed without error, 14 running, 13 frozen, 12 antifrozen. */
static void status(const struct drive *d, struct fake_cmd *c)
{
	const struct drive_sanitize *s = &d->sanitize;

	c->out.count = (uint16_t)(s->succeeded << 15 | (s->state == SD_RUNNING) << 14 |
				  (s->state == SD_FROZEN) << 13 | s->antifrozen << 12);
	c->out.lba = s->state == SD_RUNNING ? s->at : 0xffff;
}

static void start(struct drive *d, struct fake_cmd *c, const struct operation *o)
{
	struct drive_sanitize *s = &d->sanitize;

	if (s->state == SD_RUNNING) {
		drive_abort(c, ER_ABRT);
	} else if (s->state == SD_FROZEN) {
		refuse(c, REASON_FROZEN);
	} else if (o->feature == FREEZE_LOCK) {
		if (s->antifrozen)
			refuse(c, REASON_ANTIFROZEN);
		else
			s->state = SD_FROZEN;
	} else if (o->feature == ANTIFREEZE_LOCK) {
		s->antifrozen = true;
	} else {
		s->state = SD_RUNNING;
		s->succeeded = s->failed = false;
		s->at = 0;
		s->fill = o->feature == CRYPTO_SCRAMBLE ? FILL_SCRAMBLED : FILL_WORD;
		s->fill_word = o->feature == OVERWRITE ? (uint32_t)c->lba : UINT32_MAX;
	}
	if (c->out.status & ST_ERR)
		return;
	status(d, c);
}

void drive_sanitize_device(struct drive *d, struct fake_cmd *c)
{
	if (!drive_bit(d, 59, 12)) {
		drive_abort(c, ER_ABRT);
		return;
	}
	if (c->feature == STATUS_EXT) {
		advance(d);
		if (d->sanitize.state == SD_FAILED) {
			status(d, c);
			refuse(c, REASON_FAILED);
			if (c->count & 1) { /* CLEAR SANITIZE OPERATION FAILED */
				d->sanitize.state = SD_IDLE;
				d->sanitize.failed = false;
			}
			return;
		}
		status(d, c);
		return;
	}
	for (size_t i = 0; i < sizeof(operations) / sizeof(*operations); i++) {
		const struct operation *o = &operations[i];

		if (o->feature != c->feature)
			continue;
		if (!drive_bit(d, 59, o->support_bit) || (c->lba & o->mask) != o->key)
			refuse(c, REASON_UNSUPPORTED);
		else
			start(d, c, o);
		return;
	}
	refuse(c, REASON_UNSUPPORTED);
}

/* ACS-3 table 11, for the commands that the tests send. */
bool drive_sanitize_bars(struct drive *d, struct fake_cmd *c)
{
	static const uint8_t allowed[] = { 0xb4, 0xec, 0xe0, 0xe1, 0xe5, 0xe6, 0x2f, 0x47 };

	if (d->sanitize.state != SD_RUNNING && d->sanitize.state != SD_FAILED)
		return false;
	if (memchr(allowed, c->command, sizeof(allowed)))
		return false;
	drive_abort(c, ER_ABRT);
	return true;
}
