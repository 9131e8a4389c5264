// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The drive's own list of sectors that it could not read (ACS-4 9.26). It only decides what is
 * tried first: each entry is tried like any other sector.
 */
#include "state.h"
#include "ata_logs.h"
#include "block.h"
#include "device_ask.h"

#include <inttypes.h>

enum { MOST_PAGES = 64 };

/* False if the drive does not return the page or has none: the scan does not need it. */
static bool read_pending_page(struct surface *s, uint16_t number, uint8_t page[ID_BYTES])
{
	struct ata_cmd cmd;
	bool got = s->ata && number < MOST_PAGES &&
		   !device_listed_page(s->job->dev, LOG_PENDING_DEFECTS, number, page, &cmd);

	device_forget_failure(s->job->dev);
	return got;
}

/* An entry outside the scanned range is not tried, nor is an entry that is no LBA. */
static int try_entry(struct surface *s, const struct finder *f, uint64_t lba)
{
	const struct sector_run *known = runs_from(&s->bad, lba);

	if (lba < s->first || lba >= s->end || (known && known->lba <= lba))
		return 0;
	s->pending++;
	return find_bad(f, (struct ata_sector_run){ lba, 1 });
}

int scan_pending(struct surface *s, const struct finder *f)
{
	uint8_t page[ID_BYTES];
	uint64_t left = 0;
	int err = 0;

	for (uint16_t number = 0; err >= 0 && read_pending_page(s, number, page); number++) {
		unsigned entry = number ? 0 : 1;

		if (!number)
			left = ata_pending_count(page);
		for (; entry < PENDING_PER_PAGE && left && err >= 0; entry++, left--)
			err = try_entry(s, f, ata_pending_lba(page, entry));
		if (!left)
			break;
	}
	report_u64(s->job->out, "pending_defects", s->pending, NO_TEXT);
	if (s->pending)
		report_line(s->job->out, " tried %" PRIu64 " of the drive's own list first\n",
			    s->pending);
	return err < 0 ? err : 0;
}
