// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Values of options. The file is included, so that its functions are reached; a text has any
 * characters, up to a few, and a password the lengths at which something changes.
 */
#include <string.h>

#define strlen	prove_strlen
#define strcmp	prove_strcmp
#define strncmp prove_strncmp
static int prove_strncmp(const char *one, const char *other, size_t most);
#include "cli/values.c"
#include "prove.h"

enum { VALUE_MOST = 5, DRIVE_MOST = 4, PASSWORD_MOST = 2 * PASSWORD_BYTES + 5 };

static int prove_strncmp(const char *one, const char *other, size_t most)
{
	for (size_t i = 0; i < most; i++) {
		if (one[i] != other[i])
			return 1;
		if (!one[i])
			return 0;
	}
	return 0;
}

void prove_option_values(void)
{
	static const struct option_def def = { .max = UINT64_MAX, .value = &value_level };
	char text[VALUE_MOST + 1], first[SAVED_WORD_BYTES];
	struct opt_state state = { .seen = true };
	bool save;

	//@ loop unroll VALUE_MOST + 1;
	for (size_t length = 0; length <= VALUE_MOST; length++) {
		char *at = text + VALUE_MOST - length;

		any_text(at, length);
		number_extent(at);
		time_extent(at);
		path_extent(at);
		letters_and_digits(at);
		mode_extent(at);
		standby_timer_extent(at);
		number_parse(&def, at, &state);
		named_parse(&def, at, &state);
		mode_parse(&def, at, &state);
		saved_word_split(at, first, &save);
	}
}

void prove_drive_values(void)
{
	static const struct option_def def = { .max = UINT64_MAX, .value = &value_number };
	char text[DRIVE_MOST + 1];
	struct opt_state state = { .seen = true };
	struct lba_range range;
	const char *value;

	//@ loop unroll DRIVE_MOST + 1;
	for (size_t length = 0; length <= DRIVE_MOST; length++) {
		char *at = text + DRIVE_MOST - length;

		any_text(at, length);
		lasting_extent(at);
		lasting_parse(&def, at, &state);
		bad_sector_parse(&def, at, &state);
		range_extent(at);
		range_parse(&def, at, &state);
		ranges_parse(&def, at, &state);
		sectors_parse(&def, at, &state);
		if (!lba_range_parse(at, &range))
			range.count = 0;
		pattern_parse(&def, at, &state);
		erase_method_parse(&def, at, &state);
		user_master_parse(&def, at, &state);
		security_mode_parse(&def, at, &state);
		epc_timer_parse(&def, at, &state);
		word_of_list(at);
		provisioning_parse(&def, at, &state);
		link_power_parse(&def, at, &state);
		epc_member(at, &value);
		epc_condition_parse(&def, at, &state);
	}
}

void prove_password(void)
{
	static const uint8_t lengths[] = { 0, 1, 3, 4, 5, 31, 32, 33, 67, 68, 69 };
	static char text[PASSWORD_MOST + 1];
	uint8_t password[PASSWORD_BYTES];

	//@ loop unroll 11;
	for (size_t i = 0; i < sizeof(lengths); i++) {
		size_t length = lengths[i];
		char *at = text + PASSWORD_MOST - length;

		any_ascii(at, length);
		password_decode(at, password);
		if (length < sizeof(hex_prefix) - 1)
			continue;
		memcpy(at, hex_prefix, sizeof(hex_prefix) - 1);
		password_decode(at, password);
	}
}

void prove_time_values(void)
{
	static const struct option_def def = { .max = UINT64_MAX, .value = &value_recovery_time };
	char text[VALUE_MOST + 1];
	struct opt_state state = { .seen = true };
	struct recovery_value packed;
	const char *value;

	//@ loop unroll VALUE_MOST + 1;
	for (size_t length = 0; length <= VALUE_MOST; length++) {
		char *at = text + VALUE_MOST - length;

		any_text(at, length);
		recovery_extent(at);
		recovery_parse(&def, at, &state);
		cache_parse(&def, at, &state);
		reordering_parse(&def, at, &state);
		state_extent(at);
		feature_member(at, &value);
	}
	packed = recovery_unpack(any_u64());
	recovery_pack(&packed);
}
