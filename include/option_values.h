/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words of a command line and of hdparm.conf, and the values of options that they stand for. */
#ifndef HDPARM_OPTION_VALUES_H
#define HDPARM_OPTION_VALUES_H

#include "options.h"

struct lba_range;

/* --- words --- */

/* True if two words are equal without regard to case, and with '-' equal to '_'. */
bool same_word(const char *a, const char *b);

/* Search for the word that a misspelt one was probably meant for. */
struct guess {
	const char *typed;
	const char *found; /* the nearest candidate so far, or NULL */
	unsigned best;	   /* the next candidate must have fewer wrong letters than this */
};

/* `typed` is not copied. A candidate matches only if at most a third of the letters is wrong. */
void guess_start(struct guess *guess, const char *typed);
void guess_offer(struct guess *guess, const char *candidate);

/* True if a word is a path below /dev, as nearly all devices have. */
bool word_names_device(const char *word);

/*
 * Write the word so that a shell reads it unchanged, with quotes if needed: at most `room` bytes
 * with the NUL, as snprintf(). Returns the length of the whole text.
 */
size_t word_quote(char *to, size_t room, const char *word);

/* Return the quoted word in `to`; a word that does not fit is returned unquoted. */
enum { WORD_QUOTED_BYTES = 512 };
const char *word_quoted(const char *word, char to[WORD_QUOTED_BYTES]);

/* --- types of values --- */

/* A word that stands for a number. */
struct named_number {
	const char *word;
	uint64_t number;
};

/* One way to read a value. */
struct value_type {
	const char *metavar;
	const char *words; /* words that are allowed beside numbers, for messages; or NULL */
	/* for messages: what is allowed; NULL: the option's range, and words */
	const char *spelling;
	/*
	 * How many leading characters of `text` belong to a value; 0 when none starts there. Shows
	 * where a cluster continues after a number, and whether the next word is the value.
	 */
	size_t (*extent)(const char *text);
	/* letters after its digits are a unit; in a cluster only letters that are no options */
	bool unit;
	/* words that stand for numbers, in any case, the last one NULL; or NULL */
	const struct named_number *names;
	/* whether another separate word is a value as a whole, as "20min"; NULL: never */
	bool (*is_word)(const char *word);
	/*
	 * Fills state->value from `word` (exactly the extent). 0, -EINVAL for no such value,
	 * -ERANGE for one outside def->min..def->max.
	 */
	int (*parse)(const struct option_def *def, const char *word, struct opt_state *state);
	/*
	 * For an option that stands for several: returns the one that `word` names, and its value,
	 * a part of `word`, or NULL if the value may be the next word; or OPT_COUNT. NULL: an
	 * ordinary option.
	 */
	enum opt_id (*member)(const char *word, const char **value);
	/* further words after the first: their type, and the least and largest number of them */
	const struct value_type *more;
	size_t more_min, more_max;
	bool any_word; /* the next word is always the value, even an empty one */
	/* a password: never shown; a next word that looks like an option or a device is refused */
	bool secret;
	bool described; /* the number is an internal code: users and machines see the word itself */
};

/*
 * True if a separate word is one whole value, by its name or its form. In a cluster of letters only
 * `extent` decides.
 */
bool value_is_word(const struct value_type *type, const char *word);

/* Types that acts and hdparm.conf tell apart; values.h of src/cli has the rest. */
extern const struct value_type value_number;	 /* decimal, or hexadecimal with 0x */
extern const struct value_type value_switch;	 /* 0 or 1, or off or on */
extern const struct value_type value_path;	 /* any word: the name of a file */
extern const struct value_type value_lba_ranges; /* LBA:COUNT, any number of words */
extern const struct value_type value_sectors;	 /* LBA or LBA:COUNT: lba_run_parse() */
extern const struct value_type value_password;	 /* kept as text: password_decode() reads it */

/* --- values that are more than a number --- */

/* The value of --error-recovery: the times of reading and writing in units of 100 ms, 0: off. */
struct recovery_value {
	uint16_t units[2];
	bool restore;	      /* the maker's times instead */
	uint32_t otherwise_s; /* the command timeout for a drive without recovery times; 0: none */
};

struct recovery_value recovery_unpack(uint64_t packed);

/*
 * Read "LBA", "LBA:" or "LBA:COUNT"; the count is 0 where none is given. Otherwise as
 * lba_range_parse().
 */
int lba_run_parse(const char *word, struct lba_range *range);

/*
 * Read exactly "LBA:COUNT"; the numbers are decimal, or hexadecimal with 0x. 0; -EINVAL for
 * another form or a count of 0, -ERANGE where the last sector needs more than 48 bits.
 */
int lba_range_parse(const char *word, struct lba_range *range);

/*
 * Read the first LBA:COUNT of a text with blanks between ranges. Returns the length of that range
 * with the blanks before it, 0 if there is none. *err is 0 or the error of lba_range_parse().
 */
size_t lba_ranges_next(const char *words, struct lba_range *range, int *err);

/* The kernel's words for --provisioning's values (drivers/scsi/sd.c), from 0; NULL ends them. */
extern const char *const provisioning_words[];

enum { PASSWORD_BYTES = 32 };

/*
 * A password as it is sent to the drive: the text's bytes padded with zeros, all zeros for "NULL"
 * and "", or the bytes of "hex:" and 64 hexadecimal digits. 0; -E2BIG for more than 32 bytes,
 * -EINVAL where "hex:" is not followed by exactly 64 digits.
 */
int password_decode(const char *text, uint8_t password[PASSWORD_BYTES]);

#endif
