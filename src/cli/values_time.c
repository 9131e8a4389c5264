// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Values of the SCT settings: recovery times, states of features, and the options of both; and of
 * the Extended Power Conditions.
 */
#include "ata_drive.h"
#include "options.h"
#include "text.h"
#include "values.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	WORD_BYTES = 32,
	/*
	 * the shortest time that drives usually accept; a smaller number without a unit is probably
	 * meant as seconds
	 */
	LEAST_BARE = 65,
	MOST_UNITS = 9999
};

/* Cut the next part, up to a comma, out of the value. False at the end, or if it is too long. */
static bool next_part(const char **at, char part[WORD_BYTES])
{
	size_t n = strcspn(*at, ",");

	if (!**at || n >= WORD_BYTES)
		return false;
	memcpy(part, *at, n);
	part[n] = '\0';
	*at += n;
	/* a comma at the end is followed by one more part, an empty one */
	if (**at && (*at)[1])
		++*at;
	return true;
}

/* "7.0" and "7.0s": seconds and tenths. */
static bool decimal(const char *word, uint64_t *units)
{
	size_t digits = strspn(word, "0123456789");
	const char *rest = word + digits;

	if (!digits || digits > 4 || rest[0] != '.' || !is_digit(rest[1]) ||
	    (rest[2] && !word_is(rest + 2, "s")))
		return false;
	*units = strtoull(word, NULL, 10);
	*units = *units * (unsigned)SCT_UNITS_PER_S + (unsigned)(rest[1] - '0');
	return true;
}

/* Read one time in units of 100 ms. 0, -EINVAL for no time, -ERANGE. */
static int one_time(const char *word, uint64_t *units)
{
	bool bare = *word && !word[strspn(word, "0123456789")];

	if (word_is(word, "off"))
		*units = 0;
	else if (bare)
		*units = strtoull(word, NULL, 10);
	else if (!time_tenths(word, units) && !decimal(word, units))
		return -EINVAL;
	return *units > MOST_UNITS || (bare && *units && *units < LEAST_BARE) ? -ERANGE : 0;
}

/* "keep", and after it or instead of it "else=SECONDS". */
static int parse_rest(const char *at, struct opt_state *state, struct recovery_value *value)
{
	static const char otherwise[] = "else=";
	static const struct option_def limits = { .min = 1, .max = COMMAND_TIMEOUT_MAX };
	char part[WORD_BYTES];
	struct opt_state own;

	while (next_part(&at, part)) {
		if (word_is(part, "keep") && !state->flag && !value->restore &&
		    !value->otherwise_s) {
			state->flag = true;
		} else if (word_begins(part, otherwise, strlen(otherwise)) && !value->otherwise_s) {
			int err = value_seconds.parse(&limits, part + strlen(otherwise), &own);

			if (err)
				return err;
			value->otherwise_s = (uint32_t)own.value;
		} else {
			return -EINVAL;
		}
	}
	return *at ? -EINVAL : 0;
}

static int recovery_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	struct recovery_value value = { .restore = false };
	const char *at = word, *behind;
	char part[WORD_BYTES];
	uint64_t units = 0;
	unsigned n = 0;
	int err = 0;

	(void)def;
	state->flag = false;
	for (; n < 2; n++) {
		behind = at;
		if (!next_part(&at, part))
			break;
		if (!n && word_is(part, "default")) {
			value.restore = true;
			n = 2;
			break;
		}
		err = one_time(part, &units);
		if (err == -EINVAL && n) {
			at = behind; /* not a second time: try the other options */
			break;
		}
		if (err)
			return err;
		value.units[n] = (uint16_t)units;
	}
	if (!n)
		return -EINVAL;
	if (n == 1)
		value.units[1] = value.units[0];
	err = parse_rest(at, state, &value);
	state->value = recovery_pack(&value);
	return err;
}

/* Take every word that starts with a digit: a misspelt time is not read as a device. */
static size_t recovery_extent(const char *text)
{
	struct opt_state own;

	return is_digit(*text) || !recovery_parse(NULL, text, &own) ? strlen(text) : 0;
}

const struct value_type value_recovery_time = {
	.metavar = "TIME",
	.spelling = "off, default, 7s, 7.0, 65..9999 (tenths); READ,WRITE; then ,keep ,else=180",
	.extent = recovery_extent,
	.parse = recovery_parse,
	.described = true,
};

uint64_t recovery_pack(const struct recovery_value *value)
{
	return value->units[0] | (uint64_t)value->units[1] << 16 |
	       (uint64_t)value->otherwise_s << 32 | (uint64_t)value->restore << 63;
}

struct recovery_value recovery_unpack(uint64_t packed)
{
	return (struct recovery_value){ .units = { (uint16_t)packed, (uint16_t)(packed >> 16) },
					.otherwise_s = packed >> 32 & 0x7fffffff,
					.restore = packed >> 63 };
}

/* "off" and "off,keep" */
static int state_parse(enum sct_setting feature, const char *word, struct opt_state *state)
{
	size_t length = strcspn(word, ",");

	state->flag = word_is(word + length, ",keep");
	if (word[length] && !state->flag)
		return -EINVAL;
	for (uint16_t n = 1; n <= SCT_STATES; n++) {
		const char *name = sct_state_name(feature, n);

		if (!name || strlen(name) != length || !word_begins(word, name, length))
			continue;
		state->value = n;
		return 0;
	}
	return -EINVAL;
}

static int cache_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	(void)def;
	return state_parse(SCT_WRITE_CACHE, word, state);
}

/*
 * Return the length of a state's word, which both features share: "drive", no state of the
 * reordering, is hardly a device.
 */
static size_t state_extent(const char *text)
{
	struct opt_state own;
	size_t length = strcspn(text, ",");

	if (text[length]) /* also with a wrong end */
		return strlen(text);
	return state_parse(SCT_WRITE_CACHE, text, &own) ? 0 : length;
}

const struct value_type value_sct_cache = {
	.metavar = "STATE",
	.spelling = "on, off, drive; then ,keep",
	.extent = state_extent,
	.parse = cache_parse,
	.described = true,
};

static int reordering_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	(void)def;
	return state_parse(SCT_WRITE_REORDERING, word, state);
}

const struct value_type value_sct_reordering = {
	.metavar = "STATE",
	.spelling = "on, off; then ,keep",
	.extent = state_extent,
	.parse = reordering_parse,
	.described = true,
};

static size_t whole_feature(const char *text)
{
	return strlen(text);
}

/* Fails: the word is not a member's name, since `member` would have found it. */
static int no_member(const struct option_def *def, const char *word, struct opt_state *state)
{
	(void)def;
	(void)word;
	(void)state;
	return -EINVAL;
}

static enum opt_id feature_member(const char *word, const char **value)
{
	static const struct {
		const char *name;
		enum opt_id id;
	} rows[] = { { "write-cache", OPT_SCT_WRITE_CACHE },
		     { "write-reordering", OPT_SCT_WRITE_REORDERING } };
	size_t n = strcspn(word, "=");

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (strlen(rows[i].name) != n || !word_begins(word, rows[i].name, n))
			continue;
		*value = word[n] ? word + n + 1 : NULL;
		return rows[i].id;
	}
	return OPT_COUNT;
}

const struct value_type value_sct_feature = {
	.metavar = "FEATURE",
	.spelling = "write-cache, write-reordering; then on, off or drive, and ,keep",
	.extent = whole_feature,
	.parse = no_member,
	.member = feature_member,
	.any_word = true,
};

/* A time, or a word; ",save" after it sets the flag. */
static int epc_timer_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	char first[SAVED_WORD_BYTES];
	uint64_t tenths;

	(void)def;
	if (!saved_word_split(word, first, &state->flag))
		return -EINVAL;
	if (ata_epc_value(first, &state->value))
		return 0;
	if (!time_tenths(first, &tenths))
		return -EINVAL;
	state->value = ata_epc_rounded(tenths);
	if (state->value != tenths)
		state->asked = tenths / 10;
	return state->value ? 0 : -ERANGE;
}

size_t word_of_list(const char *text)
{
	size_t n = 0;

	while (is_letter(text[n]) || is_digit(text[n]) || (text[n] && strchr("_=,", text[n])))
		n++;
	return text[n] ? 0 : n;
}

#define EPC_TIME "TIME[,save]; TIME: 2s, 20min, 500ms, off, on, default, saved"

const struct value_type value_epc_timer = { .metavar = "TIME[,save]",
					    .spelling = EPC_TIME,
					    .extent = word_of_list,
					    .parse = epc_timer_parse };

static enum opt_id epc_member(const char *word, const char **value)
{
	size_t n = strcspn(word, "=");
	enum ata_epc condition = ata_epc_by_name(word, n);

	if (!word[n] || condition == ATA_EPC_COUNT)
		return OPT_COUNT;
	*value = word + n + 1;
	return (enum opt_id)(OPT_EPC_IDLE_A + condition);
}

const struct value_type value_epc_member = { .metavar = "CONDITION=TIME[,save]",
					     .spelling = "CONDITION=" EPC_TIME,
					     .extent = word_of_list,
					     .parse = no_member,
					     .member = epc_member };

static int epc_condition_parse(const struct option_def *def, const char *word,
			       struct opt_state *state)
{
	(void)def;
	state->value = ata_epc_by_name(word, strlen(word));
	return state->value < ATA_EPC_COUNT ? 0 : -EINVAL;
}

const struct value_type value_epc_condition = {
	.metavar = "idle_a|idle_b|idle_c|standby_y|standby_z",
	.spelling = "idle_a, idle_b, idle_c, standby_y, standby_z",
	.extent = word_of_list,
	.parse = epc_condition_parse,
};
