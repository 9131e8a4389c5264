// SPDX-License-Identifier: GPL-2.0-or-later
/* Logs, power conditions (EPC), DCO data and SMART data. */
#include "ata_drive.h"
#include "ata.h"
#include "identify.h"
#include "text.h"
#include "words.h"

#include <string.h>

/* --- Logs, and counts of reallocated sectors --- */

unsigned ata_log_pages(const uint8_t *directory, uint8_t address)
{
	return ata_word(directory, address);
}

struct ata_cmd ata_read_log(uint8_t address, uint16_t page, void *data)
{
	struct ata_cmd cmd = ata_command_data(ATA_READ_LOG_EXT, data, 512);

	cmd.lba = address | (uint64_t)(page & 0xff) << 8 | (uint64_t)(page >> 8) << 32;
	return cmd;
}

struct ata_cmd ata_sct_log(const uint8_t *id, bool write, void *data)
{
	bool smart = ata_id_claims(id, ID_HAS_SMART) && ata_id_enabled(id, ID_HAS_SMART);
	bool general = !smart && ata_id_has(id, ID_HAS_GENERAL_PURPOSE_LOGGING);
	struct ata_cmd cmd;

	if (general)
		cmd = ata_command_data(write ? ATA_WRITE_LOG_EXT : ATA_READ_LOG_EXT, data, 512);
	else
		cmd = ata_command_data(write ? ATA_SMART_WRITE_LOG : ATA_SMART_READ_LOG, data, 512);
	cmd.lba = (general ? 0 : SMART_SIGNATURE) | LOG_SCT;
	return cmd;
}

void ata_sector_configurations(const uint8_t *id, const uint8_t *page,
			       struct ata_sector_configuration list[SECTOR_CONFIGURATIONS])
{
	enum { ROW_BYTES = 16, ROW_VALID = 0x80 };
	unsigned present = ata_id_sector_bytes(id);
	bool as_bytes = false, as_words = false;

	for (unsigned i = 0; i < SECTOR_CONFIGURATIONS; i++) {
		const uint8_t *row = page + ROW_BYTES * i;
		uint64_t size = ata_dword(row, 2);

		list[i] = (struct ata_sector_configuration){
			.valid = (row[0] & ROW_VALID) && size,
			.check = ata_word(row, 1),
			.bytes = size * 2,
		};
		as_bytes |= list[i].valid && size == present;
		as_words |= list[i].valid && size * 2 == present;
	}
	for (unsigned i = 0; i < SECTOR_CONFIGURATIONS && as_bytes && !as_words; i++)
		list[i].bytes /= 2;
}

uint32_t ata_pending_count(const uint8_t *page0)
{
	return ata_dword(page0, 0);
}

/* An entry has 16 bytes: power-on hours in bytes 3:0, the LBA in bytes 15:8. */
uint64_t ata_pending_lba(const uint8_t *page, unsigned entry)
{
	return ata_qword(page, entry * 8 + 4);
}

/* Bytes 55:48 are one number with the timings; bit 63 is set if the timings are valid. */
bool ata_device_sleep_decode(const uint8_t *page, struct ata_device_sleep *sleep)
{
	uint64_t timings = ata_qword(page, 48 / 2);

	sleep->exit_ms = timings >> 8 & 0xff;
	sleep->assertion_ms = timings & 0x1f;
	return timings >> 63;
}

#define STATISTIC_SUPPORTED (UINT64_C(1) << 63)
#define STATISTIC_VALID	    (UINT64_C(1) << 62)

bool ata_reallocated_statistic(const uint8_t *page, uint64_t *sectors)
{
	/* byte of the page number; word of Number of Reallocated Logical Sectors (ACS-4 9.5) */
	enum { PAGE_NUMBER = 2, REALLOCATED_WORD = 32 / 2 };
	const uint64_t stated = STATISTIC_SUPPORTED | STATISTIC_VALID;
	uint64_t statistic = ata_qword(page, REALLOCATED_WORD);

	*sectors = (uint32_t)statistic;
	return page[PAGE_NUMBER] == LOG_PAGE_ROTATING_MEDIA && (statistic & stated) == stated;
}

bool ata_smart_data(const uint8_t *id, uint8_t *data, struct ata_cmd *cmd)
{
	*cmd = ata_command_data(ATA_SMART_READ_DATA, data, 512);
	cmd->lba = SMART_SIGNATURE;
	return ata_id_claims(id, ID_HAS_SMART) && ata_id_enabled(id, ID_HAS_SMART);
}

bool ata_self_test_runs(const uint8_t *data)
{
	enum { SELF_TEST_STATUS = 363, RUNS = 0xf };

	return data[SELF_TEST_STATUS] >> 4 == RUNS;
}

bool ata_reallocated_attribute(const uint8_t *data, uint64_t *sectors)
{
	enum { FIRST = 2, ENTRIES = 30, ENTRY_BYTES = 12, RAW = 5, REALLOCATED = 5 };
	uint8_t sum = 0;

	for (unsigned i = 0; i < 512; i++)
		sum = (uint8_t)(sum + data[i]);
	for (unsigned i = 0; i < ENTRIES && !sum; i++) {
		const uint8_t *entry = data + FIRST + i * ENTRY_BYTES;

		if (entry[0] != REALLOCATED)
			continue;
		/* the upper words of the raw value may hold other counts */
		*sectors = entry[RAW] | (uint64_t)entry[RAW + 1] << 8;
		return true;
	}
	return false;
}

/* --- Extended Power Conditions --- */

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

/* Flags in byte 1 of a power condition descriptor. */
enum {
	EPC_SUPPORTED = 0x80,
	EPC_SAVEABLE = 0x40,
	EPC_CHANGEABLE = 0x20,
	EPC_INITIAL_ENABLED = 0x10,
	EPC_SAVED_ENABLED = 0x08,
	EPC_CURRENT_ENABLED = 0x04
};

/* FFFFFFFFh stands for a time that the field cannot express. */
static uint32_t epc_stated(uint32_t field)
{
	return field == UINT32_MAX ? 0 : field;
}

bool ata_epc_decode(const uint8_t *idle, const uint8_t *standby,
		    struct ata_epc_state states[ATA_EPC_COUNT])
{
	const uint8_t *const pages[] = { idle, standby };
	bool any = false;

	for (unsigned i = 0; i < ATA_EPC_COUNT; i++) {
		const uint8_t *row = pages[ata_epc_table[i].page] + ata_epc_table[i].offset;
		uint8_t flags = row[1];

		states[i] = (struct ata_epc_state){
			.supported = flags & EPC_SUPPORTED,
			.changeable = flags & EPC_CHANGEABLE,
			.saveable = flags & EPC_SAVEABLE,
			.tells_initial = true,
			.tells_saved = true,
			.initial = { flags & EPC_INITIAL_ENABLED, ata_dword(row, 2) },
			.saved = { flags & EPC_SAVED_ENABLED, ata_dword(row, 4) },
			.current = { flags & EPC_CURRENT_ENABLED, ata_dword(row, 6) },
			.recovery_ms = epc_stated(ata_dword(row, 8)) * UINT64_C(100),
			.min = epc_stated(ata_dword(row, 10)),
			.max = epc_stated(ata_dword(row, 12)),
		};
		/* reserved byte 0 is not 0, or the limits contradict: not this log */
		if (row[0] || (states[i].max && states[i].min > states[i].max))
			return false;
		any |= states[i].supported;
	}
	return any;
}

uint32_t ata_epc_effective(const struct ata_epc_timer *timer)
{
	return timer->enabled ? timer->time : 0;
}

/* Flags in LBA 7:5 of the EPC subcommands. LBA bit 4 is `save_bit` in ata_feature_table[]. */
enum { EPC_MINUTES = 0x80, EPC_FROM_INITIAL = 0x40, EPC_ENABLE = 0x20 };

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

	/* a condition that a drive lacks is off for ever */
	if (save && state->supported && (!state->tells_saved || now != saved))
		return false;
	if (value == ATA_EPC_ON)
		return now;
	if (value == ATA_EPC_INITIAL)
		return state->tells_initial && now == ata_epc_effective(&state->initial);
	if (value == ATA_EPC_SAVED)
		return state->tells_saved && now == saved;
	return now == value;
}

/* --- Device configuration overlay (ACS-2) --- */

/* Word numbers in the data of DEVICE CONFIGURATION IDENTIFY. */
enum { DCO_REVISION = 0, DCO_MAX_LBA = 3 };

/* Features by word and bit, with the names of hdparm 9.65 that scripts expect. */
/* clang-format off */
const struct ata_dco_feature ata_dco_features[] = {
	{ 1, 0, DCO_LINE_MDMA, "mdma0" }, { 1, 1, DCO_LINE_MDMA, "mdma1" },
	{ 1, 2, DCO_LINE_MDMA, "mdma2" },
	{ 2, 0, DCO_LINE_UDMA, "udma0" }, { 2, 1, DCO_LINE_UDMA, "udma1" },
	{ 2, 2, DCO_LINE_UDMA, "udma2" }, { 2, 3, DCO_LINE_UDMA, "udma3" },
	{ 2, 4, DCO_LINE_UDMA, "udma4" }, { 2, 5, DCO_LINE_UDMA, "udma5" },
	{ 2, 6, DCO_LINE_UDMA, "udma6" },
	{ 7, 0, DCO_LINE_ATA, "SMART" }, { 7, 1, DCO_LINE_ATA, "self_test" },
	{ 7, 2, DCO_LINE_ATA, "error_log" }, { 7, 3, DCO_LINE_ATA, "security" },
	{ 7, 4, DCO_LINE_ATA, "PUIS" }, { 7, 5, DCO_LINE_ATA, "TCQ" },
	{ 7, 6, DCO_LINE_ATA, "AAM" }, { 7, 7, DCO_LINE_ATA, "HPA" },
	{ 7, 8, DCO_LINE_ATA, "48_bit" },
	{ 7, 9, DCO_LINE_ATA_2, "streaming" }, { 7, 10, DCO_LINE_ATA_2, "TLC_Reserved_7[10]" },
	{ 7, 11, DCO_LINE_ATA_2, "FUA" }, { 7, 12, DCO_LINE_ATA_2, "selective_test" },
	{ 7, 13, DCO_LINE_ATA_2, "conveyance_test" },
	{ 7, 14, DCO_LINE_ATA_2, "write_read_verify" }, { 7, 15, DCO_LINE_ATA_2, "reserved_7[15]" },
	{ 21, 11, DCO_LINE_ATA_3, "free_fall" }, { 21, 12, DCO_LINE_ATA_3, "trusted_computing" },
	{ 21, 13, DCO_LINE_ATA_3, "WRITE_UNC_EXT" },
	{ 21, 14, DCO_LINE_ATA_3, "NV_cache_power_management" },
	{ 21, 15, DCO_LINE_ATA_3, "NV_cache" },
	{ 8, 0, DCO_LINE_SATA, "NCQ" }, { 8, 1, DCO_LINE_SATA, "NZ_buffer_offsets" },
	{ 8, 2, DCO_LINE_SATA, "interface_power_management" },
	{ 8, 3, DCO_LINE_SATA, "async_notification" }, { 8, 4, DCO_LINE_SATA, "SSP" },
};
/* clang-format on */

const size_t ata_dco_feature_count = sizeof(ata_dco_features) / sizeof(ata_dco_features[0]);

bool ata_dco_has(const uint8_t *data, const struct ata_dco_feature *feature)
{
	uint16_t from_bit = (uint16_t)(ata_word(data, feature->word) >> feature->bit);

	/* a bit for a transfer mode also means the slower modes */
	switch (feature->line) {
	case DCO_LINE_MDMA:
		return from_bit & (uint16_t)(0x7 >> feature->bit);
	case DCO_LINE_UDMA:
		return from_bit & (uint16_t)(0x7f >> feature->bit);
	default:
		return from_bit & 1;
	}
}

bool ata_dco_doubtful(const uint8_t *data, const struct ata_dco_feature *feature)
{
	return ata_dco_revision(data) < 2 && feature->line == DCO_LINE_UDMA && feature->bit == 6;
}

uint16_t ata_dco_revision(const uint8_t *data)
{
	return ata_word(data, DCO_REVISION);
}

uint64_t ata_dco_max_sectors(const uint8_t *data)
{
	uint64_t max = ata_qword(data, DCO_MAX_LBA);

	return max && max < ATA_MOST_SECTORS ? max + 1 : 0;
}

void ata_dco_set_max_sectors(uint8_t *data, uint64_t sectors)
{
	for (unsigned i = 0; i < 8; i++)
		data[2 * DCO_MAX_LBA + i] = (uint8_t)((sectors - 1) >> 8 * i);
	ata_checksum_set(data);
}
