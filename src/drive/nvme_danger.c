// SPDX-License-Identifier: GPL-2.0-or-later
/* An NVMe disk's formats, and a sector that is made unreadable. */
#include "nvme_disk.h"
#include "sysfs.h"
#include "block.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int nvme_disk_make_bad(struct drive *drive, const struct bad_sector *bad)
{
	struct nvme_controller ctrl;
	struct nvme_cmd cmd;
	uint32_t nsid;
	int err = device_nvme_namespace(drive->dev, &nsid);

	if (!err)
		err = nvme_disk_ask_controller(drive, &ctrl);
	if (!err && !ctrl.write_uncorrectable) {
		drive_tell(drive, "the drive lacks Write Uncorrectable");
		err = -EOPNOTSUPP;
	}
	if (err)
		return err;
	cmd = nvme_write_uncorrectable(nsid, bad->lba, 1);
	return nvme_disk_ask(drive, &cmd);
}

/* The first format of these sectors without metadata that the drive is fastest in; -1: none. */
static int format_of_size(const struct nvme_namespace *ns, unsigned bytes, unsigned below)
{
	int best = -1;

	for (unsigned i = 0; i < ns->formats && i < below; i++) {
		const struct nvme_format_def *def = &ns->format[i];

		if (def->block_bytes != bytes || def->metadata_bytes)
			continue;
		if (best < 0 || def->performance < ns->format[best].performance)
			best = (int)i;
	}
	return best;
}

static void tell_formats(struct drive *drive, const struct nvme_namespace *ns)
{
	char offered[80] = "";

	for (unsigned i = 0; i < ns->formats; i++) {
		size_t n = strlen(offered);

		if (format_of_size(ns, ns->format[i].block_bytes, NVME_FORMATS) == (int)i &&
		    n < sizeof(offered) - 16)
			snprintf(offered + n, sizeof(offered) - n, " %" PRIu32,
				 ns->format[i].block_bytes);
	}
	drive_tell(drive, "the drive offers sectors of%s bytes only", offered);
}

/*
 * Data are lost even if the sectors have that size already. So where the drive and the kernel
 * disagree, or the drive does not tell, nothing is formatted. A disk that the kernel cannot use has
 * no size there, and no sectors that would count.
 */
static int check_current(struct drive *drive, const struct nvme_namespace *ns, unsigned bytes)
{
	const struct nvme_format_def *now = nvme_format_in_use(ns);
	uint64_t kernels, size;

	if (!now) {
		drive_tell(drive, "the drive does not tell which of its formats it has, so "
				  "nothing was sent");
		return -ENODATA;
	}
	if (now->block_bytes == bytes && !now->metadata_bytes) {
		drive_tell(drive, "its sectors have %u bytes already, so nothing was sent", bytes);
		return -EINVAL;
	}
	if (now->block_bytes == bytes || sysfs_disk_u64(&drive->dev->sys, "size", &size) || !size ||
	    sysfs_disk_u64(&drive->dev->sys, "queue/logical_block_size", &kernels) ||
	    kernels != bytes)
		return 0;
	drive_tell(drive,
		   "the drive shows sectors of %" PRIu32 " bytes, the kernel of %u already: "
		   "which is true is not known, so nothing was sent",
		   now->block_bytes, bytes);
	return -EINVAL;
}

int nvme_disk_takes_format(struct drive *drive, unsigned format)
{
	uint8_t data[NVME_BEHAVIOR_BYTES];
	struct nvme_cmd cmd = nvme_get_behavior(data);

	if (!device_nvme(drive->dev, &cmd) && nvme_formats_extended(data))
		return 0;
	drive_tell(drive,
		   "this is its format %u, and only a newer kernel lets it take numbers above "
		   "15: nothing was sent",
		   format);
	return -EINVAL;
}

/* The number of the format to send; -EINVAL where there is none that can be sent. */
static int choose_format(struct drive *drive, const struct nvme_namespace *ns, unsigned bytes)
{
	int err, format = format_of_size(ns, bytes, NVME_PLAIN_FORMATS);

	if (format >= 0)
		return format;
	format = format_of_size(ns, bytes, NVME_FORMATS);
	if (format < 0) {
		tell_formats(drive, ns);
		return -EINVAL;
	}
	err = nvme_disk_takes_format(drive, (unsigned)format);
	return err ? err : format;
}

int nvme_disk_set_sector_bytes(struct drive *drive, unsigned bytes, uint32_t choice)
{
	struct nvme_layout layout = { 0 };
	struct nvme_controller ctrl;
	struct nvme_namespace ns;
	struct nvme_names names;
	struct nvme_cmd cmd;
	uint32_t nsid;
	int format, err = device_nvme_namespace(drive->dev, &nsid);

	(void)choice;
	if (!err)
		err = nvme_disk_ask_controller(drive, &ctrl);
	if (!err && !ctrl.format) {
		drive_tell(drive, "the drive lacks Format NVM");
		err = -EOPNOTSUPP;
	}
	if (!err)
		err = nvme_disk_ask_namespace(drive, nsid, &ns, &names);
	if (err)
		return err;
	err = check_current(drive, &ns, bytes);
	if (err)
		return err;
	format = choose_format(drive, &ns, bytes);
	if (format < 0)
		return format;
	layout.format = (unsigned)format;
	cmd = nvme_format(nsid, &layout, NVME_NO_ERASE);
	return nvme_disk_ask(drive, &cmd);
}
