// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * --conf --check: a line for each setting, with the drive, the key, and whether the drive has the
 * value in the file. --save-conf: the drive's settings in the form of the file.
 */
#include "conf.h"
#include "options.h"
#include "parts.h"

#include <errno.h>
#include <string.h>

static const char *const result_names[] = {
	[COMPARED_SAME] = "same",
	[COMPARED_DIFFERENT] = "different",
	[COMPARED_UNKNOWABLE] = "unknowable",
};

/* True if the drive lacks the setting and may lack it: its block does not name a drive. */
static bool may_lack(const struct job *job, const struct compared *c)
{
	return c->lacks && job->opt->general;
}

static const char *result_name(const struct job *job, const struct compared *c)
{
	return may_lack(job, c) ? "lacking" : result_names[c->result];
}

/* "is 128, the file says 254", for a terminal, for mail, and for grep. */
static void show_compared_line(const struct job *job, const struct compared *c)
{
	struct report *out = job->out;

	report_line(out, "%s: %s: %s: ", out->path, conf_key(job->id), result_name(job, c));
	if (c->result == COMPARED_SAME)
		report_line(out, "%s\n", c->actual);
	else if (*c->why)
		report_line(out, "%s; the file says %s\n", c->why, c->wanted);
	else
		report_line(out, "is %s; the file says %s\n", c->actual, c->wanted);
}

static void put_text(struct report *out, const char *key, const char *text)
{
	if (*text)
		report_string(out, key, text, NO_TEXT);
	else
		report_null(out, key, NO_TEXT);
}

/* Why it is not known, or has no value, in a word for programs. */
static const char *cause_of_difference(const struct job *job, const struct compared *c, bool asleep)
{
	if (asleep)
		return "asleep";
	if (c->lacks)
		return "no_such_setting";
	if (device_hung(job->dev))
		return "no_answer";
	return !c->err				       ? "not_told"
	       : c->err == -EPERM || c->err == -EACCES ? "not_permitted"
						       : "failed";
}

static void show_compared(const struct job *job, const struct compared *c, bool asleep)
{
	struct report *out = job->out;
	char name[OPTION_NAME_BYTES];

	show_compared_line(job, c);
	report_array_begin(out, "checks");
	report_section_begin(out, "check");
	report_string(out, "key", conf_key(job->id), NO_TEXT);
	report_string(out, "option", option_name(job->id, name), NO_TEXT);
	report_string(out, "wanted", c->wanted, NO_TEXT);
	put_text(out, "actual", c->actual);
	report_string(out, "result", result_name(job, c), NO_TEXT);
	if (*c->why) {
		report_string(out, "cause", cause_of_difference(job, c, asleep), NO_TEXT);
		report_string(out, "reason", c->why, NO_TEXT);
	}
	report_section_end(out);
	report_section_end(out);
}

/* True if the row sets or does something that the file asks for. */
static bool is_checked(const struct job *job, const struct action *action)
{
	const struct opt_state *opt = &job->req->opt[action->opt];

	if (action->stage == STAGE_GET || !action_wanted(action, opt))
		return false;
	/* a question on a command line of the file asks for nothing that could be compared */
	return action->stage == STAGE_SET || job->req->from_block;
}

/* Questions of SCT hold the signals, like every command that writes to a log. */
static void release_questions(struct job *job, struct outcome *outcome,
			      const bool undone[OPT_COUNT])
{
	if (device_hung(job->dev))
		outcome_add(outcome, tell_hang(job->out, job->dev->hang, undone));
	if (device_release_signals(job->dev))
		outcome_add(outcome, -RESULT_INTERRUPTED);
}

void run_check(struct job *job, struct outcome *outcome, bool asleep)
{
	bool undone[OPT_COUNT] = { false };

	job->drive.only_asked = true;
	for (size_t i = 0; i < action_count; i++) {
		struct compared c;

		if (!is_checked(job, &action_table[i]))
			continue;
		if (asleep)
			act_unasked(job, &action_table[i], "asleep", &c);
		else
			act_compare(job, &action_table[i], &c);
		show_compared(job, &c, asleep);
		if (may_lack(job, &c))
			continue;
		if (c.result == COMPARED_DIFFERENT ||
		    (c.result == COMPARED_UNKNOWABLE && job->req->opt[OPT_STRICT].seen))
			outcome_add(outcome, -RESULT_DIFFERENT);
		else if (c.result == COMPARED_UNKNOWABLE)
			outcome_add(outcome, -RESULT_UNKNOWABLE);
		undone[action_table[i].opt] = job->dev && device_hung(job->dev);
	}
	if (job->dev)
		release_questions(job, outcome, undone);
}

/* False for a value that no option can set, such as a recovery time of 7.001 s. */
static bool can_be_asked_for(enum opt_id id, const char *text)
{
	const struct option_def *def = &option_table[id];
	struct opt_state own = { .set = true };

	return !def->value || !def->value->parse(def, text, &own);
}

/* The value as one word of the file. */
static void save_value(const struct job *job, const struct compared *c)
{
	struct report *out = job->out;

	if (c->result != COMPARED_UNKNOWABLE && !can_be_asked_for(job->id, c->actual))
		report_null(out, conf_key(job->id), "\t# %s: no value stands for its %s\n",
			    conf_key(job->id), c->actual);
	else if (c->result != COMPARED_UNKNOWABLE)
		report_string(out, conf_key(job->id), c->actual, "\t%s = %s\n", conf_key(job->id),
			      c->actual);
	else
		report_null(out, conf_key(job->id), "\t# %s: %s\n", conf_key(job->id), c->why);
}

/*
 * True if the kernel chooses how to discard, so the file needs no line for it. The exception is a
 * USB disk with discards enabled, mostly by hand.
 */
static bool is_own_choice(struct job *job, const struct compared *c)
{
	return job->id == OPT_PROVISIONING &&
	       (!device_is_usb(job->dev) || !strcmp(c->actual, "full") ||
		!strcmp(c->actual, "disabled"));
}

/*
 * While Extended Power Conditions are off their timers have no effect, and most drives refuse to
 * set them.
 */
static bool save_setting(struct job *job, const struct action *action, bool epc, int *err)
{
	bool timer = action->opt >= OPT_EPC_IDLE_A && action->opt <= OPT_EPC_STANDBY_Z;
	struct compared c;

	if (timer && !epc)
		return false;
	act_compare(job, action, &c);
	if (!c.lacks && !is_own_choice(job, &c))
		save_value(job, &c);
	if (!*err)
		*err = c.err;
	return !strcmp(c.actual, "on");
}

/* 0, or -errno, reported: a setting could not be asked for. */
static int save_settings(struct job *job, bool undone[OPT_COUNT])
{
	bool epc = false;
	int err = 0;

	for (size_t i = 0; i < action_count; i++) {
		const struct action *action = &action_table[i];

		if (action->stage != STAGE_SET || !conf_key_saved(action->opt))
			continue;
		if (action->opt == OPT_EPC)
			epc = save_setting(job, action, epc, &err);
		else
			save_setting(job, action, epc, &err);
		undone[action->opt] = device_hung(job->dev);
	}
	job->id = OPT_SAVE_CONF;
	return err ? job_fail(job, err, "not all settings could be asked for") : 0;
}

void run_save(struct job *job, struct outcome *outcome, const char *selector, bool asleep)
{
	bool undone[OPT_COUNT] = { false };
	struct report *out = job->out;

	job->drive.only_asked = true;
	report_section_begin(out, "saved");
	report_string(out, "selector", selector, NO_TEXT);
	report_bool(out, "asleep", asleep, NO_TEXT);
	report_line(out, "# %s%s\n", out->path,
		    asleep		 ? ": asleep, and not asked"
		    : selector[0] == '/' ? ": it has no other name that lasts"
					 : "");
	if (!asleep) {
		report_section_begin(out, "settings");
		report_line(out, "%s {\n", selector);
		outcome_add(outcome, save_settings(job, undone));
		report_line(out, "}\n");
		report_section_end(out);
	}
	report_section_end(out);
	if (!asleep)
		release_questions(job, outcome, undone);
}
