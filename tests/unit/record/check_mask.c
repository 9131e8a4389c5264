// SPDX-License-Identifier: GPL-2.0-or-later
#include "suites.h"
#include "record/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* IDENTIFY data with serial number "WD-ABC123", a name, and optionally a checksum. */
static void make_page(uint8_t page[512], bool checksum)
{
	static const char serial[] = "      WD-ABC123     ";
	static const uint8_t wwn[8] = { 0x00, 0x50, 0x45, 0x01, 0x34, 0x12, 0x78, 0x56 };
	uint8_t sum = 0;

	memset(page, 0, 512);
	for (int i = 0; i < 20; i++)
		page[20 + (i ^ 1)] = (uint8_t)serial[i];
	memcpy(page + 216, wwn, sizeof(wwn));
	page[510] = 0xa5;
	for (int i = 0; i < 511; i++)
		sum = (uint8_t)(sum + page[i]);
	page[511] = (uint8_t)-sum;
	if (!checksum)
		page[510] = page[511] = 0;
}

static uint8_t sum_of(const uint8_t page[512])
{
	uint8_t sum = 0;

	for (int i = 0; i < 512; i++)
		sum = (uint8_t)(sum + page[i]);
	return sum;
}

START_TEST(serial_and_name_go_and_the_checksum_is_kept_right)
{
	struct mask mask = { .n = 0 };
	uint8_t page[512];
	static const uint8_t name[8] = { 0x00, 0x50, 0x40, 0x01, 0, 0, 0, 0 };

	make_page(page, true);
	/* IDENTIFY data, recognised by their checksum */
	mask_data(&mask, NAMES_NONE, page, sizeof(page));
	for (int i = 0; i < 20; i++)
		ck_assert(page[20 + i] == ' ' || page[20 + i] == 'X');
	ck_assert_mem_eq(page + 216, name, sizeof(name));
	ck_assert_uint_eq(page[510], 0xa5);
	ck_assert_uint_eq(sum_of(page), 0);
}
END_TEST

START_TEST(data_that_are_none_stay_as_they_are)
{
	struct mask mask = { .n = 0 };
	uint8_t page[512], before[512];

	make_page(page, false);
	memcpy(before, page, sizeof(page));
	mask_data(&mask, NAMES_NONE, page, sizeof(page));
	ck_assert_mem_eq(page, before, sizeof(page));
	mask_data(&mask, NAMES_IDENTIFY, page, sizeof(page));
	ck_assert_mem_ne(page, before, sizeof(page));
	ck_assert_uint_eq(page[511], 0);
}
END_TEST

START_TEST(serial_is_found_elsewhere)
{
	struct mask mask = { .n = 0 };
	uint8_t page[512], log[512] = "xx WD-ABC123 and DWA-CB21 3";
	char path[] = "open /dev/disk/by-id/ata-DISK_WD-ABC123-part1 = 0";
	char name[] = "text naa.5001012345%3d5000014512345678";

	make_page(page, true);
	mask_data(&mask, NAMES_IDENTIFY, page, sizeof(page));
	mask_data(&mask, NAMES_NONE, log, sizeof(log));
	ck_assert_str_eq((char *)log, "xx XXXXXXXXX and XXXXXXXX X");
	memcpy(log, "WD-ABC123", 9);
	memcpy(log + 503, "WD-ABC123", 9);
	mask_data(&mask, NAMES_NONE, log, sizeof(log));
	ck_assert_mem_eq(log, "XXXXXXXXX", 9);
	ck_assert_mem_eq(log + 503, "XXXXXXXXX", 9);
	mask_text(&mask, path);
	ck_assert_str_eq(path, "open /dev/disk/by-id/ata-DISK_XXXXXXXXX-part1 = 0");
	mask_text(&mask, name);
	ck_assert_str_eq(name, "text naa.5001012345%3d0000000000000000");
}
END_TEST

START_TEST(the_last_of_many_drives_is_masked_too)
{
	struct mask *mask = calloc(1, sizeof(*mask));
	char serial[48], text[64];
	uint8_t page[512];

	for (unsigned i = 0; i < 500; i++) {
		make_page(page, false);
		snprintf(serial, sizeof(serial), "S%03u-%03uDISK %03u     ", i, i, i);
		for (int k = 0; k < 20; k++)
			page[20 + (k ^ 1)] = (uint8_t)serial[k];
		mask_data(mask, NAMES_IDENTIFY, page, sizeof(page));
	}
	snprintf(text, sizeof(text), "read_file S499-499DISK%%20499 /S499-499DISK_499-x");
	mask_text(mask, text);
	ck_assert_str_eq(text, "read_file XXXXXXXXXXXXXXXXXX /XXXXXXXXXXXXXXXX-x");
	ck_assert(!mask->full);
	for (unsigned i = 0; i <= MASK_NAMES; i++) {
		snprintf(text, sizeof(text), "N%06u", i);
		mask_attribute(mask, "/sys/a/serial", text, strlen(text));
	}
	ck_assert(mask->full);
	free(mask);
}
END_TEST

static const struct {
	const char *name, *text, *masked;
} links[] = {
	{ "serial", "open /dev/disk/by-id/ata-DISK_ONE_AB-12 = 0",
	  "open /dev/disk/by-id/ata-DISK_ONE_XXXXX = 0" },
	{ "partition", "open /dev/disk/by-id/ata-DISK_AB-12-part3 = 0",
	  "open /dev/disk/by-id/ata-DISK_XXXXX-part3 = 0" },
	{ "two", "stat /dev/disk/by-id/a_bc /dev/disk/by-id/d_ef",
	  "stat /dev/disk/by-id/a_XX /dev/disk/by-id/d_XX" },
	{ "wwn", "open /dev/disk/by-id/wwn-0x5000c500abcdef01-part1 = 0",
	  "open /dev/disk/by-id/wwn-0x5000c50000000000-part1 = 0" },
	{ "nvme", "open /dev/disk/by-id/nvme-eui.0025385b71b0d8f1 = 0",
	  "open /dev/disk/by-id/nvme-XXXXXXXXXXXXXXXXXXXX = 0" },
	{ "nvme with its namespace", "open /dev/disk/by-id/nvme-Samsung_SSD_S3R1AL123456_1 = 0",
	  "open /dev/disk/by-id/nvme-Samsung_SSD_XXXXXXXXXXXX_X = 0" },
	{ "its partition", "open /dev/disk/by-id/nvme-SSD_S3R1AL_12-part1 = 0",
	  "open /dev/disk/by-id/nvme-SSD_XXXXXX_XX-part1 = 0" },
	{ "nvme without it", "open /dev/disk/by-id/nvme-Samsung_SSD_S3R1AL123456 = 0",
	  "open /dev/disk/by-id/nvme-Samsung_SSD_XXXXXXXXXXXX = 0" },
	{ "nvme by uuid",
	  "open /dev/disk/by-id/nvme-uuid.0a1b2c3d-1234-5678-9abc-def012345678-part2 = 0",
	  "open /dev/disk/by-id/nvme-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-part2 = 0" },
	{ "nvme by its old wwid",
	  "open /dev/disk/by-id/nvme-nvme.144d-533352-53616d73756e67-00000001 = 0",
	  "open /dev/disk/by-id/nvme-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX = 0" },
	{ "wwn of nvme", "open /dev/disk/by-id/wwn-eui.0025385b71b0d8f1 = 0",
	  "open /dev/disk/by-id/wwn-XXXXXXXXXXXXXXXXXXXX = 0" },
	{ "scsi naa", "open /dev/disk/by-id/scsi-35000c500abcdef01-part1 = 0",
	  "open /dev/disk/by-id/scsi-35000c50000000000-part1 = 0" },
	{ "scsi eui", "open /dev/disk/by-id/scsi-20025385b71b0d8f1 = 0",
	  "open /dev/disk/by-id/scsi-XXXXXXXXXXXXXXXXX = 0" },
	{ "scsi t10", "open /dev/disk/by-id/scsi-1ATA_DISK_ONE_AB12 = 0",
	  "open /dev/disk/by-id/scsi-1ATA_DISK_ONE_XXXX = 0" },
	{ "scsi serial", "open /dev/disk/by-id/scsi-SATA_DISK_ONE_AB12-part9 = 0",
	  "open /dev/disk/by-id/scsi-SATA_DISK_ONE_XXXX-part9 = 0" },
	{ "scsi name", "open /dev/disk/by-id/scsi-8iqn.2001-04.com.example:a = 0",
	  "open /dev/disk/by-id/scsi-XXXXXXXXXXXXXXXXXXXXXXXXXX = 0" },
	{ "scsi without a vendor", "open /dev/disk/by-id/scsi-0AB12 = 0",
	  "open /dev/disk/by-id/scsi-XXXXX = 0" },
	{ "usb", "open /dev/disk/by-id/usb-A_STICK_0123456789AB-0:0-part1 = 0",
	  "open /dev/disk/by-id/usb-A_STICK_XXXXXXXXXXXXXXXX-part1 = 0" },
	{ "mmc", "open /dev/disk/by-id/mmc-SD16G_0x12345678 = 0",
	  "open /dev/disk/by-id/mmc-SD16G_XXXXXXXXXX = 0" },
	{ "virtio", "open /dev/disk/by-id/virtio-my_disk = 0",
	  "open /dev/disk/by-id/virtio-XXXXXXX = 0" },
	{ "scsi name with a blank", "open /dev/disk/by-id/scsi-8a_b = 0",
	  "open /dev/disk/by-id/scsi-XXXX = 0" },
	{ "firewire", "open /dev/disk/by-id/ieee1394-0090a94000001234 = 0",
	  "open /dev/disk/by-id/ieee1394-XXXXXXXXXXXXXXXX = 0" },
	{ "multipath", "open /dev/disk/by-id/dm-uuid-mpath-35000c500abcdef01 = 0",
	  "open /dev/disk/by-id/dm-XXXXXXXXXXXXXXXXXXXXXXXXXXXX = 0" },
	{ "multipath by name", "open /dev/mapper/35000c500abcdef01 = 0",
	  "open /dev/mapper/35000c50000000000 = 0" },
	{ "sas port", "open /dev/disk/by-path/pci-0000:00:10.0-sas-0x5000c500abcdef01-lun-0 = 0",
	  "open /dev/disk/by-path/pci-0000:00:10.0-sas-0x5000c50000000000-lun-0 = 0" },
	{ "a name of its own", "open /dev/disk/by-id/dm-name-root = 0",
	  "open /dev/disk/by-id/dm-XXXXXXXXX = 0" },
	{ "another folder", "open /dev/disk/by-path/pci_0 = 0",
	  "open /dev/disk/by-path/pci_0 = 0" },
	{ "nothing behind it", "open /dev/disk/by-id/", "open /dev/disk/by-id/" },
};

START_TEST(names_of_links_tell_no_serial)
{
	const struct mask mask = { .n = 0 };
	char text[128];

	snprintf(text, sizeof(text), "%s", links[_i].text);
	mask_text(&mask, text);
	ck_assert_msg(!strcmp(text, links[_i].masked), "%s: %s", links[_i].name, text);
}
END_TEST

/* sysfs files that name a device are masked; other files are not. */
START_TEST(a_name_in_sysfs_is_hidden)
{
	static const struct {
		const char *path, *before, *after;
	} rows[] = {
		{ "/sys/block/sda/device/wwid", "naa.5000c500a0b0c0d0", "naa.5000c50000000000" },
		{ "/sys/block/nvme0n1/wwid", "eui.0025385b71b0a1c2", "eui.0000000000000000" },
		{ "/sys/block/sda/device/wwid", "t10.ATA  X\x1f 123", "t10.XXXXXXXXXXXXXXXX000" },
		{ "/sys/block/sda/device/vpd_pg80", "?\x80?\x04ZA12", "%00%80%00%04XXXX" },
		{ "/sys/block/nvme0/serial", "S3R1", "XXXX" },
		{ "/sys/block/sda/device/rev", "ZA12", "ZA12" },
		{ "/tmp/wwid", "naa.5000c500a0b0c0d0", "naa.5000c500a0b0c0d0" },
	};
	char text[32], encoded[96];

	for (int i = 0; i < ROWS(rows); i++) {
		struct mask *mask = calloc(1, sizeof(*mask));
		size_t n = strlen(rows[i].before);

		snprintf(text, sizeof(text), "%s", rows[i].before);
		if (text[0] == '?') /* a zero */
			text[0] = text[2] = '\0';
		mask_attribute(mask, rows[i].path, text, n);
		text_encode(text, n, encoded, sizeof(encoded));
		mask_text(mask, encoded);
		ck_assert_str_eq(encoded, rows[i].after);
		free(mask);
	}
}
END_TEST

START_TEST(names_that_differ_stay_different)
{
	static const struct {
		const char *path, *before, *after;
	} rows[] = {
		{ "/sys/block/sda/device/wwid", "naa.5000c500a0b0c0d0", "naa.5000c50000000000" },
		{ "/sys/block/sdb/device/wwid", "naa.5000c500a0b0c0d4", "naa.5000c50000000001" },
		{ "/sys/block/sdc/device/wwid", "naa.5000c500a0b0c0d0", "naa.5000c50000000000" },
		{ "/sys/block/nvme0n1/device/subsysnqn", "nqn.2014:ab12", "XXXXXXXXXX002" },
		{ "/sys/block/nvme1n1/device/subsysnqn", "nqn.2014:ab34", "XXXXXXXXXX003" },
	};
	static struct mask mask;
	char text[32];

	for (int i = 0; i < ROWS(rows); i++) {
		snprintf(text, sizeof(text), "%s", rows[i].before);
		mask_attribute(&mask, rows[i].path, text, strlen(text));
		mask_text(&mask, text);
		ck_assert_str_eq(text, rows[i].after);
	}
}
END_TEST

/* The IDENTIFY data in a page 89h that ends early: the part that is there is masked, no more. */
START_TEST(a_cut_page_is_masked_within_its_end)
{
	static const size_t sizes[] = { 61, 60 + 40, 60 + 100, 60 + 400, 571 };
	size_t bytes = sizes[_i];
	struct mask *mask = calloc(1, sizeof(*mask));
	uint8_t whole[60 + 512] = { 0 };
	char *page = malloc(bytes);

	make_page(whole + 60, true);
	memcpy(page, whole, bytes);
	mask_attribute(mask, "/sys/block/sda/device/vpd_pg89", page, bytes);
	ck_assert_ptr_null(memmem(page, bytes, "DWA-", 4));
	ck_assert_int_eq(memcmp(page, whole, 60), 0);
	free(page);
	free(mask);
}
END_TEST

Suite *mask_suite(void)
{
	Suite *suite = suite_create("mask");

	add_case(suite, "identify", serial_and_name_go_and_the_checksum_is_kept_right);
	add_case(suite, "others", data_that_are_none_stay_as_they_are);
	add_case(suite, "elsewhere", serial_is_found_elsewhere);
	add_case(suite, "many", the_last_of_many_drives_is_masked_too);
	add_rows(suite, "links", names_of_links_tell_no_serial, ROWS(links));
	add_case(suite, "sysfs", a_name_in_sysfs_is_hidden);
	add_case(suite, "apart", names_that_differ_stay_different);
	add_rows(suite, "cut", a_cut_page_is_masked_within_its_end, 5);
	return suite;
}
