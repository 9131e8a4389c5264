// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One walk over the table of actions: what the request asks of a device, in the fixed order.
 * Settings come first, then the questions that belong to them, whose answers prove them.
 */
#include "action.h"
#include "parts.h"

#include <string.h>

struct walk {
	struct job *job;
	struct outcome *outcome;
	enum stage stage; /* of the action that ran last */
	bool verified;	  /* the settings were read back */
	int asked;	  /* the result of the questions that stand in a row */
	struct set_record sets[OPT_COUNT];
};

void outcome_add(struct outcome *outcome, int err)
{
	if (err >= 0)
		return;
	outcome->ended |= result_ends_run(-err);
	outcome->result = result_of_both(outcome->result, -err);
}

/*
 * Scripts that ask all at once, as -acdgkmur, have 9.65's status: what a device lacks there is made
 * up for by a later question that is answered, if its option is one of those. Sets never are.
 */
static void remember_question(struct walk *w, int err)
{
	const struct job *job = w->job;
	bool strict = job->req->opt[OPT_STRICT].seen;

	if ((option_table[job->id].flags & OPT_RESETS_RESULT) && !strict)
		w->asked = 0;
	if (err < 0)
		w->asked = result_of_both(w->asked, -err);
	w->outcome->ended |= result_ends_run(w->asked);
}

static void end_questions(struct walk *w)
{
	outcome_add(w->outcome, -w->asked);
	w->asked = 0;
}

/* Reads the settings back, once: before the first act, or behind the last question. */
static void verify_sets(struct walk *w)
{
	struct job *job = w->job;

	if (w->verified || !job->dev || job->dev->dry_run || w->outcome->ended)
		return;
	w->verified = true;
	if (w->stage == STAGE_SET)
		device_forget(job->dev);
	outcome_add(w->outcome, sets_verify(job, w->sets));
}

/* A signal came since the drive was changed. */
static bool signal_arrived(const struct job *job)
{
	return job->dev && job->dev->holding && host_interrupted(job->host);
}

/* Signals end the run again; one that came meanwhile is reported, and ends it now. */
static void release_signals(struct walk *w)
{
	struct job *job = w->job;
	int result = w->outcome->result;

	if (signal_arrived(job) && result != RESULT_INTERRUPTED)
		report_error(job->out, NULL, EINTR, "%s: %s",
			     result ? "the run ends here" : "what had begun was finished first",
			     strerror(EINTR));
	if (job->dev && device_release_signals(job->dev))
		outcome_add(w->outcome, -RESULT_INTERRUPTED);
}

static void end_settings(struct walk *w)
{
	end_questions(w);
	verify_sets(w);
	release_signals(w);
}

static bool wanted(const struct action *action, const struct opt_state *opt)
{
	if (!opt->seen)
		return false;
	switch (action->stage) {
	case STAGE_SET:
		/* an act without a value that belongs among the settings, as -Z */
		return opt->set || !option_table[action->opt].value;
	case STAGE_GET:
		return !opt->quiet || opt->listed;
	case STAGE_DO:
		break;
	}
	return true;
}

/*
 * Signals are held from the first change to the answers of the questions that belong to it: a run
 * that is interrupted meanwhile goes no further than that.
 */
static bool may_run(const struct walk *w, const struct action *action)
{
	if (w->outcome->ended)
		return false;
	return !signal_arrived(w->job) ||
	       (action->stage == STAGE_GET && w->sets[action->opt].tried);
}

static void run_action(struct walk *w, const struct action *action)
{
	struct job *job = w->job;
	struct set_record *record = &w->sets[action->opt];
	int err;

	/* What was asked before a setting says nothing about the time after it. */
	if (w->stage == STAGE_SET && action->stage != STAGE_SET && job->dev)
		device_forget(job->dev);
	w->stage = action->stage;
	job->id = action->opt;
	job->opt = &job->req->opt[action->opt];
	job->row = action->row;
	job->proof = UNPROVED;
	job->listed += job->opt->implied;
	if (job->dev)
		device_forget_failure(job->dev);
	err = option_table[job->id].flags & OPT_EXCLUSIVE ? job_exclusive(job) : 0;
	if (!err)
		err = action->run(job);
	if (action->stage == STAGE_GET) {
		remember_question(w, err);
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
		if (!wanted(&table[i], &job->req->opt[table[i].opt]))
			continue;
		if (table[i].stage == STAGE_DO)
			end_settings(&w);
		if (may_run(&w, &table[i]))
			run_action(&w, &table[i]);
	}
	end_settings(&w);
}
