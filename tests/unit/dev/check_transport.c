// SPDX-License-Identifier: GPL-2.0-or-later
/* The way of a command, and when another way may be tried. */
#include "device.h"
#include "host.h"
#include "suites.h"
#include "fake_machine.h"
#include "dev/transport.h"
#include "scsi.h"

#include <errno.h>
#include <fcntl.h>
#include <scsi/sg.h>
#include <stdio.h>
#include <string.h>

struct rig {
	struct fake_machine *machine;
	struct device dev;
};

static struct rig rig(const char *device)
{
	struct rig rig = { .machine = fake_machine(device) };
	char path[32] = "/dev/";

	strncat(path, device, strcspn(device, " "));
	ck_assert_int_eq(device_open(&rig.dev, fake_host(rig.machine), path, O_RDONLY), 0);
	return rig;
}

static void unrig(struct rig *rig)
{
	device_close(&rig->dev);
	ck_assert_int_eq(fake_open_files(rig->machine), 0);
	fake_machine_free(rig->machine);
}

static const struct {
	const char *device;
	enum device_kind kind;
	const char *via; /* the kind that carried CHECK POWER MODE */
	int result;
} kinds[] = {
	{ "sda sat", DEVICE_BLOCK, "sat16", 0 },
	{ "sda usbsat", DEVICE_BLOCK, "sat16", 0 },
	/* asked in each form */
	{ "sda usb", DEVICE_BLOCK, "sat12", -EIO },
	{ "sda sas", DEVICE_BLOCK, "sat16", -EIO },
	{ "hda ide", DEVICE_LEGACY_IDE, "hdio-cmd", 0 },
	{ "sr0 sr", DEVICE_OPTICAL, "sat16", 0 },
	{ "nvme0n1 nvme", DEVICE_BLOCK, "hdio-taskfile", -ENOTTY },
	{ "vda virtio", DEVICE_BLOCK, "hdio-taskfile", -ENOTTY },
	{ "loop0 loop", DEVICE_BLOCK, "hdio-taskfile", -EINVAL },
};

START_TEST(each_kind_has_its_way)
{
	struct ata_cmd cmd = ata_command(ATA_CHECK_POWER_MODE);
	struct rig r = rig(kinds[_i].device);
	int err;

	cmd.want = WANT_COUNT;
	ck_assert_msg(r.dev.kind == kinds[_i].kind, "%s: kind %d", kinds[_i].device, r.dev.kind);
	err = device_ata(&r.dev, &cmd);
	ck_assert_msg(err == kinds[_i].result, "%s: result %d", kinds[_i].device, err);
	ck_assert_msg(!strcmp(device_via(&r.dev), kinds[_i].via), "%s: via %s", kinds[_i].device,
		      device_via(&r.dev));
	if (!err)
		ck_assert_uint_eq(cmd.res.count & 0xff, 0xff);
	unrig(&r);
}
END_TEST

/* Which commands the drive takes is asked where sysfs does not show it; a failure is no answer. */
START_TEST(only_an_answer_settles_another_language)
{
	static const struct {
		const char *device, *fault;
		bool open;
		enum language language;
	} drives[] = {
		{ "sda sat", NULL, false, LANGUAGE_ATA },
		{ "sda usbsat", NULL, true, LANGUAGE_ATA },
		{ "sda sassat", NULL, true, LANGUAGE_ATA },
		{ "sda usb", NULL, true, LANGUAGE_SCSI_USB },
		{ "sda sas", NULL, false, LANGUAGE_SCSI },
		{ "vda virtio", NULL, true, LANGUAGE_BLOCK },
		{ "sda usbsat", "sda fault lost=ENXIO", true, LANGUAGE_ATA },
		{ "sda usbsat", "sda fault lost=ENODEV", true, LANGUAGE_ATA },
		{ "sda usbsat", "sda fault lost=EBADE", true, LANGUAGE_ATA },
		{ "sda usbsat", "sda refuse=SG_IO:EPERM", true, LANGUAGE_ATA },
	};

	for (int i = 0; i < ROWS(drives); i++) {
		struct rig r = rig(drives[i].device);

		if (drives[i].fault)
			fake_change(r.machine, drives[i].fault);
		device_find_route(&r.dev);
		ck_assert_msg(route_is_open(&r.dev.route) == drives[i].open, "row %d", i);
		device_settle(&r.dev);
		ck_assert_msg(!route_is_open(&r.dev.route), "row %d", i);
		ck_assert_msg(r.dev.route.language == drives[i].language, "row %d: %d", i,
			      r.dev.route.language);
		ck_assert_msg(drives[i].open || !fake_commands(r.machine), "row %d", i);
		unrig(&r);
	}
}
END_TEST

START_TEST(short_form_on_demand_and_never_to_optical)
{
	struct ata_cmd cmd = ata_command(ATA_CHECK_POWER_MODE);
	struct rig disk = rig("sda sat"), optical = rig("sr0 sr");

	ck_assert_ptr_eq(device_wish(&disk.dev, 0, true), NULL);
	ck_assert_ptr_eq(device_wish(&optical.dev, 0, true), NULL);
	cmd.want = WANT_COUNT;
	ck_assert_int_eq(device_ata(&disk.dev, &cmd), 0);
	ck_assert_str_eq(device_via(&disk.dev), "sat12");
	cmd = ata_command(ATA_FLUSH_CACHE_EXT);
	ck_assert_int_eq(device_ata(&disk.dev, &cmd), 0);
	ck_assert_str_eq(device_via(&disk.dev), "sat16");
	cmd = ata_command(ATA_CHECK_POWER_MODE);
	device_ata(&optical.dev, &cmd);
	ck_assert_str_eq(device_via(&optical.dev), "sat16");
	unrig(&disk);
	unrig(&optical);
}
END_TEST

START_TEST(a_family_that_worked_is_kept)
{
	struct ata_cmd cmd = ata_command(ATA_CHECK_POWER_MODE);
	struct rig r = rig("sda sat");

	ck_assert_int_eq(device_ata(&r.dev, &cmd), 0);
	ck_assert(r.dev.route.answered && r.dev.route.form[0] == ATA_PATH_SAT16);
	fake_change(r.machine, "sda refuse=SG_IO:EINVAL");
	cmd = ata_command(ATA_IDLE_IMMEDIATE);
	ck_assert_int_eq(device_ata(&r.dev, &cmd), -EINVAL);
	ck_assert_uint_eq(fake_commands(r.machine), 1);
	unrig(&r);
}
END_TEST

START_TEST(refused_sg_io_falls_to_the_ioctls)
{
	static const char *const refusals[] = { "sda refuse=SG_IO:EINVAL",
						"sda refuse=SG_IO:ENOTTY",
						"sda refuse=SG_IO:EOPNOTSUPP" };
	struct ata_cmd cmd = ata_command(ATA_CHECK_POWER_MODE);
	struct rig r = rig("sda sat");

	fake_change(r.machine, refusals[_i]);
	cmd.want = WANT_COUNT;
	ck_assert_int_eq(device_ata(&r.dev, &cmd), 0);
	ck_assert_str_eq(device_via(&r.dev), "hdio-cmd");
	ck_assert(cmd.res.valid);
	unrig(&r);
}
END_TEST

START_TEST(what_may_have_been_sent_is_not_sent_again)
{
	static const char *const refusals[] = { "sda refuse=SG_IO:EPERM", "sda refuse=SG_IO:EIO",
						"sda refuse=SG_IO:ETIMEDOUT",
						"sda refuse=SG_IO:ENODEV", "sda fault lost=EBADE" };
	struct ata_cmd cmd = ata_command(ATA_STANDBY_IMMEDIATE);
	struct rig r = rig("sda sat");

	fake_change(r.machine, refusals[_i]);
	ck_assert_int_lt(device_ata(&r.dev, &cmd), 0);
	ck_assert_str_eq(device_via(&r.dev), "sat16");
	ck_assert_uint_le(fake_commands(r.machine), 1);
	unrig(&r);
}
END_TEST

START_TEST(a_question_is_sent_again_after_an_error_of_the_host_alone)
{
	static const struct {
		const char *fault;
		unsigned commands;
		int result;
	} endings[] = {
		{ "sda fault nth=1 lost=EBADE", 2, 0 },
		{ "sda fault lost=EBADE", 2, -EBADE },
		{ "sda fault lost=ENXIO", 1, -ENXIO },
		{ "sda fault lost=ETIMEDOUT", 1, -ETIMEDOUT },
		{ "sda fault lost=EIO", 1, -EIO },
	};
	struct ata_cmd cmd = ata_command(ATA_CHECK_POWER_MODE);
	struct rig r = rig("sda sat");

	fake_change(r.machine, endings[_i].fault);
	cmd.want = WANT_COUNT;
	ck_assert_int_eq(device_ata(&r.dev, &cmd), endings[_i].result);
	ck_assert_uint_eq(fake_commands(r.machine), endings[_i].commands);
	ck_assert_int_eq(r.dev.route.form[0], ATA_PATH_SAT16);
	ck_assert(r.dev.route.answered == !endings[_i].result);
	unrig(&r);
}
END_TEST

/* Status (SAM-5 5.3.1) and driver status of a command, without sense data. */
static const struct {
	const char *name;
	uint8_t status, driver;
	int result;
} endings[] = {
	{ "good", 0x00, 0x00, 0 },
	{ "good, with the driver's word that sense data came", 0x00, 0x08, 0 },
	{ "busy", 0x08, 0x00, -EBADE },
	{ "reservation conflict", 0x18, 0x00, -EBADE },
	{ "task set full", 0x28, 0x00, -EBADE },
	{ "task aborted", 0x40, 0x00, -EBADE },
	{ "driver busy", 0x00, 0x01, -EBADE },
	{ "driver error", 0x00, 0x04, -EBADE },
	{ "driver timeout", 0x00, 0x06, -ETIMEDOUT },
	{ "driver timeout, with sense data", 0x00, 0x0e, -ETIMEDOUT },
	{ "driver hard error", 0x00, 0x07, -EBADE },
};

static int ending;

static int end_sg_io(struct host *host, int fd, unsigned long request, void *arg,
		     const struct host_command *command)
{
	sg_io_hdr_t *io = arg;

	(void)command;
	(void)host;
	(void)fd;
	if (request != SG_IO)
		return -ENOTTY;
	io->status = endings[ending].status;
	io->driver_status = endings[ending].driver;
	return 0;
}

START_TEST(a_path_that_failed_is_no_success)
{
	struct ata_cmd cmd = ata_command(ATA_STANDBY_IMMEDIATE);
	struct rig r = rig("sda sat");
	const struct host_ops *whole = r.dev.host->ops;
	struct host_ops failing = *whole;
	uint8_t sense[18];
	struct scsi_cmd ask = scsi_request_sense(sense, sizeof(sense));

	ending = _i;
	failing.ioctl = end_sg_io;
	r.dev.host->ops = &failing;
	ck_assert_msg(device_ata(&r.dev, &cmd) == endings[_i].result, "%s", endings[_i].name);
	ck_assert_msg(!device_scsi(&r.dev, &ask) == !endings[_i].result, "%s: REQUEST SENSE",
		      endings[_i].name);
	r.dev.host->ops = whole;
	device_release_signals(&r.dev);
	unrig(&r);
}
END_TEST

/* ERR or DF, with registers or, if some were requested, without. */
START_TEST(either_bit_of_status_is_a_failure)
{
	static const struct {
		bool valid;
		uint8_t status;
		unsigned want;
		int result;
	} rows[] = {
		{ true, 0x50, 0, 0 },	 { true, 0x51, 0, -EIO },	  { true, 0x70, 0, -EIO },
		{ true, 0x71, 0, -EIO }, { false, 0, WANT_STATUS, -EIO }, { false, 0, 0, 0 },
	};

	for (int i = 0; i < ROWS(rows); i++) {
		struct ata_cmd cmd = { .want = rows[i].want,
				       .res = { .valid = rows[i].valid,
						.status = rows[i].status } };

		ck_assert_msg(ata_verdict(&cmd) == rows[i].result, "row %d", i);
	}
}
END_TEST

START_TEST(identify_falls_back_to_packet_device)
{
	struct rig r = rig("sr0 sr");

	ck_assert_int_eq(device_identify(&r.dev, ATA_QUIET_MISSING), 0);
	ck_assert(r.dev.id.packet);
	ck_assert_int_eq(ata_id_field(r.dev.id.raw, ID_CONFIGURATION) >> 14, 2);
	unrig(&r);
}
END_TEST

START_TEST(identify_is_asked_once_until_forgotten)
{
	struct rig r = rig("sda sat");

	ck_assert_int_eq(device_identify(&r.dev, ATA_QUIET_MISSING), 0);
	ck_assert_int_eq(device_identify(&r.dev, ATA_QUIET_MISSING), 0);
	ck_assert_uint_eq(fake_commands(r.machine), 1);
	device_forget(&r.dev);
	ck_assert_int_eq(device_identify(&r.dev, ATA_QUIET_MISSING), 0);
	ck_assert_uint_eq(fake_commands(r.machine), 2);
	unrig(&r);
}
END_TEST

START_TEST(identify_without_an_answer_invents_none)
{
	struct rig silent = rig("sda usb"), empty = rig("sdb sat");

	ck_assert_int_eq(device_identify(&silent.dev, ATA_QUIET_MISSING), -EIO);
	fake_change(empty.machine, "sdb fault cmd=ec ignore");
	fake_change(empty.machine, "sdb fault cmd=a1 ignore");
	ck_assert_int_eq(device_identify(&empty.dev, ATA_QUIET_MISSING), -ENODATA);
	unrig(&silent);
	unrig(&empty);
}
END_TEST

/* The old driver: SET MAX ADDRESS-like registers go through the taskfile, in its layout. */
START_TEST(legacy_driver_gets_every_register)
{
	struct ata_cmd cmd = ata_command(ATA_IDLE_IMMEDIATE_UNLOAD);
	uint8_t page[512];
	struct rig r = rig("hda ide id=hdd w84.13=1");

	cmd.lba = 0x554e4c;
	ck_assert_int_eq(device_ata(&r.dev, &cmd), 0);
	ck_assert_str_eq(device_via(&r.dev), "hdio-task");
	ck_assert_ptr_nonnull(strstr(fake_machine_log(r.machine), "lba=554e4c"));
	cmd = ata_command_data(ATA_READ_LOG_EXT, page, sizeof(page));
	ck_assert_int_eq(device_ata(&r.dev, &cmd), 0);
	ck_assert_str_eq(device_via(&r.dev), "hdio-taskfile");
	ck_assert(cmd.res.valid);
	unrig(&r);
}
END_TEST

struct heard {
	unsigned bad_sense, commands;
};

static void hear_bad_sense(void *who, const struct ata_result *res)
{
	ck_assert(!res->valid);
	((struct heard *)who)->bad_sense++;
}

static void hear_command(void *who, const struct device *dev, const struct ata_cmd *cmd, int result)
{
	(void)dev;
	(void)cmd;
	(void)result;
	((struct heard *)who)->commands++;
}

static const struct {
	const char *device;
	unsigned want, bad_sense, commands;
} senses[] = {
	{ "sda sat", WANT_COUNT, 0, 1 },
	{ "sda sat sense=fixed", WANT_COUNT, 0, 1 },
	{ "sda sat sense=fixed-linux", WANT_COUNT, 0, 1 },
	{ "sda sat sense=zero", WANT_COUNT, 1, 1 },
	{ "sda sat sense=none", WANT_COUNT, 1, 1 },
	{ "sda sat sense=none", 0, 0, 1 },
	/* two questions which commands it takes, each in two forms */
	{ "sda usb", WANT_COUNT, 0, 4 },
	{ "sda sas", 0, 0, 1 },
};

START_TEST(warning_exactly_when_the_answer_cannot_be_decoded)
{
	struct ata_cmd cmd = ata_command(ATA_CHECK_POWER_MODE);
	struct rig r = rig(senses[_i].device);
	struct heard heard = { 0, 0 };

	r.dev.watch = (struct device_watch){ .command = hear_command,
					     .bad_sense = hear_bad_sense,
					     .who = &heard };
	cmd.want = senses[_i].want;
	device_ata(&r.dev, &cmd);
	ck_assert_msg(heard.bad_sense == senses[_i].bad_sense, "%s: %u warnings", senses[_i].device,
		      heard.bad_sense);
	ck_assert_uint_eq(heard.commands, senses[_i].commands);
	unrig(&r);
}
END_TEST

Suite *transport_suite(void)
{
	Suite *suite = suite_create("transport");

	add_rows(suite, "kinds", each_kind_has_its_way, ROWS(kinds));
	add_case(suite, "settle", only_an_answer_settles_another_language);
	add_case(suite, "short_form", short_form_on_demand_and_never_to_optical);
	add_case(suite, "family", a_family_that_worked_is_kept);
	add_rows(suite, "falls", refused_sg_io_falls_to_the_ioctls, 3);
	add_rows(suite, "never_twice", what_may_have_been_sent_is_not_sent_again, 5);
	add_rows(suite, "question_again", a_question_is_sent_again_after_an_error_of_the_host_alone,
		 5);
	add_rows(suite, "endings", a_path_that_failed_is_no_success, ROWS(endings));
	add_case(suite, "verdict", either_bit_of_status_is_a_failure);
	add_case(suite, "packet", identify_falls_back_to_packet_device);
	add_case(suite, "cache", identify_is_asked_once_until_forgotten);
	add_case(suite, "no_answer", identify_without_an_answer_invents_none);
	add_case(suite, "legacy", legacy_driver_gets_every_register);
	add_rows(suite, "warning", warning_exactly_when_the_answer_cannot_be_decoded, ROWS(senses));
	return suite;
}
