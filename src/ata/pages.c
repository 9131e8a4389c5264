// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Extended Power Conditions: the conditions, their descriptors, and the commands that set their
 * timers.
 */
#include "ata_drive.h"
#include "text.h"
#include "words.h"

#include <string.h>

/* ACS-4, power condition IDs; the Power Conditions log has page 00h for idle, 01h for standby. */
const struct ata_epc_def ata_epc_table[ATA_EPC_COUNT] = {
	[ATA_EPC_IDLE_A] = { .name = "idle_a", .id = 0x81, .page = 0, .offset = 0 },
	[ATA_EPC_IDLE_B] = { .name = "idle_b", .id = 0x82, .page = 0, .offset = 64 },
	[ATA_EPC_IDLE_C] = { .name = "idle_c", .id = 0x83, .page = 0, .offset = 128 },
	[ATA_EPC_STANDBY_Y] = { .name = "standby_y", .id = 0x01, .page = 1, .offset = 384 },
	[ATA_EPC_STANDBY_Z] = { .name = "standby_z", .id = 0x00, .page = 1, .offset = 448 },
};

enum ata_epc ata_epc_by_name(const char *text, size_t length)
{
	unsigned i = 0;

	while (i < ATA_EPC_COUNT && (strlen(ata_epc_table[i].name) != length ||
				     !word_begins(ata_epc_table[i].name, text, length)))
		i++;
	return (enum ata_epc)i;
}

/* Byte 1 of a descriptor. */
enum {
	EPC_SUPPORTED = 0x80,
	EPC_SAVEABLE = 0x40,
	EPC_CHANGEABLE = 0x20,
	EPC_INITIAL_ENABLED = 0x10,
	EPC_SAVED_ENABLED = 0x08,
	EPC_CURRENT_ENABLED = 0x04
};

/* FFFFFFFFh: more than the field can express, which is taken as not reported. */
static uint32_t epc_stated(uint32_t field)
{
	return field == UINT32_MAX ? 0 : field;
}

/* The descriptor's dwords: 1 default, 2 saved, 3 current timer, 4 recovery, 5 least, 6 most. */
static bool decode_row(const uint8_t *row, struct ata_epc_state *state)
{
	uint8_t flags = row[1];

	*state = (struct ata_epc_state){
		.supported = flags & EPC_SUPPORTED,
		.changeable = flags & EPC_CHANGEABLE,
		.saveable = flags & EPC_SAVEABLE,
		.initial = { flags & EPC_INITIAL_ENABLED, ata_dword(row, 2) },
		.saved = { flags & EPC_SAVED_ENABLED, ata_dword(row, 4) },
		.current = { flags & EPC_CURRENT_ENABLED, ata_dword(row, 6) },
		.recovery_ms = epc_stated(ata_dword(row, 8)) * UINT64_C(100),
		.min = epc_stated(ata_dword(row, 10)),
		.max = epc_stated(ata_dword(row, 12)),
	};
	/* byte 0 is reserved and 0; a bridge without logs returns arbitrary bytes */
	return !row[0] && (!state->max || state->min <= state->max);
}

bool ata_epc_decode(const uint8_t *idle, const uint8_t *standby,
		    struct ata_epc_state states[ATA_EPC_COUNT])
{
	const uint8_t *const pages[] = { idle, standby };
	bool any = false;

	for (unsigned i = 0; i < ATA_EPC_COUNT; i++) {
		const struct ata_epc_def *def = &ata_epc_table[i];

		if (!decode_row(pages[def->page] + def->offset, &states[i]))
			return false;
		any |= states[i].supported;
	}
	return any;
}

uint32_t ata_epc_effective(const struct ata_epc_timer *timer)
{
	return timer->enabled ? timer->time : 0;
}

/* LBA 7:5 of the subcommands; bit 4 is the save_bit of their rows. */
enum { EPC_MINUTES = 0x80, EPC_FROM_INITIAL = 0x40, EPC_ENABLE = 0x20 };

/* The values that are words, not times. */
static const struct epc_word {
	char word[8];
	uint32_t value;
	enum ata_feature feature;
	uint8_t bits;
} words[] = {
	{ "off", 0, FEATURE_EPC_STATE, 0 },
	{ "on", ATA_EPC_ON, FEATURE_EPC_STATE, EPC_ENABLE },
	{ "default", ATA_EPC_INITIAL, FEATURE_EPC_RESTORE, EPC_FROM_INITIAL },
	{ "saved", ATA_EPC_SAVED, FEATURE_EPC_RESTORE, 0 },
};

static const struct epc_word *find_word(uint64_t value)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (words[i].value == value)
			return &words[i];
	}
	return NULL;
}

bool ata_epc_value(const char *word, uint64_t *value)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!word_is(words[i].word, word))
			continue;
		*value = words[i].value;
		return true;
	}
	return false;
}

const char *ata_epc_word(uint64_t value)
{
	const struct epc_word *found = find_word(value);

	return found ? found->word : NULL;
}

enum { PER_MINUTE = 600, FIELD_MAX = 65535 };

uint64_t ata_epc_rounded(uint64_t time)
{
	if (time <= FIELD_MAX)
		return time;
	return time > ATA_EPC_MOST ? 0 : (time + PER_MINUTE - 1) / PER_MINUTE * PER_MINUTE;
}

struct ata_cmd ata_epc_set(enum ata_epc condition, uint64_t value, bool save)
{
	const struct epc_word *word = find_word(value);
	enum ata_feature feature = word ? word->feature : FEATURE_EPC_TIMER;
	struct ata_cmd cmd = ata_set_feature(feature, true, ata_epc_table[condition].id);

	if (save)
		cmd.lba |= ata_feature_table[feature].save_bit;
	if (word)
		cmd.lba |= word->bits;
	else if (value <= FIELD_MAX)
		cmd.lba |= EPC_ENABLE | value << 8;
	else
		cmd.lba |= EPC_ENABLE | EPC_MINUTES | value / PER_MINUTE << 8;
	return cmd;
}

bool ata_epc_is(const struct ata_epc_state *state, uint64_t value, bool save)
{
	uint32_t now = ata_epc_effective(&state->current);
	uint32_t saved = ata_epc_effective(&state->saved);

	if (save && now != saved)
		return false;
	if (value == ATA_EPC_ON)
		return now;
	if (value == ATA_EPC_INITIAL)
		return now == ata_epc_effective(&state->initial);
	return now == (value == ATA_EPC_SAVED ? saved : value);
}
