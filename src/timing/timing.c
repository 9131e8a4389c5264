// SPDX-License-Identifier: GPL-2.0-or-later
/* The options -t and -T. */
#include "meter.h"
#include "timing.h"

#include <errno.h>

enum { CACHED_BYTES = 2 * MIB }; /* maximum part of the device that -T reads repeatedly */

#define TRIAL_NS   (NS_PER_S / 20)
#define WORTH_MANY 1.1 /* least gain, as a factor, by many reads in flight: less may be chance */

static unsigned count_of(const struct meter *m, enum opt_id id)
{
	const struct opt_state *opt = &m->job->req->opt[id];

	return opt->seen ? (unsigned)opt->value : 1;
}

static void forget_pages(struct job *job, struct flush *flush)
{
	struct device *dev = job->dev;
	const char *then = "";
	int err = device_hung(dev) ? 0 : block_flush(dev);

	/* if the device hangs, reads that follow fail as well, and their failure is reported */
	if (err >= 0 || device_hung(dev))
		return;
	if (host_drop_cache(job->host, dev->fd) >= 0)
		then = "; posix_fadvise drops the cached pages in its place";
	else if (!job->req->opt[OPT_DIRECT].seen)
		then = "; cached pages may be timed in place of the device";
	/* a character device has no cached pages */
	if (flush->reported || dev->kind == DEVICE_OTHER)
		return;
	flush->reported = true;
	flush->result = job_warn(job, err, "%s failed%s",
				 dev->kind == DEVICE_FILE ? "posix_fadvise" : "BLKFLSBUF", then);
}

/* Many reads in flight cost time if copying limits the speed (zram, loop). */
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
	else /* begin in the middle, since the drive's cache may keep the trial's data */
		trial.start += (m->size - m->offset) / 2 / m->sector_bytes * m->sector_bytes;
	if (measure(m, &trial, &one) || one.interrupted)
		return;
	/* the number of reads in a quarter of a run, if the device serves one read at a time */
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

struct result {
	double rates[RUNS_MAX];
	unsigned n;
	struct figure best;
	bool zeros; /* each tested byte of all runs was zero */
};

static void prepare_run(struct meter *m, struct span *span, struct warnings *warnings)
{
	struct figure ignored;

	if (m->cached) {
		span->end = m->size < CACHED_BYTES ? m->size : CACHED_BYTES;
		span->again = true;
	} else if (m->job->dev->dry_run) {
		/* also in a dry run: dirty pages are only written earlier than otherwise */
		host_drop_cache(m->job->host, m->job->dev->fd);
	} else {
		forget_pages(m->job, m->flush);
	}
	if (!settle(m))
		warnings->busy = true;
	/* put the data of -T into the cache; the measurement reports a failed read */
	if (m->cached && !m->direct)
		measure(m, &(struct span){ .end = span->end, .limit_ns = ONE_READ }, &ignored);
}

static int measure_run(struct meter *m, struct result *result, struct warnings *warnings)
{
	struct span span = { .start = m->offset, .end = m->size, .limit_ns = m->limit_ns };
	struct traffic before, after;
	struct figure figure;
	int err;

	prepare_run(m, &span, warnings);
	before = traffic_now(m);
	m->moved = 0;
	if (m->zones) {
		err = measure_zones(m, &figure);
		if (err)
			return err;
		show_label(m);
	} else {
		show_label(m);
		err = measure(m, &span, &figure);
		if (err)
			return show_fault(m, err, &figure);
	}
	if (figure.interrupted)
		return show_interrupted(m, &figure);
	after = traffic_now(m);
	show_figure(m, &figure);
	warnings_of_traffic(&before, &after, m->moved, warnings);
	if (!result->n || figure_rate(&figure) > figure_rate(&result->best))
		result->best = figure;
	result->rates[result->n++] = figure_rate(&figure);
	result->zeros = result->zeros && figure.zeros && figure.bytes;
	return 0;
}

static int measure_runs(struct meter *m, struct warnings *warnings)
{
	struct result result = { .n = 0, .zeros = true };
	struct report *out = m->job->out;
	bool several = m->runs > 1;
	int err = 0;

	if (several)
		report_array_begin(out, "runs");
	for (m->run = 1; m->run <= m->runs && !err; m->run++) {
		if (several)
			report_section_begin(out, "run");
		err = measure_run(m, &result, warnings);
		if (several)
			report_section_end(out);
	}
	if (several)
		report_section_end(out);
	if (several && err == -RESULT_INTERRUPTED)
		report_bool(out, "interrupted", true, NO_TEXT);
	if (several && (!err || (err == -RESULT_INTERRUPTED && result.n > 1))) {
		show_summary(m, result.rates, result.n);
		/* for scripts, the last line is the fastest run, which was disturbed least */
		report_line(out, " fastest run:\n");
		show_label(m);
		show_figure(m, &result.best);
	}
	warnings->zeros = result.n && result.zeros;
	return err;
}

static int time_reads(struct job *job, bool cached, struct flush *flush)
{
	struct warnings warnings = { 0 };
	struct meter m;
	int err;

	warnings_of_device(job->dev, &warnings);
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
	err = measure_runs(&m, &warnings);
	show_method(&m);
	if (!err)
		show_warnings(&m, &warnings);
	report_section_end(job->out);
	report_section_end(job->out);
	meter_close(&m);
	return err;
}

/* SIGINT is blocked, so that the figure so far can be shown. */
static int time_held(struct job *job, bool cached, struct flush *flush)
{
	bool held = host_interrupt_hold(job->host, false);
	int err = time_reads(job, cached, flush);

	/* a signal counts even if it came after the last read, when the figure is complete */
	if (held && host_interrupt_release(job->host))
		err = -RESULT_INTERRUPTED;
	return err;
}

int act_time_cache(struct job *job)
{
	return time_held(job, true, NULL);
}

int act_time_device(struct job *job)
{
	struct flush flush = { .reported = false };
	int err = time_held(job, false, &flush);

	/* -t implies -f, as in hdparm 9.65; an explicit -f reports its own result */
	if (err != -RESULT_INTERRUPTED && !job->req->opt[OPT_FLUSH_BUFFERS].seen)
		forget_pages(job, &flush);
	return err ? err : flush.result;
}
