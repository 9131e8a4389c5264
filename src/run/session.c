// SPDX-License-Identifier: GPL-2.0-or-later
/* The host of a run: the real machine, the same with a recorder, or a replayed recording. */
#include "awake.h"
#include "conf.h"
#include "host.h"
#include "recording.h"
#include "parts.h"

#include <errno.h>
#include <string.h>

/*
 * Run all steps. With a recording, which has one order of calls, use no processes. A configuration
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

/* Replace selectors by the drives that match them. */
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

/* Return the exit status. */
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

/*
 * Holds signals until the recording is saved: no further device is opened then, and what has begun
 * is finished. An act that holds signals itself still ends by itself.
 */
struct signal_layer {
	struct host host; /* first: a struct host * is a struct signal_layer * */
	bool held;	  /* an act holds the signals */
};

static bool held_for_an_act(struct host *host, bool all)
{
	struct signal_layer *layer = (struct signal_layer *)host;
	bool first = !layer->held;

	(void)all;
	layer->held = true;
	return first;
}

static bool released_by_an_act(struct host *host)
{
	bool came = host_interrupt_release(host->below);

	host_interrupt_hold(host->below, true);
	((struct signal_layer *)host)->held = false;
	return came;
}

static int open_unless_interrupted(struct host *host, const char *path, int flags)
{
	if (!((struct signal_layer *)host)->held && host_interrupted(host->below))
		return -EINTR;
	return host_open(host->below, path, flags);
}

static const struct host_ops signal_ops = {
	.open = open_unless_interrupted,
	.interrupt_hold = held_for_an_act,
	.interrupt_release = released_by_an_act,
};

static int run_recorded(const struct plan *plan, struct host *host, struct report *out,
			const char *path)
{
	struct signal_layer layer = { .host = { &signal_ops, host } };
	struct host *recorder;
	int status, err = host_may_save(path);

	/* before the first command: its answer may not be repeatable */
	if (err) {
		report_error(out, "--record", -err, "%s: %s (no device was touched)", path,
			     save_error_text(err));
		return -err;
	}
	recorder = recorder_new(&layer.host, plan_has(plan, OPT_RECORD_SERIALS));
	if (!recorder) {
		report_error(out, "--record", ENOMEM, "%s", strerror(ENOMEM));
		return ENOMEM;
	}
	host_interrupt_hold(host, true);
	status = run_any(plan, host, recorder, out);
	err = recorder_save(recorder, path);
	if (err) {
		out->path = NULL;
		report_error(out, "--record", -err, "%s: %s", path, save_error_text(err));
	}
	recording_free(recorder);
	report_flush(out);
	host_interrupt_deliver();
	return status ? status : -err;
}

static int run_replayed(const struct plan *plan, struct host *host, struct report *out,
			const char *path)
{
	char fault[REPLAY_FAULT_BYTES];
	struct host *replay;
	int err = replay_load(host, path, &replay, fault);
	int status;

	if (err) {
		report_error(out, "--replay", -err, "%s", fault);
		return -err;
	}
	status = run_any(plan, host, replay, out);
	if (replay_fault(replay)) {
		out->path = NULL;
		report_error(out, "--replay", ENODATA, "%s: %s", path, replay_fault(replay));
		status = status ? status : ENODATA;
	}
	recording_free(replay);
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
