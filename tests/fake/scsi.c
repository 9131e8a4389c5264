// SPDX-License-Identifier: GPL-2.0-or-later
/* A SCSI disk (SPC-5, SBC-4) without ATA commands. It decodes CDBs without the program's tables, so
 * that its log is independent evidence. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "scsi.h"
#include "text.h"

static bool on_usb(const struct fake_device *dev)
{
	return strstr(fake_kinds[dev->kind].devpath, "usb") != NULL;
}

/* --- what it is --- */

static void pad(uint8_t *field, size_t bytes, const char *text)
{
	memset(field, ' ', bytes);
	memcpy(field, text, strnlen(text, bytes));
}

size_t fake_scsi_page(const struct fake_device *dev, unsigned page, uint8_t data[256])
{
	const struct fake_scsi *s = &dev->scsi;
	size_t n = 0;

	if (fake_scsi_lacks(dev, 0x12, (int)page))
		return 0;
	memset(data, 0, 256);
	data[1] = (uint8_t)page;
	switch (page) {
	case 0x00: {
		static const uint8_t pages[] = { 0x00, 0x80, 0x83, 0xb0, 0xb1, 0xb2 };

		for (size_t i = 0; i < sizeof(pages); i++)
			if (!fake_scsi_lacks(dev, 0x12, pages[i]) &&
			    (dev->provisioning.claimed || !(pages[i] & 0x30) || pages[i] == 0xb1))
				data[4 + n++] = pages[i];
		break;
	}
	case 0xb0:
	case 0xb2:
		n = fake_provisioning_page(dev, page, data);
		if (!n)
			return 0;
		break;
	case 0x80:
		n = strlen(s->serial);
		memcpy(data + 4, s->serial, n);
		break;
	case 0x83: /* T10 vendor identification, NAA, NAA of the SAS target port */
		data[4] = 2, data[5] = 1, data[7] = 8;
		pad(data + 8, 8, s->vendor);
		data[16] = 1, data[17] = 3, data[19] = 8;
		put(data + 20, 8, s->wwn);
		data[28] = 0x61, data[29] = 0x93, data[31] = 8;
		put(data + 32, 8, s->wwn + 1);
		n = on_usb(dev) ? 24 : 36;
		break;
	case 0x8a:
		n = on_usb(dev) ? 0 : fake_power_vpd(dev, data + 4);
		if (!n)
			return 0;
		break;
	case 0xb1:
		put(data + 4, 2, s->rpm);
		n = 0x3c;
		break;
	default:
		return 0;
	}
	put(data + 2, 2, n);
	return n + 4;
}

static void inquiry(struct scsi_call *c)
{
	const struct fake_scsi *s = &c->call->dev->scsi;

	if (c->cdb[1] & 1) {
		c->bytes = fake_scsi_page(c->call->dev, c->cdb[2], c->answer);
		if (!c->bytes)
			fail(c, 5, 0x24, 0);
		return;
	}
	c->answer[1] = s->removable ? 0x80 : 0;
	c->answer[2] = 6;
	c->answer[3] = 2;
	c->answer[4] = 31;
	pad(c->answer + 8, 8, s->vendor);
	pad(c->answer + 16, 16, s->product);
	pad(c->answer + 32, 4, s->revision);
	c->bytes = 36;
}

/* Parameter 0 is the temperature, parameter 1 the highest permitted one. */
static void log_sense(struct scsi_call *c)
{
	int celsius = c->call->dev->drive.temperature;

	if ((c->cdb[2] & 0x3f) != 0x0d) {
		fail(c, 5, 0x24, 0);
		return;
	}
	c->answer[0] = 0x0d;
	put(c->answer + 2, 2, 12);
	c->answer[6] = 0x03, c->answer[7] = 2;
	c->answer[9] = (uint8_t)(celsius < 0 ? 0xff : celsius);
	c->answer[11] = 1, c->answer[12] = 0x03, c->answer[13] = 2, c->answer[15] = 60;
	c->bytes = 16;
}

/* --- settings --- */

static bool fixed(const struct fake_scsi *s, unsigned page)
{
	return s->fixed >> page & 1;
}

static size_t caching_page(const struct fake_device *dev, unsigned control, uint8_t *page)
{
	const struct fake_scsi *s = &dev->scsi;

	page[0] = s->unsaved ? 0x08 : 0x88;
	page[1] = 0x12;
	if (control == 1) {
		page[2] = fixed(s, 0x08) ? 0 : 0x04;
		page[12] = fixed(s, 0x08) ? 0 : 0x20;
		return 20;
	}
	page[2] = (control == 3 ? s->saved_write_cache : s->write_cache) ? 0x04 : 0;
	page[2] |= s->no_read_cache;
	page[12] = (control == 3 ? s->saved_no_ahead : s->no_ahead) ? 0x20 : 0;
	return 20;
}

/* Page 01h: AWRE, ARRE and PER are on; 20 retries of each kind. */
static size_t recovery_page(const struct fake_device *dev, unsigned control, uint8_t *page)
{
	const struct fake_scsi *s = &dev->scsi;

	page[0] = s->unsaved ? 0x01 : 0x81;
	page[1] = 0x0a;
	if (control == 1) {
		put(page + 10, 2, fixed(s, 0x01) ? 0 : 0xffff);
		return 12;
	}
	page[2] = 0xc4;
	page[3] = page[8] = 20;
	put(page + 10, 2,
	    control == 3   ? s->saved_recovery
	    : control == 2 ? s->default_recovery
			   : s->recovery);
	return 12;
}

static void mode_sense(struct scsi_call *c)
{
	const struct fake_device *dev = c->call->dev;
	unsigned code = c->cdb[2] & 0x3f, control = c->cdb[2] >> 6;
	uint8_t *page = c->answer + 8;

	if (!(c->cdb[1] & 8)) {
		bool is_long, may = c->cdb[0] == 0x5a && (c->cdb[1] & 0x10);
		size_t n = fake_blocks(dev, may, page, &is_long);

		c->answer[4] = is_long;
		put(c->answer + 6, 2, n);
		page += n;
	}
	if (code == 0x08) {
		page += caching_page(dev, control, page);
	} else if (control == 3 && dev->scsi.unsaved) {
		fail(c, 5, 0x39, 0);
		return;
	} else if (code == 0x01 && !on_usb(dev)) {
		page += recovery_page(dev, control, page);
	} else if (code == 0x1a && !on_usb(dev)) {
		page += fake_power_page(dev, control, page);
	} else {
		fail(c, 5, 0x24, 0);
		return;
	}
	if (control == 3 && dev->scsi.unsaved) {
		fail(c, 5, 0x39, 0);
		return;
	}
	c->bytes = (size_t)(page - c->answer);
	put(c->answer, 2, c->bytes - 2);
}

/* The short form: LENGTH, and a header of 4 bytes. */
static void mode_sense_6(struct scsi_call *c)
{
	mode_sense(c);
	if (c->key[0])
		return;
	c->answer[0] = (uint8_t)(c->bytes - 5);
	c->answer[1] = c->answer[2];
	c->answer[2] = c->answer[3];
	c->answer[3] = c->answer[7];
	memmove(c->answer + 4, c->answer + 8, c->bytes -= 4);
}

static void mode_select(struct scsi_call *c)
{
	struct fake_scsi *s = &c->call->dev->scsi;
	bool is_short = c->cdb[0] == 0x15, save = c->cdb[1] & 1;
	uint8_t wide[256] = { 0 }, *list = wide, *page = list + 8;
	size_t bytes = is_short ? c->cdb[4] : number(c->cdb + 7, 2), more = is_short ? 4 : 0;

	if (bytes == c->io->dxfer_len && bytes + more <= sizeof(wide)) {
		memcpy(wide + more, c->io->dxferp, bytes);
		if (is_short)
			wide[2] = wide[5], wide[3] = wide[6], wide[1] = wide[4], wide[5] = 0,
			wide[6] = 0, wide[4] = 0;
		bytes += more;
	} else {
		bytes = 0;
	}

	if (!(c->cdb[1] & 0x10) || (save && s->unsaved)) {
		fail(c, 5, 0x24, 0);
		return;
	}
	if (bytes >= 16 && number(list + 6, 2) && bytes == 8 + number(list + 6, 2)) {
		fake_select_blocks(c, list, number(list + 6, 2), save);
		return;
	}
	if (bytes > 16 && number(list + 6, 2) == 8 && number(list + 13, 3) == s->sector) {
		/* other programs send back the block descriptor that they have read */
		memmove(list + 8, list + 16, bytes - 16);
		list[6] = list[7] = 0;
		bytes -= 8;
	}
	if (bytes < 8 + 2u || bytes != 8 + 2u + page[1]) {
		fail(c, 5, 0x1a, 0);
	} else if (number(list, 2) || number(list + 6, 2) || (page[0] & 0x80)) {
		fail(c, 5, 0x26, 0);
	} else if (page[0] == 0x1a) {
		if (!fake_power_select(c->call->dev, page, save))
			fail(c, 5, 0x26, 0);
		snprintf(c->shown, sizeof(c->shown), "%s", save ? " save" : "");
	} else if (page[0] == 0x08 && page[1] == 0x12) {
		if ((page[2] & 1) != s->no_read_cache || fixed(s, 0x08)) {
			fail(c, 5, 0x26, 0);
			return;
		}
		s->write_cache = page[2] & 4;
		s->no_ahead = page[12] & 0x20;
		if (save && !s->forgets_saved)
			s->saved_no_ahead = s->no_ahead, s->saved_write_cache = s->write_cache;
	} else if (page[0] == 0x01 && page[1] == 0x0a) {
		if (page[2] != 0xc4 || page[3] != 20 || page[8] != 20 || fixed(s, 0x01)) {
			fail(c, 5, 0x26, 0);
			return;
		}
		s->recovery = (uint16_t)number(page + 10, 2);
		snprintf(c->shown, sizeof(c->shown), " recovery=%u", s->recovery);
		if (save && !s->forgets_saved)
			s->saved_recovery = s->recovery;
	} else {
		fail(c, 5, 0x26, 0);
	}
}

/* --- power --- */

static void start_stop(struct scsi_call *c)
{
	struct fake_device *dev = c->call->dev;
	unsigned condition = c->cdb[4] >> 4, modifier = c->cdb[3] & 0x0f;

	if (modifier)
		snprintf(c->shown, sizeof(c->shown), " modifier=%x", modifier);
	if (condition && (on_usb(dev) || !fake_power_go(dev, condition, modifier)))
		fail(c, 5, 0x24, 0);
	else if (!condition)
		dev->drive.power = c->cdb[4] & 1 ? POWER_ACTIVE : POWER_SLEEP;
	if (!condition && (c->cdb[4] & 2) && !(c->cdb[4] & 1))
		fake_log(c->call, "%s the medium is out", dev->name);
}

static int sanitize_progress(const struct world *w, const struct fake_device *dev)
{
	const struct fake_scsi *s = &dev->scsi;
	uint64_t whole = s->sanitize_takes * 1000000000ull;
	uint64_t done = w->nanoseconds - s->sanitize_began;

	return whole ? (int)(done * 65536 / whole) : 65535;
}

static bool give_pending(struct fake_scsi *s, uint8_t *sense)
{
	if (!s->pendings)
		return false;
	sense[2] = s->pending[0][0], sense[12] = s->pending[0][1], sense[13] = s->pending[0][2];
	if (s->pendings > 1 || !s->pending_stays)
		memmove(s->pending[0], s->pending[1], sizeof(s->pending[0]) * --s->pendings);
	return true;
}

/* Report the power condition (SPC-5 5.11.2): 5Eh and a qualifier, or NOT READY for a stopped disk.
 * A bridge does not have its drive's state, and answers with zeros. */
static void request_sense(struct scsi_call *c)
{
	static const struct {
		enum drive_power power;
		uint8_t key[3], commanded;
	} answers[] = {
		{ POWER_IDLE, { 0, 0x5e, 0x01 }, 0x03 },
		{ POWER_IDLE_A, { 0, 0x5e, 0x03 }, 0x03 },
		{ POWER_IDLE_B, { 0, 0x5e, 0x05 }, 0x06 },
		{ POWER_IDLE_C, { 0, 0x5e, 0x08 }, 0x08 },
		{ POWER_STANDBY, { 0, 0x5e, 0x02 }, 0x04 },
		{ POWER_STANDBY_Y, { 0, 0x5e, 0x0a }, 0x0a },
		{ POWER_SLEEP, { 2, 0x04, 0x02 }, 0x02 },
	};
	const struct fake_device *dev = c->call->dev;
	uint8_t *s = c->answer;

	s[0] = 0x70, s[7] = 10;
	c->bytes = 18;
	if (give_pending(&c->call->dev->scsi, s))
		return;
	if (dev->scsi.formatting) {
		s[2] = 2, s[12] = 0x04, s[13] = 0x04, s[15] = 0x80;
		put(s + 16, 2, (unsigned)fake_format_progress(c->call->world, dev));
		return;
	}
	if (dev->scsi.sanitizing || dev->scsi.sanitize_failed) {
		s[2] = dev->scsi.sanitizing ? 2 : 3;
		s[12] = dev->scsi.sanitizing ? 0x04 : 0x31;
		s[13] = dev->scsi.sanitizing ? 0x1b : 0x03;
		if (dev->scsi.sanitizing)
			s[15] = 0x80,
			put(s + 16, 2, (unsigned)sanitize_progress(c->call->world, dev));
		return;
	}
	for (size_t i = 0; i < sizeof(answers) / sizeof(*answers) && !on_usb(dev); i++)
		if (answers[i].power == dev->drive.power)
			s[2] = answers[i].key[0], s[12] = answers[i].key[1],
			s[13] = dev->scsi.commanded ? answers[i].commanded : answers[i].key[2];
}

/* --- the medium --- */

/* True if the sectors exist and the disk spins; an access ends standby. */
static bool reach(struct scsi_call *c, uint64_t lba, uint64_t sectors)
{
	struct fake_device *dev = c->call->dev;

	if (dev->drive.power == POWER_SLEEP)
		fail(c, 2, 0x04, 0x02);
	else if (lba + sectors > dev->bytes / dev->logical)
		fail(c, 5, 0x21, 0);
	else
		dev->drive.power = POWER_ACTIVE;
	return !c->key[0];
}

static void verify(struct scsi_call *c)
{
	struct fake_device *dev = c->call->dev;
	uint64_t lba = number(c->cdb + 2, 8), sectors = number(c->cdb + 10, 4), bad;

	snprintf(c->shown, sizeof(c->shown), " lba=%llx count=%llx", (unsigned long long)lba,
		 (unsigned long long)sectors);
	if (c->cdb[1] & 6)
		fail(c, 5, 0x24, 0);
	else if (reach(c, lba, sectors)) {
		bad = drive_first_bad(&dev->drive, lba, sectors);
		sectors = bad < lba + sectors ? bad - lba : sectors;
		c->call->world->nanoseconds +=
			sectors * dev->logical * 1000 / (dev->speed ? dev->speed : 100) +
			drive_slow_ms(&dev->drive, lba, sectors) * 1000000ull;
		if (bad == lba + sectors && bad < lba + number(c->cdb + 10, 4)) {
			fail(c, 3, 0x11, 0);
			c->has_information = true;
			c->information = dev->drive.misnames ? dev->drive.misnamed : bad;
		}
	}
}

static void read_10(struct scsi_call *c)
{
	struct fake_device *dev = c->call->dev;
	uint64_t lba = number(c->cdb + 2, 4), sectors = number(c->cdb + 7, 2);
	const struct drive *d = &dev->drive;

	snprintf(c->shown, sizeof(c->shown), " lba=%llx count=%llx", (unsigned long long)lba,
		 (unsigned long long)sectors);
	if (sectors != 1 || c->io->dxfer_len != dev->logical)
		fail(c, 5, 0x24, 0);
	else if (!reach(c, lba, sectors))
		return;
	else if (d->id[128] & 4 || d->sanitize.state == SD_RUNNING)
		fail(c, 0x0b, 0, 0);
	else if (drive_first_bad(&dev->drive, lba, sectors) == lba)
		fail(c, 3, 0x11, 0);
	else
		c->bytes = sizeof(c->answer);
}

static void write_long(struct scsi_call *c)
{
	struct fake_device *dev = c->call->dev;
	uint64_t lba = number(c->cdb + 2, 8);
	struct drive_sector *s;

	snprintf(c->shown, sizeof(c->shown), " lba=%llx%s", (unsigned long long)lba,
		 c->cdb[1] & 0x40 ? " uncorrectable" : "");
	if ((c->cdb[1] & 0xe0) != 0x40 || number(c->cdb + 12, 2)) {
		fail(c, 5, 0x24, 0);
	} else if (reach(c, lba, 1)) {
		s = drive_sector(&dev->drive, lba, true);
		if (s)
			s->unreadable = true;
		else
			fail(c, 3, 0x0c, 0);
	}
}

static void sanitize(struct scsi_call *c)
{
	struct fake_scsi *s = &c->call->dev->scsi;
	const uint8_t *list = c->io->dxferp;
	unsigned action = c->cdb[1] & 0x1f;
	size_t bytes = number(c->cdb + 7, 2);

	if (action == 0x1f) {
		s->sanitize_failed = false;
		return;
	}
	if (action == 0 || action > 3 || (bytes && action != 1) || bytes != c->io->dxfer_len) {
		fail(c, 5, 0x24, 0);
		return;
	}
	if (action == 1) {
		if (bytes != 8 || list[0] & 0x60 || !(list[0] & 0x1f) || number(list + 2, 2) != 4) {
			fail(c, 5, 0x26, 0);
			return;
		}
		snprintf(c->shown, sizeof(c->shown), " passes=%u%s pattern=%08llx", list[0] & 0x1fu,
			 list[0] & 0x80 ? " invert" : "", (unsigned long long)number(list + 4, 4));
		s->sanitize_word = (uint32_t)number(list + 4, 4);
	}
	s->sanitize_action = (uint8_t)action;
	s->sanitizing = true;
	s->sanitize_failed = false;
	s->sanitize_began = c->call->world->nanoseconds;
	if (!(c->cdb[1] & 0x80))
		c->call->world->nanoseconds += s->sanitize_takes * 1000000000ull;
}

static void report_operation(struct scsi_call *c)
{
	const struct fake_device *dev = c->call->dev;
	unsigned opcode = c->cdb[3], action = (unsigned)number(c->cdb + 4, 2);
	bool format = opcode == 0x04 && c->cdb[2] == 1 && !action;
	bool known = format || (opcode == 0x48 && action >= 1 && action <= 3 && c->cdb[2] == 2);

	snprintf(c->shown, sizeof(c->shown), " opcode=%02x/%x", opcode, action);
	if ((c->cdb[1] & 0x1f) != 0x0c || (c->cdb[2] != 2 && !format)) {
		fail(c, 5, 0x24, 0);
		return;
	}
	/* SPC-5 table 203: 3 supported, 1 not supported */
	c->answer[1] = known && !fake_scsi_lacks(dev, opcode, -1) &&
				       !fake_scsi_lacks(dev, opcode, (int)action)
			       ? 3
			       : 1;
	c->bytes = 14;
}

/* Update the state for the time since the previous command. */
static void settle(const struct world *w, struct fake_device *dev)
{
	struct fake_scsi *s = &dev->scsi;

	fake_format_settle(w, dev);
	if (!s->sanitizing || sanitize_progress(w, dev) < 65535)
		return;
	s->sanitizing = false;
	s->sanitize_failed = s->sanitize_fails;
	if (!s->sanitize_fails)
		drive_erase_medium(&dev->drive,
				   s->sanitize_action == 3 ? FILL_SCRAMBLED : FILL_WORD,
				   s->sanitize_action == 1 ? s->sanitize_word : 0);
}

bool fake_scsi_ready(const struct world *w, struct fake_device *dev)
{
	const struct fake_scsi *s = &dev->scsi;

	settle(w, dev);
	return !s->sanitizing && !s->sanitize_failed && !s->formatting && !s->unformatted &&
	       s->sector == dev->logical;
}

/* --- firmware: an image begins with its revision --- */

static void activate(struct fake_scsi *s)
{
	if (s->image[0]) {
		memcpy(s->revision, s->image, 4);
		s->microcode_changed = true;
	}
	s->image[0] = 0;
	s->image_next = 0;
}

static void write_buffer(struct scsi_call *c)
{
	struct fake_scsi *s = &c->call->dev->scsi;
	unsigned mode = c->cdb[1] & 0x1f;
	uint32_t offset = (uint32_t)number(c->cdb + 3, 3), bytes = (uint32_t)number(c->cdb + 6, 3);
	bool segment = mode == 0x07 || mode == 0x0d || mode == 0x0e;

	snprintf(c->shown, sizeof(c->shown), " offset=%x bytes=%x", offset, bytes);
	if (c->cdb[2] || bytes != c->io->dxfer_len || (mode == 0x0f && bytes) ||
	    (mode != 0x05 && mode != 0x0f && !segment)) {
		fail(c, 5, 0x24, 0);
		return;
	}
	if (mode == 0x0f) {
		if (!s->image[0])
			fail(c, 5, 0x2c, 0);
		activate(s);
		return;
	}
	if (offset % 4096 || (segment && offset && offset != s->image_next)) {
		fail(c, 5, 0x24, 0);
		return;
	}
	if (!offset) {
		memcpy(s->image, c->io->dxferp, bytes < 4 ? bytes : 4);
		s->image_sum = TEXT_SUM_OF_NOTHING;
	}
	if (s->image[0] < '0' || s->image[0] > 'Z') {
		s->image[0] = 0;
		fail(c, 5, 0x26, 0);
		return;
	}
	s->image_sum = text_sum(s->image_sum, c->io->dxferp, bytes);
	snprintf(c->shown, sizeof(c->shown), " offset=%x bytes=%x image=%08x", offset, bytes,
		 s->image_sum);
	s->image_next = offset + bytes;
	if (mode == 0x05 || (mode == 0x07 && s->image_next >= s->image_bytes))
		activate(s);
}

/* --- the commands --- */

static void nothing(struct scsi_call *c)
{
	if (c->call->dev->drive.power == POWER_SLEEP)
		fail(c, 2, 0x04, 0x02);
}

/* Commands with the bits of the CDB that hold their page, action or mode. */
static const struct scsi_command {
	const char *name;
	uint8_t opcode, length;
	uint8_t at, mask, shift;
	bool quiet;	       /* not logged, because other programs send it all the time */
	bool while_sanitizing; /* SBC-4 4.11.2 */
	bool of_medium;	       /* needs a valid format */
	void (*run)(struct scsi_call *);
} commands[] = {
	{ "TEST UNIT READY", 0x00, 6, 0, 0, 0, true, false, true, nothing },
	{ "FORMAT UNIT", 0x04, 6, 0, 0, 0, false, false, false, fake_format_unit },
	{ "REQUEST SENSE", 0x03, 6, 0, 0, 0, false, true, false, request_sense },
	{ "INQUIRY", 0x12, 6, 2, 0xff, 0, false, true, false, inquiry },
	{ "MODE SELECT(6)", 0x15, 6, 0, 0, 0, false, false, false, mode_select },
	{ "MODE SENSE(6)", 0x1a, 6, 2, 0x3f, 0, false, false, false, mode_sense_6 },
	{ "START STOP UNIT", 0x1b, 6, 4, 0xff, 0, false, false, false, start_stop },
	{ "SYNCHRONIZE CACHE", 0x35, 10, 0, 0, 0, false, false, true, nothing },
	{ "WRITE BUFFER", 0x3b, 10, 1, 0x1f, 0, false, false, false, write_buffer },
	{ "SANITIZE", 0x48, 10, 1, 0x1f, 0, false, false, false, sanitize },
	{ "LOG SENSE", 0x4d, 10, 2, 0x3f, 0, false, true, false, log_sense },
	{ "MODE SELECT", 0x55, 10, 0, 0, 0, false, false, false, mode_select },
	{ "MODE SENSE", 0x5a, 10, 2, 0x3f, 0, false, false, false, mode_sense },
	{ "READ(10)", 0x28, 10, 0, 0, 0, false, false, true, read_10 },
	{ "VERIFY(16)", 0x8f, 16, 0, 0, 0, false, false, true, verify },
	{ "READ CAPACITY(16)", 0x9e, 16, 1, 0x1f, 0, false, true, true, fake_read_capacity },
	{ "REPORT SUPPORTED OPERATION CODES", 0xa3, 12, 1, 0x1f, 0, false, true, false,
	  report_operation },
	{ "WRITE LONG(16)", 0x9f, 16, 1, 0x1f, 0, false, false, true, write_long },
};

static const struct scsi_command *find_command(const sg_io_hdr_t *io)
{
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		if (commands[i].opcode == io->cmdp[0] && commands[i].length == io->cmd_len)
			return &commands[i];
	return NULL;
}

bool fake_scsi_lacks(const struct fake_device *dev, unsigned opcode, int about)
{
	for (unsigned i = 0; i < FAKE_SCSI_LACKS; i++) {
		const struct fake_lack *l = &dev->scsi.lack[i];

		if (l->used && l->opcode == opcode && (l->about < 0 || l->about == about))
			return true;
	}
	return false;
}

/* True if the device accepts this command now; otherwise its sense is in c->key. */
static bool takes(struct scsi_call *c, const struct scsi_command *command, int about)
{
	const struct fake_device *dev = c->call->dev;
	bool known = command && !fake_scsi_lacks(dev, c->cdb[0], -1);
	bool barred = known ? !command->while_sanitizing : dev->scsi.bars_unknown;

	if (dev->scsi.microcode_changed && c->cdb[0] != 0x12 && c->cdb[0] != 0x03) {
		c->call->dev->scsi.microcode_changed = false;
		fail(c, 6, 0x3f, 0x01);
	} else if (!known && !barred)
		fail(c, 5, 0x20, 0);
	else if (known && fake_scsi_lacks(dev, c->cdb[0], about))
		fail(c, 5, 0x24, 0);
	else if (dev->scsi.formatting && c->cdb[0] != 0x03 && c->cdb[0] != 0x12)
		fail(c, 2, 0x04, 0x04), c->progress = fake_format_progress(c->call->world, dev);
	else if (dev->scsi.unformatted && known && command->of_medium)
		fail(c, 3, 0x31, dev->scsi.format_failed ? 1 : 0);
	else if (dev->scsi.sanitizing && barred)
		fail(c, 2, 0x04, 0x1b), c->progress = sanitize_progress(c->call->world, dev);
	else if (dev->scsi.sanitize_failed && barred && c->cdb[0] != 0x48)
		fail(c, 3, 0x31, 0x03);
	else if (!known)
		fail(c, 5, 0x20, 0);
	return !c->key[0];
}

/* Return data and residue as the path reports them: see short= and residue=. */
static void give(const struct scsi_call *c, sg_io_hdr_t *io)
{
	const struct fake_device *dev = c->call->dev;
	size_t n = c->bytes < io->dxfer_len ? c->bytes : io->dxfer_len;

	if (io->dxfer_direction != SG_DXFER_FROM_DEV)
		return;
	if (dev->short_command == c->cdb[0] && dev->short_bytes > 0)
		n -= (size_t)dev->short_bytes < n ? (size_t)dev->short_bytes : n;
	memcpy(io->dxferp, c->answer, n);
	io->resid = (int)(io->dxfer_len - n);
	if (dev->residue_command == c->cdb[0])
		io->resid = dev->residue;
}

static void give_sense(const struct scsi_call *c, sg_io_hdr_t *io)
{
	bool descriptor = c->call->dev->sense_error == SENSE_DESCRIPTOR;
	uint8_t s[32] = { 0 };
	size_t n = 8;

	if (!descriptor) {
		s[0] = 0x70, s[2] = c->key[0], s[7] = 10, s[12] = c->key[1], s[13] = c->key[2];
		if (c->has_information)
			s[0] |= 0x80, put(s + 3, 4, c->information);
		if (c->progress >= 0)
			s[15] = 0x80, put(s + 16, 2, (unsigned)c->progress);
		fake_put_sense(io, s, 18);
		return;
	}
	s[0] = 0x72, s[1] = c->key[0], s[2] = c->key[1], s[3] = c->key[2];
	if (c->has_information) {
		s[n + 1] = 10, s[n + 2] = 0x80, put(s + n + 4, 8, c->information);
		n += 12;
	}
	if (c->progress >= 0) {
		s[n] = 2, s[n + 1] = 6, s[n + 4] = 0x80, put(s + n + 5, 2, (unsigned)c->progress);
		n += 8;
	}
	s[7] = (uint8_t)(n - 8);
	fake_put_sense(io, s, n);
}

/* Set the sense key of a fault that an ATA drive would report in its registers. */
static void fault_key(struct scsi_call *c, const struct fake_cmd *as_ata)
{
	if (as_ata->out.status & ST_DF)
		fail(c, 4, 0x44, 0);
	else if (as_ata->out.error & ER_UNC)
		fail(c, 3, 0x11, 0);
	else if (as_ata->out.error & ER_IDNF)
		fail(c, 5, 0x21, 0);
	else
		fail(c, 0x0b, 0, 0);
}

static void log_command(const struct scsi_call *c, const struct scsi_command *command, int about,
			const char *end)
{
	char name[40], which[16] = "";

	if (command && command->quiet && !c->key[0])
		return;
	snprintf(name, sizeof(name), "%s", command ? command->name : "scsi");
	if (!command)
		snprintf(name, sizeof(name), "scsi %02xh", c->cdb[0]);
	else if (command->mask && (c->cdb[0] != 0x12 || (c->cdb[1] & 1)))
		snprintf(which, sizeof(which), " %02x", (unsigned)about);
	if (c->key[0])
		fake_log(c->call, "%s %s%s%s -> %02x/%02x/%02x", c->call->dev->name, name, which,
			 c->shown, c->key[0], c->key[1], c->key[2]);
	else
		fake_log(c->call, "%s %s%s%s%s", c->call->dev->name, name, which, c->shown, end);
}

int fake_scsi_command(struct fake_call *call, sg_io_hdr_t *io)
{
	const struct scsi_command *command = find_command(io);
	struct drive *drive = &call->dev->drive;
	struct scsi_call c = { .call = call, .io = io, .cdb = io->cmdp, .progress = -1 };
	int about = command && command->mask ? (c.cdb[command->at] & command->mask) : 0;
	struct fake_cmd as_ata = { .command = c.cdb[0], .feature = (uint16_t)about };
	struct drive_fault fault = { FAULT_NONE };
	char status[20] = "";

	settle(call->world, call->dev);
	drive->commands++;
	if (drive->place == DRIVE_THERE)
		fault = drive_fault_strike(drive, &as_ata);
	if (fault.kind && fault.moment != FAULT_AFTER && fault.kind != FAULT_SIGNAL)
		drive_fault_apply(drive, &as_ata, &fault);
	if (drive->place != DRIVE_THERE)
		as_ata.lost = ENODEV;
	if (c.cdb[0] == 0x03 && call->dev->hung_request_sense)
		as_ata.lost = ETIMEDOUT;
	if (as_ata.out.status & (ST_ERR | ST_DF))
		fault_key(&c, &as_ata);
	else if (!as_ata.lost && !as_ata.sense_bytes && fault.kind != FAULT_IGNORE &&
		 fault.kind != FAULT_STATUS && takes(&c, command, about))
		command->run(&c);
	if (fault.kind && fault.kind != FAULT_SIGNAL && fault.moment == FAULT_AFTER)
		drive_fault_apply(drive, &as_ata, &fault);
	if (fault.kind == FAULT_STATUS)
		snprintf(status, sizeof(status), " -> status %02x", (unsigned)fault.err);
	log_command(&c, command, about,
		    as_ata.lost		 ? " -> lost"
		    : as_ata.sense_bytes ? " -> sense"
					 : status);
	if (fault.kind == FAULT_SIGNAL)
		drive_fault_apply(drive, &as_ata, &fault);
	if (as_ata.lost)
		return fake_lost(io, as_ata.lost);
	if (as_ata.sense_bytes)
		fake_put_sense(io, as_ata.sense, as_ata.sense_bytes);
	else if (c.key[0])
		give_sense(&c, io);
	else if (fault.kind == FAULT_STATUS)
		io->status = (uint8_t)fault.err;
	else
		give(&c, io);
	return 0;
}

/* --- descriptions --- */

void fake_scsi_start(struct fake_device *dev)
{
	struct fake_scsi *s = &dev->scsi;
	bool usb = on_usb(dev);

	snprintf(s->vendor, sizeof(s->vendor), "%s", usb ? "Generic" : "SEAGATE");
	snprintf(s->product, sizeof(s->product), "%s", usb ? "Flash Disk" : "ST8000NM0075");
	snprintf(s->revision, sizeof(s->revision), "%s", usb ? "8.07" : "E002");
	snprintf(s->serial, sizeof(s->serial), "ZA1%04dQ0000C8", dev->number);
	s->wwn = 0x5000c500a0b0c000 + 16 * dev->number;
	s->rpm = usb ? 0 : 7200;
	s->write_cache = s->saved_write_cache = s->kernel_write_cache = true;
	s->allow_restart = usb;
	s->sanitize_takes = s->format_takes = 100;
	fake_power_start(dev);
	dev->drive.temperature = 38;
}

void fake_scsi_power_cycle(struct fake_device *dev)
{
	fake_power_cycle(dev);
	dev->scsi.no_ahead = dev->scsi.saved_no_ahead;
	dev->scsi.write_cache = dev->scsi.kernel_write_cache = dev->scsi.saved_write_cache;
	dev->scsi.recovery = dev->scsi.saved_recovery;
	fake_format_power_cycle(dev);
	activate(&dev->scsi);
	dev->scsi.microcode_changed = false;
}

bool fake_scsi_attribute(struct fake_device *dev, const char *text, size_t bytes)
{
	bool back = bytes == 10 && !memcmp(text, "write back", 10);

	/* the kernel then uses this text without a command to the disk (drivers/scsi/sd.c) */
	if (bytes == 20 && !memcmp(text, "temporary write back", 20)) {
		dev->scsi.kernel_write_cache = dev->scsi.kernel_cache_given = true;
		return true;
	}
	/* of this disk's attributes only rescan accepts it */
	if (bytes == 1 && *text == '1' && fake_kinds[dev->kind].sg == SG_SCSI)
		fake_scsi_rescan(dev);
	if (!back && (bytes != 13 || memcmp(text, "write through", 13) != 0))
		return true; /* another attribute */
	if (fake_scsi_lacks(dev, 0x55, 0x08))
		return false;
	dev->scsi.write_cache = dev->scsi.kernel_write_cache = back;
	/* the kernel saves the page if the disk says that it can be saved (drivers/scsi/sd.c) */
	if (!dev->scsi.unsaved && !dev->scsi.forgets_saved)
		dev->scsi.saved_write_cache = back;
	return true;
}

/* "1b,12/80": commands, or their pages, that the device lacks */
static int option_lacks(struct fake_scsi *s, const char *list)
{
	for (unsigned i = 0; i < FAKE_SCSI_LACKS && *list; i++) {
		char *end;

		s->lack[i].opcode = (uint8_t)strtoul(list, &end, 16);
		s->lack[i].about = *end == '/' ? (int)strtoul(end + 1, &end, 16) : -1;
		s->lack[i].used = true;
		list = *end == ',' ? end + 1 : end;
	}
	return *list ? -EINVAL : 0;
}

/* "06/29/00,05/20/00", or "06/29/00," for all commands */
static int option_pending(struct fake_scsi *s, const char *list)
{
	unsigned k, a, q;
	int used;

	for (s->pendings = 0; *list && s->pendings < 4; list += used) {
		if (sscanf(list, "%x/%x/%x%n", &k, &a, &q, &used) < 3)
			return -EINVAL;
		s->pending[s->pendings][0] = (uint8_t)k;
		s->pending[s->pendings][1] = (uint8_t)a;
		s->pending[s->pendings++][2] = (uint8_t)q;
		s->pending_stays = list[used] == ',';
		used += s->pending_stays;
	}
	return *list ? -EINVAL : 0;
}

int fake_scsi_option(struct fake_device *dev, const char *key, const char *value)
{
	struct fake_scsi *s = &dev->scsi;
	unsigned long n = strtoul(value, NULL, 0);

	if (!strcmp(key, "wwn")) {
		s->wwn = strtoull(value, NULL, 16);
		return 0;
	}
	if (!strcmp(key, "kernel-write-cache")) { /* another program has set the disk's cache */
		s->kernel_write_cache = n;
		s->kernel_cache_given = true;
		return 0;
	}
	if (fake_kinds[dev->kind].sg != SG_SCSI)
		return -ENOENT;
	if (!strcmp(key, "vendor"))
		snprintf(s->vendor, sizeof(s->vendor), "%s", value);
	else if (!strcmp(key, "product"))
		snprintf(s->product, sizeof(s->product), "%s", value);
	else if (!strcmp(key, "revision"))
		snprintf(s->revision, sizeof(s->revision), "%s", value);
	else if (!strcmp(key, "unit-serial"))
		snprintf(s->serial, sizeof(s->serial), "%s", value);
	else if (!strcmp(key, "rpm"))
		s->rpm = (unsigned)n;
	else if (!strcmp(key, "removable"))
		s->removable = true;
	else if (!strcmp(key, "allow-restart"))
		s->allow_restart = true;
	else if (!strcmp(key, "write-cache"))
		s->write_cache = s->saved_write_cache = s->kernel_write_cache = n;
	else if (!strcmp(key, "look-ahead"))
		s->no_ahead = s->saved_no_ahead = !n;
	else if (!strcmp(key, "read-cache"))
		s->no_read_cache = !n;
	else if (!strcmp(key, "recovery"))
		s->recovery = s->saved_recovery = (uint16_t)n;
	else if (!strcmp(key, "recovery-default"))
		s->default_recovery = (uint16_t)n;
	else if (!strcmp(key, "fixed"))
		s->fixed |= UINT64_C(1) << (strtoul(value, NULL, 16) & 63);
	else if (!strcmp(key, "unsaved"))
		s->unsaved = true;
	else if (!strcmp(key, "sanitize-takes"))
		s->sanitize_takes = (unsigned)n;
	else if (!strcmp(key, "format-takes"))
		s->format_takes = (unsigned)n;
	else if (!strcmp(key, "format-fails"))
		s->format_fails = !*value || n;
	else if (!strcmp(key, "unformatted"))
		s->unformatted = true;
	else if (!strcmp(key, "sector"))
		s->sector = (unsigned)n;
	else if (!strcmp(key, "protection"))
		s->protection = (uint8_t)n;
	else if (!strcmp(key, "refusal-corrupts"))
		s->refusal_corrupts = true;
	else if (!strcmp(key, "stays-unformatted"))
		s->stays_unformatted = true;
	else if (!strcmp(key, "selects"))
		s->selects = (unsigned)atoi(value);
	else if (!strcmp(key, "long-blocks"))
		s->long_blocks = true;
	else if (!strcmp(key, "bars-unknown"))
		s->bars_unknown = true;
	else if (!strcmp(key, "sanitize-fails"))
		s->sanitize_fails = true;
	else if (!strcmp(key, "image-bytes"))
		s->image_bytes = (uint32_t)n;
	else if (!strcmp(key, "pending"))
		return option_pending(s, value);
	else if (!strcmp(key, "lacks"))
		return option_lacks(s, value);
	else
		return fake_power_option(dev, key, value);
	return 0;
}
