// SPDX-License-Identifier: GPL-2.0-or-later
#include "suites.h"
#include "host/mask.h"

#include <stdio.h>
#include <string.h>

/* IDENTIFY data with serial number "WD-ABC123" and a name, and a checksum if wanted. */
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
	mask_data(&mask, false, page, sizeof(page)); /* known by its checksum */
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
	mask_data(&mask, false, page, sizeof(page));
	ck_assert_mem_eq(page, before, sizeof(page));
	mask_data(&mask, true, page, sizeof(page));
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
	mask_data(&mask, true, page, sizeof(page));
	mask_data(&mask, false, log, sizeof(log));
	ck_assert_str_eq((char *)log, "xx XXXXXXXXX and XXXXXXXX X");
	mask_text(&mask, path);
	ck_assert_str_eq(path, "open /dev/disk/by-id/ata-DISK_XXXXXXXXX-part1 = 0");
	mask_text(&mask, name);
	ck_assert_str_eq(name, "text naa.5001012345%3d0000000000000000");
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
	  "open /dev/disk/by-id/nvme-eui.0000000000000000 = 0" },
	{ "no serial", "open /dev/disk/by-id/dm-name-root = 0",
	  "open /dev/disk/by-id/dm-name-root = 0" },
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

Suite *mask_suite(void)
{
	Suite *suite = suite_create("mask");

	add_case(suite, "identify", serial_and_name_go_and_the_checksum_is_kept_right);
	add_case(suite, "others", data_that_are_none_stay_as_they_are);
	add_case(suite, "elsewhere", serial_is_found_elsewhere);
	add_rows(suite, "links", names_of_links_tell_no_serial, ROWS(links));
	return suite;
}
