// SPDX-License-Identifier: GPL-2.0-or-later
/* The CDBs of tunnels, byte by byte. To other bridges they mean something else: JMicron's is an ATA
 * hardware reset. */
#include "suites.h"
#include "nvme.h"

#include <string.h>

static const enum nvme_tunnel tunnels[] = { NVME_TUNNEL_JMICRON, NVME_TUNNEL_REALTEK,
					    NVME_TUNNEL_ASMEDIA };
static uint8_t data[NVME_IDENTIFY_BYTES];

/* The queries that tunnels carry. */
static struct nvme_cmd question(unsigned i)
{
	return i == 0	? nvme_identify(NVME_CNS_CONTROLLER, 0, data)
	       : i == 1 ? nvme_identify(NVME_CNS_NAMESPACE, 1, data)
			: nvme_get_log(NVME_LOG_HEALTH, data);
}

/* clang-format off */
static const struct {
	enum nvme_tunnel tunnel;
	unsigned question;
	uint8_t length, cdb[16];
} single[] = {
	{ NVME_TUNNEL_REALTEK, 0, 16, { 0xe4, 0x00, 0x10, 0x06, 0x01 } },
	{ NVME_TUNNEL_REALTEK, 1, 16, { 0xe4, 0x00, 0x10, 0x06, 0x00 } },
	{ NVME_TUNNEL_REALTEK, 2, 16, { 0xe4, 0x00, 0x02, 0x02, 0x02 } },
	{ NVME_TUNNEL_ASMEDIA, 0, 16, { 0xe6, 0x06, 0, 0x01 } },
	{ NVME_TUNNEL_ASMEDIA, 1, 16, { 0xe6, 0x06, 0, 0x00 } },
	{ NVME_TUNNEL_ASMEDIA, 2, 16, { 0xe6, 0x02, 0, 0x02, 0, 0, 0x00, 0x7f } },
};
/* clang-format on */

START_TEST(one_cdb_carries_a_question)
{
	struct nvme_cmd cmd = question(single[_i].question);
	uint8_t envelope[NVME_ENVELOPE_BYTES];
	struct nvme_step steps[NVME_STEPS];

	ck_assert(nvme_tunnel_carries(single[_i].tunnel, &cmd));
	ck_assert_uint_eq(nvme_tunnel_encode(single[_i].tunnel, &cmd, steps, envelope), 1);
	ck_assert_int_eq(steps[0].kind, NVME_STEP_DATA);
	ck_assert_uint_eq(steps[0].length, single[_i].length);
	ck_assert_mem_eq(steps[0].cdb, single[_i].cdb, 16);
	ck_assert_uint_eq(steps[0].bytes, single[_i].question == 2 ? 512 : 4096);
}
END_TEST

START_TEST(jmicron_takes_three)
{
	static const uint8_t command[16] = { 0xa1, 0x80, 0, 0, 2, 0 },
			     reply[16] = { 0xa1, 0x8f, 0, 0, 2, 0 },
			     pages[16] = { 0xa1, 0x82, 0, 0, 0x10, 0 },
			     log[16] = { 0xa1, 0x82, 0, 0, 2, 0 };
	static const struct {
		uint8_t opcode, nsid[4], cdw10[4];
	} sent[] = { { 6, { 0 }, { 1 } },
		     { 6, { 1 }, { 0 } },
		     { 2, { 0xff, 0xff, 0xff, 0xff }, { 2, 0, 0x7f, 0 } } };
	uint8_t wanted[NVME_ENVELOPE_BYTES] = { 'N', 'V', 'M', 'E' };
	uint8_t envelope[NVME_ENVELOPE_BYTES];
	struct nvme_cmd cmd = question((unsigned)_i);
	struct nvme_step steps[NVME_STEPS];

	wanted[8] = sent[_i].opcode;
	memcpy(wanted + 12, sent[_i].nsid, 4);
	memcpy(wanted + 48, sent[_i].cdw10, 4);
	ck_assert_uint_eq(nvme_tunnel_encode(NVME_TUNNEL_JMICRON, &cmd, steps, envelope), 3);
	ck_assert_mem_eq(envelope, wanted, sizeof(wanted));
	ck_assert_mem_eq(steps[0].cdb, command, 16);
	ck_assert_mem_eq(steps[1].cdb, _i == 2 ? log : pages, 16);
	ck_assert_mem_eq(steps[2].cdb, reply, 16);
	for (unsigned i = 0; i < 3; i++)
		ck_assert_uint_eq(steps[i].length, 12);
	ck_assert_uint_eq(steps[0].bytes, 512);
	ck_assert_uint_eq(steps[1].bytes, _i == 2 ? 512 : 4096);
	ck_assert_uint_eq(steps[2].bytes, 512);
}
END_TEST

START_TEST(a_reply_has_status_and_value)
{
	uint8_t reply[NVME_ENVELOPE_BYTES] = { 'N', 'V', 'M', 'E' };
	struct nvme_result res = { .answered = false };

	reply[8] = 0x78, reply[11] = 0x12;
	/* DNR, MORE and the phase tag do not belong to the status */
	reply[22] = 0x13, reply[23] = 0xc2;
	ck_assert(nvme_tunnel_reply(reply, &res));
	ck_assert(res.answered);
	ck_assert_uint_eq(res.value, 0x12000078);
	ck_assert_uint_eq(res.status, 0x109);
	reply[0] = 0;
	ck_assert(!nvme_tunnel_reply(reply, &res));
}
END_TEST

START_TEST(nothing_else_goes_through)
{
	const struct nvme_layout layout = { .format = 0 };
	struct nvme_cmd cmds[] = {
		nvme_identify(NVME_CNS_NAMES, 1, data),
		nvme_identify(NVME_CNS_ACTIVE_LIST, 0, data),
		nvme_get_feature(NVME_WRITE_CACHE, NVME_CURRENT),
		nvme_set_write_cache(true, false),
		nvme_format(1, &layout, NVME_ERASE_USER_DATA),
		nvme_sanitize(NVME_SANITIZE_BLOCK_ERASE, 0, 0),
		nvme_firmware_download(data, 4096, 0),
		nvme_firmware_commit(NVME_COMMIT_AT_RESET, 1),
		nvme_write_uncorrectable(1, 0, 1),
		nvme_verify(1, 0, 1),
		nvme_get_log(NVME_LOG_HEALTH, data),
	};
	const size_t n = ROWS(cmds);

	cmds[n - 1].bytes = 564; /* the self-test log: JMicron's bridge resets its port */
	for (size_t i = 0; i < n; i++) {
		for (size_t t = 0; t < ROWS(tunnels); t++)
			ck_assert_msg(!nvme_tunnel_carries(tunnels[t], &cmds[i]), "%zu", i);
	}
	cmds[0] = question(0);
	ck_assert(!nvme_tunnel_carries(NVME_TUNNEL_NONE, &cmds[0]));
}
END_TEST

static void make_controller(uint8_t page[NVME_IDENTIFY_BYTES])
{
	memset(page, 0, NVME_IDENTIFY_BYTES);
	memset(page + 4, ' ', 68);
	memcpy(page + 4, "S1", 2);
	memcpy(page + 24, "MODEL", 5);
}

START_TEST(lost_answers_are_not_plausible)
{
	uint8_t log[NVME_LOG_BYTES] = { 0 };

	make_controller(data);
	ck_assert(nvme_controller_plausible(data));
	data[30] = 0; /* some drives pad */
	ck_assert(nvme_controller_plausible(data));
	data[40] = 0x8f;
	ck_assert(!nvme_controller_plausible(data));
	make_controller(data);
	memset(data + 24, ' ', 40);
	ck_assert(!nvme_controller_plausible(data));
	memset(data, 0, sizeof(data));
	ck_assert(!nvme_controller_plausible(data));
	memset(data, 0xff, sizeof(data));
	ck_assert(!nvme_controller_plausible(data));

	ck_assert(!nvme_health_plausible(log));
	log[1] = 0x38, log[2] = 1, log[3] = 100;
	ck_assert(nvme_health_plausible(log));
	make_controller(data);
	ck_assert(!nvme_health_plausible(data));
	log[8] = 1;
	ck_assert(!nvme_health_plausible(log));
}
END_TEST

/* The version decides: SATA adapters have the same IDs. */
START_TEST(bridges_have_a_tunnel_by_id_and_version)
{
	static const struct {
		uint16_t vendor, product, version;
		enum nvme_tunnel tunnel;
		bool sata_too;
	} rows[] = {
		{ 0x152d, 0x0583, 0x0213, NVME_TUNNEL_JMICRON, false },
		{ 0x152d, 0x0583, 0x0214, NVME_TUNNEL_JMICRON, false },
		{ 0x152d, 0x0583, 0x0414, NVME_TUNNEL_NONE, false },
		{ 0x152d, 0x0583, 0x3202, NVME_TUNNEL_NONE, false },
		{ 0x152d, 0x0583, 0x9128, NVME_TUNNEL_NONE, false },
		{ 0x152d, 0x0583, 0x0000, NVME_TUNNEL_NONE, false },
		{ 0x152d, 0x0583, 0x0300, NVME_TUNNEL_NONE, false },
		{ 0x152d, 0x0578, 0x0214, NVME_TUNNEL_NONE, false },
		{ 0x152d, 0x0562, 0x0214, NVME_TUNNEL_NONE, false },
		{ 0x152d, 0xa583, 0x0214, NVME_TUNNEL_JMICRON, false },
		{ 0x152d, 0xa581, 0x1003, NVME_TUNNEL_JMICRON, true },
		{ 0x152d, 0x0581, 0x4204, NVME_TUNNEL_JMICRON, true },
		{ 0x152d, 0xb581, 0x4403, NVME_TUNNEL_JMICRON, true },
		{ 0x152d, 0xa580, 0x0003, NVME_TUNNEL_NONE, false },
		{ 0x0bda, 0x9210, 0x2001, NVME_TUNNEL_REALTEK, true },
		{ 0x0bda, 0x9201, 0xf200, NVME_TUNNEL_NONE, false },
		{ 0x174c, 0x2362, 0x0100, NVME_TUNNEL_ASMEDIA, false },
		{ 0x174c, 0x55aa, 0x0100, NVME_TUNNEL_NONE, false },
		{ 0x04e8, 0x4001, 0x0100, NVME_TUNNEL_ASMEDIA, false },
		{ 0x0781, 0x55af, 0x4060, NVME_TUNNEL_ASMEDIA, false },
		{ 0x1e91, 0xde79, 0x0100, NVME_TUNNEL_ASMEDIA, false },
		/* not chips for NVMe drives alone */
		{ 0x0411, 0x039d, 0x0100, NVME_TUNNEL_ASMEDIA, true },
		{ 0x0634, 0x5607, 0x0100, NVME_TUNNEL_ASMEDIA, true },
		{ 0x13fe, 0x6500, 0x0110, NVME_TUNNEL_ASMEDIA, true },
		{ 0x0dd8, 0x9210, 0x2100, NVME_TUNNEL_REALTEK, true },
		{ 0x1de1, 0xe101, 0x2001, NVME_TUNNEL_REALTEK, true },
		{ 0x21c4, 0xb06a, 0x0214, NVME_TUNNEL_JMICRON, true },
		{ 0x30de, 0x1000, 0x0100, NVME_TUNNEL_JMICRON, true },
		{ 0, 0, 0, NVME_TUNNEL_NONE, false },
	};

	for (size_t i = 0; i < ROWS(rows); i++) {
		bool sata_too = true;

		ck_assert_int_eq(ata_bridge_tunnel(rows[i].vendor, rows[i].product, rows[i].version,
						   &sata_too),
				 rows[i].tunnel);
		ck_assert(sata_too == rows[i].sata_too);
	}
}
END_TEST

Suite *nvme_tunnel_suite(void)
{
	Suite *suite = suite_create("nvme_tunnel");

	add_rows(suite, "single", one_cdb_carries_a_question, ROWS(single));
	add_rows(suite, "jmicron", jmicron_takes_three, 3);
	add_case(suite, "reply", a_reply_has_status_and_value);
	add_case(suite, "others", nothing_else_goes_through);
	add_case(suite, "lost", lost_answers_are_not_plausible);
	add_case(suite, "bridges", bridges_have_a_tunnel_by_id_and_version);
	return suite;
}
