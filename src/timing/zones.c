// SPDX-License-Identifier: GPL-2.0-or-later
/* One run over several places of a device: a disk's outer tracks are faster than its inner ones. */
#include "meter.h"

#include <errno.h>
#include <inttypes.h>

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

int zones_plan(struct meter *m, unsigned asked)
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

int measure_zones(struct meter *m, struct figure *total)
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
