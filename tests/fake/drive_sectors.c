// SPDX-License-Identifier: GPL-2.0-or-later
/* WRITE UNCORRECTABLE, WRITE LONG, and the size of the logical sectors. */
#include <string.h>
#include "drive.h"

/* ACS-3 7.75: FEATURE 55h pseudo, AAh flagged (5Ah, A5h: without logging). */
void drive_write_uncorrectable(struct drive *d, struct fake_cmd *c)
{
	unsigned n = c->count ? c->count : 65536, mode = c->feature & 0xff;
	uint64_t lba;

	if (!drive_bit(d, 119, 2) ||
	    (mode != 0x55 && mode != 0xaa && mode != 0x5a && mode != 0xa5)) {
		drive_abort(c, ER_ABRT);
		return;
	}
	if (!drive_address(d, c, &lba, n))
		return;
	for (unsigned i = 0; i < n; i++) {
		struct drive_sector *s = drive_sector(d, lba + i, true);

		if (!s)
			return;
		s->unreadable = true;
		s->flagged = mode == 0xaa || mode == 0xa5;
	}
}

/* ATA-3: data and ECC bytes; a wrong ECC makes the sector unreadable. */
void drive_write_long(struct drive *d, struct fake_cmd *c)
{
	struct drive_sector *s;
	uint64_t lba;

	if (c->count != 1 || c->bytes < 512) {
		drive_abort(c, ER_ABRT);
		return;
	}
	if (!drive_address(d, c, &lba, 1))
		return;
	s = drive_sector(d, lba, true);
	if (!s)
		return;
	memcpy(s->data, c->data, 512);
	s->unreadable = true;
}

/* ACS-4 7.45: COUNT 2:0 chooses a descriptor of log 2Fh, FEATURE is its check word. A descriptor
 * (ACS-4 9.19) has 16 bytes: flags, relations, check word at 2, sector size in words at 4. */
void drive_set_sector_configuration(struct drive *d, struct fake_cmd *c)
{
	const struct drive_log *l = drive_find_log(d, 0x2f, 0);
	const uint8_t *row = l ? l->data + 16 * (c->count & 7) : NULL;
	uint64_t bytes = drive_sectors(d) * drive_sector_bytes(d);
	unsigned size;

	if (!row || !(row[0] & 0x80) || (row[2] | row[3] << 8) != c->feature) {
		drive_abort(c, ER_ABRT);
		return;
	}
	size = row[4] | (unsigned)row[5] << 8 | (unsigned)row[6] << 16 | (unsigned)row[7] << 24;
	if (!d->sizes_in_bytes)
		size *= 2;
	if (!size) {
		drive_abort(c, ER_ABRT);
		return;
	}
	drive_set_word(d, 106,
		       (uint16_t)((d->id[106] & 0x2fff) | 0x4000 | (size > 512 ? 0x1000 : 0)));
	drive_set_word(d, 117, (uint16_t)(size > 512 ? size / 2 : 0));
	drive_set_word(d, 118, 0);
	drive_set_sectors(d, bytes / size);
	d->native_max = bytes / size - 1;
	d->sectors_default = bytes / size;
	memcpy(d->id_power, d->id, sizeof(d->id));
	memset(d->sector, 0, sizeof(d->sector));
}
