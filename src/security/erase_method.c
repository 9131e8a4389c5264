// SPDX-License-Identifier: GPL-2.0-or-later
/* The methods of --erase: which of them the drive offers, the best one, and why. */
#include "guided.h"
#include "sanitize.h"
#include "security_send.h"
#include "security_state.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
	SECURITY_WAYS = 1 << DISK_SECURITY_ENHANCED | 1 << DISK_SECURITY_ERASE,
	SANITIZE_WAYS = 1 << DISK_CRYPTO_ERASE | 1 << DISK_BLOCK_ERASE | 1 << DISK_OVERWRITE
};

bool erase_is_security(enum disk_erase method)
{
	return UINT32_C(1) << method & SECURITY_WAYS;
}

/*
 * Check whether a sanitize operation can start and its progress can be read. After a failed
 * operation, in ATA's state SD3, the drive accepts only another one. 0, or -errno after a report.
 */
static int check_sanitize_state(struct job *job, struct offer *offer)
{
	struct disk_sanitize status;
	int err = drive_sanitize_status(&job->drive, true, &status);

	if (err && sanitize_has_failed(job)) {
		offer->ways &= SANITIZE_WAYS;
		device_forget_failure(job->dev);
		return 0;
	}
	if (err && err != -EOPNOTSUPP)
		return job_fail_drive(job, err);
	if (err || status.state == DISK_SANITIZE_UNKNOWN || status.only_idle) {
		offer->no_sanitize = "the path does not return the sanitize status";
		return 0;
	}
	offer->done_before = status.done;
	memcpy(offer->estimate_s, status.estimate_s, sizeof(offer->estimate_s));
	if (status.state == DISK_UNFORMATTED)
		offer->no_sanitize = "the medium has no valid format";
	if (status.state == DISK_SANITIZE_RUNNING)
		return sanitize_refuse_running(job);
	if (status.state == DISK_SANITIZE_FAILED)
		offer->ways &= SANITIZE_WAYS;
	if (status.state == DISK_SANITIZE_FROZEN)
		offer->no_sanitize = "sanitize is frozen until power is cycled";
	return 0;
}

/* Find out whether the sanitize operations among the ways can be used. */
static int check_ways(struct job *job, struct offer *offer)
{
	int err = 0;

	offer->can_sanitize = offer->untold || (offer->ways & SANITIZE_WAYS);
	if (offer->can_sanitize)
		err = check_sanitize_state(job, offer);
	else
		offer->no_sanitize = "the drive has no sanitize operations";
	if (offer->no_sanitize)
		offer->ways &= ~(uint32_t)SANITIZE_WAYS;
	if (offer->security.frozen)
		offer->ways &= ~(uint32_t)SECURITY_WAYS;
	return err;
}

/*
 * Refuse a drive with a user password: the erase needs the password, or would leave it on the
 * drive.
 */
static int refuse_password_set(struct job *job, const struct ata_security *s)
{
	char text[SECURITY_TEXT_BYTES];
	const char *path = job_device_word(job);

	security_text(s, text);
	return job_refuse(job, -EPERM,
			  "the drive has a user password already (%s): %s`hdparm "
			  "--security-disable PASSWORD %s` removes it; if it is unknown, `hdparm "
			  "--security-recover %s` tries the passwords of erasing tools",
			  text, s->frozen || s->expired ? "cycle its power, then " : "", path,
			  path);
}

static int refuse_without_method(struct job *job, const struct offer *offer)
{
	if (offer->untold)
		return job_refuse(job, -EOPNOTSUPP,
				  "nothing was done: the disk does not report its erase methods: "
				  "name one, as with --erase-method %s",
				  erase_methods[DISK_BLOCK_ERASE].name);
	if (offer->security.frozen)
		return job_refuse(job, -EIO, "nothing was done: %s, and %s", offer->no_sanitize,
				  security_frozen);
	if (offer->can_sanitize)
		return job_refuse(job, -EIO, "nothing was done: %s, and the drive has no %s",
				  offer->no_sanitize,
				  drive_takes_ata(&job->drive) ? "security feature set"
							       : "other way");
	if (*offer->no_format)
		return job_refuse(job, -EIO, "nothing was done: %s; %s", offer->no_sanitize,
				  offer->no_format);
	return job_refuse(
		job, -EOPNOTSUPP, "%s, and cannot erase itself: overwrite it, as with dd or nwipe",
		drive_takes_ata(&job->drive)
			? "the drive has neither the sanitize nor the security feature set"
			: offer->no_sanitize);
}

enum { NAMES_BYTES = 400, TIME_BYTES = 32 };

/* "about 0:02:00" */
static const char *time_text(uint32_t seconds, char text[TIME_BYTES])
{
	snprintf(text, TIME_BYTES, "about %u:%02u:%02u", (unsigned)(seconds / 3600),
		 (unsigned)(seconds / 60 % 60), (unsigned)(seconds % 60));
	return text;
}

/* The names of all methods that can be used now, separated by commas; with the drive's estimates.
 */
static void name_ways(const struct offer *offer, bool times, char text[NAMES_BYTES])
{
	char time[TIME_BYTES];
	size_t n = 0;

	text[0] = '\0';
	for (unsigned m = 1; m < DISK_ERASES && n < NAMES_BYTES; m++) {
		bool told = times && offer->estimate_s[m];

		if (offer->ways & UINT32_C(1) << m)
			n += (size_t)snprintf(
				text + n, NAMES_BYTES - n, "%s%s%s%s%s", n ? ", " : "",
				erase_methods[m].name, told ? " (" : "",
				told ? time_text(offer->estimate_s[m], time) : "", told ? ")" : "");
	}
}

/* The best method that can be used, from `first` on. */
static enum disk_erase best_method(const struct offer *offer, unsigned first)
{
	for (; first < DISK_ERASES; first++) {
		if (offer->ways & UINT32_C(1) << first)
			return (enum disk_erase)first;
	}
	return DISK_NO_ERASE;
}

/* The method named by the user, or the best one. */
static int choose_method(struct job *job, struct offer *offer)
{
	const struct opt_state *named = &job->req->opt[OPT_ERASE_METHOD];
	char names[NAMES_BYTES];

	offer->method = named->seen ? (enum disk_erase)named->value : best_method(offer, 1);
	if (offer->method == DISK_NO_ERASE)
		return refuse_without_method(job, offer);
	if (offer->untold ? drive_ops_of(&job->drive)->erase_commands[offer->method] != NULL
			  : (offer->ways >> offer->method & 1))
		return 0;
	name_ways(offer, false, names);
	return job_refuse(
		job, -EOPNOTSUPP, "nothing was done: the drive does not offer %s now; it offers %s",
		erase_methods[offer->method].name, *names ? names : "nothing that is known");
}

void erase_format_line(const struct job *job, char line[ERASE_LINE_BYTES])
{
	snprintf(line, ERASE_LINE_BYTES,
		 "hdparm --yes-i-know-what-i-am-doing --please-destroy-my-drive %s--erase "
		 "--erase-method %s %s",
		 job_in_use_word(job), erase_methods[DISK_FORMAT_UNIT].name, job_device_word(job));
}

/*
 * Find out whether the disk formats; a formatting disk answers no other question. A format that
 * --erase, or another program, has started is followed by the line that names the method. 1: a
 * format runs; 0, or -errno reported.
 */
static int find_erase_format(struct job *job, struct offer *offer)
{
	const struct opt_state *named = &job->req->opt[OPT_ERASE_METHOD];
	struct disk_sanitize status;
	int err;

	if (!named->seen || named->value != DISK_FORMAT_UNIT ||
	    drive_speaks(&job->drive) != LANGUAGE_SCSI)
		return 0;
	err = drive_format_status(&job->drive, &status);
	if (err)
		return job_fail_drive(job, err);
	if (status.state != DISK_SANITIZE_RUNNING)
		return 0;
	offer->formats_already = true;
	offer->ways = UINT32_C(1) << DISK_FORMAT_UNIT;
	return 1;
}

static int find_offer(struct job *job, struct offer *offer)
{
	bool ata = drive_takes_ata(&job->drive);
	char line[ERASE_LINE_BYTES];
	int err;

	*offer = (struct offer){ .method = DISK_NO_ERASE };
	err = find_erase_format(job, offer);
	if (err)
		return err < 0 ? err : 0;
	if (ata)
		ata_security_decode(job->dev->id.raw, &offer->security);
	if (offer->security.enabled)
		return refuse_password_set(job, &offer->security);
	err = drive_erase_ways(&job->drive, &offer->ways);
	offer->untold = err == -ENODATA;
	if (err && !offer->untold) {
		job_fail_drive(job, err);
		erase_format_line(job, line);
		if (err == -EBUSY)
			job_note(job, "leave its power on; `%s` follows a format to its end", line);
		return err;
	}
	if (offer->untold)
		device_forget_failure(job->dev);
	else
		snprintf(offer->no_format, sizeof(offer->no_format), "%s", job->drive.failure.text);
	return check_ways(job, offer);
}

/* Find the other disks that lose their data by the chosen method: each method takes others. */
static int find_taken(struct job *job, struct offer *offer)
{
	int err = drive_erase_takes(&job->drive, offer->method, offer->takes);

	return err ? job_fail_drive(job, err) : 0;
}

int erase_choose(struct job *job, struct offer *offer)
{
	int err = find_offer(job, offer);

	if (!err)
		err = choose_method(job, offer);
	if (!err)
		err = find_taken(job, offer);
	if (!err && drive_takes_ata(&job->drive))
		err = hidden_find(job, &offer->hidden);
	return err;
}

enum disk_erase erase_next(const struct job *job, const struct offer *offer)
{
	return job->req->opt[OPT_ERASE_METHOD].seen ? DISK_NO_ERASE
						    : best_method(offer, offer->method + 1u);
}

int erase_choose_next(struct job *job, struct offer *offer, enum erase_outcome *outcome)
{
	int err = check_ways(job, offer);

	*outcome = err ? UNKNOWN : NOT_ERASED;
	if (err)
		return err;
	offer->refused = offer->method;
	offer->method = erase_next(job, offer);
	return offer->method ? find_taken(job, offer) : refuse_without_method(job, offer);
}

static void show_time(struct job *job, const struct offer *offer)
{
	bool enhanced = offer->method == DISK_SECURITY_ENHANCED, more;
	unsigned minutes = erase_is_security(offer->method)
				   ? ata_erase_minutes(job->dev->id.raw, enhanced, &more)
				   : 0;
	char estimate[ESTIMATE_BYTES], time[TIME_BYTES], line[REPORT_FOLDED_BYTES];
	uint32_t seconds = offer->estimate_s[offer->method];

	if (minutes)
		security_estimate(job, enhanced, estimate);
	if (minutes || seconds) {
		report_u64(
			job->out, "estimate_minutes", minutes ? minutes : (seconds + 59) / 60,
			"%s\n",
			report_fold(
				line, PLAN_INDENT,
				" time:    %s, by the drive's own estimate; it cannot be stopped",
				minutes ? estimate : time_text(seconds, time)));
		return;
	}
	report_null(job->out, "estimate_minutes", "%s\n",
		    report_fold(line, PLAN_INDENT,
				" time:    the drive gives no estimate%s; it cannot be stopped",
				erase_methods[offer->method].goes_on ? ", and tells its progress"
				: drive_takes_ata(&job->drive)	     ? ""
								     : ", and shows no progress"));
}

void erase_show_plan(struct job *job, const struct offer *offer)
{
	const char *command = drive_ops_of(&job->drive)->erase_commands[offer->method];
	bool named = job->req->opt[OPT_ERASE_METHOD].seen;
	char names[NAMES_BYTES], line[REPORT_FOLDED_BYTES];

	report_section_begin(job->out, "erase");
	report_string(job->out, "method", erase_methods[offer->method].name, "%s\n",
		      report_fold(line, PLAN_INDENT, " method:  %s: %s", command,
				  erase_methods[offer->method].does));
	if (offer->formats_already)
		report_line(job->out, " chosen:  a format runs that was started before: it is "
				      "followed, and nothing is sent\n");
	else if (offer->refused)
		report_line(job->out, " chosen:  the next best, since the drive refused %s\n",
			    drive_ops_of(&job->drive)->erase_commands[offer->refused]);
	else if (named)
		report_line(job->out, " chosen:  by --erase-method\n");
	else if (erase_methods[offer->method].goes_on || !drive_takes_ata(&job->drive))
		report_line(job->out, " chosen:  the best of what the drive offers\n");
	else
		report_line(job->out, "%s\n",
			    report_fold(line, PLAN_INDENT,
					" chosen:  the best of what can be done now: %s",
					offer->no_sanitize));
	show_time(job, offer);
	erase_show_takes(job, offer->takes);
	if (offer->refused && !*offer->takes)
		report_null(job->out, "takes", NO_TEXT);
	if (drive_takes_ata(&job->drive))
		hidden_show(job, &offer->hidden);
	name_ways(offer, true, names);
	if (job->dev->dry_run && *names)
		report_line(job->out, "%s\n",
			    report_fold(line, PLAN_INDENT, " offers:  %s", names));
	report_section_end(job->out);
	report_flush(job->out);
}
