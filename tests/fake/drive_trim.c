// SPDX-License-Identifier: GPL-2.0-or-later
/* DATA SET MANAGEMENT with TRIM (ACS-3 7.5): LBA in bits 47:0 of each entry, count in 63:48. */
#include <string.h>
#include "drive.h"

enum { TRIM = 1, ENTRY_BYTES = 8 };

/* After a trim a sector reads as zeros, as word 69 bits 14 and 5 of these drives say. */
static void forget(struct drive *d, uint64_t lba, uint64_t sectors)
{
	for (unsigned i = 0; i < DRIVE_SECTORS_KEPT; i++) {
		struct drive_sector *s = &d->sector[i];

		if (!s->used || s->lba < lba || s->lba - lba >= sectors)
			continue;
		memset(s->data, 0, sizeof(s->data));
		s->unreadable = s->flagged = false;
	}
}

static uint64_t entry(const uint8_t *data)
{
	uint64_t e = 0;

	for (unsigned i = 0; i < ENTRY_BYTES; i++)
		e |= (uint64_t)data[i] << 8 * i;
	return e;
}

void drive_data_set_management(struct drive *d, struct fake_cmd *c)
{
	unsigned max = d->id[105] ? d->id[105] : 1;
	const uint8_t *data = c->data;

	if (!(d->id[169] & 1) || c->feature != TRIM || c->count == 0 || c->count > max ||
	    c->bytes < c->count * 512u || (d->id[128] & 4)) {
		drive_abort(c, ER_ABRT);
		return;
	}
	for (size_t at = 0; at < c->count * 512u; at += ENTRY_BYTES) {
		uint64_t e = entry(data + at), lba = e & 0xffffffffffff, sectors = e >> 48;

		if (!sectors)
			continue;
		if (lba + sectors > drive_sectors(d)) {
			drive_abort(c, ER_IDNF | ER_ABRT);
			return;
		}
		forget(d, lba, sectors);
		d->trimmed += sectors;
		d->trims++;
	}
}
