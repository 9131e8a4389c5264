// SPDX-License-Identifier: GPL-2.0-or-later
/* --surface-scan: finds bad sectors. */
#include "options.h"
#include "scan.h"
#include "state.h"
#include "block.h"
#include "ata_drive.h"
#include "device.h"
#include "text.h"
#include "units.h"
#include "whose.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

/* Bytes per second. At a higher rate, sectors were probably reported as good without a read. */
#define FASTEST	  (UINT64_C(16) << 30)
#define PLAUSIBLE 32e9

static double rate_of(const struct surface *s, uint64_t sectors, uint64_t ns)
{
	/* divide by 1 if ns is 0: two readings of the clock can be equal */
	return (double)sectors * s->sector_bytes * (double)NS_PER_S / (double)(ns ? ns : 1);
}

/* Return the name of the partition at `lba`, or NULL. *own: the sector number in the partition. */
static const char *find_part(struct surface *s, uint64_t lba, struct block_part *part,
			     uint64_t *own)
{
	uint64_t units = s->sector_bytes / 512;

	block_part_at(&s->job->dev->sys, lba * units, part);
	*own = part->name[0] ? lba - part->start / units : 0;
	return part->name[0] ? part->name : NULL;
}

static void show_scan_progress(struct surface *s)
{
	struct report *out = s->job->out;
	uint64_t now, done = s->at - s->first, left;
	char text[160 + UNITS_TEXT_BYTES], time[UNITS_TEXT_BYTES];

	if (!out->err_terminal || !done)
		return;
	now = host_now_ns(s->job->host);
	if (now < s->tick_ns)
		return;
	s->tick_ns = now + NS_PER_S / 4;
	left = (uint64_t)((double)(now - s->began_ns) * (double)(s->end - s->at) / (double)done /
			  (double)NS_PER_S);
	snprintf(text, sizeof(text),
		 " %3u%% %8.2f MB/sec, sector %" PRIu64 ", %" PRIu64 " bad, about %s left%s",
		 (unsigned)(done * 100 / (s->end - s->first)),
		 rate_of(s, done, now - s->began_ns) / (double)MIB, s->at, s->bad.sectors,
		 clock_text(left, time), s->yield.wait_ns ? ", waits" : "");
	report_progress(out, text);
}

/* In JSON only: the text has a line for each bad sector. */
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
		if (find_part(s, s->bad.run[i].lba, &part, &own)) {
			report_string(out, "partition", part.name, NO_TEXT);
			report_u64(out, "partition_lba", own, NO_TEXT);
		}
		report_section_end(out);
	}
	report_section_end(out);
}

/* Show the files that have bad sectors. */
static void show_bad_files(struct surface *s)
{
	struct lba_range *range = s->bad.n ? calloc(s->bad.n, sizeof(*range)) : NULL;

	for (size_t i = 0; range && i < s->bad.n; i++)
		range[i] = (struct lba_range){ s->bad.run[i].lba, s->bad.run[i].count };
	if (range)
		whose_list_files(s->job, range, s->bad.n);
	else if (s->bad.n)
		job_note(s->job, "the files of the bad sectors are not known: %s",
			 error_words(ENOMEM));
	free(range);
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
	for (unsigned i = 0; i < t->n_slowest; i++) {
		const struct slow *slow = &t->slowest[i];
		double ms = (double)slow->ns * 1000 / (double)NS_PER_S;

		report_section_begin(out, "command");
		report_u64(out, "lba", slow->run.lba, NO_TEXT);
		report_u64(out, "count", slow->run.count, NO_TEXT);
		report_f64(out, "milliseconds", ms, NO_TEXT);
		report_section_end(out);
		if (slow->ns >= slow_ns)
			report_line(out, " slow: sector %12" PRIu64 ", %5u sectors in %8.1f ms\n",
				    slow->run.lba, slow->run.count, ms);
	}
	report_section_end(out);
}

static void show_places(struct surface *s)
{
	struct report *out = s->job->out;
	/* use GB if the places are wide enough to have different numbers in GB */
	bool large = (double)(s->end - s->first) / (double)PLACES * s->sector_bytes >=
		     0.1 * 1024 * (double)MIB;
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
			   (double)lba * s->sector_bytes /
				   (large ? 1024.0 * (double)MIB : (double)MIB),
			   large ? "GB" : "MB");
		report_f64(out, "bytes_per_second", rate, "%9.2f MB/sec ", rate / (double)MIB);
		report_bar(out, rate / best);
		report_line(out, "\n");
		report_section_end(out);
	}
	report_section_end(out);
}

static void show_verdict(struct surface *s)
{
	struct report *out = s->job->out;
	uint64_t done = s->at - s->first, all = s->end - s->first;
	bool complete = done == all;
	const struct sector_run *last;
	struct physical physical;
	struct ata_sector_run from, to;

	report_bool(out, "complete", complete, NO_TEXT);
	if (complete) {
		report_u64(out, "bad_sectors", s->bad.sectors, NO_TEXT);
		if (!s->bad.sectors)
			report_line(out, " no bad sectors\n");
		else
			report_line(out, " bad sectors: %" PRIu64 "\n", s->bad.sectors);
		if (!s->bad.sectors || s->job->req->opt[OPT_REPAIR].seen)
			return;
		/* name a range of whole physical sectors: --repair overwrites no others */
		last = &s->bad.run[s->bad.n - 1];
		physical = medium_physical(s);
		from = medium_group(s, physical, s->bad.run->lba);
		to = medium_group(s, physical, last->lba + last->count - 1);
		report_line(out,
			    " to overwrite them with zeros, which loses what was in them:\n"
			    "  hdparm --yes-i-know-what-i-am-doing "
			    "--repair --surface-scan=%" PRIu64 ":%" PRIu64 " %s\n",
			    from.lba, to.lba + to.count - from.lba, job_device_word(s->job));
		return;
	}
	report_null(out, "bad_sectors", NO_TEXT);
	report_u64(out, "bad_sectors_so_far", s->bad.sectors,
		   " %" PRIu64 " bad %s in the %u.%u%% that was tried; the rest is not known\n",
		   s->bad.sectors, s->bad.sectors == 1 ? "sector" : "sectors",
		   (unsigned)(done * 100 / all), (unsigned)(done * 1000 / all % 10));
}

static void show_next(struct surface *s)
{
	const struct job *job = s->job;
	const struct opt_state *opt = job->req->opt;
	char count[24] = "";

	if (s->end < s->total)
		snprintf(count, sizeof(count), "%" PRIu64, s->end - s->at);
	report_u64(job->out, "next_lba", s->at, " not done; to go on:\n");
	report_line(job->out, "  hdparm %s%s%s%s--surface-scan=%" PRIu64 ":%s %s\n",
		    opt[OPT_REPAIR].seen ? "--yes-i-know-what-i-am-doing --repair " : "",
		    opt[OPT_REPAIR].seen ? job_in_use_word(job) : "",
		    opt[OPT_PACE].set ? "--pace " : "",
		    opt[OPT_PACE].set ? (opt[OPT_PACE].value ? "on " : "off ") : "", s->at, count,
		    job_device_word(job));
}

static void show_result(struct surface *s)
{
	struct report *out = s->job->out;
	uint64_t ns = host_now_ns(s->job->host) - s->began_ns, done = s->at - s->first;
	double seconds = (double)ns / (double)NS_PER_S, rate;

	/* subtract the bad sectors before `at`; pending defects may be after `at` */
	for (size_t i = 0; i < s->bad.n && s->bad.run[i].lba < s->at; i++) {
		uint64_t behind = s->at - s->bad.run[i].lba;

		done -= behind < s->bad.run[i].count ? behind : s->bad.run[i].count;
	}
	rate = rate_of(s, done, ns);

	show_read_times(out, &s->times);
	show_places(s);
	report_u64(out, "sectors", done, " read %" PRIu64 " of %" PRIu64 " sectors", done,
		   s->end - s->first);
	report_f64(out, "seconds", seconds, " in %.2f seconds", seconds);
	report_f64(out, "bytes_per_second", rate, " = %.2f MB/sec\n", rate / (double)MIB);
	if (s->at < s->end)
		show_next(s);
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
			    " %" PRIu64 " %s failed for another reason than a sector, "
			    "and %s sent again\n",
			    s->faults, s->faults == 1 ? "command" : "commands",
			    s->faults == 1 ? "was" : "were");
	show_verdict(s);
	show_bad_runs(s);
	report_flush(out);
	show_bad_files(s);
	/* virtual disks may report success without reading; drives need not read trimmed sectors */
	if (s->command && s->times.sectors >= s->most &&
	    rate_of(s, s->times.sectors, s->times.ns) > PLAUSIBLE)
		job_note(s->job, "no disk reads at such a speed: it has no data there, "
				 "or reports success without reading");
	report_flush(out);
}

/*
 * adapt_step() aims at these durations of a run. Only runs of more than STEP_LEAST sectors are made
 * shorter.
 */
enum { STEP_LEAST = 256, SLOW_MS = 1000, QUICK_MS = 300, YIELDING_MS = 20 };

/*
 * True if the failed sector may be good: the disk may serve no read at all. A read that succeeded
 * since the run began shows that it does, but not which disk of an array; and a drive's answer to a
 * verify command is about this sector, once the drive has read another.
 */
static bool needs_proof(const struct surface *s)
{
	if (s->command)
		return s->known_good == NO_SECTOR;
	return s->stacked || s->times.sectors == s->proved;
}

static int note_bad(void *who, uint64_t lba)
{
	struct surface *s = who;
	struct report *out = s->job->out;
	const struct ata_sector_run run = { lba, 1 };
	struct block_part part;
	uint64_t own;
	int err = needs_proof(s) ? disk_serves_reads(s, &run) : 0;

	if (err)
		return err;
	s->proved = s->times.sectors;
	err = runs_add(&s->bad, lba);
	if (err)
		return job_fail(s->job, err, "sector %" PRIu64 " is bad", lba);
	report_progress(out, NULL);
	report_line(out, " bad sector %" PRIu64, lba);
	if (find_part(s, lba, &part, &own))
		report_line(out, " (%s, sector %" PRIu64 ")", part.name, own);
	report_line(out, "\n");
	report_flush(out);
	return 0;
}

static void adapt_step(struct surface *s, uint64_t ns)
{
	uint64_t ms = ns / (NS_PER_S / 1000);

	if (s->yield.wait_ns) {
		for (; ms > YIELDING_MS && s->step > STEP_LEAST; ms /= 2)
			s->step /= 2;
	} else if (ms > SLOW_MS && s->step > STEP_LEAST) {
		s->step /= 2;
	} else if (ms < QUICK_MS && s->step < s->most) {
		s->step = s->step < s->most / 2 ? s->step * 2 : s->most;
	}
}

enum { MOST_PAGES = 64 };

static int try_entry(struct surface *s, const struct finder *f, uint64_t lba)
{
	const struct sector_run *known = runs_from(&s->bad, lba);

	if (lba < s->first || lba >= s->end || (known && known->lba <= lba))
		return 0;
	s->pending++;
	return find_bad(f, (struct ata_sector_run){ lba, 1 });
}

/* Read sectors that the Pending Defects log (ACS-4 9.26) lists. 0 or -errno. */
static int scan_pending(struct surface *s, const struct finder *f)
{
	uint8_t page[ID_BYTES];
	struct ata_cmd cmd;
	uint64_t left = 0;
	int missing, err = 0;

	device_forget_failure(s->job->dev);
	for (uint16_t number = 0; s->ata && err >= 0 && number < MOST_PAGES; number++) {
		unsigned entry = number ? 0 : 1;

		missing = device_listed_page(s->job->dev, LOG_PENDING_DEFECTS, number, page, &cmd);
		device_forget_failure(s->job->dev);
		if (missing)
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

static int scan_all(struct surface *s)
{
	const struct finder f = { medium_probe, note_bad, s };
	int err = scan_pending(s, &f);

	while (!err && s->at < s->end) {
		const struct sector_run *bad = runs_from(&s->bad, s->at);
		uint64_t end = bad && bad->lba < s->end ? bad->lba : s->end;
		uint64_t spent = s->spent_ns, failures = s->failures;
		struct ata_sector_run run = { .lba = s->at, .count = 0 };

		/* skip sectors already found bad: another read may take seconds */
		if (end <= s->at) {
			s->at = bad->lba + bad->count;
			continue;
		}
		run.count = (unsigned)(end - s->at < s->step ? end - s->at : s->step);
		s->proved = s->times.sectors;
		err = find_bad(&f, run);
		s->repeated += err == 0 && s->failures > failures;
		err = err > 0 ? 0 : err;
		if (!err)
			s->at += run.count;
		adapt_step(s, s->spent_ns - spent);
		show_scan_progress(s);
	}
	return err;
}

static int scan_and_repair(struct surface *s)
{
	struct report *out = s->job->out;
	int err, repaired = 0;
	double seconds;
	uint64_t left;

	report_section_begin(out, "surface_scan");
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
	err = scan_all(s);
	s->interrupted = err == -EINTR;
	report_progress(out, NULL);
	show_result(s);
	report_section_end(out);
	seconds = (double)s->times.ns / (double)NS_PER_S;
	if (s->command && s->times.ns &&
	    (double)s->times.sectors * s->sector_bytes > (double)FASTEST * seconds)
		job_note(s->job,
			 "%s was answered faster than any drive reads: "
			 "the sectors may not have been read; "
			 "scan a partition, which is read by the kernel",
			 s->command);
	left = s->bad.sectors;
	if (!err && left && s->job->req->opt[OPT_REPAIR].seen)
		repaired = repair_bad(s, &left);
	if (left)
		job_refuse(s->job, -EIO, "%" PRIu64 " %s cannot be read", left,
			   left == 1 ? "sector" : "sectors");
	if (!s->interrupted)
		return err ? err : repaired ? repaired : left ? -EIO : 0;
	job_refuse(s->job, -EINTR, "interrupted%s",
		   s->at < s->end ? "" : ": --repair has not tried all bad sectors");
	return -RESULT_INTERRUPTED;
}

int act_surface_scan(struct job *job)
{
	struct surface s = { .job = job, .fd = -1, .known_good = NO_SECTOR };
	struct lba_range range = { 0, 0 };
	bool held = host_interrupt_hold(job->host, job->req->opt[OPT_REPAIR].seen);
	int err = medium_open(&s);

	if (!err && job->opt->set)
		lba_run_parse(job->opt->text, &range);
	if (!err && (range.lba >= s.total || range.count > s.total - range.lba))
		err = job_refuse_range(job, s.total);
	if (!err) {
		s.first = s.at = range.lba;
		s.end = range.count ? range.lba + range.count : s.total;
		s.step = s.most;
		yield_start(&s);
		s.began_ns = s.tick_ns = host_now_ns(job->host);
		err = scan_and_repair(&s);
	}
	medium_close(&s);
	free(s.bad.run);
	/* a signal ends the run as interrupted, even after the last command */
	if (held && host_interrupt_release(job->host))
		err = -RESULT_INTERRUPTED;
	return err;
}
