// SPDX-License-Identifier: GPL-2.0-or-later
/* The ioctls that carry NVMe commands. */
#include "nvme.h"

#include <errno.h>
#include <linux/ioctl.h>
#include <linux/nvme_ioctl.h>

bool nvme_ioctl(unsigned long request)
{
	return request == NVME_IOCTL_ADMIN_CMD || request == NVME_IOCTL_IO_CMD;
}

const struct nvme_operation *nvme_ioctl_operation(unsigned long request, const void *arg)
{
	const struct nvme_passthru_cmd *io = arg;

	if (!nvme_ioctl(request))
		return NULL;
	return nvme_operation(request == NVME_IOCTL_ADMIN_CMD, io->opcode);
}

int nvme_ioctl_cns(unsigned long request, const void *arg)
{
	const struct nvme_passthru_cmd *io = arg;
	bool identify = nvme_ioctl_operation(request, arg) == &nvme_operation_table[NVME_IDENTIFY];

	return identify ? (int)(io->cdw10 & 0xff) : -1;
}

/*
 * After its time limit the kernel cancels a command and resets the controller: EINTR
 * (nvme_execute_rq() in drivers/nvme/host/core.c). The wait itself cannot be interrupted.
 */
int nvme_ioctl_verdict(int result)
{
	if (result >= 0)
		return 0;
	return result == -EINTR ? -ETIMEDOUT : result;
}
