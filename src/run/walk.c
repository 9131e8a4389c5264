// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Walks over the table of actions: the actions of a request, in the fixed order. Settings come
 * first, then the queries that read them back.
 */
#include "conf.h"
#include "device.h"
#include "parts.h"

#include <errno.h>
#include <string.h>

struct walk {
	struct job *job;
	struct outcome *outcome;
	enum stage stage; /* stage of the last action */
	bool verified;	  /* the settings were read back */
	bool sent;	  /* a setting was sent since the IDENTIFY data were read */
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
 * Scripts that ask for several things at once, such as -acdgkmur, get 9.65's status: the failure of
 * a query does not count if a later query whose option has OPT_RESETS_RESULT is answered. The
 * failure of a set always counts.
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

/* Read the settings back, once: before the first act, or after the last query. */
static void verify_sets(struct walk *w)
{
	struct job *job = w->job;

	if (w->verified || !job->dev || job->dev->dry_run || w->outcome->ended)
		return;
	w->verified = true;
	forget_identity(w);
	outcome_add(w->outcome, sets_verify(job, w->sets));
}

/* True if a signal came after the drive was changed. */
static bool signal_arrived(const struct job *job)
{
	return job->dev && job->dev->holding && host_interrupted(job->host);
}

/* Release the signals. One that came meanwhile is reported and ends the run. */
static void release_signals(struct walk *w)
{
	struct job *job = w->job;
	int result = w->outcome->result;

	if (signal_arrived(job) && result != RESULT_INTERRUPTED)
		report_error(job->out, NULL, EINTR, "%s: %s",
			     result ? "the run ends here"
				    : "the current command was completed first",
			     strerror(EINTR));
	if (job->dev && device_release_signals(job->dev))
		outcome_add(w->outcome, -RESULT_INTERRUPTED);
}

static void end_settings(struct walk *w)
{
	outcome_add(w->outcome, -w->asked);
	w->asked = 0;
	verify_sets(w);
	release_signals(w);
}

bool action_wanted(const struct action *action, const struct opt_state *opt)
{
	if (!opt->seen)
		return false;
	switch (action->stage) {
	case STAGE_SET:
		/* an option without a value that sets something, such as -Z */
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

/*
 * True if the drive is known to lack what the act needs of its language. *err: the reported error,
 * also if that cannot be found out.
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
		*err = job_refuse(
			job, usb,
			"cannot find out whether the disk is behind a USB bridge, which may "
			"answer for it: mount sysfs at /sys");
	else
		*err = usb && !job_knows_lack(job) ? job_not_by_bridge(job) : job_lacks(job);
	return true;
}

/*
 * The guards of the option's row are applied only here: no act begins without them. A failure of
 * `check` is reported first, since it does not depend on the use of the drive.
 */
static int run_with_guards(struct job *job, const struct action *action)
{
	int err = job_guard_place(job);

	job->found = 0;
	if (err)
		return err;
	if (action->first && drive_takes_ata(&job->drive)) {
		device_identify_as(job->dev, action->first == FIRST_IDENTIFY ? ATA_REPORT_ALL
									     : ATA_QUIET_MISSING);
		if (action_lacks(job, action, &err))
			return err;
	}
	if (action->check)
		err = action->check(job);
	if (!err)
		err = job_guard_use(job);
	return err ? err : action->run(job);
}

static int run_act(struct job *job, const struct action *action)
{
	int err;

	job->verb = action->tries ? VERB(name) : action->verb;
	if (!job->dev)
		return action->run(job);
	if (action->announce)
		job_say(job, "%s", action->announce);
	return action_lacks(job, action, &err) ? err : run_with_guards(job, action);
}

/*
 * Whether a setting must be sent. A setting of a configuration file that the drive already has, or
 * lacks and may lack, is only reported.
 */
enum need { IS_NEEDED, IS_SO, IS_LACKING };

static enum need need_of(struct job *job, const struct action *action)
{
	struct compared compared = { .lacks = false };
	enum need need;

	if (!job->skips_equal)
		return IS_NEEDED;
	need = act_is_so(job, action, &compared)     ? IS_SO
	       : compared.lacks && job->opt->general ? IS_LACKING
						     : IS_NEEDED;
	if (!job_quiet(job) && need == IS_SO)
		report_line(job->out, " %s is already %s\n", conf_key(action->opt),
			    compared.actual);
	else if (!job_quiet(job) && need == IS_LACKING)
		report_line(job->out, " %s is left out: %s\n", conf_key(action->opt), compared.why);
	return need;
}

/*
 * True if an error, which is reported, is none of the run: a block for drives of a kind has a
 * setting that this one does not have.
 */
static bool lacks_general(struct job *job, const struct action *action, int err)
{
	struct compared compared;

	if (!err || !job->opt->general)
		return false;
	if (err == -EIO && !hung(job)) {
		act_compare(job, action, &compared);
		return compared.lacks;
	}
	return err == -ENOTTY || err == -EOPNOTSUPP;
}

static void run_action(struct walk *w, const struct action *action)
{
	struct job *job = w->job;
	struct set_record *record = &w->sets[action->opt];
	enum need need;
	int err;

	if (record->lacking)
		return;
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
	if (job->dev) {
		device_forget_failure(job->dev);
		job->dev->attempt.unsettled = false;
	}
	need = need_of(job, action);
	record->already |= need == IS_SO;
	w->sent |= need == IS_NEEDED;
	err = need == IS_NEEDED ? run_act(job, action) : 0;
	record->lacking |= need == IS_LACKING || lacks_general(job, action, err);
	if (record->lacking)
		return;
	if (err && job->proof == UNPROVED && job->dev && job->dev->attempt.unsettled)
		job->proof = UNSETTLED;
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
		/* the action that ran lacks only its answer, so it is not listed */
		w.undone[table[i].opt] = hung(job) && !w.ran[table[i].opt];
	}
	end_settings(&w);
	if (hung(job))
		outcome_add(outcome, tell_hang(job->out, job->dev->hang, w.undone));
}
