// SPDX-License-Identifier: GPL-2.0-or-later
/* The core of the drive: dispatch, faults, the command log, state shared by the handlers. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "drive.h"
#include "text.h"

bool drive_bit(const struct drive *d, unsigned word, unsigned bit)
{
	return d->id[word] >> bit & 1;
}

/* ACS-3 7.12.7: word 255 holds A5h and a checksum. Keep the checksum right if there is one. */
static bool id_sum_right(const uint16_t *id)
{
	uint8_t sum = 0;

	if ((id[255] & 0xff) != 0xa5)
		return false;
	for (unsigned i = 0; i < 256; i++)
		sum += (id[i] & 0xff) + (id[i] >> 8);
	return sum == 0;
}

void drive_set_word(struct drive *d, unsigned word, uint16_t value)
{
	bool right = id_sum_right(d->id);
	uint8_t sum = 0xa5;

	if (d->id[word] == value)
		return;
	d->id[word] = value;
	if (!right || word == 255)
		return;
	for (unsigned i = 0; i < 255; i++)
		sum += (d->id[i] & 0xff) + (d->id[i] >> 8);
	d->id[255] = (uint16_t)((uint8_t)-sum << 8 | 0xa5);
}

void drive_set_bit(struct drive *d, unsigned word, unsigned bit, bool on)
{
	uint16_t mask = (uint16_t)(1u << bit);

	drive_set_word(d, word, on ? d->id[word] | mask : d->id[word] & (uint16_t)~mask);
}

void drive_set_string(struct drive *d, unsigned word, unsigned words, const char *text)
{
	size_t n = strlen(text);

	for (unsigned i = 0; i < words; i++) {
		uint8_t a = 2 * i < n ? (uint8_t)text[2 * i] : ' ';
		uint8_t b = 2 * i + 1 < n ? (uint8_t)text[2 * i + 1] : ' ';

		drive_set_word(d, word + i, (uint16_t)(a << 8 | b));
	}
}

unsigned drive_sector_bytes(const struct drive *d)
{
	/* Word 106: bits 15:14 = 01b valid, bit 12: words 117-118 hold the logical size */
	if ((d->id[106] & 0xc000) == 0x4000 && drive_bit(d, 106, 12))
		return (d->id[117] | (unsigned)d->id[118] << 16) * 2;
	return 512;
}

uint64_t drive_sectors(const struct drive *d)
{
	const uint16_t *w = d->id;

	if (drive_bit(d, 83, 10) && (w[83] & 0xc000) == 0x4000) {
		const uint16_t *size = w + (drive_bit(d, 69, 3) ? 230 : 100);

		return size[0] | (uint64_t)size[1] << 16 | (uint64_t)size[2] << 32 |
		       (uint64_t)size[3] << 48;
	}
	if (drive_bit(d, 49, 9))
		return w[60] | (uint64_t)w[61] << 16;
	return (uint64_t)w[1] * w[3] * w[6];
}

static void set_quad(struct drive *d, unsigned word, uint64_t value)
{
	for (unsigned i = 0; i < 4; i++)
		drive_set_word(d, word + i, (uint16_t)(value >> 16 * i));
}

void drive_set_sectors(struct drive *d, uint64_t sectors)
{
	uint64_t low = sectors > 0x0fffffff ? 0x0fffffff : sectors;

	drive_set_word(d, 60, low & 0xffff);
	drive_set_word(d, 61, (uint16_t)(low >> 16));
	if (!drive_bit(d, 83, 10))
		return;
	/* ACS-3 7.12.7.53: with words 230-233 the others hold no more than 32 bits */
	if (drive_bit(d, 69, 3))
		set_quad(d, 230, sectors);
	set_quad(d, 100, drive_bit(d, 69, 3) && sectors > UINT32_MAX ? UINT32_MAX : sectors);
}

void drive_abort(struct fake_cmd *c, uint8_t error)
{
	c->out.status = ST_DRDY | 0x10 | ST_ERR;
	c->out.error = error;
}

void drive_give(struct fake_cmd *c, const void *data, size_t bytes)
{
	size_t n = bytes < c->bytes ? bytes : c->bytes;

	if (c->data && n)
		memcpy(c->data, data, n);
}

/* A 28-bit address has its upper four bits in the device register (ACS-3 4.1.2). */
static uint64_t full_lba(const struct fake_cmd *c)
{
	return c->ext ? c->lba : (c->lba & 0xffffff) | (uint64_t)(c->device & 0x0f) << 24;
}

bool drive_address(struct drive *d, struct fake_cmd *c, uint64_t *lba, unsigned sectors)
{
	if (!(c->device & 0x40)) { /* the LBA bit: these drives take no CHS addresses */
		drive_abort(c, ER_ABRT);
		return false;
	}
	*lba = full_lba(c);
	if (*lba + sectors > drive_sectors(d)) {
		drive_abort(c, ER_IDNF);
		return false;
	}
	return true;
}

struct drive_sector *drive_sector(struct drive *d, uint64_t lba, bool create)
{
	struct drive_sector *empty = NULL;

	for (unsigned i = 0; i < DRIVE_SECTORS_KEPT; i++) {
		if (d->sector[i].used && d->sector[i].lba == lba)
			return &d->sector[i];
		if (!d->sector[i].used && !empty)
			empty = &d->sector[i];
	}
	if (!create || !empty)
		return NULL;
	drive_read_sector(d, lba, empty->data);
	empty->used = true;
	empty->unreadable = false;
	empty->lba = lba;
	return empty;
}

void drive_erase_medium(struct drive *d, enum drive_fill fill, uint32_t word)
{
	struct drive_sector kept = { .used = false }, *at;

	if (d->keeps_data)
		return;
	at = d->keeps_sector ? drive_sector(d, d->keeps_sector - 1, true) : NULL;
	if (at)
		kept = *at;
	memset(d->sector, 0, sizeof(d->sector));
	d->sector[0] = kept;
	d->fill = fill;
	d->fill_word = word;
}

bool drive_gives_sector(struct drive *d, uint64_t lba)
{
	const struct drive_sector *s = drive_sector(d, lba, false);

	return !(s && s->unreadable) && !drive_bit(d, 128, 2) && d->sanitize.state != SD_RUNNING &&
	       d->sanitize.state != SD_FAILED;
}

static uint8_t fill_byte(const struct drive *d, uint64_t lba, unsigned at)
{
	uint64_t of = lba;

	if (d->fill == FILL_WORD)
		return (uint8_t)(d->fill_word >> 8 * (at % 4));
	if (d->fill == FILL_SCRAMBLED)
		of = (lba + at / 8 + 1) * 0x9e3779b97f4a7c15ull;
	return (uint8_t)(of >> 8 * (at % 8));
}

void drive_read_sector(struct drive *d, uint64_t lba, uint8_t *data)
{
	const struct drive_sector *s = drive_sector(d, lba, false);
	unsigned bytes = drive_sector_bytes(d);

	if (s) {
		memcpy(data, s->data, bytes);
		return;
	}
	for (unsigned i = 0; i < bytes; i++)
		data[i] = fill_byte(d, lba, i);
}

struct drive_log *drive_find_log(struct drive *d, uint8_t address, uint16_t page)
{
	for (unsigned i = 0; i < DRIVE_LOG_PAGES; i++)
		if (d->log[i].used && d->log[i].address == address && d->log[i].page == page)
			return &d->log[i];
	return NULL;
}

struct drive_log *drive_make_log(struct drive *d, uint8_t address, uint16_t page)
{
	struct drive_log *l = drive_find_log(d, address, page);

	for (unsigned i = 0; !l && i < DRIVE_LOG_PAGES; i++)
		if (!d->log[i].used)
			l = &d->log[i];
	if (l) {
		l->used = true;
		l->address = address;
		l->page = page;
	}
	return l;
}

static const char *const protocol_name[] = { "non-data", "pio-in", "pio-out", "dma-in", "dma-out" };

/* Log data for the drive as a checksum, to compare two programs. */
static int trace_data(const struct fake_cmd *c, char *line, size_t size)
{
	uint16_t w[DRIVE_SCT_WORDS];

	if (drive_sct_words(c, w))
		return snprintf(line, size, " sct=%u/%u/%u/%u/%u", w[0], w[1], w[2], w[3], w[4]);
	if ((c->protocol != FAKE_PIO_OUT && c->protocol != FAKE_DMA_OUT) || !c->data)
		return 0;
	return snprintf(line, size, " data=%08x", text_sum(TEXT_SUM_OF_NOTHING, c->data, c->bytes));
}

static void trace_command(const struct drive *d, const struct drive_opcode *op,
			  const struct fake_cmd *c, drive_trace *trace, void *who)
{
	char line[256];
	int n;

	n = snprintf(line, sizeof(line), "%s ", d->name);
	n += op ? snprintf(line + n, sizeof(line) - n, "%s", op->name)
		: snprintf(line + n, sizeof(line) - n, "command %02xh", c->command);
	if (c->feature)
		n += snprintf(line + n, sizeof(line) - n, " feature=%02x", c->feature);
	/* the path states the length of IDENTIFY's data in COUNT; the drive ignores COUNT */
	if (c->count && c->command != 0xec && c->command != 0xa1)
		n += snprintf(line + n, sizeof(line) - n, " count=%02x", c->count);
	if (full_lba(c))
		n += snprintf(line + n, sizeof(line) - n, " lba=%llx",
			      (unsigned long long)full_lba(c));
	/* LBA mode is the default; bits 7 and 5 were always set on old drives and mean nothing. */
	if ((c->device & 0x50) != 0x40)
		n += snprintf(line + n, sizeof(line) - n, " device=%02x", c->device);
	n += trace_data(c, line + n, sizeof(line) - (size_t)n);
	if (op && (op->protocol != c->protocol || op->ext != c->ext))
		n += snprintf(line + n, sizeof(line) - n, " !sent as %s%s",
			      protocol_name[c->protocol], c->ext ? " ext" : "");
	if (c->via && *c->via)
		n += snprintf(line + n, sizeof(line) - n, " [%s]", c->via);
	if (c->lost)
		snprintf(line + n, sizeof(line) - n, " -> lost");
	else if (c->sense_bytes)
		snprintf(line + n, sizeof(line) - n, " -> sense");
	else if (c->out.status & (ST_ERR | ST_DF))
		snprintf(line + n, sizeof(line) - n, " -> %02x/%02x", c->out.status, c->out.error);
	trace(who, line);
}

static void wake_from_sleep(struct drive *d, drive_trace *trace, void *who)
{
	char line[DRIVE_NAME + 16];

	if (d->power != POWER_SLEEP)
		return;
	d->power = POWER_STANDBY; /* ACS-3 4.15.4: a reset leads from Sleep to Standby */
	snprintf(line, sizeof(line), "%s (reset)", d->name);
	if (trace)
		trace(who, line);
}

static void reject(struct drive *d, struct fake_cmd *c)
{
	drive_abort(c, ER_ABRT);
	if (d->packet && c->command == 0xec) {
		c->out.count = 1;
		c->out.lba = 0xeb1401;
	}
}

static bool packet_device_has(uint8_t command)
{
	static const uint8_t known[] = { 0x00, 0x08, 0x90, 0xa0, 0xa1, 0xe0, 0xe1, 0xe2, 0xe3,
					 0xe5, 0xe6, 0xe7, 0xef, 0xda, 0xde, 0xdf, 0xed };

	return memchr(known, command, sizeof(known)) != NULL;
}

static void run(struct drive *d, struct fake_cmd *c, const struct drive_opcode *op)
{
	if (d->silent || !op || (d->packet && !packet_device_has(c->command)) ||
	    (!d->packet && (c->command == 0xa1 || c->command == 0xa0)))
		reject(d, c);
	else if (op->protocol != c->protocol || op->ext != c->ext)
		drive_abort(c, ER_ABRT);
	else if (!drive_sanitize_bars(d, c))
		op->run(d, c);
}

static void begin(struct drive *d, struct fake_cmd *c)
{
	d->commands++;
	memset(&c->out, 0, sizeof(c->out));
	c->lost = 0;
	c->sense_bytes = c->good_bytes = 0;
	c->out.status = ST_DRDY | 0x10;
	c->out.count = c->count;
	c->out.lba = c->lba;
	c->out.device = c->device;
}

void drive_execute(struct drive *d, struct fake_cmd *c, drive_trace *trace, void *who)
{
	const struct drive_opcode *op = drive_opcode(c->command, c->feature);
	struct drive_fault fault = { FAULT_NONE };

	wake_from_sleep(d, trace, who);
	begin(d, c);
	if (d->place == DRIVE_THERE)
		fault = drive_fault_strike(d, c);
	if (fault.kind && fault.moment != FAULT_AFTER)
		drive_fault_apply(d, c, &fault);
	if (d->place != DRIVE_THERE)
		c->lost = ENODEV;
	else if (fault.kind == FAULT_NONE || fault.moment == FAULT_AFTER)
		run(d, c, op);
	if (c->command != 0xf3)
		d->security.prepared = false;
	if (fault.kind && fault.kind != FAULT_SIGNAL && fault.moment == FAULT_AFTER)
		drive_fault_apply(d, c, &fault);
	if (trace)
		trace_command(d, op, c, trace, who);
	if (fault.kind == FAULT_SIGNAL) /* after the log line: the signal may be SIGKILL */
		drive_fault_apply(d, c, &fault);
}

void drive_power_cycle(struct drive *d)
{
	bool enabled = d->id[128] & 2;
	uint16_t security = d->id[128];

	memcpy(d->id, d->id_power, sizeof(d->id));
	/* ACS-3 4.18: security lasts; an enabled drive starts locked, and not frozen */
	security &= (uint16_t)~0x001cu;
	drive_set_word(d, 128, security);
	drive_set_bit(d, 128, 3, d->security.freezes);
	drive_set_bit(d, 85, 1, enabled);
	if (enabled)
		drive_set_bit(d, 128, 2, true);
	drive_set_sectors(d, d->sectors_default);
	d->power = drive_bit(d, 86, 5) ? POWER_STANDBY : POWER_ACTIVE;
	d->hpa_set_once = d->keep_features = false;
	d->standby_timer = d->doorlock = 0;
	d->security.tries = 0;
	d->place = DRIVE_THERE;
	d->starts++;
	d->dco.frozen = d->ama_frozen = d->ama_set_once = false;
	/* ACS-3 4.16: a power cycle ends a freeze, but not an operation */
	d->sanitize.antifrozen = false;
	if (d->sanitize.state == SD_FROZEN)
		d->sanitize.state = SD_IDLE;
	drive_activate(d);
	drive_sct_power_cycle(d);
	d->idle3_open = false;
	d->idle3_key = 0;
	drive_epc_start(d);
}
