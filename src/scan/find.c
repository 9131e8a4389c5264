// SPDX-License-Identifier: GPL-2.0-or-later
#include "find.h"
#include "ata_drive.h"
#include "block.h"
#include "device.h"
#include "state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int probe(const struct finder *f, uint64_t lba, uint64_t count, uint64_t *where)
{
	*where = lba + count;
	return f->probe(f->who, (struct ata_sector_run){ lba, (unsigned)count }, where);
}

/* Return whether the named sector is the first bad one: PROBE_BAD if so, or -errno. */
static int check_name(const struct finder *f, uint64_t lba, uint64_t count, uint64_t named)
{
	uint64_t where;
	int result = named < lba || named >= lba + count ? PROBE_READ : probe(f, named, 1, &where);

	if (result != PROBE_BAD || named == lba)
		return result;
	result = probe(f, lba, named - lba, &where);
	return result < 0 ? result : result == PROBE_READ ? PROBE_BAD : PROBE_READ;
}

/*
 * Search a run for bad sectors. `failed`: a command for all these sectors has failed, so the next
 * command takes a part. The depth of recursion is that of halving: after a correctly named sector
 * the loop continues behind the sector.
 */
static int search(const struct finder *f, uint64_t lba, uint64_t count, bool failed)
{
	int found = 0, result;

	while (count) {
		uint64_t named = lba + count, half = count / 2;

		if (!failed || count == 1) {
			result = probe(f, lba, count, &named);
			if (result != PROBE_BAD)
				return result < 0 ? result : found;
			if (count == 1) {
				result = f->found(f->who, lba);
				return result < 0 ? result : 1;
			}
		}
		result = check_name(f, lba, count, named);
		if (result == PROBE_BAD) {
			result = f->found(f->who, named);
			found = 1;
			count -= named + 1 - lba;
			lba = named + 1;
			failed = false;
		} else if (result == PROBE_READ) {
			result = search(f, lba, half, false);
			found |= result > 0;
			lba += half;
			count -= half;
			/* read without an error: then the bad sector is in the other half */
			failed = result == 0;
		}
		if (result < 0)
			return result;
	}
	return found;
}

int find_bad(const struct finder *f, struct ata_sector_run run)
{
	return search(f, run.lba, run.count, false);
}

const struct sector_run *runs_from(const struct runs *runs, uint64_t lba)
{
	size_t low = 0, high = runs->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (runs->run[middle].lba + runs->run[middle].count > lba)
			high = middle;
		else
			low = middle + 1;
	}
	return low < runs->n ? &runs->run[low] : NULL;
}

static int runs_make_room(struct runs *runs)
{
	size_t room = runs->room ? runs->room * 2 : 16;
	struct sector_run *run = runs->n < runs->room ? runs->run : NULL;

	if (run)
		return 0;
	run = realloc(runs->run, room * sizeof(*run));
	if (!run)
		return -ENOMEM;
	runs->run = run;
	runs->room = room;
	return 0;
}

int runs_add(struct runs *runs, uint64_t lba)
{
	const struct sector_run *next = runs_from(runs, lba);
	size_t at = next ? (size_t)(next - runs->run) : runs->n;
	struct sector_run *before, *after;

	if (runs_make_room(runs))
		return -ENOMEM;
	before = at ? &runs->run[at - 1] : NULL;
	after = at < runs->n ? &runs->run[at] : NULL;
	runs->sectors++;
	if (before && before->lba + before->count == lba) {
		before->count++;
		if (after && after->lba == lba + 1) {
			before->count += after->count;
			memmove(after, after + 1, (runs->n - at - 1) * sizeof(*after));
			runs->n--;
		}
	} else if (after && after->lba == lba + 1) {
		after->lba--;
		after->count++;
	} else {
		memmove(&runs->run[at + 1], &runs->run[at], (runs->n - at) * sizeof(*after));
		runs->run[at] = (struct sector_run){ lba, 1 };
		runs->n++;
	}
	return 0;
}

/*
 * The drive's own list of sectors that it could not read (ACS-4 9.26). The list only decides which
 * sectors are tried first; each entry is tried like any other sector.
 */

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

/* --- Whether the drive reallocates the sectors that --repair overwrites: its own count, before
 * and after --- */

static bool read_statistic(struct surface *s, uint64_t *sectors)
{
	uint8_t page[ID_BYTES];
	struct ata_cmd cmd;
	int err = device_listed_page(s->job->dev, LOG_DEVICE_STATISTICS, LOG_PAGE_ROTATING_MEDIA,
				     page, &cmd);

	device_forget_failure(s->job->dev);
	return !err && ata_reallocated_statistic(page, sectors);
}

static bool read_smart_attribute(struct surface *s, uint64_t *sectors)
{
	uint8_t data[ID_BYTES];
	struct ata_cmd cmd;
	bool read =
		ata_smart_data(s->job->dev->id.raw, data, &cmd) && !device_ata(s->job->dev, &cmd);

	device_forget_failure(s->job->dev);
	return read && ata_reallocated_attribute(data, sectors);
}

struct reallocated reallocated_first(struct surface *s)
{
	struct reallocated now = { .read = NULL };

	if (s->ata && read_statistic(s, &now.sectors))
		now.read = read_statistic;
	else if (s->ata && read_smart_attribute(s, &now.sectors))
		now.read = read_smart_attribute;
	return now;
}

enum reallocation reallocated_since(struct surface *s, struct reallocated *last)
{
	uint64_t before = last->sectors;

	if (!last->read || !last->read(s, &last->sectors) || last->sectors < before)
		return REALLOCATION_UNKNOWN;
	return last->sectors > before ? REALLOCATED : NOT_REALLOCATED;
}
