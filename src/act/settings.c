// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of settings; acts on settings, the block layer and removable media. */
#include "acts.h"
#include "block.h"
#include "device.h"
#include "host.h"
#include "identify.h"
#include "text.h"
#include "units.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/cdrom.h>
#include <linux/fs.h>
#include <linux/hdreg.h>
#include <stdio.h>
#include <string.h>

#define IOCTLS(g, s) .get = (g), .set = (s)

static const char *io_32bit_meaning(uint64_t value)
{
	static const char *const meanings[] = { "default", "32-bit", "16-bit", "32-bit w/sync" };

	if (value == 8) /* as hdparm 9.65 shows this value */
		return "Request-Queue-Bypass";
	return value < 4 ? meanings[value] : "\?\?\?";
}

/* The texts are those of hdparm 9.65. */
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

/* As the option takes the value; VERIFY_UNTOLD: "on". */
static void verify_text(uint64_t value, char text[UNITS_TEXT_BYTES])
{
	unsigned sectors = (unsigned)(value >> 8 & 0xff) * ATA_VERIFY_UNIT;

	if (value == VERIFY_UNTOLD || value == ATA_VERIFY_ALL)
		snprintf(text, UNITS_TEXT_BYTES, "%s", value == ATA_VERIFY_ALL ? "all" : "on");
	else if (sectors)
		snprintf(text, UNITS_TEXT_BYTES, "%u:%u", (unsigned)value & 0xff, sectors);
	else
		snprintf(text, UNITS_TEXT_BYTES, "%" PRIu64, value);
}

/* The driver does not set the multiple count, and the drive cannot or may not. */
static const char *multcount_barred(struct job *job)
{
	struct observed kernels = { .row = job_setting(job) };

	if (read_ioctl(job, &kernels) == NO_SUCH_SETTING &&
	    (kernels.err != -ENOTTY || !(consent_given(job->req) & CONSENT_YES) ||
	     job->opt->value > ata_id_field(job->dev->id.raw, ID_MULTIPLE_MAX)))
		return "the disk's driver has no such setting";
	return NULL;
}

/* clang-format off */
#define EPC_TIMER(id, condition) { .opt = (id), .announce = condition " timer", \
	.read = read_epc_timer, .text = epc_timer_text, .saves = true, .write = write_epc_timer, \
	.write_now = write_timer_now, .barred = saved_timer_barred, \
	/* without EPC a drive may refuse to set timers */ .needs_on = OPT_EPC }
static const struct setting_def settings[] = {
	{ .opt = OPT_READ_AHEAD, IOCTLS(BLKRAGET, BLKRASET), .nature = ROUNDED,
		.is_same = same_read_ahead,
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
		.barred = multcount_barred,
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
	{ .opt = OPT_PIO_MODE, .read = read_pio_mode, .old_driver = true, .not_read_back = true },
	{ .opt = OPT_CD_SPEED, .read = read_cd_speed, .not_read_back = true },
	{ .opt = OPT_DOOR_LOCK, .read = read_door_lock, .not_read_back = true },
	{ .opt = OPT_QUEUE_DEPTH, .attribute = "device/queue_depth", .nature = ROUNDED,
		.announce = "queue_depth", .label = " queue_depth   =" },
	{ .opt = OPT_COMMAND_TIMEOUT, .read = read_time_limit, .write_now = write_limits,
		.announce = "command timeout",
		.set_meaning = seconds_meaning,
		.label = " command_timeout =", .get_meaning = seconds_meaning },
	{ .opt = OPT_EH_TIMEOUT, .read = read_time_limit, .handler = true, .write_now = write_limits,
		.announce = "error handler timeout",
		.set_meaning = seconds_meaning,
		.label = " eh_timeout    =", .get_meaning = seconds_meaning },
	{ .opt = OPT_MAX_SECTORS, .read = read_max_sectors, .lasts = true, .nature = LEVEL },

	{ .opt = OPT_LOOK_AHEAD, .feature = FEATURE_LOOK_AHEAD, .read = read_look_ahead,
		.announce = "drive read-lookahead", .set_meaning = on_off,
		.label = " look-ahead    =", .get_meaning = on_off },
	{ .opt = OPT_APM, .feature = FEATURE_APM, .off_value = APM_OFF, .write = write_apm, .may_round = apm_may_round,
		.announce = "Advanced Power Management level", .label = " APM_level\t=" },
	{ .opt = OPT_DEFECT_MANAGEMENT, .feature = FEATURE_DEFECT_MANAGEMENT,
		.announce = "drive defect management" },
	{ .opt = OPT_KEEP_FEATURES, .feature = FEATURE_KEEP_FEATURES,
		.announce = "drive keep features", .set_meaning = on_off },
	{ .opt = OPT_ACOUSTIC, .feature = FEATURE_ACOUSTIC, .announce = "acoustic management",
		.label = " acoustic      =", .get_meaning = acoustic_meaning },
	{ .opt = OPT_PREFETCH, .feature = FEATURE_PREFETCH, .announce = "drive prefetch" },
	{ .opt = OPT_WRITE_READ_VERIFY, .feature = FEATURE_WRITE_READ_VERIFY,
		.read = read_write_read_verify, .has_modes = true,
		.announce = "write-read-verify", .label = " write-read-verify =",
		.text = verify_text, .write = verify_text },
	{ .opt = OPT_WRITE_CACHE, .feature = FEATURE_WRITE_CACHE, .read = read_write_cache,
		.beside = write_cache_beside, .note = note_write_cache,
		/* while SCT controls the cache, IDENTIFY data do not show what SET FEATURES set */
		.hidden_by = OPT_SCT_WRITE_CACHE,
		.announce = "drive write-caching", .set_meaning = on_off,
		.label = " write-caching =", .get_meaning = on_off },
	{ .opt = OPT_POWER_UP_IN_STANDBY, .feature = FEATURE_POWER_UP_IN_STANDBY,
		.announce = "power-up in standby", .set_meaning = on_off },
	{ .opt = OPT_EPC, .feature = FEATURE_EPC, .read = read_epc, .barred = epc_barred, .announce = "Extended Power Conditions",
		.set_meaning = on_off, .label = " epc           =", .get_meaning = on_off },
	{ .opt = OPT_PROVISIONING, .announce = "provisioning mode", .label = " provisioning  =",
		.read = read_provisioning, .write_now = write_provisioning, .barred = provisioning_barred, .is_kept = provisioning_is_kept,
		.beside = discard_limit_beside, .not_read_back = true },
	/* what is read is what was written, and not what the link does */
	{ .opt = OPT_LINK_POWER, .announce = "link power", .label = " link_power    =",
		.read = read_link_power, .in_words = true, .write_now = write_link_power, .barred = link_power_barred,
		.note = note_link_power, .not_read_back = true },
	EPC_TIMER(OPT_EPC_IDLE_A, "idle_a"),
	EPC_TIMER(OPT_EPC_IDLE_B, "idle_b"),
	EPC_TIMER(OPT_EPC_IDLE_C, "idle_c"),
	EPC_TIMER(OPT_EPC_STANDBY_Y, "standby_y"),
	EPC_TIMER(OPT_EPC_STANDBY_Z, "standby_z"),
	{ .opt = OPT_ERROR_RECOVERY, .announce = "error recovery", .read = read_recovery,
		.write_now = write_recovery, .barred = recovery_barred, .instead = compare_command_timeout,
		.note = note_recovery,
		.not_read_back = true },
	{ .opt = OPT_SCT_WRITE_CACHE, .sct = SCT_WRITE_CACHE, .announce = "SCT write cache",
		.read = read_sct, .write_now = write_sct, .beside = sct_cache_beside,
		.note = note_sct_cache,
		.not_read_back = true },
	{ .opt = OPT_SCT_WRITE_REORDERING, .sct = SCT_WRITE_REORDERING,
		.announce = "SCT write reordering", .read = read_sct, .write_now = write_sct,
		.not_read_back = true },
	{ .opt = OPT_STANDBY_TIMER, .read = read_standby_timer, .nature = ROUNDED, .saves = true,
		.ata_unasked = true, .ata_read_if_judged = true,
		.write = write_standby_timer, .write_now = write_timer_now,
		.barred = standby_timer_barred, .helper = standby_timer_helper, .not_read_back = true },
	{ .opt = OPT_SECURITY_FREEZE, .read = read_frozen, .not_read_back = true },
	{ .opt = OPT_TRANSFER_MODE, .feature = FEATURE_TRANSFER_MODE, .read = read_transfer_mode,
		.barred = transfer_mode_barred,
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
	char text[UNITS_TEXT_BYTES];

	if (row->text) {
		row->text(value, text);
		job_say(job, " setting %s to %s\n", row->announce, text);
		return;
	}
	job_announce(job, row->announce, value, row->set_meaning ? row->set_meaning(value) : NULL);
}

enum knowledge observe(struct job *job, enum opt_id id, struct observed *now)
{
	const struct setting_def *row;

	job->id = id;
	job->opt = &job->req->opt[id];
	row = job_setting(job);
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
	bool known = observe(job, job->id, now) == KNOWN;
	char limits[UNITS_TEXT_BYTES], words[COMPARED_TEXT_BYTES];

	if (!known && now->err)
		return now->by_drive ? job_warn_drive(job, now->err)
				     : job_fail_drive(job, now->err);
	if (!known)
		report_null(job->out, option_key(job->id), "%s not supported\n", row->label);
	else if (row->in_words) {
		row->write_now(now, words);
		report_string(job->out, option_key(job->id), words, "%s %s\n", row->label, words);
	} else if (now->other && row->read == read_time_limit)
		report_null(job->out, option_key(job->id), "%s %s (seconds, by path)\n", row->label,
			    time_limit_text(&now->is.limit, limits));
	else if (row->feature == FEATURE_APM)
		show_apm(job, row, now->value);
	else if (ata_feature_table[row->feature].level)
		/* as hdparm 9.65, also show the level of a feature that is off */
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

/* In JSON and with --verbose, also show the read cache, if known. */
int act_look_ahead_get(struct job *job)
{
	struct observed now;
	int err = setting_show(job, &now);

	if (now.known != KNOWN || now.is.read_cache == READ_CACHE_UNTOLD)
		return err;
	report_bool(job->out, "read_cache", now.is.read_cache == READ_CACHE_ON, NO_TEXT);
	if (job->out->verbose)
		report_notice(job->out, "the read cache is %s",
			      on_off(now.is.read_cache == READ_CACHE_ON));
	return err;
}

/* --- settings of the drive, by SET FEATURES --- */

/* Sense data with status GOOD may belong to another command: read the setting back. */
static bool done_nevertheless(struct job *job, const struct ata_cmd *cmd)
{
	struct observed now;

	if (!cmd->res.unannounced || !job_reads_back(job))
		return false;
	device_forget(job->dev);
	return observe(job, job->id, &now) == KNOWN && now.value == job->opt->value;
}

static int send_value(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	uint64_t value = job->opt->value;
	bool off = ata_feature_table[row->feature].off.name && value == row->off_value;
	struct ata_cmd cmd = ata_set_feature(row->feature, !off, (uint16_t)value);
	int err = device_ata(job->dev, &cmd);

	return err && !done_nevertheless(job, &cmd) ? job_fail_ata(job, err, &cmd) : 0;
}

int act_feature_set(struct job *job)
{
	setting_announce(job);
	return send_value(job);
}

int act_apm_set(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	uint64_t level = job->opt->value;
	int err;

	if (level == row->off_value)
		job_say(job, " setting %s to disabled\n", row->announce);
	else
		job_say(job, " setting %s to 0x%02" PRIx64 " (%" PRIu64 ")\n", row->announce, level,
			level);
	err = send_value(job);
	/* an APM level may turn Extended Power Conditions off: ask the drive again before --epc */
	if (job->req->opt[OPT_EPC].set)
		device_forget(job->dev);
	return err;
}

int feature_end_set(struct job *job, int err)
{
	struct drive *drive = &job->drive;

	if (err && drive_failed_ata(drive) &&
	    ata_feature_of(&drive->failure.ata) == job_setting(job)->feature &&
	    done_nevertheless(job, &drive->failure.ata))
		return 0;
	return err ? job_fail_drive(job, err) : 0;
}

int act_look_ahead_set(struct job *job)
{
	setting_announce(job);
	return feature_end_set(job, drive_set_look_ahead(&job->drive, job->opt->value != 0));
}

static void note_no_flushes(struct job *job, const struct kernel_cache *cache)
{
	char remedy[PATH_MAX + 128];

	if (cache->set_with_off)
		snprintf(remedy, sizeof(remedy), "-W1 makes the kernel send flushes");
	else
		snprintf(remedy, sizeof(remedy),
			 "`echo temporary write back >%s` makes the kernel send flushes%s",
			 cache->path, cache->by_usb ? ", at which some USB bridges fail" : "");
	job_note(job,
		 "the drive caches writes, but the kernel sends it no flushes, "
		 "since it believes that the drive does not: a power failure can lose data "
		 "that file systems take for safe. -W0 turns the cache off; %s",
		 remedy);
}

static void note_cache(struct job *job, bool on)
{
	struct kernel_cache cache;

	if (on && !drive_kernel_cache(&job->drive, &cache) && !cache.flushed)
		note_no_flushes(job, &cache);
}

void note_write_cache(struct job *job, const struct observed *now)
{
	note_cache(job, now->value);
}

void note_sct_cache(struct job *job, const struct observed *now)
{
	note_cache(job, sct_state_caches(job, now->is.sct.state));
}

int tell_kernel_it_caches(struct job *job, bool proved)
{
	struct kernel_cache cache;
	int err = drive_kernel_cache(&job->drive, &cache);

	if (host_lack_advice(err))
		return job_fail(job, err, "cannot find out whether the kernel flushes the cache");
	if (err || cache.flushed)
		return 0;
	if (!proved && !job->dev->dry_run) {
		bool on;

		device_forget(job->dev);
		if (drive_write_cache(&job->drive, &on) || !on)
			return 0;
	}
	if (cache.set_with_on)
		host_write_file(job->dev->host, cache.path, "temporary write back");
	if (job->dev->dry_run)
		return 0;
	if (drive_kernel_cache(&job->drive, &cache) || !cache.flushed)
		note_no_flushes(job, &cache);
	else if (!job_quiet(job))
		report_line(job->out, " the kernel sends flushes to the drive from now on\n");
	return 0;
}

int act_write_cache_get(struct job *job)
{
	struct observed now;
	int err = setting_show(job, &now);
	struct kernel_cache cache;

	if (now.known != KNOWN || drive_kernel_cache(&job->drive, &cache))
		return err;
	report_bool(job->out, "write_cache_flushed", cache.flushed, NO_TEXT);
	/* for -W with a value, tell_kernel_it_caches() may write this note */
	if (now.value && !cache.flushed && !job->opt->set)
		note_no_flushes(job, &cache);
	return err;
}

int act_write_cache_set(struct job *job)
{
	bool lasts;
	int err;

	setting_announce(job);
	err = drive_set_write_cache(&job->drive, job->opt->value != 0, &lasts);
	/* only the flush failed */
	if (err && drive_failed_ata(&job->drive) &&
	    ata_feature_of(&job->drive.failure.ata) == FEATURE_NONE)
		job->proof = UNSETTLED;
	err = feature_end_set(job, err);
	if (err)
		return err;
	if (job->opt->value)
		err = tell_kernel_it_caches(job, false);
	if (lasts) {
		report_bool(job->out, "write_cache_lasts", true, NO_TEXT);
		if (!job_quiet(job))
			report_line(job->out, " the disk keeps this when its power goes\n");
	}
	return err;
}

/* Before -s0, send the spin-up command. A drive that spins may refuse this command (-EIO). */
int act_power_up_in_standby_set(struct job *job)
{
	bool on = job->opt->value == 1;
	struct ata_cmd cmd;
	int err = 0, set;

	if (!on) {
		if (!job_quiet(job))
			report_line(job->out, " spin-up:");
		cmd = ata_set_feature(FEATURE_SPIN_UP, true, 0);
		err = device_ata(job->dev, &cmd);
		if (err == -EIO)
			err = 0;
		else if (err)
			err = job_fail_ata(job, err, &cmd);
	}
	setting_announce(job);
	set = send_value(job);
	return err ? err : set;
}

int act_transfer_mode_set(struct job *job)
{
	char text[UNITS_TEXT_BYTES];

	transfer_mode_text((unsigned)job->opt->value, text);
	job_announce(job, job_setting(job)->announce, job->opt->value, text);
	return send_value(job);
}

/* --- settings of the block layer and of the old IDE driver: ioctls --- */

static int set_by_ioctl(struct job *job, const struct setting_def *row)
{
	int number = (int)job->opt->value;
	void *arg = row->int_pointer ? &number : (void *)(uintptr_t)job->opt->value;

	return host_ioctl(job->dev->host, job->dev->fd, row->set, arg);
}

static const char *advice(const struct job *job, const struct setting_def *row, int err)
{
	if (row->old_driver && job->dev->kind != DEVICE_LEGACY_IDE &&
	    (err == -ENOTTY || err == -EINVAL))
		return "only the old IDE driver has this setting: "
		       "other drivers choose it themselves";
	return NULL;
}

int act_ioctl_set(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	int err;

	setting_announce(job);
	err = set_by_ioctl(job, row);
	return err < 0 ? job_fail_advised(job, err, advice(job, row, err), "%s failed",
					  ioctl_def(row->set)->name)
		       : 0;
}

int act_multcount_set(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	struct ata_cmd cmd;
	int err;

	setting_announce(job);
	err = set_by_ioctl(job, row);
	if (err != -ENOTTY)
		return err < 0 ? job_fail(job, err, "%s failed", ioctl_def(row->set)->name) : 0;
	if (job->dev->dry_run && !job_quiet(job))
		job_note(job, "%s is tried first: only the old IDE driver has it",
			 ioctl_def(row->set)->name);
	err = job_gate(job, "the kernel does not expect the drive's multiple count to change");
	if (err)
		return err;
	cmd = ata_command(ATA_SET_MULTIPLE_MODE);
	cmd.count = (uint16_t)job->opt->value;
	err = device_ata(job->dev, &cmd);
	return err ? job_fail_ata(job, err, &cmd) : 0;
}

/* In -p, 100 to 199 are multiword DMA modes, 200 to 254 are UltraDMA modes. */
int act_pio_mode_set(struct job *job)
{
	enum { MDMA_BASE = 100, UDMA_BASE = 200, TUNE = 255 };
	uint64_t mode = job->opt->value;
	int err;

	if (job_quiet(job))
		;
	else if (mode == TUNE)
		report_line(job->out, " attempting to auto-tune PIO mode\n");
	else if (mode >= UDMA_BASE)
		report_line(job->out, " attempting to set UDMA mode to %" PRIu64 "\n",
			    mode - UDMA_BASE);
	else if (mode >= MDMA_BASE)
		report_line(job->out, " attempting to set MDMA mode to %" PRIu64 "\n",
			    mode - MDMA_BASE);
	else
		report_line(job->out, " attempting to set PIO mode to %" PRIu64 "\n", mode);
	err = host_ioctl(job->dev->host, job->dev->fd, HDIO_SET_PIO_MODE, (void *)(uintptr_t)mode);
	return err < 0 ? job_fail(job, err, "HDIO_SET_PIO_MODE failed") : 0;
}

/* --- Removable media --- */

enum {
	SET_STREAMING = 0xb6, /* command code (MMC-6 6.38) */
	PERFORMANCE_DESCRIPTOR_BYTES = 28,
	/* bit RDD in byte 0 of the descriptor: restore the drive's default speed */
	RESTORE_DEFAULTS = 0x04,
	KB_PER_X = 177, /* the CD speed 1x, 176.4 kB/s, rounded up */
	TIMEOUT_JIFFIES = 60 * 100
};

static void put_be32(uint8_t *at, uint32_t value)
{
	at[0] = (uint8_t)(value >> 24);
	at[1] = (uint8_t)(value >> 16);
	at[2] = (uint8_t)(value >> 8);
	at[3] = (uint8_t)value;
}

static int set_streaming(struct job *job, uint32_t kb_per_s)
{
	uint8_t descriptor[PERFORMANCE_DESCRIPTOR_BYTES] = { 0 };
	struct request_sense sense;
	struct cdrom_generic_command command = {
		.buffer = descriptor,
		.buflen = sizeof(descriptor),
		.sense = &sense,
		.data_direction = CGC_DATA_WRITE,
		.quiet = 1,
		.timeout = TIMEOUT_JIFFIES,
	};

	memset(&sense, 0, sizeof(sense));
	if (!kb_per_s)
		descriptor[0] = RESTORE_DEFAULTS;
	put_be32(descriptor + 8, UINT32_MAX); /* end LBA: maximum, for the whole disc */
	/* read size in kB, then read time in ms */
	put_be32(descriptor + 12, kb_per_s);
	put_be32(descriptor + 16, 1000);
	/* write size in kB, then write time in ms */
	put_be32(descriptor + 20, kb_per_s);
	put_be32(descriptor + 24, 1000);
	command.cmd[0] = SET_STREAMING;
	command.cmd[10] = sizeof(descriptor);
	return host_ioctl(job->dev->host, job->dev->fd, CDROM_SEND_PACKET, &command);
}

int act_cd_speed_set(struct job *job)
{
	uint64_t speed = job->opt->value;
	int err, streaming;

	if (!job_quiet(job))
		report_line(job->out, "setting cd/dvd speed to %" PRIu64 "\n", speed);
	/* send both commands, as some drives obey only one */
	streaming = set_streaming(job, (uint32_t)speed * KB_PER_X);
	err = host_ioctl(job->dev->host, job->dev->fd, CDROM_SELECT_SPEED,
			 (void *)(uintptr_t)speed);
	return err < 0 && streaming < 0 ? job_fail(job, err, "CDROM_SELECT_SPEED failed") : 0;
}

int act_door_lock_set(struct job *job)
{
	struct ata_cmd cmd = ata_command(job->opt->value ? ATA_MEDIA_LOCK : ATA_MEDIA_UNLOCK);
	int err;

	job_announce(job, "drive doorlock", job->opt->value, on_off(job->opt->value));
	err = device_ata(job->dev, &cmd);
	return err ? job_fail_ata(job, err, &cmd) : 0;
}

/* --- the block layer and the bus --- */

int act_flush_buffers(struct job *job)
{
	int written = block_write_out(job->dev), dropped = block_drop_pages(job->dev);

	if (written < 0)
		written = job_fail(job, written,
				   "fsync failed: data that waited to be written may be lost");
	if (dropped < 0)
		dropped = job_fail(job, dropped, "BLKFLSBUF failed");
	return written < 0 ? written : dropped;
}

/* Retries of BLKRRPART: after a write, udev may open the partitions for a moment (-EBUSY). */
enum { REREAD_TRIES = 20, REREAD_PAUSE_MS = 100 };

int act_reread_partitions(struct job *job)
{
	char why[BLOCK_WHY_BYTES], who[BLOCK_HOLDER_BYTES];
	struct device *dev = job->dev;
	int err, used;

	if (!job_quiet(job))
		report_line(job->out, " re-reading partition table\n");
	report_flush(job->out);
	for (unsigned tries = 0;; tries++) {
		/* the lock may fail, as when flock(1) holds the lock and runs this program */
		block_lock(dev, LOCK_EXCLUSIVE, who);
		err = host_ioctl(dev->host, dev->fd, BLKRRPART, NULL);
		if (err != -EBUSY)
			return err < 0 ? job_fail(job, err, "BLKRRPART failed") : 0;
		used = block_used(dev, why);
		if (used == -EBUSY)
			return job_fail(job, err, "BLKRRPART failed, since %s", why);
		if (host_lack_advice(used))
			return job_fail(job, used,
					"BLKRRPART failed (%s), "
					"and what uses the device is not known",
					error_words(-err));
		if (tries == REREAD_TRIES)
			return job_fail(job, err, "BLKRRPART failed");
		host_sleep_ns(job->host, UINT64_C(1000000) * REREAD_PAUSE_MS);
	}
}

int act_reset(struct job *job)
{
	int err;

	if (!job_quiet(job))
		report_line(job->out, " resetting drive\n");
	report_flush(job->out);
	err = host_ioctl(job->dev->host, job->dev->fd, HDIO_DRIVE_RESET, NULL);
	return err < 0 ? job_fail(job, err, "HDIO_DRIVE_RESET failed") : 0;
}

int act_geometry(struct job *job)
{
	struct report *out = job->out;
	struct block_geometry g;
	int err = block_geometry(job->dev, &g);

	if (err < 0)
		return job_fail(job, err, "%s failed", g.failed);
	report_section_begin(out, "geometry");
	report_u64(out, "cylinders", g.cylinders, " geometry      = %u", g.cylinders);
	report_u64(out, "heads", g.heads, "/%u", g.heads);
	report_u64(out, "sectors_per_track", g.sectors, "/%u", g.sectors);
	report_u64(out, "sectors", g.sectors_total, ", sectors = %" PRIu64, g.sectors_total);
	if (g.has_start)
		report_u64(out, "start", g.start, ", start = %" PRIu64 "\n", g.start);
	else
		report_null(out, "start", ", start = unknown\n");
	report_section_end(out);
	return 0;
}

int act_attribute_set(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	int err;

	setting_announce(job);
	err = sysfs_own_set_u64(&job->dev->sys, row->attribute, job->opt->value);
	return err ? job_fail(job, err, "writing sysfs %s failed", row->attribute) : 0;
}

static int fail_time_limit(struct job *job, int err, const char *doing)
{
	if (err == -ENOENT)
		return job_fail(job, err, "the kernel has no time limit for this device");
	return job_fail(job, err, "%s the kernel's time limit failed", doing);
}

int command_timeout_change(struct job *job, uint64_t seconds)
{
	char text[UNITS_TEXT_BYTES];
	struct block_limit now;
	int err = block_command_timeout_set(job->dev, seconds);

	if (err)
		return fail_time_limit(job, err, "setting");
	if (job->dev->dry_run)
		return 0;
	err = block_command_timeout(job->dev, &now);
	if (err)
		return fail_time_limit(job, err, "reading back");
	if (now.least == seconds && now.most == seconds)
		return 0;
	time_limit_text(&now, text);
	return job_refuse(job, -EIO, "set to %" PRIu64 " s: accepted, but it is %s s", seconds,
			  text);
}

int act_time_limit_set(struct job *job)
{
	int err;

	setting_announce(job);
	err = job_setting(job)->handler ? block_eh_timeout_set(job->dev, job->opt->value)
					: block_command_timeout_set(job->dev, job->opt->value);
	return err ? fail_time_limit(job, err, "setting") : 0;
}
