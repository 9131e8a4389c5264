// SPDX-License-Identifier: GPL-2.0-or-later
/* SCSI commands with their failures in words, and settings in mode pages. */
#include "scsi_disk.h"
#include "sysfs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char stopped_advice[] =
	"-S starts it: -S0 with its standby timer off, -S 20min with that time";

static const char *state_advice(const struct scsi_sense *sense)
{
	switch (scsi_sanitize_state(sense)) {
	case SCSI_SANITIZE_RUNNING:
		return disk_sanitize_advice(DISK_SANITIZE_RUNNING);
	case SCSI_SANITIZE_FAILED:
		return disk_sanitize_advice(DISK_SANITIZE_FAILED);
	case SCSI_SANITIZE_UNTOLD:
		break;
	}
	return scsi_stopped(sense) ? stopped_advice : "";
}

static void tell_failure(struct drive *drive, int err, const struct scsi_cmd *cmd)
{
	struct scsi_sense sense = scsi_sense_decode(cmd->sense, cmd->sense_bytes);
	char text[SCSI_SENSE_TEXT_BYTES];

	drive_tell(drive, err, "%s failed: %s", cmd->operation->name,
		   scsi_sense_text(&sense, text));
	drive->failure.unbegun = scsi_refused(&sense);
	drive->failure.ready_s = scsi_becomes_ready(&sense) ? SCSI_SPIN_UP_S : 0;
	snprintf(drive->failure.advice, sizeof(drive->failure.advice), "%s", state_advice(&sense));
}

int scsi_disk_ask(struct drive *drive, struct scsi_cmd *cmd)
{
	int err = device_scsi(drive->dev, cmd);

	const char *status = err == -EAGAIN ? scsi_status_text(cmd->status) : NULL;

	drive->failure.answered = err && (cmd->sense_bytes || status);
	if (err && cmd->sense_bytes) {
		tell_failure(drive, err, cmd);
	} else if (err == -ETIMEDOUT) {
		drive_tell(drive, err, "%s failed (no answer within %u s)", cmd->operation->name,
			   cmd->timeout_s);
	} else if (status) {
		drive_tell(drive, err, "%s failed: %s", cmd->operation->name, status);
	} else if (err) {
		drive_tell(drive, err, "%s failed", cmd->operation->name);
	}
	return err;
}

static bool form_unknown(const struct scsi_cmd *cmd, int err)
{
	struct scsi_sense sense = scsi_sense_decode(cmd->sense, cmd->sense_bytes);

	return err && scsi_unknown(&sense);
}

/* -ENODATA if the answer is incomplete: missing data prove nothing about the disk. */
static int need_whole(struct drive *drive, const struct scsi_cmd *cmd, const uint8_t *data,
		      size_t got)
{
	if (scsi_mode_whole(data, got))
		return 0;
	return drive_tell(drive, -ENODATA, "%s failed: the answer is not whole",
			  cmd->operation->name);
}

int scsi_disk_mode_sense(struct drive *drive, uint8_t page, enum scsi_mode_control control,
			 uint8_t data[SCSI_MODE_BYTES], size_t *got)
{
	struct scsi_cmd cmd = scsi_mode_sense(page, control, data, SCSI_MODE_BYTES);
	int err = scsi_disk_ask(drive, &cmd);

	*got = cmd.got;
	if (!form_unknown(&cmd, err))
		return err ? err : need_whole(drive, &cmd, data, *got);
	cmd = scsi_mode_sense_6(page, control, data, SCSI_MODE_BYTES - SCSI_MODE_WIDER);
	err = scsi_disk_ask(drive, &cmd);
	*got = err ? 0 : scsi_mode_widen(data, cmd.got);
	return err ? err : need_whole(drive, &cmd, data, *got);
}

int scsi_disk_power_page(struct drive *drive, enum scsi_mode_control control,
			 uint8_t data[SCSI_MODE_BYTES], size_t *got)
{
	struct kept_page *kept = &drive->power_page[control];
	int err;

	_Static_assert(sizeof(kept->data) == SCSI_MODE_BYTES, "a page is kept as a whole");
	if (drive->only_asked && kept->asked) {
		*got = kept->refused ? 0 : kept->bytes;
		memcpy(data, kept->data, SCSI_MODE_BYTES);
		return kept->refused ? -EOPNOTSUPP : 0;
	}
	err = scsi_disk_mode_sense(drive, SCSI_MODE_POWER_CONDITION, control, data, got);
	kept->asked = !err || err == -EOPNOTSUPP;
	kept->refused = err;
	if (err)
		return err;
	kept->bytes = (uint8_t)*got;
	memcpy(kept->data, data, SCSI_MODE_BYTES);
	return 0;
}

int scsi_disk_mode_select(struct drive *drive, uint8_t *list, size_t bytes, bool save)
{
	struct scsi_cmd cmd = scsi_mode_select(list, bytes, save);
	int err = scsi_disk_ask(drive, &cmd);

	if (!form_unknown(&cmd, err))
		return err;
	cmd = scsi_mode_select_6(list + SCSI_MODE_WIDER, bytes - SCSI_MODE_WIDER, save);
	return scsi_disk_ask(drive, &cmd);
}

int scsi_disk_ask_names(struct drive *drive, struct scsi_identity *names)
{
	uint8_t data[36];
	struct scsi_cmd cmd = scsi_inquiry(data, sizeof(data));
	int err = scsi_disk_ask(drive, &cmd);

	if (!err && !scsi_identity_decode(data, cmd.got, names))
		return drive_tell(drive, -ENODATA, "INQUIRY failed: the answer is not whole");
	return err;
}

int scsi_disk_attribute(struct drive *drive, const char *name, char *path, size_t size)
{
	char pattern[64];

	snprintf(pattern, sizeof(pattern), "device/scsi_disk/*/%s", name);
	return sysfs_disk_find(&drive->dev->sys, pattern, path, size);
}

size_t scsi_disk_kept_page(struct drive *drive, const char *folder, enum scsi_vpd page,
			   uint8_t data[SCSI_VPD_BYTES])
{
	char name[24];
	ssize_t got;

	snprintf(name, sizeof(name), "device/vpd_pg%02x", (unsigned)page);
	got = sysfs_read(drive->dev->host, folder, name, (char *)data, SCSI_VPD_BYTES);
	/* host_read_file() drops a last byte 0Ah: compare with the page length (SPC-5) */
	if (got > 3 && got + 1 == 4 + (data[2] << 8 | data[3]))
		data[got++] = '\n';
	return got > 0 ? (size_t)got : 0;
}

bool scsi_disk_removable(struct drive *drive, const char *folder)
{
	uint64_t removable;

	return !sysfs_u64(drive->dev->host, folder, "removable", &removable) && removable;
}

int scsi_disk_ask_state(struct drive *drive,
			bool (*tells)(const struct scsi_sense *, struct disk_sanitize *),
			struct disk_sanitize *status)
{
	uint8_t data[SCSI_SENSE_BYTES];
	struct scsi_cmd cmd = scsi_request_sense(data, sizeof(data));
	int err = scsi_disk_ask(drive, &cmd);
	struct scsi_sense sense = scsi_sense_decode(data, cmd.got);

	*status = (struct disk_sanitize){ .state = DISK_SANITIZE_IDLE };
	if (err)
		return err;
	if (tells(&sense, status))
		return 1;
	cmd = scsi_test_unit_ready();
	err = scsi_disk_ask(drive, &cmd);
	sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);
	return tells(&sense, status) ? 1 : err;
}

/* --- Settings in mode pages: read-ahead, and how long a bad sector is tried --- */

static int lacks_page(struct drive *drive, const char *what)
{
	return drive_tell(drive, -EOPNOTSUPP, "the disk has no %s", what);
}

static int fixed(struct drive *drive, const char *what)
{
	return drive_tell(drive, -EOPNOTSUPP, "the disk does not let its %s be set", what);
}

static const char ahead_name[] = "setting for read-ahead";

static int read_caching(struct drive *drive, enum scsi_mode_control control,
			uint8_t data[SCSI_MODE_BYTES], size_t *got, struct scsi_caching *caching)
{
	int err = scsi_disk_mode_sense(drive, SCSI_MODE_CACHING, control, data, got);

	if (!err && scsi_caching_decode(data, *got, caching))
		return 0;
	return err && err != -EOPNOTSUPP ? err : lacks_page(drive, ahead_name);
}

int scsi_disk_look_ahead(struct drive *drive, struct look_ahead *ahead)
{
	struct scsi_caching caching = { .dra = false };
	uint8_t data[SCSI_MODE_BYTES];
	size_t got;
	int err = read_caching(drive, SCSI_MODE_CURRENT, data, &got, &caching);

	*ahead = (struct look_ahead){ .on = !caching.dra,
				      .tells_read_cache = true,
				      .read_cache = !caching.rcd };
	return err;
}

/* The setting is not saved, as with ATA. The other settings of mode page 08h stay. */
int scsi_disk_set_look_ahead(struct drive *drive, bool on)
{
	uint8_t data[SCSI_MODE_BYTES], list[SCSI_MODE_BYTES];
	struct scsi_caching caching = { .dra = false };
	size_t got;
	int err = read_caching(drive, SCSI_MODE_CHANGEABLE, data, &got, &caching);

	if (!err && !caching.dra)
		err = fixed(drive, "read-ahead");
	if (!err)
		err = read_caching(drive, SCSI_MODE_CURRENT, data, &got, &caching);
	if (err)
		return err;
	return scsi_disk_mode_select(drive, list, scsi_look_ahead_encode(data, got, on, list),
				     false);
}

/* --- recovery times: one limit for reading and writing --- */

static const char limit_name[] = "recovery time limit";

static int read_limit(struct drive *drive, enum scsi_mode_control control,
		      uint8_t data[SCSI_MODE_BYTES], size_t *got, uint16_t *ms)
{
	int err = scsi_disk_mode_sense(drive, SCSI_MODE_ERROR_RECOVERY, control, data, got);

	if (!err && scsi_recovery_decode(data, *got, ms))
		return 0;
	return err && err != -EOPNOTSUPP ? err : lacks_page(drive, limit_name);
}

int scsi_disk_has_recovery_time(struct drive *drive, bool to_set)
{
	uint8_t data[SCSI_MODE_BYTES];
	uint16_t mask;
	size_t got;
	int err;

	if (!to_set)
		return 1;
	err = read_limit(drive, SCSI_MODE_CHANGEABLE, data, &got, &mask);
	if (!err && !mask)
		err = fixed(drive, limit_name);
	return err == -EOPNOTSUPP ? 0 : err ? err : 1;
}

int scsi_disk_recovery_time(struct drive *drive, enum recovery_kind kind, struct recovery_time *t)
{
	static const enum scsi_mode_control controls[] = {
		[RECOVERY_NOW] = SCSI_MODE_CURRENT,
		[RECOVERY_KEPT] = SCSI_MODE_SAVED,
		[RECOVERY_MAKERS] = SCSI_MODE_DEFAULT,
	};
	uint8_t data[SCSI_MODE_BYTES];
	uint16_t ms = 0;
	size_t got;
	int err = read_limit(drive, controls[kind], data, &got, &ms);

	t->ms[0] = t->ms[1] = ms ? ms : RECOVERY_UNTOLD;
	return err;
}

int scsi_disk_set_recovery_time(struct drive *drive, enum recovery_kind kind,
				const struct recovery_time *t)
{
	uint8_t data[SCSI_MODE_BYTES], list[SCSI_MODE_BYTES];
	bool save = kind == RECOVERY_KEPT;
	uint32_t ms = t->ms[0] == RECOVERY_UNTOLD ? 0 : t->ms[0];
	uint16_t now;
	size_t got;
	int err;

	if (t->ms[0] != t->ms[1])
		return drive_refuse(drive, -EINVAL,
				    "the disk has one limit for reading and writing");
	if (!t->ms[0])
		return drive_refuse(drive, -EINVAL,
				    "the disk always has a limit: give a time, or \"default\"");
	if (ms > UINT16_MAX)
		return drive_refuse(drive, -EINVAL,
				    "the longest time that the disk can have is 65.5 s");
	err = read_limit(drive, SCSI_MODE_CURRENT, data, &got, &now);
	if (err)
		return err;
	if (save && !scsi_mode_saveable(data, got, SCSI_MODE_ERROR_RECOVERY))
		return drive_refuse(drive, -EOPNOTSUPP,
				    "the disk cannot save it: try without \"keep\"");
	return scsi_disk_mode_select(drive, list,
				     scsi_recovery_encode(data, got, (uint16_t)ms, list), save);
}
