// SPDX-License-Identifier: GPL-2.0-or-later
/* NVMe commands through the kernel's ioctls (linux/nvme_ioctl.h). */
#include "transport.h"
#include "block.h"
#include "nvme.h"

#include <errno.h>
#include <linux/ioctl.h>
#include <linux/nvme_ioctl.h>
#include <string.h>

int nvme_execute(struct device *dev, struct nvme_cmd *cmd)
{
	enum { STATUS_MASK = 0x7ff }; /* above it: more, do not retry */
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
	int result, err;

	/* a path may report success without data: then old content must not pass for an answer */
	if (cmd->bytes && !nvme_writes_data(cmd))
		memset(cmd->data, 0, cmd->bytes);
	result = host_ioctl(dev->host, dev->fd,
			    cmd->operation->admin ? NVME_IOCTL_ADMIN_CMD : NVME_IOCTL_IO_CMD, &io);
	err = nvme_ioctl_verdict(result);
	if (err)
		return err;
	cmd->res.status = (uint16_t)(result & STATUS_MASK);
	cmd->res.value = io.result;
	err = nvme_verdict(cmd->res.status);
	/* a status of the path or the kernel: what the controller does with the command is open */
	cmd->res.answered = err != -EBADE;
	return err;
}

int nvme_ask_number(struct device *dev, uint32_t *nsid)
{
	uint64_t number = 0;
	int result;

	if (dev->closed) {
		*nsid = block_attr_u64(dev, "nsid", &number) ? 0 : (uint32_t)number;
		return *nsid ? dev->closed : -ENOTTY;
	}
	result = host_ioctl(dev->host, dev->fd, NVME_IOCTL_ID, NULL);
	*nsid = result > 0 ? (uint32_t)result : 0;
	if (result > 0)
		return 0;
	/* every driver answers a request that it does not know in its own way */
	return result == 0 || result == -EINVAL || result == -ENOSYS || result == -EPERM ? -ENOTTY
											 : result;
}
