// SPDX-License-Identifier: GPL-2.0-or-later
/* Types of option values. */
#include "ata.h"
#include "ata_drive.h"
#include "erase.h"
#include "identify.h"
#include "options.h"
#include "passthrough.h"
#include "text.h"
#include "units.h"
#include "values.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* If a letter may stand before the number, the range begins with this letter, as "[p]1..9". */
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

/* A leading zero does not mean octal. */
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

/* ACS-4 has the levels 1 to 254; hdparm's 255 disables APM. */
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

static const struct named_number verify_modes[] = { { "off", 0 },
						    { "all", ATA_VERIFY_ALL },
						    { NULL, 0 } };

/* Take a number, and a number behind a colon: "3:65536". */
static size_t verify_extent(const char *text)
{
	size_t n = number_extent(text);

	return n && text[n] == ':' ? n + 1 + number_extent(text + n + 1) : n;
}

/* -ENODATA: mode 3 without a number of sectors. */
static int verify_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	static const char counted[] = "3:";
	static const struct option_def sectors = { .min = ATA_VERIFY_UNIT, .max = ATA_VERIFY_MOST };
	int err;

	if (strncmp(word, counted, strlen(counted)) != 0) {
		err = named_parse(def, word, state);
		return !err && state->value == ATA_VERIFY_COUNTED ? -ENODATA : err;
	}
	err = number_parse(&sectors, word + strlen(counted), state);
	if (!err && state->value % ATA_VERIFY_UNIT)
		err = -ERANGE;
	state->value = ATA_VERIFY_COUNTED | state->value / ATA_VERIFY_UNIT << 8;
	return err;
}

const struct value_type value_verify = {
	.metavar = "0|1|2|all|3:SECTORS",
	.spelling = "0, off, 1, 2, all, 3:1024..3:261120 in steps of 1024",
	.missing = "a number of sectors, as in -R3:65536 (in hdparm.conf 3:65536)",
	.extent = verify_extent,
	.names = verify_modes,
	.parse = verify_parse,
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

/* Return the seconds of the unit in unit[0..length-1]; 0: not seconds, minutes or hours. */
static unsigned unit_seconds(const char *unit, size_t length)
{
	static const struct {
		const char *name;
		unsigned seconds;
	} units[] = {
		{ "s", 1 },    { "sec", 1 },   { "secs", 1 },	{ "second", 1 },  { "seconds", 1 },
		{ "m", 60 },   { "min", 60 },  { "mins", 60 },	{ "minute", 60 }, { "minutes", 60 },
		{ "h", 3600 }, { "hr", 3600 }, { "hrs", 3600 }, { "hour", 3600 }, { "hours", 3600 },
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strlen(units[i].name) == length && word_begins(unit, units[i].name, length))
			return units[i].seconds;
	}
	return 0;
}

bool is_time_unit(const char *word)
{
	static const char *const others[] = { "ms", "day", "days", "week", "weeks" };

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (word_is(word, others[i]))
			return true;
	}
	return unit_seconds(word, strlen(word));
}

bool time_seconds(const char *word, uint64_t *seconds)
{
	uint64_t sum = 0;

	do {
		size_t digits = strspn(word, "0123456789");
		size_t letters = strcspn(word + digits, "0123456789");
		unsigned unit = unit_seconds(word + digits, letters);

		/* 999999999 h in seconds fit in 64 bits */
		if (digits == 0 || digits > 9 || !unit || sum > UINT32_MAX)
			return false;
		sum += strtoull(word, NULL, 10) * unit;
		word += digits + letters;
	} while (*word);
	*seconds = sum;
	return true;
}

bool time_tenths(const char *word, uint64_t *tenths)
{
	enum { TENTH_MS = 100, DIGITS_MAX = 9 };
	size_t digits = strspn(word, "0123456789");

	if (digits && digits <= DIGITS_MAX && word_is(word + digits, "ms")) {
		*tenths = strtoull(word, NULL, 10);
		if (*tenths % TENTH_MS)
			return false;
		*tenths /= TENTH_MS;
		return true;
	}
	if (!time_seconds(word, tenths))
		return false;
	*tenths *= 10;
	return true;
}

static bool is_time(const char *word)
{
	uint64_t seconds;

	return time_seconds(word, &seconds);
}

/* Behind a decimal number, take letters and digits: -S20min does not mean -S20 -m -i -n. */
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

enum { SAVED_WORD_BYTES = 40 };

static bool saved_word_split(const char *word, char first[SAVED_WORD_BYTES], bool *save)
{
	size_t n = strcspn(word, ",");

	*save = word[n];
	if (n >= SAVED_WORD_BYTES || (word[n] && !word_is(word + n, comma_save)))
		return false;
	memcpy(first, word, n);
	first[n] = '\0';
	return true;
}

static size_t standby_timer_extent(const char *text)
{
	size_t n = time_extent(text), save = strlen(comma_save);

	if (!n && word_begins(text, "off", strlen("off")))
		n = strlen("off");
	if (n && word_begins(text + n, comma_save, save))
		return n + save;
	return time_extent(text);
}

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

/* Take "-", or a word without a dash in front: "-x" is the next option, "./-x" is a file. */
static size_t path_extent(const char *text)
{
	return text[0] == '-' && text[1] ? 0 : strlen(text);
}

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
	for (unsigned transport = 0; transport < ATA_TRANSPORTS; transport++) {
		const char *name = ata_transport_name(transport);

		if (name && word_is(word, name)) {
			state->value = transport;
			return 0;
		}
	}
	return -EINVAL;
}

const struct value_type value_transport = {
	.metavar = "NAME",
	.spelling = "sat16, sat12, jmicron, sunplus, cypress, sntjmicron, sntrealtek, sntasmedia",
	.extent = letters_and_digits,
	.parse = transport_parse,
};

static size_t prefixed_extent(const char *text, char prefix)
{
	const char *number = text;
	size_t n;

	if (*number == prefix)
		number++;
	n = number_extent(number);
	return n ? (size_t)(number - text) + n : 0;
}

static int prefixed_parse(const struct option_def *def, const char *word, struct opt_state *state,
			  char prefix)
{
	state->flag = *word == prefix;
	if (state->flag)
		word++;
	return number_parse(def, word, state);
}

/* As in hdparm 9.65, p without a number is no value: the option is then a question. */
static size_t lasting_extent(const char *text)
{
	size_t n = prefixed_extent(text, 'p');

	return !n && *text == 'p' ? 1 : n;
}

static int lasting_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	if (strcmp(word, "p"))
		return prefixed_parse(def, word, state, 'p');
	state->set = false;
	state->flag = true;
	return 0;
}

const struct value_type value_lasting_number = {
	.metavar = "[p]N",
	.extent = lasting_extent,
	.parse = lasting_parse,
};

static size_t bad_sector_extent(const char *text)
{
	return prefixed_extent(text, 'f');
}

static int bad_sector_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	return prefixed_parse(def, word, state, 'f');
}

const struct value_type value_bad_sector = {
	.metavar = "[f]LBA",
	.extent = bad_sector_extent,
	.parse = bad_sector_parse,
};

/* Take a whole word of letters, digits, '_', '=' and ',': a misspelt word is then an error. */
static size_t word_of_list(const char *text)
{
	size_t n = 0;

	while (is_letter(text[n]) || is_digit(text[n]) || (text[n] && strchr("_=,", text[n])))
		n++;
	return text[n] ? 0 : n;
}

static size_t whole_text(const char *text)
{
	return strlen(text);
}

/* A number that is too large becomes UINT64_MAX. */
static size_t read_number(const char *text, uint64_t *value)
{
	size_t n = number_extent(text);

	if (n)
		*value = strtoull(text, NULL, text[0] == '0' && (text[1] | 0x20) == 'x' ? 16 : 10);
	return n;
}

int lba_run_parse(const char *word, struct lba_range *range)
{
	size_t n;

	*range = (struct lba_range){ .lba = 0 };
	n = read_number(word, &range->lba);
	if (!n)
		return -EINVAL;
	word += n;
	if (*word == ':' && *++word) {
		n = read_number(word, &range->count);
		if (!n || !range->count)
			return -EINVAL;
		word += n;
	}
	if (*word)
		return -EINVAL;
	return range->lba >= ATA_ADDRESSES || range->count > ATA_ADDRESSES - range->lba ? -ERANGE
											: 0;
}

int lba_range_parse(const char *word, struct lba_range *range)
{
	int err = lba_run_parse(word, range);

	return err || range->count ? err : -EINVAL;
}

/* Take a word that starts with a digit: a misspelt range is then an error, not a device. */
static size_t range_extent(const char *text)
{
	return is_digit(*text) ? strlen(text) : 0;
}

size_t lba_ranges_next(const char *words, struct lba_range *range, int *err)
{
	char word[64];
	size_t blank = 0, n = 0;

	while (is_space(words[blank]))
		blank++;
	words += blank;
	while (words[n] && !is_space(words[n]))
		n++;
	*err = n < sizeof(word) ? 0 : -EINVAL;
	if (!n || *err)
		return n ? blank + n : 0;
	memcpy(word, words, n);
	word[n] = '\0';
	*err = lba_range_parse(word, range);
	return blank + n;
}

static int ranges_parse(const struct option_def *def, const char *words, struct opt_state *state)
{
	struct lba_range range;
	const char *at = words;
	size_t n;
	int err;

	(void)def;
	(void)state;
	do {
		n = lba_ranges_next(at, &range, &err);
		at += n;
	} while (n && !err);
	return err ? err : at == words ? -EINVAL : 0;
}

static int range_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	struct lba_range range;

	(void)def;
	(void)state;
	return lba_range_parse(word, &range);
}

static const struct value_type more_ranges = {
	.metavar = "LBA:COUNT",
	.spelling = "LBA:COUNT",
	.extent = range_extent,
	.parse = ranges_parse,
};
const struct value_type value_lba_ranges = {
	.metavar = "LBA:COUNT",
	.spelling = "LBA:COUNT",
	.extent = range_extent,
	.parse = ranges_parse,
	.more = &more_ranges,
	.more_max = SIZE_MAX,
};

const struct value_type value_lba_range = {
	.metavar = "LBA:COUNT",
	.spelling = "LBA:COUNT",
	.extent = range_extent,
	.parse = range_parse,
};

static int run_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	struct lba_range range;
	int err = lba_run_parse(word, &range);

	(void)def;
	state->value = range.lba;
	return err;
}

const struct value_type value_lba_run = {
	.metavar = "LBA:[COUNT]",
	.spelling = "LBA:COUNT, or LBA: for all from there on",
	.extent = range_extent,
	.parse = run_parse,
};

static int sectors_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	size_t n = strlen(word);

	return n && word[n - 1] == ':' ? -EINVAL : run_parse(def, word, state);
}

const struct value_type value_sectors = {
	.metavar = "LBA[:COUNT]",
	.words = "LBA:COUNT",
	.extent = range_extent,
	.parse = sectors_parse,
};

const struct value_type value_sector_list = {
	.metavar = "LBA[:COUNT]",
	.words = "LBA:COUNT",
	.extent = range_extent,
	.parse = sectors_parse,
	.more = &value_sectors,
	.more_max = SIZE_MAX,
};

static const char hex_prefix[] = "hex:";

static int hex_decode(const char *text, uint8_t *to, size_t bytes)
{
	text += sizeof(hex_prefix) - 1;
	if (strlen(text) != 2 * bytes)
		return -EINVAL;
	for (size_t i = 0; i < bytes; i++) {
		int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);

		if (high < 0 || low < 0)
			return -EINVAL;
		to[i] = (uint8_t)(high << 4 | low);
	}
	return 0;
}

int password_decode(const char *text, uint8_t password[PASSWORD_BYTES])
{
	memset(password, 0, PASSWORD_BYTES);
	if (!strncmp(text, hex_prefix, sizeof(hex_prefix) - 1))
		return hex_decode(text, password, PASSWORD_BYTES);
	if (!strcmp(text, "NULL"))
		return 0;
	if (strlen(text) > PASSWORD_BYTES)
		return -E2BIG;
	memcpy(password, text, strlen(text));
	return 0;
}

static int password_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	uint8_t password[PASSWORD_BYTES];
	int err = password_decode(word, password);

	(void)def;
	(void)state;
	explicit_bzero(password, sizeof(password));
	return err;
}

const struct value_type value_password = {
	.metavar = "PASSWORD",
	.spelling = "up to 32 bytes, NULL, or hex: and 64 digits",
	.extent = whole_text,
	.parse = password_parse,
	.any_word = true,
	.secret = true,
};

static int pattern_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	uint8_t bytes[4];

	(void)def;
	if (strncmp(word, hex_prefix, sizeof(hex_prefix) - 1) != 0 ||
	    hex_decode(word, bytes, sizeof(bytes)))
		return -EINVAL;
	state->value = (uint64_t)bytes[0] << 24 | (uint64_t)bytes[1] << 16 |
		       (uint64_t)bytes[2] << 8 | bytes[3];
	return 0;
}

const struct value_type value_pattern = {
	.metavar = "hex:XXXXXXXX",
	.spelling = "hex:XXXXXXXX",
	.extent = whole_text,
	.parse = pattern_parse,
};

/* state->value: 0 for first letters of `zero`, 1 for those of `one`. -EINVAL for other words. */
static int choose_word(const char *word, const char *zero, const char *one, struct opt_state *state)
{
	size_t n = strlen(word);

	if (!n)
		return -EINVAL;
	state->value = strncmp(word, zero, n) != 0;
	return state->value && strncmp(word, one, n) != 0 ? -EINVAL : 0;
}

static int erase_method_parse(const struct option_def *def, const char *word,
			      struct opt_state *state)
{
	(void)def;
	for (state->value = DISK_NO_ERASE + 1; state->value < DISK_ERASES; state->value++) {
		if (!strcmp(word, erase_methods[state->value].name))
			return 0;
	}
	return -EINVAL;
}

const struct value_type value_erase_method = {
	.metavar = "NAME",
	.spelling = "sanitize-crypto-scramble, sanitize-block-erase, sanitize-overwrite, "
		    "format-crypto-erase, format-user-data-erase, security-erase-enhanced, "
		    "security-erase, format-unit",
	.extent = whole_text,
	.parse = erase_method_parse,
};

static int user_master_parse(const struct option_def *def, const char *word,
			     struct opt_state *state)
{
	(void)def;
	return choose_word(word, "user", "master", state);
}

const struct value_type value_user_master = {
	.metavar = "u|m",
	.spelling = "user, master, or their first letters",
	.extent = whole_text,
	.parse = user_master_parse,
};

static int security_mode_parse(const struct option_def *def, const char *word,
			       struct opt_state *state)
{
	(void)def;
	return choose_word(word, "high", "maximum", state);
}

const struct value_type value_security_mode = {
	.metavar = "h|m",
	.spelling = "high, maximum, or their first letters",
	.extent = whole_text,
	.parse = security_mode_parse,
};

const char *const provisioning_words[] = {
	"full", "unmap", "writesame_16", "writesame_10", "writesame_zero", "disabled", NULL
};

static int provisioning_parse(const struct option_def *def, const char *word,
			      struct opt_state *state)
{
	(void)def;
	for (state->value = 0; provisioning_words[state->value]; state->value++) {
		if (!strcmp(word, provisioning_words[state->value]))
			return 0;
	}
	return -EINVAL;
}

const struct value_type value_provisioning = {
	.metavar = "MODE",
	.spelling = "unmap, writesame_16, writesame_10, writesame_zero, disabled, full",
	.extent = word_of_list,
	.parse = provisioning_parse,
	.described = true,
};

const struct named_number link_power_words[] = { { "max_performance", LINK_POLICY },
						 { "medium_power", LINK_POLICY + 1 },
						 { "med_power_with_dipm", LINK_POLICY + 2 },
						 { "min_power_with_partial", LINK_POLICY + 3 },
						 { "min_power", LINK_POLICY + 4 },
						 { "any", LINK_LATENCY_ANY },
						 { "default", LINK_LATENCY_DEFAULT },
						 { "0", 0 },
						 { NULL, 0 } };

static int link_power_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	static const struct named_number units[] = { { "us", 1 },
						     { "ms", 1000 },
						     { "s", 1000000 } };
	const struct named_number *found = find_name(link_power_words, word);
	size_t digits = strspn(word, "0123456789");

	(void)def;
	if (found) {
		state->value = found->number;
		return 0;
	}
	for (size_t i = 0; digits && i < sizeof(units) / sizeof(units[0]); i++) {
		if (!word_is(word + digits, units[i].word))
			continue;
		state->value =
			digits < 11 ? strtoull(word, NULL, 10) * units[i].number : UINT64_MAX;
		return state->value < LINK_LATENCY_ANY ? 0 : -ERANGE;
	}
	return -EINVAL;
}

const struct value_type value_link_power = {
	.metavar = "POLICY",
	.spelling = "max_performance, medium_power, med_power_with_dipm, min_power_with_partial, "
		    "min_power, for NVMe any, default, 0, or a time as 25ms",
	.extent = word_of_list,
	.parse = link_power_parse,
	.described = true,
};

const struct value_type value_kib_and_file = {
	.metavar = "KIB FILE",
	.words = "and a file's name",
	.extent = whole_text,
	.parse = number_parse,
	.more = &value_path,
	.more_min = 1,
	.more_max = 1,
};

enum {
	WORD_BYTES = 32,
	/* least number without a unit, except 0: less may mean seconds, not units of 100 ms */
	LEAST_BARE = 65,
	MOST_UNITS = 9999
};

static bool next_part(const char **at, char part[WORD_BYTES])
{
	size_t n = strcspn(*at, ",");

	if (!**at || n >= WORD_BYTES)
		return false;
	memcpy(part, *at, n);
	part[n] = '\0';
	*at += n;
	/* a comma at the end stays, and becomes an empty part, an error */
	if (**at && (*at)[1])
		++*at;
	return true;
}

/* Read seconds as "7.0" or "7.0s", below 10000, into units of 100 ms. */
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

/* Read "off", a time, or a number of units of 100 ms. */
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

/* Read the end: nothing, "keep" (not after "default"), "else=TIME" or "keep,else=TIME". */
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
			int err = seconds_parse(&limits, part + strlen(otherwise), &own);

			if (err)
				return err;
			value->otherwise_s = (uint32_t)own.value;
		} else {
			return -EINVAL;
		}
	}
	return *at ? -EINVAL : 0;
}

static uint64_t recovery_pack(const struct recovery_value *value)
{
	return value->units[0] | (uint64_t)value->units[1] << 16 |
	       (uint64_t)value->otherwise_s << 32 | (uint64_t)value->restore << 63;
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
			at = behind; /* no second time: leave this part to parse_rest() */
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

/* Take a valid value, or a word that begins with a digit: a wrong time is then an error. */
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

struct recovery_value recovery_unpack(uint64_t packed)
{
	return (struct recovery_value){ .units = { (uint16_t)packed, (uint16_t)(packed >> 16) },
					.otherwise_s = packed >> 32 & 0x7fffffff,
					.restore = packed >> 63 };
}

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

/* Take any text with a comma: a misspelt ",keep" is then an error. */
static size_t state_extent(const char *text)
{
	struct opt_state own;
	size_t length = strcspn(text, ",");

	if (text[length])
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

/* Refuse a value: an option with value_type.member has no value of its own. */
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
	.extent = whole_text,
	.parse = no_member,
	.member = feature_member,
	.any_word = true,
};

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

#define EPC_TIME "TIME[,save]; TIME: 2s, 20min, 500ms, off, on, default, saved"

const struct value_type value_epc_timer = {
	.metavar = "TIME[,save]",
	.spelling = EPC_TIME,
	.extent = word_of_list,
	.parse = epc_timer_parse,
};

static enum opt_id epc_member(const char *word, const char **value)
{
	size_t n = strcspn(word, "=");
	enum ata_epc condition = ata_epc_by_name(word, n);

	if (!word[n] || condition == ATA_EPC_COUNT)
		return OPT_COUNT;
	*value = word + n + 1;
	return (enum opt_id)((int)OPT_EPC_IDLE_A + (int)condition);
}

const struct value_type value_epc_member = {
	.metavar = "CONDITION=TIME[,save]",
	.spelling = "CONDITION=" EPC_TIME,
	.extent = word_of_list,
	.parse = no_member,
	.member = epc_member,
};

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
