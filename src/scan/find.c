// SPDX-License-Identifier: GPL-2.0-or-later
#include "find.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int probe_run(const struct finder *f, uint64_t lba, uint64_t count, uint64_t *where)
{
	*where = lba + count;
	return f->probe(f->who, (struct ata_sector_run){ lba, (unsigned)count }, where);
}

/*
 * Return PROBE_BAD if sector `named` fails in a command of its own, and all sectors before `named`
 * are read; else PROBE_READ, or -errno.
 */
static int check_name(const struct finder *f, uint64_t lba, uint64_t count, uint64_t named)
{
	uint64_t where;
	int result =
		named < lba || named >= lba + count ? PROBE_READ : probe_run(f, named, 1, &where);

	if (result != PROBE_BAD || named == lba)
		return result;
	result = probe_run(f, lba, named - lba, &where);
	return result < 0 ? result : result == PROBE_READ ? PROBE_BAD : PROBE_READ;
}

/* `failed`: the run probably has a bad sector. Results as find_bad(). */
static int search_run(const struct finder *f, uint64_t lba, uint64_t count, bool failed)
{
	int found = 0, result;

	while (count) {
		uint64_t named = lba + count, half = count / 2;

		if (!failed || count == 1) {
			result = probe_run(f, lba, count, &named);
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
			result = search_run(f, lba, half, false);
			found |= result > 0;
			lba += half;
			count -= half;
			/* if the first half has no bad sector, the second half probably has one */
			failed = result == 0;
		}
		if (result < 0)
			return result;
	}
	return found;
}

int find_bad(const struct finder *f, struct ata_sector_run run)
{
	return search_run(f, run.lba, run.count, false);
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

int runs_add(struct runs *runs, uint64_t lba)
{
	const struct sector_run *next = runs_from(runs, lba);
	size_t at = next ? (size_t)(next - runs->run) : runs->n;
	struct sector_run *before, *after;

	if (runs->n == runs->room) {
		size_t room = runs->room ? runs->room * 2 : 16;
		struct sector_run *run = realloc(runs->run, room * sizeof(*run));

		if (!run)
			return -ENOMEM;
		runs->run = run;
		runs->room = room;
	}
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
