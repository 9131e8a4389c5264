// SPDX-License-Identifier: GPL-2.0-or-later
/* What a setting is now: a reader for each place that keeps settings; settings.c names them. */
#include "observe.h"
#include "acts.h"
#include "block.h"
#include "drive_logs.h"
#include "ioctls.h"
#include "sct_send.h"

#include <errno.h>
#include <string.h>

static enum knowledge is(struct observed *now, uint64_t value)
{
	now->value = value;
	return KNOWN;
}

/* The kernel has not answered. */
static enum knowledge silent(struct observed *now, int err)
{
	now->err = err;
	now->why = "the kernel does not tell";
	return NOT_KNOWN;
}

enum knowledge read_ioctl(struct job *job, struct observed *now)
{
	const struct setting_def *row = now->row;
	long value = 0;
	int number = 0;
	int err = host_ioctl(job->dev->host, job->dev->fd, row->get,
			     row->int_pointer ? (void *)&number : (void *)&value);

	if (err >= 0)
		return is(now, (uint64_t)(row->int_pointer ? number : value));
	drive_tell(&job->drive, "%s failed", ioctl_def(row->get)->name);
	return silent(now, err);
}

enum knowledge read_attribute(struct job *job, struct observed *now)
{
	const char *attribute = now->row->attribute;
	int err = block_attr_u64(job->dev, attribute, &now->value);

	if (!err)
		return KNOWN;
	drive_tell(&job->drive, "reading sysfs %s failed", attribute);
	silent(now, err);
	/* the kernel makes the attribute where the setting exists */
	return err == -ENOENT ? NO_SUCH_SETTING : NOT_KNOWN;
}

enum knowledge read_provisioning(struct job *job, struct observed *now)
{
	char mode[DISK_PROVISIONING_BYTES];
	int err = drive_provisioning(&job->drive, mode);

	if (err) {
		silent(now, err);
		return err == -ENOENT ? NO_SUCH_SETTING : NOT_KNOWN;
	}
	now->value = 0;
	while (provisioning_words[now->value] && strcmp(mode, provisioning_words[now->value]) != 0)
		now->value++;
	if (!provisioning_words[now->value])
		now->value = OBSERVED_OTHER;
	return KNOWN;
}

enum knowledge read_command_timeout(struct job *job, struct observed *now)
{
	int err = block_command_timeout(job->dev, &now->value);

	if (!err)
		return KNOWN;
	drive_tell(&job->drive, "%s",
		   err == -ENOENT ? "the kernel has no time limit for this device"
				  : "reading the kernel's time limit failed");
	return silent(now, err);
}

/*
 * The drive is asked if the kernel has no such setting. A drive that refuses IDENTIFY is a query
 * without an answer, as -W of it is; a device to which the kernel sends no command is a failure.
 */
enum knowledge read_multcount(struct job *job, struct observed *now)
{
	enum knowledge known = read_ioctl(job, now);
	unsigned sectors;
	int refusal;

	if (known == KNOWN)
		return KNOWN;
	refusal = device_identify(job->dev);
	now->by_drive = refusal != -ENOTTY && refusal != -EINVAL;
	now->why = NULL;
	if (refusal)
		return NOT_KNOWN;
	return is(now, ata_id_multiple(job->dev->id.raw, &sectors) ? sectors : 0);
}

enum knowledge read_max_sectors(struct job *job, struct observed *now)
{
	if (!device_identify(job->dev))
		now->value = ata_id_sectors(job->dev->id.raw);
	return now->value ? KNOWN : NOT_KNOWN;
}

enum knowledge read_transfer_mode(struct job *job, struct observed *now)
{
	uint64_t kind = job->req->opt[job->id].value & ~(uint64_t)7;

	if ((kind == TRANSFER_MULTIWORD || kind == TRANSFER_ULTRA) && !device_identify(job->dev))
		now->value = ata_id_transfer_mode(job->dev->id.raw, (uint8_t)kind);
	return now->value ? KNOWN : NOT_KNOWN;
}

/* An ATA drive does not show the feature: it lacks it, or its IDENTIFY data are older than that. */
static enum knowledge not_shown(struct job *job, enum ata_feature feature)
{
	const uint8_t *id = job->dev->id.raw;

	return ata_id_tells_support(id) && !ata_feature_supported(id, feature) ? NO_SUCH_SETTING
									       : NOT_KNOWN;
}

/* On, off, or the level if the feature has one. */
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
		return is(now, row->off_value);
	return is(now,
		  ata_feature_table[row->feature].level ? ata_feature_level(id, row->feature) : 1);
}

/* Not all drives report the mode, so every value except 0 counts as on. */
enum knowledge read_write_read_verify(struct job *job, struct observed *now)
{
	enum knowledge known = read_feature(job, now);
	uint64_t asked = job->req->opt[job->id].value;

	return known == KNOWN && now->value && asked ? is(now, asked) : known;
}

enum knowledge read_write_cache(struct job *job, struct observed *now)
{
	bool on;
	int err = drive_write_cache(&job->drive, &on);

	if (!err)
		return is(now, on);
	if (err == -EOPNOTSUPP)
		return drive_takes_ata(&job->drive) ? not_shown(job, FEATURE_WRITE_CACHE)
						    : NO_SUCH_SETTING;
	now->by_drive = true;
	now->err = err;
	return job->drive.failure.lacks ? NO_SUCH_SETTING : NOT_KNOWN;
}

/* Which of the option's values stands for the time. */
static uint64_t timer_value(uint32_t tenths)
{
	unsigned code = standby_timer_code(tenths / 10);

	return standby_timer_seconds(code) * UINT64_C(10) == tenths ? code : OBSERVED_OTHER;
}

/* As -S sees it, the timer is off where there is none; some of its values are the maker's times. */
enum knowledge read_standby_timer(struct job *job, struct observed *now)
{
	const struct opt_state *opt = &job->req->opt[job->id];
	bool makers = opt->value && !standby_timer_seconds((unsigned)opt->value);
	uint32_t tenths = 0;
	int err = makers ? -ENODATA : drive_standby_timer(&job->drive, &tenths);

	if (err == -EOPNOTSUPP && !(opt->set && !opt->value))
		return NO_SUCH_SETTING;
	now->state = tenths;
	now->value = timer_value(tenths);
	if (!err || err == -EOPNOTSUPP)
		return KNOWN;
	now->err = err;
	if (!job->dev->unheard && (makers || drive_takes_ata(&job->drive)))
		now->why = "no command asks for the standby timer";
	return NOT_KNOWN;
}

enum ata_epc epc_condition_of(enum opt_id id)
{
	return (enum ata_epc)(id - OPT_EPC_IDLE_A);
}

/* A timer that the drive does not let be changed is no setting. */
enum knowledge read_epc_timer(struct job *job, struct observed *now)
{
	const struct opt_state *opt = &job->req->opt[job->id];
	struct ata_epc_state states[ATA_EPC_COUNT];
	const struct ata_epc_state *state = &states[epc_condition_of(job->id)];
	struct ata_cmd cmd;

	if (device_identify(job->dev))
		return NOT_KNOWN;
	if (!ata_feature_supported_if_valid(job->dev->id.raw, FEATURE_EPC))
		return NO_SUCH_SETTING;
	if (device_epc_states(job->dev, states, &cmd))
		return NOT_KNOWN;
	if (!state->supported || !state->changeable)
		return NO_SUCH_SETTING;
	now->state = ata_epc_effective(&state->current);
	if (ata_epc_is(state, opt->value, opt->flag))
		return is(now, opt->value);
	now->unsaved = ata_epc_is(state, opt->value, false);
	return is(now, now->unsaved ? ATA_EPC_UNSAVED : now->state);
}

static enum knowledge ask_sct(struct job *job, const struct sct_setting_def *def,
			      enum sct_operation get, uint64_t *state)
{
	struct sct_failure failure;
	struct sct_values values;

	if (sct_ask_idle(job, &failure) || sct_ask_values(job, def, get, &values, &failure))
		return NOT_KNOWN;
	*state = values.part[0] | (uint64_t)values.part[1] << SCT_PART_BITS;
	return KNOWN;
}

/* What the request asks for, as a state. */
static uint64_t wanted_sct(const struct opt_state *opt, bool is_feature)
{
	const struct recovery_value wanted = recovery_unpack(opt->value);

	if (is_feature)
		return opt->value | (uint64_t)opt->flag << SCT_PART_BITS;
	return wanted.restore ? OBSERVED_OTHER
			      : wanted.units[0] | (uint64_t)wanted.units[1] << SCT_PART_BITS;
}

enum knowledge read_sct(struct job *job, struct observed *now)
{
	const struct opt_state *opt = &job->req->opt[job->id];
	const struct sct_setting_def *def = &sct_setting_table[now->row->sct];
	uint64_t wanted = wanted_sct(opt, def->get_options), kept = wanted;

	if (device_identify(job->dev))
		return drive_takes_ata(&job->drive) ? NOT_KNOWN : NO_SUCH_SETTING;
	if (!sct_supported(job->dev->id.raw, now->row->sct))
		return NO_SUCH_SETTING;
	if (ask_sct(job, def, def->get, &now->state) != KNOWN)
		return NOT_KNOWN;
	if (def->get_options && !sct_state_name(now->row->sct, (uint16_t)now->state))
		return NOT_KNOWN;
	if (now->state == wanted && opt->flag && def->get_kept &&
	    ask_sct(job, def, def->get_kept, &kept) != KNOWN)
		return NOT_KNOWN;
	now->unsaved = kept != wanted;
	now->value = now->state == wanted && !now->unsaved ? opt->value : OBSERVED_OTHER;
	return KNOWN;
}

enum knowledge read_frozen(struct job *job, struct observed *now)
{
	struct ata_security security;

	if (device_identify(job->dev))
		return NOT_KNOWN;
	ata_security_decode(job->dev->id.raw, &security);
	now->value = security.frozen;
	return security.supported ? KNOWN : NO_SUCH_SETTING;
}
