// SPDX-License-Identifier: GPL-2.0-or-later
/* Values of options about the drive's contents: sectors, ranges, passwords, files. */
#include "ata.h"
#include "erase.h"
#include "identify.h"
#include "text.h"
#include "values.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A number after one optional letter. */
static size_t prefixed_extent(const char *text, char prefix)
{
	const char *number = text;
	size_t n;

	if (*number == prefix)
		number++;
	n = value_number.extent(number);
	return n ? (size_t)(number - text) + n : 0;
}

static int prefixed_parse(const struct option_def *def, const char *word, struct opt_state *state,
			  char prefix)
{
	state->flag = *word == prefix;
	if (state->flag)
		word++;
	return value_number.parse(def, word, state);
}

static size_t lasting_extent(const char *text)
{
	return prefixed_extent(text, 'p');
}

static int lasting_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	return prefixed_parse(def, word, state, 'p');
}

const struct value_type value_lasting_number = { .metavar = "[p]N",
						 .extent = lasting_extent,
						 .parse = lasting_parse };

static size_t bad_sector_extent(const char *text)
{
	return prefixed_extent(text, 'f');
}

static int bad_sector_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	return prefixed_parse(def, word, state, 'f');
}

const struct value_type value_bad_sector = { .metavar = "[f]LBA",
					     .extent = bad_sector_extent,
					     .parse = bad_sector_parse };

static size_t whole_text(const char *text)
{
	return strlen(text);
}

/*
 * Read a number; return its length, 0 if there is no number. A number above UINT64_MAX becomes
 * UINT64_MAX.
 */
static size_t read_number(const char *text, uint64_t *value)
{
	size_t n = value_number.extent(text);

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

/* Take every word that starts with a digit: a misspelt range is not read as a device. */
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

/* Scripts quote a list. 9.65 takes two ranges in a word so. */
static int ranges_parse(const struct option_def *def, const char *words, struct opt_state *state)
{
	struct lba_range range;
	size_t n;
	int err;

	(void)def;
	(void)state;
	do {
		n = lba_ranges_next(words, &range, &err);
		words += n;
	} while (n && !err);
	return err;
}

static int range_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	struct lba_range range;

	(void)def;
	(void)state;
	return lba_range_parse(word, &range);
}

static const struct value_type more_ranges = { .metavar = "LBA:COUNT",
					       .spelling = "LBA:COUNT",
					       .extent = range_extent,
					       .parse = ranges_parse };
const struct value_type value_lba_ranges = { .metavar = "LBA:COUNT",
					     .spelling = "LBA:COUNT",
					     .extent = range_extent,
					     .parse = ranges_parse,
					     .more = &more_ranges,
					     .more_max = SIZE_MAX };

const struct value_type value_lba_range = { .metavar = "LBA:COUNT",
					    .spelling = "LBA:COUNT",
					    .extent = range_extent,
					    .parse = range_parse };

static int run_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	struct lba_range range;
	int err = lba_run_parse(word, &range);

	(void)def;
	state->value = range.lba;
	return err;
}

const struct value_type value_lba_run = { .metavar = "LBA:[COUNT]",
					  .spelling = "LBA:COUNT, or LBA: for all from there on",
					  .extent = range_extent,
					  .parse = run_parse };

static int sectors_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	size_t n = strlen(word);

	return n && word[n - 1] == ':' ? -EINVAL : run_parse(def, word, state);
}

const struct value_type value_sectors = { .metavar = "LBA[:COUNT]",
					  .words = "LBA:COUNT",
					  .extent = range_extent,
					  .parse = sectors_parse };

static const char hex_prefix[] = "hex:";

/* Exactly 2 * bytes digits after "hex:", the first pair first. */
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

const struct value_type value_pattern = { .metavar = "hex:XXXXXXXX",
					  .spelling = "hex:XXXXXXXX",
					  .extent = whole_text,
					  .parse = pattern_parse };

/* Choose between two words, or any number of their first letters: value 0 or 1. */
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

const struct value_type value_user_master = { .metavar = "u|m",
					      .spelling = "user, master, or their first letters",
					      .extent = whole_text,
					      .parse = user_master_parse };

static int security_mode_parse(const struct option_def *def, const char *word,
			       struct opt_state *state)
{
	(void)def;
	return choose_word(word, "high", "maximum", state);
}

const struct value_type value_security_mode = { .metavar = "h|m",
						.spelling = "high, maximum, or their first letters",
						.extent = whole_text,
						.parse = security_mode_parse };

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

static int kib_parse(const struct option_def *def, const char *word, struct opt_state *state)
{
	return value_number.parse(def, word, state);
}

const struct value_type value_kib_and_file = { .metavar = "KIB FILE",
					       .words = "and a file's name",
					       .extent = whole_text,
					       .parse = kib_parse,
					       .more = &value_path,
					       .more_min = 1,
					       .more_max = 1 };
