// SPDX-License-Identifier: GPL-2.0-or-later
/* Walks the action table for every step of the plan; the first failure is the exit status. */
#include "acts.h"
#include "block.h"
#include "power.h"
#include "run.h"
#include "trace.h"
#include "unopened.h"
#include "unsent.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

struct run {
	const struct plan *plan;
	struct host *host;
	struct report *out;
	int result; /* so far, see status.h */
	int asked;  /* the result of the device's questions that stand in a row */
	bool ended; /* nothing more is done */
	struct dry_run dry;
};

/* The machine that this step may see. */
static struct host *host_for(struct run *run, const struct step *step)
{
	if (!step->req.opt[OPT_DRY_RUN].seen)
		return run->host;
	dry_run_init(&run->dry, run->host, tell_unsent, run->out);
	return &run->dry.layer.host;
}

/* What an act returned, or -RESULT_*. */
static void remember(struct run *run, int err)
{
	if (err >= 0)
		return;
	run->ended |= result_ends_run(-err);
	run->result = result_of_both(run->result, -err);
}

/*
 * Scripts that ask all at once, as -acdgkmur, have 9.65's status: what a device lacks there is made
 * up for by a later question that is answered, if its option is one of those. Sets never are.
 */
static void remember_question(struct run *run, const struct job *job, int err)
{
	bool strict = job->req->opt[OPT_STRICT].seen;

	if ((option_table[job->id].flags & OPT_RESETS_RESULT) && !strict)
		run->asked = 0;
	if (err < 0)
		run->asked = result_of_both(run->asked, -err);
	run->ended |= result_ends_run(run->asked);
}

static void end_questions(struct run *run)
{
	remember(run, -run->asked);
	run->asked = 0;
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

/* Behind the last set, and the queries that come with it: did they take hold? */
static void prove(struct run *run, struct job *job, enum stage stage, const struct set_record *sets)
{
	if (!job->dev || job->dev->dry_run || run->ended)
		return;
	if (stage == STAGE_SET)
		device_forget(job->dev);
	remember(run, sets_verify(job, sets));
}

/* A signal came since the drive was changed. */
static bool called_off(const struct job *job)
{
	return job->dev && job->dev->holding && host_interrupted(job->host);
}

/* It ends the run, but not in silence. */
static void settle(struct run *run, struct job *job)
{
	if (called_off(job) && run->result != RESULT_INTERRUPTED)
		report_error(job->out, NULL, EINTR, "%s: %s",
			     run->result ? "the run ends here"
					 : "what had begun was finished first",
			     strerror(EINTR));
	if (job->dev && device_let_go(job->dev))
		remember(run, -RESULT_INTERRUPTED);
}

/*
 * Signals are held from the first change to the answers of the queries that belong to it: what was
 * called off goes no further than that.
 */
static bool allowed(struct run *run, struct job *job, const struct action *action,
		    const struct set_record *sets)
{
	if (action->stage == STAGE_DO)
		settle(run, job);
	else if (called_off(job) && !(action->stage == STAGE_GET && sets[action->opt].tried))
		return false;
	return !run->ended;
}

static void run_actions(struct run *run, struct job *job)
{
	struct set_record sets[OPT_COUNT] = { { .tried = false } };
	const struct action *table = job->dev ? action_table : deviceless_table;
	size_t count = job->dev ? action_count : deviceless_count;
	enum stage stage = STAGE_SET;

	if (job->dev && !job->dev->dry_run)
		sets_prepare(job, sets);
	for (size_t i = 0; i < count && !run->ended; i++) {
		const struct action *action = &table[i];
		const struct opt_state *opt = &job->req->opt[action->opt];
		int err;

		if (!wanted(action, opt))
			continue;
		if (action->stage == STAGE_DO)
			end_questions(run);
		if (action->stage == STAGE_DO && stage != STAGE_DO)
			prove(run, job, stage, sets);
		if (!allowed(run, job, action, sets))
			continue;
		/* What was asked before a setting says nothing about the time after it. */
		if (stage == STAGE_SET && action->stage != STAGE_SET && job->dev)
			device_forget(job->dev);
		stage = action->stage;
		job->id = action->opt;
		job->opt = opt;
		job->row = action->row;
		job->proof = UNPROVED;
		report_explain(job->out, "");
		job->listed += opt->implied;
		err = action->run(job);
		if (stage == STAGE_GET)
			remember_question(run, job, err);
		else
			remember(run, err);
		if (stage == STAGE_SET)
			sets[action->opt] = (struct set_record){ true, err, job->proof,
								 sets[action->opt].has_before,
								 sets[action->opt].before };
		if (stage == STAGE_DO)
			settle(run, job);
	}
	end_questions(run);
	if (stage != STAGE_DO)
		prove(run, job, stage, sets);
	settle(run, job);
}

static int open_flags(const struct request *req)
{
	int flags = O_RDONLY;

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (req->opt[id].seen && (option_table[id].flags & OPT_RDWR))
			flags = O_RDWR;
	}
	if (req->opt[OPT_DIRECT].seen)
		flags |= O_DIRECT;
	return flags;
}

/* -C and nothing else: the one question that a suspended device needs not be opened for. */
static bool only_power_mode(const struct request *req)
{
	bool asked = false;

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (!req->opt[id].seen || option_table[id].kind == OPT_KIND_MODIFIER)
			continue;
		if (id != OPT_POWER_MODE)
			return false;
		asked = true;
	}
	return asked;
}

/* --if-awake: says that the device was left alone. */
static void skip(struct run *run, const struct step *step, const struct power_state *state)
{
	struct report *out = run->out;

	report_device_begin(out, step->path, !step->req.no_heading);
	report_section_begin(out, "skipped");
	if (step->req.no_heading)
		report_string(out, "power_condition", state->condition, NO_TEXT);
	else
		report_string(out, "power_condition", state->condition,
			      " skipped: the drive is in standby (%s)\n", state->condition);
	report_section_end(out);
	report_device_end(out);
	if (step->req.opt[OPT_IF_AWAKE].value)
		remember(run, -RESULT_SKIPPED - (int)step->req.opt[OPT_IF_AWAKE].value);
}

/* The listing is silent about what a drive lacks, but not where there is no drive at all. */
static int judge_listing(struct job *job)
{
	struct stat st;

	if (!job->listed || job->unanswered < job->listed ||
	    host_fstat(job->host, job->dev->fd, &st) || S_ISBLK(st.st_mode))
		return 0;
	report_error(job->out, NULL, ENOTTY, "%s, which has none of a drive's settings%s",
		     S_ISDIR(st.st_mode)    ? "a directory"
		     : S_ISREG(st.st_mode)  ? "a regular file"
		     : S_ISFIFO(st.st_mode) ? "a FIFO"
					    : "a character device",
		     S_ISREG(st.st_mode) ? "; -t and -T time how fast it is read"
					 : "; name the drive itself, as /dev/sda");
	return -ENOTTY;
}

static void run_opened(struct run *run, const struct step *step, struct device *dev)
{
	struct job job = { .host = dev->host, .dev = dev, .req = &step->req, .out = run->out };

	trace_attach(dev, run->out, step->req.opt[OPT_VERBOSE].seen);
	report_device_begin(run->out, step->path, !step->req.no_heading);
	run_actions(run, &job);
	remember(run, judge_listing(&job));
	report_device_end(run->out);
}

static void run_suspended(struct run *run, const struct step *step, struct host *host)
{
	struct job job = { .host = host, .req = &step->req, .out = run->out };

	report_device_begin(run->out, step->path, !step->req.no_heading);
	run_actions(run, &job);
	report_device_end(run->out);
}

static void refuse_path(struct run *run, int err)
{
	report_error(run->out, "--transport", -err,
		     "to a CD or DVD drive this form is another command, which may blank its disc: "
		     "use sat16, or leave the option out");
	remember(run, err);
}

static void run_device(struct run *run, const struct step *step)
{
	const struct opt_state *opt = step->req.opt;
	struct host *host = host_for(run, step);
	bool alone = only_power_mode(&step->req);
	struct power_state state = power_suspended();
	struct device dev;
	int err;

	if ((alone || opt[OPT_IF_AWAKE].seen) && path_suspended(host, step->path)) {
		if (opt[OPT_IF_AWAKE].seen)
			skip(run, step, &state);
		else
			run_suspended(run, step, host);
		return;
	}
	err = device_open(&dev, host, step->path, open_flags(&step->req));
	if (err) {
		tell_unopened(&(struct unopened){ run->plan, step, err, "" }, host, run->out);
		remember(run, err);
		return;
	}
	run->out->path = step->path;
	if (step->chosen && !block_is_still(&dev, step->chosen)) {
		report_error(run->out, NULL, ENODEV,
			     "another device has this name since the configuration file was read; "
			     "nothing was sent to it");
		remember(run, -ENODEV);
		device_close(&dev);
		return;
	}
	dev.dry_run = opt[OPT_DRY_RUN].seen;
	dev.prefer_ata12 = opt[OPT_PREFER_ATA12].seen;
	run->dry.legacy_ide = dev.kind == DEVICE_LEGACY_IDE;
	err = device_force_path(&dev, (enum ata_path)opt[OPT_TRANSPORT].value);
	/* Of a device's mode: what cannot be known is no reason to leave the device alone. */
	if (err)
		refuse_path(run, err);
	else if (opt[OPT_IF_AWAKE].seen && device_power(&dev, &state) && state.asleep)
		skip(run, step, &state);
	else
		run_opened(run, step, &dev);
	device_close(&dev);
}

bool carries_consent(const struct step *step)
{
	return step->req.opt[OPT_CONSENT_YES].seen || step->req.opt[OPT_CONSENT_DESTROY].seen;
}

/* Passwords stand line by line: where a device did not take its own, the next would get it. */
static bool reads_password(const struct step *step)
{
	const struct opt_state *file = &step->req.opt[OPT_SECURITY_PASSWORD_FILE];

	return step->req.opt[OPT_SECURITY_PROMPT].seen || (file->seen && !strcmp(file->text, "-"));
}

int run_plan(const struct plan *plan, struct host *host, struct report *out)
{
	struct run run = { .plan = plan, .host = host, .out = out };
	int err = devices_open(plan, host, out);

	if (err)
		return -err;
	for (size_t i = 0; i < plan->n && !run.ended; i++) {
		const struct step *step = &plan->steps[i];

		if (result_failed(run.result) && (carries_consent(step) || reads_password(step)))
			break;
		out->verbose = step->req.opt[OPT_VERBOSE].seen;
		if (step->path) {
			run_device(&run, step);
		} else {
			struct job job = { .host = host_for(&run, step),
					   .req = &step->req,
					   .out = out };

			run_actions(&run, &job);
		}
	}
	return run.result;
}
