// SPDX-License-Identifier: GPL-2.0-or-later
#include "identify.h"
#include "suites.h"

#include <ctype.h>
#include <string.h>

/* ACS-4 word 79 bits 7 and 10: they enable another bit of word 76 or 78. */
static bool is_odd_pair(int row)
{
	return row == ID_HAS_DEVICE_AUTOMATIC_PARTIAL_TO_SLUMBER || row == ID_HAS_POWER_DISABLE;
}

START_TEST(row_is_whole)
{
	const struct id_feature *row = &id_feature_table[_i];
	const char *listed = id_feature_listed(row), *name = id_feature_name(row);

	ck_assert_msg(row->group < ID_GROUP_COUNT, "row %d: group", _i);
	ck_assert_msg(row->word && row->bit < 16 && row->on_bit < 16, "row %d: bit", _i);
	ck_assert_msg(!row->on_word || row->on_bit == row->bit || is_odd_pair(_i),
		      "%s: a pair has the same bit in both words", row->key);
	ck_assert_msg(row->on_word || !row->on_bit, "%s: bit without a word", row->key);
	ck_assert_msg(*name || *listed, "%s: neither name nor text", row->key);
	ck_assert_msg(!(row->flags & ID_WITH_TRIM) || !*listed, "%s: shown twice", row->key);
	ck_assert_msg(!(row->flags & ID_BY_NUMBER) || *name, "%s: no name", row->key);
	ck_assert_msg(strlen(listed) < ID_LISTED_BYTES, "%s: too long", row->key);
}
END_TEST

START_TEST(key_is_snake_case)
{
	const char *key = id_feature_table[_i].key;

	ck_assert_msg(islower((unsigned char)key[0]), "row %d: '%s'", _i, key);
	for (const char *c = key; *c; c++)
		ck_assert_msg(islower((unsigned char)*c) || isdigit((unsigned char)*c) || *c == '_',
			      "'%s'", key);
}
END_TEST

START_TEST(bits_and_keys_are_unique)
{
	const struct id_feature *row = &id_feature_table[_i];

	for (size_t n = (size_t)_i + 1; n < ID_FEATURE_COUNT; n++) {
		const struct id_feature *other = &id_feature_table[n];

		ck_assert_msg(row->word != other->word || row->bit != other->bit,
			      "word %u bit %u twice", row->word, row->bit);
		ck_assert_msg(strcmp(row->key, other->key) != 0, "%s twice", row->key);
	}
}
END_TEST

/* Bits ascend within a word, words of a group follow each other, and no group comes twice. */
START_TEST(order_is_kept)
{
	const struct id_feature *row = &id_feature_table[_i];
	const struct id_feature *next = row + 1;

	if ((size_t)_i + 1 == ID_FEATURE_COUNT)
		return;
	if (row->word == next->word) {
		ck_assert_msg(row->bit < next->bit, "%s before %s", row->key, next->key);
		ck_assert_msg(row->group == next->group, "%s: group", next->key);
	}
	for (const struct id_feature *later = next; later < id_feature_table + ID_FEATURE_COUNT;
	     later++)
		ck_assert_msg(later->group != row->group || next->group == row->group,
			      "the group of %s comes twice", later->key);
}
END_TEST

/* Words 76, 78, 82, 83, 84, 119, 206 and 69 are listed bit by bit: no gap hides a feature. */
START_TEST(words_have_no_gap)
{
	static const struct {
		uint8_t word;
		uint16_t bits;
	} words[] = {
		{ 69, 0xffff }, { 76, 0xffff }, { 78, 0xffff },	 { 82, 0x7fff },  { 83, 0x3fff },
		{ 84, 0x3fff }, { 59, 0xfc00 }, { 119, 0x3fff }, { 206, 0xffff },
	};
	uint16_t seen = 0;

	for (size_t n = 0; n < ID_FEATURE_COUNT; n++) {
		if (id_feature_table[n].word == words[_i].word)
			seen |= (uint16_t)(1u << id_feature_table[n].bit);
	}
	ck_assert_msg(seen == words[_i].bits, "word %u: %04x", words[_i].word, seen);
}
END_TEST

Suite *idbits_suite(void)
{
	Suite *suite = suite_create("idbits");
	int rows = (int)ID_FEATURE_COUNT;

	add_rows(suite, "row_is_whole", row_is_whole, rows);
	add_rows(suite, "key_is_snake_case", key_is_snake_case, rows);
	add_rows(suite, "unique", bits_and_keys_are_unique, rows);
	add_rows(suite, "order", order_is_kept, rows);
	add_rows(suite, "no_gap", words_have_no_gap, 9);
	return suite;
}
