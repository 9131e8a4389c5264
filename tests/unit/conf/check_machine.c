// SPDX-License-Identifier: GPL-2.0-or-later
/* Facts of the machine: power supplies, the disk of "/", a drive's name. */
#include "suites.h"
#include "conf/file.h"
#include "host.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

/* A file and its contents. "-> PATH" is a link, "b MAJOR:MINOR" a device, "ata MODEL|SERIAL" a page
 * with IDENTIFY data, "cut MODEL|SERIAL" a page that ends too early. */
struct file {
	const char *path, *text;
};

struct machine {
	struct host host; /* first: the functions find the machine by it */
	const struct file *files;
	unsigned root_major, root_minor;
};

static const char *text_of(const struct machine *m, const char *path)
{
	for (const struct file *f = m->files; f->path; f++) {
		if (!strcmp(f->path, path))
			return f->text;
	}
	return NULL;
}

/* A string of IDENTIFY data: the first character of a word is in its high byte. */
static void put_string(char *words, size_t bytes, const char *text, size_t n)
{
	memset(words, ' ', bytes);
	for (size_t i = 0; i < n && i < bytes; i++)
		words[i ^ 1] = text[i];
}

static ssize_t ata_page(const char *text, char *buf, size_t size)
{
	size_t model = strcspn(text, "|");

	ck_assert_uint_ge(size, 572);
	memset(buf, 0, 572);
	put_string(buf + 60 + 2 * 27, 40, text, model);
	put_string(buf + 60 + 2 * 10, 20, text + model + 1, strlen(text) - model - 1);
	for (size_t i = 0; i < 571; i++)
		buf[571] = (char)(buf[571] - buf[i]);
	return buf[571] == '\n' ? 571 : 572;
}

static ssize_t fake_read_file(struct host *host, const char *path, char *buf, size_t size)
{
	const char *text = text_of((struct machine *)host, path);

	if (!text)
		return -ENOENT;
	if (!strncmp(text, "ata ", 4))
		return ata_page(text + 4, buf, size);
	/* to byte 152: one byte more would complete the model */
	if (!strncmp(text, "cut ", 4))
		return ata_page(text + 4, buf, size) > 0 ? 153 : 0;
	snprintf(buf, size, "%s", text);
	return (ssize_t)strlen(buf);
}

static ssize_t fake_real_path(struct host *host, const char *path, char *buf, size_t size)
{
	const char *text = text_of((struct machine *)host, path);

	if (!text)
		return -ENOENT;
	return snprintf(buf, size, "%s", strncmp(text, "-> ", 3) ? path : text + 3);
}

static int fake_stat(struct host *host, const char *path, struct stat *st)
{
	const struct machine *m = (struct machine *)host;
	const char *text = text_of(m, path);
	unsigned number[2];

	*st = (struct stat){ .st_mode = S_IFREG };
	if (!strcmp(path, "/")) {
		st->st_dev = makedev(m->root_major, m->root_minor);
		return 0;
	}
	if (text && sscanf(text, "b %u:%u", &number[0], &number[1]) == 2) {
		st->st_mode = S_IFBLK;
		st->st_rdev = makedev(number[0], number[1]);
	}
	return text ? 0 : -ENOENT;
}

/* Find paths by the files below them; the table of files is sorted. */
static int fake_glob(struct host *host, const char *pattern, struct host_paths *paths)
{
	const struct machine *m = (struct machine *)host;
	int depth = 0;

	*paths = (struct host_paths){ calloc(64, sizeof(char *)), 0 };
	for (const char *at = pattern; *at; at++)
		depth += *at == '/';
	for (const struct file *f = m->files; f->path; f++) {
		const char *end = f->path;
		char *name;

		for (int i = 0; i < depth && *end; i++)
			end += strcspn(end + 1, "/") + 1;
		name = strndup(f->path, (size_t)(end - f->path));
		if (fnmatch(pattern, name, FNM_PATHNAME) ||
		    (paths->n && !strcmp(paths->path[paths->n - 1], name)))
			free(name);
		else
			paths->path[paths->n++] = name;
	}
	return 0;
}

static const struct host_ops ops = {
	.stat = fake_stat,
	.read_file = fake_read_file,
	.real_path = fake_real_path,
	.link_target = fake_real_path,
	.glob = fake_glob,
};

#define SUPPLY "/sys/class/power_supply/"

static const struct supply {
	const char *name;
	bool battery;
	struct file files[8];
} supplies[] = {
	{ "no supply at all", false, { { NULL, NULL } } },
	{ "on mains",
	  false,
	  { { SUPPLY "AC/type", "Mains" },
	    { SUPPLY "AC/online", "1" },
	    { SUPPLY "BAT0/type", "Battery" },
	    { SUPPLY "BAT0/status", "Charging" } } },
	{ "on battery",
	  true,
	  { { SUPPLY "AC/type", "Mains" },
	    { SUPPLY "AC/online", "0" },
	    { SUPPLY "BAT0/type", "Battery" },
	    { SUPPLY "BAT0/status", "Discharging" } } },
	{ "on battery, without a line for mains",
	  true,
	  { { SUPPLY "BAT0/type", "Battery" }, { SUPPLY "BAT0/status", "Discharging" } } },
	{ "a full battery, without a line for mains",
	  false,
	  { { SUPPLY "BAT0/type", "Battery" }, { SUPPLY "BAT0/status", "Full" } } },
	{ "one of two batteries in use",
	  true,
	  { { SUPPLY "BAT0/type", "Battery" },
	    { SUPPLY "BAT0/status", "Unknown" },
	    { SUPPLY "BAT1/type", "Battery" },
	    { SUPPLY "BAT1/status", "Discharging" } } },
	{ "mains, though a battery helps out",
	  false,
	  { { SUPPLY "AC/type", "Mains" },
	    { SUPPLY "AC/online", "1" },
	    { SUPPLY "BAT0/type", "Battery" },
	    { SUPPLY "BAT0/status", "Discharging" } } },
	{ "fed by USB",
	  false,
	  { { SUPPLY "AC/type", "Mains" },
	    { SUPPLY "AC/online", "0" },
	    { SUPPLY "BAT0/type", "Battery" },
	    { SUPPLY "BAT0/status", "Discharging" },
	    { SUPPLY "ucsi/type", "USB" },
	    { SUPPLY "ucsi/online", "1" } } },
	{ "a mouse's battery",
	  false,
	  { { SUPPLY "hid/type", "Battery" },
	    { SUPPLY "hid/scope", "Device" },
	    { SUPPLY "hid/status", "Discharging" } } },
	{ "several supplies of mains, one delivers",
	  false,
	  { { SUPPLY "AC0/type", "Mains" },
	    { SUPPLY "AC0/online", "0" },
	    { SUPPLY "AC1/type", "Mains" },
	    { SUPPLY "AC1/online", "1" },
	    { SUPPLY "BAT0/type", "Battery" },
	    { SUPPLY "BAT0/status", "Discharging" } } },
	{ "a UPS that has no mains",
	  true,
	  { { SUPPLY "ups/type", "UPS" }, { SUPPLY "ups/status", "Discharging" } } },
	{ "a UPS that has mains",
	  false,
	  { { SUPPLY "ups/type", "UPS" }, { SUPPLY "ups/status", "Full" } } },
};

START_TEST(what_the_machine_runs_on)
{
	const struct supply *row = &supplies[_i];
	struct machine m = { { .ops = &ops }, row->files, 0, 0 };
	struct conf_file file = { .host = &m.host };

	ck_assert_msg(on_battery(&file) == row->battery, "%s", row->name);
}
END_TEST

static const struct root {
	const char *name, *disk;
	unsigned major, minor;
	struct file files[16];
} roots[] = {
	{ "a partition",
	  "/dev/sda",
	  8,
	  1,
	  { { "/dev/sda", "b 8:0" },
	    { "/dev/sda1", "b 8:1" },
	    { "/sys/dev/block/8:1", "-> /sys/devices/x/block/sda/sda1" },
	    { "/sys/devices/x/block/sda/dev", "8:0" },
	    { "/sys/devices/x/block/sda/sda1/partition", "1" } } },
	{ "a whole disk",
	  "/dev/nvme0n1",
	  259,
	  0,
	  { { "/dev/nvme0n1", "b 259:0" },
	    { "/sys/dev/block/259:0", "-> /sys/devices/x/nvme0n1" } } },
	{ "LVM on LUKS on a partition",
	  "/dev/sdb",
	  253,
	  1,
	  { { "/dev/dm-0", "b 253:0" },
	    { "/dev/dm-1", "b 253:1" },
	    { "/dev/sdb", "b 8:16" },
	    { "/dev/sdb3", "b 8:19" },
	    { "/sys/class/block/dm-0/slaves/sdb3", "" },
	    { "/sys/class/block/dm-1/slaves/dm-0", "" },
	    { "/sys/dev/block/253:1", "-> /sys/devices/virtual/block/dm-1" },
	    { "/sys/dev/block/8:19", "-> /sys/devices/x/block/sdb/sdb3" },
	    { "/sys/devices/x/block/sdb/dev", "8:16" },
	    { "/sys/devices/x/block/sdb/sdb3/partition", "3" } } },
	{ "a mirror: no one disk",
	  "/dev/md0",
	  9,
	  0,
	  { { "/dev/md0", "b 9:0" },
	    { "/sys/class/block/md0/slaves/sda1", "" },
	    { "/sys/class/block/md0/slaves/sdb1", "" },
	    { "/sys/dev/block/9:0", "-> /sys/devices/virtual/block/md0" } } },
	{ "btrfs, which has no number of its own",
	  "/dev/sda",
	  0,
	  21,
	  { { "/dev/sda", "b 8:0" },
	    { "/dev/sda2", "b 8:2" },
	    { "/proc/self/mountinfo", "20 22 0:5 / /proc rw - proc proc rw\n"
				      "22 1 0:21 /@ / rw shared:1 - btrfs /dev/sda2 rw\n" },
	    { "/sys/dev/block/8:2", "-> /sys/devices/x/block/sda/sda2" },
	    { "/sys/devices/x/block/sda/dev", "8:0" },
	    { "/sys/devices/x/block/sda/sda2/partition", "2" } } },
	{ "a network's folder",
	  NULL,
	  0,
	  21,
	  { { "/proc/self/mountinfo", "22 1 0:21 / / rw - nfs server:/root rw\n" } } },
};

static void store_clear(struct conf_store *store)
{
	for (size_t i = 0; i < store->n; i++)
		free(store->kept[i]);
	free(store->kept);
}

START_TEST(the_disk_of_the_root_file_system)
{
	const struct root *row = &roots[_i];
	struct machine m = { { .ops = &ops }, row->files, row->major, row->minor };
	struct conf_store store = { NULL, 0, false };
	struct conf_file file = { .host = &m.host, .store = &store };
	struct device_list list = { NULL, 0 };
	const char *names[] = { "ROOTFS" };
	struct block block = { .names = names, .n_names = 1 };

	block_devices(&file, &block, &list);
	ck_assert_msg(list.n == (row->disk ? 1 : 0), "%s: %zu disks", row->name, list.n);
	if (row->disk)
		ck_assert_str_eq(list.path[0], row->disk);
	free(list.path);
	store_clear(&store);
}
END_TEST

#define SDA  "/sys/block/sda/device"
#define NVME "/sys/block/nvme0n1/device"

static const struct file drives[] = {
	{ "/dev/disk/by-id/usb-A_STICK_77", "-> /dev/sdb" },
	{ NVME, "" },
	{ NVME "/model", "FAKE NVME   " },
	{ NVME "/serial", "  N1 " },
	{ SDA, "" },
	{ SDA "/vpd_pg89", "ata WDC WD40EFRX-68N|     WD-1234" },
	{ SDA "/wwid", "naa.5000C500A0B0C000" },
	{ "/sys/block/sdc/device/vpd_pg89", "ata WDC WD40EFRX-68N|WD-XXXX3" }, /* checksum 0Ah */
	{ "/sys/block/sdd/device/vpd_pg89", "cut WDC WD40EFRX-68N|WD-XXXX4" },
	{ "/sys/block/nvme0n1/wwid", "eui.0025385b" },
	{ "/sys/block/sr0/device", "" },
	{ "/sys/block/sr0/device/type", "5" },
	{ "/sys/block/sr0/device/vpd_pg89", "ata A CD|1" },
	{ NULL, NULL },
};

static const struct match {
	const char *selector, *device;
	bool holds;
} matches[] = {
	{ "id:WDC_WD40EFRX-68N_WD-1234", "/dev/sda", true },
	{ "id:WDC*", "/dev/sda", true },
	{ "id:*_WD-XXXX3", "/dev/sdc", true },
	{ "id:*_WD-XXXX4", "/dev/sdd", false },
	{ "id:*_WD-1234", "/dev/sda", true },
	{ "id:*_WD-123", "/dev/sda", false },
	{ "id:WD-1234", "/dev/sda", false },
	{ "ID:FAKE_NVME_N1", "/dev/nvme0n1", true },
	{ "id:FAKE_NVME_N1", "/dev/sda", false },
	{ "id:usb-A_STICK*", "/dev/sdb", true },
	{ "id:A_STICK_77", "/dev/sdb", true },
	{ "id:A_STICK_77", "/dev/sda", false },
	{ "wwn:0x5000c500a0b0c000", "/dev/sda", true },
	{ "wwn:5000c500*", "/dev/sda", true },
	{ "wwn:naa.5000c500a0b0c000", "/dev/sda", true },
	{ "wwn:5000c500", "/dev/sda", false },
	{ "wwn:eui.0025385B", "/dev/nvme0n1", true },
	{ "ata", "/dev/sda", true },
	{ "ata", "/dev/sr0", false },
	{ "ata", "/dev/nvme0n1", false },
	{ "nvme", "/dev/nvme0n1", true },
	{ "usb", "/dev/sda", false },
	{ "id:*", "sda", false },
};

START_TEST(a_drive_is_told_by_what_the_kernel_knows)
{
	const struct match *row = &matches[_i];
	struct machine m = { { .ops = &ops }, drives, 0, 0 };
	struct conf_file file = { .host = &m.host };

	ck_assert_msg(selector_holds(&file, row->selector, row->device, false) == row->holds,
		      "%s, %s", row->selector, row->device);
}
END_TEST

/* A machine whose link leads elsewhere after its device was looked up twice. */
struct moving {
	struct machine m; /* first: the functions find the machine by it */
	const struct file *later;
	unsigned looks;
};

static int moving_stat(struct host *host, const char *path, struct stat *st)
{
	struct moving *moving = (struct moving *)host;
	int err = fake_stat(host, path, st);

	if (!strcmp(path, "/dev/sda") && ++moving->looks == 2)
		moving->m.files = moving->later;
	return err;
}

/* The first look resolves the link, the second records the device. The settings go to the drive of
 * that name, not to a drive that took its place between the two looks. */
START_TEST(a_link_that_moves_while_it_is_looked_up)
{
	static const struct file before[] = { { "/dev/sda", "b 8:0" },
					      { "/dev/disk/by-id/x", "-> /dev/sda" },
					      { NULL, NULL } };
	static const struct file after[] = { { "/dev/sda", "b 8:0" },
					     { "/dev/sdb", "b 8:16" },
					     { "/dev/disk/by-id/x", "-> /dev/sdb" },
					     { NULL, NULL } };
	struct host_ops own = ops;
	struct conf_store store = { NULL, 0, false };
	struct setting setting = { .key = "read_ahead_sect",
				   .value = "256",
				   .means = { OPT_READ_AHEAD, 0 } };
	const char *names[] = { "/dev/disk/by-id/x" };
	struct block block = {
		.names = names, .n_names = 1, .settings = &setting, .n_settings = 1
	};

	own.stat = moving_stat;
	for (unsigned moves = 0; moves < 2; moves++) {
		struct moving moving = { { { .ops = &own }, before, 0, 0 },
					 moves ? after : before,
					 0 };
		struct conf conf = { .store = &store };
		struct conf_file file = { .host = &moving.m.host,
					  .store = &store,
					  .conf = &conf,
					  .blocks = &block,
					  .n = 1,
					  .all = true };

		commands_make(&file);
		ck_assert_uint_eq(conf.n, moves ? 0 : 1);
		if (conf.n) {
			ck_assert_str_eq(conf.commands[0].plan.steps[0].path, "/dev/sda");
			ck_assert_uint_eq(conf.commands[0].chosen[0].rdev, makedev(8, 0));
			command_free(&conf.commands[0]);
		}
		free(conf.commands);
		free(conf.unmatched);
	}
	store_clear(&store);
}
END_TEST

Suite *machine_suite(void)
{
	Suite *suite = suite_create("machine");

	add_rows(suite, "supply", what_the_machine_runs_on, ROWS(supplies));
	add_rows(suite, "root", the_disk_of_the_root_file_system, ROWS(roots));
	add_rows(suite, "drive", a_drive_is_told_by_what_the_kernel_knows, ROWS(matches));
	add_case(suite, "moving", a_link_that_moves_while_it_is_looked_up);
	return suite;
}
