// SPDX-License-Identifier: GPL-2.0-or-later
/* All codes of power conditions: a sleeping drive must not be woken. */
#include "device.h"
#include "suites.h"
#include "fake_machine.h"
#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <scsi/sg.h>
#include <string.h>

/* SPC-5 table F.2 */
static const struct answer {
	uint8_t key, asc, ascq;
	const char *condition;
	bool asleep;
} answers[] = {
	{ 0, 0x5e, 0x00, "low_power", true }, { 0, 0x5e, 0x01, "idle_a", false },
	{ 0, 0x5e, 0x02, "standby_z", true }, { 0, 0x5e, 0x03, "idle_a", false },
	{ 0, 0x5e, 0x04, "standby_z", true }, { 0, 0x5e, 0x05, "idle_b", false },
	{ 0, 0x5e, 0x06, "idle_b", false },   { 0, 0x5e, 0x07, "idle_c", false },
	{ 0, 0x5e, 0x08, "idle_c", false },   { 0, 0x5e, 0x09, "standby_y", true },
	{ 0, 0x5e, 0x0a, "standby_y", true }, { 0, 0x5e, 0x0b, NULL, false },
	{ 0, 0x00, 0x00, "active", false },   { 0, 0x0b, 0x01, "active", false },
	{ 2, 0x04, 0x02, "stopped", true },   { 2, 0x04, 0x01, "active", false },
	{ 5, 0x00, 0x00, NULL, false },	      { 5, 0x20, 0x00, NULL, false },
	{ 6, 0x29, 0x01, "active", false },   { 1, 0x5d, 0x10, "active", false },
	{ 2, 0x04, 0x11, "stopped", true },   { 4, 0x44, 0x00, NULL, false },
	{ 2, 0x3a, 0x00, NULL, false },	      { 2, 0x04, 0x04, "active", false },
	{ 0, 0x5e, 0x41, NULL, false },
};

static struct {
	const struct answer *answer;
	int (*ioctl)(struct host *, int fd, unsigned long request, void *arg,
		     const struct host_command *command);
} below;

/* REQUEST SENSE of a SCSI disk; other calls go to the machine. */
static int answer_request_sense(struct host *host, int fd, unsigned long request, void *arg,
				const struct host_command *command)
{
	struct sg_io_hdr *io = arg;
	uint8_t *data;

	if (request != SG_IO || io->cmdp[0] != 0x03)
		return below.ioctl(host, fd, request, arg, command);
	ck_assert_uint_ge(io->dxfer_len, 14);
	data = io->dxferp;
	data[0] = 0x70;
	data[2] = below.answer->key;
	data[7] = 10;
	data[12] = below.answer->asc;
	data[13] = below.answer->ascq;
	io->status = 0;
	io->host_status = io->driver_status = 0;
	return 0;
}

START_TEST(a_scsi_disk_is_known_by_its_sense_data)
{
	struct fake_machine *machine = fake_machine("sda sas");
	struct host_ops *ops = (struct host_ops *)(uintptr_t)fake_host(machine)->ops;
	const struct answer *a = &answers[_i];
	struct power_state state;
	struct device dev;

	below.answer = a;
	below.ioctl = ops->ioctl;
	ops->ioctl = answer_request_sense;
	ck_assert_int_eq(device_open(&dev, fake_host(machine), "/dev/sda", O_RDONLY), 0);
	ck_assert_msg(device_power(&dev, &state) == (a->condition != NULL), "%x/%02x/%02x", a->key,
		      a->asc, a->ascq);
	if (a->condition) {
		ck_assert_str_eq(state.condition, a->condition);
		ck_assert_msg(state.asleep == a->asleep, "%x/%02x/%02x", a->key, a->asc, a->ascq);
		ck_assert_int_eq(state.source, POWER_BY_SENSE);
	}
	device_close(&dev);
	fake_machine_free(machine);
}
END_TEST

/* COUNT of CHECK POWER MODE (ACS-4 table 29, ATA8-ACS) */
static const struct {
	const char *power, *condition;
	bool asleep;
} modes[] = {
	{ "active", "active", false },		{ "idle", "idle", false },
	{ "idle_a", "idle_a", false },		{ "idle_b", "idle_b", false },
	{ "idle_c", "idle_c", false },		{ "standby", "standby_z", true },
	{ "standby_y", "standby_y", true },	{ "nv-down", "nv_cache_spun_down", true },
	{ "nv-up", "nv_cache_spun_up", false },
};

START_TEST(an_ata_drive_is_known_by_its_count)
{
	struct fake_machine *machine = fake_machine("sda sat");
	char change[64] = "sda power=";
	struct power_state state;
	struct device dev;

	fake_change(machine, strcat(change, modes[_i].power));
	ck_assert_int_eq(device_open(&dev, fake_host(machine), "/dev/sda", O_RDONLY), 0);
	ck_assert(device_power(&dev, &state));
	ck_assert_str_eq(state.condition, modes[_i].condition);
	ck_assert_msg(state.asleep == modes[_i].asleep, "%s", modes[_i].power);
	device_close(&dev);
	fake_machine_free(machine);
}
END_TEST

Suite *power_suite(void)
{
	Suite *suite = suite_create("power");

	add_rows(suite, "sense", a_scsi_disk_is_known_by_its_sense_data, ROWS(answers));
	add_rows(suite, "count", an_ata_drive_is_known_by_its_count, ROWS(modes));
	return suite;
}
