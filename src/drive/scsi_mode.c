// SPDX-License-Identifier: GPL-2.0-or-later
/* Settings in mode pages: read-ahead, and how long a bad sector is tried. */
#include "scsi_disk.h"

#include <errno.h>

static int lacks_page(struct drive *drive, const char *what)
{
	drive_tell(drive, "the disk has no %s", what);
	return -EOPNOTSUPP;
}

static int fixed(struct drive *drive, const char *what)
{
	drive_tell(drive, "the disk does not let its %s be set", what);
	return -EOPNOTSUPP;
}

/* --- read-ahead --- */

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

/* Until the power goes, as ATA's. The write cache, in the same page, stays as the kernel knows it.
 */
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
