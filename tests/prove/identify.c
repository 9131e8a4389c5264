// SPDX-License-Identifier: GPL-2.0-or-later
/* include/identify.h. */
#include "ata_drive.h"
#include "identify.h"
#include "ata/words.h"
#include "prove.h"

enum { WORDS = 256, ROWS_MOST = 160 };

static uint8_t id[512], other[512], third[512];

static void prove_fields(void)
{
	//@ loop unroll WORDS;
	for (unsigned i = 0; i < WORDS; i++) {
		ata_id_field(id, (enum id_field)ID_WORD(i));
		ata_id_known(id, (enum id_field)ID_WORD(i));
		ata_id_field_valid(id, (enum id_field)ID_WORD(i));
	}
	//@ loop unroll WORDS;
	for (unsigned i = 0; i < WORDS - 1; i++)
		ata_id_field(id, (enum id_field)ID_DWORD(i));
	//@ loop unroll 16;
	for (unsigned i = 0; i < 16; i++)
		ata_id_field(id, (enum id_field)ID_BITS(WORDS - 1, 15, i));
	ata_id_field(id, ID_NO_FIELD);
	//@ loop unroll ROWS_MOST;
	for (const struct id_feature *row = id_feature_table; row->key; row++) {
		ata_id_claims(id, row->bit);
		ata_id_has(id, row->bit);
		ata_id_enabled(id, row->bit);
		id_enabled_bit(row->bit);
		id_feature_listed(row);
		id_feature_name(row);
	}
	ata_id_world_wide_name(id);
	ata_rotation_rate(any_upto(0xffff));
	ata_id_rotation_rate(id);
	ata_id_form_factor(id);
}

static void prove_texts(void)
{
	char text[ID_STRING_BYTES];

	for (unsigned i = 0; i < ID_TEXT_COUNT; i++) {
		enum id_text which = (enum id_text)i;

		ata_id_text(id, which, text);
		ata_id_trimmed_text(id, which, text);
		ata_id_printable_text(id, which, text);
		ata_id_host_text(id, which, text);
	}
	ata_id_serial(id);
}

static void prove_copies(void)
{
	static uint16_t words[256];
	static uint8_t vpd[VPD_ATA_BYTES];

	any_bytes(words, sizeof(words));
	any_bytes(vpd, sizeof(vpd));
	ata_id_from_host(words, other);
	ata_id_as_host(id, other);
	/* the results of host_read_file(): a length, or -errno */
	ata_id_from_vpd(vpd, Frama_C_interval(-4095, VPD_ATA_BYTES), other);
	ata_checksum(id);
	ata_checksum_valid(id);
	ata_sum_signed(id);
	ata_checksum_set(other);
	ata_id_make_anonymous(other);
}

static void prove_standards(void)
{
	unsigned standard;

	id_minor_name(any_u16(), &standard);
}

static void prove_facts(void)
{
	unsigned sectors;

	ata_id_tells_support(id);
	ata_id_blank(id);
	ata_id_incomplete(id);
	ata_id_sectors_48bit(id);
	ata_id_extended_sectors(id);
	ata_id_sectors(id);
	ata_id_sector_bytes(id);
	ata_id_is_acs3(id);
	ata_verify_mode(id);
	ata_id_multiple(id, &sectors);
	ata_id_transfer_mode(id, TRANSFER_MULTIWORD);
	ata_id_transfer_mode(id, TRANSFER_ULTRA);
	ata_id_has_trim(id);
	id_command_set_name(any_upto(31));
}

static void prove_decode(const uint8_t *configuration, const uint8_t *sata)
{
	struct id_input input = { id, configuration, sata };
	struct identify decoded;

	identify_decode(&input, &decoded);
	//@ loop unroll WORDS;
	for (unsigned i = 0; i < WORDS; i++) {
		id_field(&decoded, (enum id_field)ID_WORD(i));
		id_known(&decoded, (enum id_field)ID_WORD(i));
		id_tells(&decoded, (enum id_field)ID_WORD(i));
	}
	//@ loop unroll ROWS_MOST;
	for (const struct id_feature *row = id_feature_table; row->key; row++)
		id_lists(&decoded, row->bit);
	id_has_sata(&decoded);
}

void prove_identify(void)
{
	any_bytes(id, sizeof(id));
	any_bytes(other, sizeof(other));
	any_bytes(third, sizeof(third));
	prove_fields();
	prove_texts();
	prove_standards();
	prove_facts();
	prove_decode(NULL, NULL);
	prove_decode(other, third);
	prove_copies();
}
