// SPDX-License-Identifier: GPL-2.0-or-later
/* The job of an act: messages, and checks of the drive. */
#include "device.h"
#include "sysfs.h"
#include "job.h"
#include "block.h"
#include "identify.h"
#include "known_faults.h"
#include "options.h"
#include "text.h"
#include "units.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>

const char *on_off(uint64_t value)
{
	return value ? "on" : "off";
}

static const char *usual_advice(const struct job *job, int err)
{
	struct device *dev = job->dev;
	const char *base;
	bool nvme_name;
	int read_only = 0;

	/* if a disk itself refused, as a write-protected disk does, root cannot do more */
	if (err == -EACCES)
		return job->drive.failure.answered ? NULL : rights_advice(job->host);
	if (!dev)
		return NULL;
	/* recognize NVMe by the path: a look into sysfs would add a file to recordings */
	base = strrchr(dev->path, '/');
	nvme_name = base && dev->kind != DEVICE_FILE && !strncmp(base, "/nvme", strlen("/nvme"));
	switch (err) {
	case -EPERM:
		/* the kernel refuses writes on a read-only device with EPERM */
		if (dev->fd >= 0 && host_ioctl(dev->host, dev->fd, BLKROGET, &read_only) >= 0 &&
		    read_only)
			return "the device is read-only; -r0 makes it writable";
		/* an sg node opened for reading refuses unknown ioctls with EPERM */
		if (dev->sys.character && !nvme_name && rights_of(job->host) == RIGHTS_FULL)
			return "a generic node takes only commands: "
			       "name the disk's own node for this";
		/* drivers/ide returns EPERM, also to root, for some settings that it forbids */
		return dev->kind == DEVICE_LEGACY_IDE ? NULL : rights_advice(job->host);
	case -ECANCELED:
		return *dev->shunning.why ? dev->shunning.why : NULL;
	case -ENOTTY:
		/* /dev/nvme0 is a controller; the character device of a namespace is /dev/ng0n1 */
		if (nvme_name && dev->sys.character)
			return "this is an NVMe controller: "
			       "name one of its namespaces, as /dev/nvme0n1";
		if (nvme_name || device_tunnel(dev))
			return "an NVMe device is not an ATA drive; "
			       "DISKS WITHOUT ATA COMMANDS in hdparm(8) lists what works here";
		return NULL;
	case -EIO:
		if (dev->attempt.result && device_on_bridge(dev) &&
		    (!route_takes_ata(&dev->route) || sense_opcode_unknown(&dev->attempt.cmd.res)))
			return device_form_advice(dev);
		return NULL;
	default:
		return NULL;
	}
}

void job_report_held(struct job *job)
{
	struct held_failure *held = &job->held;
	char name[OPTION_NAME_BYTES];
	const struct report_failure failure = { .option = option_typed(job->req, job->id, name),
						.err = -held->err,
						.meaning = held->meaning,
						.advice = *held->advice ? held->advice : NULL };

	if (held->err)
		report_failure(job->out, &failure, "%s", held->text);
	held->err = 0;
}

static void report_act_failure(struct job *job, int err, const char *advice, const char *text)
{
	struct held_failure *held = &job->held;
	char name[OPTION_NAME_BYTES], no_drive[NO_DRIVE_BYTES];

	/* this report tells of the lack */
	if (host_lack_advice(err) && host_lack(job->host) == err && !advice)
		advice = host_lack_advice(err);
	/* a regular file, such as /dev/sdb made by dd while the disk was missing */
	if (job->dev && job->dev->kind == DEVICE_FILE &&
	    (err == -ENOTTY || err == -ENODEV || err == -ENOENT || err == -ENOTBLK)) {
		report_error(job->out, option_typed(job->req, job->id, name), -err, "%s",
			     regular_file_text(job->host, no_drive));
		return;
	}
	job_report_held(job);
	*held = (struct held_failure){ .err = err };
	snprintf(held->text, sizeof(held->text), "%s", text);
	snprintf(held->advice, sizeof(held->advice), "%s", advice ? advice : "");
	if (job->dev && report_shows_meaning(job->out))
		device_diagnose(job->dev, held->meaning);
	if (job->dev)
		device_forget_failure(job->dev);
	if (!job->holds)
		job_report_held(job);
}

bool job_knows_lack(struct job *job)
{
	return option_table[job->id].newer ? drive_cannot(&job->drive, job->needs)
					   : drive_has_no(&job->drive, job->needs);
}

REPORT_PRINTF(4, 0)
static int report_job_failure(struct job *job, int err, const char *advice, const char *fmt,
			      va_list args)
{
	char what[256], text[REPORT_ERROR_BYTES];

	job->unanswered += job->opt->implied;
	/* as in hdparm 9.65, -v is silent about what the driver does not have */
	if (job->opt->implied ||
	    (job->opt->listed && !job->opt->set && (err == -ENOTTY || err == -EINVAL)))
		return 0;
	vsnprintf(what, sizeof(what), fmt, args);
	snprintf(text, sizeof(text), "%s: %s", what, error_words(-err));
	report_act_failure(job, err, advice ? advice : usual_advice(job, err), text);
	return err;
}

int job_fail(struct job *job, int err, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	err = report_job_failure(job, err, NULL, fmt, args);
	va_end(args);
	return err;
}

int job_fail_advised(struct job *job, int err, const char *advice, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	err = report_job_failure(job, err, advice, fmt, args);
	va_end(args);
	return err;
}

int job_refuse(struct job *job, int err, const char *fmt, ...)
{
	char text[REPORT_ERROR_BYTES];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	report_act_failure(job, err, NULL, text);
	return err;
}

int job_interrupted(struct job *job, const char *fmt, ...)
{
	char text[REPORT_ERROR_BYTES];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	job_refuse(job, -EINTR, "interrupted; %s", text);
	return -RESULT_INTERRUPTED;
}

int job_judge_input(struct job *job, int fd, const char *path)
{
	char why[INPUT_WHY_BYTES];
	int fault = host_judge_input(job->host, fd, path, why);

	if (fault < 0)
		return job_fail(job, fault, "%s", path);
	return fault ? job_refuse(job, -EPERM, "%s: %s", path, why) : 0;
}

static int fail_command(struct job *job, int err, const struct ata_cmd *cmd, const char *what,
			const char *advice)
{
	struct drive_hang *hang = job->dev->hang;
	const char *bit = "";

	/* report a hang only once, for the act whose command hung or for the next act */
	if (cmd->res.unsent) {
		if (hang->reported)
			return err;
		hang->reported = true;
		if (strcmp(what, hang->what) != 0)
			return job_fail(job, err, "%s was not sent, since %s failed", what,
					hang->what);
		/* device_settle() has sent the same question */
		if (!hang->limit_s)
			return job_fail(job, err, "%s failed", what);
		return job_fail(job, err, "%s failed (no answer within %u s)", what, hang->limit_s);
	}
	if (device_hung(job->dev))
		hang->reported = true;
	if (cmd->res.valid) {
		if (cmd->res.error & ER_ABRT)
			bit = " ABRT";
		else if (cmd->res.error & ER_UNC)
			bit = " UNC";
		else if (cmd->res.error & ER_IDNF)
			bit = " IDNF";
		return job_fail_advised(job, err, advice, "%s failed (status %02Xh error %02Xh%s)",
					what, cmd->res.status, cmd->res.error, bit);
	}
	if (err == -ETIMEDOUT && cmd->timeout_s)
		return job_fail_advised(job, err, advice, "%s failed (no answer within %u s)", what,
					cmd->timeout_s);
	return job_fail_advised(job, err, advice, "%s failed", what);
}

int job_fail_ata_advised(struct job *job, int err, const struct ata_cmd *cmd, const char *advice)
{
	char what[ATA_TITLE_BYTES];

	return fail_command(job, err, cmd, ata_command_title(cmd, what), advice);
}

int job_fail_ata(struct job *job, int err, const struct ata_cmd *cmd)
{
	return job_fail_ata_advised(job, err, cmd, NULL);
}

int job_fail_drive_advised(struct job *job, int err, const char *advice)
{
	const struct drive *drive = &job->drive;

	advice = advice || !*drive->failure.advice ? advice : drive->failure.advice;
	switch (drive->failure.kind) {
	case FAILURE_LACKS:
		return job_lacks(job);
	case FAILURE_REFUSED:
		return job_refuse(job, err, "%s", drive->failure.text);
	case FAILURE_ATA:
		return fail_command(job, err, &drive->failure.ata, drive->failure.title, advice);
	case FAILURE_DISPROVED:
		job->proof = DISPROVED;
		break;
	case FAILURE_NONE:
	case FAILURE_TOLD:
	case FAILURE_LOST:
	case FAILURE_NO_VALUE:
		break;
	}
	return job_fail_advised(job, err, advice, "%s", drive->failure.text);
}

int job_fail_drive(struct job *job, int err)
{
	return job_fail_drive_advised(job, err, NULL);
}

static int query_result(const struct job *job, int err)
{
	if (host_lack_advice(err))
		return err;
	return option_table[job->id].newer || job->req->opt[OPT_STRICT].seen ? err : 0;
}

int job_warn(struct job *job, int err, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	err = report_job_failure(job, err, NULL, fmt, args);
	va_end(args);
	return query_result(job, err);
}

int job_warn_ata(struct job *job, int err, const struct ata_cmd *cmd)
{
	return query_result(job, job_fail_ata(job, err, cmd));
}

int job_warn_drive(struct job *job, int err)
{
	return query_result(job, job_fail_drive(job, err));
}

int job_lacks(struct job *job)
{
	const struct failure *failure = &job->drive.failure;
	bool may;

	if (job->queries && job->opt->set)
		return 0;
	may = drive_explain_lack(&job->drive, job->needs, option_table[job->id].scsi_may,
				 option_table[job->id].nvme_may);
	report_act_failure(job, -ENOTTY, *failure->advice ? failure->advice : NULL, failure->text);
	if (job->queries && !job->req->opt[OPT_STRICT].seen)
		return may && (option_table[job->id].flags & OPT_NEEDS_ANSWER) ? -ENOTTY : 0;
	return -ENOTTY;
}

int job_not_by_bridge(struct job *job)
{
	report_act_failure(job, -ENOTTY, device_form_advice(job->dev),
			   "not done behind a USB bridge, which may answer for the disk");
	return -ENOTTY;
}

void job_note(struct job *job, const char *fmt, ...)
{
	char name[OPTION_NAME_BYTES], text[REPORT_ERROR_BYTES];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	report_note(job->out, option_typed(job->req, job->id, name), "%s", text);
}

void job_note_faults(struct job *job)
{
	struct disk_identity names = { .bytes = 0 };
	const struct known_fault *fault = NULL;
	char text[KNOWN_FAULT_TEXT_BYTES];

	if (drive_takes_ata(&job->drive)) {
		ata_id_trimmed_text(job->dev->id.raw, ID_MODEL, names.model);
		ata_id_trimmed_text(job->dev->id.raw, ID_FIRMWARE, names.firmware);
	} else {
		drive_kernel_names(&job->drive, &names);
	}
	while ((fault = known_fault_next(fault, names.model, names.firmware)))
		job_note(job, "%s", known_fault_text(fault, names.firmware, text));
}

static void name_consent(struct job *job, unsigned missing, const char *why)
{
	const char *words = consent_words(missing);
	char name[OPTION_NAME_BYTES], line[REPORT_FOLDED_BYTES];

	report_fold(line, 2, " %s needs %s: %s", option_typed(job->req, job->id, name), words, why);
	report_array_begin(job->out, "dry_run");
	report_section_begin(job->out, "unsent");
	report_string(job->out, "kind", "consent", NO_TEXT);
	report_string(job->out, "name", words, "%s\n", line);
	report_string(job->out, "text", why, NO_TEXT);
	report_section_end(job->out);
	report_section_end(job->out);
}

void job_name_consent(struct job *job)
{
	if (!job->req->opt[OPT_DRY_RUN].seen)
		return;
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		unsigned missing = consent_lacking(job->req, (enum opt_id)id);

		job->id = (enum opt_id)id;
		if (missing)
			name_consent(job, missing, option_table[id].danger);
	}
}

int job_gate(struct job *job, const char *why)
{
	unsigned missing = CONSENT_YES & ~consent_given(job->req);

	if (!missing)
		return 0;
	if (job->req->opt[OPT_DRY_RUN].seen) {
		name_consent(job, missing, why);
		return 0;
	}
	job_refuse(job, -EPERM, "DANGEROUS: %s; to do it, add %s%s", why, consent_words(missing),
		   consent_place(job->req));
	return job->req->from_block ? -EPERM : -RESULT_NO_CONSENT;
}

bool job_reads_back(const struct job *job)
{
	return !job->dev->dry_run && (job->out->structured || !job_quiet(job));
}

void job_say(struct job *job, const char *fmt, ...)
{
	char text[128];
	va_list args;

	if (job_quiet(job))
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	report_line(job->out, "%s", text);
}

void job_announce(struct job *job, const char *what, uint64_t value, const char *meaning)
{
	job_say(job, " setting %s to %" PRIu64 "%s%s%s\n", what, value, meaning ? " (" : "",
		meaning ? meaning : "", meaning ? ")" : "");
}

static int read_identify(struct job *job, enum ata_quiet quiet)
{
	int err = device_identify(job->dev, quiet);

	if (err)
		return job_fail(job, err, "IDENTIFY DEVICE failed");
	if (ata_id_blank(job->dev->id.raw))
		return job_fail(job, -ENODATA, "the IDENTIFY data are all ones: no drive answered");
	if (!job->dev->id.packet && ata_id_incomplete(job->dev->id.raw))
		return job_fail(
			job, -ENODATA,
			"the IDENTIFY data are incomplete, as after powering up in standby: "
			"read from the drive or spin it up with -s0, and try again");
	return 0;
}

int job_identify(struct job *job)
{
	return read_identify(job, ATA_REPORT_ALL);
}

int job_identify_silently(struct job *job)
{
	return read_identify(job, ATA_QUIET_MISSING);
}

int job_check_identity(struct job *job)
{
	return drive_is_other(&job->drive) ? 0 : job_identify_silently(job);
}

int job_has_ata_sectors(struct job *job)
{
	int err = job_identify(job);

	if (!err && job->dev->id.packet)
		err = job_refuse(
			job, -ENOTTY,
			"this is a CD, DVD or tape drive: it takes no commands for sectors");
	return err;
}

int job_has_sectors(struct job *job)
{
	device_settle(job->dev);
	return drive_takes_ata(&job->drive) ? job_has_ata_sectors(job) : 0;
}

int job_refuse_range(struct job *job, uint64_t sectors)
{
	/* the driver sd shows no capacity if it cannot use the sectors, such as 520-byte sectors */
	if (!sectors)
		return job_refuse(job, -ENODATA,
				  "the kernel shows no sectors: no %smedium, "
				  "no valid format, or sectors that it cannot use (-I)",
				  device_is_usb(job->dev) ? "drive in the adapter, no " : "");
	return job_refuse(job, -ERANGE, "'%s': the drive has %" PRIu64 " sectors", job->opt->text,
			  sectors);
}

/* `asks`: the drive may be asked how long its sectors are. */
static int refuse_place(struct job *job, const struct block_place *place, bool asks)
{
	bool sectors = option_table[job->id].flags & OPT_SECTORS, one;
	const char *dev = place->disk[0] ? "/dev/" : "";
	const char *disk = place->disk[0] ? place->disk : "the whole disk";
	uint64_t bytes = 0, size = 0, start = place->start * 512;
	int err;

	if (place->array)
		return job_refuse(job, -EINVAL, "this is a RAID array: name %s",
				  sectors ? "a member drive and its own sector"
					  : "the member drive itself");
	if (place->built_on[0])
		return job_refuse(job, -EINVAL, "this is built on %s and maybe others: name %s",
				  place->built_on,
				  sectors ? "a drive and its own sector" : "the drive itself");
	if (!sectors)
		return job_refuse(job, -EINVAL,
				  "this is a partition: it would reach all of %s%s; name that", dev,
				  disk);

	err = asks ? job_has_sectors(job) : 0;
	if (err)
		return err;
	if (asks)
		size = drive_takes_ata(&job->drive) ? ata_id_sector_bytes(job->dev->id.raw)
						    : block_sector_bytes(job->dev);
	if (!size || start % size)
		return job_refuse(job, -EINVAL,
				  "this is a partition: name %s%s, and that disk's own sectors",
				  dev, disk);
	one = option_names_one_sector(job->id, job->opt);
	if (one && !block_bytes(job->dev, &bytes) && job->opt->value >= bytes / size)
		return job_refuse(job, -EINVAL,
				  "this is a partition of %" PRIu64 " sectors: "
				  "it has no sector %" PRIu64,
				  bytes / size, job->opt->value);
	if (one)
		return job_refuse(job, -EINVAL,
				  "this is a partition: name %s%s, where this sector is %" PRIu64,
				  dev, disk, job->opt->value + start / size);
	return job_refuse(job, -EINVAL,
			  "this is a partition: "
			  "name %s%s, where it begins at sector %" PRIu64 ": add that to each LBA",
			  dev, disk, start / size);
}

static int refuse_part(struct job *job)
{
	struct block_place place;
	int err = block_place(job->dev, &place);

	if (host_lack_advice(err))
		return job_fail(job, err, "cannot find out whether this is a whole disk");
	if (err)
		return job_refuse(
			job, err,
			"cannot find out whether this is a whole disk: %s; mount sysfs at /sys",
			error_words(-err));
	return block_is_whole(&place) ? 0 : refuse_place(job, &place, true);
}

int job_guard_closed(struct job *job)
{
	struct block_place place;

	if (!(request_guards(job->req, job->id) & OPT_WHOLE_DISK) ||
	    block_place(job->dev, &place) || block_is_whole(&place))
		return 0;
	return refuse_place(job, &place, false);
}

const char *job_in_use_word(const struct job *job)
{
	return job->req->opt[OPT_EVEN_IF_IN_USE].seen ? "--even-if-in-use " : "";
}

const char *job_device_word(const struct job *job)
{
	_Static_assert((int)DEVICE_WORD_BYTES == WORD_QUOTED_BYTES, "word_quoted() writes into it");
	return word_quoted(job->dev->path, job->dev->word);
}

static int refuse_use(struct job *job, int err, const char *why)
{
	switch (err) {
	case 0:
		return 0;
	case -ESTALE:
		return job_refuse(job, -ENODEV,
				  "another device has this name since it was opened; "
				  "nothing was sent to it: "
				  "look which drive is meant, and try again");
	case -E2BIG:
		/* strerror()'s text, "Argument list too long", would mislead */
		return job_refuse(job, err,
				  "cannot find out whether the drive is in use: "
				  "it has more than %d other disks, and %s; add --even-if-in-use",
				  DEVICE_OTHERS, why);
	case -EBUSY:
		return job_refuse(job, err,
				  "the drive is in use: %s; "
				  "end that first, or add --even-if-in-use",
				  why);
	case -ENOMEM:
	case -EMFILE:
	case -ENFILE:
		return job_fail_advised(job, err, host_lack_advice(err),
					"cannot find out whether the drive is in use");
	default:
		return job_refuse(job, err,
				  "cannot find out whether the drive is in use: %s%s%s; "
				  "%sadd --even-if-in-use",
				  why, why[0] ? ": " : "", error_words(-err), sysfs_remedy(why));
	}
}

static int refuse_used(struct job *job)
{
	char why[BLOCK_WHY_BYTES];

	if (job->req->opt[OPT_EVEN_IF_IN_USE].seen)
		return 0;
	return refuse_use(job, block_claim(job->dev, why), why);
}

int job_check_lack(struct job *job)
{
	int lack = host_lack(job->host);

	return lack ? job_fail_advised(job, lack, host_lack_advice(lack),
				       "nothing was changed, since not all could be found out")
		    : 0;
}

/* Retries to lock a disk: udev locks and reads a disk briefly after a writer has closed it. */
enum { LOCK_TRIES = 30, LOCK_PAUSE_MS = 100 };

static int refuse_locked(struct job *job, unsigned guards)
{
	enum device_lock lock = guards & OPT_EXCLUSIVE ? LOCK_EXCLUSIVE : LOCK_SHARED;
	bool even_used = job->req->opt[OPT_EVEN_IF_IN_USE].seen;
	/* the present value of a setting has been asked for */
	bool asked = option_table[job->id].kind == OPT_KIND_GETSET;
	char who[BLOCK_HOLDER_BYTES], why[BLOCK_WHY_BYTES];
	bool starved;
	int err = block_lock_drive(job->dev, lock, who, why);

	for (unsigned i = 0; err == -EWOULDBLOCK && i < LOCK_TRIES; i++) {
		host_sleep_ns(job->host, UINT64_C(1000000) * LOCK_PAUSE_MS);
		err = block_lock_drive(job->dev, lock, who, why);
	}
	if (err == -EWOULDBLOCK)
		return job_refuse(job, -EBUSY,
				  "busy: another program%s%s%s has locked %s%s; "
				  "nothing was %s; try again when it has ended",
				  who[0] ? " (" : "", who, who[0] ? ")" : "",
				  why[0] ? why : "the drive", why[0] ? " of the same drive" : "",
				  asked ? "changed" : "sent");
	starved = err == -ENOMEM || err == -EMFILE || err == -ENFILE;
	/* -ENOENT: without sysfs the other disks are not known; refuse_used() finds that, too */
	if (!err || (err == -ENOENT && !even_used && (guards & OPT_UNUSED)))
		return 0;
	if (starved || (err != -ENOENT && !even_used))
		return refuse_use(job, err, why);
	/* job_check_lack() refuses */
	if (host_lack_advice(err))
		return 0;
	job_note(job,
		 "it is not known "
		 "whether another program has locked another disk of this drive: %s%s%s",
		 why, why[0] ? ": " : "", error_words(-err));
	return 0;
}

int job_guard_place(struct job *job)
{
	unsigned guards = request_guards(job->req, job->id);
	int err = 0;

	if (guards && job->dev->kind == DEVICE_FILE)
		return job_refuse(job, -ENOTTY, "this is no drive");
	if (guards & OPT_WHOLE_DISK)
		err = refuse_part(job);
	if (!err && (guards & (OPT_EXCLUSIVE | OPT_SHARES_LOCK))) {
		err = refuse_locked(job, guards);
		/* the disk's node may not have been found, and not been locked */
		err = err ? err : job_check_lack(job);
	}
	return err;
}

int job_guard_use(struct job *job)
{
	unsigned guards = request_guards(job->req, job->id);
	int err = 0;

	/* a query changes nothing */
	if (job->queries)
		return 0;
	if ((guards & OPT_UNUSED) ||
	    ((guards & OPT_UNUSED_UNLESS_ATA) && !drive_takes_ata(&job->drive)))
		err = refuse_used(job);
	return err || !guards ? err : job_check_lack(job);
}

int job_may_resize(struct job *job, uint64_t now, uint64_t sectors)
{
	int err = refuse_part(job);

	if (err || (now && sectors >= now))
		return err;
	err = job_gate(job, now ? "data after the new last sector become unreachable"
				: "the drive does not report how many sectors it shows: "
				  "data may become unreachable");
	if (!err)
		err = refuse_used(job);
	return err ? err : job_check_lack(job);
}

void job_drop_cached(struct job *job)
{
	int err = block_flush(job->dev);

	/* a character device has no cached pages, and no BLKFLSBUF */
	if (err < 0 && !job->dev->sys.character)
		job_note(job,
			 "BLKFLSBUF failed: %s: "
			 "the kernel may go on showing what it had read before",
			 error_words(-err));
}

int job_fail_announced(struct job *job, int err)
{
	/* scripts look for FAILED on the line of the announcement */
	report_notice(job->out, "FAILED: %s", error_words(-err));
	return err;
}

static void show_clock(void *who, uint64_t s)
{
	const struct job_clock *clock = who;
	char text[96 + UNITS_TEXT_BYTES], time[UNITS_TEXT_BYTES];

	snprintf(text, sizeof(text), "%s%s%s", clock->what, clock_text(s, time), clock->end);
	report_progress(clock->out, text);
}

void job_clock_start(struct job *job, struct job_clock *clock)
{
	clock->out = job->out;
	clock->ticker = (struct ticker){ -1, -1 };
	if (job->out->err_terminal)
		clock->ticker = ticker_start(show_clock, clock);
}

void job_clock_stop(struct job_clock *clock)
{
	ticker_stop(&clock->ticker);
	report_progress(clock->out, NULL);
}
