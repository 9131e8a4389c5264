// SPDX-License-Identifier: GPL-2.0-or-later
/* The host of a run: the real machine, the same with a recorder, or a replayed recording. */
#include "awake.h"
#include "children.h"
#include "conf.h"
#include "recording.h"
#include "parts.h"

#include <errno.h>
#include <string.h>

/*
 * A recording has one order of calls, so several processes are not used for it. A configuration
 * file is read on the real machine even in a replay.
 */
static int run_paths(const struct plan *plan, struct host *files, struct host *host,
		     struct report *out)
{
	const struct opt_state *jobs = plan_option(plan, OPT_JOBS);

	if (plan_has(plan, OPT_CONF))
		return run_conf(plan, files, host, out);
	if (plan_has(plan, OPT_SAVE_CONF))
		return run_save_conf(plan, files, host, out);
	if ((plan_has(plan, OPT_LIST) || plan_has(plan, OPT_WATCH)))
		return run_list(plan, host != files, host, out);
	if (plan_has(plan, OPT_WHY_AWAKE))
		return awake_why(plan, host, out);
	if (plan_has(plan, OPT_IDLE_STANDBY))
		return awake_idle_plan(plan, host, out);
	if (jobs && jobs->value > 1 && plan->n > 1)
		return run_parallel(plan, (unsigned)jobs->value, host, out);
	return run_plan(plan, host, out);
}

/* Replaces selectors by the drives that match them. */
static int run_chosen(const struct plan *plan, struct host *files, struct host *host,
		      struct report *out)
{
	struct chosen chosen;
	int result = chosen_make(&chosen, plan, host, out);

	/* only --list may have no drive */
	if (!chosen.plan.n && !result)
		result = run_list(&chosen.plan, host != files, host, out);
	else if (chosen.plan.n)
		result = result_of_both(result, run_paths(&chosen.plan, files, host, out));
	chosen_free(&chosen);
	return result;
}

/* Returns the exit status. */
static int run_any(const struct plan *plan, struct host *files, struct host *host,
		   struct report *out)
{
	if (plan_selects(plan))
		return status_of(run_chosen(plan, files, host, out));
	return status_of(run_paths(plan, files, host, out));
}

static const char *save_error_text(int err)
{
	const char *refusal = host_save_refusal(err);

	return refusal ? refusal : strerror(-err);
}

struct recorded {
	struct recorder *recorder;
	struct report *out;
	const char *path;
};

static bool holds_signals(void *who)
{
	const struct recorded *recorded = who;

	return recorder_holds(recorded->recorder);
}

static void save_ended(void *who, int signal)
{
	const struct recorded *recorded = who;
	int err = recorder_save_ended(recorded->recorder, signal);

	if (err)
		report_notice(recorded->out, "hdparm: --record: %s: %s", recorded->path,
			      save_error_text(err));
}

/* Runs in a child process: if a signal ends it, the parent saves the recording. */
static int run_in_child(const struct plan *plan, struct host *host, struct recorded *recorded)
{
	struct signal_guard guard = { .holds = holds_signals, .last = save_ended, .who = recorded };
	struct report *out = recorded->out;
	int status, err;

	report_flush(out);
	for (size_t i = 0; i < plan->n; i++) {
		/* parent and child both have it in memory */
		if (step_takes_password(&plan->steps[i]))
			host_guard_secrets();
	}
	if (signal_guard_start(&guard, &status)) {
		report_restart(out, out->out, out->err); /* the child has reported everything */
		return status;
	}
	status = run_any(plan, host, recorder_host(recorded->recorder), out);
	err = recorder_save(recorded->recorder);
	if (err) {
		out->path = NULL;
		report_error(out, "--record", -err, "%s: %s", recorded->path, save_error_text(err));
	}
	signal_guard_end(&guard);
	return status ? status : -err;
}

static int run_recorded(const struct plan *plan, struct host *host, struct report *out,
			const char *path)
{
	const struct recording_setup setup = { .path = path,
					       .serials = plan_has(plan, OPT_RECORD_SERIALS) };
	struct recorded recorded = { .out = out, .path = path };
	int status, err = host_may_save(path);

	/* before the first command: its answer may not be repeatable */
	if (err) {
		report_error(out, "--record", -err, "%s: %s (no device was touched)", path,
			     save_error_text(err));
		return -err;
	}
	recorded.recorder = recorder_new(host, &setup);
	if (!recorded.recorder) {
		report_error(out, "--record", ENOMEM, "%s", strerror(ENOMEM));
		return ENOMEM;
	}
	status = run_in_child(plan, host, &recorded);
	recorder_free(recorded.recorder);
	return status;
}

static int run_replayed(const struct plan *plan, struct host *host, struct report *out,
			const char *path)
{
	char fault[REPLAY_FAULT_BYTES];
	struct replay *replay;
	int err = replay_load(host, path, &replay, fault);
	int status;

	if (err) {
		report_error(out, "--replay", -err, "%s", fault);
		return -err;
	}
	status = run_any(plan, host, replay_host(replay), out);
	if (replay_fault(replay)) {
		out->path = NULL;
		report_error(out, "--replay", ENODATA, "%s: %s", path, replay_fault(replay));
		status = status ? status : ENODATA;
	}
	replay_free(replay);
	return status;
}

int run_session(const struct plan *plan, struct host *host, struct report *out)
{
	const struct opt_state *record = plan_option(plan, OPT_RECORD);
	const struct opt_state *replay = plan_option(plan, OPT_REPLAY);
	enum opt_id finder = request_finder(&plan->steps[0].req);
	int err = 0;

	/* --conf and --save-conf report themselves that they take no device */
	if (finder == OPT_COUNT || finder == OPT_LIST)
		err = device_words_lead(plan, host, out);
	if (err)
		return status_of(-err);
	if (record)
		return run_recorded(plan, host, out, record->text);
	if (replay)
		return run_replayed(plan, host, out, replay->text);
	return run_any(plan, host, host, out);
}

void show_everyday(struct report *out)
{
	report_notice(out, "%s",
		      "Usage:  hdparm  [options] [device ...]\n\n"
		      " hdparm --list             "
		      "   all drives, a line "
		      "each\n"
		      " hdparm -I "
		      "/dev/sda         "
		      "  what the drive "
		      "says of itself\n"
		      " hdparm -C "
		      "/dev/sda         "
		      "  whether it is "
		      "spun down; does "
		      "not wake it\n"
		      " hdparm -y "
		      "/dev/sda         "
		      "  spin it down "
		      "now\n"
		      " hdparm -S 20min "
		      "/dev/sda     "
		      "spin it down "
		      "when it was idle "
		      "for 20 minutes\n"
		      " hdparm -W "
		      "/dev/sda         "
		      "  is the write "
		      "cache on?  -W0: "
		      "off\n"
		      " hdparm -t "
		      "/dev/sda         "
		      "  how fast it "
		      "reads"
		      "\n"
		      " hdparm "
		      "--"
		      "surface-"
		      "scan "
		      "/dev/sda "
		      "       "
		      "find bad "
		      "sectors\n"
		      " hdparm "
		      "--erase "
		      "--dry-"
		      "run "
		      "/dev/sda "
		      "    how "
		      "it would "
		      "be "
		      "erased\n"
		      " hdparm "
		      "--save-"
		      "conf     "
		      "      "
		      "settings "
		      "that "
		      "last, "
		      "for "
		      "hdparm."
		      "conf\n"
		      "\nAll options: hdparm -h   In "
		      "full, by task: man hdparm");
}
