// SPDX-License-Identifier: GPL-2.0-or-later
#include "suites.h"
#include "dev/bridge.h"
#include "dev/transport.h"

#include <string.h>

static const struct {
	const char *name;
	const struct bridge_protocol *protocol;
	uint8_t identify[BRIDGE_CDB_BYTES], idle[BRIDGE_CDB_BYTES];
} makers[] = {
	{ "jmicron",
	  &bridge_jmicron,
	  { 0xdf, 0x10, 0, 2, 0, 0, 1, 0, 0, 0, 0xe0, 0xec },
	  { 0xdf, 0x10, 0, 0, 0, 0, 12, 0x56, 0x34, 0x12, 0xe7, 0xe3 } },
	{ "sunplus",
	  &bridge_sunplus,
	  { 0xf8, 0, 0x22, 0x10, 1, 0, 1, 0, 0, 0, 0xe0, 0xec },
	  { 0xf8, 0, 0x22, 0, 0, 0, 12, 0x56, 0x34, 0x12, 0xe7, 0xe3 } },
	{ "cypress",
	  &bridge_cypress,
	  { 0x24, 0x24, 0, 0xbe, 1, 0, 0, 1, 0, 0, 0, 0xe0, 0xec },
	  { 0x24, 0x24, 0, 0xbe, 0, 0, 0, 12, 0x56, 0x34, 0x12, 0xe7, 0xe3 } },
};

START_TEST(fields_stand_where_the_maker_wants_them)
{
	uint8_t data[512], cdb[BRIDGE_CDB_BYTES] = { 0 };
	struct ata_cmd cmd = ata_command_data(ATA_IDENTIFY_DEVICE, data, sizeof(data));

	makers[_i].protocol->encode(&cmd, cdb);
	ck_assert_msg(!memcmp(cdb, makers[_i].identify, sizeof(cdb)), "%s: IDENTIFY",
		      makers[_i].name);
	cmd = ata_command(ATA_IDLE);
	cmd.count = 12;
	cmd.lba = 0x7123456;
	memset(cdb, 0, sizeof(cdb));
	makers[_i].protocol->encode(&cmd, cdb);
	ck_assert_msg(!memcmp(cdb, makers[_i].idle, sizeof(cdb)), "%s: IDLE", makers[_i].name);
}
END_TEST

START_TEST(registers_of_a_bridge_that_kept_none_are_not_believed)
{
	static const uint8_t zeros[BRIDGE_REGISTER_BYTES];
	uint8_t busy[BRIDGE_REGISTER_BYTES];
	struct ata_result res = { .valid = true };

	memset(busy, 0xff, sizeof(busy));
	bridge_decode(makers[_i].protocol, zeros, &res);
	ck_assert(!res.valid);
	bridge_decode(makers[_i].protocol, busy, &res);
	ck_assert(!res.valid);
}
END_TEST

/* COUNT and the length of a JMicron's CDB: 127 blocks and FFh are what all three are trusted with.
 */
START_TEST(what_a_bridge_cannot_carry_is_not_sent)
{
	static const struct transport *const transports[] = {
		&transport_jmicron,
		&transport_sunplus,
		&transport_cypress,
	};
	const struct transport *t = transports[_i];
	static uint8_t data[128 * 512];
	struct ata_cmd cmd = ata_command_data(ATA_DOWNLOAD_MICROCODE, data, 127 * 512);

	ck_assert(t->carries(&cmd));
	cmd = ata_command_data(ATA_DOWNLOAD_MICROCODE, data, 128 * 512);
	ck_assert(!t->carries(&cmd));
	cmd = ata_command(ATA_FLUSH_CACHE_EXT);
	ck_assert(!t->carries(&cmd));
	cmd = ata_command(ATA_SET_FEATURES);
	cmd.feature = cmd.count = 0xff;
	ck_assert(t->carries(&cmd));
	cmd.feature = 0x100;
	ck_assert(!t->carries(&cmd));
	cmd.feature = 0;
	cmd.count = 0x100;
	ck_assert(!t->carries(&cmd));
}
END_TEST

Suite *bridge_suite(void)
{
	Suite *suite = suite_create("bridge");

	add_rows(suite, "encode", fields_stand_where_the_maker_wants_them, ROWS(makers));
	add_rows(suite, "decode", registers_of_a_bridge_that_kept_none_are_not_believed,
		 ROWS(makers));
	add_rows(suite, "carries", what_a_bridge_cannot_carry_is_not_sent, ROWS(makers));
	return suite;
}
