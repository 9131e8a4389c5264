// SPDX-License-Identifier: GPL-2.0-or-later
/* The machine that a run sees: the real one, listened to, or a recording of one. */
#include "recording.h"
#include "parts.h"

#include <errno.h>
#include <string.h>

/* The exit status. A configuration file is read on the machine itself, whatever serves its devices.
 */
static int run_asked(const struct plan *plan, struct host *files, struct host *host,
		     struct report *out)
{
	if (plan_has(plan, OPT_CONF))
		return status_of(run_conf(plan, files, host, out));
	return status_of(run_plan(plan, host, out));
}

struct lost {
	FILE *err;
	const char *path;
};

static const char *why(int err)
{
	const char *refusal = host_save_refusal(err);

	return refusal ? refusal : strerror(-err);
}

/* Of the report only its stream is used: the main thread may be at work on the rest. */
static void tell_lost(void *who, int err)
{
	const struct lost *lost = who;

	fprintf(lost->err, "hdparm: --record: %s: %s\n", lost->path, why(err));
}

static int run_recorded(const struct plan *plan, struct host *host, struct report *out,
			const char *path)
{
	struct lost lost = { out->err, path };
	const struct recording_setup setup = { .path = path,
					       .serials = plan_has(plan, OPT_RECORD_SERIALS),
					       .lost = tell_lost,
					       .who = &lost };
	struct recorder *recorder;
	int status, err = host_may_save(host, path);

	/* before the first command, whose answer may not come a second time */
	if (err) {
		report_error(out, "--record", -err, "%s: %s (no device was touched)", path,
			     why(err));
		return -err;
	}
	recorder = recorder_new(host, &setup);
	if (!recorder) {
		report_error(out, "--record", ENOMEM, "%s", strerror(ENOMEM));
		return ENOMEM;
	}
	status = run_asked(plan, host, recorder_host(recorder), out);
	err = recorder_save(recorder);
	if (err) {
		out->path = NULL;
		report_error(out, "--record", -err, "%s: %s", path, why(err));
	}
	recorder_free(recorder);
	return status ? status : -err;
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
	status = run_asked(plan, host, replay_host(replay), out);
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
	const struct opt_state *jobs = plan_option(plan, OPT_JOBS);
	int err = 0;

	if (!plan_has(plan, OPT_CONF))
		err = hidden_words_exist(plan, host, out);
	if (err)
		return status_of(-err);
	if (record)
		return run_recorded(plan, host, out, record->text);
	if (replay)
		return run_replayed(plan, host, out, replay->text);
	if (jobs && jobs->value > 1 && plan->n > 1)
		return status_of(run_parallel(plan, (unsigned)jobs->value, host, out));
	return run_asked(plan, host, host, out);
}
