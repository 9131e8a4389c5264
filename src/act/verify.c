// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Reads settings back, and compares them with the request: a drive may complete SET FEATURES and do
 * nothing, and the kernel may round.
 */
#include "action.h"
#include "acts.h"
#include "device.h"
#include "options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/*
 * True if the setting is to be read back. With -q no command is sent that 9.65 would not send,
 * except for --json, which needs the outcome.
 */
static bool wants_proof(const struct job *job, const struct opt_state *opt)
{
	const struct option_def *def = &option_table[job->id];

	/* a solo act reports its outcome itself */
	if (def->kind == OPT_KIND_SOLO)
		return job->out->structured && job->id != OPT_SANITIZE_STATUS;
	return opt->set && (job->out->structured || !opt->quiet);
}

void sets_prepare(struct job *job, struct set_record records[OPT_COUNT])
{
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		struct set_record *record = &records[id];
		struct observed now;

		job->id = (enum opt_id)id;
		if (!wants_proof(job, &job->req->opt[id]) || setting_nature(job->id) != LEVEL)
			continue;
		/* levels are in the IDENTIFY data; a failure of this command is not reported */
		device_identify_as(job->dev, ATA_QUIET_ALL);
		record->has_before = observe(job, &now) == KNOWN;
		record->before = now.value;
	}
}

/*
 * True if the drive may have rounded `asked` to `now`. A drive may treat all intermediate levels of
 * APM alike, with standby (02h to 7Fh) or without (81h to FDh; ACS-4 7.45.7.1). A drive that
 * ignores such a level looks the same, so this is no failure.
 */
static bool may_be_rounded(enum opt_id id, uint64_t asked, uint64_t now)
{
	enum { LEAST = 1, NO_STANDBY = 0x80, MOST = 0xfe };

	if (id != OPT_APM)
		return false;
	if (asked < NO_STANDBY)
		return asked > LEAST && now >= LEAST && now < NO_STANDBY;
	return asked > NO_STANDBY && asked < MOST && now >= NO_STANDBY && now <= MOST;
}

static const char *outcome_of(const struct job *job, const struct set_record *record,
			      const struct observed *now)
{
	enum nature nature = setting_nature(job->id);
	bool known = now->known == KNOWN;

	if (record->proof == DISPROVED)
		return "ignored";
	if (record->err && record->proof == UNSETTLED)
		return !known			       ? "unverifiable"
		       : job->opt->value == now->value ? "applied"
						       : "refused";
	if (record->err)
		return "refused";
	if (record->already)
		return "already";
	if (now->known == NOT_KNOWN)
		return record->proof == PROVED ? "applied" : "unverifiable";
	if (known && job->opt->value == now->value)
		return "applied";
	if (now->known == NO_SUCH_SETTING || nature == EXACT)
		return "ignored";
	if (nature == LEVEL && (!record->has_before || record->before == now->value) &&
	    !may_be_rounded(job->id, job->opt->value, now->value))
		return "ignored";
	return "rounded";
}

/* A value beyond the option's largest number stands for a word. */
static bool stands_for_word(enum opt_id id, uint64_t value)
{
	return option_table[id].max && value > option_table[id].max;
}

/* Passwords, files and lists are not numbers; a password must not be shown at all. */
static bool requests_number(enum opt_id id, const struct opt_state *opt)
{
	const struct value_type *type = option_table[id].value;

	return opt->set && type != &value_password && type != &value_path &&
	       type != &value_lba_ranges && !stands_for_word(id, opt->value);
}

/* Why an outcome is not known, in the words of --check: most drives do not tell -S. */
static const char *cause_of_refusal(const struct set_record *record, const struct observed *now)
{
	return record->err ? "no_answer" : now->err ? "failed" : "not_told";
}

static void show_change(struct job *job, const struct set_record *record,
			const struct observed *now)
{
	const char *outcome = outcome_of(job, record, now);
	struct report *out = job->out;
	char name[OPTION_NAME_BYTES];

	report_array_begin(out, "changes");
	report_section_begin(out, "change");
	report_string(out, "option", option_name(job->id, name), NO_TEXT);
	report_string(out, "setting", option_key(job->id), NO_TEXT);
	if (option_table[job->id].value && option_table[job->id].value->described)
		report_string(out, "requested", job->opt->text, NO_TEXT);
	else if (requests_number(job->id, job->opt))
		report_u64(out, "requested", job->opt->value, NO_TEXT);
	else
		report_null(out, "requested", NO_TEXT);
	if (now->known == KNOWN && !stands_for_word(job->id, now->value))
		report_u64(out, "actual", now->value, NO_TEXT);
	else
		report_null(out, "actual", NO_TEXT);
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

	if (now->known == NO_SUCH_SETTING)
		return job_refuse(job, -EIO,
				  "set to %" PRIu64 ": accepted, but the drive has no such feature",
				  job->opt->value);
	value_text(job, job->opt->value, asked);
	value_text(job, now->value, is);
	return job_refuse(job, -EIO, "set to %s: accepted, but it is still %s", asked, is);
}

static int verify_setting(struct job *job, const struct set_record *record)
{
	bool asked = job->dev->id.asked || device_hung(job->dev);
	struct observed now = { .known = NOT_KNOWN };

	if (!job_setting(job)->not_read_back)
		observe(job, &now);
	/* the drive accepted the setting, but does not answer afterwards: reported once */
	if (!asked && job->dev->id.asked && !record->err)
		job_identify_silently(job);
	show_change(job, record, &now);
	/* an act that reads back itself has reported it */
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
