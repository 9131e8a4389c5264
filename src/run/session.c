// SPDX-License-Identifier: GPL-2.0-or-later
/* Chooses the kind of run; runs --conf, --save-conf, --serve, --record and --replay. */
#include "awake.h"
#include "conf.h"
#include "parts.h"
#include "host.h"
#include "recording.h"
#include "text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * Return RESULT_DIFFERENT for --check if a block of the configuration file names a drive, and no
 * device here matches the block; else 0.
 */
static int report_unmatched(const struct conf *conf, const struct plan *asked, struct report *out)
{
	bool check = plan_has(asked, OPT_CHECK);
	bool notes = plan_has(asked, OPT_DRY_RUN) || plan_has(asked, OPT_VERBOSE);
	int result = 0;

	for (size_t i = 0; i < conf->n_unmatched; i++) {
		const struct conf_unmatched *block = &conf->unmatched[i];

		if (check)
			report_line(out, "%s:%u: no %sdrive: %s\n", conf->path, block->line,
				    block->drive ? "such " : "", block->names);
		else if (notes)
			report_note(out, NULL, "%s:%u: no device here matches %s", conf->path,
				    block->line, block->names);
		if (check && block->drive)
			result = RESULT_DIFFERENT;
	}
	if (!out->structured || !conf->n_unmatched)
		return result;
	report_array_begin(out, "unmatched");
	for (size_t i = 0; i < conf->n_unmatched; i++) {
		report_section_begin(out, "block");
		report_u64(out, "line", conf->unmatched[i].line, NO_TEXT);
		report_string(out, "names", conf->unmatched[i].names, NO_TEXT);
		report_section_end(out);
	}
	report_section_end(out);
	return result;
}

/*
 * True if the commands are for several drives, and each password comes from a source that processes
 * can share.
 */
static bool can_be_processes(const struct conf *conf, struct host *host)
{
	struct drive_key first = { .rdev = 0 };
	bool several = false;

	for (size_t i = 0; i < conf->n; i++) {
		const struct plan *plan = &conf->commands[i].plan;

		if (shared_input(plan, host))
			return false;
		for (size_t k = 0; k < plan->n; k++) {
			struct drive_key key;

			if (reads_password(&plan->steps[k]))
				return false;
			if (several)
				continue;
			key = drive_key_of(host, plan->steps[k].path);
			several = first.rdev && !drive_is(first, key);
			first = key;
		}
	}
	return several;
}

enum { MOST_PROCESSES = 64 };

static int run_commands(const struct conf *conf, const char *option, struct host *files,
			struct host *host, struct report *out, bool *child)
{
	const struct work work = { .commands = conf,
				   .n = conf->n,
				   .limit = MOST_PROCESSES,
				   .in_turn = true,
				   .independent = true,
				   .option = option };
	struct hung_drives hung = { NULL };
	int result = 0;

	report_device_end(out);
	if (host == files && can_be_processes(conf, host))
		return run_pieces(&work, host, out, child);
	for (size_t i = 0; i < conf->n && result != RESULT_INTERRUPTED; i++)
		result = result_of_both(result,
					run_steps(&conf->commands[i].plan, &hung, host, out));
	hung_free(&hung);
	return result;
}

struct served {
	struct idle_source source; /* first member: its address is cast to struct served * */
	const struct plan *asked;
	struct host *host;
	struct report *out;
	bool taken; /* a load has succeeded: the members below are valid */
	int status; /* exit status of the errors that the last successful load tolerated; 0: none */
	char *errors; /* lines with the errors of the file; NULL: none, or not known */
	bool clean;
};

static int take_wishes(struct idle_source *source, const struct conf *conf)
{
	source->wish = calloc(conf->n + 1, sizeof(*source->wish));
	source->n = 0;
	if (!source->wish)
		return -ENOMEM;
	for (size_t i = 0; i < conf->n; i++) {
		const struct step *step = &conf->commands[i].plan.steps[0];
		const struct opt_state *opt = step->req.opt;

		if (!opt[OPT_IDLE_STANDBY].value)
			continue;
		source->wish[source->n++] =
			(struct idle_wish){ .path = strdup(step->path),
					    .seconds = opt[OPT_IDLE_STANDBY].value,
					    .named = !opt[OPT_IDLE_STANDBY].general,
					    .prefer_ata12 = opt[OPT_PREFER_ATA12].seen,
					    .way = (unsigned)opt[OPT_TRANSPORT].value };
		if (!source->wish[source->n - 1].path)
			return -ENOMEM;
	}
	return 0;
}

static void drop_served(struct idle_source *source)
{
	for (size_t i = 0; i < source->n; i++)
		free(source->wish[i].path);
	free(source->wish);
	source->wish = NULL;
	source->n = 0;
}

/* `length` includes the newline. */
static unsigned count_line(const char *text, const char *line, size_t length)
{
	unsigned n = 0;

	for (; *text; text = strchr(text, '\n') + 1)
		n += !strncmp(text, line, length);
	return n;
}

/* True if a line is in `now` more often than in `before`, or if either text is NULL. */
static bool has_new_error(const char *now, const char *before)
{
	size_t length;

	if (!now || !before)
		return true;
	for (const char *line = now; *line; line += length) {
		length = strcspn(line, "\n") + 1;
		if (count_line(now, line, length) > count_line(before, line, length))
			return true;
	}
	return false;
}

static int load_served(struct idle_source *source)
{
	struct served *served = (struct served *)source;
	struct conf conf;
	int err;

	conf_load(&conf, served->asked, served->host, served->out);
	/*
	 * until a load has succeeded, usage errors are tolerated; later, a file with a new error is
	 * refused
	 */
	if (!conf.status ||
	    (conf.status == STATUS_USAGE &&
	     (!served->taken || !has_new_error(conf.errors, served->clean ? "" : served->errors))))
		err = take_wishes(source, &conf);
	else
		err = -conf.status;
	if (err) {
		drop_served(source);
		conf_free(&conf);
		return err;
	}
	served->taken = true;
	served->status = conf.status;
	free(served->errors);
	served->clean = conf.errors && !*conf.errors;
	served->errors = conf.errors && *conf.errors ? strdup(conf.errors) : NULL;
	if (conf.errors && *conf.errors && !served->errors)
		host_no_memory(served->host); /* which errors are new will not be known */
	source->waits = conf.serves;
	if (!conf.serves)
		report_note(served->out, source->option, "%s: no block has idle_standby",
			    conf.path);
	conf_free(&conf);
	return 0;
}

static int serve_conf(const struct plan *asked, struct host *host, struct report *out)
{
	struct served served = { .source = { .load = load_served,
					     .drop = drop_served,
					     .reloads = true,
					     .option = "--serve" },
				 .asked = asked,
				 .host = host,
				 .out = out };
	int result = awake_idle(&served.source, plan_has(asked, OPT_DRY_RUN), host, out);

	free(served.errors);
	return result ? result : served.status;
}

static int run_conf(const struct plan *asked, struct host *files, struct host *host,
		    struct report *out)
{
	bool child = false;
	struct conf conf;
	int result = 0, unmatched;

	if (plan_has(asked, OPT_SERVE))
		return serve_conf(asked, host, out);
	conf_load(&conf, asked, files, out);
	unmatched = report_unmatched(&conf, asked, out);
	if (plan_has(asked, OPT_DRY_RUN)) {
		report_array_begin(out, "command_lines");
		for (size_t i = 0; i < conf.n; i++)
			report_string(out, "command_line", conf.commands[i].shown, "%s\n",
				      conf.commands[i].shown);
		report_section_end(out);
	} else {
		result = run_commands(&conf, "--conf", files, host, out, &child);
	}
	/* a child process leaves these results to its parent */
	if (!child) {
		result = result_of_both(result, unmatched);
		result = result_of_both(result, conf.status);
	}
	conf_free(&conf);
	/* EPERM is 1, which is the exit status for a difference: return EACCES instead */
	return plan_has(asked, OPT_CHECK) && result == EPERM ? EACCES : result;
}

static int run_save_conf(const struct plan *asked, struct host *files, struct host *host,
			 struct report *out)
{
	bool child = false;
	struct conf conf;
	int result;

	conf_find_drives(&conf, asked, host, out);
	result = run_commands(&conf, "--save-conf", files, host, out, &child);
	if (!child)
		result = result_of_both(result, conf.status);
	conf_free(&conf);
	return result;
}

/* --- the kinds of run --- */

/* `files` is the real machine. `host` is `files`, or makes or replays a recording. */
static int run_kind(const struct plan *plan, struct host *files, struct host *host,
		    struct report *out)
{
	const struct opt_state *jobs = plan_option(plan, OPT_JOBS);

	/* run_steps() sets this again for each step */
	out->verbose = plan_has(plan, OPT_VERBOSE);
	if (plan_has(plan, OPT_CONF))
		return run_conf(plan, files, host, out);
	if (plan_has(plan, OPT_SAVE_CONF))
		return run_save_conf(plan, files, host, out);
	if (plan_has(plan, OPT_LIST) || plan_has(plan, OPT_WATCH))
		return run_list(plan, host != files, host, out);
	if (plan_has(plan, OPT_WHY_AWAKE))
		return awake_why(plan, host, out);
	if (plan_has(plan, OPT_IDLE_STANDBY))
		return awake_idle_plan(plan, host, out);
	if (jobs && jobs->value > 1 && plan->n > 1)
		return run_parallel(plan, (unsigned)jobs->value, host, out);
	return run_steps(plan, NULL, host, out);
}

static int fail_watch(struct report *out)
{
	report_error(out, "--watch", ENOENT, "sysfs shows no drives");
	return ENOENT;
}

static const char *save_error_text(int err)
{
	const char *refusal = host_save_refusal(err);

	return refusal ? refusal : error_words(-err);
}

/*
 * Makes host_open() fail after a signal, unless an act holds signals: the run ends soon, and the
 * recording is saved.
 */
struct signal_layer {
	struct host host; /* first member: its address is cast to struct signal_layer * */
	bool held;
};

static bool hold_for_act(struct host *host, bool all)
{
	struct signal_layer *layer = (struct signal_layer *)host;
	bool first = !layer->held;

	(void)all;
	layer->held = true;
	return first;
}

static bool release_by_act(struct host *host)
{
	bool came = host_interrupt_release(host->below);

	host_interrupt_hold(host->below, true);
	((struct signal_layer *)host)->held = false;
	return came;
}

static int open_unless_interrupted(struct host *host, const char *path, int flags)
{
	if (!((struct signal_layer *)host)->held && host_interrupted())
		return -EINTR;
	return host_open(host->below, path, flags);
}

static const struct host_ops signal_ops = {
	.open = open_unless_interrupted,
	.interrupt_hold = hold_for_act,
	.interrupt_release = release_by_act,
};

/* The host of a run: the machine itself, or a layer that makes or replays a recording. */
struct run_host {
	struct host *host, *machine;
	const char *record, *replay; /* the file; NULL: no recording is made or replayed */
	struct signal_layer layer;   /* below the recorder */
};

/* Return 0 or a positive errno, reported. */
static int record_begin(struct run_host *used, bool serials, struct report *out)
{
	int err = host_may_save(used->record);

	/* send no command if the recording could not be saved */
	if (err) {
		report_error(out, "--record", -err, "%s: %s (no device was touched)", used->record,
			     save_error_text(err));
		return -err;
	}
	used->layer =
		(struct signal_layer){ .host = { .ops = &signal_ops, .below = used->machine } };
	used->host = recorder_new(&used->layer.host, serials);
	if (!used->host) {
		report_error(out, "--record", ENOMEM, "%s", error_words(ENOMEM));
		return ENOMEM;
	}
	host_interrupt_hold(used->machine, true);
	return 0;
}

static int record_end(struct run_host *used, struct report *out)
{
	int err = recorder_save(used->host, used->record);

	if (err) {
		out->path = NULL;
		report_error(out, "--record", -err, "%s: %s", used->record, save_error_text(err));
	}
	recording_free(used->host);
	report_flush(out);
	host_interrupt_deliver();
	return -err;
}

static int replay_begin(struct run_host *used, struct report *out)
{
	char fault[REPLAY_FAULT_BYTES];
	int err = replay_load(used->machine, used->replay, &used->host, fault);

	if (err)
		report_error(out, "--replay", -err, "%s", fault);
	return -err;
}

static int replay_end(struct run_host *used, struct report *out)
{
	const char *fault = replay_fault(used->host);
	int err = fault ? ENODATA : 0;

	if (err) {
		out->path = NULL;
		report_error(out, "--replay", err, "%s: %s", used->replay, fault);
	}
	recording_free(used->host);
	return err;
}

int run_session(const struct plan *plan, struct host *host, struct report *out)
{
	const struct opt_state *record = plan_option(plan, OPT_RECORD);
	const struct opt_state *replay = plan_option(plan, OPT_REPLAY);
	enum opt_id finder = request_finder(&plan->steps[0].req);
	struct run_host used = { .host = host,
				 .machine = host,
				 .record = record ? record->text : NULL,
				 .replay = replay ? replay->text : NULL };
	struct chosen chosen;
	int result = 0, fault = 0;

	/* --conf and --save-conf check device words themselves */
	if (finder == OPT_COUNT || finder == OPT_LIST)
		result = -device_words_lead(plan, host, out);
	if (!result && record)
		result = record_begin(&used, plan_has(plan, OPT_RECORD_SERIALS), out);
	else if (!result && replay)
		result = replay_begin(&used, out);
	if (result)
		return result_with_lack(result, host, out);

	result = chosen_make(&chosen, plan, used.host, out);
	if (chosen.plan.n)
		result = result_of_both(result, run_kind(&chosen.plan, host, used.host, out));
	else if (!result && plan_has(plan, OPT_LIST)) /* the table without a drive */
		result = run_list(&chosen.plan, used.host != host, used.host, out);
	else if (!result)
		result = fail_watch(out);
	chosen_free(&chosen);

	result = status_of(result);
	if (record)
		fault = record_end(&used, out);
	else if (replay)
		fault = replay_end(&used, out);
	return result_with_lack(result ? result : fault, host, out);
}
