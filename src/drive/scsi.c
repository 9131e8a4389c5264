// SPDX-License-Identifier: GPL-2.0-or-later
/* Verbs of SCSI disks: queries, standby, and settings that destroy no data. */
#include "build.h"
#include "identify.h"
#include "scsi_disk.h"
#include "sysfs.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { ATTRIBUTE_BYTES = 80 };

/*
 * Return the number of bytes read; 0 if there is no page, or after a failure. INQUIRY is sent only
 * if `folder` is empty (no sysfs), since some USB disks fail at pages of INQUIRY.
 */
static size_t scsi_disk_read_page(struct drive *drive, const char *folder, enum scsi_vpd page,
				  uint8_t data[SCSI_VPD_BYTES])
{
	struct scsi_cmd cmd = scsi_inquiry_page(page, data, SCSI_VPD_BYTES);

	if (!*folder)
		return device_scsi(drive->dev, &cmd) ? 0 : cmd.got;
	return scsi_disk_kept_page(drive, folder, page, data);
}

/* Fill *names from the kernel's copies of standard INQUIRY data. False if a copy is missing. */
static bool names_of_kernel(struct drive *drive, const char *folder, struct scsi_identity *names)
{
	const struct {
		const char *attribute;
		char *field;
		size_t bytes;
	} fields[] = { { "vendor", names->vendor, SCSI_VENDOR_BYTES - 1 },
		       { "model", names->product, SCSI_PRODUCT_BYTES - 1 },
		       { "rev", names->revision, SCSI_REVISION_BYTES - 1 } };

	names->type = 0;
	names->removable = scsi_disk_removable(drive, folder);
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		char path[ATTRIBUTE_BYTES], text[32];

		snprintf(path, sizeof(path), "device/%s", fields[i].attribute);
		if (sysfs_text(drive->dev->host, folder, path, text, sizeof(text)))
			return false;
		ascii_shown(text, fields[i].bytes, fields[i].field);
	}
	return true;
}

static int scsi_disk_read_names(struct drive *drive, const char *folder,
				struct scsi_identity *names)
{
	if (*folder && names_of_kernel(drive, folder, names))
		return 0;
	return scsi_disk_ask_names(drive, names);
}

static void take_pages(struct drive *drive, const char *folder, struct disk_identity *id)
{
	char serial[SCSI_SERIAL_BYTES], name[SCSI_NAME_BYTES];
	uint8_t data[SCSI_VPD_BYTES];
	size_t n = scsi_disk_read_page(drive, folder, SCSI_VPD_SERIAL_NUMBER, data);

	if (scsi_serial_decode(data, n, serial))
		snprintf(id->serial, sizeof(id->serial), "%.*s", DISK_TEXT_BYTES - 1, serial);
	n = scsi_disk_read_page(drive, folder, SCSI_VPD_IDENTIFICATION, data);
	if (scsi_name_decode(data, n, name))
		snprintf(id->wwn, sizeof(id->wwn), "%s", name);
	n = scsi_disk_read_page(drive, folder, SCSI_VPD_BLOCK_CHARACTERISTICS, data);
	id->rotation = scsi_rotation_decode(data, n);
}

static void take_sizes(struct drive *drive, const char *folder, struct disk_identity *id)
{
	uint64_t value;

	if (!sysfs_u64(drive->dev->host, folder, "size", &value))
		id->bytes = value * 512;
	/* without a capacity, the kernel's sector size is no fact about the disk */
	if (id->bytes && !sysfs_u64(drive->dev->host, folder, "queue/logical_block_size", &value))
		id->logical = (unsigned)value;
	if (id->bytes && !sysfs_u64(drive->dev->host, folder, "queue/physical_block_size", &value))
		id->physical = (unsigned)value;
	if (!id->rotation && !sysfs_u64(drive->dev->host, folder, "queue/rotational", &value) &&
	    !value)
		id->rotation = ID_NOT_ROTATING;
	id->has_trim = block_discards(drive->dev);
}

/* Do not ask USB disks, some of which hang at READ CAPACITY(16). */
static void ask_sector_size(struct drive *drive, struct disk_identity *id)
{
	struct sector_size size;

	if (!id->logical && !device_is_usb(drive->dev) && !scsi_disk_sector_size(drive, &size))
		id->logical = size.bytes;
}

static const char *named(struct drive *drive)
{
	if (device_is_usb(drive->dev))
		return "a USB disk that takes no ATA commands";
	return sysfs_is_sas(&drive->dev->sys) ? "SAS" : "SCSI";
}

static void scsi_disk_name_transport(struct drive *drive, char text[DISK_TEXT_BYTES])
{
	if (device_is_usb(drive->dev))
		snprintf(text, DISK_TEXT_BYTES, "USB");
	else if (sysfs_is_sas(&drive->dev->sys))
		snprintf(text, DISK_TEXT_BYTES, "Serial, SAS");
}

static void take_names(const struct scsi_identity *names, struct disk_identity *id)
{
	snprintf(id->model, sizeof(id->model), "%s%s%s", names->vendor,
		 *names->vendor && *names->product ? " " : "", names->product);
	snprintf(id->firmware, sizeof(id->firmware), "%s", names->revision);
}

/* -ENOENT without names in sysfs, or for vendor "ATA": SCSI translation shortens the names. */
int scsi_disk_kernel_names(struct drive *drive, struct disk_identity *id)
{
	char folder[SYSFS_DISK_BYTES] = "";
	struct scsi_identity names;

	*id = (struct disk_identity){ .rotation = 0 };
	if (!sysfs_disk_folder(&drive->dev->sys, folder) ||
	    !names_of_kernel(drive, folder, &names) || !strcmp(names.vendor, "ATA"))
		return drive_tell(drive, -ENOENT, "sysfs does not show the disk's model");
	take_names(&names, id);
	take_pages(drive, folder, id);
	id->of_bridge = device_is_usb(drive->dev);
	return 0;
}

int scsi_disk_identity(struct drive *drive, struct disk_identity *id)
{
	char folder[SYSFS_DISK_BYTES] = "";
	struct scsi_identity names;
	int err;

	sysfs_disk_folder(&drive->dev->sys, folder);
	err = scsi_disk_read_names(drive, folder, &names);
	if (err)
		return err;
	id->language = "SCSI";
	snprintf(id->heading, sizeof(id->heading), "SCSI device, with %sremovable media",
		 names.removable ? "" : "non-");
	take_names(&names, id);
	scsi_disk_name_transport(drive, id->transport);
	take_pages(drive, folder, id);
	take_sizes(drive, folder, id);
	ask_sector_size(drive, id);
	id->of_bridge = device_is_usb(drive->dev);
	id->has_write_cache = !scsi_disk_write_cache(drive, &id->write_cache);
	return 0;
}

static int scsi_disk_temperature(struct drive *drive, struct drive_temperature *t)
{
	uint8_t page[SCSI_MODE_BYTES];
	struct scsi_cmd cmd = scsi_log_sense(SCSI_LOG_TEMPERATURE, page, sizeof(page));
	int err = scsi_disk_ask(drive, &cmd);

	if (err || scsi_temperature_decode(page, cmd.got, &t->celsius))
		return err;
	return drive_tell(drive, -EOPNOTSUPP, "the disk does not report its temperature");
}

/* --- write cache, set by cache_type: a MODE SELECT would leave the kernel's state stale --- */

static const char cache_on[] = "write back", cache_off[] = "write through";

/* Return `result` if `err` means that the file is missing or empty; else `err`. */
static int no_cache_type(struct drive *drive, int err, int result)
{
	return drive_tell(drive, err && err != -ENOENT ? err : result,
			  "sysfs does not show the write cache (cache_type)");
}

static int write_cache_of_kernel(struct drive *drive, bool *on)
{
	char path[PATH_MAX], text[48];
	ssize_t got = scsi_disk_attribute(drive, "cache_type", path, sizeof(path));

	if (!got)
		got = host_read_file(drive->dev->host, path, text, sizeof(text));
	if (got <= 0)
		return no_cache_type(drive, (int)got, -ENODATA);
	*on = sysfs_writes_back(text);
	return 0;
}

/* USB disks: the kernel's state, as some hang at MODE SENSE of page 08h. -ENODATA: not known. */
int scsi_disk_write_cache(struct drive *drive, bool *on)
{
	uint8_t data[SCSI_MODE_BYTES];
	size_t got;
	int err;

	if (device_is_usb(drive->dev))
		return write_cache_of_kernel(drive, on);
	err = scsi_disk_mode_sense(drive, SCSI_MODE_CACHING, SCSI_MODE_CURRENT, data, &got);
	if (!err && !scsi_write_cache_decode(data, got, on))
		return drive_tell(drive, -ENODATA, "the disk does not show its write cache");
	if (!err || err == -ENODATA || device_hung(drive->dev))
		return err;
	/* if the disk lacks page 08h, the kernel assumes a state without proof */
	return err == -EOPNOTSUPP ? -ENODATA : write_cache_of_kernel(drive, on);
}

/* True if `on` is saved; in a dry run, if the disk can save. False for USB disks. */
static bool has_saved_write_cache(struct drive *drive, bool on)
{
	bool dry = drive->dev->dry_run, saved;
	uint8_t data[SCSI_MODE_BYTES];
	size_t got;

	if (device_is_usb(drive->dev) ||
	    scsi_disk_mode_sense(drive, SCSI_MODE_CACHING,
				 dry ? SCSI_MODE_CURRENT : SCSI_MODE_SAVED, data, &got) ||
	    !scsi_mode_saveable(data, got, SCSI_MODE_CACHING))
		return false;
	return dry || (scsi_write_cache_decode(data, got, &saved) && saved == on);
}

/* The kernel flushes by the disk's node only: through a generic node, send SYNCHRONIZE CACHE. */
int scsi_disk_flush(struct drive *drive)
{
	struct scsi_cmd cmd = scsi_synchronize_cache();

	return drive->dev->sys.character ? scsi_disk_ask(drive, &cmd) : drive_sync(drive);
}

/*
 * The kernel sends MODE SELECT. Flush before "off"; through a generic node also after, for data
 * written in between, since the kernel no longer flushes then. -EIO if a later query shows another
 * state.
 */
int scsi_disk_set_write_cache(struct drive *drive, bool on, bool *lasts)
{
	char path[PATH_MAX];
	bool now;
	int err = scsi_disk_attribute(drive, "cache_type", path, sizeof(path));

	if (err)
		return no_cache_type(drive, err, -EOPNOTSUPP);
	err = on ? 0 : scsi_disk_flush(drive);
	if (err)
		return err;
	err = host_write_file(drive->dev->host, path, on ? cache_on : cache_off);
	if (err)
		return drive_tell(drive, err, "the disk does not take it (writing %s)", path);
	if (!on && drive->dev->sys.character) {
		err = scsi_disk_flush(drive);
		if (err)
			return err;
	}
	err = drive->dev->dry_run ? 0 : scsi_disk_write_cache(drive, &now);
	if (!err && !drive->dev->dry_run && now != on)
		err = drive_fail(drive, FAILURE_DISPROVED, -EIO,
				 "the disk reports success, but its write cache is %s",
				 now ? "on" : "off");
	*lasts = !err && has_saved_write_cache(drive, on);
	return err;
}

/* --- Power conditions of SCSI disks, at once: START STOP UNIT --- */

/* True for a hard disk that the kernel starts again at the next access (allow_restart). */
static bool may_stop(struct drive *drive, const char *folder)
{
	char path[PATH_MAX], text[8];
	uint64_t rotates;

	return !scsi_disk_removable(drive, folder) &&
	       !sysfs_u64(drive->dev->host, folder, "queue/rotational", &rotates) && rotates &&
	       !scsi_disk_attribute(drive, "allow_restart", path, sizeof(path)) &&
	       host_read_file(drive->dev->host, path, text, sizeof(text)) > 0 && !strcmp(text, "1");
}

/* *stops becomes may_stop(). -EOPNOTSUPP, and nothing sent, if a medium might be ejected. */
static int go_to(struct drive *drive, enum ata_epc condition, struct scsi_cmd *cmd, bool *stops)
{
	char folder[SYSFS_DISK_BYTES] = "";
	bool known = sysfs_disk_folder(&drive->dev->sys, folder);

	*stops = known && may_stop(drive, folder);
	if (!*stops && (!known || device_is_usb(drive->dev) || scsi_disk_removable(drive, folder)))
		return drive_tell(drive, -EOPNOTSUPP,
				  "START STOP UNIT might eject its medium, and is not sent");
	*cmd = scsi_go_to(condition);
	return scsi_disk_ask(drive, cmd);
}

static int scsi_disk_go_to(struct drive *drive, enum ata_epc condition)
{
	struct scsi_cmd cmd;
	bool stops;

	return go_to(drive, condition, &cmd, &stops);
}

/* A disk that lacks standby_z is stopped instead, if may_stop(). */
static int scsi_disk_standby(struct drive *drive)
{
	struct scsi_cmd cmd = { .sense_bytes = 0 };
	struct scsi_sense sense;
	bool stops;
	int err = go_to(drive, ATA_EPC_STANDBY_Z, &cmd, &stops);

	sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);
	if (err != -EOPNOTSUPP || sense.code.asc != ASC_INVALID_FIELD || !stops)
		return err;
	cmd = scsi_start_stop_unit(false);
	return scsi_disk_ask(drive, &cmd);
}

/* Find the work by the qualifier of sense code 04h (SPC-5 annex F). */
static int scsi_disk_background(struct drive *drive, const char **work)
{
	static const struct {
		uint8_t ascq;
		const char *work;
	} of_not_ready[] = { { 0x04, "a format" }, { 0x09, "a self-test" }, { 0x1b, "sanitize" } };
	uint8_t data[ATA_SENSE_BYTES] = { 0 };
	struct scsi_cmd cmd = scsi_request_sense(data, sizeof(data));
	int err = scsi_disk_ask(drive, &cmd);
	struct sense_code code = sense_code(data, cmd.got);

	for (size_t i = 0; !err && i < sizeof(of_not_ready) / sizeof(of_not_ready[0]); i++) {
		if (code.asc == ASC_NOT_READY && code.ascq == of_not_ready[i].ascq)
			*work = of_not_ready[i].work;
	}
	return err;
}

static int scsi_disk_start(struct drive *drive)
{
	struct scsi_cmd cmd = scsi_start_stop_unit(true);

	return scsi_disk_ask(drive, &cmd);
}

/* --- The timers of a SCSI disk's power conditions: mode page 1Ah --- */

struct power_page {
	uint8_t data[SCSI_MODE_BYTES];
	size_t bytes;
	struct scsi_timers timers;
};

/* Return -ENOENT for -EOPNOTSUPP of the query, or if the answer has no whole page 1Ah. */
static int read_power_page(struct drive *drive, enum scsi_mode_control control,
			   struct power_page *page)
{
	int err = scsi_disk_power_page(drive, control, page->data, &page->bytes);

	if (err && err != -EOPNOTSUPP)
		return err;
	return err || !scsi_timers_decode(page->data, page->bytes, &page->timers) ? -ENOENT : 0;
}

/*
 * Disks may lack saved or default values: if the query fails, clear the timers, and return 0. After
 * a hang, return -errno.
 */
static int read_other_field(struct drive *drive, enum scsi_mode_control control,
			    struct power_page *page)
{
	int err = read_power_page(drive, control, page);

	if (err)
		page->timers = (struct scsi_timers){ .has = { false } };
	return device_hung(drive->dev) ? err : 0;
}

static int without_page(struct drive *drive, int err)
{
	if (err != -ENOENT)
		return err;
	return drive_tell(drive, -EOPNOTSUPP,
			  "the disk has no timers for power conditions (mode page 1Ah)");
}

/* `err`: of a mode sense for the `field` (saved, default) values of a page that is there. */
static int without_field(struct drive *drive, int err, const char *field)
{
	if (err != -ENOENT)
		return err;
	return drive_tell(drive, -EOPNOTSUPP, "the disk does not report its %s timers", field);
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

/* True if `mask` permits a change of all bits in which the two timers differ. */
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
 * The MODE SELECT that saves also makes the saved values of the other timers current. If these
 * differ from the values before, a second MODE SELECT restores the values before.
 */
static int save_timer(struct drive *drive, const struct power_page *now, enum ata_epc condition)
{
	uint8_t first[SCSI_MODE_BYTES], second[SCSI_MODE_BYTES];
	struct power_page saved;
	int err = read_power_page(drive, SCSI_MODE_SAVED, &saved);
	size_t n;

	if (err)
		return without_field(drive, err, "saved");
	saved.timers.timer[condition] = now->timers.timer[condition];
	n = scsi_timers_encode(saved.data, saved.bytes, &saved.timers, first);
	err = select_page(drive, &saved, true);
	if (err || (n == scsi_timers_encode(now->data, now->bytes, &now->timers, second) &&
		    !memcmp(first, second, n)))
		return err;
	return select_page(drive, now, false);
}

struct timer_change {
	enum ata_epc condition;
	const char *name;
	uint64_t value; /* new value, as for ata_epc_set() */
	bool save;
	bool lacking_is_off; /* a timer that the page does not have is off already */
};

static int new_timer(struct drive *drive, const struct timer_change *change,
		     struct ata_epc_timer *timer)
{
	bool initial = change->value == ATA_EPC_INITIAL;
	struct power_page page;
	int err;

	if (initial || change->value == ATA_EPC_SAVED) {
		err = read_power_page(drive, initial ? SCSI_MODE_DEFAULT : SCSI_MODE_SAVED, &page);
		if (!err && !page.timers.has[change->condition])
			err = -ENOENT;
		if (!err)
			*timer = page.timers.timer[change->condition];
		return without_field(drive, err, initial ? "default" : "saved");
	}
	timer->enabled = change->value;
	if (change->value && change->value != ATA_EPC_ON)
		timer->time = (uint32_t)change->value;
	if (!timer->enabled || timer->time)
		return 0;
	return drive_refuse(drive, -EINVAL, "the timer for %s has no time: give one, as 20min",
			    change->name);
}

/*
 * True if a timer that cannot be changed is as requested, now and saved. Not by a word such as
 * "default" that comes to off: the disk may lack the timer.
 */
static bool is_fixed_at(struct drive *drive, const struct timer_change *change,
			const struct ata_epc_timer *timer, const struct power_page *now)
{
	uint32_t wanted = ata_epc_effective(timer);
	struct power_page saved;

	if (ata_epc_effective(&now->timers.timer[change->condition]) != wanted ||
	    (!wanted && change->value))
		return false;
	if (!change->save)
		return true;
	return saves(now) && !read_other_field(drive, SCSI_MODE_SAVED, &saved) &&
	       saved.timers.has[change->condition] &&
	       ata_epc_effective(&saved.timers.timer[change->condition]) == wanted;
}

/* -ENOENT if the disk has no such timer. */
static int set_timer(struct drive *drive, const struct timer_change *change)
{
	enum ata_epc condition = change->condition;
	struct power_page mask, now;
	struct ata_epc_timer timer;
	int err = read_power_page(drive, SCSI_MODE_CHANGEABLE, &mask);

	if (!err)
		err = read_power_page(drive, SCSI_MODE_CURRENT, &now);
	if (!err && !(mask.timers.has[condition] && now.timers.has[condition])) {
		if (!change->value && change->lacking_is_off)
			return 0;
		err = -ENOENT;
	}
	if (err == -ENOENT)
		return drive_tell(drive, err, "the disk has no timer for %s", change->name);
	if (err)
		return err;
	timer = now.timers.timer[condition];
	err = new_timer(drive, change, &timer);
	if (err)
		return err;
	if (!changeable(&mask.timers.timer[condition]) ||
	    !may_become(&mask.timers.timer[condition], &now.timers.timer[condition], &timer))
		return is_fixed_at(drive, change, &timer, &now)
			       ? 0
			       : drive_tell(drive, -EOPNOTSUPP,
					    "the disk does not let its timer for %s be set",
					    change->name);
	if (change->save && !saves(&now))
		return drive_tell(drive, -EOPNOTSUPP, "the disk does not save its timer for %s",
				  change->name);
	now.timers.timer[condition] = timer;
	return change->save ? save_timer(drive, &now, condition) : select_page(drive, &now, false);
}

static int scsi_disk_set_condition(struct drive *drive, enum ata_epc condition, uint64_t value,
				   bool save)
{
	const struct timer_change change = { .condition = condition,
					     .name = ata_epc_table[condition].name,
					     .value = value,
					     .save = save,
					     .lacking_is_off = true };
	int err = set_timer(drive, &change);

	return err == -ENOENT ? -EOPNOTSUPP : err;
}

static int scsi_disk_epc(struct drive *drive, unsigned apart, bool *on)
{
	struct power_page now;
	int err = read_power_page(drive, SCSI_MODE_CURRENT, &now);

	if (!err)
		*on = any_enabled(&now.timers, apart);
	return without_page(drive, err);
}

static int take_timers(struct drive *drive, struct power_page *now)
{
	struct power_page page = { .timers = { .has = { false } } };
	int err = saves(now) ? read_other_field(drive, SCSI_MODE_SAVED, &page) : 0;

	if (!err && !any_enabled(&page.timers, 0))
		err = read_other_field(drive, SCSI_MODE_DEFAULT, &page);
	if (err)
		return err;
	if (!any_enabled(&page.timers, 0))
		return drive_fail(drive, FAILURE_NO_VALUE, -ENODATA,
				  "no timer is on in what the disk has saved, "
				  "or the maker has set: --epc-timer CONDITION=TIME turns one on");
	now->timers = page.timers;
	return 0;
}

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

static int scsi_disk_set_epc(struct drive *drive, bool but_standby, bool on)
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
		return drive_tell(drive, -EOPNOTSUPP,
				  "the disk does not let its timer for %s be set",
				  ata_epc_table[i].name);
	}
	return select_page(drive, &next, false);
}

/* Do not ask USB disks, some of which fail at unusual pages. -errno only after a hang. */
static int read_conditions(struct drive *drive, struct scsi_conditions *conditions)
{
	uint8_t data[SCSI_VPD_BYTES];
	struct scsi_cmd cmd = scsi_inquiry_page(SCSI_VPD_POWER_CONDITION, data, sizeof(data));
	int err = device_is_usb(drive->dev) ? -EOPNOTSUPP : scsi_disk_ask(drive, &cmd);

	scsi_conditions_decode(data, err ? 0 : cmd.got, conditions);
	return device_hung(drive->dev) ? err : 0;
}

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

static int scsi_disk_conditions(struct drive *drive, unsigned more,
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
					     .tells_initial = a.initial.timers.has[i],
					     .tells_saved = a.saved.timers.has[i],
					     .recovery_ms = a.conditions.recovery_ms[i] };
		/* VPD page 8Ah is not required: old disks lack it, and its content may be wrong */
		s->supported = a.now.timers.has[i] &&
			       (a.conditions.has[i] || s->changeable || s->current.enabled);
	}
	return err;
}

/* --- the timer of -S, which is that of standby_z --- */

static int scsi_disk_standby_timer(struct drive *drive, uint32_t *tenths)
{
	struct power_page now;
	int err = read_power_page(drive, SCSI_MODE_CURRENT, &now);

	if (!err)
		*tenths = ata_epc_effective(&now.timers.timer[ATA_EPC_STANDBY_Z]);
	if (err != -ENOENT)
		return err;
	return drive_tell(drive, -EOPNOTSUPP, "the disk has no timer for standby");
}

/* With `save`, also check the saved timer. -EIO if a timer is not `tenths`, or is not saved. */
static int prove_timer(struct drive *drive, uint64_t tenths, bool save)
{
	struct power_page page;
	uint32_t is = 0;
	int err = scsi_disk_standby_timer(drive, &is);

	if (!err && is != tenths)
		return drive_fail(drive, FAILURE_DISPROVED, -EIO,
				  "the disk reports success, but its timer for standby is %s",
				  is ? "another" : "off");
	if (err || !save)
		return err;
	err = read_power_page(drive, SCSI_MODE_SAVED, &page);
	if (!err && ata_epc_effective(&page.timers.timer[ATA_EPC_STANDBY_Z]) == tenths)
		return 0;
	if (err && err != -ENOENT)
		return err;
	return drive_fail(drive, FAILURE_DISPROVED, -EIO,
			  "the disk reports success, but has not saved its timer for standby");
}

/* Also start the disk, as ATA's IDLE command both sets the timer and wakes the drive. */
static int set_standby_timer(struct drive *drive, struct standby_time time)
{
	const struct timer_change change = { .condition = ATA_EPC_STANDBY_Z,
					     .name = "standby",
					     /* in units of 100 ms */
					     .value = time.seconds * UINT64_C(10),
					     .save = time.save };
	int err;

	if (time.code && !time.seconds)
		return drive_refuse(drive, -EINVAL,
				    "%u is a time of the maker's choice: give a time, as 20min",
				    time.code);
	err = set_timer(drive, &change);
	/* without the timer, "off" is already true */
	if (err == -ENOENT && !time.seconds && !time.save)
		return scsi_disk_start(drive);
	if (!err && !drive->dev->dry_run)
		err = prove_timer(drive, change.value, change.save);
	if (err)
		return err == -ENOENT ? -EOPNOTSUPP : err;
	return scsi_disk_start(drive);
}

static int scsi_disk_set_standby_timer(struct drive *drive, struct standby_time time)
{
	int err = set_standby_timer(drive, time);

	/* the advice for a stopped disk names -S, which is this very option */
	drive->failure.advice[0] = '\0';
	return err;
}

/* clang-format off */
#define SCSI_VERBS \
	.name = "SCSI", \
	.named = named, \
	.power = true, \
	.identity = scsi_disk_identity, \
	.names = scsi_disk_kernel_names, \
	.temperature = scsi_disk_temperature, \
	.write_cache = scsi_disk_write_cache, \
	.set_write_cache = scsi_disk_set_write_cache, \
	.recovery_name = "recovery time limit", \
	.standby = scsi_disk_standby, \
	.background = scsi_disk_background, \
	.standby_timer = scsi_disk_standby_timer, \
	.set_standby_timer = scsi_disk_set_standby_timer, \
	.epc_by_timers = true, \
	.epc = scsi_disk_epc, \
	.set_epc = scsi_disk_set_epc, \
	.conditions = scsi_disk_conditions, \
	.set_condition = scsi_disk_set_condition, \
	.go_to = scsi_disk_go_to, \
	.flush = scsi_disk_flush, \
	.make_bad = scsi_disk_make_bad, \
	.plan_trim = drive_kernel_plan_trim, \
	.trim = drive_kernel_trim, \
	.choose_sector_bytes = scsi_disk_choose_sector_bytes, \
	.set_sector_bytes = scsi_disk_set_sector_bytes, \
	.sector_size = scsi_disk_sector_size, \
	.sector_bytes_formats = true, \
	.format_status = scsi_disk_format_status, \
	.rescan = scsi_disk_rescan, \
	.rescan_by = "device/rescan of the disk, by each path, in /sys/block", \
	.verify_plan = scsi_disk_verify_plan, \
	.verify = scsi_disk_verify, \
	.verify_name = "VERIFY(16)", \
	.read_refusal = scsi_disk_read_refusal, \
	.erase_ways = scsi_disk_erase_ways, \
	.erase_commands = scsi_erase_commands, \
	.erase = scsi_disk_erase, \
	.sanitize_status = scsi_disk_sanitize_status, \
	.forgets_sanitize = true, \
	.firmware = scsi_disk_firmware, \
	.send_firmware = scsi_disk_send_firmware, \
	.end_firmware = scsi_disk_end_firmware, \
	.activate_firmware = scsi_disk_activate_firmware
/* clang-format on */

const struct drive_ops drive_scsi = {
	SCSI_VERBS,
	.look_ahead = scsi_disk_look_ahead,
	.set_look_ahead = scsi_disk_set_look_ahead,
	.has_recovery_time = scsi_disk_has_recovery_time,
	.recovery_time = scsi_disk_recovery_time,
	.set_recovery_time = scsi_disk_set_recovery_time,
};

/* MODE SENSE for the pages of these verbs hangs some USB sticks. */
const struct drive_ops drive_scsi_usb = { SCSI_VERBS };
