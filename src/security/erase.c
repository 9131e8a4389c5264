// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The acts of --erase, and of each --sanitize- option that erases. For SECURITY ERASE UNIT, hdparm
 * sets a user password, which can be typed in the machine's firmware. After a failure, this
 * password may stay on the drive.
 */
#include "block.h"
#include "device.h"
#include "sysfs.h"
#include "evidence.h"
#include "security.h"
#include "sanitize.h"
#include "password.h"
#include "text.h"
#include "units.h"
#include "journal.h"
#include "identify.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct hidden_sectors {
	bool area_known, overlay_known;
	/*
	 * sectors in the host protected area, or beyond the accessible max address; 0 also if not
	 * known
	 */
	uint64_t area;
	/* sectors beyond `native`, by DEVICE CONFIGURATION IDENTIFY; 0 also if not known */
	uint64_t overlay;
	uint64_t native; /* visible sectors plus `area` */
	/* name of a command that reported no valid number of sectors, or NULL */
	const char *missing;
};

struct offer {
	bool ata;
	/* methods found usable: bit n is method n of enum disk_erase */
	uint32_t ways;
	bool unlisted; /* the drive does not report whether it has sanitize operations */
	char no_format[FAILURE_TEXT_BYTES]; /* why a format cannot be used, or "" */
	const char *no_sanitize; /* why no sanitize operation can be used; NULL: no reason found */
	bool can_sanitize;	 /* check_ways() found sanitize operations, or `unlisted` */
	/* before the erase, the drive already reported a completed sanitize operation */
	bool done_before;
	/* a FORMAT UNIT was already running, and none is sent */
	bool formats_already;
	/* NVMe: the drive's estimates for sanitize in seconds; 0: no estimate */
	uint32_t estimate_s[DISK_ERASES];
	struct ata_security security; /* set only for ATA drives */
	struct hidden_sectors hidden; /* set only for ATA drives */
	/* names of the other disks whose data the method destroys, or "" */
	char takes[DISK_KIN_BYTES];
	enum disk_erase method;
	/* the method tried before, and refused; DISK_NO_ERASE: none */
	enum disk_erase refused;
};

enum erase_outcome {
	NOT_ERASED, /* the erase did not begin, or failed */
	/* no failure of the erase was reported; after verify_erased(): proved */
	ERASED,
	/* no failure of the erase was reported, but nothing proves the erase */
	COMPLETED,
	UNKNOWN, /* nothing shows whether the drive was erased */
	GOES_ON, /* a signal came before the drive reported success */
	DATA_LEFT,
	/* temporary: */
	REFUSED,   /* another method may be tried */
	UNREPORTED /* the drive was idle, and reported neither completion nor failure */
};

/* Return 0; or -errno, reported, if the drive hangs. */
static int hidden_find(struct job *job, struct hidden_sectors *hidden)
{
	const uint8_t *id = job->dev->id.raw;
	uint64_t visible = ata_id_sectors(id), real = 0;
	struct ata_cmd cmd = { .quiet = ATA_QUIET_WARNINGS };
	int err = 0;

	*hidden = (struct hidden_sectors){ .area_known = true, .native = visible };
	if (ata_id_has(id, ID_HAS_HOST_PROTECTED_AREA) ||
	    ata_id_has(id, ID_HAS_ACCESSIBLE_MAX_ADDRESS)) {
		err = device_native_sectors(job->dev, &cmd, &hidden->native);
		if (device_hung(job->dev))
			return job_fail_ata(job, err, &cmd);
		hidden->area_known = !err && hidden->native >= visible;
	}
	if (!hidden->area_known) {
		hidden->native = visible;
		hidden->missing = ata_command_name(&cmd);
	}
	hidden->area = hidden->native - visible;
	err = device_overlay_sectors(job->dev, ATA_QUIET_WARNINGS, &real);
	if (device_hung(job->dev))
		return job_fail(job, err, "DEVICE CONFIGURATION IDENTIFY failed");
	device_forget_failure(job->dev);
	/* `real`, the number of sectors without an overlay, is not valid below `native` */
	hidden->overlay_known = err == -EOPNOTSUPP || (!err && real >= hidden->native);
	if (!hidden->overlay_known)
		hidden->missing = "DEVICE CONFIGURATION IDENTIFY";
	else if (!err)
		hidden->overlay = real - hidden->native;
	return 0;
}

/* Columns before the text of report lines such as " method:  TEXT" */
enum { PLAN_INDENT = 10 };

static void show_hidden_number(struct job *job, const char *key, bool known, uint64_t sectors)
{
	if (known)
		report_u64(job->out, key, sectors, NO_TEXT);
	else
		report_null(job->out, key, NO_TEXT);
}

static void hidden_show(struct job *job, const struct hidden_sectors *hidden)
{
	char line[REPORT_FOLDED_BYTES];
	const char *path = job_device_word(job);

	report_section_begin(job->out, "hidden_sectors");
	show_hidden_number(job, "protected_area", hidden->area_known, hidden->area);
	show_hidden_number(job, "overlay", hidden->overlay_known, hidden->overlay);
	report_bool(job->out, "method_reaches", hidden->overlay_known && !hidden->overlay, NO_TEXT);
	report_section_end(job->out);
	if (hidden->area)
		report_line(job->out, "%s\n",
			    report_fold(line, PLAN_INDENT,
					" hidden:  %" PRIu64
					" sectors (%s): by the standard this method erases them "
					"too, but nothing can check that; to show them "
					"first:\nhdparm -N p%" PRIu64 " %s",
					hidden->area,
					native_command(job->dev->id.raw) == ATA_GET_NATIVE_MAX
						? "after the accessible max address"
						: "host protected area",
					hidden->native, path));
	if (hidden->overlay)
		report_line(job->out, "%s\n",
			    report_fold(line, PLAN_INDENT,
					" hidden:  %" PRIu64
					" sectors (configuration overlay): this method may leave "
					"them as they are; to show them first:\nhdparm "
					"--yes-i-know-what-i-am-doing --dco-restore %s",
					hidden->overlay, path));
	if (hidden->missing)
		report_line(job->out, "%s\n",
			    report_fold(line, PLAN_INDENT,
					" hidden:  not known whether the drive hides sectors: %s "
					"does not show it",
					hidden->missing));
}

enum {
	SECURITY_WAYS = 1 << DISK_SECURITY_ENHANCED | 1 << DISK_SECURITY_ERASE,
	SANITIZE_WAYS = 1 << DISK_CRYPTO_ERASE | 1 << DISK_BLOCK_ERASE | 1 << DISK_OVERWRITE
};

static bool erase_is_security(enum disk_erase method)
{
	return UINT32_C(1) << method & SECURITY_WAYS;
}

static int refuse_running(struct job *job)
{
	return job_refuse(job, -EBUSY, "a sanitize operation is running and cannot be stopped: %s",
			  disk_sanitize_advice(DISK_SANITIZE_RUNNING));
}

/*
 * Return 0; or -errno, reported: -EBUSY if the drive reports a running sanitize operation or
 * format.
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
		return refuse_running(job);
	if (status.state == DISK_SANITIZE_FAILED)
		offer->ways &= SANITIZE_WAYS;
	if (status.state == DISK_SANITIZE_FROZEN)
		offer->no_sanitize = "sanitize is frozen until power is cycled";
	return 0;
}

static int check_ways(struct job *job, struct offer *offer)
{
	int err = 0;

	offer->can_sanitize = offer->unlisted || (offer->ways & SANITIZE_WAYS);
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

static int refuse_without_method(struct job *job, const struct offer *offer)
{
	if (offer->unlisted)
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
				  offer->ata ? "security feature set" : "other way");
	if (*offer->no_format)
		return job_refuse(job, -EIO, "nothing was done: %s; %s", offer->no_sanitize,
				  offer->no_format);
	return job_refuse(
		job, -EOPNOTSUPP, "%s, and cannot erase itself: overwrite it, as with dd or nwipe",
		offer->ata ? "the drive has neither the sanitize nor the security feature set"
			   : offer->no_sanitize);
}

enum { NAMES_BYTES = 400 };

static void name_ways(const struct offer *offer, bool times, char text[NAMES_BYTES])
{
	char time[UNITS_TEXT_BYTES];
	size_t n = 0;

	text[0] = '\0';
	for (unsigned m = 1; m < DISK_ERASES && n < NAMES_BYTES; m++) {
		bool told = times && offer->estimate_s[m];

		if (offer->ways & UINT32_C(1) << m)
			n += (size_t)snprintf(text + n, NAMES_BYTES - n, "%s%s%s%s%s",
					      n ? ", " : "", erase_methods[m].name,
					      told ? " (about " : "",
					      told ? clock_text(offer->estimate_s[m], time) : "",
					      told ? ")" : "");
	}
}

static enum disk_erase best_method(const struct offer *offer, unsigned first)
{
	for (; first < DISK_ERASES; first++) {
		if (offer->ways & UINT32_C(1) << first)
			return (enum disk_erase)first;
	}
	return DISK_NO_ERASE;
}

static int find_offer(struct job *job, struct offer *offer)
{
	const struct opt_state *named = &job->req->opt[OPT_ERASE_METHOD];
	const char *path = job_device_word(job);
	char line[ERASE_LINE_BYTES], text[SECURITY_TEXT_BYTES];
	struct ata_security *s = &offer->security;
	struct disk_sanitize status;
	int err;

	*offer = (struct offer){ .method = DISK_NO_ERASE, .ata = drive_takes_ata(&job->drive) };
	/* a disk refuses most queries while a format runs: first ask whether a format runs */
	if (named->seen && named->value == DISK_FORMAT_UNIT) {
		err = drive_format_status(&job->drive, &status);
		if (err && job->drive.failure.kind != FAILURE_LACKS)
			return job_fail_drive(job, err);
		if (!err && status.state == DISK_SANITIZE_RUNNING) {
			offer->formats_already = true;
			offer->ways = UINT32_C(1) << DISK_FORMAT_UNIT;
			return 0;
		}
	}
	if (offer->ata)
		ata_security_decode(job->dev->id.raw, s);
	/*
	 * SECURITY ERASE UNIT would need a password of the drive; a sanitize would not remove the
	 * user password
	 */
	if (s->enabled) {
		security_text(s, text);
		return job_refuse(
			job, -EPERM,
			"the drive has a user password already (%s): %s`hdparm "
			"--security-disable PASSWORD %s` removes it; if it is unknown, `hdparm "
			"--security-recover %s` tries the passwords of erasing tools",
			text, s->frozen || s->expired ? "cycle its power, then " : "", path, path);
	}
	err = drive_erase_ways(&job->drive, &offer->ways);
	offer->unlisted = err > 0;
	if (err < 0) {
		job_fail_drive(job, err);
		erase_format_line(job, line);
		if (err == -EBUSY)
			job_note(job, "leave its power on; `%s` follows a format to its end", line);
		return err;
	}
	if (offer->unlisted)
		device_forget_failure(job->dev);
	else
		snprintf(offer->no_format, sizeof(offer->no_format), "%s", job->drive.failure.text);
	return check_ways(job, offer);
}

static int find_taken(struct job *job, struct offer *offer)
{
	int err = drive_erase_takes(&job->drive, offer->method, offer->takes);

	return err ? job_fail_drive(job, err) : 0;
}

static int erase_choose(struct job *job, struct offer *offer)
{
	const struct opt_state *named = &job->req->opt[OPT_ERASE_METHOD];
	char names[NAMES_BYTES];
	bool offered;
	int err = find_offer(job, offer);

	if (err)
		return err;
	offer->method = named->seen ? (enum disk_erase)named->value : best_method(offer, 1);
	if (offer->method == DISK_NO_ERASE)
		return refuse_without_method(job, offer);
	if (offer->unlisted)
		offered = drive_ops(&job->drive)->erase_commands[offer->method];
	else
		offered = offer->ways >> offer->method & 1;
	if (!offered) {
		name_ways(offer, false, names);
		return job_refuse(job, -EOPNOTSUPP,
				  "nothing was done: the drive does not offer %s now; it offers %s",
				  erase_methods[offer->method].name,
				  *names ? names : "nothing that is known");
	}
	err = find_taken(job, offer);
	if (!err && offer->ata)
		err = hidden_find(job, &offer->hidden);
	return err;
}

static enum disk_erase erase_next(const struct job *job, const struct offer *offer)
{
	return job->req->opt[OPT_ERASE_METHOD].seen ? DISK_NO_ERASE
						    : best_method(offer, offer->method + 1u);
}

static void show_time(struct job *job, const struct offer *offer)
{
	bool enhanced = offer->method == DISK_SECURITY_ENHANCED, more;
	unsigned minutes = erase_is_security(offer->method)
				   ? ata_erase_minutes(job->dev->id.raw, enhanced, &more)
				   : 0;
	char estimate[ESTIMATE_BYTES], time[UNITS_TEXT_BYTES], line[REPORT_FOLDED_BYTES];
	uint32_t seconds = offer->estimate_s[offer->method];

	if (minutes)
		security_estimate(job, enhanced, estimate);
	else
		snprintf(estimate, sizeof(estimate), "about %.16s", clock_text(seconds, time));
	if (minutes || seconds) {
		report_u64(
			job->out, "estimate_minutes", minutes ? minutes : (seconds + 59) / 60,
			"%s\n",
			report_fold(
				line, PLAN_INDENT,
				" time:    %s, by the drive's own estimate; it cannot be stopped",
				estimate));
		return;
	}
	report_null(job->out, "estimate_minutes", "%s\n",
		    report_fold(line, PLAN_INDENT,
				" time:    the drive gives no estimate%s; it cannot be stopped",
				erase_methods[offer->method].goes_on ? ", and tells its progress"
				: offer->ata			     ? ""
								     : ", and shows no progress"));
}

static void show_takes(struct job *job, const struct offer *offer)
{
	char line[REPORT_FOLDED_BYTES];

	if (*offer->takes)
		report_string(job->out, "takes", offer->takes + 1, "%s\n",
			      report_fold(line, PLAN_INDENT, " takes:   the data of%s, too",
					  offer->takes));
}

static void erase_show_plan(struct job *job, const struct offer *offer)
{
	const char *command = drive_ops(&job->drive)->erase_commands[offer->method];
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
			    drive_ops(&job->drive)->erase_commands[offer->refused]);
	else if (named)
		report_line(job->out, " chosen:  by --erase-method\n");
	else if (erase_methods[offer->method].goes_on || !offer->ata)
		report_line(job->out, " chosen:  the best of what the drive offers\n");
	else
		report_line(job->out, "%s\n",
			    report_fold(line, PLAN_INDENT,
					" chosen:  the best of what can be done now: %s",
					offer->no_sanitize));
	show_time(job, offer);
	show_takes(job, offer);
	if (offer->refused && !*offer->takes)
		report_null(job->out, "takes", NO_TEXT);
	if (offer->ata)
		hidden_show(job, &offer->hidden);
	name_ways(offer, true, names);
	if (job->dev->dry_run && *names)
		report_line(job->out, "%s\n",
			    report_fold(line, PLAN_INDENT, " offers:  %s", names));
	report_section_end(job->out);
	report_flush(job->out);
}

struct erasing {
	struct job *job;
	/* --sanitize-*: only method, takes and done_before; no `ways`, so no other method */
	struct offer offer;
	uint32_t pattern; /* of an overwrite */
	unsigned passes;  /* of an overwrite; 0: 16 */
	/* course.again for FORMAT UNIT: text of erase_format_line() in `line` */
	struct sanitize_course course;
	char line[ERASE_LINE_BYTES];
	struct evidence evidence;
	enum erase_outcome outcome;
};

struct security_erase {
	struct job *job;
	struct erase_journal journal;
	bool no_journal;
	struct ata_password password; /* the user password to set, with security level high */
	/*
	 * tried: SECURITY ERASE UNIT was sent. erased: SECURITY ERASE UNIT succeeded, or a dry run
	 * withheld the command
	 */
	bool tried, erased;
	bool answered; /* if `tried`: the registers of SECURITY ERASE UNIT were returned */
	/*
	 * was_set: IDENTIFY showed a password before the erase. gone: IDENTIFY shows none later,
	 * before hdparm removes a password
	 */
	bool was_set, gone;
	bool unknown; /* if not `erased`: the drive may have erased, or may still be erasing */
	/* the last security command, and its result (0 or -errno) */
	struct ata_cmd cmd;
	int result;
};

static void journal_step(struct security_erase *u, const char *step)
{
	snprintf(u->journal.step, sizeof(u->journal.step), "%s", step);
	/* write nothing after a failed write: --verbose would report each failure */
	if (!u->no_journal)
		u->no_journal = journal_write(u->job, &u->journal);
}

/*
 * Report a failed command. If registers show that the drive aborted SECURITY ERASE UNIT, do not
 * name the password as a cause.
 */
static int fail_erase_command(struct job *job, int err, const struct ata_cmd *cmd)
{
	if (err != -EIO || !cmd->res.valid || !security_refused(&cmd->res) ||
	    cmd->id != ATA_SECURITY_ERASE_UNIT)
		return job_fail_ata(job, err, cmd);
	device_forget_failure(job->dev);
	return job_fail_ata_advised(job, err, cmd, "the drive cannot erase itself now");
}

static int send_security(struct security_erase *u, enum ata_id id)
{
	u->result = security_send(u->job, id, &u->password, 0, &u->cmd);
	return u->result;
}

/*
 * Remove the password, if a password is set and security is not frozen. Return 0 if `err` is 0 and
 * no password is set now; else -errno, reported.
 */
static int remove_password_and_report(struct security_erase *u, int err)
{
	struct recovery way = { .needed = true };
	struct job *job = u->job;
	struct ata_security now;
	bool lost = device_hung(job->dev);
	int asked = lost ? device_hung(job->dev) : security_reread(job, &now);

	/* an erased drive has no password; without returned registers, an erase may still run */
	u->unknown = u->tried && (!u->answered || (!asked && !now.enabled));
	u->gone = !asked && !now.enabled;
	if (!asked && now.enabled && !now.frozen) {
		u->result = 0;
		if (now.locked)
			send_security(u, ATA_SECURITY_UNLOCK);
		if (!u->result)
			send_security(u, ATA_SECURITY_DISABLE_PASSWORD);
		if (u->result)
			job_fail_ata(job, u->result, &u->cmd);
		lost = device_hung(job->dev);
		asked = lost ? device_hung(job->dev) : security_reread(job, &now);
	}
	if (asked) {
		if (!lost)
			job_fail(job, asked, "the drive's security state could not be read back");
		way.cmd = &u->cmd;
		way.result = u->result;
		if (!u->tried)
			way.may_be = "a user password may be set";
		else if (!u->erased && !u->answered)
			way.may_be = "the drive may be erasing";
		recovery_report(job, NULL, &way);
		job_note(job, "if a user password is still set, it is `hdparm`");
		return err ? err : asked;
	}
	if (!now.enabled)
		journal_remove(job);
	recovery_report(job, &now, &way);
	if (!now.enabled)
		return err;
	job_note(job, "the user password is `hdparm`");
	return err ? err : job_fail(job, -EIO, "a user password is still set");
}

/*
 * Set the password and erase. Return 0, also if a signal prevented the erase; or -errno, reported.
 */
static int set_and_erase(struct security_erase *u)
{
	struct job *job = u->job;
	struct ata_security now;
	int err;

	journal_step(u, "set-password");
	err = send_security(u, ATA_SECURITY_SET_PASSWORD);
	if (err)
		return fail_erase_command(job, err, &u->cmd);
	if (!job->dev->dry_run) {
		err = security_reread(job, &now);
		if (err)
			return job_fail(job, err,
					"the drive's security state could not be read back");
		/* `was_set` and then `gone` prove the erase, which removes the password */
		u->was_set = now.enabled;
		if (!now.enabled)
			return job_fail(job, -EIO,
					"SECURITY SET PASSWORD: no password is set, though the "
					"drive reported success");
	}
	if (host_interrupted())
		return 0;
	journal_step(u, "erase-unit");
	u->result = err = security_erase_unit(job, &u->password, &u->cmd);
	u->tried = u->cmd.id == ATA_SECURITY_ERASE_UNIT && !security_unsent(err, &u->cmd.res);
	u->erased = !err;
	u->answered = u->cmd.res.valid;
	return err ? fail_erase_command(job, err, &u->cmd) : 0;
}

static int erase_interrupted(struct job *job, enum erase_outcome outcome)
{
	if (outcome == ERASED)
		return job_interrupted(job, "the erase was completed");
	return job_interrupted(job, outcome == UNKNOWN ? "the run ends here"
						       : "the drive is not erased");
}

/* Return 0; or -errno or -RESULT_INTERRUPTED, reported. */
static int erase_by_security(struct erasing *e)
{
	struct job *job = e->job;
	struct security_erase u = {
		.job = job,
		.password = { .enhanced = e->offer.method == DISK_SECURITY_ENHANCED,
			      .bytes = "hdparm" },
		.journal = { .has_password = true },
	};
	int err;

	memcpy(u.journal.password, u.password.bytes, sizeof(u.journal.password));
	snprintf(u.journal.method, sizeof(u.journal.method), "%s",
		 erase_methods[e->offer.method].name);
	err = set_and_erase(&u);
	if (!job->dev->dry_run)
		err = remove_password_and_report(&u, err);
	e->outcome = u.erased ? ERASED : u.unknown ? UNKNOWN : NOT_ERASED;
	e->evidence.bit_changed = u.was_set && u.gone;
	return host_interrupted() ? erase_interrupted(job, e->outcome) : err;
}

int check_erase(struct job *job)
{
	int err, usb = 0;

	/* for a disk that presumably speaks SCSI or NVMe, a USB bridge is no obstacle */
	if (!job->dev->wish.path && !drive_is_other(&job->drive))
		usb = device_find_usb(job->dev);
	if (usb < 0)
		return job_refuse(job, usb,
				  "cannot find out whether the drive is behind a USB bridge, and "
				  "bridges abort long commands: mount sysfs at /sys, or name the "
				  "way with --transport");
	if (usb > 0)
		return job_refuse(job, -EOPNOTSUPP,
				  "the drive is behind a USB bridge, and bridges abort long "
				  "commands, which can leave a drive locked: connect it by SATA, "
				  "or name the way with --transport");
	err = job_check_identity(job);
	if (!err && job->dev->id.packet)
		err = job_refuse(job, -ENOTTY, "this is a CD, DVD or tape drive");
	return err;
}

static bool method_refused(const struct job *job, int err)
{
	const struct ata_result *res = &job->drive.failure.ata.res;

	if (!drive_failed_ata(&job->drive))
		return err == -EOPNOTSUPP || job->drive.failure.unbegun;
	return res->valid ? security_refused(res) : sense_opcode_unknown(res);
}

/* Return 0, also with the outcome REFUSED; or -errno, reported. */
static int send_erase(struct erasing *e)
{
	struct job *job = e->job;
	int err = drive_erase(&job->drive, e->offer.method, e->pattern, e->passes);
	bool begun, refused = err && method_refused(job, err);

	if (refused && erase_next(job, &e->offer)) {
		e->outcome = REFUSED;
		job_warn_drive(job, err);
		device_forget_failure(job->dev);
		return 0;
	}
	if (!err)
		return 0;
	/* the erase was sent, not only a query before the erase */
	if (!refused && job->dev->attempt.changing &&
	    (job->drive.failure.answered || job->dev->attempt.unsettled) &&
	    !erase_methods[e->offer.method].goes_on)
		job->proof = UNSETTLED;
	begun = sanitize_fail(job, err, e->offer.method, e->course.again);
	e->outcome = begun && !refused ? UNKNOWN : NOT_ERASED;
	return err;
}

/* Return 0; or -errno or -RESULT_INTERRUPTED, reported. */
static int follow_erase(struct erasing *e)
{
	struct sanitize_course *c = &e->course;
	struct job *job = e->job;
	int err = sanitize_follow(job, c);

	e->evidence.ran = c->ran && !e->offer.formats_already;
	e->evidence.bit_changed =
		c->last.done && !e->offer.done_before && sanitize_reports_done(job);
	/* even if a signal ended the run, the drive's last answer shows the outcome */
	if (c->unknown)
		e->outcome = UNKNOWN;
	else if (c->failed)
		e->outcome = NOT_ERASED;
	else if (c->last.done || c->silent)
		e->outcome = ERASED;
	else if (c->last.state == DISK_SANITIZE_RUNNING)
		e->outcome = GOES_ON;
	else if (!c->again && c->last.state == DISK_SANITIZE_IDLE)
		e->outcome = UNREPORTED;
	return err;
}

/* Return 0, also with the outcome REFUSED; or -errno or -RESULT_INTERRUPTED, reported. */
static int erase_by_drive(struct erasing *e)
{
	struct job *job = e->job;
	int err;

	if (e->offer.method == DISK_FORMAT_UNIT) {
		erase_format_line(job, e->line);
		e->course.again = e->line;
		format_tell_danger(job, e->line);
	}
	err = e->offer.formats_already ? 0 : send_erase(e);
	if (err || e->outcome == REFUSED)
		return err;
	if (erase_methods[e->offer.method].goes_on)
		return follow_erase(e);
	e->outcome = ERASED;
	return 0;
}

/* Compare the sample. Return 0; or -EIO, reported, if old data are left. */
static int judge_sample(struct erasing *e)
{
	bool overwrites = e->offer.method == DISK_OVERWRITE;
	/* other methods, and deallocation, may leave zeros or ones */
	const struct erase_leaves leaves = {
		.zeros_or_ones = !overwrites || drive_ops(&e->job->drive)->sanitize_deallocates,
		.pattern = overwrites,
		.word = e->pattern,
	};

	return evidence_judge(e->job, &e->evidence, &leaves);
}

/* Return 0 and the outcome ERASED or COMPLETED; or -EIO, reported. */
static int verify_erased(struct erasing *e)
{
	struct job *job = e->job;
	bool proved;

	if (judge_sample(e)) {
		e->outcome = DATA_LEFT;
		return -EIO;
	}
	proved = evidence_proves(&e->evidence);
	if (!proved && e->course.silent) {
		e->outcome = UNKNOWN;
		job->proof = UNSETTLED;
		return job_fail(job, -EIO,
				"the drive reported success and shows no operation: it has ended "
				"already, as a crypto scramble may, or none began, and %s",
				evidence_lack(&e->evidence));
	}
	e->outcome = proved ? ERASED : COMPLETED;
	evidence_report(job, &e->evidence);
	return 0;
}

static const struct {
	const char *key, *text;
} outcomes[] = {
	[NOT_ERASED] = { "not_erased", "not erased" },
	[ERASED] = { "erased", "erased" },
	[COMPLETED] = { "completed", "completed; " },
	[UNKNOWN] = { "unknown", "not known" },
	[GOES_ON] = { "goes_on", "goes on in the drive" },
	[DATA_LEFT] = { "data_left", "data are left" },
};

static void show_erase_outcome(struct erasing *e, int64_t start)
{
	bool good = e->outcome == ERASED || e->outcome == COMPLETED;
	struct job *job = e->job;

	/* `unsettled` may come from a command that erases nothing, as SECURITY SET PASSWORD */
	job->dev->attempt.unsettled = false;
	if (e->outcome == UNKNOWN || e->outcome == GOES_ON)
		job->proof = UNSETTLED;
	report_i64(job->out, "start_unix_s", start, NO_TEXT);
	report_i64(job->out, "end_unix_s", host_wall_s(), NO_TEXT);
	report_string(job->out, "outcome", outcomes[e->outcome].key, " result:  %s%s%s\n",
		      outcomes[e->outcome].text,
		      e->outcome == COMPLETED ? evidence_lack(&e->evidence) : "",
		      good && (e->offer.hidden.area || e->offer.hidden.overlay)
			      ? "; the hidden sectors could not be checked"
			      : "");
}

static int erase_by_method(struct erasing *e)
{
	return erase_is_security(e->offer.method) ? erase_by_security(e) : erase_by_drive(e);
}

static int erase_and_verify(struct erasing *e)
{
	struct job *job = e->job;
	struct offer *offer = &e->offer;
	int64_t start = host_wall_s();
	int err, left;

	for (;;) {
		err = erase_by_method(e);
		if (e->outcome != REFUSED)
			break;
		/* an operation may run despite the refusal: read the sanitize status again */
		err = check_ways(job, offer);
		e->outcome = err ? UNKNOWN : NOT_ERASED;
		if (!err) {
			offer->refused = offer->method;
			offer->method = erase_next(job, offer);
			err = offer->method ? find_taken(job, offer)
					    : refuse_without_method(job, offer);
		}
		if (!err && host_interrupted())
			err = erase_interrupted(job, e->outcome);
		if (err)
			break;
		erase_show_plan(job, offer);
	}

	report_section_begin(job->out, "erase");
	if (e->outcome == ERASED && offer->formats_already)
		e->outcome = COMPLETED;
	/* the drive reported no result; the sample can only show that data are left */
	if (e->outcome == UNREPORTED) {
		e->outcome = judge_sample(e) ? DATA_LEFT : UNKNOWN;
		if (e->outcome == UNKNOWN)
			job_note(job, "the operation may still run in the drive: check with "
				      "--sanitize-status");
	}
	left = e->outcome == ERASED ? verify_erased(e) : 0;
	show_erase_outcome(e, start);
	report_section_end(job->out);
	return err ? err : left;
}

static void show_drive(struct job *job)
{
	struct report *out = job->out;
	struct disk_identity names = { .bytes = 0 };
	struct drive_facts facts;
	char size[UNITS_TEXT_BYTES], why[BLOCK_WHY_BYTES] = "";
	int err;

	if (!drive_takes_ata(&job->drive)) {
		drive_kernel_names(&job->drive, &names);
	} else {
		ata_id_trimmed_text(job->dev->id.raw, ID_MODEL, names.model);
		ata_id_trimmed_text(job->dev->id.raw, ID_SERIAL, names.serial);
	}
	if (drive_facts(&job->dev->sys, &facts))
		facts = (struct drive_facts){ .link = LINK_UNKNOWN };
	report_section_begin(out, "erase");
	report_section_begin(out, "drive");
	report_string(out, "model", names.model, " drive:   %s",
		      *names.model ? names.model : "of unknown model");
	report_string(out, "serial", names.serial, ", serial %s",
		      *names.serial ? names.serial : "unknown");
	if (facts.bytes) {
		size_text(facts.bytes, size);
		report_u64(out, "size_bytes", facts.bytes, ", %s", size);
	}
	if (facts.link != LINK_UNKNOWN)
		report_string(out, "transport", drive_link_key(facts.link), ", %s%s%s",
			      drive_link_name(facts.link), *facts.bridge ? " " : "", facts.bridge);
	err = block_claim(job->dev, why);
	if (!err)
		report_bool(out, "in_use", false,
			    "\n use:     none: neither mounted nor otherwise in use\n");
	else if (err == -EBUSY)
		report_bool(out, "in_use", true, "\n use:     %s\n", why);
	else
		report_null(out, "in_use", "\n use:     not known: %s%s%s\n", why, *why ? ": " : "",
			    error_words(-err));
	report_section_end(out);
	report_section_end(out);
}

int act_erase(struct job *job)
{
	struct erasing e = {
		.job = job, .passes = 1, .course.lines = true, .evidence.sample.fd = -1
	};
	int err = erase_choose(job, &e.offer);

	if (err)
		return err;
	job_note_faults(job);
	show_drive(job);
	erase_show_plan(job, &e.offer);
	err = job_check_lack(job);
	if (err)
		return err;
	job_drop_cached(job);
	if (job->dev->dry_run)
		return erase_by_method(&e);
	/* a read may take minutes to fail while a format runs: read no sample */
	if (!e.offer.formats_already)
		err = evidence_begin(job, &e.evidence);
	if (!err)
		err = erase_and_verify(&e);
	evidence_end(job, &e.evidence);
	return err;
}

const struct sanitize_act sanitize_block_erase = { .erase = DISK_BLOCK_ERASE,
						   .announce = "SANITIZE_BLOCK_ERASE" };
const struct sanitize_act sanitize_crypto_scramble = { .erase = DISK_CRYPTO_ERASE,
						       .announce = "SANITIZE_CRYPTO_SCRAMBLE" };
const struct sanitize_act sanitize_overwrite = { .erase = DISK_OVERWRITE,
						 .announce = "SANITIZE_OVERWRITE" };

/* Read the sample, and refuse to erase while an operation runs. */
static int prepare_sanitize(struct erasing *e)
{
	struct job *job = e->job;
	struct disk_sanitize s;
	int err = evidence_begin(job, &e->evidence);

	if (err)
		return err;
	err = drive_sanitize_status(&job->drive, true, &s);
	/* a bit that was not readable before proves nothing later */
	if (err)
		e->offer.done_before = !sanitize_has_failed(job);
	else
		e->offer.done_before = s.state == DISK_SANITIZE_UNKNOWN || s.done;
	if (device_hung(job->dev))
		return job_fail_drive(job, err);
	device_forget_failure(job->dev);
	return !err && s.state == DISK_SANITIZE_RUNNING ? refuse_running(job) : 0;
}

static int conclude_sanitize(struct erasing *e)
{
	struct report *out = e->job->out;
	int err = follow_erase(e), left;

	/* compare the sample of a completed operation even after a signal: this only reads */
	if (err && !(err == -RESULT_INTERRUPTED && e->course.last.done))
		return err;
	report_section_begin(out, "sanitize");
	left = verify_erased(e);
	report_section_end(out);
	if (!left)
		report_line(out, " result:  %s%s\n", outcomes[e->outcome].text,
			    e->outcome == COMPLETED ? evidence_lack(&e->evidence) : "");
	return err ? err : left;
}

int act_sanitize(struct job *job)
{
	const struct sanitize_act *act = job->row;
	const struct opt_state *passes = &job->req->opt[OPT_SANITIZE_OVERWRITE_PASSES];
	struct erasing e = { .job = job,
			     .offer.method = act->erase,
			     .pattern = (uint32_t)job->opt->value,
			     .passes = passes->seen ? (unsigned)passes->value : 1,
			     .evidence.sample.fd = -1 };
	bool waits = sanitize_waits(job), begun = true;
	int err = find_taken(job, &e.offer);

	if (err)
		return err;
	job_note_faults(job);
	if (*e.offer.takes) {
		report_section_begin(job->out, "sanitize");
		show_takes(job, &e.offer);
		report_section_end(job->out);
	}
	if (waits)
		err = prepare_sanitize(&e);
	if (!err) {
		report_line(job->out, "Issuing %s command\n", act->announce);
		if (act->erase == DISK_OVERWRITE && !passes->seen)
			report_line(job->out, "One pass, since --sanitize-overwrite-passes is not "
					      "given\n");
		report_flush(job->out);
		err = send_erase(&e);
	}
	if (!err && !job->dev->dry_run) {
		if (!waits)
			err = sanitize_read_back(job, &begun);
		if (begun)
			report_line(job->out, "Operation started in background\n%s",
				    waits ? ""
					  : "You may use `--sanitize-status` to check progress\n");
		report_flush(job->out);
		if (waits)
			err = conclude_sanitize(&e);
	}
	evidence_end(job, &e.evidence);
	return err;
}
