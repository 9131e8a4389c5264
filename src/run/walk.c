// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One walk over the table of actions: the actions of a request, in the fixed order. Settings come
 * first, then the queries that read them back.
 */
#include "compare.h"
#include "conf.h"
#include "parts.h"

#include <string.h>

struct walk {
	struct job *job;
	struct outcome *outcome;
	enum stage stage; /* of the action that ran last */
	bool verified;	  /* the settings were read back */
	bool sent;	  /* a setting, since the IDENTIFY data were read */
	int asked;	  /* the result of a series of queries */
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

/*
 * Scripts that ask several things at once, as -acdgkmur, get 9.65's status: the failure of a query
 * does not count where a later query is answered whose option has OPT_RESETS_RESULT. The failure of
 * a set always counts.
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

static bool hung(const struct job *job)
{
	return job->dev && device_hung(job->dev);
}

/* IDENTIFY data from before a setting are out of date. */
static void forget_identity(struct walk *w)
{
	if (w->sent && w->stage == STAGE_SET)
		device_forget(w->job->dev);
}

/* Reads the settings back, once: before the first act, or after the last query. */
static void verify_sets(struct walk *w)
{
	struct job *job = w->job;

	if (w->verified || !job->dev || job->dev->dry_run || w->outcome->ended)
		return;
	w->verified = true;
	forget_identity(w);
	outcome_add(w->outcome, sets_verify(job, w->sets));
}

/* Whether a signal came since the drive was changed. */
static bool signal_arrived(const struct job *job)
{
	return job->dev && job->dev->holding && host_interrupted(job->host);
}

/* Releases the signals. One that came meanwhile is reported and ends the run. */
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

bool action_wanted(const struct action *action, const struct opt_state *opt)
{
	if (!opt->seen)
		return false;
	switch (action->stage) {
	case STAGE_SET:
		/* an option without a value that is a setting, as -Z */
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
 * Signals are held from the first change until the queries that read it back are answered. After a
 * signal only these queries still run.
 */
static bool may_run(const struct walk *w, const struct action *action)
{
	if (w->outcome->ended || hung(w->job))
		return false;
	return !signal_arrived(w->job) ||
	       (action->stage == STAGE_GET && w->sets[action->opt].tried);
}

static bool speaks(struct device *dev, unsigned others, const struct disk_language *language)
{
	return (others & language->bit) && !((others & SPEAKS_NOT_USB) && device_is_usb(dev));
}

/* The option for a disk that takes no ATA commands. */
static int run_for_other(struct job *job, const struct action *action,
			 const struct disk_language *language)
{
	job->turns = 0;
	job->asks = true;
	if (speaks(job->dev, action->others, language))
		return action->ask(job);
	/* a set of the same option has told it */
	if (action->stage == STAGE_GET && job->opt->set)
		return 0;
	return job_refuse_language(job, action->stage == STAGE_GET);
}

/*
 * ATA comes first. A disk that turns out to speak another language is asked in that one; what only
 * the block layer answers fails as ATA's commands do where it does not answer, either.
 */
static int run_act(struct job *job, const struct action *action)
{
	const struct disk_language *language;
	int err;

	job->turned = job->asks = job->announced = false;
	job->turns = 0;
	if (!job->dev || (action->others && !action->ask))
		return action->run(job);
	language = device_language(job->dev);
	job->turns = SPEAKS_NVME | SPEAKS_SCSI | action->others;
	if (language && (job->turns & language->bit))
		return run_for_other(job, action, language);
	err = action->run(job);
	if (!job->turned)
		return err;
	return run_for_other(job, action, device_language(job->dev));
}

/* A setting of a configuration file that is so already; it is told, and not sent. */
static bool is_so(struct job *job, const struct action *action)
{
	struct compared compared;

	if (SMALL_BUILD || !job->skips_equal || !act_is_so(job, action, &compared))
		return false;
	if (!job_quiet(job))
		report_line(job->out, " %s is already %s\n", conf_key(action->opt),
			    compared.actual);
	return true;
}

static void run_action(struct walk *w, const struct action *action)
{
	struct job *job = w->job;
	struct set_record *record = &w->sets[action->opt];
	bool so;
	int err;

	if (action->stage != STAGE_SET && job->dev)
		forget_identity(w);
	w->stage = action->stage;
	w->ran[action->opt] = true;
	job->id = action->opt;
	job->opt = &job->req->opt[action->opt];
	job->row = action->row;
	job->proof = UNPROVED;
	job->listed += job->opt->implied;
	if (job->dev)
		device_forget_failure(job->dev);
	so = is_so(job, action);
	record->already |= so;
	w->sent |= !so;
	err = option_table[job->id].flags & OPT_EXCLUSIVE ? job_exclusive(job) : 0;
	if (!err && !so)
		err = run_act(job, action);
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
		if (!action_wanted(&table[i], &job->req->opt[table[i].opt]))
			continue;
		if (table[i].stage == STAGE_DO)
			end_settings(&w);
		if (may_run(&w, &table[i]))
			run_action(&w, &table[i]);
		/* what ran lacks no more than its answer */
		w.undone[table[i].opt] = hung(job) && !w.ran[table[i].opt];
	}
	end_settings(&w);
	if (hung(job))
		outcome_add(outcome, tell_hang(job->out, job->dev->hang, w.undone));
}
