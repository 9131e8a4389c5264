// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * --surface-scan: reads all sectors in large commands; where one fails, finds each bad sector. Only
 * --repair writes, and only after the scan.
 */
#include "options.h"
#include "scan.h"
#include "state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

/*
 * A drive is slow where it retries: commands become smaller there, to take at most a second if
 * possible. While other programs use the disk, a command takes at most a seek or two.
 */
enum { STEP_LEAST = 256, SLOW_MS = 1000, QUICK_MS = 300, YIELDING_MS = 20 };

static int check_scan_range(struct surface *s)
{
	const struct opt_state *opt = s->job->opt;
	struct lba_range range = { 0, 0 };

	if (opt->set)
		lba_run_parse(opt->text, &range);
	if (range.lba >= s->total || range.count > s->total - range.lba)
		return job_refuse_range(s->job, s->total);
	s->first = s->at = range.lba;
	s->end = range.count ? range.lba + range.count : s->total;
	return 0;
}

static int note_bad(void *who, uint64_t lba)
{
	struct surface *s = who;
	int err = runs_add(&s->bad, lba);

	if (err)
		return job_fail(s->job, err, "sector %" PRIu64 " is bad", lba);
	show_bad(s, lba);
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

/* Sectors that are known to be bad are left out: each would be tried for seconds again. */
static struct ata_sector_run next_run(const struct surface *s)
{
	const struct sector_run *bad = runs_from(&s->bad, s->at);
	uint64_t end = s->end;

	if (bad && bad->lba < end)
		end = bad->lba;
	return (struct ata_sector_run){ s->at,
					(unsigned)(end - s->at < s->step ? end - s->at : s->step) };
}

static int scan_all(struct surface *s)
{
	const struct finder f = { medium_probe, note_bad, s };
	int err = scan_pending(s, &f);

	while (!err && s->at < s->end) {
		struct ata_sector_run run = next_run(s);
		uint64_t spent = s->spent_ns, failures = s->failures;

		if (!run.count) {
			s->at += runs_from(&s->bad, s->at)->count;
			continue;
		}
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

/* Bytes per second: no drive reads this fast. */
#define FASTEST (UINT64_C(16) << 30)

/*
 * A bridge or an emulation that answers without reading finds no bad sector, and the scan proves
 * nothing.
 */
static void doubt_answers(struct surface *s)
{
	double seconds = (double)s->times.ns / (double)NS_PER_S;

	/* a replay takes no time */
	if (s->command && s->times.ns &&
	    (double)s->times.sectors * s->sector_bytes > (double)FASTEST * seconds)
		job_note(s->job,
			 "%s was answered faster than any drive reads: the sectors may not "
			 "have been read; scan a partition, which is read by the kernel",
			 s->command);
}

static int scan_and_repair(struct surface *s)
{
	int err, repaired = 0;
	uint64_t left;

	report_section_begin(s->job->out, "surface_scan");
	show_begin(s);
	err = scan_all(s);
	s->interrupted = err == -EINTR;
	report_progress(s->job->out, NULL);
	show_result(s);
	report_section_end(s->job->out);
	doubt_answers(s);
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

static int scan_device(struct job *job)
{
	struct surface s = { .job = job, .fd = -1 };
	int err = medium_open(&s);

	if (!err)
		err = check_scan_range(&s);
	if (!err) {
		s.step = s.most;
		s.known_good = s.total;
		yield_start(&s);
		s.began_ns = s.tick_ns = host_now_ns(job->host);
		err = scan_and_repair(&s);
	}
	medium_close(&s);
	free(s.bad.run);
	return err;
}

int act_surface_scan(struct job *job)
{
	bool held = host_interrupt_hold(job->host, job->req->opt[OPT_REPAIR].seen);
	int err = scan_device(job);

	/* a signal came after the last command: the scan is complete, but the run ends */
	if (held && host_interrupt_release(job->host))
		err = -RESULT_INTERRUPTED;
	return err;
}
