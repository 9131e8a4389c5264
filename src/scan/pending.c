// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The drive's own list of sectors that it could not read (ACS-4 9.26). It only decides what is
 * tried first: each entry is tried like any other sector.
 */
#include "state.h"
#include "block.h"

#include <inttypes.h>

enum { MOST_PAGES = 64 };

/* False if the drive does not return the page: the scan does not need it. */
static bool read_pending_page(struct surface *s, uint8_t address, uint16_t number,
			      uint8_t page[ID_BYTES])
{
	struct ata_cmd cmd;
	bool got = !device_log_page(s->job->dev, address, number, page, &cmd);

	device_forget_failure(s->job->dev);
	return got;
}

/* Pages of the list, 0: none. Only the log directory shows whether the list exists. */
static unsigned list_pages(struct surface *s)
{
	uint8_t page[ID_BYTES];
	unsigned pages;

	if (!s->ata || !ata_id_has(s->job->dev->id.raw, ID_HAS_GENERAL_PURPOSE_LOGGING) ||
	    !read_pending_page(s, LOG_DIRECTORY, 0, page))
		return 0;
	pages = ata_log_pages(page, LOG_PENDING_DEFECTS);
	return pages < MOST_PAGES ? pages : MOST_PAGES;
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
	unsigned pages = list_pages(s);
	uint8_t page[ID_BYTES];
	uint64_t left = 0;
	int err = 0;

	for (unsigned number = 0; number < pages && err >= 0; number++) {
		unsigned entry = number ? 0 : 1;

		if (!read_pending_page(s, LOG_PENDING_DEFECTS, (uint16_t)number, page))
			break;
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
