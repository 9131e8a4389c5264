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

/* Write a time, given in units of 100 ms, as in hdparm.conf: exact, without a blank, 0 as "off". */
static void put_tenths(uint64_t tenths, char text[COMPARED_TEXT_BYTES])
{
	if (!tenths)
		put(text, "off");
	else if (tenths % 600 == 0)
		put(text, "%" PRIu64 "min", tenths / 600);
	else if (tenths % 10 == 0)
		put(text, "%" PRIu64 "s", tenths / 10);
	else
		put(text, "%" PRIu64 "ms", tenths * 100);
}

static bool is_epc_timer(enum opt_id id)
{
	return id >= OPT_EPC_IDLE_A && id <= OPT_EPC_STANDBY_Z;
}

static void put_value(enum opt_id id, uint64_t value, char text[COMPARED_TEXT_BYTES])
{
	const struct option_def *def = &option_table[id];

	if (is_epc_timer(id) && ata_epc_word(value))
		put(text, "%s", ata_epc_word(value));
	else if (is_epc_timer(id))
		put_tenths(value, text);
	else if (id == OPT_STANDBY_TIMER && (!value || standby_timer_seconds((unsigned)value)))
		put_tenths(standby_timer_seconds((unsigned)value) * UINT64_C(10), text);
	else if (def->max == 1 || !def->value)
		put(text, "%s", on_off(value));
	else if (id == OPT_APM && value == setting_of(id)->off_value)
		put(text, "off");
	else if (setting_of(id)->text)
		setting_of(id)->text(value, text);
	else
		put(text, "%" PRIu64, value);
}

void standby_z_setter(const struct job *job, char text[COMPARED_TEXT_BYTES])
{
	char time[COMPARED_TEXT_BYTES];

	put_value(OPT_STANDBY_TIMER, job->opt->value, time);
	put(text, "%s", job->req->from_block ? "epc_standby_z = " : "--epc-timer standby_z=");
	add(text, "%s", time);
}

/* True if the option is no setting: do not show the option's value, which may be a password. */
static bool is_act(enum opt_id id)
{
	return option_table[id].kind != OPT_KIND_GETSET && option_table[id].kind != OPT_KIND_SET;
}

static void put_wanted(const struct job *job, char text[COMPARED_TEXT_BYTES])
{
	const struct opt_state *opt = job->opt;

	if (!opt->set || is_act(job->id))
		put(text, "on");
	else if (option_table[job->id].value->described)
		put(text, "%s", opt->text);
	else
		put_value(job->id, opt->value, text);
	if ((is_epc_timer(job->id) || job->id == OPT_STANDBY_TIMER) && opt->flag)
		add(text, ",save");
}

static void put_recovery(uint64_t state, char text[COMPARED_TEXT_BYTES])
{
	const uint32_t times[] = { (uint32_t)state, (uint32_t)(state >> OBSERVED_PART_BITS) };

	for (unsigned i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		uint32_t ms = times[i];

		if (i && ms == times[0])
			return;
		add(text, "%s", i ? "," : "");
		if (ms == RECOVERY_UNTOLD)
			add(text, "default");
		else if (!ms)
			add(text, "off");
		else if (ms % 1000 == 0)
			add(text, "%" PRIu32 "s", ms / 1000);
		else
			add(text, "%" PRIu32 ".%0*" PRIu32 "s", ms / 1000, ms % 100 ? 3 : 1,
			    ms % 1000 / (ms % 100 ? 1 : 100));
	}
}

static void put_actual(const struct observed *now, char text[COMPARED_TEXT_BYTES])
{
	enum opt_id id = now->row->opt;
	char limits[UNITS_TEXT_BYTES];

	if (id == OPT_STANDBY_TIMER || is_epc_timer(id))
		put_tenths(now->state, text);
	else if (id == OPT_ERROR_RECOVERY)
		put_recovery(now->state, text);
	else if (id == OPT_PROVISIONING && now->value == OBSERVED_OTHER)
		put(text, "another mode");
	else if (id == OPT_PROVISIONING)
		put(text, "%s", provisioning_words[now->value]);
	else if (now->value == OBSERVED_OTHER && now->row->read == read_time_limit)
		put(text, "%s", observed_limits(now, limits));
	else if (now->row->sct)
		put(text, "%s%s", sct_state_name(now->row->sct, (uint16_t)now->state),
		    now->state >> SCT_PART_BITS ? ",keep" : "");
	else
		put_value(id, now->value, text);
	if (now->unsaved)
		add(text, id == OPT_ERROR_RECOVERY ? ", not at power-on" : ", not saved");
}

/* Return the kernel's time limit, in s, to set for a drive without recovery times; 0: none. */
static uint32_t otherwise(const struct job *job)
{
	return job->id == OPT_ERROR_RECOVERY ? recovery_unpack(job->opt->value).otherwise_s : 0;
}

/* Compare the kernel's time limit for commands with `limit`, in s ("else" of --error-recovery). */
static enum knowledge compare_otherwise(struct job *job, uint32_t limit, struct compared *c)
{
	char text[UNITS_TEXT_BYTES];
	struct block_limit now;

	if (block_command_timeout(job->dev, &now)) {
		put(c->why, "the kernel does not show it");
		return NOT_KNOWN;
	}
	time_limit_text(&now, text);
	put(c->actual, "command_timeout %s", text);
	if (now.least == limit && now.most == limit)
		c->result = COMPARED_SAME;
	return KNOWN;
}

static bool cannot_change_power(struct job *job)
{
	struct ata_epc_state states[ATA_EPC_COUNT];
	bool all = job->id == OPT_EPC && drive_ops(&job->drive)->epc_by_timers;
	bool save = job->opt->flag;
	unsigned first =
		job->id == OPT_STANDBY_TIMER ? ATA_EPC_STANDBY_Z : epc_condition_of(job->id);

	if (!all && job->id != OPT_STANDBY_TIMER && !(is_epc_timer(job->id) && save))
		return false;
	if (drive_conditions(&job->drive, save ? CONDITIONS_SAVED : 0, states))
		return false;
	if (!all)
		return !states[first].changeable || (save && !states[first].saveable);
	for (unsigned i = 0; i < ATA_EPC_COUNT; i++) {
		if (ata_epc_effective(&states[i].current) && !states[i].changeable)
			return true;
	}
	return false;
}

/* True if the driver does not set the multiple count, and the drive cannot or may not. */
static bool cannot_set_multiple(struct job *job)
{
	struct observed kernels = { .row = setting_of(OPT_MULTCOUNT) };

	return read_ioctl(job, &kernels) == NO_SUCH_SETTING &&
	       (kernels.err != -ENOTTY || !(consent_given(job->req) & CONSENT_YES) ||
		job->opt->value > ata_id_field(job->dev->id.raw, ID_MULTIPLE_MAX));
}

/* True if libata chooses the transfer mode, or the drive lacks the requested DMA mode. */
static bool cannot_set_transfer_mode(struct job *job)
{
	uint64_t kind = job->opt->value & ~(uint64_t)7;
	uint32_t modes = kind == TRANSFER_ULTRA	      ? ID_ULTRA_DMA
			 : kind == TRANSFER_MULTIWORD ? ID_MULTIWORD_DMA
						      : 0;

	if (sysfs_is_ata(&job->dev->sys) && !sysfs_at_sas_host(&job->dev->sys))
		return true;
	return modes && !device_identify(job->dev, ATA_QUIET_MISSING) &&
	       !(ata_id_field(job->dev->id.raw, (enum id_field)modes) >> (job->opt->value & 7) & 1);
}

/* Return why the drive or its driver cannot set the requested value; NULL: not known to be so. */
static const char *why_not_settable(struct job *job)
{
	static const char none[] = "the drive has no such setting";

	switch (job->id) {
	case OPT_ERROR_RECOVERY:
		return drive_has_recovery_time(&job->drive, true) ? NULL : none;
	case OPT_PROVISIONING:
		return drive_lacks_provisioning(&job->drive, job->opt->text) ? none : NULL;
	case OPT_MULTCOUNT:
		return cannot_set_multiple(job) ? "the disk's driver has no such setting" : NULL;
	case OPT_TRANSFER_MODE:
		return cannot_set_transfer_mode(job) ? "the disk's driver chooses it itself" : NULL;
	default:
		return cannot_change_power(job) ? none : NULL;
	}
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

static enum knowledge compare_setting(struct job *job, struct compared *c)
{
	struct observed now;
	enum knowledge known = observe(job, &now);
	/* the kernel rounds read-ahead down to whole pages (block/ioctl.c) */
	uint64_t page = host_page_bytes() / 512;
	const char *why = NULL;
	int beside = 0;

	if (known == NO_SUCH_SETTING && otherwise(job))
		return compare_otherwise(job, otherwise(job), c);
	if (known != KNOWN) {
		put(c->why, "%s", now.why ? now.why : "");
		return known;
	}
	put_actual(&now, c->actual);
	if (job->id == OPT_STANDBY_TIMER && drive_takes_ata(&job->drive) &&
	    !job->req->opt[OPT_EPC_STANDBY_Z].set)
		standby_z_setter(job, c->helps);
	if (now.why)
		put(c->why, "%s", now.why);
	else if (job->id == OPT_STANDBY_TIMER && !job->opt->set && now.value == OBSERVED_OTHER)
		put(c->why, "no value stands for its %" PRIu64 " ms", now.state * 100);
	else if (now.value == (job->opt->set ? job->opt->value : 1) ||
		 (job->id == OPT_READ_AHEAD && now.value == job->opt->value / page * page))
		beside = is_set_beside(job, now.row, c);
	else if (job->opt->general && (why = why_not_settable(job)))
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
	if (is_stranger(job, action) && !otherwise(job))
		return NO_SUCH_SETTING;
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
	reason = c.lacks ? c.why : why_not_settable(job);
	if (reason)
		snprintf(why, REPORT_ERROR_BYTES, "%s", reason);
	return reason || err == -ENOTTY;
}

/* True if the option need not be sent when a query of the setting shows the requested value. */
static bool tells_all(struct job *job, enum opt_id id)
{
	if (id == OPT_WRITE_READ_VERIFY)
		return !job->req->opt[id].value;
	if (id == OPT_STANDBY_TIMER)
		return drive_is_other(&job->drive);
	return setting_of(id)->opt == id && !setting_of(id)->old_driver && id != OPT_MULTCOUNT &&
	       id != OPT_MAX_SECTORS;
}

bool act_is_so(struct job *job, const struct action *action, struct compared *c)
{
	const struct request *req = job->req;
	enum opt_id id = action->opt;

	if (action->stage != STAGE_SET || !req->opt[id].set)
		return false;
	if (!action->early)
		device_settle(job->dev);
	/* while SCT controls the write cache, IDENTIFY data do not show what SET FEATURES set */
	if (!tells_all(job, id) || (id == OPT_WRITE_CACHE && req->opt[OPT_SCT_WRITE_CACHE].set))
		return false;
	act_compare(job, action, c);
	return c->result == COMPARED_SAME;
}

void act_note(struct job *job)
{
	const struct setting_def *row = setting_of(job->id);

	if (row->note)
		row->note(job);
}

/* --- read settings back after they were sent --- */

static bool wants_proof(const struct job *job, const struct opt_state *opt)
{
	const struct option_def *def = &option_table[job->id];

	/*
	 * an OPT_KIND_SOLO act reports its own outcome: only "changes" in JSON repeats the outcome
	 */
	if (def->kind == OPT_KIND_SOLO)
		return job->out->structured && job->id != OPT_SANITIZE_STATUS;
	return opt->set && (job->out->structured || !opt->quiet);
}

void sets_prepare(struct job *job, struct set_record records[OPT_COUNT])
{
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct opt_state *opt = &job->req->opt[id];
		struct set_record *record = &records[id];
		struct observed now;

		job->id = (enum opt_id)id;
		if (!opt->set || !wants_proof(job, opt) || setting_nature(job->id) != LEVEL)
			continue;
		device_identify(job->dev, ATA_QUIET_ALL);
		record->has_before = observe(job, &now) == KNOWN;
		record->before = now.value;
	}
}

/* True if an APM level may be rounded to `now`: 02h-7Fh to 01h-7Fh, 81h-FDh to 80h-FEh. */
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
	if (now->known == NOT_KNOWN || (known && now->why))
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
	show_value(job, "actual", now->known == KNOWN, now->value);
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
	/* the mode before was not read */
	return job_refuse(job, -EIO, "set to %s: accepted, but it is %s%s", asked,
			  job->id == OPT_WRITE_READ_VERIFY && job->opt->value ? "" : "still ", is);
}

static int verify_setting(struct job *job, const struct set_record *record)
{
	bool asked = job->dev->id.asked || device_hung(job->dev);
	struct observed now = { .known = NOT_KNOWN };

	/* the timer of standby_z, by which -S was judged */
	if (!job_setting(job)->not_read_back ||
	    (job->id == OPT_STANDBY_TIMER && record->proof != UNPROVED && job->out->structured &&
	     drive_takes_ata(&job->drive)))
		observe(job, &now);
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
