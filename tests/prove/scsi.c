// SPDX-License-Identifier: GPL-2.0-or-later
/* include/scsi.h. */
#include "prove.h"
#include "scsi.h"

/* The largest lengths of answers; each smaller length is tried, too. */
enum { PAGE_MOST = 72, MODE_MOST = SCSI_MODE_BYTES + SCSI_MODE_WIDER, SHORT_MOST = 64 };

static uint8_t room[4096];

static void prove_rows(void)
{
	struct scsi_sense none = { .code = { .present = false } };

	scsi_attention(&none);
}

static void prove_plain_commands(void)
{
	struct scsi_cmd cmd = scsi_test_unit_ready();

	cmd = scsi_synchronize_cache();
	size_t bytes = any_u16();

	scsi_changes(&cmd);
	scsi_identifies(&cmd);
	scsi_request_sense(room, any_u8());
	scsi_inquiry(room, bytes);
	scsi_inquiry_page(any_u8(), room, bytes);
	scsi_start_stop_unit(any_bool());
	scsi_log_sense(any_u8(), room, bytes);
	scsi_mode_sense(any_u8(), any_upto(SCSI_MODE_SAVED), room, bytes);
	scsi_mode_select(room, bytes, any_bool());
	scsi_mode_sense_blocks(room, bytes);
	scsi_mode_sense_6(any_u8(), any_upto(SCSI_MODE_SAVED), room, any_u8());
	scsi_mode_select_6(room, any_u8(), any_bool());
	scsi_verify(any_u64(), any_u32());
	scsi_write_uncorrectable(any_u64());
	scsi_read_first(room, bytes);
	scsi_read_capacity(room, bytes);
	scsi_write_buffer(any_u8(), any_upto(0xffffff), room, any_upto(0xffffff));
	for (unsigned i = 0; i < ATA_EPC_COUNT; i++)
		scsi_go_to((enum ata_epc)i);
	for (unsigned i = 0; i < SCSI_OPERATION_COUNT; i++)
		scsi_report_operation((enum scsi_operation_id)i, room, bytes);
}

static void prove_erase_commands(void)
{
	uint8_t pattern[SCSI_PATTERN_BYTES], list[SCSI_FORMAT_LIST_BYTES];

	scsi_sanitize_pattern(pattern, any_u32(), any_u32(), any_bool());
	for (unsigned i = SCSI_SANITIZE_OVERWRITE; i <= SCSI_SANITIZE_EXIT_FAILURE; i++)
		scsi_sanitize((enum scsi_operation_id)i, pattern, sizeof(pattern));
	for (unsigned type = 0; type <= 3; type++) {
		struct scsi_protection protection = { type, any_u32() };
		size_t bytes = scsi_format_list(list, &protection);

		scsi_format_unit(list, bytes, &protection);
	}
}

static void prove_identity(uint8_t *page, size_t bytes)
{
	struct scsi_identity identity;
	char serial[SCSI_SERIAL_BYTES], name[SCSI_NAME_BYTES];
	struct scsi_provisioning provisioning;
	struct scsi_conditions conditions;
	struct scsi_capacity capacity;
	int celsius;

	scsi_identity_decode(page, bytes, &identity);
	scsi_serial_decode(page, bytes, serial);
	scsi_name_decode(page, bytes, name);
	scsi_rotation_decode(page, bytes);
	scsi_page_listed(page, bytes, any_u8());
	scsi_provisioning_decode(page, bytes, &provisioning);
	scsi_unmap_limit_decode(page, bytes, &provisioning);
	scsi_operation_supported(page, bytes);
	scsi_operation_missing(page, bytes);
	scsi_temperature_decode(page, bytes, &celsius);
	scsi_conditions_decode(page, bytes, &conditions);
	scsi_capacity_decode(page, bytes, &capacity);
}

static struct scsi_timers any_timers(void)
{
	struct scsi_timers timers;

	for (unsigned i = 0; i < ATA_EPC_COUNT; i++) {
		timers.has[i] = any_bool();
		timers.timer[i] = (struct ata_epc_timer){ any_bool(), any_u32() };
	}
	return timers;
}

/* An answer of MODE SENSE; the list has exactly its length. */
static void prove_mode(uint8_t *data, size_t bytes)
{
	static uint8_t end[MODE_MOST];
	uint8_t *list = end + MODE_MOST - bytes;
	struct scsi_timers timers, asked = any_timers();
	struct scsi_caching caching;
	uint16_t ms;
	bool on;

	scsi_mode_whole(data, bytes);
	scsi_write_cache_decode(data, bytes, &on);
	scsi_caching_decode(data, bytes, &caching);
	scsi_look_ahead_encode(data, bytes, any_bool(), list);
	scsi_recovery_decode(data, bytes, &ms);
	scsi_recovery_encode(data, bytes, any_u16(), list);
	scsi_mode_saveable(data, bytes, any_u8());
	scsi_timers_decode(data, bytes, &timers);
	scsi_timers_encode(data, bytes, &asked, list);
}

static void prove_blocks(uint8_t *data, size_t bytes)
{
	uint8_t list[SCSI_BLOCKS_LIST_BYTES];

	scsi_blocks_encode(data, bytes, any_upto(0xffffff), list);
	scsi_blocks_decode(data, bytes);
}

static void prove_sense_meaning(void)
{
	char text[SCSI_SENSE_TEXT_BYTES];
	struct scsi_sense sense = {
		.code = { any_bool(), any_upto(0x0f), any_u8(), any_u8(), any_bool() },
		.has_information = any_bool(),
		.information = any_u64(),
		.has_progress = any_bool(),
		.progress = any_u16(),
	};

	scsi_attention(&sense);
	scsi_not_ready(&sense);
	scsi_unknown(&sense);
	scsi_form_refused(&sense);
	scsi_data_refused(&sense);
	scsi_microcode_changed(&sense);
	scsi_medium_failed(&sense);
	scsi_sanitize_state(&sense);
	scsi_format_state(&sense);
	scsi_verdict(&sense);
	scsi_becomes_ready(&sense);
	scsi_stopped(&sense);
	scsi_refused(&sense);
	scsi_sense_text(&sense, text);
	scsi_status_text(any_u8());
}

static void prove_sense(uint8_t *sense, size_t bytes)
{
	scsi_sense_decode(sense, bytes);
}

void prove_scsi_commands(void)
{
	prove_rows();
	prove_plain_commands();
	prove_erase_commands();
}

void prove_scsi_pages(void)
{
	for_lengths(PAGE_MOST, prove_identity);
	for_lengths(PAGE_MOST, scsi_page_make_anonymous);
}

void prove_scsi_modes(void)
{
	static uint8_t end[MODE_MOST];

	for_lengths(MODE_MOST, prove_blocks);
	for_lengths(MODE_MOST, prove_mode);
	//@ loop unroll SHORT_MOST + 1;
	for (size_t bytes = 0; bytes <= SHORT_MOST; bytes++) {
		uint8_t *at = end + MODE_MOST - SCSI_MODE_WIDER - bytes;

		any_bytes(at, bytes);
		scsi_mode_widen(at, bytes);
	}
}

void prove_scsi_sense(void)
{
	for_lengths(SCSI_SENSE_BYTES, prove_sense);
	prove_sense_meaning();
}
