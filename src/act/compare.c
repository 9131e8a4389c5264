// SPDX-License-Identifier: GPL-2.0-or-later
/* Compares what a drive does with a request, for configuration files. */
#include "compare.h"
#include "acts.h"
#include "block.h"
#include "compare_parts.h"
#include "drive_logs.h"
#include "epc_log.h"
#include "hang.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool is_epc_timer(enum opt_id id)
{
	return id >= OPT_EPC_IDLE_A && id <= OPT_EPC_STANDBY_Z;
}

static void put_value(enum opt_id id, uint64_t value, char text[COMPARED_TEXT_BYTES])
{
	const struct option_def *def = &option_table[id];

	if (is_epc_timer(id) && ata_epc_word(value))
		compared_put(text, "%s", ata_epc_word(value));
	else if (is_epc_timer(id))
		compared_put_tenths(value, text);
	else if (id == OPT_STANDBY_TIMER && (!value || standby_timer_seconds((unsigned)value)))
		compared_put_tenths(standby_timer_seconds((unsigned)value) * UINT64_C(10), text);
	else if (def->max == 1)
		compared_put(text, "%s", on_off(value));
	else if (id == OPT_APM && value == setting_of(id)->off_value)
		compared_put(text, "off");
	else
		compared_put(text, "%" PRIu64, value);
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
		compared_put(text, "on");
	else if (option_table[job->id].value->described)
		compared_put(text, "%s", opt->text);
	else
		put_value(job->id, opt->value, text);
	if (is_epc_timer(job->id) && opt->flag)
		compared_add(text, ",save");
}

/* With Extended Power Conditions on, the timer of standby_z decides, and it can be asked. */
static bool ask_standby_z(struct job *job, uint64_t *tenths)
{
	struct ata_epc_state states[ATA_EPC_COUNT];
	struct ata_cmd cmd;

	if (device_identify(job->dev) || !ata_feature_enabled(job->dev->id.raw, FEATURE_EPC) ||
	    device_epc_states(job->dev, states, &cmd) || !states[ATA_EPC_STANDBY_Z].supported)
		return false;
	*tenths = ata_epc_effective(&states[ATA_EPC_STANDBY_Z].current);
	return true;
}

/* Whether a value of the option stands for the time. */
static bool is_timer_value(uint64_t tenths)
{
	for (unsigned code = 1; code <= UINT8_MAX; code++) {
		if (standby_timer_seconds(code) * UINT64_C(10) == tenths)
			return true;
	}
	return !tenths;
}

/* The timer of a disk that takes no ATA commands; as -S sees it, it is off where there is none. */
static enum knowledge compare_other_timer(struct job *job, struct compared *c)
{
	const struct opt_state *opt = job->opt;
	uint32_t now = 0;
	int err = device_language(job->dev)->standby_timer(job->dev, &now);

	if (err == -EOPNOTSUPP && !(opt->set && !opt->value))
		return NO_SUCH_FEATURE;
	if (err && err != -EOPNOTSUPP)
		return NOT_KNOWN;
	compared_put_tenths(now, c->actual);
	if (!opt->set && !is_timer_value(now)) {
		compared_put(c->why, "no value stands for its %" PRIu32 " ms", now * 100);
		return NOT_KNOWN;
	}
	if (now == standby_timer_seconds((unsigned)opt->value) * UINT64_C(10))
		c->result = COMPARED_SAME;
	return KNOWN;
}

static enum knowledge compare_standby_timer(struct job *job, struct compared *c)
{
	unsigned seconds = standby_timer_seconds((unsigned)job->opt->value);
	const struct disk_language *language = device_language(job->dev);
	bool vendors = job->opt->value && !seconds;
	uint64_t now;

	if (!vendors && language && language->standby_timer)
		return compare_other_timer(job, c);
	if (vendors || !ask_standby_z(job, &now)) {
		compared_put(c->why, "no command asks for the standby timer");
		return NOT_KNOWN;
	}
	compared_put_tenths(now, c->actual);
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
	if (device_epc_states(job->dev, states, &cmd))
		return NOT_KNOWN;
	if (!states[condition].supported || !states[condition].changeable)
		return NO_SUCH_FEATURE;
	compared_put_tenths(ata_epc_effective(&states[condition].current), c->actual);
	if (ata_epc_is(&states[condition], job->opt->value, job->opt->flag))
		c->result = COMPARED_SAME;
	else if (ata_epc_is(&states[condition], job->opt->value, false))
		compared_add(c->actual, ", not saved");
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
	compared_put(c->actual, "%s", on_off(security.frozen));
	if (security.frozen)
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
		compared_put(c->why, "no command asks for it");
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
	compared_put(c->why, "%s",
		     is_act(job->id)		 ? "an act, not a setting"
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
	compared_put(c->why, "%s", why);
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
		compared_put(c->why, "%s has no such setting", device_language_name(job->dev));
	else if (c->lacks)
		compared_put(c->why, "the drive has no such setting");
	else
		c->result = COMPARED_UNKNOWABLE;
	if (device_hung(job->dev))
		compared_put(c->why, "no answer");
	else if (!*c->why)
		compared_put(c->why, "the drive does not tell");
}

/*
 * What is read back of -m may be the kernel's memory, that of -N and of -R tells less than what was
 * asked for; the drivers of old keep what they were told over a suspend, in which the drive forgot.
 */
static bool tells_all(const struct job *job, enum opt_id id)
{
	const struct disk_language *language = device_language(job->dev);

	if (id == OPT_WRITE_READ_VERIFY)
		return !job->req->opt[id].value;
	if (id == OPT_STANDBY_TIMER)
		return language && language->standby_timer;
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
