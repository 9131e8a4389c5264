// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * -t and -T. As in 9.65 they measure 3 seconds of reads from the device and 2 seconds of cached
 * reads. Instead of fixed pauses before and after, they wait until the device is idle.
 */
#include "timing.h"
#include "meter.h"

#include <string.h>

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
