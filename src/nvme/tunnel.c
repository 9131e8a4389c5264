// SPDX-License-Identifier: GPL-2.0-or-later
/* Tunnels: NVMe commands in vendor CDBs of USB bridges; checks whether answers are plausible. */
#include "nvme.h"
#include "bytes.h"

#include <string.h>

enum {
	/* also ATA PASS-THROUGH(12), where this program leaves bit 7 of byte 1 clear */
	OP_JMICRON = 0xa1,
	JMICRON_NVME = 0x80,
	JMICRON_COMMAND = JMICRON_NVME | 0,
	JMICRON_DATA_IN = JMICRON_NVME | 2,
	JMICRON_REPLY = JMICRON_NVME | 15,
	JMICRON_LENGTH = 12,
	OP_REALTEK = 0xe4,
	OP_ASMEDIA = 0xe6,
	MAKERS_LENGTH = 16
};

static const uint8_t signature[4] = { 'N', 'V', 'M', 'E' };

static void put32(uint8_t *at, uint32_t value)
{
	for (unsigned i = 0; i < 4; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

/*
 * Reads of more than NVME_LOG_BYTES of a log reset some JMicron bridges, and end in old data on
 * Realtek bridges.
 */
bool nvme_tunnel_carries(enum nvme_tunnel tunnel, const struct nvme_cmd *cmd)
{
	if (tunnel == NVME_TUNNEL_NONE || cmd->cdw11 || cmd->cdw12)
		return false;
	if (cmd->operation == &nvme_operation_table[NVME_GET_LOG_PAGE])
		return cmd->bytes <= NVME_LOG_BYTES;
	return cmd->operation == &nvme_operation_table[NVME_IDENTIFY] &&
	       (cmd->cdw10 == NVME_CNS_NAMESPACE || cmd->cdw10 == NVME_CNS_CONTROLLER);
}

/* Byte offsets of little-endian dwords in the data of JMicron's command and reply. */
enum { AT_OPCODE = 2 * 4, AT_NSID = 3 * 4, AT_CDW10 = 12 * 4 };

enum { AT_VALUE = 2 * 4, AT_STATUS = 5 * 4, STATUS_SHIFT = 17, STATUS_MASK = 0x7ff };

static struct nvme_step jmicron_step(enum nvme_step_kind kind, uint8_t function, size_t bytes)
{
	return (struct nvme_step){
		.kind = kind,
		.length = JMICRON_LENGTH,
		.cdb = { OP_JMICRON, function, 0, (uint8_t)(bytes >> 16), (uint8_t)(bytes >> 8),
			 (uint8_t)bytes },
		.bytes = bytes,
	};
}

unsigned nvme_tunnel_encode(enum nvme_tunnel tunnel, const struct nvme_cmd *cmd,
			    struct nvme_step steps[NVME_STEPS],
			    uint8_t envelope[NVME_ENVELOPE_BYTES])
{
	uint8_t *cdb = steps[0].cdb;

	memset(envelope, 0, NVME_ENVELOPE_BYTES);
	if (tunnel == NVME_TUNNEL_JMICRON) {
		memcpy(envelope, signature, sizeof(signature));
		envelope[AT_OPCODE] = cmd->operation->opcode;
		put32(envelope + AT_NSID, cmd->nsid);
		put32(envelope + AT_CDW10, cmd->cdw10);
		steps[0] = jmicron_step(NVME_STEP_COMMAND, JMICRON_COMMAND, NVME_ENVELOPE_BYTES);
		steps[1] = jmicron_step(NVME_STEP_DATA, JMICRON_DATA_IN, cmd->bytes);
		steps[2] = jmicron_step(NVME_STEP_REPLY, JMICRON_REPLY, NVME_ENVELOPE_BYTES);
		return 3;
	}
	steps[0] = (struct nvme_step){
		.kind = NVME_STEP_DATA,
		.length = MAKERS_LENGTH,
		.bytes = cmd->bytes,
	};
	if (tunnel == NVME_TUNNEL_REALTEK) {
		/* the length is little-endian; of CDW10, only the CNS or log identifier is sent */
		cdb[0] = OP_REALTEK;
		cdb[1] = (uint8_t)cmd->bytes;
		cdb[2] = (uint8_t)(cmd->bytes >> 8);
		cdb[3] = cmd->operation->opcode;
		cdb[4] = (uint8_t)cmd->cdw10;
		return 1;
	}
	/* ASMedia: bytes 8 to 15 are CDW13 and CDW12, 0 for these commands */
	cdb[0] = OP_ASMEDIA;
	cdb[1] = cmd->operation->opcode;
	cdb[3] = (uint8_t)cmd->cdw10;
	cdb[6] = (uint8_t)(cmd->cdw10 >> 24);
	cdb[7] = (uint8_t)(cmd->cdw10 >> 16);
	return 1;
}

bool nvme_tunnel_reply(const uint8_t reply[NVME_ENVELOPE_BYTES], struct nvme_result *res)
{
	if (memcmp(reply, signature, sizeof(signature)))
		return false;
	res->answered = true;
	res->value = get32(reply + AT_VALUE);
	res->status = (uint16_t)(get32(reply + AT_STATUS) >> STATUS_SHIFT & STATUS_MASK);
	return true;
}

bool nvme_controller_plausible(const uint8_t data[NVME_IDENTIFY_BYTES])
{
	enum { SERIAL_AT = 4, TEXT_END = SERIAL_AT + 20 + 40 + 8 };
	struct nvme_controller ctrl;

	/* texts are ASCII, padded with blanks (Base 1.4); some drives pad with NUL */
	for (size_t i = SERIAL_AT; i < TEXT_END; i++) {
		if (data[i] && (data[i] < ' ' || data[i] > '~'))
			return false;
	}
	return nvme_controller_decode(data, &ctrl) && *ctrl.model;
}

/* A log of zeros would mean a drive without spare blocks that was never switched on. */
bool nvme_health_plausible(const uint8_t log[NVME_LOG_BYTES])
{
	enum { RESERVED_FROM = 7, RESERVED_TO = 31 };
	bool any = false;

	for (unsigned i = 0; i < NVME_LOG_BYTES; i++) {
		if (log[i] && i >= RESERVED_FROM && i <= RESERVED_TO)
			return false;
		any |= log[i];
	}
	return any;
}
