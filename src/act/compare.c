// SPDX-License-Identifier: GPL-2.0-or-later
/* Compares what a drive does with a request, for configuration files. */
#include "compare.h"
#include "acts.h"
#include "block.h"
#include "epc_log.h"
#include "hang.h"
#include "sct_send.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

REPORT_PRINTF(2, 3)
static void put(char text[COMPARED_TEXT_BYTES], const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, COMPARED_TEXT_BYTES, fmt, args);
	va_end(args);
}

/* Units of 100 ms as the file takes them: without a blank, exact. */
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
	else if (def->max == 1)
		put(text, "%s", on_off(value));
	else if (id == OPT_APM && value == setting_of(id)->off_value)
		put(text, "off");
	else
		put(text, "%" PRIu64, value);
}

/* What is done and leaves no state, or one that has no value; it may take a password. */
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
	if (is_epc_timer(job->id) && opt->flag)
		strncat(text, ",save", COMPARED_TEXT_BYTES - strlen(text) - 1);
}

/* With Extended Power Conditions on, the timer of standby_z decides, and it can be asked. */
static bool ask_standby_z(struct job *job, uint64_t *tenths)
{
	struct ata_epc_state states[ATA_EPC_COUNT];
	struct ata_cmd cmd;

	if (device_identify(job->dev) || !ata_feature_enabled(job->dev->id.raw, FEATURE_EPC) ||
	    epc_read_states(job, states, &cmd) || !states[ATA_EPC_STANDBY_Z].supported)
		return false;
	*tenths = ata_epc_effective(&states[ATA_EPC_STANDBY_Z].current);
	return true;
}

static enum knowledge compare_standby_timer(struct job *job, struct compared *c)
{
	unsigned seconds = standby_timer_seconds((unsigned)job->opt->value);
	bool vendors = job->opt->value && !seconds;
	uint64_t now;

	if (vendors || !ask_standby_z(job, &now)) {
		put(c->why, "no command asks for the standby timer");
		return NOT_KNOWN;
	}
	put_tenths(now, c->actual);
	if (now == ata_epc_rounded(seconds * UINT64_C(10)))
		c->result = COMPARED_SAME;
	return KNOWN;
}

/* A timer that the drive does not let be changed is none of ours. */
static enum knowledge compare_epc_timer(struct job *job, struct compared *c)
{
	enum ata_epc condition = epc_condition_of(job->id);
	struct ata_epc_state states[ATA_EPC_COUNT];
	struct ata_cmd cmd;

	if (device_identify(job->dev))
		return NOT_KNOWN;
	if (!ata_feature_supported_if_valid(job->dev->id.raw, FEATURE_EPC))
		return NO_SUCH_FEATURE;
	if (epc_read_states(job, states, &cmd))
		return NOT_KNOWN;
	if (!states[condition].supported || !states[condition].changeable)
		return NO_SUCH_FEATURE;
	put_tenths(ata_epc_effective(&states[condition].current), c->actual);
	if (ata_epc_is(&states[condition], job->opt->value, job->opt->flag))
		c->result = COMPARED_SAME;
	else if (ata_epc_is(&states[condition], job->opt->value, false))
		strcat(c->actual, ", not saved");
	return KNOWN;
}

static enum knowledge compare_freeze(struct job *job, struct compared *c)
{
	struct ata_security security;

	if (device_identify(job->dev))
		return NOT_KNOWN;
	ata_security_decode(job->dev->id.raw, &security);
	if (!security.supported)
		return NO_SUCH_FEATURE;
	put(c->actual, "%s", on_off(security.frozen));
	if (security.frozen)
		c->result = COMPARED_SAME;
	return KNOWN;
}

static void put_recovery(const struct sct_values *values, char text[COMPARED_TEXT_BYTES])
{
	size_t n = 0;

	for (unsigned i = 0; i < SCT_PARTS; i++) {
		unsigned units = values->part[i];

		if (i && units == values->part[0])
			return;
		if (!units)
			n += (size_t)sprintf(text + n, "%soff", i ? "," : "");
		else if (units % SCT_UNITS_PER_S)
			n += (size_t)sprintf(text + n, "%s%u.%us", i ? "," : "",
					     units / SCT_UNITS_PER_S, units % SCT_UNITS_PER_S);
		else
			n += (size_t)sprintf(text + n, "%s%us", i ? "," : "",
					     units / SCT_UNITS_PER_S);
	}
}

/* Nothing is asked while another SCT command runs. */
static enum knowledge ask_sct(struct job *job, enum sct_operation get, struct sct_values *values)
{
	struct sct_failure failure;
	uint8_t page[SCT_BYTES];
	struct sct_status status;
	struct ata_cmd cmd;

	if (sct_read_status(job, page, &cmd))
		return NOT_KNOWN;
	sct_status_decode(page, &status);
	if (status.busy || sct_ask_values(job, get, values, &failure))
		return NOT_KNOWN;
	return KNOWN;
}

static enum knowledge compare_recovery(struct job *job, struct compared *c)
{
	const struct recovery_value wanted = recovery_unpack(job->opt->value);
	struct sct_values now, kept;

	if (ask_sct(job, sct_def(job)->get, &now) != KNOWN)
		return NOT_KNOWN;
	put_recovery(&now, c->actual);
	if (wanted.restore) {
		put(c->why, "no command asks for the maker's default");
		return NOT_KNOWN;
	}
	if (memcmp(now.part, wanted.units, sizeof(now.part)) != 0)
		return KNOWN;
	if (job->opt->flag && ask_sct(job, sct_def(job)->get_kept, &kept) != KNOWN)
		return NOT_KNOWN;
	if (!job->opt->flag || !memcmp(kept.part, wanted.units, sizeof(kept.part)))
		c->result = COMPARED_SAME;
	else
		strcat(c->actual, ", not at power-on");
	return KNOWN;
}

/* The drive has no recovery times: the kernel's time limit stands for them. */
static enum knowledge compare_otherwise(struct job *job, struct compared *c)
{
	uint32_t limit = recovery_unpack(job->opt->value).otherwise_s;
	uint64_t now;

	if (!limit)
		return NO_SUCH_FEATURE;
	if (block_command_timeout(job->dev, &now))
		return NOT_KNOWN;
	put(c->actual, "command_timeout %" PRIu64, now);
	if (now == limit)
		c->result = COMPARED_SAME;
	return KNOWN;
}

static enum knowledge compare_sct(struct job *job, struct compared *c)
{
	enum sct_setting setting = job_setting(job)->sct;
	struct sct_values now;
	const char *state;

	if (device_identify(job->dev))
		return setting == SCT_ERROR_RECOVERY && device_language(job->dev)
			       ? compare_otherwise(job, c)
			       : NOT_KNOWN;
	if (!sct_supported(job->dev->id.raw, setting))
		return setting == SCT_ERROR_RECOVERY ? compare_otherwise(job, c) : NO_SUCH_FEATURE;
	if (setting == SCT_ERROR_RECOVERY)
		return compare_recovery(job, c);
	if (ask_sct(job, sct_def(job)->get, &now) != KNOWN)
		return NOT_KNOWN;
	state = sct_state_name(setting, now.part[SCT_PART_STATE]);
	if (!state)
		return NOT_KNOWN;
	put(c->actual, "%s%s", state, now.part[SCT_PART_KEPT] ? ",keep" : "");
	if (now.part[SCT_PART_STATE] == job->opt->value &&
	    now.part[SCT_PART_KEPT] == job->opt->flag)
		c->result = COMPARED_SAME;
	return KNOWN;
}

static enum knowledge compare_number(struct job *job, struct compared *c)
{
	const struct setting_def *row = job_setting(job);
	uint64_t now = 0;
	enum knowledge known = setting_read(job, &now);

	/* the kernel makes the attribute where the setting exists */
	if (row->attribute && block_attr_u64(job->dev, row->attribute, &now) == -ENOENT)
		return NO_SUCH_FEATURE;
	if (known == NOT_KNOWN && row->feature && !row->read &&
	    !ata_feature_table[row->feature].in_identify)
		put(c->why, "no command asks for it");
	if (known != KNOWN)
		return known;
	put_value(job->id, now, c->actual);
	if (now == (job->opt->set ? job->opt->value : 1))
		c->result = COMPARED_SAME;
	return KNOWN;
}

/* What a number read back does not tell. */
static const struct exception {
	enum opt_id id;
	enum knowledge (*compare)(struct job *job, struct compared *c);
} exceptions[] = {
	{ OPT_STANDBY_TIMER, compare_standby_timer }, { OPT_SECURITY_FREEZE, compare_freeze },
	{ OPT_EPC_IDLE_A, compare_epc_timer },	      { OPT_EPC_IDLE_B, compare_epc_timer },
	{ OPT_EPC_IDLE_C, compare_epc_timer },	      { OPT_EPC_STANDBY_Y, compare_epc_timer },
	{ OPT_EPC_STANDBY_Z, compare_epc_timer },     { OPT_ERROR_RECOVERY, compare_sct },
	{ OPT_SCT_WRITE_CACHE, compare_sct },	      { OPT_SCT_WRITE_REORDERING, compare_sct },
};

static enum knowledge compare_by_row(struct job *job, struct compared *c)
{
	const struct option_def *def = &option_table[job->id];

	for (size_t i = 0; i < sizeof(exceptions) / sizeof(exceptions[0]); i++) {
		if (exceptions[i].id == job->id)
			return exceptions[i].compare(job, c);
	}
	if (setting_of(job->id)->opt == job->id)
		return compare_number(job, c);
	put(c->why, "%s",
	    is_act(job->id)		? "an act, not a setting"
	    : def->kind == OPT_KIND_SET ? "no command asks for it"
					: "it is not asked for");
	return NOT_KNOWN;
}

/* The language of a disk that does not answer the row's option; NULL: it may answer. */
static const struct disk_language *stranger_to(struct job *job, const struct action *action)
{
	const struct disk_language *language = device_language(job->dev);

	return language && !(action->others & language->bit) ? language : NULL;
}

static enum knowledge ask(struct job *job, const struct action *action, struct compared *c)
{
	const struct disk_language *before = device_language(job->dev);
	enum knowledge known = NO_SUCH_FEATURE;

	if (!stranger_to(job, action))
		known = compare_by_row(job, c);
	/* a disk that turned out to speak another language is asked in that one */
	if (known == NOT_KNOWN && !before && device_language(job->dev) && !device_hung(job->dev) &&
	    setting_of(job->id)->opt == job->id)
		known = stranger_to(job, action) ? NO_SUCH_FEATURE : compare_by_row(job, c);
	return known;
}

void act_unasked(struct job *job, const struct action *action, const char *why, struct compared *c)
{
	*c = (struct compared){ .result = COMPARED_UNKNOWABLE };
	job->id = action->opt;
	job->opt = &job->req->opt[action->opt];
	put_wanted(job, c->wanted);
	put(c->why, "%s", why);
}

void act_compare(struct job *job, const struct action *action, struct compared *c)
{
	enum knowledge known;

	act_unasked(job, action, "", c);
	c->result = COMPARED_DIFFERENT;
	job->turns = 0;
	device_forget_failure(job->dev);
	known = device_hung(job->dev) ? NOT_KNOWN : ask(job, action, c);
	if (known == KNOWN)
		return;
	c->lacks = known == NO_SUCH_FEATURE;
	if (c->lacks && device_language(job->dev) != &language_block && stranger_to(job, action))
		put(c->why, "%s has no such setting", device_language_name(job->dev));
	else if (c->lacks)
		put(c->why, "the drive has no such setting");
	else
		c->result = COMPARED_UNKNOWABLE;
	if (device_hung(job->dev))
		put(c->why, "no answer");
	else if (!*c->why)
		put(c->why, "the drive does not tell");
}

/*
 * What is read back of -m may be the kernel's memory, that of -N and of -R tells less than what was
 * asked for; the drivers of old keep what they were told over a suspend, in which the drive forgot.
 */
static bool tells_all(const struct job *job, enum opt_id id)
{
	if (id == OPT_WRITE_READ_VERIFY)
		return !job->req->opt[id].value;
	return setting_of(id)->opt == id && !setting_of(id)->old_driver && id != OPT_MULTCOUNT &&
	       id != OPT_MAX_SECTORS;
}

bool act_is_so(struct job *job, const struct action *action, struct compared *c)
{
	const struct request *req = job->req;
	enum opt_id id = action->opt;

	/* while SCT decides, IDENTIFY data do not tell what SET FEATURES has set */
	if (action->stage != STAGE_SET || !req->opt[id].set || !tells_all(job, id) ||
	    (id == OPT_WRITE_CACHE && req->opt[OPT_SCT_WRITE_CACHE].set))
		return false;
	act_compare(job, action, c);
	return c->result == COMPARED_SAME;
}
