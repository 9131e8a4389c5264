/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * NVMe commands in SCSI commands of USB bridges, encoded and decoded. Pure. src/ata/bridges.c lists
 * the tunnel of each bridge. Only Identify and Get Log Page go through a tunnel: for other commands
 * some bridges lose the drive's answer.
 */
#ifndef HDPARM_NVME_TUNNEL_H
#define HDPARM_NVME_TUNNEL_H

#include "nvme.h"

/* The only namespace that these bridges show. */
enum { NVME_TUNNEL_NAMESPACE = 1 };

/* The purpose of a SCSI command of a tunnel. */
enum nvme_step_kind {
	NVME_STEP_COMMAND, /* to the bridge: the NVMe command, NVME_ENVELOPE_BYTES */
	NVME_STEP_DATA,	   /* from the drive: the NVMe command's data */
	NVME_STEP_REPLY	   /* from the bridge: the completion, NVME_ENVELOPE_BYTES */
};

enum { NVME_ENVELOPE_BYTES = 512, NVME_STEPS = 3, NVME_STEP_CDB_BYTES = 16 };

struct nvme_step {
	enum nvme_step_kind kind;
	uint8_t length; /* length of the CDB: 12 or 16 */
	uint8_t cdb[NVME_STEP_CDB_BYTES];
	size_t bytes; /* bytes of data */
};

/* True if the command may go through the tunnel: Identify of a controller or namespace, or a log.
 */
bool nvme_tunnel_carries(enum nvme_tunnel tunnel, const struct nvme_cmd *cmd);

/*
 * Encode an NVMe command, for which nvme_tunnel_carries() is true, as SCSI commands in their order;
 * return their count. `envelope` is the data of NVME_STEP_COMMAND.
 */
unsigned nvme_tunnel_encode(enum nvme_tunnel tunnel, const struct nvme_cmd *cmd,
			    struct nvme_step steps[NVME_STEPS],
			    uint8_t envelope[NVME_ENVELOPE_BYTES]);

/* Decode the completion that NVME_STEP_REPLY read. False if the reply is no completion. */
bool nvme_tunnel_reply(const uint8_t reply[NVME_ENVELOPE_BYTES], struct nvme_result *res);

/* A decoded CDB of a tunnel. */
struct nvme_tunnelled {
	enum nvme_step_kind kind;
	bool told; /* the CDB, or the data that it sends, name the NVMe command: */
	uint8_t opcode;
	uint8_t page; /* the CNS of Identify, or the log of Get Log Page */
};

/* Decode a CDB; NVME_STEP_COMMAND also needs its data. False if no tunnel has this CDB. */
bool nvme_tunnel_decode(const uint8_t *cdb, size_t length, const void *data, size_t bytes,
			struct nvme_tunnelled *t);

/* True if a CDB that was decoded is known to change nothing. */
bool nvme_tunnel_asks(const struct nvme_tunnelled *t);

#endif
