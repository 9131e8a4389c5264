// SPDX-License-Identifier: GPL-2.0-or-later
/* What an ATA drive is asked. The order of the commands is hdparm 9.65's. */
#include "ata_disk.h"
#include "ata_drive.h"
#include "small.h"
#include "ops.h"
#include "drive_logs.h"
#include "idfields.h"
#include "small.h"

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

/*
 * The support bit counts without the signature in word 83: drives of ATA-3 have their write cache
 * in word 82 and leave word 83 zero.
 */
int drive_ask_feature(struct drive *drive, enum ata_feature feature)
{
	const uint8_t *id = drive->dev->id.raw;
	int err = device_identify(drive->dev);
	unsigned bad;

	if (err) {
		drive_tell(drive, "IDENTIFY DEVICE failed");
		return err;
	}
	if (ata_id_blank(id)) {
		drive_tell(drive, "the IDENTIFY data are all ones: no drive answered");
		return -ENODATA;
	}
	if (!ata_feature_supported_if_valid(id, feature))
		return 0;
	bad = ata_feature_empty_word(id, feature);
	if (!bad)
		return 1;
	drive_tell(drive, "word %u of the IDENTIFY data is FFFFh, which tells nothing", bad);
	return -ENODATA;
}

static int ata_disk_write_cache(struct drive *drive, bool *on)
{
	int has = drive_ask_feature(drive, FEATURE_WRITE_CACHE);

	if (has > 0)
		*on = ata_feature_enabled(drive->dev->id.raw, FEATURE_WRITE_CACHE);
	return has > 0 ? 0 : has ? has : -EOPNOTSUPP;
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
	bool ext = support.ext && !(drive->dev->prefer_ata12 && support.flush);
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
	return send_flush(drive, flush_support(drive));
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
static int ata_disk_set_write_cache(struct drive *drive, bool on)
{
	struct ata_cmd cmd = ata_set_feature(FEATURE_WRITE_CACHE, on, 0);
	struct device *dev = drive->dev;
	int err = on ? 0 : drive_flush_if_possible(drive), after;
	struct ata_cmd failed;

	if (host_ioctl(dev->host, dev->fd, HDIO_SET_WCACHE, (void *)(uintptr_t)on) < 0) {
		int set = drive_send(drive, &cmd);

		err = set ? set : err;
	}
	failed = drive->failure.ata;
	after = on ? 0 : drive_flush_if_possible(drive);
	if (!err)
		return after;
	drive->failure.ata = failed;
	return err;
}

/* --- power --- */

/* Sends `id`; if the drive aborts it, sends `older`, the code of ATA-1 to ATA-3. */
int drive_send_either(struct drive *drive, enum ata_id id, enum ata_id older)
{
	struct ata_cmd cmd = ata_command(id);
	int err = drive_send(drive, &cmd);

	if (err != -EIO || older == id || !cmd.res.valid || !(cmd.res.error & ER_ABRT))
		return err;
	cmd = ata_command(older);
	return drive_send(drive, &cmd);
}

static int standby(struct drive *drive)
{
	return drive_send_either(drive, ATA_STANDBY_IMMEDIATE, ATA_STANDBY_IMMEDIATE_OLD);
}

static int set_standby_timer(struct drive *drive, struct standby_time time)
{
	struct ata_cmd cmd = ata_command(ATA_IDLE);

	cmd.count = time.code;
	return drive_send(drive, &cmd);
}

/* With Extended Power Conditions on it is the timer of standby_z; otherwise no command asks. */
static IN_NOT_SMALL int standby_timer(struct drive *drive, uint32_t *tenths)
{
	struct ata_epc_state states[ATA_EPC_COUNT];
	const struct ata_epc_state *z = &states[ATA_EPC_STANDBY_Z];
	int on = drive_ask_feature(drive, FEATURE_EPC);
	struct ata_cmd cmd;

	if (on < 0)
		return on;
	drive_tell(drive, "no command asks for the standby timer");
	if (!on || !ata_feature_enabled(drive->dev->id.raw, FEATURE_EPC) ||
	    device_epc_states(drive->dev, states, &cmd) || !z->supported)
		return -ENODATA;
	*tenths = ata_epc_effective(&z->current);
	return 0;
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
	.standby = standby,
	NOT_SMALL(.standby_timer = standby_timer,)
	.set_standby_timer = set_standby_timer,
	.flush = ata_disk_flush,
	.plan_bad = ata_disk_plan_bad,
	.make_bad = ata_disk_make_bad,
	.choose_sector_bytes = ata_disk_choose_sector_bytes,
	.set_sector_bytes = ata_disk_set_sector_bytes,
	.sector_bytes_later = true,
	NOT_SMALL(.verify_plan = ata_disk_verify_plan,)
	NOT_SMALL(.verify = ata_disk_verify,)
	NOT_SMALL(.verify_name = "READ VERIFY",)
	NOT_SMALL(.erase_ways = ata_disk_erase_ways,)
	NOT_SMALL(.erase_commands = ata_erase_commands,)
	.erase = ata_disk_erase,
	.sanitize_status = ata_disk_sanitize_status,
	.firmware = ata_disk_firmware,
	.firmware_plan = ata_disk_firmware_plan,
	.send_firmware = ata_disk_send_firmware,
	.end_firmware = ata_disk_end_firmware,
	.activate_firmware = ata_disk_activate_firmware,
};
/* clang-format on */
