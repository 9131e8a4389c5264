// SPDX-License-Identifier: GPL-2.0-or-later
/* Sectors, flushes of the write cache, SET MULTIPLE MODE, the door lock. */
#include <string.h>
#include "drive.h"

static unsigned sectors_asked(const struct fake_cmd *c)
{
	if (c->count == 0)
		return c->ext ? 65536 : 256;
	return c->count;
}

static bool within(uint64_t at, uint64_t lba, uint64_t sectors)
{
	return at && at - 1 >= lba && at - 1 - lba < sectors;
}

void drive_reach(struct drive *d, uint64_t lba, uint64_t sectors)
{
	if (within(d->locks_at, lba, sectors))
		d->id[128] |= 4;
	if (within(d->sanitizes_at, lba, sectors))
		d->sanitize.state = SD_RUNNING;
}

/* Locked: ACS-3 table 10. */
static bool refuses_media(const struct drive *d)
{
	return d->id[128] & 4 || d->sanitize.state == SD_RUNNING;
}

static bool media_access(struct drive *d, struct fake_cmd *c, uint64_t *lba)
{
	if (refuses_media(d)) {
		drive_abort(c, ER_ABRT);
		return false;
	}
	if (!drive_address(d, c, lba, sectors_asked(c)))
		return false;
	drive_reach(d, *lba, sectors_asked(c));
	if (refuses_media(d)) {
		drive_abort(c, ER_ABRT);
		return false;
	}
	if (d->power != POWER_ACTIVE)
		d->power = POWER_ACTIVE;
	return true;
}

void drive_read(struct drive *d, struct fake_cmd *c)
{
	unsigned bytes = drive_sector_bytes(d), n = sectors_asked(c);
	uint64_t lba;

	if (!media_access(d, c, &lba))
		return;
	for (unsigned i = 0; i < n && (i + 1) * (size_t)bytes <= c->bytes; i++) {
		const struct drive_sector *s = drive_sector(d, lba + i, false);

		if (s && s->unreadable) {
			drive_abort(c, ER_UNC);
			c->out.lba = c->ext ? lba + i : ((lba + i) & 0xffffff);
			return;
		}
		drive_read_sector(d, lba + i, (uint8_t *)c->data + (size_t)i * bytes);
	}
}

void drive_write(struct drive *d, struct fake_cmd *c)
{
	unsigned bytes = drive_sector_bytes(d), n = sectors_asked(c);
	uint64_t lba;

	if (!media_access(d, c, &lba))
		return;
	for (unsigned i = 0; i < n && (i + 1) * (size_t)bytes <= c->bytes; i++) {
		struct drive_sector *s = drive_sector(d, lba + i, true);

		if (!s)
			return;
		memcpy(s->data, (const uint8_t *)c->data + (size_t)i * bytes, bytes);
		if (s->unreadable && !s->flagged && !d->bad_writes)
			drive_health_wrote_bad(d);
		s->unreadable = s->unreadable && d->bad_writes;
		s->flagged = false;
	}
}

uint64_t drive_first_bad(struct drive *d, uint64_t lba, uint64_t sectors)
{
	uint64_t first = lba + sectors;

	for (unsigned i = 0; i < DRIVE_SECTORS_KEPT; i++)
		if (d->sector[i].used && d->sector[i].unreadable && d->sector[i].lba >= lba &&
		    d->sector[i].lba < first)
			first = d->sector[i].lba;
	return first;
}

unsigned drive_slow_ms(const struct drive *d, uint64_t lba, uint64_t sectors)
{
	unsigned ms = 0;

	for (unsigned i = 0; i < d->slows; i++)
		if (d->slow[i].lba >= lba && d->slow[i].lba < lba + sectors)
			ms += d->slow[i].ms;
	return ms;
}

void drive_verify(struct drive *d, struct fake_cmd *c)
{
	uint64_t lba, bad;
	unsigned n = sectors_asked(c);

	if (!media_access(d, c, &lba))
		return;
	c->spent_ms = drive_slow_ms(d, lba, n);
	c->moved = (uint64_t)n * drive_sector_bytes(d);
	bad = drive_first_bad(d, lba, n);
	if (bad == lba + n)
		return;
	drive_abort(c, ER_UNC);
	if (d->misnames)
		bad = d->misnamed;
	c->out.lba = c->ext ? bad : bad & 0xffffff;
	if (!c->ext)
		c->out.device = (uint8_t)((c->out.device & 0xf0) | (bad >> 24 & 0x0f));
}

void fake_flush(struct drive *d, struct fake_cmd *c)
{
	/* Words 83 bits 12 and 13: FLUSH CACHE and FLUSH CACHE EXT */
	if (!drive_bit(d, 83, c->ext ? 13 : 12))
		drive_abort(c, ER_ABRT);
	else if (d->power == POWER_STANDBY || d->power == POWER_STANDBY_Y)
		d->power = POWER_IDLE;
}

/* ACS-3 7.46: powers of two up to word 47; 0 turns the mode off; word 59 shows the count. */
void drive_set_multiple(struct drive *d, struct fake_cmd *c)
{
	unsigned max = d->id[47] & 0xff, n = c->count;

	if (n > max || (n & (n - 1))) {
		drive_abort(c, ER_ABRT);
		return;
	}
	drive_set_word(d, 59, (uint16_t)((d->id[59] & 0xfe00) | (n ? 0x100 | n : 0)));
}

/* Word 82 bit 2, removable media, or a packet device. */
static bool has_door(const struct drive *d)
{
	return d->packet || drive_bit(d, 82, 2);
}

void drive_door_lock(struct drive *d, struct fake_cmd *c)
{
	if (!has_door(d))
		drive_abort(c, ER_ABRT);
	else
		d->doorlock = 1;
}

void drive_door_unlock(struct drive *d, struct fake_cmd *c)
{
	if (!has_door(d))
		drive_abort(c, ER_ABRT);
	else
		d->doorlock = 0;
}
