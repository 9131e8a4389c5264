// SPDX-License-Identifier: GPL-2.0-or-later
/* Send NVMe commands by ioctls (linux/nvme_ioctl.h) or by tunnels of USB bridges. */
#include "nvme.h"
#include "scsi.h"
#include "transport.h"

#include <errno.h>
#include <linux/ioctl.h>
#include <linux/nvme_ioctl.h>
#include <string.h>

static enum answer_names names_of(const struct nvme_cmd *cmd)
{
	if (cmd->operation != &nvme_operation_table[NVME_IDENTIFY])
		return NAMES_NONE;
	return (enum answer_names)(NAMES_NVME + (cmd->cdw10 & 0xff));
}

int nvme_execute(struct device *dev, struct nvme_cmd *cmd)
{
	enum { STATUS_MASK = 0x7ff }; /* Status Code and its Type, without CRD, M and DNR */
	struct nvme_passthru_cmd io = {
		.opcode = cmd->operation->opcode,
		.nsid = cmd->nsid,
		.addr = (uintptr_t)cmd->data,
		.data_len = (uint32_t)cmd->bytes,
		.cdw10 = cmd->cdw10,
		.cdw11 = cmd->cdw11,
		.cdw12 = cmd->cdw12,
		.timeout_ms = cmd->timeout_s * 1000,
	};
	const struct host_command command = { .asks = !cmd->operation->changes,
					      .names = names_of(cmd) };
	int result, err;

	/* old data in the buffer must not pass for an answer */
	if (cmd->bytes && !nvme_writes_data(cmd))
		memset(cmd->data, 0, cmd->bytes);
	result = host_command(dev->host, dev->fd,
			      cmd->operation->admin ? NVME_IOCTL_ADMIN_CMD : NVME_IOCTL_IO_CMD, &io,
			      &command);
	err = nvme_ioctl_verdict(result);
	if (err)
		return err;
	cmd->res.status = (uint16_t)(result & STATUS_MASK);
	cmd->res.value = io.result;
	err = nvme_verdict(cmd->res.status);
	/* a status of the path or the kernel (-EBADE) is no answer of the controller */
	cmd->res.answered = err != -EBADE;
	return err;
}

int nvme_ask_number(struct device *dev, uint32_t *nsid)
{
	uint64_t number = 0;
	int result;

	if (dev->closed) {
		*nsid = sysfs_own_u64(&dev->sys, "nsid", &number) ? 0 : (uint32_t)number;
		return *nsid ? dev->closed : -ENOTTY;
	}
	result = host_ioctl(dev->host, dev->fd, NVME_IOCTL_ID, NULL);
	*nsid = result > 0 ? (uint32_t)result : 0;
	if (result > 0)
		return 0;
	/* some drivers return 0, -EINVAL, -ENOSYS or -EPERM for an unknown ioctl */
	return result == 0 || result == -EINVAL || result == -ENOSYS || result == -EPERM ? -ENOTTY
											 : result;
}

/* --- tunnels of USB bridges --- */

enum { SENSE_BYTES = 32, MOST_EVENTS = 4 };

/* A byte that is not 0 in the missing part of the zeroed buffer disproves the residue. */
static bool all_came(const uint8_t *data, size_t bytes, size_t residue)
{
	size_t missing = residue < bytes ? residue : bytes;

	for (size_t i = bytes - missing; i < bytes; i++) {
		if (data[i])
			return true;
	}
	return !missing;
}

static int send_step(struct device *dev, const struct nvme_cmd *cmd, struct nvme_step *step,
		     void *data, struct scsi_sense *sense)
{
	uint8_t bytes[SENSE_BYTES];
	struct packet p = {
		.cdb = step->cdb,
		.cdb_bytes = step->length,
		.writes = step->kind == NVME_STEP_COMMAND,
		.data = data,
		.bytes = step->bytes,
		.sense = bytes,
		.sense_room = sizeof(bytes),
		.timeout_s = cmd->timeout_s,
		.command = { .asks = !cmd->operation->changes,
			     .names = names_of(cmd),
			     .tunnelled = true,
			     .opcode = cmd->operation->opcode,
			     .cdw10 = (uint8_t)cmd->cdw10 },
	};
	int err = sgio_send(dev, &p);

	if (!err && p.check_condition) {
		*sense = scsi_sense_decode(bytes, p.sense_bytes);
		err = scsi_verdict(sense);
	}
	if (err)
		return err;
	return p.writes || all_came(data, step->bytes, p.residue) ? 0 : -EREMOTEIO;
}

static int send_through(struct device *dev, struct nvme_cmd *cmd, enum nvme_tunnel tunnel,
			struct scsi_sense *sense)
{
	uint8_t envelope[NVME_ENVELOPE_BYTES];
	struct nvme_step steps[NVME_STEPS];
	unsigned n = nvme_tunnel_encode(tunnel, cmd, steps, envelope);
	int err = 0;

	*sense = (struct scsi_sense){ .has_information = false };
	for (unsigned i = 0; !err && i < n; i++)
		err = send_step(dev, cmd, &steps[i],
				steps[i].kind == NVME_STEP_DATA ? cmd->data : envelope, sense);
	if (err)
		return err;
	/* a tunnel without a reply returns no NVMe status */
	if (steps[n - 1].kind != NVME_STEP_REPLY)
		return 0;
	return nvme_tunnel_reply(envelope, &cmd->res) ? nvme_verdict(cmd->res.status) : -ENODATA;
}

int tunnel_execute(struct device *dev, struct nvme_cmd *cmd, enum nvme_tunnel tunnel)
{
	struct scsi_sense sense;
	int err = 0;

	/* a tunnel carries only queries: repeat after unit attention or deferred error (SPC-5) */
	for (unsigned told = 0; told < MOST_EVENTS; told++) {
		err = send_through(dev, cmd, tunnel, &sense);
		if (!(scsi_attention(&sense) || sense.code.deferred))
			break;
	}
	cmd->res.sense = sense.code;
	return err;
}
