// SPDX-License-Identifier: GPL-2.0-or-later
/* The format of a SCSI disk (SBC-4 4.34). After MODE SELECT with another sector size the disk has
 * no valid format until FORMAT UNIT completes. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "scsi.h"

static bool offered(unsigned bytes)
{
	static const unsigned sizes[] = { 512, 520, 524, 528, 4096, 4160 };

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		if (sizes[i] == bytes)
			return true;
	return false;
}

void fake_read_capacity(struct scsi_call *c)
{
	const struct fake_scsi *s = &c->call->dev->scsi;

	put(c->answer, 8, s->raw_bytes / s->sector - 1);
	put(c->answer + 8, 4, s->sector);
	if (s->protection)
		c->answer[12] = (uint8_t)(1 | (s->protection - 1) << 1);
	c->bytes = 32;
}

size_t fake_blocks(const struct fake_device *dev, bool may_be_long, uint8_t *at, bool *is_long)
{
	const struct fake_scsi *s = &dev->scsi;
	unsigned bytes = s->selected ? s->selected : s->sector;

	*is_long = may_be_long && s->long_blocks;
	if (!*is_long) {
		put(at + 4, 4, bytes);
		return 8;
	}
	put(at, 8, s->raw_bytes / bytes);
	put(at + 12, 4, bytes);
	return 16;
}

void fake_select_blocks(struct scsi_call *c, const uint8_t *list, size_t length, bool save)
{
	struct fake_scsi *s = &c->call->dev->scsi;
	bool is_long = list[4] & 1;
	const uint8_t *d = list + 8;
	unsigned bytes = (unsigned)(is_long ? number(d + 12, 4) : number(d + 5, 3));
	uint64_t blocks = is_long ? number(d, 8) : number(d, 4);

	snprintf(c->shown, sizeof(c->shown), "%s blocks=%llx bytes=%u", save ? " saved" : "",
		 (unsigned long long)blocks, bytes);
	if (length != (is_long ? 16 : 8) || number(list, 2) || is_long != s->long_blocks ||
	    (blocks && blocks != (is_long ? UINT64_MAX : UINT32_MAX) &&
	     blocks != s->raw_bytes / bytes) ||
	    !offered(bytes)) {
		s->unformatted |= s->refusal_corrupts;
		fail(c, 5, 0x26, 0);
		return;
	}
	s->selected = s->selects ? s->selects : bytes;
	if (save)
		s->saved_sector = s->selected;
	/* the size of the format in use is valid again */
	s->unformatted = bytes != s->sector || s->stays_unformatted;
	s->format_failed = false;
}

void fake_format_unit(struct scsi_call *c)
{
	static const uint8_t by_info[] = { 0, 0xff, 1, 2 };
	struct fake_scsi *s = &c->call->dev->scsi;
	const uint8_t *list = c->io->dxferp;
	bool is_long = c->cdb[1] & 0x20;
	size_t bytes = is_long ? 8 : 4;
	uint8_t protection = by_info[c->cdb[1] >> 6];

	/* FMTDATA, no CMPLST, no defect list, FFMT 0; only IMMED */
	if ((c->cdb[1] & 0x1f) != 0x10 || c->cdb[2] || c->cdb[3] || c->cdb[4] ||
	    protection == 0xff) {
		fail(c, 5, 0x24, 0);
		return;
	}
	if (c->io->dxfer_len != bytes || list[1] != 0x02 || (list[0] & ~1u) ||
	    number(list + bytes - (is_long ? 4 : 2), is_long ? 4 : 2)) {
		fail(c, 5, 0x26, 0);
		return;
	}
	if (protection == 2 && list[0])
		protection = 3;
	snprintf(c->shown, sizeof(c->shown), " bytes=%u%s%.0u",
		 s->selected ? s->selected : s->sector, protection ? " protection=" : "",
		 protection);
	s->format_protection = protection;
	s->formatting = true;
	s->unformatted = s->format_failed = false;
	s->format_began = c->call->world->nanoseconds;
}

int fake_format_progress(const struct world *w, const struct fake_device *dev)
{
	const struct fake_scsi *s = &dev->scsi;
	uint64_t whole = s->format_takes * 1000000000ull, done = w->nanoseconds - s->format_began;

	return done < whole ? (int)(done * 65536 / whole) : 65535;
}

void fake_format_settle(const struct world *w, struct fake_device *dev)
{
	struct fake_scsi *s = &dev->scsi;
	int progress = fake_format_progress(w, dev);

	if (!s->formatting || progress < (s->format_fails ? 32768 : 65535))
		return;
	s->formatting = false;
	s->unformatted = s->format_failed = s->format_fails;
	if (s->format_fails)
		return;
	if (s->selected)
		s->sector = s->selected;
	s->selected = s->saved_sector = 0;
	s->protection = s->format_protection;
	drive_erase_medium(&dev->drive, FILL_WORD, 0);
}

/* A size that was not saved is lost. */
void fake_format_power_cycle(struct fake_device *dev)
{
	struct fake_scsi *s = &dev->scsi;

	s->unformatted |= s->formatting;
	s->formatting = false;
	s->selected = s->saved_sector;
	if (fake_kinds[dev->kind].sg == SG_SCSI)
		fake_scsi_rescan(dev);
}

/* The kernel shows no sectors if it cannot use their size (drivers/scsi/sd.c). */
void fake_scsi_rescan(struct fake_device *dev)
{
	struct fake_scsi *s = &dev->scsi;
	bool usable = s->sector == 512 || s->sector == 4096;
	char bytes[12];

	if (s->sector == dev->logical && !s->unformatted && dev->bytes)
		return;
	dev->logical = usable ? s->sector : 512;
	if (dev->physical < dev->logical)
		dev->physical = dev->logical;
	dev->bytes = s->unformatted || !usable ? 0 : s->raw_bytes / s->sector * s->sector;
	snprintf(bytes, sizeof(bytes), "%u", dev->logical);
	drive_option(&dev->drive, "logical", bytes);
}
