// SPDX-License-Identifier: GPL-2.0-or-later
/* Verbs of ATA drives: queries, flush, standby, and settings that destroy no data. */
#include "ata_disk.h"
#include "ata_drive.h"
#include "build.h"
#include "device.h"
#include "drive.h"
#include "identify.h"

#include <errno.h>
#include <linux/hdreg.h>

enum { OUT_OF_RANGE = 0x10, UNDER_SCALE = 0, OVER_SCALE = 0xff };

/* COUNT 7:0 is 2 * T + 40, T in Celsius. 00h means below the scale, FFh above the scale. */
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

	if (device_identify(drive->dev, ATA_QUIET_MISSING) ||
	    !ata_id_has(drive->dev->id.raw, ID_HAS_SCT) ||
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

static int ata_disk_identity(struct drive *drive, struct disk_identity *id)
{
	int err = device_identify(drive->dev, ATA_QUIET_MISSING);

	id->by_identify = !err;
	if (err)
		return drive_tell(drive, err, "IDENTIFY DEVICE failed");
	id->logical = ata_id_sector_bytes(drive->dev->id.raw);
	return 0;
}

/* --- settings that IDENTIFY data show --- */

/* -EOPNOTSUPP, without a message, if the drive does not claim the feature. */
static int ata_disk_switch(struct drive *drive, enum ata_feature feature, bool *on)
{
	int has = drive_ask_feature(drive, feature);

	if (has > 0)
		*on = ata_feature_enabled(drive->dev->id.raw, feature);
	return has > 0 ? 0 : has ? has : -EOPNOTSUPP;
}

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

/*
 * Either command flushes the whole cache; only FLUSH CACHE fits into a 12-byte CDB. `id`: IDENTIFY
 * data, whose word 83 claims the commands (ACS-3 7.12.7.40); NULL: not known.
 */
static int send_flush(struct drive *drive, const uint8_t *id)
{
	bool shortest = drive->dev->wish.prefer_ata12 && id && ata_id_has(id, ID_HAS_FLUSH_CACHE);
	bool ext = !shortest && id && ata_id_has(id, ID_HAS_FLUSH_CACHE_EXT);
	struct ata_cmd cmd = ata_command(ext ? ATA_FLUSH_CACHE_EXT : ATA_FLUSH_CACHE);
	int err = drive_send(drive, &cmd);

	if (err == -EOPNOTSUPP && cmd.ext) {
		/* some routes, as by an old bridge, carry 28-bit commands only */
		cmd = ata_command(ATA_FLUSH_CACHE);
		err = drive_send(drive, &cmd);
	}
	return err;
}

static const uint8_t *identify_data(struct drive *drive)
{
	return device_identify(drive->dev, ATA_QUIET_MISSING) ? NULL : drive->dev->id.raw;
}

static int ata_disk_flush(struct drive *drive)
{
	return send_flush(drive, identify_data(drive));
}

int drive_try_flush(struct drive *drive)
{
	const uint8_t *id = identify_data(drive);
	bool none = id && !ata_id_has(id, ID_HAS_FLUSH_CACHE) &&
		    !ata_id_has(id, ID_HAS_FLUSH_CACHE_EXT);
	int err = send_flush(drive, id);

	return none && (err == -EIO || err == -EOPNOTSUPP) ? 0 : err;
}

/*
 * Flush before "off"; flush again after, for data written in between. A failed flush stops nothing,
 * and is the result if the setting succeeds. SET FEATURES is sent only if HDIO_SET_WCACHE, which
 * drivers/ide has, fails.
 */
static int ata_disk_set_write_cache(struct drive *drive, bool on, bool *lasts)
{
	struct ata_cmd cmd = ata_set_feature(FEATURE_WRITE_CACHE, on, 0);
	struct device *dev = drive->dev;
	int err = on ? 0 : drive_try_flush(drive), set = 0, after;
	struct past_failure past = drive_past_failure(drive);

	(void)lasts;
	if (host_ioctl(dev->host, dev->fd, HDIO_SET_WCACHE, (void *)(uintptr_t)on) < 0)
		set = drive_send(drive, &cmd);
	if (set) {
		err = set;
		past = drive_past_failure(drive);
	}
	after = on ? 0 : drive_try_flush(drive);
	if (!err)
		return after;
	drive_restore_failure(drive, &past);
	return err;
}

int drive_send_either(struct drive *drive, enum ata_id id, enum ata_id older)
{
	struct ata_cmd cmd = ata_command(id);
	int err = drive_send(drive, &cmd);

	if (err != -EIO || older == id || !cmd.res.valid || !(cmd.res.error & ER_ABRT))
		return err;
	cmd = ata_command(older);
	return drive_send(drive, &cmd);
}

int drive_ask_feature(struct drive *drive, enum ata_feature feature)
{
	const uint8_t *id = drive->dev->id.raw;
	int err = device_identify(drive->dev, ATA_QUIET_MISSING);
	unsigned bad;

	if (err)
		return drive_tell(drive, err, "IDENTIFY DEVICE failed");
	if (ata_id_blank(id))
		return drive_tell(drive, -ENODATA,
				  "the IDENTIFY data are all ones: no drive answered");
	/* true for a write cache that word 82 claims, also if word 83 does not validate word 82 */
	if (!ata_feature_supported_if_valid(id, feature))
		return 0;
	bad = ata_feature_empty_word(id, feature);
	if (!bad)
		return 1;
	return drive_tell(drive, -ENODATA,
			  "word %u of the IDENTIFY data is FFFFh, which is no valid value", bad);
}

/* --- Standby of ATA drives, now and by a timer, and the timers of Extended Power Conditions --- */

static int ata_disk_standby(struct drive *drive)
{
	return drive_send_either(drive, ATA_STANDBY_IMMEDIATE, ATA_STANDBY_IMMEDIATE_OLD);
}

static int ata_disk_background(struct drive *drive, const char **work)
{
	struct disk_sanitize sanitize;
	uint8_t data[ID_BYTES];
	struct ata_cmd cmd;
	int err = device_identify(drive->dev, ATA_QUIET_MISSING);

	if (err)
		return drive_tell(drive, err, "IDENTIFY DEVICE failed");
	if (ata_id_claims(drive->dev->id.raw, ID_HAS_SANITIZE) &&
	    !ata_disk_sanitize_status(drive, false, &sanitize) &&
	    sanitize.state == DISK_SANITIZE_RUNNING)
		*work = "sanitize";
	else if (ata_smart_data(drive->dev->id.raw, data, &cmd) && !device_ata(drive->dev, &cmd) &&
		 ata_self_test_runs(data))
		*work = "a self-test";
	/* do not report a failed query: the drive may lack self-tests */
	device_forget_failure(drive->dev);
	return 0;
}

static int ata_disk_set_standby_timer(struct drive *drive, struct standby_time time)
{
	struct ata_cmd cmd = ata_command(ATA_IDLE);

	if (time.save)
		return drive_refuse(drive, -EOPNOTSUPP,
				    "no ATA command saves this timer; "
				    "--epc-timer standby_z=TIME,save does, "
				    "where --epc shows that it can be saved");
	cmd.count = time.code;
	return drive_send(drive, &cmd);
}

static int ata_disk_epc(struct drive *drive, unsigned apart, bool *on)
{
	(void)apart;
	return ata_disk_switch(drive, FEATURE_EPC, on);
}

static bool epc_is_off(struct device *dev)
{
	device_forget(dev);
	return !device_identify(dev, ATA_QUIET_ALL) &&
	       ata_feature_supported_if_valid(dev->id.raw, FEATURE_EPC) &&
	       !ata_feature_enabled(dev->id.raw, FEATURE_EPC);
}

/* If EPC is off already, the drive aborts the command to turn EPC off: this is success. */
static int ata_disk_set_epc(struct drive *drive, bool but_standby, bool on)
{
	struct ata_cmd cmd = ata_set_feature(FEATURE_EPC, on, 0);
	int err = drive_send(drive, &cmd);

	(void)but_standby;
	return err == -EIO && !on && epc_is_off(drive->dev) ? 0 : err;
}

static int ata_disk_has_conditions(struct drive *drive)
{
	int err = device_identify(drive->dev, ATA_QUIET_MISSING);

	if (err)
		return drive_tell(drive, err, "IDENTIFY DEVICE failed");
	if (ata_feature_supported_if_valid(drive->dev->id.raw, FEATURE_EPC))
		return 1;
	return drive_tell(drive, 0, "the drive has no Extended Power Conditions");
}

/* Page 0 has the idle conditions, page 1 the standby conditions. */
static int read_log(struct drive *drive, struct ata_epc_state states[ATA_EPC_COUNT])
{
	enum { PAGES = 2 };
	uint8_t data[PAGES][ID_BYTES];

	for (uint16_t i = 0; i < PAGES; i++) {
		struct ata_cmd cmd;
		int err = device_log_page(drive->dev, LOG_POWER_CONDITIONS, i, data[i], &cmd);

		if (err) {
			drive_keep(drive, &cmd);
			return err;
		}
	}
	if (ata_epc_decode(data[0], data[1], states))
		return 0;
	return drive_tell(drive, -ENODATA, "log %02Xh holds no power conditions",
			  LOG_POWER_CONDITIONS);
}

static int ata_disk_conditions(struct drive *drive, unsigned more,
			       struct ata_epc_state states[ATA_EPC_COUNT])
{
	int has = ata_disk_has_conditions(drive);

	(void)more;
	return has > 0 ? read_log(drive, states) : has ? has : -EOPNOTSUPP;
}

static int ata_disk_set_condition(struct drive *drive, enum ata_epc condition, uint64_t value,
				  bool save)
{
	struct ata_cmd cmd = ata_epc_set(condition, value, save);

	return drive_send(drive, &cmd);
}

static int ata_disk_go_to(struct drive *drive, enum ata_epc condition)
{
	struct ata_cmd cmd = ata_set_feature(FEATURE_EPC_GO_TO, true, ata_epc_table[condition].id);

	return drive_send(drive, &cmd);
}

/*
 * Read the timer of standby_z from the Power Conditions log. 0 or -errno: -ENODATA if EPC is off or
 * missing, if standby_z is missing, if the route cannot carry the command, or for invalid data.
 */
static int ata_disk_standby_timer(struct drive *drive, uint32_t *tenths)
{
	struct ata_epc_state states[ATA_EPC_COUNT];
	const struct ata_epc_state *z = &states[ATA_EPC_STANDBY_Z];
	int err, on = drive_ask_feature(drive, FEATURE_EPC);

	if (on < 0)
		return on;
	if (!on || !ata_feature_enabled(drive->dev->id.raw, FEATURE_EPC))
		return -ENODATA;
	err = read_log(drive, states);
	if (err)
		return err == -EOPNOTSUPP ? -ENODATA : err;
	if (!z->supported)
		return -ENODATA;
	*tenths = ata_epc_effective(&z->current);
	return 0;
}

/* --- SCT commands, and the recovery times that an ATA drive keeps by them --- */

int drive_sct_ready(struct drive *drive)
{
	uint8_t page[SCT_BYTES];
	struct ata_cmd cmd = ata_sct_log(drive->dev->id.raw, false, page);
	struct sct_status status;
	int err = drive_send(drive, &cmd);

	if (err)
		return err;
	sct_status_decode(page, &status);
	if (!status.busy)
		return 0;
	return drive_refuse(drive, -EBUSY,
			    "nothing was sent: the drive is executing another SCT command "
			    "(action %u, function %u); try again when it is done",
			    status.action, status.function);
}

static int answer_lost(struct drive *drive, bool echo)
{
	return drive_fail(
		drive, FAILURE_LOST, -ENODATA,
		"the adapter or USB bridge returns %s registers: the drive's answer is lost",
		echo ? "the command's own" : "no");
}

/* *value becomes the answer to a query. */
static int send_request(struct drive *drive, const struct sct_request *request, uint16_t *value)
{
	bool asks = sct_operation_table[request->operation].asks;
	uint8_t page[SCT_BYTES];
	enum sct_answer answer;
	struct ata_cmd cmd;
	int err;

	sct_encode(request, page);
	cmd = ata_sct_log(drive->dev->id.raw, true, page);
	cmd.want = asks ? WANT_COUNT | WANT_LBA : 0;
	cmd.quiet = ATA_QUIET_MISSING;
	err = drive_send(drive, &cmd);
	if (asks && err == -EIO && !cmd.res.valid &&
	    !sense_is_error(cmd.res.sense, ATA_SENSE_BYTES))
		return answer_lost(drive, false);
	if (err || !asks)
		return err;
	answer = sct_decode(&cmd, value);
	return answer == SCT_ANSWERED ? 0 : answer_lost(drive, answer == SCT_ECHO);
}

int drive_sct_values(struct drive *drive, const struct sct_setting_def *def, enum sct_operation get,
		     struct sct_values *values)
{
	int err = 0;

	*values = (struct sct_values){ .part = { 0 } };
	for (unsigned i = 0; i < def->parts && !err; i++) {
		struct sct_request request = { .operation = get, .code = def->codes[i] };

		err = send_request(drive, &request, &values->part[i]);
	}
	if (!err && def->get_options) {
		struct sct_request request = { .operation = def->get_options,
					       .code = def->codes[SCT_PART_STATE] };

		err = send_request(drive, &request, &values->part[SCT_PART_KEPT]);
		values->part[SCT_PART_KEPT] &= SCT_OPTION_KEEP;
	}
	return err;
}

int drive_sct_set(struct drive *drive, const struct sct_setting_def *def, enum sct_operation set,
		  const struct sct_values *values, bool keep)
{
	int err = 0;

	for (unsigned i = 0; i < def->parts && !err; i++) {
		struct sct_request request = { .operation = set,
					       .code = def->codes[i],
					       .value = values->part[i],
					       .keep = keep };

		err = send_request(drive, &request, NULL);
	}
	return err;
}

void drive_sct_explain(struct drive *drive)
{
	struct failure *failure = &drive->failure;
	uint8_t page[SCT_BYTES];
	struct sct_status status;
	struct ata_cmd asked;
	const char *why;

	if (!drive_failed_ata(drive) || !failure->ata.res.valid ||
	    device_sct_status(drive->dev, page, &asked))
		return;
	sct_status_decode(page, &status);
	why = sct_status_text(status.extended);
	if (!why)
		return;
	drive_refuse(drive, 0, "%s failed (status %02Xh error %02Xh): %s", failure->title,
		     failure->ata.res.status, failure->ata.res.error, why);
}

enum { UNIT_MS = 1000 / SCT_UNITS_PER_S };

static int ata_disk_has_recovery_time(struct drive *drive, bool to_set)
{
	int err = device_identify(drive->dev, ATA_QUIET_MISSING);

	(void)to_set;
	if (!err && device_hung(drive->dev))
		err = -EIO;
	if (err)
		return drive_tell(drive, err, "IDENTIFY DEVICE failed");
	return sct_supported(drive->dev->id.raw, SCT_ERROR_RECOVERY);
}

static int ata_disk_recovery_time(struct drive *drive, enum recovery_kind kind,
				  struct recovery_time *t)
{
	const struct sct_setting_def *def = &sct_setting_table[SCT_ERROR_RECOVERY];
	struct sct_values values;
	int err;

	if (kind == RECOVERY_MAKERS)
		return drive_fail(drive, FAILURE_NO_VALUE, -ENODATA,
				  "no command asks for the maker's default");
	err = drive_sct_values(drive, def, kind == RECOVERY_KEPT ? def->get_kept : def->get,
			       &values);
	for (unsigned i = 0; i < SCT_PARTS; i++)
		t->ms[i] = values.part[i] * (uint32_t)UNIT_MS;
	return err;
}

static int ata_disk_set_recovery_time(struct drive *drive, enum recovery_kind kind,
				      const struct recovery_time *t)
{
	const struct sct_setting_def *def = &sct_setting_table[SCT_ERROR_RECOVERY];
	struct sct_values values = { .part = { 0 } };
	int err;

	for (unsigned i = 0; i < SCT_PARTS && kind != RECOVERY_MAKERS; i++)
		values.part[i] = (uint16_t)(t->ms[i] / UNIT_MS);
	err = drive_sct_set(drive, def, kind == RECOVERY_MAKERS ? def->set_default : def->set,
			    &values, false);
	if (!err && kind == RECOVERY_KEPT)
		err = drive_sct_set(drive, def, def->set_kept, &values, false);
	return err;
}

/* clang-format off */
const struct drive_ops drive_ata = {
	.name = "ATA",
	.power = true,
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
	.read_refusal = ata_disk_read_refusal,
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
