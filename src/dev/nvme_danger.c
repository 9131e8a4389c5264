// SPDX-License-Identifier: GPL-2.0-or-later
/* What destroys data of an NVMe disk. */
#include "nvme_disk.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int nvme_disk_make_bad(struct device *dev, uint64_t lba)
{
	struct nvme_controller ctrl;
	struct nvme_cmd cmd;
	uint32_t nsid;
	int err = device_nvme_namespace(dev, &nsid);

	if (!err)
		err = nvme_disk_ask_controller(dev, &ctrl);
	if (!err && !ctrl.write_uncorrectable) {
		device_attempt(dev, "the drive lacks Write Uncorrectable");
		err = -EOPNOTSUPP;
	}
	if (err)
		return err;
	cmd = nvme_write_uncorrectable(nsid, lba, 1);
	return nvme_disk_ask(dev, &cmd);
}

/* The first format of these sectors without metadata that the drive is fastest in; -1: none. */
static int find_format(const struct nvme_namespace *ns, unsigned bytes)
{
	int best = -1;

	for (unsigned i = 0; i < ns->formats; i++) {
		const struct nvme_format_def *def = &ns->format[i];

		if (def->block_bytes != bytes || def->metadata_bytes)
			continue;
		if (best < 0 || def->performance < ns->format[best].performance)
			best = (int)i;
	}
	return best;
}

static void tell_formats(struct device *dev, const struct nvme_namespace *ns)
{
	char offered[80] = "";

	for (unsigned i = 0; i < ns->formats; i++) {
		size_t n = strlen(offered);

		if (find_format(ns, ns->format[i].block_bytes) == (int)i &&
		    n < sizeof(offered) - 16)
			snprintf(offered + n, sizeof(offered) - n, " %" PRIu32,
				 ns->format[i].block_bytes);
	}
	device_attempt(dev, "the drive offers sectors of%s bytes only", offered);
}

int nvme_disk_set_sector_bytes(struct device *dev, unsigned bytes)
{
	struct nvme_controller ctrl;
	struct nvme_namespace ns;
	struct nvme_names names;
	struct nvme_cmd cmd;
	uint32_t nsid;
	int format, err = device_nvme_namespace(dev, &nsid);

	if (!err)
		err = nvme_disk_ask_controller(dev, &ctrl);
	if (!err && !ctrl.format) {
		device_attempt(dev, "the drive lacks Format NVM");
		err = -EOPNOTSUPP;
	}
	if (!err)
		err = nvme_disk_ask_namespace(dev, nsid, &ns, &names);
	if (err)
		return err;
	format = find_format(&ns, bytes);
	if (format < 0) {
		tell_formats(dev, &ns);
		return -EINVAL;
	}
	if (ns.format[ns.current].block_bytes == bytes && !ns.format[ns.current].metadata_bytes) {
		device_attempt(dev, "its sectors have %u bytes already, so nothing was sent",
			       bytes);
		return -EINVAL;
	}
	cmd = nvme_format(nsid, (unsigned)format);
	return nvme_disk_ask(dev, &cmd);
}

int nvme_disk_sanitize(struct device *dev, enum disk_erase erase, uint32_t pattern, unsigned passes)
{
	static const enum nvme_sanitize actions[] = {
		[DISK_BLOCK_ERASE] = NVME_SANITIZE_BLOCK_ERASE,
		[DISK_OVERWRITE] = NVME_SANITIZE_OVERWRITE,
		[DISK_CRYPTO_ERASE] = NVME_SANITIZE_CRYPTO_ERASE,
	};
	struct nvme_cmd cmd = nvme_sanitize(actions[erase], passes, pattern);
	struct nvme_controller ctrl;
	int err = nvme_disk_ask_controller(dev, &ctrl);
	bool offered;

	if (err)
		return err;
	offered = erase == DISK_BLOCK_ERASE ? ctrl.sanitize_block
		  : erase == DISK_OVERWRITE ? ctrl.sanitize_overwrite
					    : ctrl.sanitize_crypto;
	if (offered)
		return nvme_disk_ask(dev, &cmd);
	device_attempt(dev, "the drive lacks this sanitize operation");
	return -EOPNOTSUPP;
}

int nvme_disk_sanitize_status(struct device *dev, struct disk_sanitize *status)
{
	struct nvme_sanitize_status now;
	uint8_t log[NVME_LOG_BYTES];
	struct nvme_cmd cmd = nvme_get_log(NVME_LOG_SANITIZE, log);
	int err = nvme_disk_ask(dev, &cmd);

	if (err)
		return err;
	nvme_sanitize_decode(log, &now);
	if (now.state == NVME_SANITIZE_UNKNOWN) {
		device_attempt(dev, "the drive reports a sanitize state that no standard knows");
		return -EIO;
	}
	*status = (struct disk_sanitize){
		.state = now.state == NVME_SANITIZE_RUNNING  ? DISK_SANITIZE_RUNNING
			 : now.state == NVME_SANITIZE_FAILED ? DISK_SANITIZE_FAILED
							     : DISK_SANITIZE_IDLE,
		.done = now.state == NVME_SANITIZE_DONE || now.state == NVME_SANITIZE_DONE_KEPT,
		.progress = (uint16_t)now.progress,
	};
	return 0;
}
