// SPDX-License-Identifier: GPL-2.0-or-later
/* The timers of a SCSI disk's power conditions: mode page 1Ah. */
#include "scsi_disk.h"

#include <errno.h>
#include <string.h>

/* Mode page 1Ah as it came. */
struct power_page {
	uint8_t data[SCSI_MODE_BYTES];
	size_t bytes;
	struct scsi_timers timers;
};

/* 0 or -errno; -ENOENT: the disk has no such page. */
static int read_power_page(struct drive *drive, enum scsi_mode_control control,
			   struct power_page *page)
{
	int err = scsi_disk_power_page(drive, control, page->data, &page->bytes);

	if (err && err != -EOPNOTSUPP)
		return err;
	return err || !scsi_timers_decode(page->data, page->bytes, &page->timers) ? -ENOENT : 0;
}

/* The same for a page whose values are no news where there are none. -ETIMEDOUT and alike count. */
static int read_other_field(struct drive *drive, enum scsi_mode_control control,
			    struct power_page *page)
{
	int err = read_power_page(drive, control, page);

	if (err)
		page->timers = (struct scsi_timers){ .has = { false } };
	return device_hung(drive->dev) ? err : 0;
}

/* Of an error of read_power_page(): the text, where there is none yet. */
static int without_page(struct drive *drive, int err)
{
	if (err != -ENOENT)
		return err;
	drive_tell(drive, "the disk has no timers for power conditions (mode page 1Ah)");
	return -EOPNOTSUPP;
}

static bool saves(const struct power_page *page)
{
	return scsi_mode_saveable(page->data, page->bytes, SCSI_MODE_POWER_CONDITION);
}

static bool any_enabled(const struct scsi_timers *timers, unsigned apart)
{
	for (unsigned i = 0; i < ATA_EPC_COUNT; i++) {
		if (ata_epc_effective(&timers->timer[i]) && !(apart & 1U << i))
			return true;
	}
	return false;
}

static bool changeable(const struct ata_epc_timer *mask)
{
	return mask->enabled || mask->time;
}

/* Whether the bits in which a timer differs are ones that can be changed. */
static bool may_become(const struct ata_epc_timer *mask, const struct ata_epc_timer *from,
		       const struct ata_epc_timer *to)
{
	return (from->enabled == to->enabled || mask->enabled) &&
	       !((from->time ^ to->time) & ~mask->time);
}

static int select_page(struct drive *drive, const struct power_page *page, bool save)
{
	uint8_t list[SCSI_MODE_BYTES];
	size_t n = scsi_timers_encode(page->data, page->bytes, &page->timers, list);

	return scsi_disk_mode_select(drive, list, n, save);
}

/*
 * Saves one timer of `now`. The disk saves a page as a whole: what else was set and not saved is
 * set again behind it.
 */
static int save_timer(struct drive *drive, const struct power_page *now, enum ata_epc condition)
{
	uint8_t first[SCSI_MODE_BYTES], second[SCSI_MODE_BYTES];
	struct power_page saved;
	int err = read_power_page(drive, SCSI_MODE_SAVED, &saved);
	size_t n;

	if (err)
		return without_page(drive, err);
	saved.timers.timer[condition] = now->timers.timer[condition];
	n = scsi_timers_encode(saved.data, saved.bytes, &saved.timers, first);
	err = select_page(drive, &saved, true);
	if (err || (n == scsi_timers_encode(now->data, now->bytes, &now->timers, second) &&
		    !memcmp(first, second, n)))
		return err;
	return select_page(drive, now, false);
}

/* A timer that is to be set. */
struct timer_change {
	enum ata_epc condition;
	const char *name; /* in messages */
	uint64_t value;	  /* of ata_epc_set() */
	bool save;
};

/* What becomes of the timer. 0 or -errno. */
static int new_timer(struct drive *drive, const struct timer_change *change,
		     struct ata_epc_timer *timer)
{
	bool initial = change->value == ATA_EPC_INITIAL;
	struct power_page page;
	int err;

	if (initial || change->value == ATA_EPC_SAVED) {
		err = read_power_page(drive, initial ? SCSI_MODE_DEFAULT : SCSI_MODE_SAVED, &page);
		if (!err)
			*timer = page.timers.timer[change->condition];
		else if (err == -ENOENT)
			drive_tell(drive, "the disk does not tell its %s timers",
				   initial ? "default" : "saved");
		return err == -ENOENT ? -EOPNOTSUPP : err;
	}
	timer->enabled = change->value;
	if (change->value && change->value != ATA_EPC_ON)
		timer->time = (uint32_t)change->value;
	if (!timer->enabled || timer->time)
		return 0;
	return drive_refuse(drive, -EINVAL, "the timer for %s has no time: give one, as 20min",
			    change->name);
}

/* -ENOENT: the disk has no such timer. */
static int set_timer(struct drive *drive, const struct timer_change *change)
{
	enum ata_epc condition = change->condition;
	struct power_page mask, now;
	struct ata_epc_timer timer;
	int err = read_power_page(drive, SCSI_MODE_CHANGEABLE, &mask);

	if (!err)
		err = read_power_page(drive, SCSI_MODE_CURRENT, &now);
	if (!err && !(mask.timers.has[condition] && now.timers.has[condition]))
		err = -ENOENT;
	if (err == -ENOENT)
		drive_tell(drive, "the disk has no timer for %s", change->name);
	if (err)
		return err;
	timer = now.timers.timer[condition];
	err = new_timer(drive, change, &timer);
	if (err)
		return err;
	if (!changeable(&mask.timers.timer[condition]) ||
	    !may_become(&mask.timers.timer[condition], &now.timers.timer[condition], &timer)) {
		drive_tell(drive, "the disk does not let its timer for %s be set", change->name);
		return -EOPNOTSUPP;
	}
	if (change->save && !saves(&now)) {
		drive_tell(drive, "the disk does not save its timer for %s", change->name);
		return -EOPNOTSUPP;
	}
	now.timers.timer[condition] = timer;
	return change->save ? save_timer(drive, &now, condition) : select_page(drive, &now, false);
}

int scsi_disk_set_condition(struct drive *drive, enum ata_epc condition, uint64_t value, bool save)
{
	const struct timer_change change = { condition, ata_epc_table[condition].name, value,
					     save };
	int err = set_timer(drive, &change);

	return err == -ENOENT ? -EOPNOTSUPP : err;
}

/* --- all conditions --- */

int scsi_disk_epc(struct drive *drive, unsigned apart, bool *on)
{
	struct power_page now;
	int err = read_power_page(drive, SCSI_MODE_CURRENT, &now);

	if (!err)
		*on = any_enabled(&now.timers, apart);
	return without_page(drive, err);
}

/* The timers that are saved, or else the maker's, in the place of those in `now`. */
static int take_timers(struct drive *drive, struct power_page *now)
{
	struct power_page page = { .timers = { .has = { false } } };
	int err = saves(now) ? read_other_field(drive, SCSI_MODE_SAVED, &page) : 0;

	if (!err && !any_enabled(&page.timers, 0))
		err = read_other_field(drive, SCSI_MODE_DEFAULT, &page);
	if (err)
		return err;
	if (!any_enabled(&page.timers, 0)) {
		drive_tell(drive, "no timer is on in what the disk has saved, or the maker has set"
				  ": --epc-timer CONDITION=TIME turns one on");
		return -ENODATA;
	}
	now->timers = page.timers;
	return 0;
}

/* What all timers are to become. 0 or -errno. */
static int switch_timers(struct drive *drive, bool but_standby, bool on, struct power_page *page)
{
	const struct ata_epc_timer standby = page->timers.timer[ATA_EPC_STANDBY_Z];

	if (on)
		return take_timers(drive, page);
	for (unsigned i = 0; i < ATA_EPC_COUNT; i++)
		page->timers.timer[i].enabled = false;
	if (but_standby)
		page->timers.timer[ATA_EPC_STANDBY_Z] = standby;
	return 0;
}

int scsi_disk_set_epc(struct drive *drive, bool but_standby, bool on)
{
	struct power_page mask, now, next;
	int err = read_power_page(drive, SCSI_MODE_CHANGEABLE, &mask);

	if (!err)
		err = read_power_page(drive, SCSI_MODE_CURRENT, &now);
	if (err)
		return without_page(drive, err);
	if (any_enabled(&now.timers, but_standby ? 1U << ATA_EPC_STANDBY_Z : 0) == on)
		return 0;
	next = now;
	err = switch_timers(drive, but_standby, on, &next);
	if (err)
		return err;
	for (unsigned i = 0; i < ATA_EPC_COUNT; i++) {
		if (may_become(&mask.timers.timer[i], &now.timers.timer[i], &next.timers.timer[i]))
			continue;
		drive_tell(drive, "the disk does not let its timer for %s be set",
			   ata_epc_table[i].name);
		return -EOPNOTSUPP;
	}
	return select_page(drive, &next, false);
}

/* A USB disk may fail at pages that the kernel does not ask of it. */
static int read_conditions(struct drive *drive, struct scsi_conditions *conditions)
{
	uint8_t data[SCSI_VPD_BYTES];
	struct scsi_cmd cmd = scsi_inquiry_page(SCSI_VPD_POWER_CONDITION, data, sizeof(data));
	int err = device_is_usb(drive->dev) ? -EOPNOTSUPP : scsi_disk_ask(drive, &cmd);

	scsi_conditions_decode(data, err ? 0 : cmd.got, conditions);
	return device_hung(drive->dev) ? err : 0;
}

/* All that a disk tells of its conditions. */
struct power_answers {
	struct power_page mask, now, initial, saved;
	struct scsi_conditions conditions;
};

static int read_answers(struct drive *drive, unsigned more, struct power_answers *a)
{
	int err = read_power_page(drive, SCSI_MODE_CHANGEABLE, &a->mask);

	if (!err)
		err = read_power_page(drive, SCSI_MODE_CURRENT, &a->now);
	if (err)
		return without_page(drive, err);
	if (more & CONDITIONS_INITIAL)
		err = read_other_field(drive, SCSI_MODE_DEFAULT, &a->initial);
	if (!err && (more & CONDITIONS_SAVED) && saves(&a->now))
		err = read_other_field(drive, SCSI_MODE_SAVED, &a->saved);
	if (!err && (more & CONDITIONS_RECOVERY))
		err = read_conditions(drive, &a->conditions);
	return err;
}

int scsi_disk_conditions(struct drive *drive, unsigned more,
			 struct ata_epc_state states[ATA_EPC_COUNT])
{
	struct power_answers a = { .mask = { .bytes = 0 } };
	int err = read_answers(drive, more, &a);

	for (unsigned i = 0; !err && i < ATA_EPC_COUNT; i++) {
		const struct ata_epc_timer *may = &a.mask.timers.timer[i];
		struct ata_epc_state *s = &states[i];

		*s = (struct ata_epc_state){ .current = a.now.timers.timer[i],
					     .initial = a.initial.timers.timer[i],
					     .saved = a.saved.timers.timer[i],
					     .changeable = changeable(may),
					     .saveable = a.saved.timers.has[i],
					     .recovery_ms = a.conditions.recovery_ms[i] };
		/* old disks lack page 8Ah, and it may be wrong */
		s->supported = a.now.timers.has[i] &&
			       (a.conditions.has[i] || s->changeable || s->current.enabled);
	}
	return err;
}

/* --- the timer of -S, which is that of standby_z --- */

int scsi_disk_standby_timer(struct drive *drive, uint32_t *tenths)
{
	struct power_page now;
	int err = read_power_page(drive, SCSI_MODE_CURRENT, &now);

	if (!err)
		*tenths = ata_epc_effective(&now.timers.timer[ATA_EPC_STANDBY_Z]);
	if (err != -ENOENT)
		return err;
	drive_tell(drive, "the disk has no timer for standby");
	return -EOPNOTSUPP;
}

/* Whether a disk that reported success has done it. 0 or -errno. */
static int prove_timer(struct drive *drive, uint64_t tenths, bool save)
{
	struct power_page page;
	uint32_t is = 0;
	int err = scsi_disk_standby_timer(drive, &is);

	if (!err && is != tenths) {
		drive_tell(drive, "the disk reports success, but its timer for standby is %s",
			   is ? "another" : "off");
		drive->failure.disproved = true;
		return -EIO;
	}
	if (err || !save)
		return err;
	err = read_power_page(drive, SCSI_MODE_SAVED, &page);
	if (!err && ata_epc_effective(&page.timers.timer[ATA_EPC_STANDBY_Z]) == tenths)
		return 0;
	if (err && err != -ENOENT)
		return err;
	drive_tell(drive, "the disk reports success, but has not saved its timer for standby");
	drive->failure.disproved = true;
	return -EIO;
}

/* START: as ATA's IDLE, which sets the timer there, it wakes the disk. */
static int set_standby_timer(struct drive *drive, struct standby_time time)
{
	const struct timer_change change = { .condition = ATA_EPC_STANDBY_Z,
					     .name = "standby",
					     .value = time.seconds * UINT64_C(10), /* 100 ms */
					     .save = time.save };
	int err;

	if (time.code && !time.seconds)
		return drive_refuse(drive, -EINVAL,
				    "%u is a time of the maker's choice: give a time, as 20min",
				    time.code);
	err = set_timer(drive, &change);
	/* where there is no timer, it is off */
	if (err == -ENOENT && !time.seconds && !time.save)
		return scsi_disk_start(drive);
	if (!err && !drive->dev->dry_run)
		err = prove_timer(drive, change.value, change.save);
	if (err)
		return err == -ENOENT ? -EOPNOTSUPP : err;
	return scsi_disk_start(drive);
}

int scsi_disk_set_standby_timer(struct drive *drive, struct standby_time time)
{
	int err = set_standby_timer(drive, time);

	/* to a disk that is stopped this is what starts it: there is no other advice */
	drive->failure.advice[0] = '\0';
	return err;
}
