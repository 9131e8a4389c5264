/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * NVMe commands in SCSI commands of USB bridges, encoded and decoded. Pure. Which bridge has which
 * tunnel is in bridges.c. Only Identify and Get Log Page go through one: of the other commands some
 * bridges lose what the drive answers.
 */
#ifndef HDPARM_NVME_TUNNEL_H
#define HDPARM_NVME_TUNNEL_H

#include "nvme.h"

/* The namespace that all these bridges show. */
enum { NVME_TUNNEL_NAMESPACE = 1 };

/* What a SCSI command of a tunnel moves. */
enum nvme_step_kind {
	NVME_STEP_COMMAND, /* to the bridge: the NVMe command, NVME_ENVELOPE_BYTES */
	NVME_STEP_DATA,	   /* from the drive: the NVMe command's data */
	NVME_STEP_REPLY	   /* from the bridge: the completion, NVME_ENVELOPE_BYTES */
};

enum { NVME_ENVELOPE_BYTES = 512, NVME_STEPS = 3, NVME_STEP_CDB_BYTES = 16 };

struct nvme_step {
	enum nvme_step_kind kind;
	uint8_t length; /* of the CDB: 12 or 16 */
	uint8_t cdb[NVME_STEP_CDB_BYTES];
	size_t bytes; /* that it moves */
};

/* True if the command may go through the tunnel: Identify of a controller or namespace, or a log.
 */
bool nvme_tunnel_carries(enum nvme_tunnel tunnel, const struct nvme_cmd *cmd);

/*
 * The SCSI commands that carry an NVMe command that nvme_tunnel_carries(), in their order; returns
 * how many. `envelope` is what NVME_STEP_COMMAND sends.
 */
unsigned nvme_tunnel_encode(enum nvme_tunnel tunnel, const struct nvme_cmd *cmd,
			    struct nvme_step steps[NVME_STEPS],
			    uint8_t envelope[NVME_ENVELOPE_BYTES]);

/* Decode the completion that NVME_STEP_REPLY read. False if the reply is no completion. */
bool nvme_tunnel_reply(const uint8_t reply[NVME_ENVELOPE_BYTES], struct nvme_result *res);

/* What a CDB of a tunnel is for. */
struct nvme_tunnelled {
	enum nvme_step_kind kind;
	bool told; /* the command is told, by the CDB or in what it sends: */
	uint8_t opcode;
	uint8_t page; /* of Identify: the CNS, of Get Log Page: the log */
};

/* Decode a CDB, of NVME_STEP_COMMAND with the data it sends. False: it is no tunnel's. */
bool nvme_tunnel_decode(const uint8_t *cdb, size_t length, const void *data, size_t bytes,
			struct nvme_tunnelled *t);

/* True if a CDB that was decoded is known to change nothing. */
bool nvme_tunnel_asks(const struct nvme_tunnelled *t);

#endif
