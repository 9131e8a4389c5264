// SPDX-License-Identifier: GPL-2.0-or-later
/* NVMe commands, dword by dword. The test repeats the codes as numbers: Format NVM and Sanitize
 * erase, and a device may obey a code that it should refuse. */
#include "suites.h"
#include "nvme.h"

#include <errno.h>
#include <linux/ioctl.h>
#include <linux/nvme_ioctl.h>
#include <string.h>

static const struct {
	enum nvme_id id;
	bool admin;
	unsigned opcode;
	bool changes;
	enum ata_lasting lasting;
} operations[] = {
	{ NVME_IDENTIFY, true, 0x06, false, LASTING_MOMENTARY },
	{ NVME_GET_LOG_PAGE, true, 0x02, false, LASTING_MOMENTARY },
	{ NVME_GET_FEATURES, true, 0x0a, false, LASTING_MOMENTARY },
	{ NVME_SET_FEATURES, true, 0x09, true, LASTING_RESET },
	{ NVME_FIRMWARE_COMMIT, true, 0x10, true, LASTING_PERMANENT },
	{ NVME_FIRMWARE_DOWNLOAD, true, 0x11, true, LASTING_RESET },
	{ NVME_FORMAT, true, 0x80, true, LASTING_PERMANENT },
	{ NVME_SANITIZE, true, 0x84, true, LASTING_PERMANENT },
	{ NVME_FLUSH, false, 0x00, true, LASTING_MOMENTARY },
	{ NVME_WRITE_UNCORRECTABLE, false, 0x04, true, LASTING_PERMANENT },
	{ NVME_VERIFY, false, 0x0c, false, LASTING_MOMENTARY },
};

START_TEST(the_table_has_these_codes_and_no_others)
{
	const struct nvme_operation *row = &nvme_operation_table[operations[_i].id];

	ck_assert_int_eq(ROWS(operations), NVME_OPERATION_COUNT);
	ck_assert_uint_eq(operations[_i].id, (unsigned)_i);
	ck_assert(row->admin == operations[_i].admin);
	ck_assert_uint_eq(row->opcode, operations[_i].opcode);
	ck_assert(row->changes == operations[_i].changes);
	/* the lowest bit means that data go to the device; no query sends data */
	ck_assert(row->changes || !nvme_opcode_writes(row->opcode));
	ck_assert_int_eq(row->lasting, operations[_i].lasting);
	ck_assert_uint_gt(row->timeout_s, 0);
	ck_assert_str_ne(row->name, "");
}
END_TEST

/* Another format: no secure erase, no protection, no metadata. */
START_TEST(a_format_has_its_number_and_nothing_else)
{
	static const uint32_t upper[] = { 0, 0x1000, 0x2000, 0x3000 };

	for (unsigned format = 0; format < 4096; format++) {
		struct nvme_layout layout = { .format = format };
		struct nvme_cmd cmd = nvme_format(7, &layout, NVME_NO_ERASE);

		ck_assert_uint_eq(cmd.operation->opcode, 0x80);
		ck_assert_uint_eq(cmd.cdw10, format % 16 + upper[format / 16 % 4]);
		ck_assert_uint_eq(cmd.cdw11 | cmd.cdw12, 0);
		ck_assert_uint_eq(cmd.nsid, 7);
		ck_assert_ptr_null(cmd.data);
	}
}
END_TEST

/* The fields of dword 10 of Format NVM (Base figure 189), each alone and all together. */
static const struct {
	struct nvme_layout layout;
	enum nvme_erase erase;
	uint32_t cdw10;
} layouts[] = {
	{ { .format = 0x2a }, NVME_ERASE_USER_DATA, 0x220a },
	{ { .format = 1, .metadata_after = true }, NVME_ERASE_CRYPTO, 0x0411 },
	{ { .format = 2, .protection = 3 }, NVME_NO_ERASE, 0x0062 },
	{ { .format = 2, .protection = 1, .protection_first = true },
	  NVME_ERASE_USER_DATA,
	  0x0322 },
	{ { 63, true, 7, true }, NVME_ERASE_CRYPTO, 0x35ff },
};

/* Base figure 192: SEL is 10:8. NVM 4.1.3.2: TLER 15:0, DULBE 16. Base figure 316: SV is 31. */
START_TEST(a_feature_has_these_fields)
{
	static const struct nvme_recovery recovery = { .tler = 70, .dulbe = true },
					  most = { .tler = 0xffff };
	uint8_t data[NVME_APST_BYTES];
	struct nvme_cmd cmd = nvme_get_feature(NVME_WRITE_CACHE, NVME_CAPABILITIES);

	ck_assert_uint_eq(cmd.operation->opcode, 0x0a);
	ck_assert_uint_eq(cmd.cdw10, 0x306);
	cmd = nvme_get_recovery(7, NVME_CURRENT);
	ck_assert_uint_eq(cmd.cdw10, 0x05);
	ck_assert_uint_eq(cmd.nsid, 7);
	ck_assert_uint_eq(nvme_get_recovery(7, NVME_DEFAULT).cdw10, 0x105);
	ck_assert_uint_eq(nvme_get_recovery(7, NVME_SAVED).cdw10, 0x205);
	cmd = nvme_set_recovery(7, &recovery, false);
	ck_assert_uint_eq(cmd.operation->opcode, 0x09);
	ck_assert_uint_eq(cmd.cdw10, 0x05);
	ck_assert_uint_eq(cmd.cdw11, 0x10046);
	ck_assert_uint_eq(cmd.nsid, 7);
	ck_assert_int_eq(nvme_lasting(&cmd), LASTING_RESET);
	cmd = nvme_set_recovery(7, &most, true);
	ck_assert_uint_eq(cmd.cdw10, 0x80000005);
	ck_assert_uint_eq(cmd.cdw11, 0xffff);
	ck_assert_int_eq(nvme_lasting(&cmd), LASTING_PERMANENT);
	cmd = nvme_get_apst(data);
	ck_assert_uint_eq(cmd.cdw10, 0x0c);
	ck_assert_uint_eq(cmd.bytes, 256);
	ck_assert_ptr_eq(cmd.data, data);
	ck_assert_uint_eq(nvme_recovery(0x10046).tler, 70);
	ck_assert(nvme_recovery(0x10046).dulbe && !nvme_recovery(0xfffeffff).dulbe);
	ck_assert(nvme_apst_on(1) && !nvme_apst_on(0xfffffffe));
	ck_assert(nvme_saveable(1) && !nvme_saveable(6));
	ck_assert(nvme_changeable(4) && !nvme_changeable(3));
}
END_TEST

START_TEST(an_erasing_format_keeps_the_layout)
{
	struct nvme_cmd cmd = nvme_format(3, &layouts[_i].layout, layouts[_i].erase);

	ck_assert_uint_eq(cmd.cdw10, layouts[_i].cdw10);
	ck_assert_uint_eq(cmd.nsid, 3);
}
END_TEST

static const struct {
	enum nvme_sanitize action;
	unsigned passes;
	uint32_t pattern, cdw10, cdw11;
} sanitizes[] = {
	{ NVME_SANITIZE_EXIT_FAILURE, 3, 0x12345678, 0x01, 0 },
	{ NVME_SANITIZE_BLOCK_ERASE, 3, 0x12345678, 0x02, 0 },
	{ NVME_SANITIZE_OVERWRITE, 1, 0x12345678, 0x13, 0x12345678 },
	{ NVME_SANITIZE_OVERWRITE, 15, 0, 0xf3, 0 },
	{ NVME_SANITIZE_OVERWRITE, 16, 0, 0x03, 0 },
	{ NVME_SANITIZE_CRYPTO_ERASE, 0, 0, 0x04, 0 },
};

START_TEST(sanitize_has_its_action)
{
	struct nvme_cmd cmd =
		nvme_sanitize(sanitizes[_i].action, sanitizes[_i].passes, sanitizes[_i].pattern);

	ck_assert_uint_eq(cmd.operation->opcode, 0x84);
	ck_assert_uint_eq(cmd.cdw10, sanitizes[_i].cdw10);
	ck_assert_uint_eq(cmd.cdw11, sanitizes[_i].cdw11);
	ck_assert_uint_eq(cmd.nsid | cmd.cdw12, 0);
	ck_assert_ptr_null(cmd.data);
}
END_TEST

START_TEST(a_commit_has_its_slot_and_action)
{
	for (unsigned action = 0; action < 8; action++) {
		for (unsigned slot = 0; slot < 16; slot++) {
			struct nvme_cmd cmd = nvme_firmware_commit((enum nvme_commit)action, slot);

			ck_assert_uint_eq(cmd.operation->opcode, 0x10);
			ck_assert_uint_eq(cmd.cdw10, (slot & 7) | (action & 3) << 3);
		}
	}
	ck_assert_uint_eq(nvme_firmware_commit(NVME_COMMIT_STORE, 2).cdw10, 0x02);
	ck_assert_uint_eq(nvme_firmware_commit(NVME_COMMIT_STORE_AND_RESET, 2).cdw10, 0x0a);
	ck_assert_uint_eq(nvme_firmware_commit(NVME_COMMIT_AT_RESET, 2).cdw10, 0x12);
	ck_assert_uint_eq(nvme_firmware_commit(NVME_COMMIT_NOW, 0).cdw10, 0x18);
}
END_TEST

START_TEST(commands_have_their_fields)
{
	uint8_t data[8192];
	struct nvme_cmd cmd = nvme_identify(NVME_CNS_NAMESPACE, 3, data);

	ck_assert_uint_eq(cmd.nsid, 3);
	ck_assert_uint_eq(cmd.cdw10, 0);
	ck_assert_uint_eq(cmd.bytes, 4096);
	ck_assert(!nvme_writes_data(&cmd));
	ck_assert_uint_eq(nvme_identify(NVME_CNS_CONTROLLER, 0, data).cdw10, 1);
	ck_assert_uint_eq(nvme_identify(NVME_CNS_ACTIVE_LIST, 0, data).cdw10, 2);
	ck_assert_uint_eq(nvme_identify(NVME_CNS_NAMES, 1, data).cdw10, 3);

	cmd = nvme_get_log(NVME_LOG_HEALTH, data);
	ck_assert_uint_eq(cmd.cdw10, 0x007f0002);
	ck_assert_uint_eq(cmd.nsid, 0xffffffff);
	ck_assert_uint_eq(cmd.bytes, 512);
	ck_assert_uint_eq(nvme_get_log(NVME_LOG_SANITIZE, data).cdw10, 0x007f0081);

	ck_assert_uint_eq(nvme_get_feature(NVME_WRITE_CACHE, NVME_CURRENT).cdw10, 0x06);
	ck_assert_uint_eq(nvme_get_feature(NVME_POWER_STATE, NVME_CURRENT).cdw10, 0x02);
	ck_assert_uint_eq(nvme_set_write_cache(true, false).cdw10, 0x06);
	ck_assert_uint_eq(nvme_set_write_cache(true, false).cdw11, 1);
	ck_assert_uint_eq(nvme_set_write_cache(false, false).cdw11, 0);
	ck_assert_uint_eq(nvme_set_write_cache(true, true).cdw10, 0x80000006);
	ck_assert_uint_eq(nvme_set_write_cache(true, true).cdw11, 1);

	cmd = nvme_firmware_download(data, sizeof(data), 4096);
	ck_assert_uint_eq(cmd.cdw10, 2047);
	ck_assert_uint_eq(cmd.cdw11, 1024);
	ck_assert(nvme_writes_data(&cmd));

	cmd = nvme_verify(1, UINT64_C(0x123456789abc), 65536);
	ck_assert_uint_eq(cmd.cdw10, 0x56789abc);
	ck_assert_uint_eq(cmd.cdw11, 0x1234);
	ck_assert_uint_eq(cmd.cdw12, 0xffff);
	ck_assert(!cmd.operation->admin);
	cmd = nvme_write_uncorrectable(1, 5, 1);
	ck_assert_uint_eq(cmd.operation->opcode, 4);
	ck_assert_uint_eq(cmd.cdw10, 5);
	ck_assert_uint_eq(cmd.cdw12, 0);
}
END_TEST

static const struct {
	uint16_t status;
	int err;
	const char *text;
} statuses[] = {
	{ 0x001, -ENOTTY, "the drive lacks this command (status 001h)" },
	{ 0x002, -ENOTTY, "the drive lacks this, or rejects a field of the command (status 002h)" },
	{ 0x01d, -EBUSY, "a sanitize operation is running (status 01Dh)" },
	{ 0x084, -EBUSY, "the namespace is being formatted (status 084h)" },
	{ 0x281, -EIO, "the medium cannot be read at this address (status 281h)" },
	{ 0x286, -EACCES, "the drive is locked (status 286h)" },
	{ 0x371, -EBADE, "the kernel aborted the command (status 371h)" },
	{ 0x7c0, -EIO, "the drive reports an error (status 7C0h)" },
};

START_TEST(statuses_have_words)
{
	char text[NVME_STATUS_TEXT_BYTES];

	ck_assert_int_eq(nvme_verdict(statuses[_i].status), statuses[_i].err);
	ck_assert_str_eq(nvme_status_text(statuses[_i].status, text), statuses[_i].text);
}
END_TEST

START_TEST(only_success_is_none)
{
	char text[NVME_STATUS_TEXT_BYTES];

	ck_assert_int_eq(nvme_verdict(0), 0);
	for (unsigned status = 1; status < 0x800; status++) {
		ck_assert_int_lt(nvme_verdict((uint16_t)status), 0);
		ck_assert(nvme_medium_failed((uint16_t)status) ==
			  (status >= 0x281 && status <= 0x284));
		ck_assert(nvme_firmware_stored((uint16_t)status) ==
			  (status == 0x10b || status == 0x110 || status == 0x111));
		/* protected, busy and failed later are not "refused" */
		ck_assert(nvme_refused((uint16_t)status) ==
			  (status == 0x001 || status == 0x002 || status == 0x00b ||
			   status == 0x00c || status == 0x01c || status == 0x10a ||
			   status == 0x10b || status == 0x110 || status == 0x111 ||
			   status == 0x123));
		nvme_status_text((uint16_t)status, text);
		ck_assert_uint_lt(strlen(text), sizeof(text) - 1);
	}
}
END_TEST

START_TEST(the_ioctls_that_carry_commands)
{
	ck_assert(nvme_ioctl(NVME_IOCTL_ADMIN_CMD) && nvme_ioctl(NVME_IOCTL_IO_CMD));
	ck_assert(!nvme_ioctl(NVME_IOCTL_ID) && !nvme_ioctl(NVME_IOCTL_RESET));
	ck_assert_int_eq(nvme_ioctl_verdict(0x4281), 0);
	ck_assert_int_eq(nvme_ioctl_verdict(-EINTR), -ETIMEDOUT);
	ck_assert_int_eq(nvme_ioctl_verdict(-EACCES), -EACCES);
}
END_TEST

Suite *nvme_command_suite(void)
{
	Suite *suite = suite_create("nvme_command");

	add_rows(suite, "codes", the_table_has_these_codes_and_no_others, ROWS(operations));
	add_case(suite, "format", a_format_has_its_number_and_nothing_else);
	add_case(suite, "features", a_feature_has_these_fields);
	add_rows(suite, "layout", an_erasing_format_keeps_the_layout, ROWS(layouts));
	add_rows(suite, "sanitize", sanitize_has_its_action, ROWS(sanitizes));
	add_case(suite, "commit", a_commit_has_its_slot_and_action);
	add_case(suite, "fields", commands_have_their_fields);
	add_rows(suite, "status", statuses_have_words, ROWS(statuses));
	add_case(suite, "errors", only_success_is_none);
	add_case(suite, "ioctls", the_ioctls_that_carry_commands);
	return suite;
}
