// SPDX-License-Identifier: GPL-2.0-or-later
/* --jobs, and other work whose pieces run in child processes. */
#include "host.h"
#include "conf.h"
#include "parts.h"
#include "text.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/*
 * LOOK_MS: longest wait between checks for signals. PATIENCE_MS: with work.in_turn, silence of the
 * running processes after which another piece may start.
 */
enum { LOOK_MS = 500, PATIENCE_MS = 3000 };

struct piece {
	struct plan plan;
	struct drive_key *drives; /* array: the drive of each step */
	bool *hung; /* for each step: hung_has() when the child ends; in shared memory */
};

struct jobs {
	const struct work *work;
	struct host *host;
	struct parallel *all;
	struct report *out;
	struct piece *pieces;
	size_t steps; /* in all pieces */
	struct drive_key *drives;
	bool *hung;
	struct hung_drives hung_drives;
	size_t shown;	    /* number of pieces whose output was shown */
	unsigned silent_ms; /* approximate ms since a process last started, wrote or ended */
	int result;	    /* most important result of the pieces shown so far */
	int failed;	    /* -errno: a piece could not be made or started; else 0 */
	bool held;	    /* host_interrupt_hold() returned true */
	bool ending;	    /* no other piece starts */
};

static struct plan plan_of(const struct work *work, size_t i)
{
	return work->steps ? (struct plan){ .steps = &work->steps->steps[i], .n = 1 }
			   : work->commands->commands[i].plan;
}

static bool shares_drive(const struct piece *one, const struct piece *other)
{
	for (size_t i = 0; i < one->plan.n; i++) {
		for (size_t k = 0; k < other->plan.n; k++) {
			if (drive_is(one->drives[i], other->drives[k]) ||
			    !strcmp(one->plan.steps[i].path, other->plan.steps[k].path))
				return true;
		}
	}
	return false;
}

static bool drives_are_free(const struct jobs *jobs, size_t i)
{
	for (size_t k = 0; k < i; k++) {
		if (!parallel_has_ended(jobs->all, k) &&
		    shares_drive(&jobs->pieces[k], &jobs->pieces[i]))
			return false;
	}
	return true;
}

/*
 * Return the result that the child of piece `i` stored, if the exit status agrees with it; else the
 * exit status, or -N if signal N killed the child.
 */
static int result_of(const struct jobs *jobs, size_t i)
{
	int status = parallel_status(jobs->all, i), left = parallel_result(jobs->all, i);

	return status == (status_of(left) & 0xff) ? left : status;
}

static bool any_ended(const struct jobs *jobs, bool (*matches)(int result))
{
	for (size_t i = 0; i < jobs->work->n; i++) {
		if (parallel_has_ended(jobs->all, i) && matches(result_of(jobs, i)))
			return true;
	}
	return false;
}

static bool was_interrupted(int result)
{
	return result == RESULT_INTERRUPTED;
}

static bool carries_consent(const struct plan *plan)
{
	for (size_t i = 0; i < plan->n; i++) {
		if (step_carries_consent(&plan->steps[i]))
			return true;
	}
	return false;
}

/* Return the index of a piece to start now; work->n: none. */
static size_t next_piece(const struct jobs *jobs)
{
	const struct work *work = jobs->work;
	bool (*ends)(int) = work->independent ? was_interrupted : result_ends_run;
	unsigned running = parallel_running_count(jobs->all);

	if (jobs->failed || jobs->ending || running >= work->limit || any_ended(jobs, ends))
		return work->n;
	if (work->in_turn && running && jobs->silent_ms < PATIENCE_MS)
		return work->n;
	for (size_t i = 0; i < work->n; i++) {
		bool consent = !work->independent && carries_consent(&jobs->pieces[i].plan);

		if (parallel_was_started(jobs->all, i))
			continue;
		if (consent && any_ended(jobs, result_failed))
			return work->n;
		if (drives_are_free(jobs, i))
			return i;
		/*
		 * a piece with an option such as --yes-i-know-what-i-am-doing starts before all
		 * later pieces
		 */
		if (consent)
			return work->n;
	}
	return work->n;
}

static void write_captured(void *who, bool to_err, const char *text, size_t bytes)
{
	struct jobs *jobs = who;
	struct report *out = jobs->out;

	if (to_err) {
		report_flush(out);
		fwrite_unlocked(text, 1, bytes, out->err);
	} else if (!out->structured) {
		fwrite_unlocked(text, 1, bytes, out->out);
		report_written(out);
	}
}

/* True for a signal that came from the user: the same signal, or another, came to this process. */
static bool is_interruption(const struct jobs *jobs, int signal)
{
	return (signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT) &&
	       (jobs->ending || host_interrupted());
}

static void show_piece(struct jobs *jobs, size_t i)
{
	struct report *out = jobs->out;
	int result = result_of(jobs, i);
	bool killed = result < 0, whole = !parallel_lost(jobs->all, i);

	parallel_hand_out(jobs->all, i, write_captured, jobs);
	if (out->structured && !killed) {
		char *text = whole ? parallel_text(jobs->all, i) : NULL;

		whole = text;
		if (text && *text)
			report_fragment(out, text);
		free(text);
	}
	report_flush(out);
	out->path = jobs->pieces[i].plan.steps[0].path;
	if (killed && is_interruption(jobs, -result)) {
		report_error(out, NULL, EINTR, "%s", error_words(EINTR));
		result = RESULT_INTERRUPTED;
	} else if (killed) {
		report_error(out, NULL, EIO, "its process was ended by signal %d", -result);
		result = EIO;
	}
	if (!whole) {
		report_error(out, NULL, ENOMEM, "a part of its output is missing: %s",
			     error_words(ENOMEM));
		result = result_of_both(result, ENOMEM);
	}
	out->path = NULL;
	jobs->result = result_of_both(jobs->result, result);
	jobs->ending |= result == RESULT_INTERRUPTED;
}

/* `ends`: this process is a child that ends now. */
static void jobs_free(struct jobs *jobs, bool ends)
{
	parallel_free(jobs->all, ends);
	hung_free(&jobs->hung_drives);
	if (jobs->hung && !ends)
		host_shared_free(jobs->hung, jobs->steps);
	free(jobs->drives);
	free(jobs->pieces);
}

static int run_child(struct jobs *jobs, size_t i)
{
	const struct piece *piece = &jobs->pieces[i];
	const struct work *work = jobs->work;
	int result = RESULT_INTERRUPTED;

	/* signals are blocked in the child, too: a signal may have come since the fork */
	if (!jobs->held || !host_interrupt_release(jobs->host))
		result = work->serve ? work->serve(work->who, i, jobs->host, jobs->out)
				     : run_steps(&piece->plan, &jobs->hung_drives, jobs->host,
						 jobs->out);
	for (size_t k = 0; k < piece->plan.n; k++)
		piece->hung[k] =
			hung_has(&jobs->hung_drives, jobs->host, piece->plan.steps[k].path);
	parallel_store_result(jobs->all, i, result);
	jobs_free(jobs, true);
	return result;
}

/* Add drives that hung to the list, which later processes inherit. 0 or -ENOMEM. */
static int note_hung(struct jobs *jobs)
{
	for (size_t i = 0; i < jobs->steps; i++) {
		if (!jobs->hung[i])
			continue;
		if (hung_add(&jobs->hung_drives, jobs->drives[i]))
			return -ENOMEM;
		jobs->hung[i] = false;
	}
	return 0;
}

/* Return true in the child, false in the parent. On failure, set jobs->failed and return false. */
static bool start_piece(struct jobs *jobs, size_t i)
{
	FILE *out = NULL, *err = NULL;
	int started = note_hung(jobs);

	report_flush(jobs->out);
	if (!started)
		started = parallel_start(jobs->all, i, &out, &err);
	if (started < 0)
		jobs->failed = started;
	jobs->silent_ms = 0;
	if (!started) {
		report_restart(jobs->out, out, err);
		/* the parent reports what it has not found out */
		host_lack(jobs->host);
	}
	return !started;
}

static int make_pieces(struct jobs *jobs)
{
	const struct work *work = jobs->work;
	size_t at = 0;

	for (size_t i = 0; i < work->n; i++)
		jobs->steps += plan_of(work, i).n;
	jobs->all = parallel_new(work->n);
	jobs->pieces = calloc(work->n, sizeof(*jobs->pieces));
	jobs->drives = calloc(jobs->steps, sizeof(*jobs->drives));
	jobs->hung = host_shared(jobs->steps);
	if (!jobs->all || !jobs->pieces || !jobs->drives || !jobs->hung)
		return -ENOMEM;
	for (size_t i = 0; i < work->n; i++) {
		const struct plan plan = plan_of(work, i);

		jobs->pieces[i] = (struct piece){ .plan = plan,
						  .drives = jobs->drives + at,
						  .hung = jobs->hung + at };
		for (size_t k = 0; k < plan.n; k++)
			jobs->drives[at++] = drive_key_of(jobs->host, plan.steps[k].path);
	}
	return 0;
}

int run_pieces(const struct work *work, struct host *host, struct report *out, bool *child)
{
	struct jobs jobs = { .work = work, .host = host, .out = out };
	size_t next;
	int result;

	*child = false;
	/* the output of processes that are still working must not be lost */
	jobs.held = host_interrupt_hold(host, true);
	jobs.failed = make_pieces(&jobs);
	while (!jobs.failed || (jobs.all && parallel_running_count(jobs.all))) {
		while ((next = next_piece(&jobs)) < work->n) {
			*child = start_piece(&jobs, next);
			if (*child)
				return run_child(&jobs, next);
		}
		if (!parallel_running_count(jobs.all))
			break;
		/* a signal may have come only to this process: terminate the children, once */
		if (jobs.held && !jobs.ending && host_interrupted()) {
			jobs.ending = true;
			parallel_terminate(jobs.all);
		}
		jobs.silent_ms = parallel_wait(jobs.all, LOOK_MS) ? 0 : jobs.silent_ms + LOOK_MS;
		while (jobs.shown < work->n && parallel_has_ended(jobs.all, jobs.shown))
			show_piece(&jobs, jobs.shown++);
	}

	result = jobs.result;
	if (jobs.failed) {
		next = 0;
		while (next + 1 < work->n && jobs.all && parallel_was_started(jobs.all, next))
			next++;
		report_error(out, work->option, -jobs.failed,
			     "no process for %s and what follows it: %s",
			     plan_of(work, next).steps[0].path, error_words(-jobs.failed));
		result = result_of_both(result, -jobs.failed);
	}
	if (jobs.held && host_interrupt_release(host))
		result = RESULT_INTERRUPTED;
	jobs_free(&jobs, false);
	return result;
}

const char *shared_input(const struct plan *plan, struct host *host)
{
	struct stat st;

	for (size_t i = 0; i < plan->n; i++) {
		const struct opt_state *file = &plan->steps[i].req.opt[OPT_SECURITY_PASSWORD_FILE];

		if (file->seen && !host_stat(host, file->text, &st) && !S_ISREG(st.st_mode))
			return file->text;
	}
	return NULL;
}

int run_parallel(const struct plan *plan, unsigned limit, struct host *host, struct report *out)
{
	const char *shared = shared_input(plan, host);
	const struct work work = {
		.steps = plan, .n = plan->n, .limit = limit, .option = "--jobs"
	};
	bool child;
	int result;

	if (shared) {
		report_error(out, "--jobs", EINVAL,
			     "the password file %s is no regular file: "
			     "devices handled at the same time cannot share it",
			     shared);
		return EINVAL;
	}
	result = -devices_open(plan, host, out);
	return result ? result : run_pieces(&work, host, out, &child);
}
