// SPDX-License-Identifier: GPL-2.0-or-later
/* Verbs of include/drive.h that call through a table of verbs (struct drive_ops). */
#include "ops.h"

#include <errno.h>

/* The block layer alone lacks most verbs: those of ATA tell how the kernel refuses the commands. */
#define CALL(drive, member, ...)                                                                   \
	const struct drive_ops *ops = verb_begin(drive);                                           \
                                                                                                   \
	if (!ops->member && ops == &drive_block)                                                   \
		ops = &drive_ata;                                                                  \
	return ops->member ? ops->member(drive, ##__VA_ARGS__) : verb_lacks(drive)

/* Settle the language, and return its verbs. */
static const struct drive_ops *settled(struct drive *drive)
{
	device_settle(drive->dev);
	return drive_ops(drive);
}

int drive_identity(struct drive *drive, struct disk_identity *id)
{
	CALL(drive, identity, id);
}

int drive_temperature(struct drive *drive, struct drive_temperature *t)
{
	CALL(drive, temperature, t);
}

int drive_write_cache(struct drive *drive, bool *on)
{
	CALL(drive, write_cache, on);
}

int drive_set_write_cache(struct drive *drive, bool on, bool *lasts)
{
	*lasts = false;
	CALL(drive, set_write_cache, on, lasts);
}

int drive_look_ahead(struct drive *drive, struct look_ahead *ahead)
{
	CALL(drive, look_ahead, ahead);
}

int drive_set_look_ahead(struct drive *drive, bool on)
{
	CALL(drive, set_look_ahead, on);
}

int drive_standby(struct drive *drive)
{
	CALL(drive, standby);
}

int drive_background(struct drive *drive, const char **work)
{
	*work = NULL;
	CALL(drive, background, work);
}

int drive_standby_timer(struct drive *drive, uint32_t *tenths)
{
	CALL(drive, standby_timer, tenths);
}

int drive_set_standby_timer(struct drive *drive, struct standby_time time)
{
	CALL(drive, set_standby_timer, time);
}

int drive_flush(struct drive *drive)
{
	CALL(drive, flush);
}

int drive_has_recovery_time(struct drive *drive, bool to_set)
{
	CALL(drive, has_recovery_time, to_set);
}

int drive_epc(struct drive *drive, unsigned apart, bool *on)
{
	CALL(drive, epc, apart, on);
}

int drive_set_epc(struct drive *drive, bool but_standby, bool on)
{
	CALL(drive, set_epc, but_standby, on);
}

int drive_conditions(struct drive *drive, unsigned more, struct ata_epc_state states[ATA_EPC_COUNT])
{
	CALL(drive, conditions, more, states);
}

int drive_power_state(struct drive *drive, struct disk_power *power)
{
	CALL(drive, power_state, power);
}

int drive_recovery_ready(struct drive *drive)
{
	if (!settled(drive)->recovery_ready)
		return 0;
	CALL(drive, recovery_ready);
}

int drive_recovery_time(struct drive *drive, enum recovery_kind kind, struct recovery_time *t)
{
	CALL(drive, recovery_time, kind, t);
}

int drive_set_recovery_time(struct drive *drive, enum recovery_kind kind,
			    const struct recovery_time *t)
{
	CALL(drive, set_recovery_time, kind, t);
}

int drive_has_conditions(struct drive *drive)
{
	if (!settled(drive)->has_conditions)
		return 1;
	CALL(drive, has_conditions);
}

int drive_set_condition(struct drive *drive, enum ata_epc condition, uint64_t value, bool save)
{
	CALL(drive, set_condition, condition, value, save);
}

int drive_go_to(struct drive *drive, enum ata_epc condition)
{
	CALL(drive, go_to, condition);
}

int drive_plan_bad(struct drive *drive, struct bad_sector *bad)
{
	if (!settled(drive)->plan_bad)
		return 0;
	CALL(drive, plan_bad, bad);
}

int drive_make_bad(struct drive *drive, const struct bad_sector *bad)
{
	CALL(drive, make_bad, bad);
}

int drive_choose_sector_bytes(struct drive *drive, unsigned bytes, uint32_t *choice)
{
	if (!settled(drive)->choose_sector_bytes)
		return 0;
	CALL(drive, choose_sector_bytes, bytes, choice);
}

int drive_plan_sector_bytes(struct drive *drive, unsigned bytes, struct sector_plan *plan)
{
	if (!settled(drive)->plan_sector_bytes)
		return 0;
	CALL(drive, plan_sector_bytes, bytes, plan);
}

int drive_set_sector_bytes(struct drive *drive, unsigned bytes, uint32_t choice)
{
	CALL(drive, set_sector_bytes, bytes, choice);
}

int drive_plan_trim(struct drive *drive, struct disk_trim *trim)
{
	CALL(drive, plan_trim, trim);
}

int drive_trim(struct drive *drive, const struct disk_trim *trim, const struct lba_range *ranges,
	       size_t n)
{
	CALL(drive, trim, trim, ranges, n);
}

int drive_sector_size(struct drive *drive, struct sector_size *size)
{
	struct disk_identity id = { .logical = 0 };
	int err;

	if (settled(drive)->sector_size) {
		CALL(drive, sector_size, size);
	}
	err = drive_identity(drive, &id);
	*size = (struct sector_size){ id.logical, id.extra };
	return err;
}

int drive_format_status(struct drive *drive, struct disk_sanitize *status)
{
	CALL(drive, format_status, status);
}

int drive_rescan(struct drive *drive)
{
	if (!settled(drive)->rescan)
		return 0;
	CALL(drive, rescan);
}

int drive_verify_plan(struct drive *drive, struct disk_verify *plan)
{
	CALL(drive, verify_plan, plan);
}

int drive_verify_sectors(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad)
{
	CALL(drive, verify, lba, sectors, bad);
}

int drive_erase(struct drive *drive, enum disk_erase erase, uint32_t pattern, unsigned passes)
{
	CALL(drive, erase, erase, pattern, passes);
}

int drive_erase_ways(struct drive *drive, uint32_t *ways)
{
	CALL(drive, erase_ways, ways);
}

int drive_erase_takes(struct drive *drive, enum disk_erase erase, char names[DISK_KIN_BYTES])
{
	names[0] = '\0';
	if (!settled(drive)->erase_takes)
		return 0;
	CALL(drive, erase_takes, erase, names);
}

int drive_read_refusal(struct drive *drive)
{
	if (!settled(drive)->read_refusal)
		return 0;
	CALL(drive, read_refusal);
}

int drive_sanitize_status(struct drive *drive, bool accepted, struct disk_sanitize *status)
{
	CALL(drive, sanitize_status, accepted, status);
}

int drive_firmware(struct drive *drive, struct disk_firmware *firmware)
{
	CALL(drive, firmware, firmware);
}

int drive_plan_firmware(struct drive *drive, enum disk_firmware_way *way, bool largest,
			struct disk_firmware *firmware)
{
	if (!settled(drive)->firmware_plan)
		return 0;
	CALL(drive, firmware_plan, way, largest, firmware);
}

int drive_send_firmware(struct drive *drive, struct disk_firmware *firmware,
			enum disk_firmware_way way, const struct firmware_segment *segment)
{
	CALL(drive, send_firmware, firmware, way, segment);
}

int drive_end_firmware(struct drive *drive, const struct disk_firmware *firmware,
		       enum disk_firmware_way way)
{
	CALL(drive, end_firmware, firmware, way);
}

int drive_activate_firmware(struct drive *drive, const struct disk_firmware *firmware)
{
	CALL(drive, activate_firmware, firmware);
}
