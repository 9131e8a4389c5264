// SPDX-License-Identifier: GPL-2.0-or-later
#include "sat.h"

#include <string.h>

enum {
	OP_ATA_PASS_THROUGH_16 = 0x85,
	OP_ATA_PASS_THROUGH_12 = 0xa1,
	/* byte 1, bits 4:1 */
	PROTOCOL_NON_DATA = 3,
	PROTOCOL_PIO_IN = 4,
	PROTOCOL_PIO_OUT = 5,
	PROTOCOL_DMA = 6,
	EXTEND = 0x01,
	/* byte 2 */
	CK_COND = 0x20,
	T_DIR_IN = 0x08,
	T_TYPE = 0x10,	      /* blocks are logical sectors, not 512 bytes */
	BYT_BLOK = 0x04,      /* the length counts blocks */
	T_LENGTH_COUNT = 0x02 /* and stands in the COUNT field */
};

static const uint8_t protocol_code[] = {
	[ATA_NON_DATA] = PROTOCOL_NON_DATA, [ATA_PIO_IN] = PROTOCOL_PIO_IN,
	[ATA_PIO_OUT] = PROTOCOL_PIO_OUT,   [ATA_DMA_IN] = PROTOCOL_DMA,
	[ATA_DMA_OUT] = PROTOCOL_DMA,
};

static uint8_t protocol_byte(const struct ata_cmd *cmd)
{
	return (uint8_t)(protocol_code[cmd->protocol] << 1 | (cmd->ext ? EXTEND : 0));
}

static uint8_t transfer_byte(const struct ata_cmd *cmd)
{
	uint8_t byte = cmd->want || cmd->ask ? CK_COND : 0;

	if (cmd->bytes == 0)
		return byte;
	byte |= BYT_BLOK | T_LENGTH_COUNT;
	if (cmd->logical_blocks)
		byte |= T_TYPE;
	if (ata_reads_data(cmd))
		byte |= T_DIR_IN;
	return byte;
}

void sat_encode16(const struct ata_cmd *cmd, uint8_t cdb[SAT_CDB16_BYTES])
{
	memset(cdb, 0, SAT_CDB16_BYTES);
	cdb[0] = OP_ATA_PASS_THROUGH_16;
	cdb[1] = protocol_byte(cmd);
	cdb[2] = transfer_byte(cmd);
	cdb[4] = (uint8_t)cmd->feature;
	cdb[6] = (uint8_t)cmd->count;
	cdb[8] = (uint8_t)cmd->lba;
	cdb[10] = (uint8_t)(cmd->lba >> 8);
	cdb[12] = (uint8_t)(cmd->lba >> 16);
	cdb[13] = ata_device_field(cmd);
	cdb[14] = cmd->command;
	if (cmd->ext) {
		cdb[3] = (uint8_t)(cmd->feature >> 8);
		cdb[5] = (uint8_t)(cmd->count >> 8);
		cdb[7] = (uint8_t)(cmd->lba >> 24);
		cdb[9] = (uint8_t)(cmd->lba >> 32);
		cdb[11] = (uint8_t)(cmd->lba >> 40);
	}
}

void sat_encode12(const struct ata_cmd *cmd, uint8_t cdb[SAT_CDB12_BYTES])
{
	memset(cdb, 0, SAT_CDB12_BYTES);
	cdb[0] = OP_ATA_PASS_THROUGH_12;
	cdb[1] = protocol_byte(cmd);
	cdb[2] = transfer_byte(cmd);
	cdb[3] = (uint8_t)cmd->feature;
	cdb[4] = (uint8_t)cmd->count;
	cdb[5] = (uint8_t)cmd->lba;
	cdb[6] = (uint8_t)(cmd->lba >> 8);
	cdb[7] = (uint8_t)(cmd->lba >> 16);
	cdb[8] = ata_device_field(cmd);
	cdb[9] = cmd->command;
}
