// SPDX-License-Identifier: GPL-2.0-or-later
/* Messages of an act. */
#include "job.h"
#include "hang.h"

#include <errno.h>
#include <linux/fs.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *on_off(uint64_t value)
{
	return value ? "on" : "off";
}

/* By its name: asking sysfs would make every recording depend on one more file. */
static bool has_nvme_name(const struct job *job)
{
	const char *base = job->dev ? strrchr(job->dev->path, '/') : NULL;

	return base && job->dev->kind != DEVICE_FILE && !strncmp(base, "/nvme", strlen("/nvme"));
}

/* /dev/nvme0; that of a namespace, /dev/ng0n1, has another name. */
static bool is_controller(const struct job *job)
{
	return has_nvme_name(job) && job->dev->character;
}

static bool bridge_takes_no_ata(const struct job *job)
{
	return job->dev && job->dev->usb && job->dev->takes_no_ata && !job->asks;
}

/* drivers/ide returns EPERM, also to root, where a drive lacks a setting. */
static bool is_no_old_driver(const struct job *job)
{
	return job->dev && job->dev->kind != DEVICE_LEGACY_IDE;
}

/* The kernel lets nobody write or discard there; ATA commands go through nevertheless. */
static bool is_read_only(const struct job *job)
{
	int set = 0;

	return job->dev && job->dev->fd >= 0 &&
	       host_ioctl(job->dev->host, job->dev->fd, BLKROGET, &set) >= 0 && set;
}

static const char try_another_form[] = "try --transport jmicron, sunplus or cypress";

/* What to try, for the most common errors; the first row that fits. */
static const struct {
	int err;
	bool (*fits)(const struct job *); /* NULL: always */
	const char *sentence;
} advices[] = {
	{ EACCES, NULL, "try as root, outside of containers" },
	{ EPERM, is_read_only, "the device is read-only; -r0 makes it writable" },
	{ EPERM, is_no_old_driver, "try as root, outside of containers" },
	{ ENOTTY, is_controller,
	  "this is an NVMe controller: name one of its namespaces, as /dev/nvme0n1" },
	{ ENOTTY, has_nvme_name,
	  "an NVMe device is not an ATA drive; DISKS WITHOUT ATA COMMANDS in hdparm(8) tells what "
	  "works here" },
	{ EIO, bridge_takes_no_ata, try_another_form },
};

static const char *usual_advice(const struct job *job, int err)
{
	for (size_t i = 0; i < sizeof(advices) / sizeof(advices[0]); i++) {
		if (advices[i].err == -err && (!advices[i].fits || advices[i].fits(job)))
			return advices[i].sentence;
	}
	return NULL;
}

/* Explains the last command's failure once: a second error of the act has another cause. */
static void report_of_job(struct job *job, int err, const char *advice, const char *text)
{
	char name[OPTION_NAME_BYTES], meaning[DIAGNOSIS_BYTES] = "";
	const struct report_failure failure = { .option = option_name(job->id, name),
						.err = -err,
						.meaning = meaning,
						.advice = advice };

	if (job->dev && report_shows_meaning(job->out))
		device_diagnose(job->dev, meaning);
	if (job->dev)
		device_forget_failure(job->dev);
	report_failure(job->out, &failure, "%s", text);
}

/* Whether the act failed since the disk speaks another language, in which the walk goes on. */
static bool turns_language(struct job *job)
{
	const struct disk_language *language = job->dev ? device_language(job->dev) : NULL;

	return language && (job->turns & language->bit);
}

/* In the default listing a failure is only counted: no device has all of these settings. */
REPORT_PRINTF(4, 0)
static int fail_job(struct job *job, int err, const char *advice, const char *fmt, va_list args)
{
	char what[256], text[REPORT_ERROR_BYTES];

	job->unanswered += job->opt->implied;
	if (job->opt->implied)
		return 0;
	if (turns_language(job)) {
		job->turned = true;
		return err;
	}
	vsnprintf(what, sizeof(what), fmt, args);
	snprintf(text, sizeof(text), "%s: %s", what, strerror(-err));
	report_of_job(job, err, advice ? advice : usual_advice(job, err), text);
	return err;
}

int job_fail(struct job *job, int err, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	err = fail_job(job, err, NULL, fmt, args);
	va_end(args);
	return err;
}

int job_fail_advised(struct job *job, int err, const char *advice, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	err = fail_job(job, err, advice, fmt, args);
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
	report_of_job(job, err, NULL, text);
	return err;
}

static const char *error_bit(uint8_t error)
{
	if (error & ER_ABRT)
		return " ABRT";
	if (error & ER_UNC)
		return " UNC";
	return error & ER_IDNF ? " IDNF" : "";
}

/* The command that hung is reported once: by itself, or by the first one that is not sent for it.
 */
static int job_fail_unsent(struct job *job, int err, const char *what)
{
	struct drive_hang *hang = job->dev->hang;

	if (hang->reported)
		return err;
	hang->reported = true;
	return job_fail(job, err, "%s was not sent, since %s failed", what, hang->what);
}

int job_fail_ata_advised(struct job *job, int err, const struct ata_cmd *cmd, const char *advice)
{
	char what[ATA_TITLE_BYTES];

	ata_command_title(cmd, what);
	if (cmd->res.unsent)
		return job_fail_unsent(job, err, what);
	if (device_hung(job->dev))
		job->dev->hang->reported = true;
	if (cmd->res.valid)
		return job_fail_advised(job, err, advice, "%s failed (status %02Xh error %02Xh%s)",
					what, cmd->res.status, cmd->res.error,
					error_bit(cmd->res.error));
	if (err == -ETIMEDOUT && cmd->timeout_s)
		return job_fail_advised(job, err, advice, "%s failed (no answer within %u s)", what,
					cmd->timeout_s);
	return job_fail_advised(job, err, advice, "%s failed", what);
}

int job_fail_ata(struct job *job, int err, const struct ata_cmd *cmd)
{
	return job_fail_ata_advised(job, err, cmd, NULL);
}

int job_fail_disk(struct job *job, int err)
{
	return job_fail(job, err, "%s", job->dev->attempt);
}

static int unless_strict(const struct job *job, int err)
{
	return job->req->opt[OPT_STRICT].seen ? err : 0;
}

int job_warn(struct job *job, int err, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	err = fail_job(job, err, NULL, fmt, args);
	va_end(args);
	return unless_strict(job, err);
}

int job_warn_ata(struct job *job, int err, const struct ata_cmd *cmd)
{
	return unless_strict(job, job_fail_ata(job, err, cmd));
}

bool job_turn(struct job *job)
{
	bool turned = job->turned;

	if (turned) {
		job->turned = false;
		job->asks = true;
		job->turns = 0;
	}
	return turned;
}

int job_refuse_language(struct job *job, bool query)
{
	char text[REPORT_ERROR_BYTES];

	snprintf(text, sizeof(text), "%s has no such feature", device_language_name(job->dev));
	report_of_job(job, -ENOTTY, job->dev->usb ? try_another_form : NULL, text);
	return query ? unless_strict(job, -ENOTTY) : -ENOTTY;
}

void job_note(struct job *job, const char *fmt, ...)
{
	char name[OPTION_NAME_BYTES], text[REPORT_ERROR_BYTES];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	report_note(job->out, option_name(job->id, name), "%s", text);
}

int job_gate(struct job *job, unsigned consent, const char *why)
{
	const struct opt_state *opt = job->req->opt;
	bool missing_yes = (consent & CONSENT_YES) && !opt[OPT_CONSENT_YES].seen;
	bool missing_destroy = (consent & CONSENT_DESTROY) && !opt[OPT_CONSENT_DESTROY].seen;

	if (!missing_yes && !missing_destroy)
		return 0;
	job_refuse(job, -EPERM, "DANGEROUS: %s; to do it, add%s%s", why,
		   missing_yes ? " --yes-i-know-what-i-am-doing" : "",
		   missing_destroy ? " --please-destroy-my-drive" : "");
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

	if (job_quiet(job) || job->announced)
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	job->announced = true;
	report_line(job->out, "%s", text);
}

void job_announce(struct job *job, const char *what, uint64_t value, const char *meaning)
{
	job_say(job, " setting %s to %" PRIu64 "%s%s%s\n", what, value, meaning ? " (" : "",
		meaning ? meaning : "", meaning ? ")" : "");
}
