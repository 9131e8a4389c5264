// SPDX-License-Identifier: GPL-2.0-or-later
/* --zones: -t at several places of the device. */
#include "meter.h"

#include <errno.h>
#include <inttypes.h>

/* A place is a part of the device that --zones measures. */
#define ZONE_MIN_NS (NS_PER_S / 5) /* minimum time limit of a place */
/*
 * ZONE_MIN_LATENCIES: the time limit of a place is raised to this multiple of the duration of the
 * read that moves the heads there, but not above the time limit of a run. ZONE_MIN_BYTES: minimum
 * size of a place if there are several.
 */
enum { ZONE_MIN_LATENCIES = 16, ZONE_MIN_BYTES = 16 * MIB };

/*
 * APPROACH_BYTES: usually too few for the kernel to read ahead, except at page 0 (mm/readahead.c).
 */
enum { APPROACH_BYTES = 4096, BEHIND_FIRST_PAGE = 64 * 1024 };

struct zone {
	uint64_t offset;
	struct figure figure;
};

struct chart {
	struct zone zone[ZONES_MAX];
	unsigned n;
	uint64_t width;
};

/* A read that moves the heads to the place comes first, unless the place is small. */
static int measure_zone(struct meter *m, struct span zone, struct figure *figure)
{
	struct span approach = { .start = zone.start, .limit_ns = ONE_READ };
	uint64_t bytes = APPROACH_BYTES, wanted_ns;
	int err;

	if (m->direct)
		bytes = m->read_bytes;
	else if (bytes < m->sector_bytes)
		bytes = m->sector_bytes;
	if (!m->direct && !zone.start)
		approach.start = BEHIND_FIRST_PAGE;
	approach.end = approach.start + bytes;
	if (approach.end - zone.start <= (zone.end - zone.start) / 2) {
		err = measure(m, &approach, figure);
		/* the approach has read the first bytes of the place: time the bytes after them */
		if (approach.start == zone.start)
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
 * False for removable media: an optical disc begins on the inner track; a USB stick may claim to
 * rotate.
 */
static bool is_hard_disk(struct device *dev)
{
	uint64_t rotational, removable;
	struct warnings warnings = { .file = false };

	warnings_of_device(dev, &warnings);
	return !warnings.raid && !warnings.virtual_device &&
	       !block_attr_u64(dev, "queue/rotational", &rotational) && rotational &&
	       !block_attr_u64(dev, "removable", &removable) && !removable;
}

static void show_chart(struct meter *m, const struct chart *chart)
{
	struct report *out = m->job->out;
	/* use MB if places are so near that two could have the same number in GB */
	bool large = (double)chart->width >= 0.1 * 1024 * (double)MIB;
	struct rate_unit unit;
	double best = 1;

	for (unsigned i = 0; i < chart->n; i++) {
		if (figure_rate(&chart->zone[i].figure) > best)
			best = figure_rate(&chart->zone[i].figure);
	}
	unit = rate_unit(best);
	report_array_begin(out, "zones");
	for (unsigned i = 0; i < chart->n; i++) {
		const struct zone *zone = &chart->zone[i];
		double rate = figure_rate(&zone->figure);
		const char *place = "";

		if (m->outer_first && m->zones > 1 && zone->offset == 0)
			place = " outer";
		else if (m->outer_first && i > 0 && i == m->zones - 1)
			place = " inner";
		report_section_begin(out, "zone");
		report_u64(out, "offset_bytes", zone->offset, " Zone at %8.1f %s: ",
			   (double)zone->offset / (large ? 1024.0 * (double)MIB : (double)MIB),
			   large ? "GB" : "MB");
		report_u64(out, "bytes", zone->figure.bytes, NO_TEXT);
		report_f64(out, "seconds", (double)zone->figure.ns / (double)NS_PER_S, NO_TEXT);
		report_f64(out, "bytes_per_second", rate, "%9.2f %s/sec ", rate / unit.bytes,
			   unit.name);
		report_bar(out, rate / best);
		report_line(out, "%s\n", place);
		report_section_end(out);
	}
	report_section_end(out);
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
	m->outer_first = is_hard_disk(m->job->dev);
	m->fewer_zones = asked > 1 && room < asked;
	if (m->fewer_zones) {
		m->zones = (unsigned)room;
		job_note(m->job,
			 "--zones %u: "
			 "%u places are timed, since less than %u MB each is too little to measure",
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
		if (!err) {
			total->bytes += zone->figure.bytes;
			total->ns += zone->figure.ns;
			total->zeros = total->zeros && zone->figure.zeros;
			total->interrupted = zone->figure.interrupted;
		}
		chart.n += !err && zone->figure.bytes;
	}
	report_progress(m->job->out, NULL);
	if (chart.n)
		show_chart(m, &chart);
	return err ? show_fault(m, err, &chart.zone[chart.n].figure) : 0;
}
