// SPDX-License-Identifier: GPL-2.0-or-later
/* NVMe commands, and the words for what came of them. */
#include "nvme_disk.h"

#include <errno.h>

int nvme_disk_ask(struct device *dev, struct nvme_cmd *cmd)
{
	char text[NVME_STATUS_TEXT_BYTES];
	int err = device_nvme(dev, cmd);

	if (cmd->res.answered && err)
		device_attempt(dev, "%s failed: %s", cmd->operation->name,
			       nvme_status_text(cmd->res.status, text));
	else if (err == -ETIMEDOUT)
		device_attempt(dev, "%s failed (no answer within %u s)", cmd->operation->name,
			       cmd->timeout_s);
	else if (err)
		device_attempt(dev, "%s failed", cmd->operation->name);
	return cmd->res.answered && err == -ENOTTY ? -EOPNOTSUPP : err;
}

/* Identify data of zeros or ones: something in between made up the answer. */
static int no_data(struct device *dev, const char *what)
{
	device_attempt(dev, "Identify failed: the data on the %s are blank", what);
	return -ENODATA;
}

int nvme_disk_ask_controller(struct device *dev, struct nvme_controller *ctrl)
{
	uint8_t data[NVME_IDENTIFY_BYTES];
	struct nvme_cmd cmd = nvme_identify(NVME_CNS_CONTROLLER, 0, data);
	int err = nvme_disk_ask(dev, &cmd);

	if (err)
		return err;
	return nvme_controller_decode(data, ctrl) ? 0 : no_data(dev, "controller");
}

int nvme_disk_ask_namespace(struct device *dev, uint32_t nsid, struct nvme_namespace *ns,
			    struct nvme_names *names)
{
	uint8_t data[NVME_IDENTIFY_BYTES];
	struct nvme_cmd cmd = nvme_identify(NVME_CNS_NAMESPACE, nsid, data);
	int err = nvme_disk_ask(dev, &cmd);

	if (err)
		return err;
	nvme_names_of_namespace(data, names);
	return nvme_namespace_decode(data, ns) ? 0 : no_data(dev, "namespace");
}
