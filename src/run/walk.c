// SPDX-License-Identifier: GPL-2.0-or-later
/* Walks over the table of actions: run, compare (--check), write (--save-conf). */
#include "conf.h"
#include "device.h"
#include "parts.h"
#include "options.h"

#include <errno.h>
#include <string.h>

struct walk {
	struct job *job;
	struct outcome *outcome;
	enum stage stage; /* stage of the latest action; STAGE_SET before the first */
	bool verified;
	bool sent; /* at least one action was needed */
	/* result of queries, not yet added to the outcome: 0, positive errno or RESULT_* */
	int asked;
	struct set_record sets[OPT_COUNT];
	bool ran[OPT_COUNT], undone[OPT_COUNT];
};

void outcome_add(struct outcome *outcome, int err)
{
	if (err >= 0)
		return;
	outcome->ended |= result_ends_run(-err);
	outcome->result = result_of_both(outcome->result, -err);
}

static bool drive_hung(const struct job *job)
{
	return job->dev && device_hung(job->dev);
}

/* After a setting, forget the IDENTIFY data, which the setting may have changed. */
static void forget_identity(struct walk *w)
{
	if (w->sent && w->stage == STAGE_SET)
		device_forget(w->job->dev);
}

static bool signal_arrived(const struct job *job)
{
	return job->dev && job->dev->holding && host_interrupted();
}

static void release_signals(struct walk *w)
{
	struct job *job = w->job;
	int result = w->outcome->result;

	if (!job->dev || !device_release_signals(job->dev))
		return;
	if (result != RESULT_INTERRUPTED)
		report_error(job->out, NULL, EINTR, "interrupted; %s",
			     result ? "the run ends here"
				    : "the current command was completed first");
	outcome_add(w->outcome, -RESULT_INTERRUPTED);
}

static void end_settings(struct walk *w)
{
	struct job *job = w->job;

	outcome_add(w->outcome, -w->asked);
	w->asked = 0;
	if (!w->verified && job->dev && !job->dev->dry_run && !w->outcome->ended) {
		w->verified = true;
		forget_identity(w);
		outcome_add(w->outcome, sets_verify(job, w->sets));
	}
	release_signals(w);
}

/* True if an option that was given makes the action due. */
static bool action_wanted(const struct action *action, const struct opt_state *opt)
{
	switch (action->stage) {
	case STAGE_SET:
		/* an option such as -Z sets something without a value */
		return opt->set || !option_table[action->opt].value ||
		       (option_table[action->opt].flags & OPT_MAY_LACK_VALUE);
	case STAGE_GET:
		return !opt->quiet || opt->listed;
	case STAGE_DO:
		break;
	}
	return true;
}

/*
 * True if the action must not be tried: the drive's language lacks the verb (drive.h), or a USB
 * bridge may answer for the drive. *err: the result.
 */
static bool action_lacks(struct job *job, const struct action *action, int *err)
{
	int usb;

	if (action->tries)
		return false;
	usb = action->not_usb ? drive_bridge_answers(&job->drive) : 0;
	if (!usb && !job_knows_lack(job))
		return false;
	if (usb < 0)
		*err = job_refuse(job, usb,
				  "cannot find out whether the disk is behind a USB bridge, "
				  "which may answer for it: mount sysfs at /sys");
	else
		*err = usb && !job_knows_lack(job) ? job_not_by_bridge(job) : job_lacks(job);
	return true;
}

/*
 * Return true if the action may run, after the questions and checks that come first. Else *err is
 * the result.
 */
static bool action_may_run(struct job *job, const struct action *action, int *err)
{
	*err = 0;
	job->needs = action->tries ? NEEDS_NOTHING : action->needs;
	if (!job->dev)
		return true;
	if (action->announce)
		job_say(job, "%s", action->announce);
	job->found = 0;
	*err = job_guard_place(job);
	if (*err)
		return false;
	if (!action->early)
		device_settle(job->dev);
	if (action_lacks(job, action, err))
		return false;
	device_forget_failure(job->dev);
	if (action->check)
		*err = action->check(job);
	if (!*err)
		*err = job_guard_use(job);
	return !*err;
}

static void print_left_out(struct job *job, const char *why)
{
	if (!job_quiet(job))
		report_line(job->out, " %s is left out: %s\n", conf_key(job->id), why);
}

/*
 * False if the requested value is already set; or if there is no such setting or value, in a block
 * for a kind of disks (opt_state.general).
 */
static bool action_is_needed(struct walk *w, const struct action *action)
{
	struct job *job = w->job;
	struct set_record *record = &w->sets[action->opt];
	struct compared compared = { .lacks = false };

	if (job->skips_equal && act_is_so(job, action, &compared)) {
		record->already = true;
		if (!job_quiet(job))
			report_line(job->out, " %s is already %s\n", conf_key(action->opt),
				    compared.actual);
		act_note(job, &compared);
		return false;
	}
	if (compared.lacks && job->opt->general) {
		record->lacking = true;
		print_left_out(job, compared.why);
		return false;
	}
	w->sent = true;
	return true;
}

/* After a held signal, run only a query that reads back a setting that was tried. */
static bool action_may_begin(const struct walk *w, const struct action *action)
{
	const struct set_record *record = &w->sets[action->opt];

	return !w->outcome->ended && !record->lacking && !drive_hung(w->job) &&
	       (!signal_arrived(w->job) || (action->stage == STAGE_GET && record->tried));
}

static void begin_action(struct walk *w, const struct action *action)
{
	struct job *job = w->job;

	if (action->stage != STAGE_SET && job->dev)
		forget_identity(w);
	w->stage = action->stage;
	w->ran[action->opt] = true;
	job->id = action->opt;
	job->opt = &job->req->opt[action->opt];
	job->row = action->row;
	job->queries = action->stage == STAGE_GET;
	job->proof = UNPROVED;
	job->listed += job->opt->implied;
	drive_forget_failure(&job->drive);
	if (job->dev) {
		device_forget_failure(job->dev);
		job->dev->attempt.unsettled = false;
	}
}

/*
 * Add the result. An action that failed because there is no such setting is no failure in a block
 * for a kind of disks (opt_state.general).
 */
static void end_action(struct walk *w, const struct action *action, int err)
{
	struct job *job = w->job;
	struct set_record *record = &w->sets[action->opt];
	char why[REPORT_ERROR_BYTES];

	if (err && job->held.err && act_lacks(job, action, err, why)) {
		record->lacking = true;
		print_left_out(job, why);
	} else {
		job_report_held(job);
	}
	job->held.err = 0;
	if (record->lacking)
		return;
	if (err && job->proof == UNPROVED && job->dev && job->dev->attempt.unsettled)
		job->proof = UNSETTLED;
	if (action->stage == STAGE_GET) {
		/* as in hdparm 9.65, this query drops the failures of earlier queries */
		if ((option_table[job->id].flags & OPT_RESETS_RESULT) &&
		    !job->req->opt[OPT_STRICT].seen)
			w->asked = 0;
		if (err < 0)
			w->asked = result_of_both(w->asked, -err);
		w->outcome->ended |= result_ends_run(w->asked);
		return;
	}
	outcome_add(w->outcome, err);
	if (action->stage == STAGE_DO) {
		release_signals(w);
		return;
	}
	record->tried = true;
	record->err = err;
	record->proof = job->proof;
}

void run_actions(struct job *job, struct outcome *outcome)
{
	struct walk w = { .job = job, .outcome = outcome, .stage = STAGE_SET };
	const struct action *table = job->dev ? action_table : deviceless_table;
	size_t count = job->dev ? action_count : deviceless_count;

	if (job->dev && !job->dev->dry_run)
		sets_prepare(job, w.sets);
	for (size_t i = 0; i < count && !outcome->ended; i++) {
		const struct action *action = &table[i];
		const struct opt_state *opt = &job->req->opt[action->opt];
		int err = 0;

		if (!opt->seen || !action_wanted(action, opt))
			continue;
		if (action->stage == STAGE_DO)
			end_settings(&w);
		if (action_may_begin(&w, action)) {
			begin_action(&w, action);
			if (action_is_needed(&w, action)) {
				/* end_action() reports what is held */
				job->holds = opt->general && action->stage != STAGE_GET;
				if (action_may_run(job, action, &err))
					err = action->run(job);
				job->holds = false;
			}
			end_action(&w, action, err);
		}
		w.undone[action->opt] = drive_hung(job) && !w.ran[action->opt];
	}
	end_settings(&w);
	if (drive_hung(job))
		outcome_add(outcome, report_hang(job->out, job->req, job->dev->hang, w.undone));
}

static const char *const result_names[] = {
	[COMPARED_SAME] = "same",
	[COMPARED_DIFFERENT] = "different",
	[COMPARED_UNKNOWABLE] = "unknowable",
};

static bool may_lack(const struct job *job, const struct compared *c)
{
	return c->lacks && job->opt->general;
}

static void show_compared(const struct job *job, const struct compared *c, bool asleep)
{
	const char *result = may_lack(job, c) ? "lacking" : result_names[c->result];
	const char *key = conf_key(job->id), *cause = "failed";
	struct report *out = job->out;
	char name[OPTION_NAME_BYTES];

	report_line(out, "%s: %s: %s: ", out->path, key, result);
	if (c->result == COMPARED_SAME)
		report_line(out, "%s\n", c->actual);
	else if (*c->why)
		report_line(out, "%s; the file says %s\n", c->why, c->wanted);
	else
		report_line(out, "is %s; the file says %s\n", c->actual, c->wanted);

	report_array_begin(out, "checks");
	report_section_begin(out, "check");
	report_string(out, "key", key, NO_TEXT);
	report_string(out, "option", option_name(job->id, name), NO_TEXT);
	report_string(out, "wanted", c->wanted, NO_TEXT);
	if (*c->actual)
		report_string(out, "actual", c->actual, NO_TEXT);
	else
		report_null(out, "actual", NO_TEXT);
	report_string(out, "result", result, NO_TEXT);
	if (*c->why) {
		if (asleep)
			cause = "asleep";
		else if (c->lacks)
			cause = "no_such_setting";
		else if (device_hung(job->dev))
			cause = "no_answer";
		else if (!c->err)
			cause = "not_told";
		else if (c->err == -EPERM || c->err == -EACCES)
			cause = "not_permitted";
		report_string(out, "cause", cause, NO_TEXT);
		report_string(out, "reason", c->why, NO_TEXT);
	}
	report_section_end(out);
	report_section_end(out);
}

static void end_questions(struct job *job, struct outcome *outcome, const bool undone[OPT_COUNT])
{
	if (device_hung(job->dev))
		outcome_add(outcome, report_hang(job->out, job->req, job->dev->hang, undone));
	if (device_release_signals(job->dev))
		outcome_add(outcome, -RESULT_INTERRUPTED);
}

void run_check(struct job *job, struct outcome *outcome, bool asleep)
{
	bool undone[OPT_COUNT] = { false };

	job->drive.only_asked = true;
	for (size_t i = 0; i < action_count; i++) {
		const struct action *action = &action_table[i];
		const struct opt_state *opt = &job->req->opt[action->opt];
		struct compared c;

		if (action->stage == STAGE_GET || !opt->seen || !action_wanted(action, opt))
			continue;
		/* an act in a command line of hdparm.conf has no value to compare */
		if (action->stage == STAGE_DO && !job->req->from_block)
			continue;
		if (asleep)
			act_unasked(job, action, "asleep", &c);
		else
			act_compare(job, action, &c);
		show_compared(job, &c, asleep);
		if (may_lack(job, &c))
			continue;
		if (c.result == COMPARED_DIFFERENT && *c.helps)
			job_note(job,
				 "Extended Power Conditions are on, and the drive may ignore -S: "
				 "%s sets standby_z",
				 c.helps);
		if (c.result == COMPARED_DIFFERENT ||
		    (c.result == COMPARED_UNKNOWABLE && job->req->opt[OPT_STRICT].seen))
			outcome_add(outcome, -RESULT_DIFFERENT);
		else if (c.result == COMPARED_UNKNOWABLE)
			outcome_add(outcome, -RESULT_UNKNOWABLE);
		undone[action->opt] = drive_hung(job);
	}
	if (job->dev)
		end_questions(job, outcome, undone);
}

/* The settings of a drive for hdparm.conf: all are read before the first is printed. */
struct saved {
	struct compared now[OPT_COUNT];
	bool kept[OPT_COUNT]; /* the option has a line in the file */
};

/* Return 0, or -errno if a query failed without an answer. Nothing is printed. */
static int read_settings(struct job *job, struct saved *saved, bool undone[OPT_COUNT])
{
	int err = 0;

	for (size_t i = 0; i < action_count; i++) {
		const struct action *action = &action_table[i];
		struct compared *c = &saved->now[action->opt];

		if (action->stage != STAGE_SET || !conf_key_saved(action->opt))
			continue;
		if (act_is_read(action, saved->now)) {
			act_compare(job, action, c);
			saved->kept[action->opt] = act_is_kept(job, c);
			err = err ? err : c->err;
		}
		undone[action->opt] = device_hung(job->dev);
	}
	return err;
}

static void print_setting(struct report *out, enum opt_id id, const struct compared *c)
{
	const struct option_def *def = &option_table[id];
	struct opt_state parsed = { .set = true };
	const char *key = conf_key(id);

	if (c->result == COMPARED_UNKNOWABLE)
		report_null(out, key, "\t# %s: %s\n", key, c->why);
	else if (def->value && def->value->parse(def, c->actual, &parsed))
		/* the option cannot set this value */
		report_null(out, key, "\t# %s: no value stands for its %s\n", key, c->actual);
	else
		report_string(out, key, c->actual, "\t%s = %s\n", key, c->actual);
}

static void print_settings(struct report *out, const char *selector, const struct saved *saved)
{
	report_section_begin(out, "settings");
	report_line(out, "%s {\n", selector);
	for (size_t i = 0; i < action_count; i++) {
		const struct action *action = &action_table[i];

		if (action->stage == STAGE_SET && saved->kept[action->opt])
			print_setting(out, action->opt, &saved->now[action->opt]);
	}
	report_line(out, "}\n");
	report_section_end(out);
}

void run_save(struct job *job, struct outcome *outcome, const char *selector, bool asleep)
{
	struct saved saved = { .kept = { false } };
	bool undone[OPT_COUNT] = { false };
	struct report *out = job->out;
	const char *note = "";
	int err = 0;

	if (asleep)
		note = ": asleep, and not asked";
	else if (selector[0] == '/')
		note = ": it has no other name that lasts";
	job->drive.only_asked = true;
	if (!asleep)
		err = read_settings(job, &saved, undone);
	report_section_begin(out, "saved");
	report_string(out, "selector", selector, NO_TEXT);
	report_bool(out, "asleep", asleep, NO_TEXT);
	report_line(out, "# %s%s\n", out->path, note);
	if (!asleep)
		print_settings(out, selector, &saved);
	report_section_end(out);
	job->id = OPT_SAVE_CONF;
	if (err)
		outcome_add(outcome, job_fail(job, err, "not all settings could be asked for"));
	if (!asleep)
		end_questions(job, outcome, undone);
}
