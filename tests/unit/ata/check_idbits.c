// SPDX-License-Identifier: GPL-2.0-or-later
#include "idfields.h"
#include "suites.h"

#include <ctype.h>
#include <string.h>

static int count_rows(void)
{
	int n = 0;

	while (id_feature_table[n].key)
		n++;
	return n;
}

static unsigned word_of(unsigned place)
{
	return place >> 12;
}

static unsigned bit_of(unsigned place)
{
	return place >> 6 & 0x3f;
}

START_TEST(row_is_whole)
{
	const struct id_feature *row = &id_feature_table[_i];
	const char *listed = id_feature_listed(row), *name = id_feature_name(row);

	ck_assert_msg(row->bit == ID_BIT(word_of(row->bit), bit_of(row->bit)), "row %d: bit", _i);
	ck_assert_msg(word_of(row->bit) && bit_of(row->bit) < 16, "row %d: bit", _i);
	ck_assert_msg(*name || *listed, "%s: neither name nor text", row->key);
	ck_assert_msg(!(row->flags & ID_WITH_TRIM) || !*listed, "%s: shown twice", row->key);
	ck_assert_msg(!(row->flags & ID_BY_NUMBER) || *name, "%s: no name", row->key);
	ck_assert_msg(strlen(listed) < ID_LISTED_BYTES, "%s: too long", row->key);
}
END_TEST

/* True if the standard has a second bit for the feature, which says that it is enabled. */
static bool has_pair(enum id_feature_id feature)
{
	switch (word_of(feature)) {
	case 78: /* with word 79, in which ACS-4 gives two bits to other features */
		return feature != ID_HAS_NCQ_AUTOSENSE && feature != ID_HAS_DIPM_SSP_PRESERVATION;
	case 82: /* to 84 with words 85 to 87 */
	case 83:
	case 84:
	case 119: /* with word 120 */
		return true;
	default:
		return feature == ID_HAS_DEVICE_AUTOMATIC_PARTIAL_TO_SLUMBER ||
		       feature == ID_HAS_POWER_DISABLE;
	}
}

/* In a pair of words a feature has one bit, except two of ACS-4 word 79; no bit enables two. */
START_TEST(enabled_bit_fits)
{
	enum id_feature_id feature = id_feature_table[_i].bit;
	enum id_field enabled = id_enabled_bit(feature);
	unsigned odd_bit = feature == ID_HAS_DEVICE_AUTOMATIC_PARTIAL_TO_SLUMBER ? 7
			   : feature == ID_HAS_POWER_DISABLE			 ? 10
										 : bit_of(feature);
	uint8_t page[512] = { 0 };

	ck_assert(has_pair(feature) == (enabled != ID_NO_FIELD));
	ck_assert(ata_id_enabled(page, feature) == !enabled);
	if (!enabled)
		return;
	ck_assert_uint_eq(enabled, ID_BIT(word_of(enabled), odd_bit));
	page[2 * word_of(enabled) + odd_bit / 8] = (uint8_t)(1 << odd_bit % 8);
	ck_assert(ata_id_enabled(page, feature));
	for (const struct id_feature *row = id_feature_table; row->key; row++)
		ck_assert_msg(row->bit == feature || id_enabled_bit(row->bit) != enabled, "%s",
			      row->key);
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

	for (const struct id_feature *other = row + 1; other->key; other++) {
		ck_assert_msg(row->bit != other->bit, "%s: its bit comes twice", row->key);
		ck_assert_msg(strcmp(row->key, other->key) != 0, "%s twice", row->key);
	}
}
END_TEST

/* Bits ascend within a word, and no word comes twice. */
START_TEST(order_is_kept)
{
	const struct id_feature *row = &id_feature_table[_i];
	const struct id_feature *next = row + 1;
	unsigned word = word_of(row->bit);

	if (!next->key)
		return;
	if (word_of(next->bit) == word)
		ck_assert_msg(row->bit < next->bit, "%s before %s", row->key, next->key);
	for (const struct id_feature *later = next; later->key; later++)
		ck_assert_msg(word_of(later->bit) != word || word_of(next->bit) == word,
			      "the word of %s comes twice", later->key);
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

	for (const struct id_feature *row = id_feature_table; row->key; row++) {
		if (word_of(row->bit) == words[_i].word)
			seen |= (uint16_t)(1u << bit_of(row->bit));
	}
	ck_assert_msg(seen == words[_i].bits, "word %u: %04x", words[_i].word, seen);
}
END_TEST

Suite *idbits_suite(void)
{
	Suite *suite = suite_create("idbits");
	int rows = count_rows();

	add_rows(suite, "row_is_whole", row_is_whole, rows);
	add_rows(suite, "enabled_bit", enabled_bit_fits, rows);
	add_rows(suite, "key_is_snake_case", key_is_snake_case, rows);
	add_rows(suite, "unique", bits_and_keys_are_unique, rows);
	add_rows(suite, "order", order_is_kept, rows);
	add_rows(suite, "no_gap", words_have_no_gap, 9);
	return suite;
}
