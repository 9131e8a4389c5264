// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * SCT (ACS-4 8): commands are written to log E0h, which also holds the status. Error recovery
 * control, feature control, and WRITE SAME, which overwrites the medium so that a mistaken command
 * is found.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "drive.h"

enum { WRITE_SAME = 2, ERROR_RECOVERY = 3, FEATURE_CONTROL = 4 };

/* Extended status codes (ACS-4 table 191). */
enum {
	DONE = 0x0000,
	BAD_RECOVERY_FUNCTION = 0x0004,
	BAD_SELECTION = 0x0005,
	READ_TIME_TOO_SHORT = 0x0006, /* 0007h: the write time */
	BAD_FEATURE_FUNCTION = 0x000c,
	BAD_FEATURE = 0x000d,
	BAD_STATE = 0x000e,
	BAD_ACTION = 0x0010,
	RUNNING = 0xffff
};

static uint16_t word_of(const uint8_t *data, unsigned word)
{
	return (uint16_t)(data[2 * word] | data[2 * word + 1] << 8);
}

static void put_word(uint8_t *data, unsigned word, uint16_t value)
{
	data[2 * word] = value & 0xff;
	data[2 * word + 1] = (uint8_t)(value >> 8);
}

/* COUNT and LBA 7:0 carry the answer. */
static uint16_t answer(struct drive *d, struct fake_cmd *c, uint16_t value)
{
	if (d->sct.echoes)
		return DONE;
	c->out.count = value & 0xff;
	c->out.lba = (c->lba & ~UINT64_C(0xff)) | value >> 8;
	return DONE;
}

static uint16_t set_time(struct drive *d, uint16_t times[2], unsigned which, uint16_t value)
{
	if (value && value < d->sct.least && !d->sct.clamps)
		return (uint16_t)(READ_TIME_TOO_SHORT + which);
	if (value && value < d->sct.least)
		value = d->sct.least;
	if (!d->sct.ignores)
		times[which] = value;
	return DONE;
}

static uint16_t recovery(struct drive *d, struct fake_cmd *c)
{
	struct drive_sct *s = &d->sct;
	uint16_t function = word_of(c->data, 1), selection = word_of(c->data, 2);
	uint16_t value = word_of(c->data, 3);
	unsigned which = selection - 1u;

	if (function < 1 || function > 5 || (function > 2 && !s->keeps))
		return BAD_RECOVERY_FUNCTION;
	if (which > 1)
		return BAD_SELECTION;
	switch (function) {
	case 1:
		return set_time(d, s->time, which, value);
	case 2:
		return answer(d, c, s->time[which]);
	case 3:
		return set_time(d, s->start, which, value);
	case 4:
		return answer(d, c, s->start[which]);
	default:
		s->time[which] = s->start[which] = s->factory[which];
		return DONE;
	}
}

static uint16_t feature(struct drive *d, struct fake_cmd *c)
{
	struct drive_sct *s = &d->sct;
	uint16_t function = word_of(c->data, 1), code = word_of(c->data, 2);
	uint16_t state = word_of(c->data, 3), options = word_of(c->data, 4);
	unsigned which = code - 1u;

	if (function < 1 || function > 3)
		return BAD_FEATURE_FUNCTION;
	if (which > 1)
		return BAD_FEATURE;
	if (function > 1)
		return answer(d, c, function == 2 ? s->state[which] : s->options[which]);
	if (state < 1 || state > (which ? 2 : 3))
		return BAD_STATE;
	if (!s->ignores) {
		s->state[which] = state;
		s->options[which] = options & 1;
	}
	/* 2 and 3 force the write cache on or off, whatever SET FEATURES has set */
	if (!which && state != 1)
		drive_set_bit(d, 85, 5, s->state[0] == 2);
	return DONE;
}

static uint16_t run(struct drive *d, struct fake_cmd *c)
{
	uint16_t action = word_of(c->data, 0);

	d->sct.action = action;
	d->sct.function = word_of(c->data, 1);
	if (action == ERROR_RECOVERY && drive_bit(d, 206, 3))
		return recovery(d, c);
	if (action == FEATURE_CONTROL && drive_bit(d, 206, 4))
		return feature(d, c);
	if (action != WRITE_SAME || !drive_bit(d, 206, 2))
		return BAD_ACTION;
	drive_erase_medium(d, FILL_WORD, 0);
	return DONE;
}

void drive_sct_command(struct drive *d, struct fake_cmd *c)
{
	if (!drive_bit(d, 206, 0) || d->sct.busy) {
		drive_abort(c, ER_ABRT);
		return;
	}
	d->sct.status = run(d, c);
	if (d->sct.status != DONE)
		drive_abort(c, ER_ABRT);
}

void drive_sct_status(const struct drive *d, uint8_t page[512])
{
	memset(page, 0, 512);
	put_word(page, 0, 3); /* format version */
	put_word(page, 2, 1);
	page[10] = d->sct.busy ? 5 : 0; /* SCT command in the background */
	put_word(page, 7, d->sct.busy ? RUNNING : d->sct.status);
	put_word(page, 8, d->sct.busy ? WRITE_SAME : d->sct.action);
	put_word(page, 9, d->sct.busy ? 1 : d->sct.function);
	page[200] = d->temperature < -127 ? 0x80 : (uint8_t)d->temperature;
}

void drive_sct_power_cycle(struct drive *d)
{
	struct drive_sct *s = &d->sct;

	memcpy(s->time, s->start, sizeof(s->time));
	for (unsigned i = 0; i < 2; i++) {
		if (!s->options[i])
			s->state[i] = 1;
	}
	if (s->there && s->state[0] != 1)
		drive_set_bit(d, 85, 5, s->state[0] == 2);
	s->busy = false;
	s->status = s->action = s->function = 0;
}

/* "70,100": the read and write times at power-on, in units of 100 ms */
static int option_times(struct drive_sct *s, const char *value)
{
	char *end;

	s->time[0] = (uint16_t)strtoul(value, &end, 10);
	s->time[1] = *end == ',' ? (uint16_t)strtoul(end + 1, &end, 10) : s->time[0];
	memcpy(s->start, s->time, sizeof(s->start));
	memcpy(s->factory, s->time, sizeof(s->factory));
	s->state[0] = s->state[1] = 1;
	s->there = true;
	return *end ? -EINVAL : 0;
}

int drive_option_sct(struct drive *d, const char *key, const char *value)
{
	struct drive_sct *s = &d->sct;

	if (!strcmp(key, "erc"))
		return option_times(s, value);
	if (!strcmp(key, "erc-least"))
		s->least = (uint16_t)strtoul(value, NULL, 10);
	else if (!strcmp(key, "erc-keeps"))
		s->keeps = true;
	else if (!strcmp(key, "sct-clamps"))
		s->clamps = true;
	else if (!strcmp(key, "sct-ignores"))
		s->ignores = true;
	else if (!strcmp(key, "sct-echoes"))
		s->echoes = true;
	else if (!strcmp(key, "sct-busy"))
		s->busy = true;
	else
		return -ENOENT;
	return 0;
}

bool drive_sct_has(const struct drive *d, const struct fake_cmd *c)
{
	return d->sct.there && (c->lba & 0xff) == 0xe0 && c->count == 1 && c->bytes >= 512;
}

bool drive_sct_words(const struct fake_cmd *c, uint16_t words[DRIVE_SCT_WORDS])
{
	bool write = c->command == 0x3f || (c->command == 0xb0 && c->feature == 0xd6);
	const uint8_t *data = c->data;

	if (!write || (c->lba & 0xff) != 0xe0 || !data || c->bytes != 512)
		return false;
	for (unsigned i = 0; i < DRIVE_SCT_WORDS; i++)
		words[i] = word_of(data, i);
	for (unsigned i = 2 * DRIVE_SCT_WORDS; i < c->bytes; i++) {
		if (data[i])
			return false;
	}
	return true;
}
