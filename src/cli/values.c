// SPDX-License-Identifier: GPL-2.0-or-later
/* Parsers of option values. */
#include "options.h"
#include "passthrough.h"
#include "text.h"
#include "values.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An optional letter before the number, "[p]", precedes the range. */
const char *value_allowed(const struct option_def *def, char text[OPTION_ALLOWED_BYTES])
{
	const struct value_type *value = def->value;
	int letter = *value->metavar == '[' ? (int)strcspn(value->metavar, "]") + 1 : 0;

	if (value->spelling)
		snprintf(text, OPTION_ALLOWED_BYTES, "%s", value->spelling);
	else
		snprintf(text, OPTION_ALLOWED_BYTES, "%.*s%llu..%llu%s%s", letter, value->metavar,
			 (unsigned long long)def->min, (unsigned long long)def->max,
			 value->words ? ", " : "", value->words ? value->words : "");
	return text;
}

static bool is_hex(const char *text)
{
	return text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && hex_digit(text[2]) >= 0;
}

static size_t number_extent(const char *text)
{
	bool hex = is_hex(text);
	size_t n = hex ? 2 : 0;

	while (hex ? hex_digit(text[n]) >= 0 : is_digit(text[n]))
		n++;
	return n;
}

/* Decimal, or hexadecimal after 0x. A leading zero does not mean octal. */
static int number_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	size_t n = number_extent(word);

	if (n == 0 || word[n])
		return -EINVAL;
	errno = 0;
	state->value = strtoull(word, NULL, is_hex(word) ? 16 : 10);
	if (errno == ERANGE || state->value < def->min || state->value > def->max)
		return -ERANGE;
	return 0;
}

const struct value_type value_number = {
	.metavar = "N",
	.extent = number_extent,
	.parse = number_parse,
};

static const struct named_number *find_name(const struct named_number *names, const char *word)
{
	while (names && names->word && !word_is(word, names->word))
		names++;
	return names && names->word ? names : NULL;
}

bool value_is_word(const struct value_type *type, const char *word)
{
	return find_name(type->names, word) || (type->is_word && type->is_word(word));
}

static int named_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	const struct named_number *found = find_name(def->value->names, word);

	if (!found)
		return number_parse(def, word, state);
	state->value = found->number;
	return 0;
}

/* The APM levels with a name: disabled, lowest power, highest performance (ACS-4 table 137). */
static const struct named_number levels[] = {
	{ "off", 255 }, { "min", 1 }, { "max", 254 }, { NULL, 0 }
};

const struct value_type value_level = {
	.metavar = "N",
	.words = "off, min, max",
	.extent = number_extent,
	.names = levels,
	.parse = named_parse,
};

static const struct named_number switches[] = { { "off", 0 }, { "on", 1 }, { NULL, 0 } };

const struct value_type value_switch = {
	.metavar = "off|on",
	.words = "off, on",
	.extent = number_extent,
	.names = switches,
	.parse = named_parse,
};

/* Values of HDIO_SET_BUSSTATE (linux/hdreg.h). */
static const struct named_number bus_states[] = {
	{ "off", 0 }, { "on", 1 }, { "tristate", 2 }, { NULL, 0 }
};

const struct value_type value_bus_state = {
	.metavar = "off|on|tristate",
	.words = "off, on, tristate",
	.extent = number_extent,
	.names = bus_states,
	.parse = named_parse,
};

static bool is_time(const char *word)
{
	uint64_t seconds;

	return time_seconds(word, &seconds);
}

/*
 * Digits and the letters after them are one word, also when joined to the option: a time, or an
 * error. -S20min does not mean -S20 -m -i -n.
 */
static size_t time_extent(const char *text)
{
	size_t n = number_extent(text);

	if (!n || is_hex(text))
		return n;
	while (is_letter(text[n]) || is_digit(text[n]))
		n++;
	return n;
}

static const char comma_save[] = ",save";

bool saved_word_split(const char *word, char first[SAVED_WORD_BYTES], bool *save)
{
	size_t n = strcspn(word, ",");

	*save = word[n];
	if (n >= SAVED_WORD_BYTES || (word[n] && !word_is(word + n, comma_save)))
		return false;
	memcpy(first, word, n);
	first[n] = '\0';
	return true;
}

/* Return the length of a standby time at the start of the text, also followed by ",save". */
static size_t standby_timer_extent(const char *text)
{
	size_t n = time_extent(text), save = strlen(comma_save);

	if (!n && word_begins(text, "off", strlen("off")))
		n = strlen("off");
	if (n && word_begins(text + n, comma_save, save))
		return n + save;
	return time_extent(text);
}

/* A time without a code is rounded up: no drive spins down sooner than requested. */
static int standby_timer_parse(const struct option_def *def, const char *word,
			       struct opt_state *state)
{
	char first[SAVED_WORD_BYTES];
	uint64_t seconds;

	if (saved_word_split(word, first, &state->flag))
		word = first;
	if (!time_seconds(word, &seconds))
		return named_parse(def, word, state);
	state->value = standby_timer_code(seconds);
	state->asked = seconds;
	return state->value ? 0 : -ERANGE;
}

static const struct named_number timer_names[] = { { "off", 0 }, { NULL, 0 } };

const struct value_type value_standby_timer = {
	.metavar = "N",
	.words = "off, 5s..330min, sums as 1h30min",
	.extent = standby_timer_extent,
	.unit = true,
	.names = timer_names,
	.is_word = is_time,
	.parse = standby_timer_parse,
};

static int seconds_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	if (!time_seconds(word, &state->value))
		return number_parse(def, word, state);
	return state->value < def->min || state->value > def->max ? -ERANGE : 0;
}

const struct value_type value_seconds = {
	.metavar = "SECONDS",
	.words = "or a time as 3min",
	.extent = time_extent,
	.is_word = is_time,
	.parse = seconds_parse,
};

static int idle_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	bool off = word_is(word, timer_names[0].word);

	state->value = 0;
	return off ? 0 : seconds_parse(def, word, state);
}

const struct value_type value_idle_time = {
	.metavar = "TIME",
	.words = "off, or a time as 20min",
	.extent = time_extent,
	.names = timer_names,
	.is_word = is_time,
	.parse = idle_parse,
};

/* If the word looks like an option, the file was forgotten; a file "-x" is given as ./-x. */
static size_t path_extent(const char *text)
{
	return text[0] == '-' && text[1] ? 0 : strlen(text);
}

/* The word itself is kept in state->text. */
static int path_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	(void)def;
	(void)state;
	return *word ? 0 : -EINVAL;
}

const struct value_type value_path = {
	.metavar = "FILE",
	.spelling = "a file's name",
	.extent = path_extent,
	.parse = path_parse,
};

static size_t letters_and_digits(const char *text)
{
	size_t n = 0;

	while (is_letter(text[n]) || is_digit(text[n]))
		n++;
	return n;
}

/* A mode is all letters and digits, so that a misspelt mode is not read as a cluster. */
static size_t mode_extent(const char *text)
{
	size_t n = letters_and_digits(text);
	char name[8];
	unsigned code;

	if (is_digit(text[0]))
		return number_extent(text);
	if (n == 0 || n >= sizeof(name))
		return 0;
	memcpy(name, text, n);
	name[n] = '\0';
	return transfer_mode_code(name, &code) ? n : 0;
}

static int mode_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	unsigned code;

	if (!transfer_mode_code(word, &code))
		return number_parse(def, word, state);
	state->value = code;
	return 0;
}

const struct value_type value_transfer_mode = {
	.metavar = "MODE",
	.words = "pio0..pio7, sdma0..sdma7, mdma0..mdma7, udma0..udma7",
	.extent = mode_extent,
	.parse = mode_parse,
};

static int transport_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	(void)def;
	for (unsigned path = ATA_PATH_ANY + 1; path < ATA_PATH_COUNT; path++) {
		if (word_is(word, ata_path_name((enum ata_path)path))) {
			state->value = path;
			return 0;
		}
	}
	return -EINVAL;
}

const struct value_type value_transport = {
	.metavar = "sat16|sat12|jmicron|sunplus|cypress",
	.spelling = "sat16, sat12, jmicron, sunplus, cypress",
	.extent = letters_and_digits,
	.parse = transport_parse,
};
