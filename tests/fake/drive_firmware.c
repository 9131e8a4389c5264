// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * DOWNLOAD MICROCODE (ACS-3 7.7). COUNT and LBA 7:0 hold the number of 512-byte blocks, LBA 23:8
 * the offset of a segment. An image has firmware=BLOCKS blocks, 8 by default, and begins with its
 * eight-byte revision. The answer's COUNT is the progress, or the value of firmware-count= for the
 * segment.
 */
#include <string.h>
#include "drive.h"

enum {
	MODE_TEMPORARY = 0x01,
	MODE_OFFSETS = 0x03,
	MODE_WHOLE = 0x07,
	MODE_DEFERRED = 0x0e,
	MODE_ACTIVATE = 0x0f,
	BLOCK_BYTES = 512,
	WORD_DOWNLOAD = 83,
	WORD_ALLOWED = 86,
};

/* Values of COUNT after a segment (ACS-3 table 45). */
enum { NO_INDICATION, MORE_EXPECTED, APPLIED, WAITING };

static uint64_t image_blocks(const struct drive *d)
{
	return d->firmware_bytes ? d->firmware_bytes / BLOCK_BYTES : 8;
}

static void show_revision(struct drive *d)
{
	char text[9] = "";

	memcpy(text, d->download.revision, 8);
	drive_set_string(d, 23, 4, text);
	memcpy(d->id_power + 23, d->id + 23, 4 * sizeof(*d->id));
	memcpy(d->id_power + 255, d->id + 255, sizeof(*d->id));
}

static void forget(struct drive *d)
{
	memset(&d->download, 0, sizeof(d->download));
}

void drive_activate(struct drive *d)
{
	if (d->download.deferred)
		show_revision(d);
	forget(d);
}

static void take(struct drive *d, struct fake_cmd *c, unsigned blocks)
{
	unsigned offset = c->feature == MODE_WHOLE ? 0 : (unsigned)(c->lba >> 8 & 0xffff);

	if (offset == 0) {
		forget(d);
		memcpy(d->download.revision, c->data, 8);
	}
	if (offset != d->download.next || offset + blocks > image_blocks(d)) {
		forget(d);
		drive_abort(c, ER_ABRT);
		return;
	}
	d->download.next = offset + blocks;
	d->download.bytes += blocks * BLOCK_BYTES;
	if (d->download.next < image_blocks(d)) {
		c->out.count = MORE_EXPECTED;
		return;
	}
	d->download.deferred = c->feature == MODE_DEFERRED;
	c->out.count = d->download.deferred ? WAITING : APPLIED;
	if (!d->download.deferred) {
		show_revision(d);
		forget(d);
	}
}

void drive_download_microcode(struct drive *d, struct fake_cmd *c)
{
	unsigned blocks = (c->count & 0xff) | (unsigned)(c->lba & 0xff) << 8;
	bool whole = c->feature == MODE_WHOLE;

	if (c->feature == MODE_ACTIVATE && d->download.deferred) {
		drive_activate(d);
		c->out.count = APPLIED;
		return;
	}
	if (!drive_bit(d, WORD_DOWNLOAD, 0) || !drive_bit(d, WORD_ALLOWED, 0) ||
	    blocks * BLOCK_BYTES != c->bytes || !blocks ||
	    (c->feature != MODE_OFFSETS && !whole && c->feature != MODE_DEFERRED) ||
	    (whole && blocks != image_blocks(d))) {
		drive_abort(c, ER_ABRT);
		return;
	}
	take(d, c, blocks);
	if (!(c->out.status & ST_ERR) && d->firmware_segments < d->firmware_counts)
		c->out.count = d->firmware_count[d->firmware_segments++];
}
