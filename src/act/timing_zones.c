// SPDX-License-Identifier: GPL-2.0-or-later
/* One run over several places of a device: a disk's outer tracks are faster than its inner ones. */
#include "timing.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* With it a line has 79 columns. */
enum { BAR_COLUMNS = 32 };

/* Below this a place's figure says more about chance than about the medium. */
#define ZONE_MIN_NS (NS_PER_S / 5)

struct zone {
	uint64_t offset;
	struct figure figure;
};

struct chart {
	struct zone zone[ZONES_MAX];
	unsigned n;
};

/*
 * The first read brings the heads there; where the zone is not used up by then, it does not count
 * and what follows does.
 */
static int measure_zone(struct meter *m, struct span span, struct figure *figure)
{
	struct span approach = span;
	int err;

	approach.limit_ns = 1;
	err = measure(m, &approach, figure);
	span.start += figure->bytes;
	if (err || figure->interrupted || span.end - span.start < figure->bytes)
		return err;
	return measure(m, &span, figure);
}

static void draw_bar(struct report *out, double share)
{
	static const char marks[] = "################################";
	static const char blanks[] = "                                ";
	int n = (int)(share * BAR_COLUMNS + 0.5);

	if (out->out_terminal)
		report_line(out, "|\033[7m%.*s\033[0m%.*s|", n, blanks, BAR_COLUMNS - n, blanks);
	else
		report_line(out, "|%.*s%.*s|", n, marks, BAR_COLUMNS - n, blanks);
}

/* Only what turns has an outer and an inner end; LBA 0 is outside on every disk. */
static const char *place_name(struct meter *m, const struct chart *chart, unsigned i)
{
	uint64_t rotational = 0;

	if (block_attr_u64(m->job->dev, "queue/rotational", &rotational) || !rotational)
		return "";
	if (chart->zone[i].offset == 0)
		return chart->n > 1 ? " outer" : "";
	return i == chart->n - 1 && i > 0 ? " inner" : "";
}

static void show_chart(struct meter *m, const struct chart *chart)
{
	struct report *out = m->job->out;
	double best = 1;

	for (unsigned i = 0; i < chart->n; i++) {
		if (figure_rate(&chart->zone[i].figure) > best)
			best = figure_rate(&chart->zone[i].figure);
	}
	report_array_begin(out, "zones");
	for (unsigned i = 0; i < chart->n; i++) {
		const struct zone *zone = &chart->zone[i];
		double rate = figure_rate(&zone->figure);

		report_section_begin(out, "zone");
		report_u64(out, "offset_bytes", zone->offset,
			   " Zone at %8.1f GB: ", (double)zone->offset / (1024.0 * MIB));
		report_u64(out, "bytes", zone->figure.bytes, NO_TEXT);
		report_f64(out, "seconds", (double)zone->figure.ns / (double)NS_PER_S, NO_TEXT);
		report_f64(out, "bytes_per_second", rate, "%9.2f MB/sec ", rate / MIB);
		draw_bar(out, rate / best);
		report_line(out, "%s\n", place_name(m, chart, i));
		report_section_end(out);
	}
	report_section_end(out);
}

static void add(struct figure *total, const struct figure *part)
{
	total->bytes += part->bytes;
	total->ns += part->ns;
	total->zeros = total->zeros && part->zeros;
	total->interrupted = part->interrupted;
}

int measure_zones(struct meter *m, unsigned zones, struct figure *total)
{
	uint64_t width = (m->size - m->offset) / zones;
	uint64_t limit = m->limit_ns / zones > ZONE_MIN_NS ? m->limit_ns / zones : ZONE_MIN_NS;
	struct chart chart = { .n = 0 };
	int err = 0;

	width -= width % m->sector_bytes;
	if (!width || m->size == NO_END)
		return job_fail(m->job, -EINVAL, "--zones %u: the device is too small or endless",
				zones);
	*total = (struct figure){ .zeros = true };
	while (chart.n < zones && !err && !total->interrupted) {
		struct zone *zone = &chart.zone[chart.n];
		struct span span = { .start = m->offset + chart.n * width, .limit_ns = limit };

		span.end = span.start + width;
		zone->offset = span.start;
		err = measure_zone(m, span, &zone->figure);
		if (err)
			return show_fault(m, err, &zone->figure);
		add(total, &zone->figure);
		chart.n++;
	}
	show_chart(m, &chart);
	return 0;
}
