// SPDX-License-Identifier: GPL-2.0-or-later
/* Comparison of a drive's settings with requested values. */
#include "action.h"
#include "acts.h"
#include "block.h"
#include "device.h"
#include "drive.h"
#include "identify.h"
#include "options.h"
#include "text.h"
#include "units.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static __attribute__((format(printf, 2, 3))) void put(char text[COMPARED_TEXT_BYTES],
						      const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, COMPARED_TEXT_BYTES, fmt, args);
	va_end(args);
}

static __attribute__((format(printf, 2, 3))) void add(char text[COMPARED_TEXT_BYTES],
						      const char *fmt, ...)
{
	size_t n = strlen(text);
	va_list args;

	va_start(args, fmt);
	vsnprintf(text + n, COMPARED_TEXT_BYTES - n, fmt, args);
	va_end(args);
}

static void put_value(const struct setting_def *row, enum opt_id id, uint64_t value,
		      char text[COMPARED_TEXT_BYTES])
{
	const struct option_def *def = &option_table[id];

	if (row->write)
		row->write(value, text);
	else if (def->max == 1 || !def->value)
		put(text, "%s", on_off(value));
	else
		put(text, "%" PRIu64, value);
}

/* True if the option is no setting: do not show the option's value, which may be a password. */
static bool is_act(enum opt_id id)
{
	return option_table[id].kind != OPT_KIND_GETSET && option_table[id].kind != OPT_KIND_SET;
}

static void put_wanted(const struct job *job, char text[COMPARED_TEXT_BYTES])
{
	const struct setting_def *row = job_setting(job);
	const struct opt_state *opt = job->opt;

	if (!opt->set || is_act(job->id))
		put(text, "on");
	else if (option_table[job->id].value->described)
		put(text, "%s", opt->text);
	else if (row->lasts && opt->flag)
		put(text, "p%" PRIu64, opt->value);
	else
		put_value(row, job->id, opt->value, text);
	if (row->saves && opt->flag)
		add(text, ",save");
}

static void put_actual(const struct observed *now, char text[COMPARED_TEXT_BYTES])
{
	if (now->row->write_now)
		now->row->write_now(now, text);
	else
		put_value(now->row, now->row->opt, now->value, text);
}

/*
 * 1: setting the value would change nothing else; 0: it would, and what differs is added to
 * c->actual; -errno: not known.
 */
static int is_set_beside(struct job *job, const struct setting_def *row, struct compared *c)
{
	char text[COMPARED_TEXT_BYTES] = "";
	int err = row->beside && job->opt->set ? row->beside(job, text) : 0;

	if (err)
		return err;
	if (*text)
		add(c->actual, ", but %s", text);
	return !*text;
}

static enum knowledge compare_instead(struct job *job, struct compared *c)
{
	const struct setting_def *row = job_setting(job);

	return row->instead ? row->instead(job, c) : NO_SUCH_SETTING;
}

static bool is_as_requested(const struct job *job, const struct observed *now)
{
	const uint64_t wanted = job->opt->set ? job->opt->value : 1;

	return !now->other && (now->value == wanted ||
			       (now->row->is_same && now->row->is_same(wanted, now->value)));
}

static const char *why_barred(struct job *job)
{
	const struct setting_def *row = job_setting(job);

	return row->barred ? row->barred(job) : NULL;
}

static enum knowledge compare_setting(struct job *job, struct compared *c)
{
	const enum knowledge known = observe(job, job->id, &c->now);
	const struct observed *now = &c->now;
	const struct setting_def *row = now->row;
	/* before a setting is sent to a drive with a name, its refusal says enough */
	bool asks_more = job->opt->set && (job->opt->general || !job->skips_equal);
	enum knowledge instead = NO_SUCH_SETTING;
	const char *why = NULL;
	int beside = 0;

	if (known == NO_SUCH_SETTING)
		instead = compare_instead(job, c);
	if (instead != NO_SUCH_SETTING)
		return instead;
	if (known != KNOWN) {
		/* a lack of memory is no answer */
		c->err = now->err == -ENOMEM ? now->err : 0;
		if (c->err)
			put(c->why, "the question failed: %s", error_words(ENOMEM));
		else
			put(c->why, "%s", now->why ? now->why : "");
		return known;
	}
	put_actual(now, c->actual);
	if (row->helper)
		row->helper(job, c);
	if (now->why)
		put(c->why, "%s", now->why);
	else if (now->other && !job->opt->set)
		put(c->why, "no value stands for its %s", c->actual);
	else if (is_as_requested(job, now))
		beside = is_set_beside(job, row, c);
	else if (asks_more && (why = why_barred(job)))
		put(c->why, "%s", why);
	if (beside < 0)
		put(c->why, "it is %s, but the kernel's part cannot be read: %s", c->actual,
		    error_words(-beside));
	else if (beside)
		c->result = COMPARED_SAME;
	return why ? NO_SUCH_SETTING : *c->why ? NOT_KNOWN : KNOWN;
}

static bool is_stranger(struct job *job, const struct action *action)
{
	struct drive *drive = &job->drive;

	return drive_has_no(drive, action->needs) ||
	       (action->not_usb && drive_bridge_answers(drive) > 0) ||
	       (drive_speaks(drive) == LANGUAGE_BLOCK && action->needs != NEEDS_NOTHING);
}

static enum knowledge ask_now(struct job *job, const struct action *action, struct compared *c)
{
	if (!action->early)
		device_settle(job->dev);
	if (device_hung(job->dev))
		return NOT_KNOWN;
	if (is_stranger(job, action))
		return compare_instead(job, c);
	if (setting_of(job->id)->opt == job->id)
		return compare_setting(job, c);
	put(c->why, "%s",
	    is_act(job->id)				 ? "an action, not a setting"
	    : option_table[job->id].kind == OPT_KIND_SET ? "no command asks for it"
							 : "it is not asked for");
	return NOT_KNOWN;
}

void act_unasked(struct job *job, const struct action *action, const char *why, struct compared *c)
{
	*c = (struct compared){ .result = COMPARED_UNKNOWABLE };
	job->id = action->opt;
	job->opt = &job->req->opt[action->opt];
	put_wanted(job, c->wanted);
	put(c->why, "%s", why);
}

static void put_silence(struct job *job, struct compared *c)
{
	int err = job->dev->attempt.unheard;

	if (device_hung(job->dev)) {
		put(c->why, "no answer");
		return;
	}
	if (*c->why)
		return;
	c->err = err;
	if (err == -EPERM || err == -EACCES)
		put(c->why, "the kernel does not permit the question");
	else if (err == -ECANCELED)
		put(c->why, "this model may lose writes while it is asked, and may be in use");
	else if (err)
		put(c->why, "the question failed: %s", error_words(-err));
	else
		put(c->why, "the drive does not report it");
}

void act_compare(struct job *job, const struct action *action, struct compared *c)
{
	enum knowledge known;

	act_unasked(job, action, "", c);
	c->result = COMPARED_DIFFERENT;
	job->needs = NEEDS_NOTHING;
	device_forget_failure(job->dev);
	job->dev->attempt.unheard = 0;
	known = ask_now(job, action, c);
	if (known == KNOWN)
		return;
	c->lacks = known == NO_SUCH_SETTING;
	if (c->lacks && drive_has_no(&job->drive, action->needs))
		put(c->why, "%s has no such setting", drive_language(&job->drive));
	else if (c->lacks && !*c->why)
		put(c->why, "the drive has no such setting");
	else if (!c->lacks)
		c->result = COMPARED_UNKNOWABLE;
	put_silence(job, c);
}

/* Copy the text of the failure in job->held, without strerror(). */
static void put_held(const struct job *job, char why[REPORT_ERROR_BYTES])
{
	const char *text = job->held.text, *error = error_words(-job->held.err);
	size_t n = strlen(text), tail = strlen(error) + strlen(": ");

	if (n > tail && !strcmp(text + n - strlen(error), error))
		n -= tail;
	snprintf(why, REPORT_ERROR_BYTES, "%.*s", (int)n, text);
}

bool act_lacks(struct job *job, const struct action *action, int err, char why[REPORT_ERROR_BYTES])
{
	/* EPERM: the drive's own command needs consent, and the driver may lack the setting */
	static const int may_mean_lack[] = { ENOTTY, EOPNOTSUPP, EIO, EINVAL, ENOENT, EPERM };
	const char *reason;
	struct compared c;
	bool may = false;

	for (size_t i = 0; i < sizeof(may_mean_lack) / sizeof(may_mean_lack[0]); i++)
		may |= err == -may_mean_lack[i];
	if (!may || device_hung(job->dev))
		return false;
	put_held(job, why);
	if (err == -EOPNOTSUPP)
		return true;
	act_compare(job, action, &c);
	reason = c.lacks ? c.why : why_barred(job);
	if (reason)
		snprintf(why, REPORT_ERROR_BYTES, "%s", reason);
	return reason || err == -ENOTTY;
}

bool act_is_read(const struct action *action, const struct compared found[OPT_COUNT])
{
	enum opt_id base = setting_of(action->opt)->needs_on;

	return !base || !strcmp(found[base].actual, "on");
}

bool act_is_kept(struct job *job, const struct compared *c)
{
	const struct setting_def *row = job_setting(job);

	return !c->lacks && (!row->is_kept || row->is_kept(job, c->actual));
}

bool act_is_so(struct job *job, const struct action *action, struct compared *c)
{
	const struct request *req = job->req;
	const struct setting_def *row = setting_of(action->opt);

	if (action->stage != STAGE_SET || !req->opt[action->opt].set)
		return false;
	if (!action->early)
		device_settle(job->dev);
	if (row->opt != action->opt || (row->hidden_by && req->opt[row->hidden_by].set) ||
	    (row->ata_unasked && !drive_is_other(&job->drive)))
		return false;
	act_compare(job, action, c);
	return c->result == COMPARED_SAME;
}

void act_note(struct job *job, const struct compared *compared)
{
	const struct setting_def *row = setting_of(job->id);

	if (row->note && compared->now.known == KNOWN)
		row->note(job, &compared->now);
}

/* --- read settings back after they were sent --- */

static bool wants_proof(const struct job *job, const struct opt_state *opt)
{
	const struct option_def *def = &option_table[job->id];

	/*
	 * an OPT_KIND_SOLO act reports its own outcome: only "changes" in JSON repeats the outcome,
	 * but not of a query, as --sanitize-status
	 */
	if (def->kind == OPT_KIND_SOLO)
		return job->out->structured && def->dangerous;
	return opt->set && (job->out->structured || !opt->quiet);
}

void sets_prepare(struct job *job, struct set_record records[OPT_COUNT])
{
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct opt_state *opt = &job->req->opt[id];
		struct set_record *record = &records[id];

		job->id = (enum opt_id)id;
		if (!opt->set || !wants_proof(job, opt) || setting_nature(job->id) != LEVEL)
			continue;
		device_identify(job->dev, ATA_QUIET_ALL);
		observe(job, job->id, &record->before);
	}
}

static const char *outcome_of(const struct job *job, const struct set_record *record,
			      const struct observed *now)
{
	const struct setting_def *row = job_setting(job);
	enum nature nature = setting_nature(job->id);
	bool known = now->known == KNOWN;
	bool is_so = known && !now->other && job->opt->value == now->value;

	if (record->proof == DISPROVED)
		return "ignored";
	if (record->err && record->proof == UNSETTLED)
		return !known ? "unverifiable" : is_so ? "applied" : "refused";
	if (record->err)
		return "refused";
	if (record->already)
		return "already";
	if (now->known == NOT_KNOWN || (known && now->why))
		return record->proof == PROVED ? "applied" : "unverifiable";
	if (is_so)
		return "applied";
	if (now->known == NO_SUCH_SETTING || nature == EXACT)
		return "ignored";
	if (nature == LEVEL &&
	    (record->before.known != KNOWN || record->before.value == now->value) &&
	    !(row->may_round && row->may_round(job->opt->value, now->value)))
		return "ignored";
	return "rounded";
}

static bool stands_for_word(enum opt_id id, uint64_t value)
{
	return option_table[id].max && value > option_table[id].max;
}

/* True if opt->value is the requested value. */
static bool has_value(enum opt_id id, const struct opt_state *opt)
{
	const struct value_type *type = option_table[id].value;

	return opt->set && type != &value_password && type != &value_path &&
	       type != &value_lba_ranges;
}

static const char *cause_of_refusal(const struct set_record *record, const struct observed *now)
{
	return record->err ? "no_answer" : now->err ? "failed" : "not_told";
}

/* Show a value as a number, or a word as text; null: no value, or a word of an EPC timer. */
static void show_value(struct job *job, const char *key, bool has, uint64_t value)
{
	const struct setting_def *row = job_setting(job);
	char text[UNITS_TEXT_BYTES];

	if (has && !stands_for_word(job->id, value)) {
		report_u64(job->out, key, value, NO_TEXT);
	} else if (has && row->feature && row->text) {
		row->text(value, text);
		report_string(job->out, key, text, NO_TEXT);
	} else {
		report_null(job->out, key, NO_TEXT);
	}
}

static void show_change(struct job *job, const struct set_record *record,
			const struct observed *now)
{
	const char *outcome = outcome_of(job, record, now);
	struct report *out = job->out;
	char name[OPTION_NAME_BYTES];

	report_array_begin(out, "changes");
	report_section_begin(out, "change");
	report_string(out, "option", option_typed(job->req, job->id, name), NO_TEXT);
	report_string(out, "setting", option_key(job->id), NO_TEXT);
	if (option_table[job->id].value && option_table[job->id].value->described)
		report_string(out, "requested", job->opt->text, NO_TEXT);
	else
		show_value(job, "requested", has_value(job->id, job->opt), job->opt->value);
	show_value(job, "actual", now->known == KNOWN && !now->other, now->value);
	report_string(out, "outcome", outcome, NO_TEXT);
	if (!strcmp(outcome, "unverifiable") && option_table[job->id].kind != OPT_KIND_SOLO)
		report_string(out, "cause", cause_of_refusal(record, now), NO_TEXT);
	report_section_end(out);
	report_section_end(out);
}

static void value_text(const struct job *job, uint64_t value, char text[UNITS_TEXT_BYTES])
{
	const struct setting_def *row = job_setting(job);

	if (row->text)
		row->text(value, text);
	else
		snprintf(text, UNITS_TEXT_BYTES, "%" PRIu64, value);
}

static int report_ignored(struct job *job, const struct observed *now)
{
	char asked[UNITS_TEXT_BYTES], is[UNITS_TEXT_BYTES];

	value_text(job, job->opt->value, asked);
	if (now->known == NO_SUCH_SETTING)
		return job_refuse(job, -EIO,
				  "set to %s: accepted, but the drive has no such feature", asked);
	value_text(job, now->value, is);
	/* of several modes, the one before was not read */
	return job_refuse(job, -EIO, "set to %s: accepted, but it is %s%s", asked,
			  job_setting(job)->has_modes && job->opt->value ? "" : "still ", is);
}

static int verify_setting(struct job *job, const struct set_record *record)
{
	bool asked = job->dev->id.asked || device_hung(job->dev);
	const struct setting_def *row = job_setting(job);
	struct observed now = { .known = NOT_KNOWN };

	if (!row->not_read_back || (row->ata_read_if_judged && record->proof != UNPROVED &&
				    job->out->structured && drive_takes_ata(&job->drive)))
		observe(job, job->id, &now);
	/* observe() has asked for the IDENTIFY data: report a failure */
	if (!asked && job->dev->id.asked && !record->err)
		job_identify_silently(job);
	show_change(job, record, &now);
	/* a failed act has reported the ignored value */
	return !strcmp(outcome_of(job, record, &now), "ignored") && !record->err
		       ? report_ignored(job, &now)
		       : 0;
}

int sets_verify(struct job *job, const struct set_record records[OPT_COUNT])
{
	int first = 0;

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		int err;

		job->id = (enum opt_id)id;
		job->opt = &job->req->opt[id];
		if (!records[id].tried || !wants_proof(job, job->opt) ||
		    (records[id].already && !job->out->structured))
			continue;
		err = verify_setting(job, &records[id]);
		if (err && !first)
			first = err;
	}
	return first;
}
