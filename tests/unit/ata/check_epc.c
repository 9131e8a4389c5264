// SPDX-License-Identifier: GPL-2.0-or-later
/* Extended Power Conditions: the log's descriptors, and the commands that set timers. */
#include "ata_drive.h"
#include "cli/values.h"
#include "suites.h"
#include "options.h"

#include <stdio.h>
#include <string.h>

START_TEST(conditions_by_name)
{
	const struct ata_epc_def *def = &ata_epc_table[_i];

	ck_assert_int_eq(ata_epc_by_name(def->name, strlen(def->name)), _i);
	ck_assert_uint_le(def->offset + 64, 512);
	for (int other = 0; other < _i; other++) {
		ck_assert_uint_ne(ata_epc_table[other].id, def->id);
		ck_assert(ata_epc_table[other].page != def->page ||
			  ata_epc_table[other].offset != def->offset);
	}
}
END_TEST

START_TEST(options_know_the_names)
{
	char metavar[128] = "", spelling[128] = "";

	for (unsigned i = 0; i < ATA_EPC_COUNT; i++) {
		const char *name = ata_epc_table[i].name, *value;
		char word[32];

		snprintf(metavar + strlen(metavar), 64, "%s%.9s", i ? "|" : "", name);
		snprintf(spelling + strlen(spelling), 64, "%s%.9s", i ? ", " : "", name);
		snprintf(word, sizeof(word), "epc-%.9s", name);
		ck_assert(same_word(option_table[OPT_EPC_IDLE_A + i].name, word));
		snprintf(word, sizeof(word), "%.9s=5s,save", name);
		ck_assert_uint_eq(value_epc_member.member(word, &value), OPT_EPC_IDLE_A + i);
		ck_assert_str_eq(value, "5s,save");
	}
	ck_assert_str_eq(value_epc_condition.metavar, metavar);
	ck_assert_str_eq(value_epc_condition.spelling, spelling);
}
END_TEST

START_TEST(other_names_are_none)
{
	ck_assert_int_eq(ata_epc_by_name("IDLE_B", 6), ATA_EPC_IDLE_B);
	ck_assert_int_eq(ata_epc_by_name("idle_b", 5), ATA_EPC_COUNT);
	ck_assert_int_eq(ata_epc_by_name("idle_d", 6), ATA_EPC_COUNT);
	ck_assert_int_eq(ata_epc_by_name("", 0), ATA_EPC_COUNT);
}
END_TEST

/* The standard's descriptor of a condition. */
static const uint8_t descriptor[64] = {
	0x00, 0xf4, 0x00, 0x00, /* supported, saveable, changeable, default and current enabled */
	0xb0, 0x04, 0x00, 0x00, /* default 1200 */
	0x58, 0x02, 0x00, 0x00, /* saved 600 */
	0x01, 0x00, 0x01, 0x00, /* current 65537 */
	0x0a, 0x00, 0x00, 0x00, /* recovery 10 */
	0x64, 0x00, 0x00, 0x00, /* least 100 */
	0xc4, 0xff, 0x3b, 0x00, /* most 3932100 */
};

/* Read a log with that descriptor for a condition; set *states. */
static bool read_one(enum ata_epc condition, const uint8_t row[64], struct ata_epc_state *state)
{
	struct ata_epc_state states[ATA_EPC_COUNT];
	uint8_t pages[2][512] = { { 0 } };
	bool is_log;

	memcpy(pages[ata_epc_table[condition].page] + ata_epc_table[condition].offset, row, 64);
	is_log = ata_epc_decode(pages[0], pages[1], states);
	for (unsigned i = 0; is_log && i < ATA_EPC_COUNT; i++)
		ck_assert(i == condition || !states[i].supported);
	*state = states[condition];
	return is_log;
}

START_TEST(a_descriptor_is_read)
{
	struct ata_epc_state state;

	ck_assert(read_one((enum ata_epc)_i, descriptor, &state));
	ck_assert(state.supported && state.changeable && state.saveable);
	ck_assert(state.initial.enabled && state.initial.time == 1200);
	ck_assert(!state.saved.enabled && state.saved.time == 600);
	ck_assert(state.current.enabled && state.current.time == 65537);
	ck_assert_uint_eq(state.recovery_ms, 1000);
	ck_assert_uint_eq(state.min, 100);
	ck_assert_uint_eq(state.max, 3932100);
	ck_assert_uint_eq(ata_epc_effective(&state.current), 65537);
	ck_assert_uint_eq(ata_epc_effective(&state.saved), 0);
}
END_TEST

/* Each flag alone, with "supported": bits 6 to 2 of byte 1. */
START_TEST(flags_one_by_one)
{
	const uint8_t row[64] = { 0, (uint8_t)(0x80 | 1 << _i) };
	struct ata_epc_state state;

	ck_assert(read_one(ATA_EPC_IDLE_A, row, &state));
	ck_assert(state.supported);
	ck_assert_int_eq(state.saveable, _i == 6);
	ck_assert_int_eq(state.changeable, _i == 5);
	ck_assert_int_eq(state.initial.enabled, _i == 4);
	ck_assert_int_eq(state.saved.enabled, _i == 3);
	ck_assert_int_eq(state.current.enabled, _i == 2);
}
END_TEST

START_TEST(what_is_no_log)
{
	static const uint8_t zeros[512];
	struct ata_epc_state states[ATA_EPC_COUNT], state;
	uint8_t row[64], ones[512];

	memset(ones, 0xff, sizeof(ones));
	ck_assert(!ata_epc_decode(zeros, zeros, states));
	ck_assert(!ata_epc_decode(ones, ones, states));
	ck_assert(!ata_epc_decode(zeros, ones, states));
	memcpy(row, descriptor, sizeof(row));
	row[1] &= 0x7f; /* no condition is supported */
	ck_assert(!read_one(ATA_EPC_IDLE_A, row, &state));
	memcpy(row, descriptor, sizeof(row));
	row[0] = 1;
	ck_assert(!read_one(ATA_EPC_IDLE_A, row, &state));
	row[0] = 0;
	row[24] = 99, row[25] = row[26] = 0; /* most below least */
	ck_assert(!read_one(ATA_EPC_IDLE_A, row, &state));
	memset(row + 16, 0xff, 4); /* the largest number means not stated */
	memset(row + 24, 0xff, 4);
	ck_assert(read_one(ATA_EPC_IDLE_A, row, &state));
	ck_assert_uint_eq(state.recovery_ms, 0);
	ck_assert_uint_eq(state.max, 0);
}
END_TEST

static const struct {
	enum ata_epc condition;
	uint64_t value;
	bool save;
	uint16_t count;
	uint64_t lba;
} sets[] = {
	{ ATA_EPC_IDLE_A, 20, false, 0x81, 0x001422 },
	{ ATA_EPC_IDLE_B, 12000, true, 0x82, 0x2ee032 },
	{ ATA_EPC_STANDBY_Z, 65535, false, 0x00, 0xffff22 },
	{ ATA_EPC_STANDBY_Z, 66000, false, 0x00, 0x006ea2 }, /* 110 minutes */
	{ ATA_EPC_STANDBY_Y, ATA_EPC_MOST, true, 0x01, 0xffffb2 },
	{ ATA_EPC_IDLE_C, 0, false, 0x83, 0x03 },
	{ ATA_EPC_IDLE_C, 0, true, 0x83, 0x13 },
	{ ATA_EPC_IDLE_C, ATA_EPC_ON, false, 0x83, 0x23 },
	{ ATA_EPC_IDLE_C, ATA_EPC_INITIAL, false, 0x83, 0x40 },
	{ ATA_EPC_IDLE_C, ATA_EPC_INITIAL, true, 0x83, 0x50 },
	{ ATA_EPC_IDLE_C, ATA_EPC_SAVED, false, 0x83, 0x00 },
};

START_TEST(commands)
{
	struct ata_cmd cmd = ata_epc_set(sets[_i].condition, sets[_i].value, sets[_i].save);

	ck_assert_uint_eq(cmd.command, 0xef);
	ck_assert_uint_eq(cmd.feature, 0x4a);
	ck_assert_uint_eq(cmd.count, sets[_i].count);
	ck_assert_uint_eq(cmd.lba, sets[_i].lba);
	ck_assert_int_eq(ata_lasting(&cmd) == LASTING_PERMANENT, sets[_i].save);
}
END_TEST

START_TEST(rounding)
{
	ck_assert_uint_eq(ata_epc_rounded(1), 1);
	ck_assert_uint_eq(ata_epc_rounded(65535), 65535);
	ck_assert_uint_eq(ata_epc_rounded(65536), 66000);
	ck_assert_uint_eq(ata_epc_rounded(66000), 66000);
	ck_assert_uint_eq(ata_epc_rounded(66001), 66600);
	ck_assert_uint_eq(ata_epc_rounded(ATA_EPC_MOST), ATA_EPC_MOST);
	ck_assert_uint_eq(ata_epc_rounded(ATA_EPC_MOST + 1), 0);
	ck_assert_uint_eq(ata_epc_rounded(UINT64_MAX), 0);
}
END_TEST

/* current, default and saved timer; the request; whether it is fulfilled */
static const struct {
	struct ata_epc_timer current, initial, saved;
	uint64_t value;
	bool save, is;
} outcomes[] = {
	{ { true, 20 }, { false, 0 }, { false, 0 }, 20, false, true },
	{ { true, 20 }, { false, 0 }, { false, 0 }, 20, true, false },
	{ { true, 20 }, { false, 0 }, { true, 20 }, 20, true, true },
	{ { false, 20 }, { false, 0 }, { false, 0 }, 20, false, false },
	{ { true, 30 }, { false, 0 }, { false, 0 }, 20, false, false },
	{ { false, 30 }, { false, 0 }, { false, 0 }, 0, false, true },
	{ { true, 0 }, { false, 0 }, { false, 0 }, 0, false, true },
	{ { true, 30 }, { false, 0 }, { false, 0 }, 0, false, false },
	{ { true, 30 }, { false, 0 }, { false, 0 }, ATA_EPC_ON, false, true },
	{ { true, 0 }, { false, 0 }, { false, 0 }, ATA_EPC_ON, false, false },
	{ { true, 30 }, { true, 30 }, { false, 0 }, ATA_EPC_INITIAL, false, true },
	{ { false, 40 }, { false, 30 }, { false, 0 }, ATA_EPC_INITIAL, false, true },
	{ { true, 30 }, { false, 30 }, { false, 0 }, ATA_EPC_INITIAL, false, false },
	{ { true, 30 }, { true, 30 }, { true, 40 }, ATA_EPC_INITIAL, true, false },
	{ { true, 40 }, { true, 30 }, { true, 40 }, ATA_EPC_SAVED, false, true },
	{ { true, 30 }, { true, 30 }, { true, 40 }, ATA_EPC_SAVED, false, false },
};

START_TEST(read_back)
{
	struct ata_epc_state state = { .supported = true,
				       .tells_initial = true,
				       .tells_saved = true,
				       .current = outcomes[_i].current,
				       .initial = outcomes[_i].initial,
				       .saved = outcomes[_i].saved };

	ck_assert_int_eq(ata_epc_is(&state, outcomes[_i].value, outcomes[_i].save),
			 outcomes[_i].is);
	/* what is not known is not so */
	state.tells_initial = state.tells_saved = false;
	if (outcomes[_i].save || outcomes[_i].value >= ATA_EPC_INITIAL)
		ck_assert(!ata_epc_is(&state, outcomes[_i].value, outcomes[_i].save));
}
END_TEST

START_TEST(words)
{
	static const char *const all[] = { "off", "on", "default", "saved" };
	uint64_t value;

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		ck_assert(ata_epc_value(all[i], &value));
		ck_assert_str_eq(ata_epc_word(value), all[i]);
	}
	ck_assert(!ata_epc_value("of", &value));
	ck_assert_ptr_null(ata_epc_word(1));
	ck_assert_ptr_null(ata_epc_word(ATA_EPC_MOST));
}
END_TEST

Suite *epc_suite(void)
{
	Suite *suite = suite_create("epc");

	add_rows(suite, "conditions_by_name", conditions_by_name, ATA_EPC_COUNT);
	add_case(suite, "options_know_the_names", options_know_the_names);
	add_case(suite, "other_names_are_none", other_names_are_none);
	add_rows(suite, "a_descriptor_is_read", a_descriptor_is_read, ATA_EPC_COUNT);
	add_rows(suite, "flags_one_by_one", flags_one_by_one, 7);
	add_case(suite, "what_is_no_log", what_is_no_log);
	add_rows(suite, "commands", commands, ROWS(sets));
	add_case(suite, "rounding", rounding);
	add_rows(suite, "read_back", read_back, ROWS(outcomes));
	add_case(suite, "words", words);
	return suite;
}
