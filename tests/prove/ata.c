// SPDX-License-Identifier: GPL-2.0-or-later
/* include/ata.h, and SCT of ata_drive.h. */
#include "ata_drive.h"
#include "prove.h"

static uint8_t page[512];

static struct ata_result any_result(void)
{
	struct ata_result res = { .valid = any_bool() };

	res.status = any_u8();
	res.error = any_u8();
	res.device = any_u8();
	res.count = any_u16();
	res.lba = any_u64();
	return res;
}

static void prove_command(struct ata_cmd *cmd)
{
	char title[ATA_TITLE_BYTES];

	cmd->feature = any_u16();
	cmd->count = any_u16();
	cmd->lba = any_u64();
	cmd->device = any_u8();
	cmd->want = any_upto(7);
	cmd->res = any_result();
	ata_changes(cmd);
	ata_asks(cmd);
	ata_revalidates(cmd);
	ata_reads_lba(cmd);
	ata_device_field(cmd);
	ata_verdict(cmd);
	ata_lasting(cmd);
	ata_command_name(cmd);
	ata_command_title(cmd, title);
	ata_identifies(cmd);
	ata_reads_data(cmd);
	ata_writes_data(cmd);
	ata_by_dma(cmd);
	ata_feature_of(cmd);
}

static void prove_commands(void)
{
	//@ loop unroll ATA_COMMAND_COUNT;
	for (unsigned i = 0; i < ATA_COMMAND_COUNT; i++) {
		struct ata_cmd cmd = ata_command((enum ata_id)i);

		prove_command(&cmd);
		cmd = ata_command_data((enum ata_id)i, page, sizeof(page));
		prove_command(&cmd);
	}
	for (unsigned i = FEATURE_NONE; i < ATA_FEATURE_COUNT; i++) {
		struct ata_cmd cmd = ata_set_feature((enum ata_feature)i, any_bool(), any_u16());

		ata_feature_of(&cmd);
	}
}

static void prove_codes(void)
{
	ata_status_failed(any_u8());
	ata_status_plausible(any_u8());
	ata_code_secures(any_u8());
}

static void prove_sct(void)
{
	struct sct_status status;
	struct ata_cmd cmd = ata_command(ATA_SMART_WRITE_LOG);
	uint16_t value;
	int celsius;

	any_bytes(page, sizeof(page));
	cmd.count = any_u16();
	cmd.res = any_result();
	for (unsigned i = SCT_NO_SETTING + 1; i < SCT_SETTING_COUNT; i++) {
		sct_supported(page, (enum sct_setting)i);
		sct_state_name((enum sct_setting)i, any_u16());
	}
	sct_decode(&cmd, &value);
	sct_status_decode(page, &status);
	sct_status_text(any_u16());
	sct_temperature(page, &celsius);
	for (unsigned i = 0; i < SCT_OPERATION_COUNT; i++) {
		struct sct_request request = { (enum sct_operation)i, any_u16(), any_u16(),
					       any_bool() };
		uint8_t sent[SCT_BYTES];

		sct_encode(&request, sent);
	}
}

void prove_ata(void)
{
	any_bytes(page, sizeof(page));
	prove_commands();
	prove_codes();
	prove_sct();
}
