// SPDX-License-Identifier: GPL-2.0-or-later
/* Follows sectors up the stack of block devices: partitions, md arrays, device mapper. */
#include "search.h"
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One step up from a device: what has its sector `at`. */
struct rise {
	struct search *search;
	const char *name;
	uint64_t rdev;
	uint64_t at, count; /* `count`: sectors for which the answer is the same */
	bool parted;	    /* the device has partitions */
	bool held;	    /* other devices are built on the device */
	bool found, twice;  /* `twice`: two devices have the sector */
	struct layer up;
	char holder[BLOCK_NAME_BYTES]; /* the holder whose table is read; or the last one */
	char why[WHY_BYTES];	       /* a holder that cannot be followed; or "" */
};

/* A device has the sectors of the one below from `start` on; there they begin at `base`. */
static void offer(struct rise *rise, const struct block_part_of *part, uint64_t base)
{
	uint64_t within = rise->at - part->start;

	if (rise->at < part->start) {
		if (part->sectors && rise->count > part->start - rise->at)
			rise->count = part->start - rise->at;
	} else if (within < part->sectors) {
		if (rise->found) {
			rise->twice = true;
			snprintf(rise->why, WHY_BYTES, "%s and %s both have it", rise->up.name,
				 part->name);
		}
		rise->found = true;
		rise->up.at = base + within;
		snprintf(rise->up.name, sizeof(rise->up.name), "%s", part->name);
		if (rise->count > part->sectors - within)
			rise->count = part->sectors - within;
	}
}

static void offer_partition(void *who, const struct block_part_of *part)
{
	struct rise *rise = who;

	rise->parted = true;
	offer(rise, part, 0);
}

static void offer_line(void *who, const struct dm_line *line)
{
	struct rise *rise = who;
	struct block_part_of part = { .sectors = line->sectors };
	int placed = dm_line_place(line, rise->rdev, &part.start);

	snprintf(part.name, sizeof(part.name), "%s", rise->holder);
	if (placed > 0)
		offer(rise, &part, line->start);
	else if (placed)
		snprintf(rise->why, WHY_BYTES, "%s maps its sectors by dm-%.24s", rise->holder,
			 line->type);
}

static void refuse_holder(struct rise *rise, const char *what, int err)
{
	snprintf(rise->why, WHY_BYTES, "%s%s%.60s%s%s", rise->holder, *what ? " is " : "", what,
		 err ? " cannot be read: " : "", err ? error_words(-err) : "");
}

static void offer_holder(void *who, const char *holder)
{
	struct rise *rise = who;
	struct host *host = rise->search->job->host;
	char level[DISK_TEXT_BYTES] = "", dm[BLOCK_NAME_BYTES], array[DISK_TEXT_BYTES + 16];
	struct block_part_of part;
	uint64_t rdev = 0;
	int err = md_part_of(host, holder, rise->name, &part, level);

	rise->held = true;
	snprintf(rise->holder, sizeof(rise->holder), "%s", holder);
	if (err > 0) {
		offer(rise, &part, 0);
		return;
	}
	if (err != -ENOENT) {
		snprintf(array, sizeof(array), "an array, %s", level);
		refuse_holder(rise, err ? "" : array, err);
		return;
	}
	dm_name_of(host, holder, dm);
	if (!*dm) {
		refuse_holder(rise, "built on it in a way that is not known here", 0);
		return;
	}
	err = block_named_rdev(host, holder, &rdev);
	if (!err)
		err = dm_table(host, rdev, offer_line, rise);
	if (err)
		refuse_holder(rise, "", err);
}

/*
 * Take one step up. Partitions of a device that is held, as of a path of multipath, or that is in
 * use itself, as one with an old table, are not used. 0; or -errno if sysfs could not be read.
 */
static int climb(struct rise *rise)
{
	struct host *host = rise->search->job->host;
	int err = block_holders(host, rise->name, offer_holder, rise);

	if (!err && !rise->held) {
		const struct rise whole = *rise;
		char uuid[BLOCK_NAME_BYTES];

		err = disk_parts(host, rise->name, offer_partition, rise);
		if (!err && rise->parted &&
		    (system_uses(host, rise->rdev) || btrfs_of(host, rise->name, uuid)))
			*rise = whole;
	}
	if (rise->twice)
		rise->found = false;
	return err;
}

static int end_spot(struct search *s, struct spot *spot, const struct rise *rise, int err)
{
	if (err) {
		spot->use = USE_UNKNOWN;
		snprintf(spot->why, WHY_BYTES, "sysfs cannot be read: %s", error_words(-err));
	} else if (rise->why[0]) {
		spot->use = USE_NOT_FOLLOWED;
		snprintf(spot->why, WHY_BYTES, "%s", rise->why);
	} else if (rise->held) {
		spot->use = USE_UNKNOWN;
		snprintf(spot->why, WHY_BYTES,
			 "metadata of what is built on %s, or of no volume that is active",
			 rise->name);
	} else if (rise->parted) {
		spot->use = USE_GAP;
	} else {
		return system_find(s, spot, rise->name, rise->rdev, rise->at);
	}
	return 0;
}

int stack_follow(struct search *s, uint64_t first, uint64_t count)
{
	while (count) {
		struct spot spot = { .first = first, .count = count }, *more;
		struct rise rise = { .search = s, .at = first, .count = count };
		int err;

		snprintf(rise.up.name, sizeof(rise.up.name), "%s", s->name);
		rise.up.at = first;
		do {
			struct layer here = rise.up;

			rise = (struct rise){
				.search = s, .name = here.name, .at = here.at, .count = spot.count
			};
			err = block_named_rdev(s->job->host, here.name, &rise.rdev);
			if (!err)
				err = climb(&rise);
			spot.count = rise.count;
			if (rise.found && spot.layers == LAYERS) {
				rise.found = false;
				snprintf(rise.why, WHY_BYTES, "%s is too deep in devices",
					 rise.up.name);
			}
			rise.found &= !err;
			if (!rise.found) {
				err = end_spot(s, &spot, &rise, err);
				continue;
			}
			rise.up.unit = spot.layers ? spot.layer[spot.layers - 1].unit : s->unit;
			block_named_unit(s->job->host, rise.up.name, &rise.up.unit);
			spot.layer[spot.layers++] = rise.up;
		} while (rise.found);
		if (err)
			return err;
		more = search_grow(s->spot, s->spots, sizeof(spot));
		if (!more)
			return -ENOMEM;
		s->spot = more;
		s->spot[s->spots++] = spot;
		first += spot.count;
		count -= spot.count;
	}
	return 0;
}
