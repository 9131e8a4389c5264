// SPDX-License-Identifier: GPL-2.0-or-later
/* --repair: overwrites bad sectors with zeros. */
#include "state.h"
#include "ata_drive.h"
#include "device.h"

#include <errno.h>
#include <inttypes.h>

/* The drive's count of reallocated sectors. */
struct reallocated {
	bool (*read)(struct surface *s, uint64_t *sectors); /* NULL: the drive reports no count */
	uint64_t sectors;
};

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

struct repair {
	struct surface *s;
	struct physical physical;
	uint64_t fixed; /* bad sectors in physical sectors that can be read now */
	bool begun;
	struct reallocated reallocated;
};

/* Return how many sectors of the group fail when read alone; or -errno. */
static int count_failing(struct surface *s, const struct ata_sector_run *group)
{
	int failing = 0;

	for (unsigned i = 0; i < group->count; i++) {
		int result = medium_probe_one(s, group->lba + i);

		if (result == PROBE_BAD) {
			result = disk_serves_reads(s, group);
			failing++;
		}
		if (result < 0)
			return result;
	}
	return failing;
}

static uint64_t count_bad(const struct surface *s, const struct ata_sector_run *group)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < group->count; i++) {
		const struct sector_run *run = runs_from(&s->bad, group->lba + i);

		n += run && run->lba <= group->lba + i;
	}
	return n;
}

static void begin_outcome(struct repair *r, const struct ata_sector_run *group, const char *outcome,
			  const char *text)
{
	struct report *out = r->s->job->out;

	report_section_begin(out, "surface_scan");
	report_array_begin(out, "repairs");
	report_section_begin(out, "repair");
	report_u64(out, "lba", group->lba, " sector%s %" PRIu64, group->count > 1 ? "s" : "",
		   group->lba);
	report_u64(out, "count", group->count, NO_TEXT);
	if (group->count > 1)
		report_line(out, " to %" PRIu64, group->lba + group->count - 1);
	report_string(out, "outcome", outcome, ": %s", text);
}

static void end_outcome(struct repair *r)
{
	struct report *out = r->s->job->out;

	report_line(out, "\n");
	report_section_end(out);
	report_section_end(out);
	report_section_end(out);
	report_flush(out);
}

static void show_repair_outcome(struct repair *r, const struct ata_sector_run *group,
				const char *outcome, const char *text)
{
	begin_outcome(r, group, outcome, text);
	end_outcome(r);
}

static void show_repaired(struct repair *r, const struct ata_sector_run *group)
{
	struct report *out = r->s->job->out;
	struct reallocated *count = &r->reallocated;
	uint64_t before = count->sectors;

	begin_outcome(r, group, "overwritten", "overwritten with zeros, and read back; ");
	/* a count that decreased does not show whether a sector was reallocated */
	if (!count->read || !count->read(r->s, &count->sectors) || count->sectors < before)
		report_null(out, "reallocated",
			    "the drive does not report whether it was reallocated");
	else if (count->sectors > before)
		report_bool(out, "reallocated", true,
			    "reallocated: the drive's count rose from %" PRIu64 " to %" PRIu64,
			    before, count->sectors);
	else
		report_bool(out, "reallocated", false,
			    "not reallocated: the drive's count is still %" PRIu64, before);
	if (count->read)
		report_u64(out, "reallocated_sectors", count->sectors, NO_TEXT);
	else
		report_null(out, "reallocated_sectors", NO_TEXT);
	end_outcome(r);
}

static void begin_writing(struct repair *r)
{
	struct reallocated *count = &r->reallocated;
	struct surface *s = r->s;

	r->begun = true;
	if (!s->ata)
		return;
	if (!s->job->dev->dry_run) {
		if (read_statistic(s, &count->sectors))
			count->read = read_statistic;
		else if (read_smart_attribute(s, &count->sectors))
			count->read = read_smart_attribute;
	}
	job_drop_cached(s->job);
}

static int rewrite_group(struct repair *r, const struct ata_sector_run *group)
{
	struct surface *s = r->s;
	struct job *job = s->job;
	int result;

	if (!r->begun)
		begin_writing(r);
	result = medium_rewrite(s, *group);
	if (result < 0) {
		show_repair_outcome(r, group, "failed",
				    "overwriting failed: nothing more is overwritten");
		return result;
	}
	if (job->dev->dry_run)
		return 0;
	if (result == PROBE_BAD) {
		show_repair_outcome(r, group, "failed", "overwritten, but it still cannot be read");
		return job_refuse(
			job, -EIO,
			"overwriting does not repair the sector: nothing more is overwritten");
	}
	r->fixed += count_bad(s, group);
	show_repaired(r, group);
	return 0;
}

static int repair_group(struct repair *r, const struct ata_sector_run *group)
{
	struct surface *s = r->s;
	int failing;

	if (group->count != r->physical.sectors || group->lba < s->first ||
	    group->lba + group->count > s->end) {
		show_repair_outcome(r, group, "left",
				    "not overwritten: "
				    "their physical sector is not wholly in the scanned range");
		return 0;
	}
	failing = count_failing(s, group);
	if (failing < 0)
		return failing;
	if (!failing) {
		r->fixed += count_bad(s, group);
		show_repair_outcome(r, group, "reads", "can be read now, and is not overwritten");
		return 0;
	}
	if ((unsigned)failing < group->count) {
		show_repair_outcome(r, group, "left",
				    "not overwritten: a part of this physical sector can be read; "
				    "--write-sector overwrites single ones");
		return 0;
	}
	return rewrite_group(r, group);
}

int repair_bad(struct surface *s, uint64_t *left)
{
	struct repair r = { .s = s, .physical = medium_physical(s) };
	const struct sector_run *bad;
	uint64_t at = 0;
	int err = 0;

	if (r.physical.sectors * s->sector_bytes > REWRITE_BYTES)
		return job_refuse(s->job, -EOPNOTSUPP,
				  "--repair: physical sectors of %" PRIu64 " bytes are too large",
				  r.physical.sectors * s->sector_bytes);
	while (!err && (bad = runs_from(&s->bad, at))) {
		struct ata_sector_run group =
			medium_group(s, r.physical, bad->lba > at ? bad->lba : at);

		err = repair_group(&r, &group);
		at = group.lba + group.count;
	}
	*left -= r.fixed;
	s->interrupted = err == -EINTR;
	return err == -EINTR ? 0 : err;
}
