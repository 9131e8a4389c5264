// SPDX-License-Identifier: GPL-2.0-or-later
/* The meaning of sense data for a SCSI command, in both forms, and the repeated command. */
#include "suites.h"
#include "fake_machine.h"
#include "device.h"
#include "scsi.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

static const struct {
	uint8_t sense[32];
	size_t bytes;
	int err;
	bool attention, has_information, has_progress;
	uint64_t information;
	unsigned progress;
	const char *text;
} rows[] = {
	{ { 0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x20, 0 },
	  18,
	  -EOPNOTSUPP,
	  false,
	  false,
	  false,
	  0,
	  0,
	  "the device does not know the command (sense 05h/20h/00h)" },
	{ { 0x72, 5, 0x24, 0 },
	  8,
	  -EOPNOTSUPP,
	  false,
	  false,
	  false,
	  0,
	  0,
	  "the device does not take this form of the command (sense 05h/24h/00h)" },
	{ { 0xf0, 0, 3, 0, 1, 2, 3, 10, 0, 0, 0, 0, 0x11, 0 },
	  18,
	  -EIO,
	  false,
	  true,
	  false,
	  0x010203,
	  0,
	  "the sector cannot be read or written (sense 03h/11h/00h)" },
	{ { 0x72, 3, 0x11, 0, 0, 0, 0, 12, 0, 10, 0x80, 0, 0, 0, 1, 0, 0, 0, 0, 9 },
	  20,
	  -EIO,
	  false,
	  true,
	  false,
	  0x010000000009,
	  0,
	  "the sector cannot be read or written (sense 03h/11h/00h)" },
	{ { 0x70, 0, 2, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x04, 0x1b, 0, 0x80, 0x40, 0 },
	  18,
	  -EBUSY,
	  false,
	  false,
	  true,
	  0,
	  0x4000,
	  "a sanitize operation is running (sense 02h/04h/1Bh)" },
	{ { 0x72, 2, 4, 0x1b, 0, 0, 0, 8, 2, 6, 0, 0, 0x80, 0x12, 0x34, 0 },
	  16,
	  -EBUSY,
	  false,
	  false,
	  true,
	  0,
	  0x1234,
	  "a sanitize operation is running (sense 02h/04h/1Bh)" },
	/* a field pointer of ILLEGAL REQUEST is not progress */
	{ { 0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x24, 0, 0, 0xc0, 0, 2 },
	  18,
	  -EOPNOTSUPP,
	  false,
	  false,
	  false,
	  0,
	  0,
	  "the device does not take this form of the command (sense 05h/24h/00h)" },
	{ { 0x70, 0, 6, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x29, 0 },
	  18,
	  -EIO,
	  true,
	  false,
	  false,
	  0,
	  0,
	  "the device was reset or changed meanwhile (sense 06h/29h/00h)" },
	{ { 0x70, 0, 6, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x2a, 1 },
	  18,
	  -EIO,
	  true,
	  false,
	  false,
	  0,
	  0,
	  "the device was reset or changed meanwhile (sense 06h/2Ah/01h)" },
	{ { 0x70, 0, 6, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x3f, 1 },
	  18,
	  -EIO,
	  true,
	  false,
	  false,
	  0,
	  0,
	  "the device was reset or changed meanwhile (sense 06h/3Fh/01h)" },
	{ { 0x70, 0, 1 },
	  18,
	  0,
	  false,
	  false,
	  false,
	  0,
	  0,
	  "done, after the device corrected an error (sense 01h/00h/00h)" },
	{ { 0x70, 0, 0x0f, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x00, 0x1d },
	  18,
	  0,
	  false,
	  false,
	  false,
	  0,
	  0,
	  "done (sense 0Fh/00h/1Dh)" },
	{ { 0x70, 0, 0x0e },
	  18,
	  -EIO,
	  false,
	  false,
	  false,
	  0,
	  0,
	  "the command failed (sense 0Eh/00h/00h)" },
	{ { 0 }, 18, -EIO, false, false, false, 0, 0, "the device refuses and does not say why" },
	{ { 0x70 }, 0, -EIO, false, false, false, 0, 0, "the device refuses and does not say why" },
	/* the descriptor is too short for an address */
	{ { 0x72, 3, 0x11, 0, 0, 0, 0, 6, 0, 4, 0x80, 0, 1, 2 },
	  14,
	  -EIO,
	  false,
	  false,
	  false,
	  0,
	  0,
	  "the sector cannot be read or written (sense 03h/11h/00h)" },
	/* the descriptor is too short for an address, and another one follows */
	{ { 0x72, 3, 0x11, 0, 0, 0, 0, 14, 0, 4, 0x80, 0, 1, 2, 2, 6 },
	  22,
	  -EIO,
	  false,
	  false,
	  false,
	  0,
	  0,
	  "the sector cannot be read or written (sense 03h/11h/00h)" },
	/* the descriptor is longer than the data */
	{ { 0x72, 2, 4, 0x1b, 0, 0, 0, 8, 2, 6, 0, 0, 0x80, 0x12 },
	  14,
	  -EBUSY,
	  false,
	  false,
	  false,
	  0,
	  0,
	  "a sanitize operation is running (sense 02h/04h/1Bh)" },
};

START_TEST(sense_data_are_read)
{
	struct scsi_sense sense = scsi_sense_decode(rows[_i].sense, rows[_i].bytes);
	char text[SCSI_SENSE_TEXT_BYTES];

	ck_assert_int_eq(scsi_verdict(&sense), rows[_i].err);
	ck_assert(scsi_attention(&sense) == rows[_i].attention);
	ck_assert(sense.has_information == rows[_i].has_information);
	ck_assert_uint_eq(sense.information, rows[_i].information);
	ck_assert(sense.has_progress == rows[_i].has_progress);
	ck_assert_uint_eq(sense.progress, rows[_i].progress);
	ck_assert_str_eq(scsi_sense_text(&sense, text), rows[_i].text);
}
END_TEST

START_TEST(what_runs_or_failed_is_told_by_its_codes_alone)
{
	static const struct {
		uint8_t key, asc, ascq;
		enum scsi_sanitize_state sanitize;
		enum scsi_format_state format;
	} codes[] = {
		{ 2, 0x04, 0x1b, SCSI_SANITIZE_RUNNING, SCSI_FORMAT_UNTOLD },
		{ 0, 0x04, 0x1b, SCSI_SANITIZE_RUNNING, SCSI_FORMAT_UNTOLD },
		{ 3, 0x31, 0x03, SCSI_SANITIZE_FAILED, SCSI_FORMAT_UNTOLD },
		{ 2, 0x04, 0x04, SCSI_SANITIZE_UNTOLD, SCSI_FORMAT_RUNNING },
		{ 0, 0x04, 0x04, SCSI_SANITIZE_UNTOLD, SCSI_FORMAT_RUNNING },
		{ 3, 0x31, 0x00, SCSI_SANITIZE_UNTOLD, SCSI_FORMAT_CORRUPT },
		{ 3, 0x31, 0x01, SCSI_SANITIZE_UNTOLD, SCSI_FORMAT_CORRUPT },
		{ 3, 0x31, 0x02, SCSI_SANITIZE_UNTOLD, SCSI_FORMAT_UNTOLD },
		{ 2, 0x31, 0x03, SCSI_SANITIZE_UNTOLD, SCSI_FORMAT_UNTOLD },
		{ 3, 0x04, 0x1b, SCSI_SANITIZE_UNTOLD, SCSI_FORMAT_UNTOLD },
		{ 3, 0x04, 0x04, SCSI_SANITIZE_UNTOLD, SCSI_FORMAT_UNTOLD },
		{ 2, 0x04, 0x07, SCSI_SANITIZE_UNTOLD, SCSI_FORMAT_UNTOLD },
		{ 0, 0x00, 0x00, SCSI_SANITIZE_UNTOLD, SCSI_FORMAT_UNTOLD },
		{ 0, 0x5e, 0x02, SCSI_SANITIZE_UNTOLD, SCSI_FORMAT_UNTOLD },
	};

	for (int i = 0; i < ROWS(codes); i++) {
		const uint8_t bytes[8] = { 0x72, codes[i].key, codes[i].asc, codes[i].ascq };
		struct scsi_sense sense = scsi_sense_decode(bytes, sizeof(bytes));

		ck_assert_msg(scsi_sanitize_state(&sense) == codes[i].sanitize, "row %d", i);
		ck_assert_msg(scsi_format_state(&sense) == codes[i].format, "row %d", i);
		ck_assert(scsi_medium_failed(&sense) ==
			  (codes[i].key == 3 && codes[i].sanitize == SCSI_SANITIZE_UNTOLD &&
			   codes[i].format == SCSI_FORMAT_UNTOLD));
		sense = scsi_sense_decode(bytes, 0);
		ck_assert(scsi_sanitize_state(&sense) == SCSI_SANITIZE_UNTOLD);
		ck_assert(scsi_format_state(&sense) == SCSI_FORMAT_UNTOLD);
	}
}
END_TEST

static void open_disk(struct fake_machine *machine, struct device *dev)
{
	ck_assert_int_eq(device_open(dev, fake_host(machine), "/dev/sda", O_RDONLY), 0);
}

START_TEST(what_becomes_ready_by_itself)
{
	enum { STOPPED = 2 };
	static const struct {
		uint8_t key, asc, ascq;
		bool becomes;
	} codes[] = {
		{ 2, 0x04, 0x01, true },  { 2, 0x04, 0x1a, true },  { 2, 0x04, 0x02, false },
		{ 2, 0x04, 0x04, false }, { 2, 0x04, 0x1b, false }, { 2, 0x3a, 0x01, false },
		{ 6, 0x04, 0x01, false }, { 0, 0x04, 0x01, false },
	};

	for (int i = 0; i < ROWS(codes); i++) {
		const uint8_t bytes[8] = { 0x72, codes[i].key, codes[i].asc, codes[i].ascq };
		struct scsi_sense sense = scsi_sense_decode(bytes, sizeof(bytes));

		ck_assert(scsi_becomes_ready(&sense) == codes[i].becomes);
		ck_assert(scsi_stopped(&sense) == (i == STOPPED));
	}
}
END_TEST

START_TEST(refusals_are_told_apart)
{
	static const struct {
		uint8_t key, asc, ascq;
		bool not_ready, form, data, microcode, attention;
	} codes[] = {
		{ 2, 0x04, 0x02, true, false, false, false, false },
		{ 5, 0x24, 0x00, false, true, false, false, false },
		{ 5, 0x26, 0x98, false, false, true, false, false },
		{ 6, 0x3f, 0x01, false, false, false, true, true },
		{ 6, 0x3f, 0x03, false, false, false, false, true },
		{ 6, 0x29, 0x01, false, false, false, false, true },
		{ 6, 0x28, 0x00, false, false, false, false, true },
		{ 15, 0x00, 0x1d, false, false, false, false, false },
		{ 4, 0x24, 0x00, false, false, false, false, false },
		{ 1, 0x3f, 0x01, false, false, false, false, false },
	};

	for (int i = 0; i < ROWS(codes); i++) {
		const uint8_t bytes[8] = { 0x72, codes[i].key, codes[i].asc, codes[i].ascq };
		struct scsi_sense sense = scsi_sense_decode(bytes, sizeof(bytes));

		ck_assert(scsi_not_ready(&sense) == codes[i].not_ready);
		ck_assert(scsi_form_refused(&sense) == codes[i].form);
		ck_assert(scsi_data_refused(&sense) == codes[i].data);
		ck_assert(scsi_microcode_changed(&sense) == codes[i].microcode);
		ck_assert(scsi_attention(&sense) == codes[i].attention);
		ck_assert(scsi_refused(&sense) == (codes[i].key == 5));
		sense = scsi_sense_decode(bytes, 0);
		ck_assert(!scsi_not_ready(&sense) && !scsi_form_refused(&sense) &&
			  !scsi_data_refused(&sense) && !scsi_microcode_changed(&sense));
	}
}
END_TEST

/* The kernel's own commands cause an attention, too, which the next query gets. */
START_TEST(a_question_is_asked_again_after_a_reset)
{
	static const struct {
		const char *fault;
		bool change;
		int result;
		const char *log;
	} cases[] = {
		{ "sda fault cmd=4d nth=1 sense=70000600000000000000000029000000", false, 0,
		  "sda LOG SENSE 0d -> sense\nsda LOG SENSE 0d\n" },
		{ "sda fault cmd=4d sense=7000060000000000000000002a010000", false, -EIO,
		  "sda LOG SENSE 0d -> sense\nsda LOG SENSE 0d -> sense\n"
		  "sda LOG SENSE 0d -> sense\nsda LOG SENSE 0d -> sense\n" },
		{ "sda fault cmd=4d times=3 sense=70000600000000000000000028000000", false, 0,
		  "sda LOG SENSE 0d -> sense\nsda LOG SENSE 0d -> sense\n"
		  "sda LOG SENSE 0d -> sense\nsda LOG SENSE 0d\n" },
		{ "sda fault cmd=4d nth=1 sense=7000050000000000000000002a010000", false, -EIO,
		  "sda LOG SENSE 0d -> sense\n" },
		{ "sda fault cmd=1b nth=1 sense=70000600000000000000000029000000", true, -EIO,
		  "sda START STOP UNIT 30 -> sense\n" },
		{ "sda fault cmd=4d lost", false, -ETIMEDOUT, "sda LOG SENSE 0d -> lost\n" },
	};
	struct fake_machine *machine = fake_machine("sda sas");
	uint8_t data[64];
	struct device dev;
	struct scsi_cmd cmd = cases[_i].change
				      ? scsi_go_to(ATA_EPC_STANDBY_Z)
				      : scsi_log_sense(SCSI_LOG_TEMPERATURE, data, sizeof(data));

	fake_change(machine, cases[_i].fault);
	open_disk(machine, &dev);
	ck_assert_int_eq(device_scsi(&dev, &cmd), cases[_i].result);
	ck_assert_str_eq(fake_machine_log(machine), cases[_i].log);
	device_release_signals(&dev);
	device_close(&dev);
	fake_machine_free(machine);
}
END_TEST

/* Missing data are zeros, and are not counted. */
START_TEST(a_short_answer_is_as_long_as_it_says)
{
	struct fake_machine *machine = fake_machine("sda sas short=4d:4");
	uint8_t data[64];
	struct scsi_cmd cmd = scsi_log_sense(SCSI_LOG_TEMPERATURE, data, sizeof(data));
	struct device dev;

	memset(data, 0xa5, sizeof(data));
	open_disk(machine, &dev);
	ck_assert_int_eq(device_scsi(&dev, &cmd), 0);
	ck_assert_uint_eq(cmd.got, 12);
	ck_assert_uint_eq(data[12], 0);
	ck_assert_uint_eq(data[63], 0);
	fake_change(machine, "sda residue=4d:9999");
	ck_assert_int_eq(device_scsi(&dev, &cmd), 0);
	ck_assert_uint_eq(cmd.got, 0);
	fake_change(machine, "sda residue=4d:-1");
	ck_assert_int_eq(device_scsi(&dev, &cmd), 0);
	ck_assert_uint_eq(cmd.got, sizeof(data));
	device_close(&dev);
	fake_machine_free(machine);
}
END_TEST

Suite *scsi_sense_suite(void)
{
	Suite *suite = suite_create("scsi_sense");

	add_rows(suite, "rows", sense_data_are_read, ROWS(rows));
	add_case(suite, "sanitize", what_runs_or_failed_is_told_by_its_codes_alone);
	add_case(suite, "ready", what_becomes_ready_by_itself);
	add_case(suite, "refusals", refusals_are_told_apart);
	add_rows(suite, "again", a_question_is_asked_again_after_a_reset, 6);
	add_case(suite, "short", a_short_answer_is_as_long_as_it_says);
	return suite;
}
