// SPDX-License-Identifier: GPL-2.0-or-later
/* IDENTIFY data: presets, the two IDENTIFY commands, the log pages. */
#include <errno.h>
#include <string.h>
#include "drive.h"

struct preset_word {
	uint8_t word;
	uint16_t value;
};

struct preset {
	const char *name, *model, *serial, *firmware;
	bool packet;
	uint64_t sectors;
	const struct preset_word *words;
	size_t nwords;
};

/* clang-format off */
/* A 3.5 inch SATA disk of about 2010 with all optional features (ATA8-ACS). */
static const struct preset_word hdd_words[] = {
	{ 0, 0x0040 }, { 1, 0x3fff }, { 3, 16 }, { 6, 63 }, { 20, 0 }, { 21, 0xffff },
	{ 47, 0x8010 }, { 48, 0x4000 }, { 49, 0x2f00 }, { 50, 0x4000 }, { 51, 0x0200 }, { 52, 0x0200 },
	{ 53, 0x0007 }, { 54, 0x3fff }, { 55, 16 }, { 56, 63 }, { 57, 0xfc10 }, { 58, 0x00fb },
	{ 59, 0x0110 }, { 63, 0x0007 }, { 64, 0x0003 }, { 65, 120 }, { 66, 120 }, { 67, 120 }, { 68, 120 },
	{ 75, 31 }, { 76, 0x050e }, { 78, 0x004c }, { 79, 0x0040 }, { 80, 0x01f0 }, { 81, 0x0029 },
	{ 82, 0x746b }, { 83, 0x7f69 }, { 84, 0x4163 }, { 85, 0x7469 }, { 86, 0xbe09 }, { 87, 0x4163 },
	{ 88, 0x407f }, { 89, 58 }, { 90, 58 }, { 91, 0x0080 }, { 92, 0xfffe }, { 94, 0x80fe },
	{ 106, 0x6003 }, { 108, 0x5000 }, { 109, 0xc500 }, { 110, 0x1234 }, { 111, 0x5678 },
	{ 119, 0x401e }, { 120, 0x401c }, { 128, 0x0021 }, { 206, 0x003d }, { 217, 7200 }, { 222, 0x101f },
};

/* A SATA disk of 2004: 48-bit, no logs, no write-read-verify (ATA/ATAPI-6). */
static const struct preset_word ata6_words[] = {
	{ 0, 0x0040 }, { 1, 0x3fff }, { 3, 16 }, { 6, 63 }, { 21, 0x4000 }, { 47, 0x8010 },
	{ 49, 0x2f00 }, { 50, 0x4000 }, { 51, 0x0200 }, { 53, 0x0007 }, { 54, 0x3fff }, { 55, 16 },
	{ 56, 63 }, { 57, 0xfc10 }, { 58, 0x00fb }, { 59, 0x0110 }, { 63, 0x0007 }, { 64, 0x0003 },
	{ 65, 120 }, { 66, 120 }, { 67, 120 }, { 68, 120 }, { 80, 0x007e }, { 81, 0x001b },
	{ 82, 0x346b }, { 83, 0x7f01 }, { 84, 0x4003 }, { 85, 0x3469 }, { 86, 0x3e01 }, { 87, 0x4003 },
	{ 88, 0x203f }, { 93, 0x600b }, { 94, 0xfefe }, { 128, 0x0001 },
};

/* A parallel ATA disk of 2000: 28-bit addresses, no flush command (ATA/ATAPI-4). */
static const struct preset_word ata4_words[] = {
	{ 0, 0x0040 }, { 1, 16383 }, { 3, 16 }, { 6, 63 }, { 20, 3 }, { 21, 1024 }, { 22, 4 },
	{ 47, 0x8010 }, { 49, 0x0f00 }, { 51, 0x0200 }, { 52, 0x0200 }, { 53, 0x0007 }, { 54, 16383 },
	{ 55, 16 }, { 56, 63 }, { 57, 0xfc10 }, { 58, 0x00fb }, { 59, 0x0100 }, { 63, 0x0007 },
	{ 64, 0x0003 }, { 65, 120 }, { 66, 120 }, { 67, 120 }, { 68, 120 }, { 80, 0x001e }, { 81, 0x0017 },
	{ 82, 0x046b }, { 83, 0x4008 }, { 84, 0x4000 }, { 85, 0x0468 }, { 86, 0x0000 }, { 87, 0x4000 },
	{ 88, 0x041f },
};

/* A SATA solid state disk (ACS-2). */
static const struct preset_word ssd_words[] = {
	{ 0, 0x0040 }, { 1, 0x3fff }, { 3, 16 }, { 6, 63 }, { 47, 0x8001 }, { 48, 0x4000 }, { 49, 0x2f00 },
	{ 50, 0x4000 }, { 51, 0x0200 }, { 53, 0x0007 }, { 54, 0x3fff }, { 55, 16 }, { 56, 63 },
	{ 57, 0xfc10 }, { 58, 0x00fb }, { 59, 0x0101 }, { 63, 0x0007 }, { 64, 0x0003 }, { 65, 120 },
	{ 66, 120 }, { 67, 120 }, { 68, 120 }, { 69, 0x4020 }, { 75, 31 }, { 76, 0x850e }, { 77, 0x0006 },
	{ 78, 0x006c }, { 79, 0x0060 }, { 80, 0x03f0 }, { 81, 0x0039 }, { 82, 0x746b }, { 83, 0x7d01 },
	{ 84, 0x4163 }, { 85, 0x7469 }, { 86, 0x3c01 }, { 87, 0x4163 }, { 88, 0x407f }, { 89, 2 },
	{ 90, 2 }, { 92, 0xfffe }, { 105, 8 }, { 106, 0x4000 }, { 108, 0x5002 }, { 109, 0x5388 },
	{ 110, 0x1234 }, { 111, 0x5678 }, { 119, 0x4018 }, { 120, 0x4018 }, { 128, 0x0021 },
	{ 169, 1 }, { 206, 0x003d }, { 217, 1 }, { 222, 0x107f },
};

/* A SATA DVD writer. */
static const struct preset_word cd_words[] = {
	{ 0, 0x85c0 }, { 49, 0x0f00 }, { 50, 0x4000 }, { 53, 0x0006 }, { 63, 0x0007 }, { 64, 0x0003 },
	{ 65, 120 }, { 66, 120 }, { 67, 120 }, { 68, 120 }, { 76, 0x0002 }, { 80, 0x00f8 },
	{ 82, 0x4218 }, { 83, 0x5000 }, { 84, 0x4000 }, { 85, 0x4218 }, { 86, 0x1000 }, { 87, 0x4000 },
	{ 88, 0x203f },
};

#define WORDS(w) w, sizeof(w) / sizeof(*w)
static const struct preset presets[] = {
	{ "hdd", "FAKE HDD 1000", "FH0001", "F1.0", false, 1953525168, WORDS(hdd_words) },
	{ "ata6", "FAKE HDD 160", "FA6001", "6.01", false, 312581808, WORDS(ata6_words) },
	{ "ata4", "FAKE HDD 20", "FA4001", "4.01", false, 40000000, WORDS(ata4_words) },
	{ "ssd", "FAKE SSD 250", "FS0001", "S1.0", false, 488397168, WORDS(ssd_words) },
	{ "cd", "FAKE DVDRAM", "FC0001", "C1.0", true, 0, WORDS(cd_words) },
};
/* clang-format on */

void drive_load(struct drive *d, const uint16_t id[256])
{
	memcpy(d->id, id, sizeof(d->id));
	memcpy(d->id_power, id, sizeof(d->id));
	/* ACS-3 7.13.6.2: word 0 bit 15 set and bit 14 clear: a packet device (CFA is 848Ah) */
	d->packet = (id[0] & 0xc000) == 0x8000 && id[0] != 0x848a;
	d->power = POWER_ACTIVE;
	d->sectors_default = drive_sectors(d);
	d->native_max = d->sectors_default ? d->sectors_default - 1 : 0;
	d->temperature = 35;
	d->seagate_saving = d->defect_management = true;
	d->idle3_value = 0x100 | 80;
}

int drive_preset(struct drive *d, const char *name)
{
	uint16_t id[256] = { 0 };

	for (size_t i = 0; i < sizeof(presets) / sizeof(*presets); i++) {
		const struct preset *p = &presets[i];

		if (strcmp(p->name, name))
			continue;
		for (size_t w = 0; w < p->nwords; w++)
			id[p->words[w].word] = p->words[w].value;
		memcpy(d->id, id, sizeof(id));
		drive_set_string(d, 10, 10, p->serial);
		drive_set_string(d, 23, 4, p->firmware);
		drive_set_string(d, 27, 20, p->model);
		if (p->sectors)
			drive_set_sectors(d, p->sectors);
		memcpy(id, d->id, sizeof(id));
		drive_load(d, id);
		return 0;
	}
	return -ENOENT;
}

static void give_words(struct fake_cmd *c, const uint16_t *words)
{
	uint8_t bytes[512];

	for (unsigned i = 0; i < 256; i++) {
		bytes[2 * i] = words[i] & 0xff;
		bytes[2 * i + 1] = (uint8_t)(words[i] >> 8);
	}
	drive_give(c, bytes, sizeof(bytes));
}

void drive_identify(struct drive *d, struct fake_cmd *c)
{
	give_words(c, d->id);
}

void drive_identify_packet(struct drive *d, struct fake_cmd *c)
{
	give_words(c, d->id);
}

static void log_directory(struct drive *d, uint8_t *bytes)
{
	bytes[0] = 1;
	for (unsigned i = 0; i < DRIVE_LOG_PAGES; i++) {
		const struct drive_log *l = &d->log[i];

		if (l->used && bytes[2 * l->address] < l->page + 1 && l->address)
			bytes[2 * l->address] = (uint8_t)(l->page + 1);
	}
	if (d->sct.there)
		bytes[2 * 0xe0] = 1;
	if (d->health.statistics)
		bytes[2 * 0x04] = 4;
}

/* READ LOG (DMA) EXT: LBA 7:0 = address, LBA 15:8 and 39:32 = first page, COUNT = pages. */
void drive_read_log(struct drive *d, struct fake_cmd *c)
{
	uint8_t address = c->lba & 0xff, page_data[512] = { 0 };
	uint16_t page = (uint16_t)((c->lba >> 8 & 0xff) | (c->lba >> 24 & 0xff00));
	struct drive_log *l;

	if (!drive_bit(d, 84, 5) || c->count == 0) { /* General Purpose Logging */
		drive_abort(c, ER_ABRT);
		return;
	}
	if (drive_sct_has(d, c) && page == 0) {
		drive_sct_status(d, c->data);
		return;
	}
	for (unsigned i = 0; i < c->count; i++) {
		memset(page_data, 0, sizeof(page_data));
		l = drive_find_log(d, address, (uint16_t)(page + i));
		if (l) {
			memcpy(page_data, l->data, sizeof(page_data));
		} else if (address == 0x08 && drive_epc_log(d, page + i, page_data)) {
			;
		} else if (address == 0x04 && drive_health_log(d, page + i, page_data)) {
			;
		} else if (address == 0 && page + i == 0) {
			log_directory(d, page_data);
		} else {
			drive_abort(c, ER_ABRT | ER_IDNF);
			return;
		}
		if (512 * (i + 1) <= c->bytes)
			memcpy((uint8_t *)c->data + 512 * i, page_data, 512);
	}
}

void drive_write_log(struct drive *d, struct fake_cmd *c)
{
	uint8_t address = c->lba & 0xff;
	uint16_t page = (uint16_t)((c->lba >> 8 & 0xff) | (c->lba >> 24 & 0xff00));
	struct drive_log *l = drive_find_log(d, address, page);

	if (drive_bit(d, 84, 5) && drive_sct_has(d, c) && page == 0)
		drive_sct_command(d, c);
	else if (!drive_bit(d, 84, 5) || !l || !l->writable || c->count != 1 || c->bytes < 512)
		drive_abort(c, ER_ABRT);
	else
		memcpy(l->data, c->data, 512);
}
