// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What the rows of the table of settings say: how a setting is written, when it is the same, what
 * bars it, and what setting it changes beside the value.
 */
#include "acts.h"
#include "block.h"
#include "device.h"
#include "drive.h"
#include "host.h"
#include "identify.h"
#include "units.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { UNIT_MS = 100 };

static const char none[] = "the drive has no such setting";

/* --- values of the block layer and of features --- */

void write_apm(uint64_t value, char text[COMPARED_TEXT_BYTES])
{
	if (value == APM_OFF)
		snprintf(text, COMPARED_TEXT_BYTES, "off");
	else
		snprintf(text, COMPARED_TEXT_BYTES, "%" PRIu64, value);
}

/* 02h to 7Fh may become 01h to 7Fh; 81h to FDh: 80h to FEh. */
bool apm_may_round(uint64_t asked, uint64_t now)
{
	if (asked < APM_NO_STANDBY)
		return asked > APM_LEAST && now >= APM_LEAST && now < APM_NO_STANDBY;
	return asked > APM_NO_STANDBY && asked < APM_MOST && now >= APM_NO_STANDBY &&
	       now <= APM_MOST;
}

/* The kernel rounds read-ahead down to whole pages (block/ioctl.c). */
bool same_read_ahead(uint64_t asked, uint64_t now)
{
	uint64_t page = host_page_bytes() / 512;

	return now == asked / page * page;
}

void write_limits(const struct observed *now, char text[COMPARED_TEXT_BYTES])
{
	time_limit_text(&now->is.limit, text);
}

/* libata chooses the transfer mode, or the drive lacks the requested DMA mode. */
const char *transfer_mode_barred(struct job *job)
{
	uint64_t kind = job->opt->value & ~(uint64_t)7;
	unsigned mode = job->opt->value & 7;
	enum id_field modes = kind == TRANSFER_ULTRA ? ID_ULTRA_DMA : ID_MULTIWORD_DMA;

	if (sysfs_is_ata(&job->dev->sys) && !sysfs_at_sas_host(&job->dev->sys))
		return "the disk's driver chooses it itself";
	if ((kind != TRANSFER_ULTRA && kind != TRANSFER_MULTIWORD) ||
	    device_identify(job->dev, ATA_QUIET_MISSING))
		return NULL;
	return ata_id_field(job->dev->id.raw, modes) >> mode & 1 ? NULL
								 : "the drive has no such mode";
}

/* --- timers --- */

/* Write a time, given in units of 100 ms, as in hdparm.conf: exact, without a blank, 0 as "off". */
static void write_tenths(uint64_t tenths, char text[COMPARED_TEXT_BYTES])
{
	if (!tenths)
		snprintf(text, COMPARED_TEXT_BYTES, "off");
	else if (tenths % 600 == 0)
		snprintf(text, COMPARED_TEXT_BYTES, "%" PRIu64 "min", tenths / 600);
	else if (tenths % 10 == 0)
		snprintf(text, COMPARED_TEXT_BYTES, "%" PRIu64 "s", tenths / 10);
	else
		snprintf(text, COMPARED_TEXT_BYTES, "%" PRIu64 "ms", tenths * 100);
}

void write_epc_timer(uint64_t value, char text[COMPARED_TEXT_BYTES])
{
	if (ata_epc_word(value))
		snprintf(text, COMPARED_TEXT_BYTES, "%s", ata_epc_word(value));
	else
		write_tenths(value, text);
}

void write_standby_timer(uint64_t value, char text[COMPARED_TEXT_BYTES])
{
	unsigned seconds = standby_timer_seconds((unsigned)value);

	if (seconds || !value)
		write_tenths(seconds * UINT64_C(10), text);
	else /* the maker's time */
		snprintf(text, COMPARED_TEXT_BYTES, "%" PRIu64, value);
}

void write_timer_now(const struct observed *now, char text[COMPARED_TEXT_BYTES])
{
	size_t n;

	write_tenths(now->is.tenths, text);
	n = strlen(text);
	if (now->unsaved)
		snprintf(text + n, COMPARED_TEXT_BYTES - n, ", not saved");
}

static const char *timer_barred(struct job *job, enum ata_epc condition)
{
	struct ata_epc_state states[ATA_EPC_COUNT];
	bool save = job->opt->flag;

	return !drive_conditions(&job->drive, save ? CONDITIONS_SAVED : 0, states) &&
			       (!states[condition].changeable ||
				(save && !states[condition].saveable))
		       ? none
		       : NULL;
}

const char *standby_timer_barred(struct job *job)
{
	/* -S is another command than the timer's own: what bars that one may not bar -S */
	if (drive_takes_ata(&job->drive) && !job->opt->general)
		return NULL;
	return timer_barred(job, ATA_EPC_STANDBY_Z);
}

const char *saved_timer_barred(struct job *job)
{
	return job->opt->flag ? timer_barred(job, epc_condition_of(job->id)) : NULL;
}

/* A timer that is on cannot be changed, where EPC is the timers. */
const char *epc_barred(struct job *job)
{
	struct ata_epc_state states[ATA_EPC_COUNT];
	bool is_barred = false;

	if (!drive_ops(&job->drive)->epc_by_timers || drive_conditions(&job->drive, 0, states))
		return NULL;
	for (unsigned i = 0; i < ATA_EPC_COUNT; i++)
		is_barred |= ata_epc_effective(&states[i].current) && !states[i].changeable;
	return is_barred ? none : NULL;
}

void standby_z_setter(const struct job *job, char text[COMPARED_TEXT_BYTES])
{
	char time[COMPARED_TEXT_BYTES];

	write_standby_timer(job->opt->value, time);
	snprintf(text, COMPARED_TEXT_BYTES, "%s%.40s",
		 job->req->from_block ? "epc_standby_z = " : "--epc-timer standby_z=", time);
}

void standby_timer_helper(struct job *job, struct compared *c)
{
	if (drive_takes_ata(&job->drive) && !job->req->opt[OPT_EPC_STANDBY_Z].set)
		standby_z_setter(job, c->helps);
}

/* --- SCT, and recovery times --- */

void write_sct(const struct observed *now, char text[COMPARED_TEXT_BYTES])
{
	snprintf(text, COMPARED_TEXT_BYTES, "%s%s",
		 sct_state_name(now->row->sct, now->is.sct.state), now->is.sct.kept ? ",keep" : "");
}

/* `in_file`: as hdparm.conf has it, without a blank and without a decimal that is 0. */
void recovery_time_text(uint32_t ms, bool in_file, char text[UNITS_TEXT_BYTES])
{
	int decimals = ms % UNIT_MS ? 3 : !in_file || ms % 1000;

	if (ms == RECOVERY_UNTOLD)
		snprintf(text, UNITS_TEXT_BYTES, "default");
	else if (!ms)
		snprintf(text, UNITS_TEXT_BYTES, "off");
	else if (!decimals)
		snprintf(text, UNITS_TEXT_BYTES, "%" PRIu32 "s", ms / 1000);
	else
		snprintf(text, UNITS_TEXT_BYTES, "%" PRIu32 ".%0*" PRIu32 "%s", ms / 1000, decimals,
			 ms % 1000 / (decimals == 3 ? 1 : UNIT_MS), in_file ? "s" : " s");
}

void write_recovery(const struct observed *now, char text[COMPARED_TEXT_BYTES])
{
	const uint32_t *ms = now->is.recovery.ms;
	char reading[UNITS_TEXT_BYTES], writing[UNITS_TEXT_BYTES];

	recovery_time_text(ms[0], true, reading);
	recovery_time_text(ms[1], true, writing);
	snprintf(text, COMPARED_TEXT_BYTES, "%.16s%s%.16s%s", reading, ms[1] != ms[0] ? "," : "",
		 ms[1] != ms[0] ? writing : "", now->unsaved ? ", not at power-on" : "");
}

const char *recovery_barred(struct job *job)
{
	return drive_has_recovery_time(&job->drive, true) ? NULL : none;
}

/* "else" in the value of error_recovery: the kernel's time limit for commands. */
enum knowledge compare_command_timeout(struct job *job, struct compared *c)
{
	uint32_t limit = recovery_unpack(job->opt->value).otherwise_s;
	char text[UNITS_TEXT_BYTES];
	struct block_limit now;

	if (!limit)
		return NO_SUCH_SETTING;
	if (block_command_timeout(job->dev, &now)) {
		snprintf(c->why, sizeof(c->why), "the kernel does not show it");
		return NOT_KNOWN;
	}
	snprintf(c->actual, sizeof(c->actual), "command_timeout %.40s",
		 time_limit_text(&now, text));
	if (now.least == limit && now.most == limit)
		c->result = COMPARED_SAME;
	return KNOWN;
}

/* Write a note if the kernel's time limit is too short: the kernel may reset or drop the drive. */
void note_kernel_limit(struct job *job, const struct recovery_time *t)
{
	enum { ENOUGH_S = 180 };
	const uint32_t longest = t->ms[0] > t->ms[1] ? t->ms[0] : t->ms[1];
	bool unlimited = !t->ms[0] || !t->ms[1];
	char text[UNITS_TEXT_BYTES];
	struct block_limit limit;

	if (job_quiet(job) || job->dev->dry_run || longest == RECOVERY_UNTOLD ||
	    (unlimited && (drive_ops(&job->drive)->gives_up_soon ||
			   (!job->out->verbose && !job->out->err_terminal))) ||
	    block_command_timeout(job->dev, &limit) ||
	    limit.least >= (unlimited ? ENOUGH_S : (longest * UINT64_C(2) + 999) / 1000))
		return;
	if (!job->req->opt[OPT_COMMAND_TIMEOUT].seen)
		report_u64(job->out, option_key(OPT_COMMAND_TIMEOUT), limit.least, NO_TEXT);
	recovery_time_text(longest, false, text);
	if (unlimited)
		job_note(job,
			 "the kernel waits %" PRIu64 " s for a command, and the drive has no limit "
			 "for a bad sector: give it one, as 7s, or --command-timeout %u",
			 limit.least, ENOUGH_S);
	else
		job_note(job,
			 "the kernel waits %" PRIu64 " s for a command, "
			 "in which the drive may try one bad sector for %s: "
			 "--command-timeout should be twice as long or more",
			 limit.least, text);
}

/* For times that are set already: as act_recovery_set() notes it. */
void note_recovery(struct job *job, const struct observed *now)
{
	note_kernel_limit(job, &now->is.recovery);
}

/* --- discards --- */

void write_provisioning(const struct observed *now, char text[COMPARED_TEXT_BYTES])
{
	snprintf(text, COMPARED_TEXT_BYTES, "%s",
		 now->other ? "another mode" : provisioning_words[now->value]);
}

const char *provisioning_barred(struct job *job)
{
	return drive_lacks_provisioning(&job->drive, job->opt->text) ? none : NULL;
}

bool provisioning_discards(const char *mode)
{
	return strcmp(mode, "full") != 0 && strcmp(mode, "disabled") != 0;
}

/* On USB alone: elsewhere the kernel chooses the mode itself. */
bool provisioning_is_kept(struct job *job, const char *actual)
{
	return device_is_usb(job->dev) && provisioning_discards(actual);
}

/* --- what setting a value changes beside the value --- */

/* "Off" leaves the kernel as it is for a drive that takes ATA commands. */
static int flushes_beside(struct job *job, bool on, char text[COMPARED_TEXT_BYTES])
{
	struct kernel_cache cache;
	int err;

	if (!on && drive_takes_ata(&job->drive))
		return 0;
	err = drive_kernel_cache(&job->drive, &cache);
	if (err)
		return err == -ENOENT ? 0 : err;
	if (cache.flushed != on && (on ? cache.set_with_on : cache.set_with_off))
		snprintf(text, COMPARED_TEXT_BYTES, "the kernel sends it %sflushes",
			 on ? "no " : "");
	return 0;
}

int write_cache_beside(struct job *job, char text[COMPARED_TEXT_BYTES])
{
	return flushes_beside(job, job->opt->value != 0, text);
}

bool sct_state_caches(struct job *job, uint64_t state)
{
	bool on = state == SCT_CACHE_ON;

	if (state == SCT_CACHE_BY_FEATURES && drive_write_cache(&job->drive, &on))
		return false;
	return on;
}

/* SCT sets the kernel's part only for a drive that then caches writes. */
int sct_cache_beside(struct job *job, char text[COMPARED_TEXT_BYTES])
{
	return sct_state_caches(job, job->opt->value) ? flushes_beside(job, true, text) : 0;
}

int discard_limit_beside(struct job *job, char text[COMPARED_TEXT_BYTES])
{
	const char *mode = provisioning_words[job->opt->value];
	uint64_t wanted, now;
	int err = drive_discard_limit(&job->drive, mode, &wanted, &now);

	if (err)
		return err == -EOPNOTSUPP ? 0 : err;
	if (wanted && now != wanted)
		snprintf(text, COMPARED_TEXT_BYTES, "discard_max_bytes is %" PRIu64, now);
	return 0;
}
