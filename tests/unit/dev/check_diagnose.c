// SPDX-License-Identifier: GPL-2.0-or-later
#include "suites.h"
#include "dev/diagnose.h"

#include <errno.h>
#include <string.h>

static const struct {
	const char *name;
	int err;
	uint8_t command, status, error; /* status 0: no registers */
	uint8_t key, asc, ascq;
	bool sense, usb;
	uint16_t vendor, security;
	const char *has;
} rows[] = {
	/* clang-format off */
	{ "bridge without pass-through", -EIO, 0xec, 0, 0, 5, 0x20, 0, true, true, 0, 0, "in the forms sat16, sat12" },
	{ "known bridge", -EIO, 0xec, 0, 0, 5, 0x20, 0, true, true, 0x174c, 0, "sat12; try the kernel parameter usb-storage.quirks=174c:0055:u" },
	{ "SAS disk", -EIO, 0xec, 0, 0, 5, 0x20, 0, true, false, 0, 0, "takes no ATA" },
	{ "bridge dislikes the CDB", -EIO, 0xec, 0, 0, 5, 0x24, 0, true, true, 0, 0, "rejects a field of the command; try --prefer-ata12" },
	{ "known bridge dislikes it", -EIO, 0xec, 0, 0, 5, 0x24, 0, true, true, 0x174c, 0, "--prefer-ata12, or the kernel parameter" },
	{ "kernel filter", -EIO, 0xef, 0, 0, 5, 0x24, 0, true, false, 0, 0, "filters" },
	{ "libata's ABRT", -EIO, 0xef, 0, 0, 5, 0x21, 4, true, false, 0, 0, "or the link failed" },
	{ "vendor lock", -EIO, 0xec, 0, 0, 7, 0x74, 0x71, true, true, 0, 0, "maker's encryption" },
	{ "vendor lock gives no quirk", -EIO, 0xec, 0, 0, 7, 0x74, 0x71, true, true, 0x1058, 0, "maker's program" },
	{ "no access rights", -EIO, 0xec, 0, 0, 7, 0x20, 0x02, true, false, 0, 0, "access is denied" },
	{ "write-protected", -EIO, 0xec, 0, 0, 7, 0x27, 0, true, false, 0, 0, "write-protected" },
	{ "no medium", -EIO, 0xec, 0, 0, 2, 0x3a, 0, true, false, 0, 0, "no medium" },
	{ "no card", -EIO, 0xec, 0, 0, 2, 0x3a, 0, true, true, 0, 0, "no medium" },
	{ "locked by encryption", -EIO, 0x24, 0, 0, 5, 0x74, 0x71, true, true, 0, 0, "encryption" },
	{ "no sense, bridge", -EIO, 0xe5, 0, 0, 0, 0, 0, false, true, 0, 0, "lost the answer" },
	{ "no sense, adapter", -EIO, 0xe5, 0, 0, 0, 0, 0, false, false, 0, 0, "no sense data" },
	{ "drive aborted", -EIO, 0xef, 0x51, 0x04, 0, 0, 0, true, false, 0, 0, "drive aborted" },
	{ "frozen", -EIO, 0xf1, 0x51, 0x04, 0, 0, 0, true, false, 0, 0x0009, "suspend" },
	{ "frozen is no cause for others", -EIO, 0xef, 0x51, 0x04, 0, 0, 0, true, false, 0, 0x0009, "does not support" },
	{ "locked", -EIO, 0xc8, 0x51, 0x04, 0, 0, 0, true, false, 0, 0x0007, "--security-unlock" },
	{ "wrong password", -EIO, 0xf2, 0x51, 0x04, 0, 0, 0, true, false, 0, 0x0001, "wrong password" },
	{ "unreadable", -EIO, 0x24, 0x51, 0x40, 0, 0, 0, true, false, 0, 0, "--repair-sector" },
	{ "no such sector", -EIO, 0x24, 0x51, 0x10, 0, 0, 0, true, false, 0, 0, "cannot find it" },
	{ "device fault", -EIO, 0x24, 0x71, 0x04, 0, 0, 0, true, false, 0, 0, "fault of its own" },
	{ "not permitted", -EPERM, 0xec, 0, 0, 0, 0, 0, false, false, 0, 0, "does not permit" },
	{ "no ATA drive", -ENOTTY, 0xec, 0, 0, 0, 0, 0, false, false, 0, 0, "no ATA drive" },
	{ "gone", -ENXIO, 0xec, 0, 0, 0, 0, 0, false, false, 0, 0, "gone" },
	{ "time limit", -ETIMEDOUT, 0xec, 0, 0, 0, 0, 0, false, false, 0, 0, "time limit" },
	{ "no such sector, by sense", -EIO, 0x24, 0, 0, 5, 0x21, 0, true, false, 0, 0, "cannot find it" },
	{ "not ready", -EIO, 0xec, 0, 0, 2, 4, 1, true, false, 0, 0, "not ready" },
	{ "unreadable, by sense", -EIO, 0x24, 0, 0, 3, 0x11, 0, true, false, 0, 0, "medium cannot be read" },
	{ "hardware", -EIO, 0x24, 0, 0, 4, 0x44, 0, true, false, 0, 0, "hardware fault" },
	{ "attention", -EIO, 0x24, 0, 0, 6, 0x29, 0, true, false, 0, 0, "reset or replaced" },
	{ "damaged on the cable", -EIO, 0x24, 0, 0, 0xb, 0x47, 3, true, false, 0, 0, "cable" },
	{ "aborted", -EIO, 0x24, 0, 0, 0xb, 0, 0, true, false, 0, 0, "or the link failed" },
	{ "bridge without registers", -EIO, 0xe5, 0, 0, 0, 0, 0, true, true, 0, 0, "no registers with its answer" },
	{ "no registers", -EIO, 0xe5, 0, 0, 1, 0, 0x1d, true, false, 0, 0, "registers that were asked for" },
	{ "no way", -EOPNOTSUPP, 0xec, 0, 0, 0, 0, 0, false, false, 0, 0, "no way" },
	{ "no such request", -EINVAL, 0xec, 0, 0, 0, 0, 0, false, false, 0, 0, "no ATA drive" },
	{ "no access", -EACCES, 0xec, 0, 0, 0, 0, 0, false, false, 0, 0, "does not permit" },
	{ "adapter", -EBADE, 0xec, 0, 0, 0, 0, 0, false, false, 0, 0, "adapter or its driver" },
	{ "no device", -ENODEV, 0xec, 0, 0, 0, 0, 0, false, false, 0, 0, "gone" },
	{ "short", -EREMOTEIO, 0xec, 0, 0, 0, 0, 0, false, false, 0, 0, "fewer data" },
	{ "made up", -ENODATA, 0xec, 0, 0, 0, 0, 0, false, false, 0, 0, "zeros" },
	{ "unknown errno", -ENOMEM, 0xec, 0, 0, 0, 0, 0, false, false, 0, 0, NULL },
	{ "unknown sense", -EIO, 0xec, 0, 0, 9, 1, 2, true, false, 0, 0, NULL },
	/* clang-format on */
};

START_TEST(sentence_names_cause_and_remedy)
{
	struct ata_cmd cmd = { .command = rows[_i].command };
	struct symptom symptom = {
		.err = rows[_i].err,
		.cmd = &cmd,
		.usb = rows[_i].usb,
		.uas = rows[_i].usb,
		.forms = "s sat16, sat12",
		.vendor = rows[_i].vendor,
		.product = 0x0055,
		.security = { .locked = rows[_i].security & 4, .frozen = rows[_i].security & 8 },
	};
	char text[DIAGNOSIS_BYTES] = "unset";

	cmd.res.valid = rows[_i].status != 0;
	cmd.res.status = rows[_i].status;
	cmd.res.error = rows[_i].error;
	if (rows[_i].sense) {
		cmd.res.sense_bytes = 18;
		cmd.res.sense[0] = 0x70;
		cmd.res.sense[2] = rows[_i].key;
		cmd.res.sense[12] = rows[_i].asc;
		cmd.res.sense[13] = rows[_i].ascq;
	}
	diagnose(&symptom, text);
	if (rows[_i].has)
		ck_assert_msg(strstr(text, rows[_i].has), "%s: %s", rows[_i].name, text);
	else
		ck_assert_msg(!*text, "%s: %s", rows[_i].name, text);
}
END_TEST

START_TEST(what_was_given_is_no_remedy)
{
	struct ata_cmd cmd = { .res = { .sense = { 0x70, 0, 5, [12] = 0x24 }, .sense_bytes = 18 } };
	struct symptom symptom = { .err = -EIO, .cmd = &cmd, .usb = true, .prefer_ata12 = true };
	char text[DIAGNOSIS_BYTES];

	diagnose(&symptom, text);
	ck_assert_str_eq(text, "the USB bridge rejects a field of the command");
}
END_TEST

Suite *diagnose_suite(void)
{
	Suite *suite = suite_create("diagnose");

	add_rows(suite, "sentences", sentence_names_cause_and_remedy, ROWS(rows));
	add_case(suite, "remedies", what_was_given_is_no_remedy);
	return suite;
}
