// SPDX-License-Identifier: GPL-2.0-or-later
/* Readers of settings, for observe(). */
#include "acts.h"
#include "block.h"
#include "device.h"
#include "drive.h"
#include "host.h"
#include "identify.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static enum knowledge known_as(struct observed *now, uint64_t value)
{
	now->value = value;
	return KNOWN;
}

/* The kernel answered -errno. `lack`: why there is no such setting if that is -ENOENT. */
static enum knowledge unread(struct observed *now, int err, const char *lack)
{
	now->err = err;
	now->why = err == -ENOENT ? lack : "the kernel does not show it";
	return err == -ENOENT ? NO_SUCH_SETTING : NOT_KNOWN;
}

static const char only_old_driver[] = "only the old IDE driver has this setting";

enum knowledge read_ioctl(struct job *job, struct observed *now)
{
	const struct setting_def *row = now->row;
	long value = 0;
	int number = 0;
	int err = host_ioctl(job->dev->host, job->dev->fd, row->get,
			     row->int_pointer ? (void *)&number : (void *)&value);

	if (err >= 0)
		return known_as(now, (uint64_t)(row->int_pointer ? number : value));
	drive_tell(&job->drive, err, "%s failed", ioctl_def(row->get)->name);
	now->err = err;
	now->why = "the kernel does not show it";
	/* a driver without the setting refuses to show it, too */
	if ((err != -ENOTTY && err != -EINVAL) || job->dev->kind == DEVICE_LEGACY_IDE)
		return NOT_KNOWN;
	now->why = row->old_driver ? only_old_driver : "the disk's driver has no such setting";
	return NO_SUCH_SETTING;
}

/* No command or ioctl reads the setting. `lack`: why there is none; NULL: there is. */
static enum knowledge unreadable(struct observed *now, const char *lack)
{
	now->why = lack ? lack : "no command asks for it";
	return lack ? NO_SUCH_SETTING : NOT_KNOWN;
}

enum knowledge read_pio_mode(struct job *job, struct observed *now)
{
	return unreadable(now, job->dev->kind == DEVICE_LEGACY_IDE ? NULL : only_old_driver);
}

enum knowledge read_cd_speed(struct job *job, struct observed *now)
{
	bool optical = job->dev->kind == DEVICE_OPTICAL ||
		       (job->dev->kind == DEVICE_LEGACY_IDE &&
			!device_identify(job->dev, ATA_QUIET_MISSING) && job->dev->id.packet);

	return unreadable(now, optical ? NULL : "this is no CD or DVD drive");
}

enum knowledge read_door_lock(struct job *job, struct observed *now)
{
	bool none = !device_identify(job->dev, ATA_QUIET_MISSING) && !job->dev->id.packet &&
		    !ata_id_has(job->dev->id.raw, ID_HAS_REMOVABLE_MEDIA);

	return unreadable(now, none ? "the drive has no door to lock" : NULL);
}

enum knowledge read_attribute(struct job *job, struct observed *now)
{
	const char *attribute = now->row->attribute;
	int err = block_attr_u64(job->dev, attribute, &now->value);

	if (!err)
		return KNOWN;
	drive_tell(&job->drive, err, "reading sysfs %s failed", attribute);
	/* act_attribute_set() writes the same attribute */
	return unread(now, err, NULL);
}

enum knowledge read_provisioning(struct job *job, struct observed *now)
{
	char mode[DISK_PROVISIONING_BYTES];
	int err = drive_provisioning(&job->drive, mode);

	if (err)
		return unread(now, err, NULL);
	while (provisioning_words[now->value] && strcmp(mode, provisioning_words[now->value]) != 0)
		now->value++;
	now->other = !provisioning_words[now->value];
	return KNOWN;
}

static const char no_time_limit[] = "the kernel has no time limit for this device";

enum knowledge read_time_limit(struct job *job, struct observed *now)
{
	struct block_limit *limit = &now->is.limit;
	int err = now->row->handler ? block_eh_timeout(job->dev, limit)
				    : block_command_timeout(job->dev, limit);

	if (!err) {
		now->other = limit->least != limit->most;
		return known_as(now, limit->least);
	}
	drive_tell(&job->drive, err, "%s",
		   err == -ENOENT ? no_time_limit : "reading the kernel's time limit failed");
	return unread(now, err, no_time_limit);
}

const char *time_limit_text(const struct block_limit *limit, char text[UNITS_TEXT_BYTES])
{
	size_t n = (size_t)snprintf(text, UNITS_TEXT_BYTES, "%" PRIu64, limit->least);

	if (limit->most != limit->least)
		snprintf(text + n, UNITS_TEXT_BYTES - n, " to %" PRIu64, limit->most);
	return text;
}

/* True if the error counts as the kernel's refusal to send a command. */
static bool kernel_refused(int err)
{
	return err == -ENOTTY || err == -EINVAL || err == -EPERM || err == -EACCES ||
	       err == -ENOMEM;
}

enum knowledge read_multcount(struct job *job, struct observed *now)
{
	enum knowledge known = read_ioctl(job, now);
	unsigned sectors;
	int refusal;

	if (known == KNOWN)
		return KNOWN;
	refusal = device_identify(job->dev, ATA_QUIET_MISSING);
	now->by_drive = !kernel_refused(refusal);
	now->why = NULL;
	if (refusal)
		return NOT_KNOWN;
	return known_as(now, ata_id_multiple(job->dev->id.raw, &sectors) ? sectors : 0);
}

enum knowledge read_max_sectors(struct job *job, struct observed *now)
{
	const struct opt_state *opt = job->opt;

	if (!device_identify(job->dev, ATA_QUIET_MISSING))
		now->value = ata_id_sectors(job->dev->id.raw);
	if (opt->set && opt->flag && now->value == opt->value)
		now->why = "no command asks whether a power cycle keeps it";
	return now->value ? KNOWN : NOT_KNOWN;
}

enum knowledge read_transfer_mode(struct job *job, struct observed *now)
{
	uint64_t kind = job->opt->value & ~(uint64_t)7;

	if ((kind == TRANSFER_MULTIWORD || kind == TRANSFER_ULTRA) &&
	    !device_identify(job->dev, ATA_QUIET_MISSING))
		now->value = ata_id_transfer_mode(job->dev->id.raw, (uint8_t)kind);
	return now->value ? KNOWN : NOT_KNOWN;
}

static enum knowledge not_shown(struct job *job, enum ata_feature feature)
{
	const uint8_t *id = job->dev->id.raw;

	return ata_id_tells_support(id) && !ata_feature_supported(id, feature) ? NO_SUCH_SETTING
									       : NOT_KNOWN;
}

enum knowledge read_feature(struct job *job, struct observed *now)
{
	const struct setting_def *row = now->row;
	const uint8_t *id = job->dev->id.raw;
	int has;

	if (!ata_feature_table[row->feature].in_identify) {
		now->why = "no command asks for it";
		return NOT_KNOWN;
	}
	has = drive_ask_feature(&job->drive, row->feature);
	now->by_drive = true;
	now->err = has < 0 ? has : 0;
	if (has <= 0)
		return has ? NOT_KNOWN : not_shown(job, row->feature);
	if (!ata_feature_enabled(id, row->feature))
		return known_as(now, row->off_value);
	return known_as(now, ata_feature_table[row->feature].level
				     ? ata_feature_level(id, row->feature)
				     : 1);
}

/*
 * VERIFY_UNTOLD: the feature is on, and the drive reports no mode. Set `why` if the mode that is
 * not reported, or in mode 3 the number of sectors, would decide.
 */
enum knowledge read_write_read_verify(struct job *job, struct observed *now)
{
	const struct opt_state *opt = job->opt;
	enum knowledge known = read_feature(job, now);
	bool asks_off = opt->set && !opt->value, counts;

	if (known != KNOWN || !now->value)
		return known;
	/* mode 3 is requested or to be saved, which needs the number of sectors */
	counts = !opt->set || (opt->value & 0xff) == ATA_VERIFY_COUNTED;
	now->value = ata_verify_mode(job->dev->id.raw);
	if (now->value && !(counts && now->value == ATA_VERIFY_COUNTED))
		return KNOWN;
	if (!asks_off)
		now->why = now->value ? "it is in mode 3, but the drive does not report the sectors"
				      : "it is on, but the drive does not report the mode";
	now->value = now->value ? now->value : VERIFY_UNTOLD;
	return KNOWN;
}

static enum knowledge switch_state(struct job *job, struct observed *now, int err, bool on)
{
	if (!err)
		return known_as(now, on);
	if (err == -EOPNOTSUPP && !drive_takes_ata(&job->drive))
		return NO_SUCH_SETTING;
	if (err == -EOPNOTSUPP && job->drive.failure.kind == FAILURE_NONE)
		return not_shown(job, now->row->feature);
	now->by_drive = true;
	now->err = err;
	return job->drive.failure.kind == FAILURE_LACKS ? NO_SUCH_SETTING : NOT_KNOWN;
}

enum knowledge read_write_cache(struct job *job, struct observed *now)
{
	bool on = false;
	int err = drive_write_cache(&job->drive, &on);

	return switch_state(job, now, err, on);
}

enum knowledge read_look_ahead(struct job *job, struct observed *now)
{
	struct look_ahead ahead = { .on = false };
	int err = drive_look_ahead(&job->drive, &ahead);

	if (!err && ahead.tells_read_cache)
		now->is.read_cache = ahead.read_cache ? READ_CACHE_ON : READ_CACHE_OFF;
	return switch_state(job, now, err, ahead.on);
}

bool standby_apart(const struct request *req)
{
	const struct opt_state *standby = &req->opt[OPT_STANDBY_TIMER], *epc = &req->opt[OPT_EPC];

	return standby->set && standby->value && epc->set && !epc->value;
}

/*
 * Return the conditions (bit n: enum ata_epc n) whose timers the request sets, other than to off,
 * despite `--epc off`.
 */
static unsigned conditions_apart(const struct request *req)
{
	unsigned apart;

	if (!req->opt[OPT_EPC].set || req->opt[OPT_EPC].value)
		return 0;
	apart = standby_apart(req) ? 1U << ATA_EPC_STANDBY_Z : 0;
	for (unsigned i = 0; i < ATA_EPC_COUNT; i++) {
		if (req->opt[OPT_EPC_IDLE_A + i].set && req->opt[OPT_EPC_IDLE_A + i].value)
			apart |= 1U << i;
	}
	return apart;
}

enum knowledge read_epc(struct job *job, struct observed *now)
{
	bool on = false;
	int err = drive_epc(&job->drive, conditions_apart(job->req), &on);

	return switch_state(job, now, err, on);
}

/* True if `tenths`, in units of 100 ms, is the saved time of the drive's standby_z timer. */
static bool is_saved(struct job *job, uint32_t tenths)
{
	struct ata_epc_state states[ATA_EPC_COUNT];
	const struct ata_epc_state *z = &states[ATA_EPC_STANDBY_Z];

	return !drive_conditions(&job->drive, CONDITIONS_SAVED, states) && z->saveable &&
	       ata_epc_effective(&z->saved) == tenths;
}

/* If -S0 is requested, a drive that lacks the timer (-EOPNOTSUPP) counts as off. */
enum knowledge read_standby_timer(struct job *job, struct observed *now)
{
	const struct opt_state *opt = job->opt;
	bool makers = opt->value && !standby_timer_seconds((unsigned)opt->value);
	uint32_t tenths = 0;
	int err = makers ? -ENODATA : drive_standby_timer(&job->drive, &tenths);

	if (err == -EOPNOTSUPP && !(opt->set && !opt->value))
		return NO_SUCH_SETTING;
	now->is.tenths = tenths;
	now->value = standby_timer_code(tenths / 10);
	now->unsaved = !err && opt->flag && !is_saved(job, tenths);
	now->other = now->unsaved ||
		     standby_timer_seconds((unsigned)now->value) * UINT64_C(10) != tenths;
	if (!err || err == -EOPNOTSUPP)
		return KNOWN;
	now->err = err;
	if (!job->dev->attempt.unheard && err == -ENODATA &&
	    (makers || drive_takes_ata(&job->drive)))
		now->why = "no command asks for the standby timer";
	return NOT_KNOWN;
}

enum ata_epc epc_condition_of(enum opt_id id)
{
	return (enum ata_epc)(id - OPT_EPC_IDLE_A);
}

static bool lacks_conditions(struct job *job, int err)
{
	struct drive *drive = &job->drive;

	return drive->failure.kind == FAILURE_LACKS ||
	       (err == -EOPNOTSUPP && !drive_failed_ata(drive)) || !drive_has_conditions(drive);
}

/* If a value of 0 is requested, a condition that a SCSI disk lacks counts as off. */
static bool needs_no_change(struct job *job, const struct ata_epc_state *state)
{
	const struct opt_state *opt = job->opt;

	return opt->set && ata_epc_is(state, opt->value, opt->flag) &&
	       (state->supported || (!opt->value && drive_ops(&job->drive)->epc_by_timers));
}

/* A timer that cannot be changed is NO_SUCH_SETTING, unless already as requested. */
enum knowledge read_epc_timer(struct job *job, struct observed *now)
{
	const struct opt_state *opt = job->opt;
	struct ata_epc_state states[ATA_EPC_COUNT];
	const struct ata_epc_state *state = &states[epc_condition_of(job->id)];
	bool saved = opt->flag || opt->value == ATA_EPC_SAVED;
	unsigned more = (saved ? CONDITIONS_SAVED : 0) |
			(opt->value == ATA_EPC_INITIAL ? CONDITIONS_INITIAL : 0);
	int err = drive_conditions(&job->drive, more, states);

	if (err)
		return lacks_conditions(job, err) ? NO_SUCH_SETTING : NOT_KNOWN;
	if (!(state->supported && state->changeable) && !needs_no_change(job, state))
		return NO_SUCH_SETTING;
	now->is.tenths = ata_epc_effective(&state->current);
	if (ata_epc_is(state, opt->value, opt->flag))
		return known_as(now, opt->value);
	now->unsaved = ata_epc_is(state, opt->value, false);
	return known_as(now, now->unsaved ? ATA_EPC_UNSAVED : now->is.tenths);
}

enum knowledge read_sct(struct job *job, struct observed *now)
{
	const struct opt_state *opt = job->opt;
	const struct sct_setting_def *def = &sct_setting_table[now->row->sct];
	struct sct_values values;

	if (device_identify(job->dev, ATA_QUIET_MISSING))
		return NOT_KNOWN;
	if (!sct_supported(job->dev->id.raw, now->row->sct))
		return NO_SUCH_SETTING;
	if (drive_sct_ready(&job->drive) || drive_sct_values(&job->drive, def, def->get, &values) ||
	    !sct_state_name(now->row->sct, values.part[SCT_PART_STATE]))
		return NOT_KNOWN;
	now->is.sct.state = values.part[SCT_PART_STATE];
	now->is.sct.kept = values.part[SCT_PART_KEPT];
	now->other = opt->set && (now->is.sct.state != opt->value || now->is.sct.kept != opt->flag);
	return known_as(now, opt->value);
}

static int ask_recovery_time(struct drive *drive, enum recovery_kind kind, struct recovery_time *t)
{
	int err = drive_recovery_ready(drive);

	return err ? err : drive_recovery_time(drive, kind, t);
}

/* Fill *wanted. False: no times are requested, or the maker's default is not known. */
static bool wants_recovery(struct job *job, struct observed *now, struct recovery_time *wanted)
{
	const struct opt_state *opt = job->opt;
	const struct recovery_value value = recovery_unpack(opt->value);
	int err;

	*wanted = recovery_wanted(&value);
	if (!opt->set || !value.restore)
		return opt->set;
	err = drive_recovery_time(&job->drive, RECOVERY_MAKERS, wanted);
	if (err && job->drive.failure.kind == FAILURE_NO_VALUE)
		now->why = "no command asks for the maker's default";
	return !err;
}

enum knowledge read_recovery(struct job *job, struct observed *now)
{
	const struct opt_state *opt = job->opt;
	struct drive *drive = &job->drive;
	struct recovery_time t, wanted, kept;
	int has = drive_has_recovery_time(drive, false), err;
	bool same;

	if (has <= 0)
		return !has || drive_cannot(drive, NEEDS_HAS_RECOVERY_TIME) ? NO_SUCH_SETTING
									    : NOT_KNOWN;
	err = ask_recovery_time(drive, RECOVERY_NOW, &t);
	if (err)
		return err == -EOPNOTSUPP && !drive_failed_ata(drive) ? NO_SUCH_SETTING : NOT_KNOWN;
	now->is.recovery = t;
	same = wants_recovery(job, now, &wanted) && !memcmp(&t, &wanted, sizeof(t));
	if (same && opt->flag) {
		if (ask_recovery_time(drive, RECOVERY_KEPT, &kept))
			return NOT_KNOWN;
		now->unsaved = memcmp(&kept, &wanted, sizeof(kept)) != 0;
	}
	/* "else" in the value is meant for a drive whose times cannot be set */
	if (!same && opt->set && recovery_unpack(opt->value).otherwise_s &&
	    !drive_has_recovery_time(drive, true))
		return NO_SUCH_SETTING;
	now->value = opt->value;
	now->other = opt->set && (!same || now->unsaved);
	return KNOWN;
}

enum knowledge read_frozen(struct job *job, struct observed *now)
{
	struct ata_security security;

	if (device_identify(job->dev, ATA_QUIET_MISSING))
		return NOT_KNOWN;
	ata_security_decode(job->dev->id.raw, &security);
	now->value = security.frozen;
	return security.supported ? KNOWN : NO_SUCH_SETTING;
}
