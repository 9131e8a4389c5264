// SPDX-License-Identifier: GPL-2.0-or-later
#include "suites.h"
#include "cli/values.h"
#include "ata_drive.h"
#include "options.h"
#include "passthrough.h"

#include <stdio.h>
#include <string.h>

static const struct {
	const char *name;
	struct ata_cmd cmd;
	uint8_t cdb[16];
} long_rows[] = {
	{ "identify reads one block by PIO, without CK_COND",
	  { .command = 0xec, .protocol = ATA_PIO_IN, .count = 1, .bytes = 512 },
	  { 0x85, 0x08, 0x0e, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0x40, 0xec, 0 } },
	{ "check power mode wants registers, so CK_COND",
	  { .command = 0xe5, .protocol = ATA_NON_DATA, .want = WANT_COUNT },
	  { 0x85, 0x06, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0xe5, 0 } },
	{ "set features without wanted registers has no CK_COND",
	  { .command = 0xef, .protocol = ATA_NON_DATA, .feature = 5, .count = 0x80 },
	  { 0x85, 0x06, 0x00, 0, 5, 0, 0x80, 0, 0, 0, 0, 0, 0, 0x40, 0xef, 0 } },
	{ "read log ext spreads 16-bit count and 48-bit LBA over both halves",
	  { .command = 0x2f,
	    .ext = true,
	    .protocol = ATA_PIO_IN,
	    .feature = 0x1122,
	    .count = 0x0102,
	    .lba = 0xa1b2c3d4e5f6,
	    .bytes = 0x0102 * 512 },
	  { 0x85, 0x09, 0x0e, 0x11, 0x22, 0x01, 0x02, 0xc3, 0xf6, 0xb2, 0xe5, 0xa1, 0xd4, 0x40,
	    0x2f, 0 } },
	{ "a 28-bit LBA has its top in DEVICE",
	  { .command = 0x20, .protocol = ATA_PIO_IN, .count = 1, .lba = 0xabcdef1, .bytes = 512 },
	  { 0x85, 0x08, 0x0e, 0, 0, 0, 1, 0, 0xf1, 0, 0xde, 0, 0xbc, 0x4a, 0x20, 0 } },
	{ "a vendor's own DEVICE takes the place of LBA mode",
	  { .command = 0x80, .protocol = ATA_NON_DATA, .device = 0xa0, .lba = 0x574400 },
	  { 0x85, 0x06, 0x00, 0, 0, 0, 0, 0, 0, 0, 0x44, 0, 0x57, 0xa0, 0x80, 0 } },
	{ "DMA out has protocol 6 and no T_DIR",
	  { .command = 0x06,
	    .ext = true,
	    .protocol = ATA_DMA_OUT,
	    .feature = 1,
	    .count = 1,
	    .bytes = 512 },
	  { 0x85, 0x0d, 0x06, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0x40, 0x06, 0 } },
	{ "PIO out has protocol 5",
	  { .command = 0xf1, .protocol = ATA_PIO_OUT, .count = 1, .bytes = 512 },
	  { 0x85, 0x0a, 0x06, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0x40, 0xf1, 0 } },
};

START_TEST(pass_through_16)
{
	struct ata_cdb cdb = ata_cdb_encode(ATA_PATH_SAT16, &long_rows[_i].cmd, false);

	ck_assert_uint_eq(cdb.length, 16);
	ck_assert_msg(!memcmp(cdb.byte, long_rows[_i].cdb, 16), "%s", long_rows[_i].name);
}
END_TEST

START_TEST(pass_through_12_keeps_all_28_bit_fields)
{
	const struct ata_cmd cmd = { .command = 0x20,
				     .protocol = ATA_PIO_IN,
				     .feature = 7,
				     .count = 1,
				     .lba = 0xabcdef1,
				     .bytes = 512,
				     .want = WANT_STATUS };
	static const uint8_t expected[] = { 0xa1, 0x08, 0x2e, 7,    1, 0xf1,
					    0xde, 0xbc, 0x4a, 0x20, 0, 0 };
	struct ata_cdb cdb = ata_cdb_encode(ATA_PATH_SAT12, &cmd, false);

	ck_assert_uint_eq(cdb.length, sizeof(expected));
	ck_assert_mem_eq(cdb.byte, expected, sizeof(expected));
}
END_TEST

/* COUNT is the length only if it holds all of it: else a SAT layer would send a part. */
START_TEST(length_of_data_that_count_does_not_hold)
{
	static const uint8_t transport = 0x03, count = 0x06, logical = 0x16;
	static uint8_t data[586 * 512];
	struct ata_cmd cmd = ata_download_microcode(FIRMWARE_WHOLE, data, sizeof(data), 0);

	ck_assert_uint_eq(ata_cdb_encode(ATA_PATH_SAT16, &cmd, false).byte[2], transport);
	ck_assert_uint_eq(ata_cdb_encode(ATA_PATH_SAT12, &cmd, false).byte[2], transport);
	cmd = ata_download_microcode(FIRMWARE_OFFSETS, data, (size_t)256 * 512, 0);
	ck_assert_uint_eq(ata_cdb_encode(ATA_PATH_SAT16, &cmd, false).byte[2], transport);
	cmd = ata_download_microcode(FIRMWARE_OFFSETS, data, (size_t)255 * 512, 7);
	ck_assert_uint_eq(ata_cdb_encode(ATA_PATH_SAT16, &cmd, false).byte[2], count);
	cmd = ata_command_data(ATA_DATA_SET_MANAGEMENT, data, (size_t)300 * 512);
	ck_assert_uint_eq(ata_cdb_encode(ATA_PATH_SAT16, &cmd, false).byte[2], count);
	/* a sector and its ECC bytes */
	cmd = ata_command_data(ATA_WRITE_LONG, data, 520);
	cmd.count = 1;
	ck_assert_uint_eq(ata_cdb_encode(ATA_PATH_SAT16, &cmd, false).byte[2], transport);
	cmd = ata_command_data(ATA_WRITE_SECTORS, data, 4096);
	cmd.logical_blocks = true;
	cmd.count = 1;
	ck_assert_uint_eq(ata_cdb_encode(ATA_PATH_SAT16, &cmd, false).byte[2], logical);
}
END_TEST

static const struct {
	const char *name;
	enum ata_path path;
	uint8_t length;
	uint8_t identify[16], idle[16], registers[16];
} makers[] = {
	{ "jmicron",
	  ATA_PATH_JMICRON,
	  12,
	  { 0xdf, 0x10, 0, 2, 0, 0, 1, 0, 0, 0, 0xe0, 0xec },
	  { 0xdf, 0x10, 0, 0, 0, 0, 12, 0x56, 0x34, 0x12, 0xe7, 0xe3 },
	  { 0xdf, 0x10, 0, 0, 16, 0, 0x80, 0, 0, 0, 0, 0xfd } },
	{ "sunplus",
	  ATA_PATH_SUNPLUS,
	  12,
	  { 0xf8, 0, 0x22, 0x10, 1, 0, 1, 0, 0, 0, 0xe0, 0xec },
	  { 0xf8, 0, 0x22, 0, 0, 0, 12, 0x56, 0x34, 0x12, 0xe7, 0xe3 },
	  { 0xf8, 0, 0x21 } },
	{ "cypress",
	  ATA_PATH_CYPRESS,
	  16,
	  { 0x24, 0x24, 0x80, 0xfe, 1, 0, 0, 1, 0, 0, 0, 0xe0, 0xec },
	  { 0x24, 0x24, 0, 0xfe, 1, 0, 0, 12, 0x56, 0x34, 0x12, 0xe7, 0xe3 },
	  { 0x24, 0x24, 0x01, 0xfe, 1 } },
};

static void check_cdb(const struct ata_cdb *cdb, int row, const uint8_t *expected, const char *what)
{
	ck_assert_msg(cdb->length == makers[row].length, "%s: %s", makers[row].name, what);
	ck_assert_msg(!memcmp(cdb->byte, expected, 16), "%s: %s", makers[row].name, what);
}

START_TEST(fields_stand_where_the_maker_wants_them)
{
	uint8_t data[512];
	struct ata_cmd cmd = ata_command_data(ATA_IDENTIFY_DEVICE, data, sizeof(data));
	struct ata_cdb cdb = ata_cdb_encode(makers[_i].path, &cmd, false);

	check_cdb(&cdb, _i, makers[_i].identify, "IDENTIFY");
	cmd = ata_command(ATA_IDLE);
	cmd.count = 12;
	cmd.lba = 0x7123456;
	cdb = ata_cdb_encode(makers[_i].path, &cmd, false);
	check_cdb(&cdb, _i, makers[_i].idle, "IDLE");
	cdb = ata_cdb_read_registers(makers[_i].path, false);
	check_cdb(&cdb, _i, makers[_i].registers, "registers");
}
END_TEST

START_TEST(bytes_before_the_registers)
{
	static uint8_t data[512];
	struct ata_cmd out = ata_command_data(ATA_WRITE_SECTORS, data, sizeof(data));
	struct ata_cmd packet = ata_command_data(ATA_IDENTIFY_PACKET_DEVICE, data, sizeof(data));
	static const uint8_t jmicron[] = { 0xdf, 0x00, 0, 2, 0 };
	static const uint8_t sunplus[] = { 0xf8, 0, 0x22, 0x11, 1 };
	static const uint8_t cypress[] = { 0x24, 0x24, 0x80, 0xfe, 1 };
	static uint8_t three[3 * 512];
	struct ata_cmd longer = ata_command_data(ATA_READ_SECTORS, three, sizeof(three));
	/* byte 4 is the size of a block, whatever the length */
	static const uint8_t plain[] = { 0x24, 0x24, 0, 0xfe, 1 };

	ck_assert_mem_eq(ata_cdb_encode(ATA_PATH_JMICRON, &out, false).byte, jmicron, 5);
	ck_assert_mem_eq(ata_cdb_encode(ATA_PATH_SUNPLUS, &out, false).byte, sunplus, 5);
	ck_assert_mem_eq(ata_cdb_encode(ATA_PATH_CYPRESS, &packet, false).byte, cypress, 5);
	ck_assert_mem_eq(ata_cdb_encode(ATA_PATH_CYPRESS, &longer, false).byte, plain, 5);
}
END_TEST

START_TEST(second_port_of_a_jmicron)
{
	static const uint8_t ports[] = { 0xdf, 0x10, 0, 0, 1, 0, 0x72, 0x0f, 0, 0, 0, 0xfd };
	static const uint8_t registers[] = { 0xdf, 0x10, 0, 0, 16, 0, 0x90, 0, 0, 0, 0, 0xfd };
	struct ata_cmd cmd = ata_command(ATA_IDLE);

	ck_assert_uint_eq(ata_cdb_encode(ATA_PATH_JMICRON, &cmd, true).byte[10], 0xf0);
	ck_assert_mem_eq(ata_cdb_read_ports().byte, ports, sizeof(ports));
	ck_assert_mem_eq(ata_cdb_read_registers(ATA_PATH_JMICRON, true).byte, registers,
			 sizeof(registers));
}
END_TEST

START_TEST(registers_of_a_bridge_that_kept_none_are_not_believed)
{
	static const uint8_t zeros[ATA_REGISTERS_BYTES];
	uint8_t busy[ATA_REGISTERS_BYTES];
	struct ata_result res = { .valid = true };

	memset(busy, 0xff, sizeof(busy));
	ata_registers_decode(makers[_i].path, zeros, &res);
	ck_assert(!res.valid);
	ata_registers_decode(makers[_i].path, busy, &res);
	ck_assert(!res.valid);
}
END_TEST

/* COUNT and the length of a JMicron's CDB: 127 blocks and FFh are safe on all three bridges. */
START_TEST(what_a_bridge_cannot_carry_is_not_sent)
{
	enum ata_path path = makers[_i].path;
	static uint8_t data[128 * 512];
	struct ata_cmd cmd = ata_command_data(ATA_DOWNLOAD_MICROCODE, data, 127 * 512);

	ck_assert(ata_path_carries(path, &cmd));
	cmd = ata_command_data(ATA_DOWNLOAD_MICROCODE, data, 128 * 512);
	ck_assert(!ata_path_carries(path, &cmd));
	cmd = ata_command(ATA_FLUSH_CACHE_EXT);
	ck_assert(!ata_path_carries(path, &cmd));
	cmd = ata_command(ATA_SET_FEATURES);
	cmd.feature = cmd.count = 0xff;
	ck_assert(ata_path_carries(path, &cmd));
	cmd.feature = 0x100;
	ck_assert(!ata_path_carries(path, &cmd));
	cmd.feature = 0;
	cmd.count = 0x100;
	ck_assert(!ata_path_carries(path, &cmd));
}
END_TEST

START_TEST(bridges_by_their_identity)
{
	ck_assert_int_eq(ata_bridge_path(0x152d, 0x2338, 0x0100), ATA_PATH_JMICRON);
	ck_assert_int_eq(ata_bridge_path(0x04fc, 0x0c15, 0x0100), ATA_PATH_SUNPLUS);
	ck_assert_int_eq(ata_bridge_path(0x04b4, 0x6831, 0xffff), ATA_PATH_CYPRESS);
	/* later versions of Super Top's bridge take SAT */
	ck_assert_int_eq(ata_bridge_path(0x14cd, 0x6116, 0x0160), ATA_PATH_CYPRESS);
	ck_assert_int_eq(ata_bridge_path(0x14cd, 0x6116, 0x0161), ATA_PATH_ANY);
	ck_assert_int_eq(ata_bridge_path(0x14cd, 0x6116, 0xffff), ATA_PATH_ANY);
	/* newer bridges of a maker speak SAT: they are asked */
	ck_assert_int_eq(ata_bridge_path(0x152d, 0x0578, 0x0100), ATA_PATH_ANY);
	ck_assert_int_eq(ata_bridge_path(0x152d, ATA_OTHER_PRODUCT, 0x0100), ATA_PATH_JMICRON);
	ck_assert_int_eq(ata_bridge_path(0x14cd, ATA_OTHER_PRODUCT, 0x0100), ATA_PATH_ANY);
	ck_assert_uint_eq(ata_bridge_most_unmap(0x152d, 0x0578), 16777216);
	ck_assert_uint_eq(ata_bridge_most_unmap(0x152d, 0x2338), 0);
	ck_assert_uint_eq(ata_bridge_most_unmap(0x174c, 0x55aa), 0);
}
END_TEST

START_TEST(names_as_users_are_told_them)
{
	char spelling[80] = "";

	for (unsigned transport = 0; transport < ATA_TRANSPORTS; transport++) {
		const char *name = ata_transport_name(transport);

		if (!name)
			continue;
		snprintf(spelling + strlen(spelling), sizeof(spelling) - strlen(spelling), "%s%s",
			 *spelling ? ", " : "", name);
	}
	ck_assert_str_eq(value_transport.spelling, spelling);
}
END_TEST

/* The registers in a CDB: FEATURE, COUNT, LBA 7:0, 15:8, 23:16, DEVICE and COMMAND from `first`. */
static struct ata_cmd registers_of(enum ata_path path, const uint8_t *cdb)
{
	static const struct {
		unsigned char first,
			bytes; /* bytes of each of the first five; the upper one first */
	} forms[] = {
		[ATA_PATH_SAT16] = { 3, 2 },   [ATA_PATH_SAT12] = { 3, 1 },
		[ATA_PATH_JMICRON] = { 5, 1 }, [ATA_PATH_SUNPLUS] = { 5, 1 },
		[ATA_PATH_CYPRESS] = { 6, 1 },
	};
	struct ata_cmd cmd = { .ext = path == ATA_PATH_SAT16 && (cdb[1] & 1) };
	const uint8_t *at = cdb + forms[path].first;
	uint64_t field[5];

	for (int i = 0; i < 5; i++) {
		field[i] = *at++;
		if (forms[path].bytes == 2)
			field[i] = field[i] << 8 | *at++;
	}
	cmd.feature = (uint16_t)field[0];
	cmd.count = (uint16_t)field[1];
	for (int i = 0; i < 3; i++)
		cmd.lba |= (field[2 + i] & 0xff) << 8 * i | (field[2 + i] >> 8) << (24 + 8 * i);
	cmd.device = *at++;
	cmd.command = *at;
	if (!cmd.ext)
		cmd.lba |= (uint64_t)(cmd.device & 0x0f) << 24;
	return cmd;
}

static void check_undone(enum ata_path path, const struct ata_cmd *cmd)
{
	struct ata_cdb cdb = ata_cdb_encode(path, cmd, false);
	struct ata_cmd regs = registers_of(path, cdb.byte);
	/* these forms set bits 7 and 5 of DEVICE, as ATA-4 required */
	uint8_t device = ata_device_field(cmd) | (path > ATA_PATH_SAT12 ? 0xa0 : 0);

	ck_assert_uint_eq(regs.command, cmd->command);
	ck_assert(regs.ext == cmd->ext);
	ck_assert_uint_eq(regs.feature, cmd->feature);
	ck_assert_uint_eq(regs.count, cmd->count);
	ck_assert_uint_eq(regs.device, device);
	ck_assert_uint_eq(regs.lba, cmd->lba);
}

START_TEST(decoding_undoes_encoding)
{
	enum ata_path path = (enum ata_path)(ATA_PATH_ANY + 1 + _i);

	for (unsigned id = 0; id < ATA_COMMAND_COUNT; id++) {
		struct ata_cmd cmd = ata_command((enum ata_id)id);

		cmd.feature = cmd.ext ? 0xfedc : 0xfe;
		cmd.count = cmd.ext ? 0xba98 : 0xba;
		cmd.lba = cmd.ext ? 0x123456789abc : 0x3456789;
		if (ata_path_carries(path, &cmd))
			check_undone(path, &cmd);
	}
}
END_TEST

/* Each value of each byte of each register, between bytes of other values, in each form. */
START_TEST(each_byte_of_each_register_comes_back)
{
	enum ata_path path = (enum ata_path)(_i + 1);

	for (unsigned value = 0; value < 256; value++) {
		for (int ext = 0; ext <= (path == ATA_PATH_SAT16); ext++) {
			struct ata_cmd cmd = { .command = 0xec,
					       .ext = ext,
					       .feature = 0x5a,
					       .count = 0xa5,
					       .lba = 0x3c2d1e,
					       .device = 0x40 };
			struct ata_cmd other = cmd;

			other.feature = (uint16_t)value;
			check_undone(path, &other);
			other = cmd;
			other.count = (uint16_t)value;
			check_undone(path, &other);
			other = cmd;
			other.device = (uint8_t)(value & 0xf0);
			check_undone(path, &other);
			for (int byte = 0; byte < (ext ? 6 : 3); byte++) {
				other = cmd;
				other.lba &= ~(UINT64_C(0xff) << 8 * byte);
				other.lba |= (uint64_t)value << 8 * byte;
				check_undone(path, &other);
			}
			other = cmd;
			other.lba |= ext ? 0 : (uint64_t)(value & 0x0f) << 24;
			check_undone(path, &other);
			if (ext) {
				other = cmd;
				other.feature |= (uint16_t)(value << 8);
				check_undone(path, &other);
				other = cmd;
				other.count |= (uint16_t)(value << 8);
				check_undone(path, &other);
			}
		}
	}
}
END_TEST

/* Each code in COMMAND is decoded again; one code of JMicron's form reads the bridge's memory. */
START_TEST(each_command_code_comes_back)
{
	enum ata_path path = (enum ata_path)(_i + 1);

	for (unsigned value = 0; value < 256; value++) {
		struct ata_cmd cmd = { .command = (uint8_t)value, .count = 1, .device = 0x40 };

		if (path != ATA_PATH_JMICRON || value != 0xfd)
			check_undone(path, &cmd);
	}
}
END_TEST

Suite *passthrough_suite(void)
{
	Suite *suite = suite_create("passthrough");

	add_rows(suite, "sat16", pass_through_16, ROWS(long_rows));
	add_case(suite, "sat12", pass_through_12_keeps_all_28_bit_fields);
	add_case(suite, "length", length_of_data_that_count_does_not_hold);
	add_rows(suite, "makers", fields_stand_where_the_maker_wants_them, ROWS(makers));
	add_case(suite, "head", bytes_before_the_registers);
	add_case(suite, "ports", second_port_of_a_jmicron);
	add_rows(suite, "decode", decoding_undoes_encoding, ATA_PATH_COUNT - 1);
	add_rows(suite, "bytes", each_byte_of_each_register_comes_back, ATA_PATH_COUNT - 1);
	add_rows(suite, "codes", each_command_code_comes_back, ATA_PATH_COUNT - 1);
	add_rows(suite, "registers", registers_of_a_bridge_that_kept_none_are_not_believed,
		 ROWS(makers));
	add_rows(suite, "carries", what_a_bridge_cannot_carry_is_not_sent, ROWS(makers));
	add_case(suite, "bridges", bridges_by_their_identity);
	add_case(suite, "names", names_as_users_are_told_them);
	return suite;
}
