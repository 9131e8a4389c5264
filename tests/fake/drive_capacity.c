// SPDX-License-Identifier: GPL-2.0-or-later
/* Sizes: host protected area (ACS-2 4.11), READ NATIVE MAX ADDRESS (EXT), SET MAX ADDRESS (EXT). */
#include "drive.h"

static bool has_hpa(const struct drive *d, const struct fake_cmd *c)
{
	return drive_bit(d, 82, 10) && (!c->ext || drive_bit(d, 83, 10));
}

void drive_read_native_max(struct drive *d, struct fake_cmd *c)
{
	uint64_t max = d->native_max;

	if (!has_hpa(d, c)) {
		drive_abort(c, ER_ABRT);
		return;
	}
	if (c->ext) {
		c->out.lba = max;
		return;
	}
	if (max > 0x0fffffff)
		max = 0x0fffffff;
	c->out.lba = max & 0xffffff;
	c->out.device = (uint8_t)((c->device & 0xf0) | max >> 24);
}

/* ACS-2 7.54: COUNT bit 0 makes the size last over power cycles. READ NATIVE MAX ADDRESS must come
 * before; SET MAX ADDRESS EXT can be lasting once between two power cycles. */
void drive_set_max(struct drive *d, struct fake_cmd *c)
{
	uint64_t max = c->ext ? c->lba : (c->lba & 0xffffff) | (uint64_t)(c->device & 15) << 24;
	bool lasting = c->count & 1;

	/* FEATURE 1-4 of F9h are SET MAX security, which is not implemented */
	if (!has_hpa(d, c) || (!c->ext && c->feature)) {
		drive_abort(c, ER_ABRT);
		return;
	}
	if (max > d->native_max || (c->ext && lasting && d->hpa_set_once)) {
		drive_abort(c, max > d->native_max ? ER_ABRT | ER_IDNF : ER_IDNF);
		return;
	}
	if (lasting) {
		d->sectors_default = max + 1;
		d->hpa_set_once = c->ext;
	}
	drive_set_sectors(d, max + 1);
}

/* ACS-3 7.1: FEATURE 0 gets the native max address, 1 sets the accessible max address (LBA), 2
 * freezes it. The address can be set once between power cycles (ACS-3 7.1.4). */
void drive_accessible_max(struct drive *d, struct fake_cmd *c)
{
	if (!drive_bit(d, 119, 8) || c->feature > 2) {
		drive_abort(c, ER_ABRT);
		return;
	}
	switch (c->feature) {
	case 0:
		c->out.lba = d->native_max;
		break;
	case 1:
		if (d->ama_frozen || d->ama_set_once || c->lba > d->native_max) {
			drive_abort(c, c->lba > d->native_max ? ER_IDNF : ER_ABRT);
			break;
		}
		d->ama_set_once = true;
		d->sectors_default = c->lba + 1;
		drive_set_sectors(d, c->lba + 1);
		break;
	case 2:
		d->ama_frozen = true;
		break;
	}
}
