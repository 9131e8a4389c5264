// SPDX-License-Identifier: GPL-2.0-or-later
/* include/ata_drive.h, sectors of ata.h, and erase.h, but for SCT. */
#include "ata_drive.h"
#include "ata.h"
#include "erase.h"
#include "prove.h"

static uint8_t id[512], page[512], other[512];

static void prove_features(void)
{
	for (unsigned i = FEATURE_NONE + 1; i < ATA_FEATURE_COUNT; i++) {
		enum ata_feature feature = (enum ata_feature)i;

		if (!ata_feature_table[i].in_identify)
			continue;
		ata_feature_supported(id, feature);
		ata_feature_supported_if_valid(id, feature);
		ata_feature_enabled(id, feature);
		ata_feature_level(id, feature);
		ata_feature_empty_word(id, feature);
	}
}

static void prove_security(void)
{
	struct ata_security security;
	struct ata_password password = { any_bool(), any_bool(), any_bool(), any_u16(), { 0 } };
	uint8_t block[512];
	bool more;

	any_bytes(password.bytes, sizeof(password.bytes));
	ata_erase_minutes(id, any_bool(), &more);
	ata_security_decode(id, &security);
	ata_password_encode(any_bool() ? ATA_SECURITY_ERASE_UNIT : ATA_SECURITY_SET_PASSWORD,
			    &password, block);
	ata_next_master_revision(any_u16());
	ata_erase_timeout_s(id, any_bool());
}

static void prove_sanitize(void)
{
	struct ata_sanitize_support support;
	struct ata_sanitize_status status;
	struct ata_result res = { .valid = true, .count = any_u16(), .lba = any_u64() };

	ata_sanitize_support(id, &support);
	ata_sanitize_decode(&res, &status);
	ata_sanitize_reason(any_u8());
	ata_sanitize_failed(&res);
	disk_sanitize_advice((enum disk_sanitize_state)(any_u8() % (DISK_SANITIZE_UNKNOWN + 1)));
	for (unsigned i = ATA_SANITIZE_STATUS_EXT; i <= ATA_SANITIZE_ANTIFREEZE_LOCK_EXT; i++)
		ata_sanitize_command((enum ata_id)i, any_u32(), any_upto(15));
}

static void prove_dco(void)
{
	any_bytes(other, sizeof(other));
	ata_dco_revision(other);
	ata_dco_max_sectors(other);
	ata_dco_set_max_sectors(other, any_u64());
	for (size_t i = 0; i < ata_dco_feature_count; i++) {
		ata_dco_has(other, &ata_dco_features[i]);
		ata_dco_doubtful(other, &ata_dco_features[i]);
	}
}

static void prove_sectors(void)
{
	struct ata_sector_run run = { any_u64(), any_upto(65535) + 1 };
	uint8_t entry[TRIM_ENTRY_BYTES];

	for (unsigned act = SECTORS_READ; act <= SECTORS_VERIFY; act++)
		ata_sectors(id, (enum ata_sectors_act)act, run,
			    act == SECTORS_VERIFY ? NULL : page);
	ata_verify_most(id);
	ata_sector_is_28bit(any_u64());
	ata_sector_exists(id, any_u64());
	ata_pending_count(page);
	for (unsigned i = 0; i < PENDING_PER_PAGE; i++)
		ata_pending_lba(page, i);
	ata_trim_encode(any_u64(), any_u16(), entry);
}

static void prove_firmware(void)
{
	struct ata_firmware_limits limits;
	struct ata_firmware_modes modes;
	struct ata_sector_configuration list[SECTOR_CONFIGURATIONS];
	struct ata_cmd cmd = ata_download_microcode(FIRMWARE_OFFSETS, page, 512 * any_upto(65535),
						    any_upto(65535));

	ata_firmware_limits(id, &limits);
	ata_firmware_modes(page, &modes);
	cmd.res.valid = any_bool();
	cmd.res.count = any_u16();
	ata_firmware_indication(&cmd);
	ata_sector_configurations(id, page, list);
}

static void prove_logs(void)
{
	struct ata_device_sleep sleep;
	struct ata_cmd cmd;
	uint64_t sectors;

	ata_log_pages(page, any_u8());
	ata_read_log(any_u8(), any_u16(), page);
	ata_sct_log(id, any_bool(), page);
	ata_device_sleep_decode(page, &sleep);
	ata_reallocated_statistic(page, &sectors);
	ata_smart_data(id, page, &cmd);
	ata_self_test_runs(page);
	ata_reallocated_attribute(page, &sectors);
}

static void prove_epc(void)
{
	struct ata_epc_state states[ATA_EPC_COUNT];
	struct ata_epc_timer timer = { any_bool(), any_u32() };
	struct ata_epc_state state = { .supported = true };
	uint64_t value = any_upto(ATA_EPC_SAVED);
	char word[12];

	any_bytes(other, sizeof(other));
	ata_epc_decode(page, other, states);
	state.current = state.initial = state.saved = timer;
	ata_epc_is(&state, value, any_bool());
	ata_epc_effective(&timer);
	for (size_t length = 0; length < sizeof(word); length++) {
		any_text(word + sizeof(word) - 1 - length, length);
		ata_epc_by_name(word + sizeof(word) - 1 - length, length);
		ata_epc_value(word + sizeof(word) - 1 - length, &value);
	}
	ata_epc_word(any_u64());
	ata_epc_rounded(any_u64());
	for (unsigned i = 0; i < ATA_EPC_COUNT; i++)
		ata_epc_set((enum ata_epc)i, any_upto(ATA_EPC_SAVED), any_bool());
}

void prove_ata_drive(void)
{
	any_bytes(id, sizeof(id));
	any_bytes(page, sizeof(page));
	prove_features();
	prove_security();
	prove_sanitize();
	prove_dco();
	prove_sectors();
	prove_firmware();
	prove_logs();
	prove_epc();
}
