// SPDX-License-Identifier: GPL-2.0-or-later
/* include/passthrough.h, and the functions of include/ata.h that read an ata_result. */
#include "ata.h"
#include "passthrough.h"
#include "prove.h"

static void prove_encode(void)
{
	struct ata_cmd cmd = ata_command(ATA_READ_SECTORS_EXT);

	cmd.command = any_u8();
	cmd.ext = any_bool();
	cmd.feature = any_u16();
	cmd.count = any_u16();
	cmd.lba = any_u64();
	cmd.device = any_u8();
	cmd.bytes = 512 * any_upto(65535);
	cmd.logical_blocks = any_bool();
	cmd.want = any_upto(7);
	cmd.ask = any_bool();
	for (unsigned protocol = ATA_NON_DATA; protocol <= ATA_DMA_OUT; protocol++) {
		cmd.protocol = (enum ata_protocol)protocol;
		for (unsigned i = ATA_PATH_ANY + 1; i < ATA_PATH_COUNT; i++) {
			if (ata_path_carries((enum ata_path)i, &cmd))
				ata_cdb_encode((enum ata_path)i, &cmd, any_bool());
		}
	}
}

static void prove_paths(void)
{
	bool sata_too;

	for (unsigned i = 0; i < ATA_TRANSPORTS; i++)
		ata_transport_name(i);
	for (unsigned i = ATA_PATH_ANY; i < ATA_PATH_COUNT; i++) {
		enum ata_path path = (enum ata_path)i;
		size_t bytes = ata_path_register_bytes(path);
		struct ata_result res;

		ata_path_name(path);
		ata_path_foreign_to_packets(path);
		ata_path_two_ports(path);
		if (bytes) {
			uint8_t data[ATA_REGISTERS_BYTES];
			uint8_t *at = data + sizeof(data) - bytes;

			any_bytes(data, sizeof(data));
			ata_cdb_read_registers(path, any_bool());
			ata_registers_decode(path, at, &res);
		}
	}
	ata_bridge_path(any_u16(), any_u16(), any_u16());
	ata_bridge_most_unmap(any_u16(), any_u16());
	ata_cdb_read_ports();
	ata_bridge_tunnel(any_u16(), any_u16(), any_u16(), &sata_too);
}

static void prove_sense(uint8_t *sense, size_t bytes)
{
	struct ata_result res;

	sense_code(sense, bytes);
	sense_is_error(sense, bytes);
	sense_decode(sense, bytes, &res);
}

/* The functions on a returned result. */
static void prove_results(void)
{
	struct ata_result res = { .valid = any_bool(), .unannounced = any_bool() };
	struct ata_sector_run run = { any_u64(), any_u32() };

	any_bytes(res.sense, sizeof(res.sense));
	//@ loop unroll ATA_SENSE_BYTES + 1;
	for (size_t bytes = 0; bytes <= ATA_SENSE_BYTES; bytes++) {
		res.sense_bytes = bytes;
		sense_opcode_unknown(&res);
		sense_is_fixed(&res);
		ata_medium_failed(&res);
		ata_transfer_failed(&res);
		ata_failed_sector(&res, run);
	}
}

void prove_passthrough(void)
{
	prove_encode();
	prove_paths();
	for_lengths(64, prove_sense);
	prove_results();
}
