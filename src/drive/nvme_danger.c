// SPDX-License-Identifier: GPL-2.0-or-later
/* Verbs of NVMe disks that destroy data or change the firmware, and their queries. */
#include "nvme_disk.h"
#include "block.h"
#include "sysfs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int nvme_disk_make_bad(struct drive *drive, const struct bad_sector *bad)
{
	struct nvme_controller ctrl;
	struct nvme_cmd cmd;
	uint32_t nsid;
	int err = nvme_disk_namespace(drive, &nsid);

	if (!err)
		err = nvme_disk_ask_controller(drive, &ctrl);
	if (err)
		return err;
	if (!ctrl.write_uncorrectable)
		return drive_tell(drive, -EOPNOTSUPP, "the drive lacks Write Uncorrectable");
	cmd = nvme_write_uncorrectable(nsid, bad->lba, 1);
	return nvme_disk_ask(drive, &cmd);
}

/*
 * Return the number, below `below`, of the fastest format with blocks of `bytes` bytes and
 * `metadata` bytes of metadata; or -1.
 */
static int format_of_size(const struct nvme_namespace *ns, unsigned bytes, unsigned metadata,
			  unsigned below)
{
	int best = -1;

	for (unsigned i = 0; i < ns->formats && i < below; i++) {
		const struct nvme_format_def *def = &ns->format[i];

		if (def->block_bytes != bytes || def->metadata_bytes != metadata)
			continue;
		if (best < 0 || def->performance < ns->format[best].performance)
			best = (int)i;
	}
	return best;
}

static int no_such_format(struct drive *drive, const struct nvme_namespace *ns)
{
	char offered[80] = "";

	for (unsigned i = 0; i < ns->formats; i++) {
		size_t n = strlen(offered);

		if (format_of_size(ns, ns->format[i].block_bytes, 0, NVME_FORMATS) == (int)i &&
		    n < sizeof(offered) - 16)
			snprintf(offered + n, sizeof(offered) - n, " %" PRIu32,
				 ns->format[i].block_bytes);
	}
	return drive_tell(drive, -EINVAL, "the drive offers sectors of%s bytes only", offered);
}

/*
 * Refuse a format that may be needless, since a format destroys all data. -ENODATA: the format in
 * use is not known. -EINVAL: the drive or the kernel shows that no format is needed.
 */
static int check_current(struct drive *drive, const struct nvme_namespace *ns, unsigned bytes)
{
	const struct nvme_format_def *now = nvme_format_in_use(ns);
	uint64_t kernels, size;

	if (!now)
		return drive_tell(
			drive, -ENODATA,
			"the drive does not report which format it uses, so nothing was sent");
	if (now->block_bytes == bytes && !now->metadata_bytes)
		return drive_tell(drive, -EINVAL,
				  "its sectors have %u bytes already, so nothing was sent", bytes);
	if (now->block_bytes == bytes || sysfs_disk_u64(&drive->dev->sys, "size", &size) || !size ||
	    sysfs_disk_u64(&drive->dev->sys, "queue/logical_block_size", &kernels) ||
	    kernels != bytes)
		return 0;
	return drive_tell(drive, -EINVAL,
			  "the drive shows sectors of %" PRIu32 " bytes, the kernel of %u already: "
			  "which is true is not known, so nothing was sent",
			  now->block_bytes, bytes);
}

/*
 * -EINVAL if the drive may ignore upper bits, and take format 17 as format 1, for example; another
 * -errno: not known.
 */
static int nvme_disk_takes_format(struct drive *drive, unsigned format)
{
	uint8_t data[NVME_BEHAVIOR_BYTES];
	struct nvme_cmd cmd = nvme_get_behavior(data);
	int err = nvme_disk_ask(drive, &cmd);

	if (err && !drive->failure.answered)
		return err;
	if (!err && nvme_formats_extended(data))
		return 0;
	return drive_tell(
		drive, -EINVAL,
		"this is its format %u, and only a newer kernel lets it take numbers above 15: "
		"nothing was sent",
		format);
}

/*
 * Return the number of a format of these sizes; -ENOENT: there is none; or -errno of
 * nvme_disk_takes_format().
 */
static int choose_format(struct drive *drive, const struct nvme_namespace *ns, unsigned bytes,
			 unsigned metadata)
{
	int err, format = format_of_size(ns, bytes, metadata, NVME_PLAIN_FORMATS);

	if (format >= 0)
		return format;
	format = format_of_size(ns, bytes, metadata, NVME_FORMATS);
	if (format < 0)
		return -ENOENT;
	err = nvme_disk_takes_format(drive, (unsigned)format);
	return err ? err : format;
}

/* A format and its layout in sector_plan.choice. */
enum { METADATA_AFTER = 1 << 8, PROTECTION_FIRST = 1 << 9, PROTECTION_AT = 10 };

static uint32_t pack_layout(const struct nvme_layout *layout)
{
	return layout->format | (layout->metadata_after ? METADATA_AFTER : 0) |
	       (layout->protection_first ? PROTECTION_FIRST : 0) |
	       (uint32_t)layout->protection << PROTECTION_AT;
}

/* The same size was asked for: what changes is that the metadata go. */
static int plan_layout(struct drive *drive, const struct nvme_namespace *ns, unsigned bytes,
		       struct sector_plan *plan)
{
	unsigned now = nvme_format_in_use(ns)->metadata_bytes;
	bool keeps = now && nvme_format_in_use(ns)->block_bytes != bytes;
	struct nvme_layout layout = { 0 };
	int format = keeps ? choose_format(drive, ns, bytes, now) : -ENOENT;

	if (format >= 0) {
		layout = ns->layout;
		plan->extra = now;
	} else if (format == -ENOENT || format == -EINVAL) {
		format = choose_format(drive, ns, bytes, 0);
	}
	if (format == -ENOENT)
		return no_such_format(drive, ns);
	if (format < 0)
		return format;
	layout.format = (unsigned)format;
	plan->choice = pack_layout(&layout);
	if (now && !plan->extra && ns->layout.protection)
		snprintf(plan->loses, sizeof(plan->loses),
			 "%u bytes of metadata, with protection information of type %u", now,
			 ns->layout.protection);
	else if (now && !plan->extra)
		snprintf(plan->loses, sizeof(plan->loses), "%u bytes of metadata", now);
	return 0;
}

int nvme_disk_plan_sector_bytes(struct drive *drive, unsigned bytes, struct sector_plan *plan)
{
	struct nvme_controller ctrl;
	struct nvme_namespace ns;
	struct nvme_names names;
	uint32_t nsid;
	int err = nvme_disk_namespace(drive, &nsid);

	if (!err)
		err = nvme_disk_ask_controller(drive, &ctrl);
	if (!err && !ctrl.format)
		return drive_tell(drive, -EOPNOTSUPP, "the drive lacks Format NVM");
	if (!err)
		err = nvme_disk_ask_namespace(drive, nsid, &ns, &names);
	if (err)
		return err;
	err = check_current(drive, &ns, bytes);
	return err ? err : plan_layout(drive, &ns, bytes, plan);
}

int nvme_disk_set_sector_bytes(struct drive *drive, unsigned bytes, uint32_t choice)
{
	const struct nvme_layout layout = {
		.format = choice & (METADATA_AFTER - 1),
		.metadata_after = choice & METADATA_AFTER,
		.protection_first = choice & PROTECTION_FIRST,
		.protection = (uint8_t)(choice >> PROTECTION_AT),
	};
	struct nvme_cmd cmd;
	uint32_t nsid;
	int err = nvme_disk_namespace(drive, &nsid);

	(void)bytes;
	if (err)
		return err;
	cmd = nvme_format(nsid, &layout, NVME_NO_ERASE);
	return nvme_disk_ask(drive, &cmd);
}

struct rescan {
	struct host *host;
	int err; /* the first error */
};

static void rescan_controller(void *who, const char *folder)
{
	struct rescan *r = who;
	char path[PATH_MAX];
	int err;

	snprintf(path, sizeof(path), "%s/rescan_controller", folder);
	err = host_write_file(r->host, path, "1\n");
	r->err = r->err ? r->err : err;
}

/*
 * The kernel reads the new size by the controller that had the command. Without a notice of the
 * drive, the disk of another controller keeps the old size.
 */
int nvme_disk_rescan(struct drive *drive)
{
	struct rescan r = { .host = drive->dev->host };
	struct block_disk disk;
	int err = sys_disk_whole(&drive->dev->sys, &disk);

	if (!err)
		err = nvme_controllers(r.host, &disk, rescan_controller, &r);
	return err ? err : r.err;
}

struct named {
	struct disk_users users; /* first member: add_name() casts its address to struct named * */
	char *names;		 /* a buffer of DISK_KIN_BYTES */
};

/* If the room is used up, add " and more", and return 1. */
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

/* Find the names of the drive's other disks; if sysfs does not show all, say so in `names`. */
static int find_kin(struct drive *drive, char names[DISK_KIN_BYTES])
{
	char why[BLOCK_WHY_BYTES];
	struct named named = { .users = { .host = drive->dev->host, .why = why }, .names = names };
	struct block_disk disk;
	int err = sys_disk_whole(&drive->dev->sys, &disk);
	size_t n;

	if (!err)
		err = sysfs_folder(drive->dev->host, disk.rdev, named.users.disk);
	if (!err)
		err = users_each_kin(&named.users, add_name);
	if (err >= 0)
		return 0;
	if (host_lack_advice(err))
		return drive_tell(drive, err,
				  "which other disks lose their data is not known, "
				  "so nothing was sent");
	n = strlen(names);
	snprintf(names + n, DISK_KIN_BYTES - n, "%s",
		 n ? " and more"
		   : " the drive's other namespaces, if it has any (sysfs does not show them)");
	return 0;
}

/*
 * Sanitize erases the whole NVM subsystem. Format NVM erases all namespaces if the controller's FNA
 * says so (Base 5.14).
 */
int nvme_disk_erase_takes(struct drive *drive, enum disk_erase erase, char names[DISK_KIN_BYTES])
{
	bool all = erase_methods[erase].goes_on;
	struct nvme_controller ctrl;
	int err = all ? 0 : nvme_disk_ask_controller(drive, &ctrl);

	if (err)
		return err;
	if (!all)
		all = erase ? ctrl.erase_all : ctrl.format_all;
	return all ? find_kin(drive, names) : 0;
}

static uint32_t ways_of(const struct nvme_controller *ctrl)
{
	return (uint32_t)ctrl->sanitize_crypto << DISK_CRYPTO_ERASE |
	       (uint32_t)ctrl->sanitize_block << DISK_BLOCK_ERASE |
	       (uint32_t)ctrl->sanitize_overwrite << DISK_OVERWRITE |
	       (uint32_t)(ctrl->format && ctrl->erase_crypto) << DISK_FORMAT_CRYPTO |
	       (uint32_t)ctrl->format << DISK_FORMAT_ERASE;
}

/*
 * -ENODATA: the data on the namespace are blank. -EINVAL, for example: the format in use is not
 * known, or nvme_disk_takes_format() refuses it.
 */
static int ask_layout(struct drive *drive, uint32_t *nsid, struct nvme_layout *layout)
{
	struct nvme_namespace ns;
	struct nvme_names names;
	int err = nvme_disk_namespace(drive, nsid);

	if (!err)
		err = nvme_disk_ask_namespace(drive, *nsid, &ns, &names);
	if (err)
		return err;
	*layout = ns.layout;
	if (nvme_format_in_use(&ns))
		return layout->format < NVME_PLAIN_FORMATS
			       ? 0
			       : nvme_disk_takes_format(drive, layout->format);
	return drive_tell(drive, -EINVAL,
			  "the drive does not report which format it uses, so nothing was sent");
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
	if (err != -EINVAL && err != -ENODATA)
		return err;
	*ways &= ~formats;
	return 0;
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
	if (!(ways_of(&ctrl) & UINT32_C(1) << erase))
		return drive_tell(drive, -EOPNOTSUPP, "the drive lacks this %s operation",
				  erase_methods[erase].goes_on ? "sanitize" : "format");
	if (!erase_methods[erase].goes_on)
		return format_to_erase(drive, erase == DISK_FORMAT_CRYPTO ? NVME_ERASE_CRYPTO
									  : NVME_ERASE_USER_DATA);
	cmd = nvme_sanitize(actions[erase], passes, pattern);
	return nvme_disk_ask(drive, &cmd);
}

/* -EOPNOTSUPP if the drive has no sanitize operation, and so no sanitize log (Base 5.16.1.25). */
static int nvme_disk_check_sanitizes(struct drive *drive)
{
	const uint32_t sanitizes =
		1u << DISK_CRYPTO_ERASE | 1u << DISK_BLOCK_ERASE | 1u << DISK_OVERWRITE;
	struct nvme_controller ctrl;
	int err = nvme_disk_ask_controller(drive, &ctrl);

	if (err || (ways_of(&ctrl) & sanitizes))
		return err;
	return drive_tell(drive, -EOPNOTSUPP, "the drive lacks the sanitize operations");
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
	if (now.state == NVME_SANITIZE_UNKNOWN)
		return drive_tell(drive, -EIO,
				  "the drive reports a sanitize state that no standard defines");
	*status = (struct disk_sanitize){
		.state = now.state == NVME_SANITIZE_RUNNING  ? DISK_SANITIZE_RUNNING
			 : now.state == NVME_SANITIZE_FAILED ? DISK_SANITIZE_FAILED
							     : DISK_SANITIZE_IDLE,
		.done = now.state == NVME_SANITIZE_DONE ||
			now.state == NVME_SANITIZE_DONE_DEALLOCATED,
		.progress = (uint16_t)now.progress,
		.estimate_s = { [DISK_CRYPTO_ERASE] = now.crypto_erase_s,
				[DISK_BLOCK_ERASE] = now.block_erase_s,
				[DISK_OVERWRITE] = now.overwrite_s },
	};
	return 0;
}

/* --- New firmware of an NVMe controller (Base 3.11) --- */

/* PAGE_BYTES: segment size if the controller reports no granularity (FWUG, Base figure 275). */
enum { PAGE_BYTES = 4096, MOST_IMAGE_BYTES = 1 << 30 };

static size_t smaller_limit(size_t a, size_t b)
{
	return !b || (a && a < b) ? a : b;
}

/* Maximum data bytes of one command for the controller and the kernel; 0: no known limit. */
static size_t most_bytes(struct drive *drive, const struct nvme_controller *ctrl)
{
	return smaller_limit(ctrl->most_bytes, block_command_bytes(drive->dev));
}

/* *slot: the only writable slot, or 0: the controller chooses. -EOPNOTSUPP: none is writable. */
static int choose_slot(struct drive *drive, const struct nvme_controller *ctrl, unsigned *slot)
{
	unsigned fixed = ctrl->first_slot_fixed;

	*slot = ctrl->firmware_slots == fixed + 1 ? fixed + 1 : 0;
	if (!fixed || ctrl->firmware_slots > fixed)
		return 0;
	return drive_tell(drive, -EOPNOTSUPP, "none of the drive's firmware slots can be written");
}

int nvme_disk_firmware(struct drive *drive, struct disk_firmware *firmware)
{
	struct nvme_controller ctrl;
	size_t most;
	int err = nvme_disk_ask_controller(drive, &ctrl);

	if (err)
		return err;
	if (!ctrl.firmware_update)
		return drive_tell(drive, -EOPNOTSUPP, "the drive lacks Firmware Image Download");
	*firmware = (struct disk_firmware){
		.granule = ctrl.firmware_granule ? ctrl.firmware_granule : PAGE_BYTES,
		.multiple = DISK_FIRMWARE_MULTIPLE,
		.most_image = MOST_IMAGE_BYTES,
		.at_once = ctrl.activates_at_once,
	};
	snprintf(firmware->revision, sizeof(firmware->revision), "%s", ctrl.firmware);
	firmware->smallest = firmware->usual = firmware->granule;
	firmware->largest = DISK_FIRMWARE_LARGEST;
	most = most_bytes(drive, &ctrl);
	firmware->most = most ? most : firmware->most_image;
	return choose_slot(drive, &ctrl, &firmware->slot);
}

int nvme_disk_send_firmware(struct drive *drive, struct disk_firmware *firmware,
			    enum disk_firmware_way way, const struct firmware_segment *segment)
{
	struct nvme_cmd cmd =
		nvme_firmware_download(segment->data, segment->bytes, (uint32_t)segment->offset);

	(void)firmware;
	(void)way;
	return nvme_disk_ask(drive, &cmd);
}

/* DISK_FIRMWARE_STORED, with failure.text, if the status demands a reset; else 0 or -errno. */
static int commit(struct drive *drive, enum nvme_commit action, unsigned slot)
{
	struct nvme_cmd cmd = nvme_firmware_commit(action, slot);
	char text[NVME_STATUS_TEXT_BYTES];
	int err = nvme_disk_ask(drive, &cmd);

	if (!cmd.res.answered || !nvme_firmware_stored(cmd.res.status))
		return err;
	return drive_tell(drive, DISK_FIRMWARE_STORED, "%s",
			  nvme_status_text(cmd.res.status, text));
}

/* Store the image for the next reset, whatever `way` is. */
int nvme_disk_end_firmware(struct drive *drive, const struct disk_firmware *firmware,
			   enum disk_firmware_way way)
{
	int err = commit(drive, NVME_COMMIT_STORE_AND_RESET, firmware->slot);

	(void)way;
	if (err)
		return err;
	return drive_tell(drive, DISK_FIRMWARE_STORED,
			  "the new one becomes active at the next reset, as by a reboot%s",
			  firmware->at_once ? ", or by --fwactivate" : "");
}

/* Activate the firmware that the log names for the next reset. -ENODATA if none waits. */
int nvme_disk_activate_firmware(struct drive *drive, const struct disk_firmware *firmware)
{
	uint8_t log[NVME_LOG_BYTES];
	struct nvme_cmd cmd = nvme_get_log(NVME_LOG_FIRMWARE, log);
	struct nvme_slots slots;
	int err;

	if (!firmware->at_once)
		return drive_tell(drive, -EOPNOTSUPP,
				  "the drive activates firmware only at a reset, as by a reboot");
	err = nvme_disk_ask(drive, &cmd);
	if (err)
		return err;
	nvme_slots_decode(log, &slots);
	if (slots.next && (slots.next != slots.active ||
			   strcmp(slots.revision[slots.next - 1], firmware->revision) != 0))
		return commit(drive, NVME_COMMIT_NOW, slots.next);
	return drive_tell(drive, -ENODATA,
			  "the drive names no firmware that waits for its activation");
}
