// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * -t and -T. As in 9.65 they measure 3 seconds of reads from the device and 2 seconds of cached
 * reads. Instead of fixed pauses before and after, they wait until the device is idle. With --zones
 * one run measures several places.
 */
#include "meter.h"
#include "timing.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/*
 * Below these limits the figure of a place is mostly chance. The time must be long enough, also in
 * units of the latency of one read; and the bytes must be enough, since fast devices read them in a
 * few milliseconds.
 */
#define ZONE_MIN_NS (NS_PER_S / 5)
enum { ZONE_MIN_LATENCIES = 16, ZONE_MIN_BYTES = 16 * MIB };

/*
 * Bytes. For a single read of this size the kernel reads nothing ahead, except in the first page of
 * a device (mm/readahead.c); a page has at most 64 KiB.
 */
enum { APPROACH_BYTES = 4096, BEHIND_FIRST_PAGE = 64 * 1024 };

struct zone {
	uint64_t offset;
	struct figure figure;
};

struct chart {
	struct zone zone[ZONES_MAX];
	unsigned n;
	uint64_t width; /* width of a zone in bytes */
};

/*
 * Return the read that moves the heads to the place before the clock starts. The read is small:
 * after a large read through the page cache the kernel would read ahead, and cache the next data.
 */
static struct span approach(const struct meter *m, const struct span *zone)
{
	struct span span = { .start = zone->start, .limit_ns = ONE_READ };
	uint64_t bytes = APPROACH_BYTES;

	if (m->direct)
		bytes = m->read_bytes;
	else if (bytes < m->sector_bytes)
		bytes = m->sector_bytes;
	if (!m->direct && !zone->start)
		span.start = BEHIND_FIRST_PAGE;
	span.end = span.start + bytes;
	/* a place this small is timed as a whole, without an approach */
	if (span.end - zone->start > (zone->end - zone->start) / 2)
		span.end = span.start;
	return span;
}

/* Measure after the approach, and longer if single reads are slow. */
static int measure_zone(struct meter *m, struct span zone, struct figure *figure)
{
	struct span first = approach(m, &zone);
	uint64_t wanted_ns;
	int err;

	if (first.end > first.start) {
		err = measure(m, &first, figure);
		/* otherwise the approach read other data, and the whole zone is timed */
		if (first.start == zone.start)
			zone.start += figure->bytes;
		wanted_ns = figure->ns * ZONE_MIN_LATENCIES;
		if (wanted_ns > zone.limit_ns)
			zone.limit_ns = wanted_ns < m->limit_ns ? wanted_ns : m->limit_ns;
		figure->bytes = figure->ns = 0;
		if (err || figure->interrupted)
			return err;
	}
	return measure(m, &zone, figure);
}

/*
 * True if LBA 0 is on the outer track, as on every hard disk. Removable media begin on the inner
 * track or do not rotate, even if the kernel says that a USB stick rotates. The disks of a virtual
 * device or an array are unknown. Only whole disks have these attributes.
 */
static bool is_hard_disk(struct device *dev)
{
	uint64_t rotational, removable;
	struct doubts doubts = { .file = false };

	doubts_of_device(dev, &doubts);
	return !doubts.raid && !doubts.virtual_device &&
	       !block_attr_u64(dev, "queue/rotational", &rotational) && rotational &&
	       !block_attr_u64(dev, "removable", &removable) && !removable;
}

static const char *place_name(const struct meter *m, const struct chart *chart, unsigned i)
{
	if (chart->zone[i].offset == 0)
		return m->zones > 1 ? " outer" : "";
	return i == m->zones - 1 && i > 0 ? " inner" : "";
}

static double best_rate(const struct chart *chart)
{
	double best = 1;

	for (unsigned i = 0; i < chart->n; i++) {
		if (figure_rate(&chart->zone[i].figure) > best)
			best = figure_rate(&chart->zone[i].figure);
	}
	return best;
}

/*
 * Show a place in GB if that gives each place a different number, else in MB: places are at least
 * 16 MB apart.
 */
static void show_place(struct report *out, const struct chart *chart, const struct zone *zone)
{
	bool large = (double)chart->width >= 0.1 * 1024 * MIB;

	report_u64(out, "offset_bytes", zone->offset,
		   " Zone at %8.1f %s: ", (double)zone->offset / (large ? 1024.0 * MIB : MIB),
		   large ? "GB" : "MB");
}

static void show_chart(struct meter *m, const struct chart *chart)
{
	struct report *out = m->job->out;
	bool disk = is_hard_disk(m->job->dev);
	double best = best_rate(chart);
	struct rate_unit unit = rate_unit(best);

	report_array_begin(out, "zones");
	for (unsigned i = 0; i < chart->n; i++) {
		const struct zone *zone = &chart->zone[i];
		double rate = figure_rate(&zone->figure);

		report_section_begin(out, "zone");
		show_place(out, chart, zone);
		report_u64(out, "bytes", zone->figure.bytes, NO_TEXT);
		report_f64(out, "seconds", (double)zone->figure.ns / (double)NS_PER_S, NO_TEXT);
		report_f64(out, "bytes_per_second", rate, "%9.2f %s/sec ", rate / unit.bytes,
			   unit.name);
		report_bar(out, rate / best);
		report_line(out, "%s\n", disk ? place_name(m, chart, i) : "");
		report_section_end(out);
	}
	report_section_end(out);
}

static void add_figure(struct figure *total, const struct figure *part)
{
	total->bytes += part->bytes;
	total->ns += part->ns;
	total->zeros = total->zeros && part->zeros;
	total->interrupted = part->interrupted;
}

/*
 * Set m->zones to `asked`, or to fewer, with a note, if places would be too small to measure. 0, or
 * -EINVAL, reported, if there is room for only one.
 */
static int zones_plan(struct meter *m, unsigned asked)
{
	uint64_t bytes = m->size - m->offset, room = bytes / ZONE_MIN_BYTES;

	if (m->size == NO_END)
		return job_refuse(m->job, -EINVAL, "--zones %u: the end of the device is not known",
				  asked);
	if (asked > 1 && room < 2)
		return job_refuse(m->job, -EINVAL,
				  "--zones %u: %" PRIu64 " bytes are too few for places of %u MB; "
				  "-t without --zones reads all of them",
				  asked, bytes, ZONE_MIN_BYTES / MIB);
	m->zones = asked;
	m->fewer_zones = asked > 1 && room < asked;
	if (m->fewer_zones) {
		m->zones = (unsigned)room;
		job_note(m->job,
			 "--zones %u: %u places are timed, since less than %u MB each is too "
			 "little to measure",
			 asked, m->zones, ZONE_MIN_BYTES / MIB);
	}
	return 0;
}

/* Measure one run over all places, and show their chart. 0, or -errno, reported. */
static int measure_zones(struct meter *m, struct figure *total)
{
	uint64_t width = (m->size - m->offset) / m->zones;
	uint64_t limit = m->limit_ns / m->zones;
	struct chart chart = { .n = 0 };
	int err = 0;

	/* places begin at whole sectors; a single place uses all bytes */
	if (m->zones > 1)
		width -= width % m->sector_bytes;
	chart.width = width;
	*total = (struct figure){ .zeros = true };
	for (m->zone = 1; m->zone <= m->zones && !err && !total->interrupted; m->zone++) {
		struct zone *zone = &chart.zone[chart.n];
		struct span span = { .start = m->offset + (m->zone - 1) * width };

		span.end = span.start + width;
		span.limit_ns = limit > ZONE_MIN_NS ? limit : ZONE_MIN_NS;
		zone->offset = span.start;
		show_progress(m, &span, NULL);
		err = measure_zone(m, span, &zone->figure);
		if (!err)
			add_figure(total, &zone->figure);
		chart.n += !err && zone->figure.bytes;
	}
	hide_progress(m);
	if (chart.n)
		show_chart(m, &chart);
	return err ? show_fault(m, err, &chart.zone[chart.n].figure) : 0;
}

/* The part that -T reads again and again. */
enum { CACHED_BYTES = 2 * MIB };

/* How long each number of reads in flight is tried. */
#define TRIAL_NS (NS_PER_S / 20)
/* How much faster many reads have to be: a smaller difference may be chance. */
#define WORTH_MANY 1.1

static unsigned count_of(const struct meter *m, enum opt_id id)
{
	const struct opt_state *opt = &m->job->req->opt[id];

	return opt->seen ? (unsigned)opt->value : 1;
}

/*
 * Drop cached pages, which would be timed instead of the device. Without permission for BLKFLSBUF
 * the clean ones can still be dropped.
 */
static void forget_pages(struct job *job, struct flush *flush)
{
	struct device *dev = job->dev;
	const char *then = "";
	int err = device_hung(dev) ? 0 : block_flush(dev);

	/* a device that is gone fails its reads, or has failed them: that is reported */
	if (err >= 0 || device_hung(dev))
		return;
	if (host_drop_cache(job->host, dev->fd) >= 0)
		then = "; posix_fadvise drops the cached pages in its place";
	else if (!job->req->opt[OPT_DIRECT].seen)
		then = "; cached pages may be timed in place of the device";
	/* a character device has no cached pages */
	if (flush->told || dev->kind == DEVICE_OTHER)
		return;
	flush->told = true;
	flush->result = job_warn(job, err, "%s failed%s",
				 dev->kind == DEVICE_FILE ? "posix_fadvise" : "BLKFLSBUF", then);
}

/*
 * Choose between one read in flight and m->depth for all runs: time both, and keep the faster. A
 * device that is limited by latency is faster with many reads. A device that is limited by copying
 * (zram, loop) is slower with each further buffer in the CPU's cache. The trials read the second
 * half of the device: the drive's cache may keep what they read, and a run begins with the first
 * half. The trials report no failure: the run meets the same failure.
 */
static void choose_reads_in_flight(struct meter *m)
{
	struct span trial = {
		.start = m->offset, .end = m->size, .again = true, .limit_ns = TRIAL_NS
	};
	struct figure one, many;
	double fit;

	if (!m->queue || m->in_flight == m->depth || m->size == NO_END)
		return;
	if (m->cached)
		trial.end = m->size < CACHED_BYTES ? m->size : CACHED_BYTES;
	else
		trial.start += (m->size - m->offset) / 2 / m->sector_bytes * m->sector_bytes;
	if (measure(m, &trial, &one) || one.interrupted)
		return;
	/* a device that serves one read after the other needs a quarter of a run for this many */
	fit = (double)m->limit_ns / 4 * figure_rate(&one) / (double)NS_PER_S /
	      (double)m->read_bytes;
	if (fit < 2)
		return;
	m->in_flight = fit < m->depth ? (unsigned)fit : m->depth;
	if (measure(m, &trial, &many) || figure_rate(&many) < figure_rate(&one) * WORTH_MANY)
		m->in_flight = 1;
	else
		m->in_flight = m->depth;
}

/* Measure one run: 0 with *figure filled, or a negative result that has been reported. */
static int run_once(struct meter *m, struct figure *figure)
{
	struct span span = { .start = m->offset, .end = m->size, .limit_ns = m->limit_ns };
	int err;

	if (m->cached) {
		span.end = m->size < CACHED_BYTES ? m->size : CACHED_BYTES;
		span.again = true;
	} else if (m->zones) {
		err = measure_zones(m, figure);
		if (!err)
			show_label(m);
		return err;
	}
	show_label(m);
	err = measure(m, &span, figure);
	return err ? show_fault(m, err, figure) : 0;
}

static void prepare_run(struct meter *m, struct doubts *doubts)
{
	struct span fill = { .end = m->size < CACHED_BYTES ? m->size : CACHED_BYTES,
			     .limit_ns = ONE_READ };
	struct figure figure;

	/* dropping clean pages changes nothing; otherwise a dry run would time the cache */
	if (!m->cached && m->job->dev->dry_run)
		host_drop_cache(m->job->host, m->job->dev->fd);
	else if (!m->cached)
		forget_pages(m->job, m->flush);
	if (!settle(m))
		doubts->busy = true;
	/* Fill the cache with the data of -T; a failure will show in the measurement. */
	if (m->cached && !m->direct)
		measure(m, &fill, &figure);
}

struct result {
	double rates[RUNS_MAX];
	unsigned n;
	struct figure total, best;
};

static int measure_and_show_run(struct meter *m, struct result *result, struct doubts *doubts)
{
	struct traffic before, after;
	struct figure figure = { .zeros = true };
	int err;

	prepare_run(m, doubts);
	before = traffic_now(m);
	m->moved = 0;
	err = run_once(m, &figure);
	if (err)
		return err;
	if (figure.interrupted)
		return show_interrupted(m, &figure);
	after = traffic_now(m);
	show_figure(m, &figure);
	doubts_of_traffic(&before, &after, m->moved, doubts);
	if (!result->n || figure_rate(&figure) > figure_rate(&result->best))
		result->best = figure;
	result->rates[result->n++] = figure_rate(&figure);
	result->total.bytes += figure.bytes;
	result->total.ns += figure.ns;
	result->total.zeros = result->total.zeros && figure.zeros;
	return 0;
}

/*
 * End with the timing line of the fastest run, which others disturbed least: scripts take the last
 * line as the result.
 */
static void show_runs(struct meter *m, struct result *result)
{
	show_summary(m, result->rates, result->n);
	show_label(m);
	show_figure(m, &result->best);
}

static int all_runs(struct meter *m, struct doubts *doubts)
{
	struct result result = { .n = 0, .total = { .zeros = true } };
	struct report *out = m->job->out;
	bool several = m->runs > 1;
	int err = 0;

	if (several)
		report_array_begin(out, "runs");
	for (m->run = 1; m->run <= m->runs && !err; m->run++) {
		if (several)
			report_section_begin(out, "run");
		err = measure_and_show_run(m, &result, doubts);
		if (several)
			report_section_end(out);
	}
	if (several)
		report_section_end(out);
	if (several && err == -RESULT_INTERRUPTED)
		report_bool(out, "interrupted", true, NO_TEXT);
	/* one run before an interruption is its own summary */
	if (several && (!err || (err == -RESULT_INTERRUPTED && result.n > 1)))
		show_runs(m, &result);
	doubts->zeros = result.total.zeros && result.total.bytes > 0;
	return err;
}

static int time_reads(struct job *job, bool cached, struct flush *flush)
{
	struct doubts doubts = { 0 };
	struct meter m;
	int err;

	doubts_of_device(job->dev, &doubts);
	err = meter_open(&m, job, cached);
	if (err)
		return err;
	m.flush = flush;
	m.runs = count_of(&m, OPT_RUNS);
	if (!cached && job->req->opt[OPT_ZONES].seen)
		err = zones_plan(&m, count_of(&m, OPT_ZONES));
	if (err) {
		meter_close(&m);
		return err;
	}
	choose_reads_in_flight(&m);
	report_array_begin(job->out, "timings");
	report_section_begin(job->out, "timing");
	report_string(job->out, "kind", cached ? "cached_reads" : "device_reads", NO_TEXT);
	err = all_runs(&m, &doubts);
	show_method(&m);
	if (!err)
		show_doubts(&m, &doubts);
	report_section_end(job->out);
	report_section_end(job->out);
	meter_close(&m);
	return err;
}

static int time_held(struct job *job, bool cached, struct flush *flush)
{
	bool held = host_interrupt_hold(job->host, false);
	int err = time_reads(job, cached, flush);

	/* SIGINT came after the last read: the figure is complete, but the run ends */
	if (held && host_interrupt_release(job->host))
		err = -RESULT_INTERRUPTED;
	return err;
}

int act_time_cache(struct job *job)
{
	struct flush flush = { .told = false };

	return time_held(job, true, &flush);
}

int act_time_device(struct job *job)
{
	struct flush flush = { .told = false };
	int err = time_held(job, false, &flush);

	/* -t implies -f, as in 9.65; an explicit -f reports its own result */
	if (err != -RESULT_INTERRUPTED && !job->req->opt[OPT_FLUSH_BUFFERS].seen)
		forget_pages(job, &flush);
	return err ? err : flush.result;
}
