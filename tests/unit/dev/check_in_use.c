// SPDX-License-Identifier: GPL-2.0-or-later
/* Users of a disk, by tables of the kernel that the fake machine does not write itself. */
#include "suites.h"
#include "fake_machine.h"
#include "block.h"
#include "device.h"
#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

enum { DISK_MAJOR = 8, DISK_MINOR = 0, OTHER_MINOR = 16 };

static const struct user {
	const char *name, *mounts, *swaps;
	mode_t mode;	 /* mode of the file "/swap file", */
	unsigned minor;	 /* on the disk with this number */
	const char *why; /* NULL: not in use */
} users[] = {
	{ "a swap file on the disk", "", "/swap\\040file file 1024 0 -2\n", S_IFREG, DISK_MINOR,
	  "/swap file is used for swapping, as file" },
	{ "a swap file on another disk", "", "/swap\\040file file 1024 0 -2\n", S_IFREG,
	  OTHER_MINOR, NULL },
	{ "a swap file that was removed", "", "/gone\\040(deleted) file 1024 0 -2\n", S_IFREG,
	  DISK_MINOR, NULL },
	{ "no file, but a folder on the disk", "", "/swap\\040file file 1024 0 -2\n", S_IFDIR,
	  DISK_MINOR, NULL },
	{ "a btrfs, which has no number of its own",
	  "30 1 0:33 / /mnt rw shared:1 - btrfs /dev/sda rw\n", "", S_IFREG, OTHER_MINOR,
	  "/dev/sda is mounted on /mnt" },
	{ "a source that is called as the disk, but has another's number",
	  "30 1 8:16 / /mnt rw - ext4 /dev/sda rw\n", "", S_IFREG, OTHER_MINOR, NULL },
	{ "a number of the disk, whatever the source is called",
	  "30 1 8:0 / /mnt\\134x rw master:1 propagate_from:2 - ext4 LABEL=x rw\n", "", S_IFREG,
	  OTHER_MINOR, "LABEL=x is mounted on /mnt\\x" },
	{ "a source that is no path", "30 1 0:33 / /mnt rw - nfs host:/dev/sda rw\n", "", S_IFREG,
	  DISK_MINOR, NULL },
	{ "a line that is cut off", "30 1 8:0 / /mnt rw -\n30 1 8:0\n", "", S_IFREG, DISK_MINOR,
	  NULL },
};

/* The machine's calls behind the replaced ones. */
static struct {
	const struct user *user;
	ssize_t (*read_file)(struct host *, const char *path, char *buf, size_t size);
	int (*stat)(struct host *, const char *path, struct stat *st);
} below;

static ssize_t read_table(struct host *host, const char *path, char *buf, size_t size)
{
	if (!strcmp(path, "/proc/swaps"))
		return snprintf(buf, size, "Filename Type Size Used Priority\n%s",
				below.user->swaps);
	if (!strcmp(path, "/proc/self/mountinfo"))
		return snprintf(buf, size, "%s", below.user->mounts);
	return below.read_file(host, path, buf, size);
}

static int stat_swap_file(struct host *host, const char *path, struct stat *st)
{
	if (strcmp(path, "/swap file"))
		return below.stat(host, path, st);
	memset(st, 0, sizeof(*st));
	st->st_mode = below.user->mode;
	st->st_dev = makedev(DISK_MAJOR, below.user->minor);
	return 0;
}

START_TEST(tables_tell_who_uses_the_disk)
{
	struct fake_machine *machine = fake_machine("sda ata id=hdd");
	struct host_ops *ops = (struct host_ops *)(uintptr_t)fake_host(machine)->ops;
	const struct user *user = &users[_i];
	char why[BLOCK_WHY_BYTES];
	struct device dev;
	int err;

	fake_add(machine, "sdb ata id=hdd");
	below.user = user;
	below.read_file = ops->read_file;
	below.stat = ops->stat;
	ops->read_file = read_table;
	ops->stat = stat_swap_file;
	ck_assert_int_eq(device_open(&dev, fake_host(machine), "/dev/sda", O_RDONLY), 0);
	err = block_claim(&dev, why);
	ck_assert_msg(err == (user->why ? -EBUSY : 0), "%s: %d %s", user->name, err, why);
	ck_assert_msg(!strcmp(why, user->why ? user->why : ""), "%s: %s", user->name, why);
	device_close(&dev);
	fake_machine_free(machine);
}
END_TEST

/* Two disks in one folder of sysfs; the name of one begins with the name of the other. */
START_TEST(a_longer_name_is_another_disk)
{
	struct fake_machine *machine = fake_machine("loop1 loop");
	char why[BLOCK_WHY_BYTES];
	struct device dev;

	fake_add(machine, "loop10 loop mounted");
	ck_assert_int_eq(device_open(&dev, fake_host(machine), "/dev/loop1", O_RDONLY), 0);
	ck_assert_int_eq(block_claim(&dev, why), 0);
	device_close(&dev);
	ck_assert_int_eq(device_open(&dev, fake_host(machine), "/dev/loop10", O_RDONLY), 0);
	ck_assert_int_eq(block_claim(&dev, why), -EBUSY);
	device_close(&dev);
	fake_machine_free(machine);
}
END_TEST

/* A drive with DEVICE_OTHERS + _i other disks. */
START_TEST(more_paths_than_can_be_claimed)
{
	struct fake_machine *machine = fake_machine("sda sas wwn=5000c500000000aa");
	char why[BLOCK_WHY_BYTES], disk[40];
	struct device dev;

	for (int i = 1; i <= DEVICE_OTHERS + _i; i++) {
		snprintf(disk, sizeof(disk), "sd%c%c sas wwn=5000c500000000aa", 'a' + i / 26,
			 'a' + i % 26);
		fake_add(machine, disk);
	}
	ck_assert_int_eq(device_open(&dev, fake_host(machine), "/dev/sda", O_RDONLY), 0);
	ck_assert_int_eq(block_claim(&dev, why), _i ? -E2BIG : 0);
	device_close(&dev);
	ck_assert_int_eq(fake_open_files(machine), 0);
	fake_machine_free(machine);
}
END_TEST

static struct {
	const char *path;
	int err;
} unreadable;

static ssize_t fail_to_read(struct host *host, const char *path, char *buf, size_t size)
{
	return strcmp(path, unreadable.path) ? below.read_file(host, path, buf, size)
					     : unreadable.err;
}

/* A kernel without swapping has no table of it. After any other failure the use is unknown. */
START_TEST(a_table_that_cannot_be_read)
{
	static const struct {
		const char *path;
		int err, result;
	} tables[] = {
		{ "/proc/swaps", -ENOENT, 0 },
		{ "/proc/swaps", -EIO, -EIO },
		{ "/proc/swaps", -EACCES, -EACCES },
		{ "/proc/self/mountinfo", -EIO, -EIO },
		{ "/proc/self/mountinfo", -ENOENT, -ENOENT },
	};
	struct fake_machine *machine = fake_machine("sda ata id=hdd");
	struct host_ops *ops = (struct host_ops *)(uintptr_t)fake_host(machine)->ops;
	char why[BLOCK_WHY_BYTES];
	struct device dev;

	below.read_file = ops->read_file;
	ops->read_file = fail_to_read;
	unreadable.path = tables[_i].path;
	unreadable.err = tables[_i].err;
	ck_assert_int_eq(device_open(&dev, fake_host(machine), "/dev/sda", O_RDONLY), 0);
	ck_assert_int_eq(block_claim(&dev, why), tables[_i].result);
	ck_assert_str_eq(why, tables[_i].result ? tables[_i].path : "");
	ck_assert_int_eq(dev.claim.fd >= 0, !tables[_i].result);
	device_close(&dev);
	fake_machine_free(machine);
}
END_TEST

Suite *in_use_suite(void)
{
	Suite *suite = suite_create("in_use");

	add_rows(suite, "tables", tables_tell_who_uses_the_disk, ROWS(users));
	add_case(suite, "prefix", a_longer_name_is_another_disk);
	add_rows(suite, "paths", more_paths_than_can_be_claimed, 2);
	add_rows(suite, "unreadable", a_table_that_cannot_be_read, 5);
	return suite;
}
