// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * -t and -T. What is measured is what 9.65 measures, 2 seconds of cached reads and 3 seconds of
 * reads from the device; the fixed pauses around them are replaced by waiting for the device.
 */
#include "acts.h"
#include "timing.h"

#include <string.h>

/* The part that -T reads again and again. */
enum { CACHED_BYTES = 2 * MIB };

static unsigned count_of(const struct meter *m, enum opt_id id)
{
	const struct opt_state *opt = &m->job->req->opt[id];

	return opt->seen ? (unsigned)opt->value : 1;
}

/*
 * Cached pages would answer in the device's place. Without the right to BLKFLSBUF the file's own
 * clean pages can still be dropped.
 */
static void forget_pages(struct meter *m)
{
	if (block_flush(m->job->dev) < 0)
		host_drop_cache(m->job->host, m->job->dev->fd);
}

/* One run: 0 with *figure filled, or a negative result that has been reported. */
static int run_once(struct meter *m, struct figure *figure)
{
	struct span span = { m->offset, m->size, false, m->limit_ns };
	unsigned zones = count_of(m, OPT_ZONES);
	int err;

	if (m->cached) {
		span.end = m->size < CACHED_BYTES ? m->size : CACHED_BYTES;
		span.again = true;
	} else if (m->job->req->opt[OPT_ZONES].seen) {
		err = measure_zones(m, zones, figure);
		if (!err)
			show_label(m);
		return err;
	}
	show_label(m);
	err = measure(m, &span, figure);
	return err ? show_fault(m, err, figure) : 0;
}

static void prepare(struct meter *m, struct doubts *doubts)
{
	struct span fill = { 0, m->size < CACHED_BYTES ? m->size : CACHED_BYTES, false, 1 };
	struct figure figure;

	if (!m->cached)
		forget_pages(m);
	if (!settle(m))
		doubts->busy = true;
	/* The cache has to hold what is read from it; a failure shows in the measurement. */
	if (m->cached && !m->direct)
		measure(m, &fill, &figure);
}

struct result {
	double rates[RUNS_MAX];
	unsigned n;
	struct figure total;
};

static int one_of_runs(struct meter *m, struct result *result, struct doubts *doubts)
{
	struct traffic before, after;
	struct figure figure = { .zeros = true };
	int err;

	prepare(m, doubts);
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
	result->rates[result->n++] = figure_rate(&figure);
	result->total.bytes += figure.bytes;
	result->total.ns += figure.ns;
	result->total.zeros = result->total.zeros && figure.zeros;
	return 0;
}

/* The last line on stdout is a timing line, which scripts take for the result: all runs as one. */
static void show_runs(struct meter *m, struct result *result)
{
	show_summary(m, result->rates, result->n);
	show_label(m);
	show_figure(m, &result->total);
}

static int all_runs(struct meter *m, struct doubts *doubts)
{
	struct result result = { .n = 0, .total = { .zeros = true } };
	struct report *out = m->job->out;
	unsigned runs = count_of(m, OPT_RUNS);
	int err = 0;

	if (runs > 1)
		report_array_begin(out, "runs");
	for (unsigned i = 0; i < runs && !err; i++) {
		if (runs > 1)
			report_section_begin(out, "run");
		err = one_of_runs(m, &result, doubts);
		if (runs > 1)
			report_section_end(out);
	}
	if (runs > 1)
		report_section_end(out);
	if (!err && runs > 1)
		show_runs(m, &result);
	doubts->zeros = result.total.zeros && result.total.bytes > 0;
	return err;
}

static int time_reads(struct job *job, bool cached)
{
	struct doubts doubts = { 0 };
	struct meter m;
	int err;

	doubts_of_device(job->dev, &doubts);
	err = meter_open(&m, job, cached, doubts.raid);
	if (err)
		return err;
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

static int time_held(struct job *job, bool cached)
{
	bool held = host_interrupt_hold(job->host, false);
	int err = time_reads(job, cached);

	/* Pressed after the last read: the figure is whole, but nothing more is to be done. */
	if (held && host_interrupt_release(job->host))
		err = -RESULT_INTERRUPTED;
	return err;
}

int act_time_cache(struct job *job)
{
	return time_held(job, true);
}

int act_time_device(struct job *job)
{
	int err = time_held(job, false);

	/* -t implies -f, as it always has; -f itself reports how that went. */
	if (err != -RESULT_INTERRUPTED && !job->req->opt[OPT_FLUSH_BUFFERS].seen &&
	    block_flush(job->dev) < 0)
		host_drop_cache(job->host, job->dev->fd);
	return err;
}
