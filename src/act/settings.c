// SPDX-License-Identifier: GPL-2.0-or-later
/* The settings, one row each. feature.c, ioctl.c and block.c set and show them by these rows. */
#include "acts.h"
#include "ata_drive.h"
#include "block.h"
#include "epc_log.h"

#include <inttypes.h>
#include <linux/fs.h>
#include <linux/hdreg.h>
#include <stdio.h>

#define EPC_TIMER(id, condition)                                                                   \
	{                                                                                          \
		.opt = (id), .announce = condition " timer", .read = epc_timer_read,               \
		.text = epc_timer_text                                                             \
	}
#define IOCTLS(g, s) .get = (g), .get_name = #g, .set = (s), .set_name = #s

static const char *io_32bit_meaning(uint64_t value)
{
	static const char *const meanings[] = { "default", "32-bit", "16-bit", "32-bit w/sync" };

	if (value == 8) /* Linux 2.4: SG_IO bypasses the request queue */
		return "Request-Queue-Bypass";
	return value < 4 ? meanings[value] : "\?\?\?";
}

/* In Linux 2.4, 8 was PIO to the drive and DMA to the memory. */
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

static IN_NOT_SMALL const char *seconds_meaning(uint64_t value)
{
	(void)value;
	return "seconds";
}

int setting_read_ioctl(struct job *job, long *value)
{
	const struct setting_def *row = job_setting(job);
	int number = 0;
	int err;

	*value = 0;
	err = host_ioctl(job->dev->host, job->dev->fd, row->get,
			 row->int_pointer ? (void *)&number : (void *)value);
	if (row->int_pointer)
		*value = number;
	return err < 0 ? err : 0;
}

/* The drive is asked if the kernel has no such setting. */
int multcount_read(struct job *job, long *value)
{
	int err = setting_read_ioctl(job, value);
	unsigned sectors;

	if (!err || device_identify(job->dev))
		return err;
	*value = ata_id_multiple(job->dev->id.raw, &sectors) ? (long)sectors : 0;
	return 0;
}

static enum knowledge read_multcount(struct job *job, uint64_t *value)
{
	long number;

	if (multcount_read(job, &number))
		return NOT_KNOWN;
	*value = (uint64_t)number;
	return KNOWN;
}

static enum knowledge read_max_sectors(struct job *job, uint64_t *value)
{
	if (device_identify(job->dev))
		return NOT_KNOWN;
	*value = ata_id_sectors(job->dev->id.raw);
	return *value ? KNOWN : NOT_KNOWN;
}

static IN_NOT_SMALL enum knowledge read_command_timeout(struct job *job, uint64_t *value)
{
	return block_command_timeout(job->dev, value) ? NOT_KNOWN : KNOWN;
}

static enum knowledge read_transfer_mode(struct job *job, uint64_t *value)
{
	uint64_t kind = job->req->opt[job->id].value & ~(uint64_t)7;

	if ((kind != TRANSFER_MULTIWORD && kind != TRANSFER_ULTRA) || device_identify(job->dev))
		return NOT_KNOWN;
	*value = ata_id_transfer_mode(job->dev->id.raw, (uint8_t)kind);
	return *value ? KNOWN : NOT_KNOWN;
}

/* Reads it from the drive: on, off, or the level if the feature has one. */
static enum knowledge read_feature(struct job *job, uint64_t *value)
{
	const struct setting_def *row = job_setting(job);
	const uint8_t *id = job->dev->id.raw;

	if (!ata_feature_table[row->feature].in_identify || device_identify(job->dev) ||
	    !ata_id_tells_support(id))
		return NOT_KNOWN;
	if (!ata_feature_supported(id, row->feature))
		return NO_SUCH_FEATURE;
	if (ata_feature_empty_word(id, row->feature))
		return NOT_KNOWN;
	if (!ata_feature_enabled(id, row->feature))
		*value = row->off_value;
	else
		*value = setting_is_flag(job->id) ? 1 : ata_feature_level(id, row->feature);
	return KNOWN;
}

/* Not all drives report the mode, so every value except 0 counts as on. */
static enum knowledge read_write_read_verify(struct job *job, uint64_t *value)
{
	enum knowledge known = read_feature(job, value);
	uint64_t asked = job->req->opt[job->id].value;

	if (known == KNOWN && *value && asked)
		*value = asked;
	return known;
}

static enum knowledge ask_write_cache_state(struct job *job, uint64_t *value)
{
	const struct disk_language *language = device_language(job->dev);
	bool on;
	int err = language->write_cache ? language->write_cache(job->dev, &on) : -EOPNOTSUPP;

	if (err)
		return err == -EOPNOTSUPP ? NO_SUCH_FEATURE : NOT_KNOWN;
	*value = on;
	return KNOWN;
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
	NOT_SMALL({ .opt = OPT_COMMAND_TIMEOUT, .read = read_command_timeout,
		.announce = "command timeout",
		.set_meaning = seconds_meaning,
		.label = " command_timeout =", .get_meaning = seconds_meaning },)
	{ .opt = OPT_MAX_SECTORS, .read = read_max_sectors, .nature = LEVEL },

	{ .opt = OPT_LOOK_AHEAD, .feature = FEATURE_LOOK_AHEAD,
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
	{ .opt = OPT_WRITE_CACHE, .feature = FEATURE_WRITE_CACHE, .ask = ask_write_cache_state,
		.announce = "drive write-caching", .set_meaning = on_off,
		.label = " write-caching =", .get_meaning = on_off },
	{ .opt = OPT_POWER_UP_IN_STANDBY, .feature = FEATURE_POWER_UP_IN_STANDBY,
		.announce = "power-up in standby", .set_meaning = on_off },
	NOT_SMALL({ .opt = OPT_EPC, .feature = FEATURE_EPC, .announce = "Extended Power Conditions",
		.set_meaning = on_off, .label = " epc           =", .get_meaning = on_off },
	EPC_TIMER(OPT_EPC_IDLE_A, "idle_a"),
	EPC_TIMER(OPT_EPC_IDLE_B, "idle_b"),
	EPC_TIMER(OPT_EPC_IDLE_C, "idle_c"),
	EPC_TIMER(OPT_EPC_STANDBY_Y, "standby_y"),
	EPC_TIMER(OPT_EPC_STANDBY_Z, "standby_z"),
	{ .opt = OPT_ERROR_RECOVERY, .sct = SCT_ERROR_RECOVERY, .announce = "error recovery" },
	{ .opt = OPT_SCT_WRITE_CACHE, .sct = SCT_WRITE_CACHE, .announce = "SCT write cache" },
	{ .opt = OPT_SCT_WRITE_REORDERING, .sct = SCT_WRITE_REORDERING,
		.announce = "SCT write reordering" },)
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

void setting_show(struct job *job, int64_t value)
{
	const struct setting_def *row = job_setting(job);
	const char *key = option_key(job->id);
	const char *meaning = row->get_meaning ? row->get_meaning((uint64_t)value) : NULL;
	char behind[48] = "";

	if (meaning)
		snprintf(behind, sizeof(behind), " (%s)%s", meaning,
			 row->blank_after_zero && !value ? " " : "");
	if (setting_is_flag(job->id))
		report_bool(job->out, key, value != 0, "%s %2" PRId64 "%s\n", row->label, value,
			    behind);
	else
		report_i64(job->out, key, value, "%s %2" PRId64 "%s\n", row->label, value, behind);
}

enum knowledge setting_read(struct job *job, uint64_t *value)
{
	const struct setting_def *row = job_setting(job);
	const struct disk_language *language = device_language(job->dev);
	long number;

	if (row->ask && language && language != &language_block)
		return row->ask(job, value);
	if (row->read)
		return row->read(job, value);
	if (row->attribute)
		return block_attr_u64(job->dev, row->attribute, value) ? NOT_KNOWN : KNOWN;
	if (!row->get)
		return read_feature(job, value);
	if (setting_read_ioctl(job, &number))
		return NOT_KNOWN;
	*value = (uint64_t)number;
	return KNOWN;
}
