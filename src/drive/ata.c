// SPDX-License-Identifier: GPL-2.0-or-later
/* What an ATA drive is asked. The order of the commands is hdparm 9.65's. */
#include "ata_disk.h"
#include "ata_logs.h"
#include "build.h"
#include "device_ask.h"
#include "drive_send.h"
#include "identify.h"
#include "idfields.h"

#include <errno.h>
#include <linux/hdreg.h>

/* --- temperature --- */

enum { OUT_OF_RANGE = 0x10, UNDER_SCALE = 0, OVER_SCALE = 0xff };

/* COUNT is twice the temperature plus 40. 0 and FFh stand for all below and above the scale. */
static void decode_hitachi(const struct ata_result *res, struct drive_temperature *t)
{
	unsigned scale = res->count & 0xff;

	t->celsius = (int)scale / 2 - 20;
	t->beyond = scale == UNDER_SCALE ? "under" : scale == OVER_SCALE ? "over" : NULL;
	t->tells_range = true;
	t->in_range = !(res->error & OUT_OF_RANGE);
}

bool drive_sct_temperature(struct drive *drive, struct drive_temperature *t)
{
	uint8_t page[SCT_BYTES];
	struct ata_cmd cmd;

	if (device_identify(drive->dev) || !ata_id_has(drive->dev->id.raw, ID_HAS_SCT) ||
	    device_sct_status(drive->dev, page, &cmd) || !sct_temperature(page, &t->celsius))
		return false;
	t->source = "SCT status";
	t->source_key = "sct";
	return true;
}

static int ata_disk_temperature(struct drive *drive, struct drive_temperature *t)
{
	struct ata_cmd cmd = ata_command(ATA_HITACHI_SENSE_CONDITION);
	int err;

	cmd.want = WANT_COUNT | WANT_STATUS;
	err = drive_send(drive, &cmd);
	if (!err)
		decode_hitachi(&cmd.res, t);
	return err == -EIO && drive_sct_temperature(drive, t) ? 0 : err;
}

/* --- identity --- */

static int ata_disk_identity(struct drive *drive, struct disk_identity *id)
{
	int err = device_identify(drive->dev);

	if (err)
		drive_tell(drive, "IDENTIFY DEVICE failed");
	else
		id->logical = ata_id_sector_bytes(drive->dev->id.raw);
	id->by_identify = !err;
	return err;
}

/* --- settings that IDENTIFY data show --- */

static int ata_disk_write_cache(struct drive *drive, bool *on)
{
	return ata_disk_switch(drive, FEATURE_WRITE_CACHE, on);
}

static int ata_disk_look_ahead(struct drive *drive, struct look_ahead *ahead)
{
	*ahead = (struct look_ahead){ .on = false };
	return ata_disk_switch(drive, FEATURE_LOOK_AHEAD, &ahead->on);
}

static int ata_disk_set_look_ahead(struct drive *drive, bool on)
{
	struct ata_cmd cmd = ata_set_feature(FEATURE_LOOK_AHEAD, on, 0);

	return drive_send(drive, &cmd);
}

/* --- the drive's cache --- */

/* Which of the two commands the drive claims (ACS-2 7.12.7.41); neither if it does not answer. */
struct flush_support {
	bool flush, ext;
};

static struct flush_support flush_support(struct drive *drive)
{
	struct flush_support support = { .flush = false };
	const uint8_t *id = drive->dev->id.raw;

	if (!device_identify(drive->dev)) {
		support.flush = ata_id_has(id, ID_HAS_FLUSH_CACHE);
		support.ext = ata_id_has(id, ID_HAS_FLUSH_CACHE_EXT);
	}
	return support;
}

/*
 * Both commands do the same. If the user asks for 12-byte CDBs, FLUSH CACHE is preferred, which
 * fits into one: some bridges pass on nothing else.
 */
static int send_flush(struct drive *drive, struct flush_support support)
{
	bool ext = support.ext && !(drive->dev->wish.prefer_ata12 && support.flush);
	struct ata_cmd cmd = ata_command(ext ? ATA_FLUSH_CACHE_EXT : ATA_FLUSH_CACHE);
	int err = drive_send(drive, &cmd);

	if (err == -EOPNOTSUPP && cmd.ext) {
		/* old bridges carry 28-bit commands only */
		cmd = ata_command(ATA_FLUSH_CACHE);
		err = drive_send(drive, &cmd);
	}
	return err;
}

static int ata_disk_flush(struct drive *drive)
{
	struct flush_support support = flush_support(drive);

	/* the kernel can send neither IDENTIFY DEVICE nor this command: the block layer flushes */
	if (!route_takes_ata(device_route(drive->dev)))
		return -ENOTTY;
	return send_flush(drive, support);
}

int drive_flush_if_possible(struct drive *drive)
{
	struct flush_support support = flush_support(drive);
	int err = send_flush(drive, support);

	return !device_identify(drive->dev) && !support.flush && !support.ext ? 0 : err;
}

/*
 * The cache is flushed before it is disabled, and again after, for data written in between. The old
 * IDE driver has its own ioctl, which tells the driver whether to send flushes.
 */
static int ata_disk_set_write_cache(struct drive *drive, bool on, bool *lasts)
{
	struct ata_cmd cmd = ata_set_feature(FEATURE_WRITE_CACHE, on, 0);
	struct device *dev = drive->dev;
	int err = on ? 0 : drive_flush_if_possible(drive), after;
	struct failure failed;

	*lasts = false;
	if (host_ioctl(dev->host, dev->fd, HDIO_SET_WCACHE, (void *)(uintptr_t)on) < 0) {
		int set = drive_send(drive, &cmd);

		err = set ? set : err;
	}
	failed = drive->failure;
	after = on ? 0 : drive_flush_if_possible(drive);
	if (!err)
		return after;
	drive->failure = failed;
	return err;
}

/* clang-format off */
const struct drive_ops drive_ata = {
	.name = "ATA",
	.ata = "ACS",
	.scsi_layer = "SCSI",
	.power = drive_condition,
	.identity = ata_disk_identity,
	.temperature = ata_disk_temperature,
	.write_cache = ata_disk_write_cache,
	.set_write_cache = ata_disk_set_write_cache,
	.look_ahead = ata_disk_look_ahead,
	.set_look_ahead = ata_disk_set_look_ahead,
	.standby = ata_disk_standby,
	.background = ata_disk_background,
	.standby_timer = ata_disk_standby_timer,
	.set_standby_timer = ata_disk_set_standby_timer,
	.epc = ata_disk_epc,
	.set_epc = ata_disk_set_epc,
	.has_conditions = ata_disk_has_conditions,
	.conditions = ata_disk_conditions,
	.set_condition = ata_disk_set_condition,
	.go_to = ata_disk_go_to,
	.flush = ata_disk_flush,
	.has_recovery_time = ata_disk_has_recovery_time,
	.recovery_ready = drive_sct_ready,
	.recovery_time = ata_disk_recovery_time,
	.set_recovery_time = ata_disk_set_recovery_time,
	.recovery_name = "SCT error recovery control",
	.plan_bad = ata_disk_plan_bad,
	.make_bad = ata_disk_make_bad,
	.plan_trim = ata_disk_plan_trim,
	.trim = ata_disk_trim,
	.choose_sector_bytes = ata_disk_choose_sector_bytes,
	.set_sector_bytes = ata_disk_set_sector_bytes,
	.sector_bytes_later = true,
	.verify_plan = ata_disk_verify_plan,
	.verify = ata_disk_verify,
	.verify_name = "READ VERIFY",
	.erase_ways = ata_disk_erase_ways,
	.erase_commands = ata_erase_commands,
	.erase = ata_disk_erase,
	.sanitize_status = ata_disk_sanitize_status,
	.firmware = ata_disk_firmware,
	.firmware_plan = ata_disk_firmware_plan,
	.send_firmware = ata_disk_send_firmware,
	.end_firmware = ata_disk_end_firmware,
	.activate_firmware = ata_disk_activate_firmware,
};
/* clang-format on */
