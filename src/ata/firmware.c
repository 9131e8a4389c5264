// SPDX-License-Identifier: GPL-2.0-or-later
/* DOWNLOAD MICROCODE (ACS-4 7.7): its limits, its fields and its answer. */
#include "ata_drive.h"
#include "words.h"

/* 0 and FFFFh mean that the drive does not report it. */
static unsigned blocks_stated(unsigned blocks)
{
	return blocks == 0xffff ? 0 : blocks;
}

void ata_firmware_limits(const uint8_t *id, struct ata_firmware_limits *limits)
{
	limits->supported = ata_id_has(id, ID_HAS_DOWNLOAD_MICROCODE) &&
			    ata_id_enabled(id, ID_HAS_DOWNLOAD_MICROCODE);
	limits->offsets = ata_id_has(id, ID_HAS_DOWNLOAD_MICROCODE_SEGMENTED);
	limits->min_blocks = ata_id_known(id, ID_MICROCODE_MIN);
	limits->max_blocks = ata_id_known(id, ID_MICROCODE_MAX);
}

/* ACS-4 9.11.5.3: QWord at byte 16, bit 63 valid, 31:16 and 15:0 the limits. */
void ata_firmware_modes(const uint8_t *page, struct ata_firmware_modes *modes)
{
	uint64_t qword = ata_qword(page, 16 / 2);

	*modes = (struct ata_firmware_modes){ .valid = qword >> 63 };
	if (!modes->valid)
		return;
	modes->min_blocks = blocks_stated(qword & 0xffff);
	modes->max_blocks = blocks_stated(qword >> 16 & 0xffff);
}

struct ata_cmd ata_download_microcode(enum ata_firmware_mode mode, void *data, size_t bytes,
				      unsigned offset)
{
	struct ata_cmd cmd = ata_command_data(ATA_DOWNLOAD_MICROCODE, data, bytes);
	unsigned blocks = cmd.count;

	cmd.feature = (uint16_t)mode;
	cmd.count = blocks & 0xff;
	cmd.lba = blocks >> 8 | (uint64_t)offset << 8;
	if (!bytes) {
		cmd.protocol = ATA_NON_DATA;
		cmd.data = NULL;
	}
	return cmd;
}

enum ata_firmware_indication ata_firmware_indication(const struct ata_cmd *download)
{
	unsigned told = download->res.count & 0xff;
	bool segments =
		download->feature == FIRMWARE_OFFSETS || download->feature == FIRMWARE_DEFERRED;

	if (!download->res.valid || !segments || told > FIRMWARE_WAITS)
		return FIRMWARE_NO_INDICATION;
	return (enum ata_firmware_indication)told;
}
