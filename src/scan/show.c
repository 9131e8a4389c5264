// SPDX-License-Identifier: GPL-2.0-or-later
/* The output of a scan: its progress, each bad sector, and the summary. */
#include "state.h"
#include "block.h"

#include <inttypes.h>

static double rate_of(const struct surface *s, uint64_t sectors, uint64_t ns)
{
	/* the clock may not have advanced */
	return (double)sectors * s->sector_bytes * (double)NS_PER_S / (double)(ns ? ns : 1);
}

/*
 * Return the name of the partition that holds a sector, with the sector's number there; NULL: none.
 */
static const char *part_of(struct surface *s, uint64_t lba, struct block_part *part, uint64_t *own)
{
	uint64_t units = s->sector_bytes / 512;

	block_part_at(&s->job->dev->sys, lba * units, part);
	*own = part->name[0] ? lba - part->start / units : 0;
	return part->name[0] ? part->name : NULL;
}

void show_begin(struct surface *s)
{
	struct report *out = s->job->out;

	report_string(out, "method",
		      s->ata	   ? "read_verify"
		      : s->command ? "verify"
				   : "direct_reads",
		      NO_TEXT);
	report_u64(out, "sector_bytes", s->sector_bytes, NO_TEXT);
	report_u64(out, "first_lba", s->first, " reading sectors %" PRIu64, s->first);
	report_u64(out, "last_lba", s->end - 1, " to %" PRIu64 " by %s%s\n", s->end - 1,
		   s->command ? s->command : "direct reads", s->ata ? " SECTOR(S)" : "");
	report_flush(out);
}

void show_bad(struct surface *s, uint64_t lba)
{
	struct report *out = s->job->out;
	struct block_part part;
	uint64_t own;

	report_progress(out, NULL);
	report_line(out, " bad sector %" PRIu64, lba);
	if (part_of(s, lba, &part, &own))
		report_line(out, " (%s, sector %" PRIu64 ")", part.name, own);
	report_line(out, "\n");
	report_flush(out);
}

void show_scan_progress(struct surface *s)
{
	struct report *out = s->job->out;
	uint64_t now, done = s->at - s->first, left;
	char text[160];

	if (!out->err_terminal || !done)
		return;
	now = host_now_ns(s->job->host);
	if (now < s->tick_ns)
		return;
	s->tick_ns = now + NS_PER_S / 4;
	left = (uint64_t)((double)(now - s->began_ns) * (double)(s->end - s->at) / (double)done /
			  (double)NS_PER_S);
	snprintf(text, sizeof(text),
		 " %3u%% %8.2f MB/sec, sector %" PRIu64 ", %" PRIu64 " bad, about %" PRIu64
		 ":%02u:%02u left%s",
		 (unsigned)(done * 100 / (s->end - s->first)),
		 rate_of(s, done, now - s->began_ns) / MIB, s->at, s->bad.sectors, left / 3600,
		 (unsigned)(left / 60 % 60), (unsigned)(left % 60),
		 s->yield.wait_ns ? ", waits" : "");
	report_progress(out, text);
}

/* Report the bad sectors in runs, for machines: the text has listed each sector. */
static void show_bad_runs(struct surface *s)
{
	struct report *out = s->job->out;

	report_array_begin(out, "bad");
	for (size_t i = 0; i < s->bad.n; i++) {
		struct block_part part;
		uint64_t own;

		report_section_begin(out, "run");
		report_u64(out, "lba", s->bad.run[i].lba, NO_TEXT);
		report_u64(out, "count", s->bad.run[i].count, NO_TEXT);
		if (part_of(s, s->bad.run[i].lba, &part, &own)) {
			report_string(out, "partition", part.name, NO_TEXT);
			report_u64(out, "partition_lba", own, NO_TEXT);
		}
		report_section_end(out);
	}
	report_section_end(out);
}

static void show_slow(struct report *out, const struct slow *slow, bool listed)
{
	double ms = (double)slow->ns * 1000 / (double)NS_PER_S;

	report_section_begin(out, "command");
	report_u64(out, "lba", slow->run.lba, NO_TEXT);
	report_u64(out, "count", slow->run.count, NO_TEXT);
	report_f64(out, "milliseconds", ms, NO_TEXT);
	report_section_end(out);
	if (listed)
		report_line(out, " slow: sector %12" PRIu64 ", %5u sectors in %8.1f ms\n",
			    slow->run.lba, slow->run.count, ms);
}

static void show_read_times(struct report *out, const struct times *t)
{
	uint64_t slow_ns = times_slow_ns(t);

	report_array_begin(out, "command_times");
	for (unsigned i = 0; i < TIME_BUCKETS; i++) {
		bool last = i == TIME_BUCKETS - 1;

		if (!t->commands[i])
			continue;
		report_section_begin(out, "bucket");
		if (last)
			report_null(out, "below_ms",
				    " commands of %5u ms and more: ", time_limits_ms[i - 1]);
		else
			report_u64(out, "below_ms", time_limits_ms[i],
				   " commands of less than %5u ms: ", time_limits_ms[i]);
		report_u64(out, "commands", t->commands[i], "%8" PRIu64 "\n", t->commands[i]);
		report_section_end(out);
	}
	report_section_end(out);
	report_array_begin(out, "slowest");
	for (unsigned i = 0; i < t->n_slowest; i++)
		show_slow(out, &t->slowest[i], t->slowest[i].ns >= slow_ns);
	report_section_end(out);
}

static void show_places(struct surface *s)
{
	struct report *out = s->job->out;
	/* in GB if that gives each place a different number, as in the chart of --zones */
	bool large = (double)(s->end - s->first) / PLACES * s->sector_bytes >= 0.1 * 1024 * MIB;
	double best = 1;

	for (unsigned i = 0; i < PLACES; i++) {
		double rate = rate_of(s, s->times.place[i].sectors, s->times.place[i].ns);

		best = rate > best ? rate : best;
	}
	report_array_begin(out, "places");
	for (unsigned i = 0; i < PLACES; i++) {
		const struct place *place = &s->times.place[i];
		uint64_t lba = s->first + (s->end - s->first) * i / PLACES;
		double rate = rate_of(s, place->sectors, place->ns);

		if (!place->sectors)
			continue;
		report_section_begin(out, "place");
		report_u64(out, "lba", lba, " Zone at %8.1f %s: ",
			   (double)lba * s->sector_bytes / (large ? 1024.0 * MIB : MIB),
			   large ? "GB" : "MB");
		report_f64(out, "bytes_per_second", rate, "%9.2f MB/sec ", rate / MIB);
		report_bar(out, rate / best);
		report_line(out, "\n");
		report_section_end(out);
	}
	report_section_end(out);
}

/* Virtual disks often report success without reading, and a drive does not read trimmed sectors. */
static void doubt_speed(struct surface *s)
{
	const double plausible = 32e9; /* bytes per second: above what disks can read */
	const struct times *t = &s->times;

	if (s->command && t->sectors >= s->most && rate_of(s, t->sectors, t->ns) > plausible)
		job_note(s->job, "no disk reads at such a speed: it has no data there, or reports "
				 "success without reading");
}

/* How many of the tried sectors could be read. The drive's own list is tried before the rest. */
static uint64_t sectors_read(const struct surface *s)
{
	uint64_t n = s->at - s->first;

	for (size_t i = 0; i < s->bad.n && s->bad.run[i].lba < s->at; i++) {
		uint64_t behind = s->at - s->bad.run[i].lba;

		n -= behind < s->bad.run[i].count ? behind : s->bad.run[i].count;
	}
	return n;
}

/* The line that overwrites them: --repair leaves a physical sector that is not wholly in range. */
static void show_next(struct surface *s)
{
	const struct sector_run *last = &s->bad.run[s->bad.n - 1];
	struct physical physical = medium_physical(s);
	struct ata_sector_run from = medium_group(s, physical, s->bad.run->lba);
	struct ata_sector_run to = medium_group(s, physical, last->lba + last->count - 1);

	report_line(s->job->out,
		    " to overwrite them with zeros, which loses what was in them:\n"
		    "  hdparm --yes-i-know-what-i-am-doing --repair --surface-scan=%" PRIu64
		    ":%" PRIu64 " %s\n",
		    from.lba, to.lba + to.count - from.lba, job_device_word(s->job));
}

/* Sectors that were not tried may be bad: there is a verdict only on a complete scan. */
static void show_verdict(struct surface *s)
{
	struct report *out = s->job->out;
	uint64_t done = s->at - s->first, all = s->end - s->first;
	bool complete = done == all;

	report_bool(out, "complete", complete, NO_TEXT);
	if (complete) {
		report_u64(out, "bad_sectors", s->bad.sectors, NO_TEXT);
		if (!s->bad.sectors)
			report_line(out, " no bad sectors\n");
		else
			report_line(out, " bad sectors: %" PRIu64 "\n", s->bad.sectors);
		if (s->bad.sectors && !s->job->req->opt[OPT_REPAIR].seen)
			show_next(s);
		return;
	}
	report_null(out, "bad_sectors", NO_TEXT);
	report_u64(out, "bad_sectors_so_far", s->bad.sectors,
		   " %" PRIu64 " bad %s in the %u.%u%% that was tried; the rest is not known\n",
		   s->bad.sectors, s->bad.sectors == 1 ? "sector" : "sectors",
		   (unsigned)(done * 100 / all), (unsigned)(done * 1000 / all % 10));
}

void show_result(struct surface *s)
{
	struct report *out = s->job->out;
	uint64_t ns = host_now_ns(s->job->host) - s->began_ns, done = sectors_read(s);
	double seconds = (double)ns / (double)NS_PER_S, rate = rate_of(s, done, ns);

	show_read_times(out, &s->times);
	show_places(s);
	report_u64(out, "sectors", done, " read %" PRIu64 " of %" PRIu64 " sectors", done,
		   s->end - s->first);
	report_f64(out, "seconds", seconds, " in %.2f seconds", seconds);
	report_f64(out, "bytes_per_second", rate, " = %.2f MB/sec\n", rate / MIB);
	if (s->at < s->end)
		report_u64(out, "next_lba", s->at,
			   " not done: --surface-scan=%" PRIu64 ": continues there\n", s->at);
	else
		report_null(out, "next_lba", NO_TEXT);
	if (s->yield.waits) {
		seconds = (double)s->yield.waited_ns / (double)NS_PER_S;
		report_u64(out, "waits", s->yield.waits,
			   " waits for others that used the disk: %" PRIu64, s->yield.waits);
		report_f64(out, "waited_seconds", seconds, ", %.2f seconds in all\n", seconds);
	}
	report_u64(out, "repeated", s->repeated, NO_TEXT);
	if (s->repeated)
		report_line(out, " %" PRIu64 " %s failed at first and then read all sectors\n",
			    s->repeated, s->repeated == 1 ? "command" : "commands");
	report_u64(out, "path_faults", s->faults, NO_TEXT);
	if (s->faults)
		report_line(out,
			    " %" PRIu64 " %s failed for another reason than a sector, and %s sent "
			    "again\n",
			    s->faults, s->faults == 1 ? "command" : "commands",
			    s->faults == 1 ? "was" : "were");
	show_verdict(s);
	show_bad_runs(s);
	doubt_speed(s);
	report_flush(out);
}
