// SPDX-License-Identifier: GPL-2.0-or-later
/* Each verb fails in each language, and the failure has a kind and words. */
#include "drive.h"
#include "fake_machine.h"
#include "suites.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

/* Room for the answer of any verb. */
static union {
	struct disk_identity identity;
	struct drive_temperature temperature;
	struct look_ahead ahead;
	struct ata_epc_state states[ATA_EPC_COUNT];
	struct disk_power power;
	struct disk_sanitize sanitize;
	struct disk_verify verify;
	struct disk_trim trim;
	struct disk_provisioning provisioning;
	struct sector_size size;
	struct sector_plan plan;
	struct recovery_time times;
	char names[DISK_KIN_BYTES], mode[DISK_PROVISIONING_BYTES];
	const char *word;
	uint64_t lba;
	uint32_t number;
	bool on;
} to;

static struct disk_firmware firmware = { .at_once = true, .told = FIRMWARE_EXPECTS_MORE };
static enum disk_firmware_way deferred = DISK_FIRMWARE_DEFERRED;
static uint8_t image[512];
static const struct firmware_segment segment = { image, sizeof(image), 0, true };
static struct bad_sector bad = { .lba = 1 };
static const struct lba_range range = { 0, 8 };
static const struct standby_time twenty_minutes = { 240, 1200, false };
static const struct recovery_time seven_s = { { 7000, 7000 } };

static int drive_trim_first(struct drive *drive)
{
	int err = drive_plan_trim(drive, &to.trim);

	if (!err)
		err = drive_begin_trim(drive, &to.trim);
	if (err)
		return err;
	err = drive_trim(drive, &to.trim, &range, 1);
	drive_end_trim(drive, &to.trim);
	return err;
}

/* VERB(name, kinds of failures (see letter()) with each of `devices`, arguments) */
#define VERBS(VERB)                                                                                \
	VERB(identity, "t - - t t t", &to.identity)                                                \
	VERB(temperature, "a t t - t a", &to.temperature)                                          \
	VERB(write_cache, "t - - t - t", &to.on)                                                   \
	VERB(set_write_cache, "a d - t - a", false, &to.on)                                        \
	VERB(look_ahead, "t t l l l t", &to.ahead)                                                 \
	VERB(set_look_ahead, "a t l l l a", true)                                                  \
	VERB(standby, "a t t l l a")                                                               \
	VERB(background, "t t t l l t", &to.word)                                                  \
	VERB(standby_timer, "at t t l l t", &to.number)                                            \
	VERB(set_standby_timer, "a t t l l a", twenty_minutes)                                     \
	VERB(flush, "a - - - - -")                                                                 \
	VERB(has_recovery_time, "t t l t l t", true)                                               \
	VERB(recovery_ready, "a - - - - -")                                                        \
	VERB(recovery_time, "ao t l t l a", RECOVERY_NOW, &to.times)                               \
	VERB(set_recovery_time, "a t l t l a", RECOVERY_NOW, &seven_s)                             \
	VERB(epc, "t t t l l t", 0, &to.on)                                                        \
	VERB(set_epc, "a t t l l a", false, true)                                                  \
	VERB(has_conditions, "t - - - - -")                                                        \
	VERB(conditions, "at t t l l t", CONDITIONS_ALL, to.states)                                \
	VERB(set_condition, "a t t l l a", ATA_EPC_IDLE_B, 1200, true)                             \
	VERB(go_to, "a t t l l a", ATA_EPC_IDLE_B)                                                 \
	VERB(power_state, "l l l t l l", &to.power)                                                \
	VERB(plan_bad, "- - - - - -", &bad)                                                        \
	VERB(make_bad, "a t t t l a", &bad)                                                        \
	VERB(plan_trim, "t t t - t -", &to.trim)                                                   \
	VERB(trim_first, "at t t t t t")                                                           \
	VERB(sector_size, "t t t t t t", &to.size)                                                 \
	VERB(choose_sector_bytes, "at t t - - -", 4096, &to.number)                                \
	VERB(plan_sector_bytes, "- - - t - -", 4096, &to.plan)                                     \
	VERB(set_sector_bytes, "a t t t l a", 4096, 1)                                             \
	VERB(rescan, "- - - - - -")                                                                \
	VERB(format_status, "l t t l l l", &to.sanitize)                                           \
	VERB(verify_plan, "t - t t l t", &to.verify)                                               \
	VERB(verify_sectors, "a t t t l a", 0, 8, &to.lba)                                         \
	VERB(read_refusal, "t t t t t -")                                                          \
	VERB(erase_ways, "- t t t l -", &to.number)                                                \
	VERB(erase_takes, "- - - - - -", DISK_CRYPTO_ERASE, to.names)                              \
	VERB(erase, "a t t t l a", DISK_CRYPTO_ERASE, 0, 1)                                        \
	VERB(sanitize_status, "a t t t l a", false, &to.sanitize)                                  \
	VERB(firmware, "t t t t l t", &firmware)                                                   \
	VERB(plan_firmware, "a - - - - -", &deferred, false, &firmware)                            \
	VERB(send_firmware, "a t t t l a", &firmware, DISK_FIRMWARE_DEFERRED, &segment)            \
	VERB(end_firmware, "- - - t l -", &firmware, DISK_FIRMWARE_DEFERRED)                       \
	VERB(activate_firmware, "a t t t l a", &firmware)                                          \
	VERB(provisioning, "t - - t - t", to.mode)                                                 \
	VERB(set_provisioning, "t t t t t t", "unmap", &to.provisioning)

#define VERB(name, kinds, ...)                                                                     \
	static int call_##name(struct drive *drive)                                                \
	{                                                                                          \
		return drive_##name(drive, ##__VA_ARGS__);                                         \
	}
VERBS(VERB)
#undef VERB

static const char *const devices[] = {
	"sda sat id=ssd epc=on erc=70,70",
	"sda sas",
	"sda usb",
	"nvme0n1 nvme discards",
	"sda usbnvme bridge=asmedia",
	"loop0 loop discards",
};

static const struct verb {
	const char *name, *kinds;
	int (*call)(struct drive *);
} verbs[] = {
#define VERB(name, kinds, ...) { #name, kinds, call_##name },
	VERBS(VERB)
#undef VERB
};

/* Each fault alone; of a command, each of the first MOST_COMMANDS. */
static const char *const faults[] = {
	"fault nth=%u abrt",
	"fault nth=%u lost",
	"fault lost=EIO",
	"refuse=SG_IO:EPERM",
	"refuse=SG_IO:ENOTTY",
	"refuse=HDIO_DRIVE_CMD:ENOTTY",
	"refuse=NVME_IOCTL_ID:EIO",
	"refuse=NVME_IOCTL_ADMIN_CMD:EACCES",
	"refuse=NVME_IOCTL_IO_CMD:EINVAL",
	"refuse=BLKDISCARD:EIO",
};

enum { DEVICES = ROWS(devices), MOST_COMMANDS = 4 };

/* One letter for each kind; '?' if a member that the kind promises is empty. */
static char letter(const struct failure *failure)
{
	static const char letters[] = {
		[FAILURE_NONE] = '?',	  [FAILURE_TOLD] = 't',	     [FAILURE_ATA] = 'a',
		[FAILURE_LACKS] = 'l',	  [FAILURE_REFUSED] = 'r',   [FAILURE_LOST] = 'o',
		[FAILURE_NO_VALUE] = 'v', [FAILURE_DISPROVED] = 'd',
	};

	switch (failure->kind) {
	case FAILURE_ATA:
		return *failure->title && !*failure->text ? 'a' : '?';
	case FAILURE_NONE:
	case FAILURE_LACKS:
		return letters[failure->kind];
	default:
		return *failure->text ? letters[failure->kind] : '?';
	}
}

/* The kind of the failure after `fault`; 0: the verb did not fail. `identified`: IDENTIFY is known.
 */
static char kind_of(const struct verb *verb, const char *description, const char *fault,
		    bool identified)
{
	struct fake_machine *machine = fake_machine(description);
	char name[16], path[32], change[80];
	struct device dev;
	struct drive drive;
	int result;
	char kind;

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(description, " "), description);
	snprintf(path, sizeof(path), "/dev/%s", name);
	ck_assert_int_eq(device_open(&dev, fake_host(machine), path, O_RDONLY), 0);
	drive = drive_of(&dev);
	device_settle(&dev);
	if (identified)
		device_identify(&dev, ATA_REPORT_ALL);
	snprintf(change, sizeof(change), "%s %s", name, fault);
	fake_change(machine, change);
	result = verb->call(&drive);
	kind = result < 0 ? letter(&drive.failure) : 0;
	device_close(&dev);
	ck_assert_int_eq(fake_open_files(machine), 0);
	fake_machine_free(machine);
	return kind;
}

static void add_kind(char *kinds, char kind)
{
	if (kind && !strchr(kinds, kind))
		kinds[strlen(kinds)] = kind;
}

/* The kinds of all failures of the verb with this device. */
static void find_kinds(const struct verb *verb, const char *device, char kinds[8])
{
	bool ata = strstr(device, " sat ");

	for (int f = 0; f < ROWS(faults); f++)
		for (unsigned n = 1; n <= (strchr(faults[f], '%') ? MOST_COMMANDS : 1); n++) {
			char fault[40];

			snprintf(fault, sizeof(fault), faults[f], n);
			add_kind(kinds, kind_of(verb, device, fault, true));
			if (ata)
				add_kind(kinds, kind_of(verb, device, fault, false));
		}
}

START_TEST(a_failure_has_a_kind)
{
	char all[64] = "";

	for (int d = 0; d < DEVICES; d++) {
		char kinds[8] = "";

		find_kinds(&verbs[_i], devices[d], kinds);
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s", d ? " " : "",
			 *kinds ? kinds : "-");
	}
	ck_assert_msg(!strcmp(all, verbs[_i].kinds), "%s: %s", verbs[_i].name, all);
}
END_TEST

Suite *failures_suite(void);
Suite *failures_suite(void)
{
	Suite *suite = suite_create("failures");

	add_rows(suite, "kinds", a_failure_has_a_kind, ROWS(verbs));
	return suite;
}
