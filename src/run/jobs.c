// SPDX-License-Identifier: GPL-2.0-or-later
/* Many devices at once. A hung device delays only the output of the devices after it. */
#include "parallel.h"
#include "parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LOOK_MS = 500 };

struct jobs {
	const struct plan *plan;
	struct host *host;
	struct parallel *all;
	struct report *out;
	unsigned limit;
	size_t started, shown;
	int result;  /* of the steps shown so far */
	int failed;  /* no more can be started: -errno */
	bool held;   /* signals that would end the program are held */
	bool ending; /* a signal came: processes were told to end, and their output is awaited */
};

/* By name, or by device number. */
static bool same_device(struct host *host, const char *one, const char *other)
{
	struct stat a, b;

	if (!strcmp(one, other))
		return true;
	return !host_stat(host, one, &a) && !host_stat(host, other, &b) && S_ISBLK(a.st_mode) &&
	       S_ISBLK(b.st_mode) && a.st_rdev == b.st_rdev;
}

/* Two steps of one device run one after the other, in the order of the command line. */
static bool device_is_free(const struct jobs *jobs, const struct step *step)
{
	for (size_t i = 0; i < jobs->started; i++) {
		if (parallel_is_running(jobs->all, i) &&
		    same_device(jobs->host, jobs->plan->steps[i].path, step->path))
			return false;
	}
	return true;
}

/*
 * Result of a step that has ended: the stored one, unless the exit status contradicts it. -N:
 * signal N killed it.
 */
static int result_of(const struct jobs *jobs, size_t i)
{
	int status = parallel_status(jobs->all, i), left = parallel_result(jobs->all, i);

	return status == (status_of(left) & 0xff) ? left : status;
}

/* Whether so() is true for the result of any step that has ended, shown or not. */
static bool any_ended(const struct jobs *jobs, bool (*so)(int result))
{
	for (size_t i = 0; i < jobs->started; i++) {
		if (parallel_has_ended(jobs->all, i) && so(result_of(jobs, i)))
			return true;
	}
	return false;
}

static bool can_start_next(const struct jobs *jobs)
{
	const struct step *step;

	if (jobs->failed || jobs->ending || any_ended(jobs, result_ends_run) ||
	    jobs->started == jobs->plan->n || parallel_running_count(jobs->all) >= jobs->limit)
		return false;
	step = &jobs->plan->steps[jobs->started];
	return device_is_free(jobs, step) &&
	       !(step_carries_consent(step) && any_ended(jobs, result_failed));
}

static void write_captured(void *who, bool to_err, const char *text, size_t bytes)
{
	struct jobs *jobs = who;
	struct report *out = jobs->out;

	if (to_err) {
		report_flush(out);
		fwrite(text, 1, bytes, out->err);
	} else if (!out->structured) {
		fwrite(text, 1, bytes, out->out);
	}
}

/* Adds the step's part of the JSON document, if it is complete. */
static bool add_document_part(struct jobs *jobs, size_t i)
{
	char *text = parallel_lost(jobs->all, i) ? NULL : parallel_text(jobs->all, i);

	if (!text)
		return false;
	if (*text)
		report_fragment(jobs->out, text);
	free(text);
	return true;
}

static void show_step(struct jobs *jobs, size_t i)
{
	int result = result_of(jobs, i);
	bool killed = result < 0, whole = !parallel_lost(jobs->all, i);

	parallel_hand_out(jobs->all, i, write_captured, jobs);
	if (jobs->out->structured && !killed)
		whole = add_document_part(jobs, i);
	report_flush(jobs->out);
	jobs->out->path = jobs->plan->steps[i].path;
	if (killed) {
		report_error(jobs->out, NULL, EIO, "its process was ended by signal %d", -result);
		result = EIO;
	}
	if (!whole) {
		report_error(jobs->out, NULL, ENOMEM, "a part of its output is missing: %s",
			     strerror(ENOMEM));
		result = result_of_both(result, ENOMEM);
	}
	jobs->out->path = NULL;
	jobs->result = result_of_both(jobs->result, result);
	jobs->ending |= result == RESULT_INTERRUPTED;
}

/* Shows the steps that have ended and are next in the order of the command line. */
static void show_ended(struct jobs *jobs)
{
	while (jobs->shown < jobs->started && parallel_has_ended(jobs->all, jobs->shown))
		show_step(jobs, jobs->shown++);
}

static int run_child(struct jobs *jobs, FILE *out, FILE *err)
{
	const struct plan one = { .steps = &jobs->plan->steps[jobs->started], .n = 1 };
	int result = RESULT_INTERRUPTED;

	report_restart(jobs->out, out, err);
	/* the parent holds the signals; one may have come before this */
	if (!jobs->held || !host_interrupt_release(jobs->host))
		result = run_plan(&one, jobs->host, jobs->out);
	parallel_store_result(jobs->all, jobs->started, result);
	parallel_free(jobs->all);
	return result;
}

/* Waits for output or the end of a step. Passes on a signal that only this process got, once. */
static void wait_for_any(struct jobs *jobs)
{
	if (jobs->held && !jobs->ending && host_interrupted(jobs->host)) {
		jobs->ending = true;
		parallel_terminate(jobs->all);
	}
	parallel_wait(jobs->all, LOOK_MS);
}

/* Processes that read one pipe each get a part of its bytes: passwords would be mixed. */
static bool shares_input(const struct plan *plan, struct host *host, struct report *out)
{
	struct stat st;

	for (size_t i = 0; i < plan->n; i++) {
		const struct opt_state *file = &plan->steps[i].req.opt[OPT_SECURITY_PASSWORD_FILE];

		if (!file->seen || host_stat(host, file->text, &st) || S_ISREG(st.st_mode))
			continue;
		report_error(out, "--jobs", EINVAL,
			     "the password file %s is no regular file: devices served at the same "
			     "time cannot share it",
			     file->text);
		return true;
	}
	return false;
}

static int jobs_result(struct jobs *jobs)
{
	int result = jobs->result;

	if (jobs->failed) {
		report_error(jobs->out, "--jobs", -jobs->failed,
			     "no process for %s and what follows it: %s",
			     jobs->plan->steps[jobs->started].path, strerror(-jobs->failed));
		result = result_of_both(result, -jobs->failed);
	}
	return jobs->held && host_interrupt_release(jobs->host) ? RESULT_INTERRUPTED : result;
}

int run_parallel(const struct plan *plan, unsigned limit, struct host *host, struct report *out)
{
	struct jobs jobs = { .plan = plan, .host = host, .out = out, .limit = limit };
	FILE *child_out = NULL, *child_err = NULL;
	int err;

	if (shares_input(plan, host, out))
		return EINVAL;
	err = devices_open(plan, host, out);
	if (err)
		return -err;
	/* The output of processes that are still working must not be lost. */
	jobs.held = host_interrupt_hold(host, true);
	jobs.all = parallel_new(plan->n);
	if (!jobs.all)
		jobs.failed = -ENOMEM;
	while (jobs.all && (parallel_running_count(jobs.all) || can_start_next(&jobs))) {
		while (can_start_next(&jobs)) {
			int started;

			report_flush(out);
			started = parallel_start(jobs.all, jobs.started, &child_out, &child_err);
			if (started == 0)
				return run_child(&jobs, child_out, child_err);
			if (started < 0)
				jobs.failed = started;
			else
				jobs.started++;
		}
		if (parallel_running_count(jobs.all))
			wait_for_any(&jobs);
		show_ended(&jobs);
	}
	parallel_free(jobs.all);
	return jobs_result(&jobs);
}
