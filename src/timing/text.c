// SPDX-License-Identifier: GPL-2.0-or-later
/* Output of a measurement. As in hdparm 9.65, MB, kB and GB mean MiB, KiB and GiB. */
#include "meter.h"
#include "host.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

double figure_rate(const struct figure *figure)
{
	/* avoid a division by 0: two readings of the clock may be equal */
	uint64_t ns = figure->ns ? figure->ns : 1;

	return (double)figure->bytes * (double)NS_PER_S / (double)ns;
}

struct rate_unit rate_unit(double rate)
{
	return rate > (double)MIB ? (struct rate_unit){ "MB", MIB }
				  : (struct rate_unit){ "kB", 1024 };
}

void show_label(struct meter *m)
{
	const struct opt_state *offset = &m->job->req->opt[OPT_OFFSET];
	struct report *out = m->job->out;

	if (m->cached)
		report_line(out, " Timing %scached reads:   ", m->direct ? "O_DIRECT " : "");
	else if (offset->seen)
		report_line(out, " Timing %s disk reads (offset %" PRIu64 " GB): ",
			    m->direct ? "O_DIRECT" : "buffered", offset->value);
	else
		report_line(out, " Timing %s disk reads: ", m->direct ? "O_DIRECT" : "buffered");
	report_flush(out);
	m->line_open = true;
}

void end_line(struct meter *m)
{
	if (m->line_open)
		report_line(m->job->out, "\n");
	m->line_open = false;
	report_flush(m->job->out);
}

void show_figure(struct meter *m, const struct figure *figure)
{
	struct report *out = m->job->out;
	double seconds = (double)figure->ns / (double)NS_PER_S;
	double rate = figure_rate(figure);
	struct rate_unit unit = rate_unit(rate);

	report_u64(out, "bytes", figure->bytes, "%3" PRIu64 " MB in ", figure->bytes / MIB);
	report_f64(out, "seconds", seconds, "%5.2f seconds = ", seconds);
	report_f64(out, "bytes_per_second", rate, "%6.2f %s/sec\n", rate / unit.bytes, unit.name);
	report_flush(out);
	m->line_open = false;
}

void show_method(const struct meter *m)
{
	struct report *out = m->job->out;
	bool plain = !m->queue || m->in_flight == 1;

	report_bool(out, "direct", m->direct, NO_TEXT);
	report_string(out, "engine", plain ? "pread" : m->queue->engine, NO_TEXT);
	report_u64(out, "reads_in_flight", m->in_flight, NO_TEXT);
	report_u64(out, "reads_in_flight_max", m->depth, NO_TEXT);
	report_u64(out, "read_bytes", plain ? PLAIN_BYTES : m->read_bytes, NO_TEXT);
	report_u64(out, "offset_bytes", m->offset, NO_TEXT);
}

static int by_rate(const void *left, const void *right)
{
	const double *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

static double mean(const double *rates, unsigned n)
{
	double sum = 0;

	for (unsigned i = 0; i < n; i++)
		sum += rates[i];
	return sum / n;
}

struct rate_stats rate_stats(double *rates, unsigned n)
{
	struct rate_stats s;

	qsort(rates, n, sizeof(*rates), by_rate);
	s.min = rates[0];
	s.max = rates[n - 1];
	s.median = n % 2 ? rates[n / 2] : (rates[n / 2 - 1] + rates[n / 2]) / 2;
	s.mean = mean(rates, n);
	s.trimmed = n > 2 ? mean(rates + 1, n - 2) : s.mean;
	s.spread = s.median > 0 ? (s.max - s.min) / s.median : 0;
	return s;
}

static void show_statistic(struct report *out, double unit, const char *key, double rate,
			   const char *name)
{
	report_f64(out, key, rate, " %s %.2f,", name, rate / unit);
}

void show_summary(const struct meter *m, double *rates, unsigned n)
{
	struct report *out = m->job->out;
	struct rate_stats s = rate_stats(rates, n);
	struct rate_unit unit = rate_unit(s.max);

	report_section_begin(out, "run_statistics");
	if (n < m->runs)
		report_u64(out, "runs", n, " %u of %u runs, interrupted (%s/sec):", n, m->runs,
			   unit.name);
	else
		report_u64(out, "runs", n, " %u runs (%s/sec):", n, unit.name);
	show_statistic(out, unit.bytes, "min_bytes_per_second", s.min, "minimum");
	show_statistic(out, unit.bytes, "median_bytes_per_second", s.median, "median");
	show_statistic(out, unit.bytes, "mean_bytes_per_second", s.mean, "mean");
	show_statistic(out, unit.bytes, "trimmed_mean_bytes_per_second", s.trimmed, "trimmed mean");
	show_statistic(out, unit.bytes, "max_bytes_per_second", s.max, "maximum");
	report_f64(out, "spread_percent", s.spread * 100, " spread %.1f%%\n", s.spread * 100);
	report_section_end(out);
}

/* `text`, or NULL, is only for a terminal: scripts take text on stderr for a failure. */
static void show_warning(const struct meter *m, const char *key, bool applies, const char *text)
{
	report_bool(m->job->out, key, applies, NO_TEXT);
	if (applies && text && m->job->out->err_terminal)
		job_note(m->job, "%s", text);
}

static bool was_given(const struct meter *m, enum opt_id id)
{
	return m->job->req->opt[id].seen;
}

void show_warnings(const struct meter *m, const struct warnings *w)
{
	struct report *out = m->job->out;

	report_section_begin(out, "doubts");
	show_warning(m, "regular_file", w->file,
		     "a regular file: the figure is that of its file system and device together");
	show_warning(m, "raid", w->raid,
		     "a RAID or mapped device: the figure is not that of one drive");
	show_warning(m, "virtual", w->virtual_device,
		     "a virtual device: memory of this or of the host machine may have answered");
	show_warning(m, "no_queue", m->no_queue,
		     "one read at a time: the kernel permits no asynchronous I/O");
	show_warning(m, "fewer_zones", m->fewer_zones, NULL);
	show_warning(m, "queue_depth_unused", !m->direct && was_given(m, OPT_READ_DEPTH),
		     "--queue-depth has no effect without --direct");
	show_warning(m, "zones_unused",
		     m->cached && was_given(m, OPT_ZONES) && !was_given(m, OPT_TIME_DEVICE),
		     "--zones has no effect without -t");
	if (!m->cached) {
		show_warning(m, "never_idle", w->busy,
			     "the device was not idle within 3 seconds before the measurement");
		show_warning(m, "other_io", w->other_io,
			     "other programs used the device meanwhile; the figure is too low");
		show_warning(
			m, "zeros", w->zeros,
			"everything read was zeros: "
			"a trimmed or unwritten range may be answered without touching the medium");
	}
	report_section_end(out);
}

/* Look for up to a second: after a removal, a read may fail before the size becomes 0. */
static bool has_gone(const struct meter *m)
{
	enum { LOOKS = 20, LOOK_MS = 50 };

	for (unsigned looks = 1; !block_has_gone(m->job->dev); looks++) {
		if (looks == LOOKS || host_interrupted())
			return false;
		host_sleep_ns(m->job->host, NS_PER_S / 1000 * LOOK_MS);
	}
	return true;
}

int show_fault(struct meter *m, int err, const struct figure *figure)
{
	const char *words, *colon;

	/* after a removal, a read may return no data, or EIO as for a bad sector */
	if (err == -EIO && m->size != NO_END && has_gone(m))
		err = -ENODEV;
	device_note_hang(m->job->dev, err, "reading it");
	words = block_io_error(&err, false);
	colon = *words ? ": " : "";
	if (figure->ended && err != -ENODEV) {
		words = "reached the end of the data";
		colon = " ";
	}
	end_line(m);
	return job_fail(m->job, err, "read of %zu bytes at byte offset %" PRIu64 "%s%s",
			figure->fault_bytes, figure->fault_offset, colon, words);
}

int show_interrupted(struct meter *m, const struct figure *figure)
{
	struct report *out = m->job->out;
	char name[OPTION_NAME_BYTES];

	if (figure->bytes)
		show_figure(m, figure);
	else
		end_line(m);
	report_bool(out, "interrupted", true, NO_TEXT);
	report_error(out, option_name(m->job->id, name), 0,
		     "interrupted after %.2f seconds, %" PRIu64 " bytes",
		     (double)figure->ns / (double)NS_PER_S, figure->bytes);
	return -RESULT_INTERRUPTED;
}

void show_progress(struct meter *m, const struct span *span, const struct figure *figure)
{
	char part[64] = "", text[128];
	struct rate_unit unit;
	uint64_t percent;
	size_t n = 0;

	m->next_tick_ns += NS_PER_S / 10;
	if (m->zones)
		n = (size_t)snprintf(part, sizeof(part), " zone %u of %u%s", m->zone, m->zones,
				     m->runs > 1 ? "," : ": ");
	if (m->runs > 1)
		snprintf(part + n, sizeof(part) - n, "%srun %u of %u: ", n ? " " : "", m->run,
			 m->runs);
	if (!figure || span->limit_ns == ONE_READ) {
		report_progress(m->job->out, part);
		return;
	}
	unit = rate_unit(figure_rate(figure));
	percent = figure->ns * 100 / span->limit_ns;
	snprintf(text, sizeof(text), "%s%3u%% %8.2f %s/sec", part,
		 (unsigned)(percent > 100 ? 100 : percent), figure_rate(figure) / unit.bytes,
		 unit.name);
	report_progress(m->job->out, text);
}