// SPDX-License-Identifier: GPL-2.0-or-later
/* What erases an NVMe disk. */
#include "block.h"
#include "disk_use.h"
#include "nvme_disk.h"
#include "sysfs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct named {
	struct disk_users users; /* first: a struct disk_users * is a struct named * */
	char *names;		 /* DISK_KIN_BYTES */
};

/* Where there is no room for all, the last word says so: a name that is cut is another disk's. */
static int add_name(struct disk_users *kin)
{
	static const char more[] = " and more";
	char *names = ((struct named *)kin)->names, name[BLOCK_NAME_BYTES];
	size_t n = strlen(names);
	bool fits;

	sysfs_last_name(kin->disk, name);
	fits = n + strlen(name) + sizeof(more) < DISK_KIN_BYTES;
	snprintf(names + n, DISK_KIN_BYTES - n, "%s%s", fits ? " " : more, fits ? name : "");
	return fits ? 0 : 1;
}

const char *const nvme_erase_commands[DISK_ERASES] = {
	[DISK_CRYPTO_ERASE] = "Sanitize, Crypto Erase",
	[DISK_BLOCK_ERASE] = "Sanitize, Block Erase",
	[DISK_FORMAT_CRYPTO] = "Format NVM, Cryptographic Erase",
	[DISK_FORMAT_ERASE] = "Format NVM, User Data Erase",
	[DISK_OVERWRITE] = "Sanitize, Overwrite",
};

/*
 * Sanitize takes the whole subsystem. Of Format NVM bits of FNA say whether it takes all
 * namespaces, whichever is named (Base 5.14, figure 275).
 */
int nvme_disk_erase_takes(struct drive *drive, enum disk_erase erase, char names[DISK_KIN_BYTES])
{
	char why[BLOCK_WHY_BYTES];
	struct named named = { .users = { .host = drive->dev->host, .why = why }, .names = names };
	bool all = erase_methods[erase].goes_on;
	struct nvme_controller ctrl;
	struct block_disk disk;
	int err = all ? 0 : nvme_disk_ask_controller(drive, &ctrl);

	if (err)
		return err;
	if (!all)
		all = erase ? ctrl.erase_all : ctrl.format_all;
	if (all && !sys_disk_whole(&drive->dev->sys, &disk) &&
	    !sysfs_folder(drive->dev->host, disk.rdev, named.users.disk))
		users_each_kin(&named.users, add_name);
	return 0;
}

static uint32_t ways_of(const struct nvme_controller *ctrl)
{
	return (uint32_t)ctrl->sanitize_crypto << DISK_CRYPTO_ERASE |
	       (uint32_t)ctrl->sanitize_block << DISK_BLOCK_ERASE |
	       (uint32_t)ctrl->sanitize_overwrite << DISK_OVERWRITE |
	       (uint32_t)(ctrl->format && ctrl->erase_crypto) << DISK_FORMAT_CRYPTO |
	       (uint32_t)ctrl->format << DISK_FORMAT_ERASE;
}

/* The format in use, with which alone the namespace can be formatted without a change. */
static int ask_layout(struct drive *drive, uint32_t *nsid, struct nvme_layout *layout)
{
	struct nvme_namespace ns;
	struct nvme_names names;
	int err = device_nvme_namespace(drive->dev, nsid);

	if (!err)
		err = nvme_disk_ask_namespace(drive, *nsid, &ns, &names);
	if (err)
		return err;
	*layout = ns.layout;
	if (nvme_format_in_use(&ns))
		return layout->format < NVME_PLAIN_FORMATS
			       ? 0
			       : nvme_disk_takes_format(drive, layout->format);
	drive_tell(drive, "the drive does not tell which of its formats it has, so nothing was "
			  "sent");
	return -EINVAL;
}

int nvme_disk_erase_ways(struct drive *drive, uint32_t *ways)
{
	const uint32_t formats = 1u << DISK_FORMAT_CRYPTO | 1u << DISK_FORMAT_ERASE;
	struct nvme_controller ctrl;
	struct nvme_layout layout;
	uint32_t nsid;
	int err = nvme_disk_ask_controller(drive, &ctrl);

	*ways = err ? 0 : ways_of(&ctrl);
	if (!(*ways & formats))
		return err;
	err = ask_layout(drive, &nsid, &layout);
	if (err == -EINVAL)
		*ways &= ~formats;
	return err == -EINVAL ? 0 : err;
}

static int format_to_erase(struct drive *drive, enum nvme_erase erase)
{
	struct nvme_layout layout;
	struct nvme_cmd cmd;
	uint32_t nsid;
	int err = ask_layout(drive, &nsid, &layout);

	if (err)
		return err;
	cmd = nvme_format(nsid, &layout, erase);
	return nvme_disk_ask(drive, &cmd);
}

int nvme_disk_erase(struct drive *drive, enum disk_erase erase, uint32_t pattern, unsigned passes)
{
	static const enum nvme_sanitize actions[] = {
		[DISK_BLOCK_ERASE] = NVME_SANITIZE_BLOCK_ERASE,
		[DISK_OVERWRITE] = NVME_SANITIZE_OVERWRITE,
		[DISK_CRYPTO_ERASE] = NVME_SANITIZE_CRYPTO_ERASE,
	};
	struct nvme_controller ctrl;
	struct nvme_cmd cmd;
	int err = nvme_disk_ask_controller(drive, &ctrl);

	if (err)
		return err;
	if (!(ways_of(&ctrl) & UINT32_C(1) << erase)) {
		drive_tell(drive, "the drive lacks this %s operation",
			   erase_methods[erase].goes_on ? "sanitize" : "format");
		return -EOPNOTSUPP;
	}
	if (!erase_methods[erase].goes_on)
		return format_to_erase(drive, erase == DISK_FORMAT_CRYPTO ? NVME_ERASE_CRYPTO
									  : NVME_ERASE_USER_DATA);
	cmd = nvme_sanitize(actions[erase], passes, pattern);
	return nvme_disk_ask(drive, &cmd);
}

/* The log is of a drive that has some sanitize operation (Base 5.16.1.24). */
static int nvme_disk_check_sanitizes(struct drive *drive)
{
	const uint32_t sanitizes =
		1u << DISK_CRYPTO_ERASE | 1u << DISK_BLOCK_ERASE | 1u << DISK_OVERWRITE;
	struct nvme_controller ctrl;
	int err = nvme_disk_ask_controller(drive, &ctrl);

	if (err || (ways_of(&ctrl) & sanitizes))
		return err;
	drive_tell(drive, "the drive lacks the sanitize operations");
	return -EOPNOTSUPP;
}

int nvme_disk_sanitize_status(struct drive *drive, bool accepted, struct disk_sanitize *status)
{
	struct nvme_sanitize_status now;
	uint8_t log[NVME_LOG_BYTES];
	struct nvme_cmd cmd = nvme_get_log(NVME_LOG_SANITIZE, log);
	int err = accepted ? 0 : nvme_disk_check_sanitizes(drive);

	if (!err)
		err = nvme_disk_ask(drive, &cmd);
	if (err)
		return err;
	nvme_sanitize_decode(log, &now);
	if (now.state == NVME_SANITIZE_UNKNOWN) {
		drive_tell(drive, "the drive reports a sanitize state that no standard defines");
		return -EIO;
	}
	*status = (struct disk_sanitize){
		.state = now.state == NVME_SANITIZE_RUNNING  ? DISK_SANITIZE_RUNNING
			 : now.state == NVME_SANITIZE_FAILED ? DISK_SANITIZE_FAILED
							     : DISK_SANITIZE_IDLE,
		.done = now.state == NVME_SANITIZE_DONE || now.state == NVME_SANITIZE_DONE_KEPT,
		.progress = (uint16_t)now.progress,
		.estimate_s = { [DISK_CRYPTO_ERASE] = now.crypto_erase_s,
				[DISK_BLOCK_ERASE] = now.block_erase_s,
				[DISK_OVERWRITE] = now.overwrite_s },
	};
	return 0;
}
