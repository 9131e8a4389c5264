// SPDX-License-Identifier: GPL-2.0-or-later
/* The settings, one row each. feature.c, ioctl.c and block.c set and show them by these rows. */
#include "acts.h"
#include "block.h"

#include <inttypes.h>
#include <linux/fs.h>
#include <errno.h>
#include <linux/hdreg.h>
#include <stdio.h>

#define EPC_TIMER(id, condition)                                                                   \
	{                                                                                          \
		.opt = (id), .announce = condition " timer", .read = read_epc_timer,               \
		.text = epc_timer_text                                                             \
	}
#define SCT(id, setting, name)                                                                     \
	{                                                                                          \
		.opt = (id), .sct = (setting), .announce = (name), .read = read_sct,               \
		.not_read_back = true                                                              \
	}
#define IOCTLS(g, s) .get = (g), .set = (s)

static const char *io_32bit_meaning(uint64_t value)
{
	static const char *const meanings[] = { "default", "32-bit", "16-bit", "32-bit w/sync" };

	if (value == 8) /* Linux 2.4: SG_IO bypasses the request queue */
		return "Request-Queue-Bypass";
	return value < 4 ? meanings[value] : "\?\?\?";
}

/*
 * Return the meaning of a value of -d: 8 was PIO to the drive and DMA to the memory in Linux 2.4.
 */
static const char *dma_meaning(uint64_t value)
{
	return value == 8 ? "DMA-Assisted-PIO" : on_off(value);
}

static const char *bus_state_meaning(uint64_t value)
{
	static const char *const meanings[] = { "off", "on", "tristate" };

	return value < 3 ? meanings[value] : "unknown";
}

static const char *acoustic_meaning(uint64_t value)
{
	(void)value;
	return "128=quiet ... 254=fast";
}

static const char *seconds_meaning(uint64_t value)
{
	(void)value;
	return "seconds";
}

void epc_timer_text(uint64_t value, char text[UNITS_TEXT_BYTES])
{
	const char *word = value == ATA_EPC_UNSAVED ? "not saved" : ata_epc_word(value);

	if (word)
		snprintf(text, UNITS_TEXT_BYTES, "%s", word);
	else
		tenths_text((uint32_t)value, text);
}

/* clang-format off */
static const struct setting_def settings[] = {
	{ .opt = OPT_READ_AHEAD, IOCTLS(BLKRAGET, BLKRASET), .nature = ROUNDED,
		.announce = "fs readahead", .label = " readahead     =", .get_meaning = on_off },
	{ .opt = OPT_READ_ONLY, IOCTLS(BLKROGET, BLKROSET), .int_pointer = true,
		.announce = "readonly", .set_meaning = on_off,
		.label = " readonly      =", .get_meaning = on_off },
	{ .opt = OPT_IO_32BIT, IOCTLS(HDIO_GET_32BIT, HDIO_SET_32BIT),
		.announce = "32-bit IO_support flag",
		.label = " IO_support    =", .get_meaning = io_32bit_meaning, .blank_after_zero = true },
	{ .opt = OPT_DMA, IOCTLS(HDIO_GET_DMA, HDIO_SET_DMA), .old_driver = true,
		.announce = "using_dma", .set_meaning = on_off,
		.label = " using_dma     =", .get_meaning = dma_meaning },
	{ .opt = OPT_KEEP_SETTINGS, IOCTLS(HDIO_GET_KEEPSETTINGS, HDIO_SET_KEEPSETTINGS),
		.old_driver = true, .announce = "keep_settings", .set_meaning = on_off,
		.label = " keepsettings  =", .get_meaning = on_off },
	{ .opt = OPT_MULTCOUNT, IOCTLS(HDIO_GET_MULTCOUNT, HDIO_SET_MULTCOUNT), .read = read_multcount,
		.announce = "multcount", .label = " multcount     =", .get_meaning = on_off },
	{ .opt = OPT_NOWERR, IOCTLS(HDIO_GET_NOWERR, HDIO_SET_NOWERR), .old_driver = true,
		.announce = "nowerr", .set_meaning = on_off,
		.label = " nowerr        =", .get_meaning = on_off },
	{ .opt = OPT_UNMASK_IRQ, IOCTLS(HDIO_GET_UNMASKINTR, HDIO_SET_UNMASKINTR), .old_driver = true,
		.announce = "unmaskirq", .set_meaning = on_off,
		.label = " unmaskirq     =", .get_meaning = on_off },
	{ .opt = OPT_BUS_STATE, IOCTLS(HDIO_GET_BUSSTATE, HDIO_SET_BUSSTATE), .old_driver = true,
		.announce = "bus state", .set_meaning = bus_state_meaning,
		.label = " busstate      =", .get_meaning = bus_state_meaning },
	{ .opt = OPT_QUEUE_DEPTH, .attribute = "device/queue_depth", .nature = ROUNDED,
		.announce = "queue_depth", .label = " queue_depth   =" },
	{ .opt = OPT_COMMAND_TIMEOUT, .read = read_time_limit,
		.announce = "command timeout",
		.set_meaning = seconds_meaning,
		.label = " command_timeout =", .get_meaning = seconds_meaning },
	{ .opt = OPT_EH_TIMEOUT, .read = read_time_limit,
		.announce = "error handler timeout",
		.set_meaning = seconds_meaning,
		.label = " eh_timeout    =", .get_meaning = seconds_meaning },
	{ .opt = OPT_MAX_SECTORS, .read = read_max_sectors, .nature = LEVEL },

	{ .opt = OPT_LOOK_AHEAD, .feature = FEATURE_LOOK_AHEAD, .read = read_look_ahead,
		.announce = "drive read-lookahead", .set_meaning = on_off,
		.label = " look-ahead    =", .get_meaning = on_off },
	{ .opt = OPT_APM, .feature = FEATURE_APM, .off_value = 255,
		.announce = "Advanced Power Management level", .label = " APM_level\t=" },
	{ .opt = OPT_DEFECT_MANAGEMENT, .feature = FEATURE_DEFECT_MANAGEMENT,
		.announce = "drive defect management" },
	{ .opt = OPT_KEEP_FEATURES, .feature = FEATURE_KEEP_FEATURES,
		.announce = "drive keep features", .set_meaning = on_off },
	{ .opt = OPT_ACOUSTIC, .feature = FEATURE_ACOUSTIC, .announce = "acoustic management",
		.label = " acoustic      =", .get_meaning = acoustic_meaning },
	{ .opt = OPT_PREFETCH, .feature = FEATURE_PREFETCH, .announce = "drive prefetch" },
	{ .opt = OPT_WRITE_READ_VERIFY, .feature = FEATURE_WRITE_READ_VERIFY,
		.read = read_write_read_verify,
		.announce = "write-read-verify", .label = " write-read-verify =" },
	{ .opt = OPT_WRITE_CACHE, .feature = FEATURE_WRITE_CACHE, .read = read_write_cache,
		.announce = "drive write-caching", .set_meaning = on_off,
		.label = " write-caching =", .get_meaning = on_off },
	{ .opt = OPT_POWER_UP_IN_STANDBY, .feature = FEATURE_POWER_UP_IN_STANDBY,
		.announce = "power-up in standby", .set_meaning = on_off },
	{ .opt = OPT_EPC, .feature = FEATURE_EPC, .read = read_epc, .announce = "Extended Power Conditions",
		.set_meaning = on_off, .label = " epc           =", .get_meaning = on_off },
	{ .opt = OPT_PROVISIONING, .announce = "provisioning mode", .label = " provisioning  =",
		.read = read_provisioning, .not_read_back = true },
	EPC_TIMER(OPT_EPC_IDLE_A, "idle_a"),
	EPC_TIMER(OPT_EPC_IDLE_B, "idle_b"),
	EPC_TIMER(OPT_EPC_IDLE_C, "idle_c"),
	EPC_TIMER(OPT_EPC_STANDBY_Y, "standby_y"),
	EPC_TIMER(OPT_EPC_STANDBY_Z, "standby_z"),
	{ .opt = OPT_ERROR_RECOVERY, .announce = "error recovery", .read = read_recovery,
		.not_read_back = true },
	SCT(OPT_SCT_WRITE_CACHE, SCT_WRITE_CACHE, "SCT write cache"),
	SCT(OPT_SCT_WRITE_REORDERING, SCT_WRITE_REORDERING, "SCT write reordering"),
	{ .opt = OPT_STANDBY_TIMER, .read = read_standby_timer, .not_read_back = true },
	{ .opt = OPT_SECURITY_FREEZE, .read = read_frozen, .not_read_back = true },
	{ .opt = OPT_TRANSFER_MODE, .feature = FEATURE_TRANSFER_MODE, .read = read_transfer_mode,
		.announce = "xfermode" },
};
/* clang-format on */

const struct setting_def *setting_of(enum opt_id id)
{
	static const struct setting_def none = { .opt = OPT_COUNT };

	for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
		if (settings[i].opt == id)
			return &settings[i];
	}
	return &none;
}

const struct setting_def *job_setting(const struct job *job)
{
	return setting_of(job->id);
}

enum nature setting_nature(enum opt_id id)
{
	const struct setting_def *row = setting_of(id);

	return ata_feature_table[row->feature].level ? LEVEL : row->nature;
}

bool setting_is_flag(enum opt_id id)
{
	enum ata_feature feature = setting_of(id)->feature;

	return feature ? !ata_feature_table[feature].level : option_table[id].max == 1;
}

void setting_announce(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	uint64_t value = job->opt->value;

	job_announce(job, row->announce, value, row->set_meaning ? row->set_meaning(value) : NULL);
}

enum knowledge observe(struct job *job, struct observed *now)
{
	const struct setting_def *row = job_setting(job);

	*now = (struct observed){ .row = row };
	now->known = (row->read	       ? row->read
		      : row->attribute ? read_attribute
		      : row->get       ? read_ioctl
				       : read_feature)(job, now);
	return now->known;
}

static void show(struct job *job, const struct setting_def *row, uint64_t value)
{
	const char *key = option_key(job->id);
	const char *meaning = row->get_meaning ? row->get_meaning(value) : NULL;
	char behind[48] = "";

	if (meaning)
		snprintf(behind, sizeof(behind), " (%s)%s", meaning,
			 row->blank_after_zero && !value ? " " : "");
	if (setting_is_flag(job->id))
		report_bool(job->out, key, value != 0, "%s %2" PRId64 "%s\n", row->label,
			    (int64_t)value, behind);
	else
		report_i64(job->out, key, (int64_t)value, "%s %2" PRId64 "%s\n", row->label,
			   (int64_t)value, behind);
}

static void show_apm(struct job *job, const struct setting_def *row, uint64_t level)
{
	bool on = ata_feature_enabled(job->dev->id.raw, FEATURE_APM);

	report_bool(job->out, "apm_enabled", on, NO_TEXT);
	if (on)
		report_u64(job->out, option_key(job->id), level, "%s %" PRIu64 "\n", row->label,
			   level);
	else
		report_null(job->out, option_key(job->id), "%s off\n", row->label);
}

int setting_show(struct job *job, struct observed *now)
{
	const struct setting_def *row = job_setting(job);
	bool known = observe(job, now) == KNOWN;

	if (!known && now->err)
		return now->by_drive ? job_warn_drive(job, now->err)
				     : job_fail_drive(job, now->err);
	if (!known)
		report_null(job->out, option_key(job->id), "%s not supported\n", row->label);
	else if (row->feature == FEATURE_APM)
		show_apm(job, row, now->value);
	else if (ata_feature_table[row->feature].level)
		/* of a feature that is off, too: as 9.65 */
		show(job, row, ata_feature_level(job->dev->id.raw, row->feature));
	else
		show(job, row, row->feature ? now->value != 0 : now->value);
	return 0;
}

int act_setting_get(struct job *job)
{
	struct observed now;

	return setting_show(job, &now);
}

/*
 * Show read-ahead. A disk that does not read through its cache hardly uses data that it read ahead.
 */
int act_look_ahead_get(struct job *job)
{
	struct observed now;
	int err = setting_show(job, &now);

	if (now.known != KNOWN || now.state == READ_CACHE_UNTOLD)
		return err;
	report_bool(job->out, "read_cache", now.state == READ_CACHE_ON, NO_TEXT);
	if (job->out->verbose)
		report_notice(job->out, "the read cache is %s", on_off(now.state == READ_CACHE_ON));
	return err;
}
