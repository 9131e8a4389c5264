// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * --erase: chooses the best erase method that the drive offers, reports the choice and its reason,
 * erases, and compares sectors of the medium before and after.
 */
#include "erase.h"
#include "security.h"
#include "security_state.h"
#include "sample.h"
#include "sanitize.h"
#include "security_send.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

/* Best method first (ACS-4 4.17.1: sanitize reaches areas that no other command reaches). */
static const struct erase_method methods[] = {
	{ ATA_SANITIZE_CRYPTO_SCRAMBLE_EXT, false, "sanitize-crypto-scramble",
	  "SANITIZE CRYPTO SCRAMBLE EXT",
	  "changes the encryption key, so that nothing can be read" },
	{ ATA_SANITIZE_BLOCK_ERASE_EXT, false, "sanitize-block-erase", "SANITIZE BLOCK ERASE EXT",
	  "erases all blocks of the memory, those out of use too" },
	{ ATA_SANITIZE_OVERWRITE_EXT, false, "sanitize-overwrite", "SANITIZE OVERWRITE EXT",
	  "overwrites all sectors with zeros, those out of use too" },
	{ ATA_SECURITY_ERASE_UNIT, true, "security-erase-enhanced", "SECURITY ERASE UNIT, enhanced",
	  "erases all sectors, reassigned ones too" },
	{ ATA_SECURITY_ERASE_UNIT, false, "security-erase", "SECURITY ERASE UNIT",
	  "erases all sectors that can be addressed" },
};

/* What the drive offers now. */
struct offer {
	struct ata_sanitize_support sanitize; /* no operations if unusable */
	const char *no_sanitize;	      /* why, or NULL */
	struct ata_security security;
	const struct erase_method *method;
	const struct erase_method *refused; /* the one tried before it, or NULL */
};

static bool offers_method(const struct offer *offer, const struct erase_method *method)
{
	switch (method->id) {
	case ATA_SANITIZE_CRYPTO_SCRAMBLE_EXT:
		return offer->sanitize.crypto_scramble;
	case ATA_SANITIZE_BLOCK_ERASE_EXT:
		return offer->sanitize.block_erase;
	case ATA_SANITIZE_OVERWRITE_EXT:
		return offer->sanitize.overwrite;
	default:
		return offer->security.supported && !offer->security.frozen &&
		       (!method->enhanced || offer->security.enhanced_erase);
	}
}

/*
 * Checks whether a sanitize operation can start and its progress can be read. After a failed
 * operation the drive accepts only another one (ACS-4 4.17.9.5). 0, or -errno after a report.
 */
static int check_sanitize_state(struct job *job, struct offer *offer)
{
	struct ata_cmd cmd = sanitize_command(ATA_SANITIZE_STATUS_EXT, 0, 0);
	struct ata_sanitize_status status;
	int err = device_ata(job->dev, &cmd);

	if (err && cmd.res.valid && (uint8_t)cmd.res.lba == SANITIZE_REASON_FAILED) {
		device_forget_failure(job->dev);
		return 0;
	}
	if (err && err != -EOPNOTSUPP)
		return job_fail_ata(job, err, &cmd);
	/* bit 14 of COUNT reports a running operation */
	if (err || cmd.res.count_cut || cmd.res.halves) {
		offer->no_sanitize = "the state of sanitize does not come through";
		return 0;
	}
	ata_sanitize_decode(&cmd.res, &status);
	if (status.state == SANITIZE_RUNNING)
		return job_refuse(job, -EBUSY,
				  "a sanitize operation is under way, which nothing stops: "
				  "--sanitize-status --wait follows it");
	if (status.state == SANITIZE_FROZEN)
		offer->no_sanitize = "sanitize is frozen until power is cycled";
	return 0;
}

static int find_sanitize_offer(struct job *job, struct offer *offer)
{
	const struct ata_sanitize_support *s = &offer->sanitize;
	int err;

	ata_sanitize_support(job->dev->id.raw, &offer->sanitize);
	if (!s->crypto_scramble && !s->block_erase && !s->overwrite) {
		offer->no_sanitize = "the drive has no sanitize operations";
		return 0;
	}
	err = check_sanitize_state(job, offer);
	if (!err && offer->no_sanitize)
		offer->sanitize = (struct ata_sanitize_support){ .sanitize = true };
	return err;
}

/* A user password is set already: the erase needs it, or would leave it on the drive. */
static int refuse_password_set(struct job *job, const struct ata_security *s)
{
	char text[SECURITY_TEXT_BYTES];

	security_text(s, text);
	return job_refuse(job, -EPERM,
			  "the drive has a user password already (%s): `hdparm --security-disable "
			  "PASSWORD %s` takes it away; if it is unknown, `hdparm "
			  "--security-recover %s` tries what erasing tools set",
			  text, job->dev->path, job->dev->path);
}

static int refuse_without_method(struct job *job, const struct offer *offer)
{
	if (offer->security.frozen)
		return job_refuse(job, -EIO, "nothing was done: %s, and %s", offer->no_sanitize,
				  security_frozen);
	if (offer->sanitize.sanitize)
		return job_refuse(
			job, -EIO,
			"nothing was done: %s, and the drive has no security feature set; "
			"taking the drive's power away and giving it back may help",
			offer->no_sanitize);
	return job_refuse(job, -EOPNOTSUPP,
			  "the drive has neither of the sanitize and security feature sets, and "
			  "cannot erase itself: overwrite it, as with dd or nwipe");
}

/* The best method that the drive offers, of those from `first` on; NULL: none. */
static const struct erase_method *best_method(const struct offer *offer,
					      const struct erase_method *first)
{
	for (; first < methods + sizeof(methods) / sizeof(methods[0]); first++) {
		if (offers_method(offer, first))
			return first;
	}
	return NULL;
}

static int choose_method(struct job *job, struct offer *offer)
{
	int err;

	*offer = (struct offer){ .method = NULL };
	ata_security_decode(job->dev->id.raw, &offer->security);
	if (offer->security.enabled)
		return refuse_password_set(job, &offer->security);
	err = find_sanitize_offer(job, offer);
	if (err)
		return err;
	offer->method = best_method(offer, methods);
	return offer->method ? 0 : refuse_without_method(job, offer);
}

/* After a refusal nothing has changed: the next method, if the drive's state confirms that. */
static int choose_next_method(struct job *job, struct offer *offer, enum erase_outcome *outcome)
{
	int err = check_sanitize_state(job, offer);

	*outcome = err ? UNKNOWN : NOT_ERASED;
	if (err)
		return err;
	if (offer->no_sanitize)
		offer->sanitize = (struct ata_sanitize_support){ .sanitize = true };
	offer->refused = offer->method;
	offer->method = best_method(offer, offer->refused + 1);
	return offer->method ? 0 : refuse_without_method(job, offer);
}

/* All checks that are possible before the first command that changes something. */
static int check_erase(struct job *job, struct offer *offer)
{
	int err = job_whole_disk(job);

	if (!err && device_is_usb(job->dev) && !job->req->opt[OPT_TRANSPORT].seen)
		err = job_refuse(
			job, -EOPNOTSUPP,
			"the drive is behind a USB bridge, and these cut long commands off, "
			"which can leave a drive locked: connect it by SATA, or name the "
			"way with --transport");
	if (!err)
		err = job_identify_silently(job);
	if (!err && job->dev->id.packet)
		err = job_refuse(job, -ENOTTY, "this is a CD, DVD or tape drive");
	if (!err)
		err = job_unused(job);
	return err ? err : choose_method(job, offer);
}

static void show_plan(struct job *job, const struct offer *offer)
{
	const struct erase_method *method = offer->method;
	bool sanitizes = method->id != ATA_SECURITY_ERASE_UNIT, more;
	unsigned minutes = ata_erase_minutes(job->dev->id.raw, method->enhanced, &more);
	char estimate[ESTIMATE_BYTES];

	report_section_begin(job->out, "erase");
	report_string(job->out, "method", method->name, " method:  %s: %s\n", method->command,
		      method->does);
	if (offer->refused)
		report_line(job->out, " chosen:  the next best, since the drive refused %s\n",
			    offer->refused->command);
	else if (sanitizes)
		report_line(job->out, " chosen:  the best of what the drive offers\n");
	else
		report_line(job->out, " chosen:  the best of what can be done now: %s\n",
			    offer->no_sanitize);
	security_estimate(job, method->enhanced, estimate);
	if (!sanitizes && minutes)
		report_u64(job->out, "estimate_minutes", minutes,
			   " time:    %s, by the drive's own estimate; nothing stops it\n",
			   estimate);
	else
		report_null(job->out, "estimate_minutes",
			    " time:    the drive gives no estimate%s\n",
			    sanitizes ? ", and tells its progress; nothing stops it"
				      : "; nothing stops it");
	report_section_end(job->out);
	report_flush(job->out);
}

/* A refusal is not reported as a failure if there is another method. */
static int erase_by_sanitize(struct job *job, const struct offer *offer,
			     enum erase_outcome *outcome)
{
	struct ata_cmd cmd = sanitize_command(offer->method->id, 0, 1);
	const struct ata_cmd *last = &job->dev->last;
	int err = device_ata(job->dev, &cmd);

	*outcome = err && !cmd.res.valid ? UNKNOWN : NOT_ERASED;
	if (err && cmd.res.valid && security_refused(&cmd.res) &&
	    best_method(offer, offer->method + 1)) {
		*outcome = REFUSED;
		job_warn_ata(job, err, &cmd);
		device_forget_failure(job->dev);
		return 0;
	}
	if (err)
		return sanitize_fail(job, err, &cmd);
	if (job->dev->dry_run)
		return 0;
	err = sanitize_follow(job, true);
	if (!err)
		*outcome = ERASED;
	else if (err == -RESULT_INTERRUPTED || !last->res.valid)
		*outcome = GOES_ON;
	else if ((last->res.status & ST_ERR) && (uint8_t)last->res.lba == SANITIZE_REASON_FAILED)
		job_note(job, "until another sanitize operation succeeds the drive gives no data "
			      "and takes none: run this again, or another --sanitize- option");
	return err;
}

/* Appends " 120 zeros", after a comma unless it is the first. */
static size_t add_count(char *text, size_t size, size_t n, unsigned count, const char *what)
{
	if (!count)
		return n;
	return n + (size_t)snprintf(text + n, size - n, "%s %u %s", n ? "," : "", count, what);
}

static void show_sample(struct job *job, const struct sample_result *r)
{
	const struct {
		unsigned count;
		const char *key, *what;
	} kinds[] = {
		{ r->zeros, "zeros", "zeros" },
		{ r->ones, "ones", "ones" },
		{ r->repeated, "repeated", "another fill" },
		{ r->mixed, "mixed", "other data" },
		{ r->unchanged, "unchanged", "as before" },
		{ r->unreadable, "unreadable", "unreadable" },
	};
	const char *pattern = NULL;
	char text[160] = "";
	size_t n = 0;

	report_section_begin(job->out, "verification");
	report_u64(job->out, "sectors", r->sectors, NO_TEXT);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		report_u64(job->out, kinds[i].key, kinds[i].count, NO_TEXT);
		n = add_count(text, sizeof(text), n, kinds[i].count, kinds[i].what);
		if (kinds[i].count)
			pattern = pattern ? "several" : kinds[i].key;
	}
	if (pattern)
		report_string(job->out, "pattern", pattern, NO_TEXT);
	else
		report_null(job->out, "pattern", NO_TEXT);
	report_section_end(job->out);
	if (n)
		report_line(job->out, " checked: %u sectors of the medium:%s\n", r->sectors, text);
	else
		report_line(job->out,
			    " checked: nothing, since no sector can be read by this name\n");
}

/* Reads the sample again: the drive's report of success alone proves nothing. */
static int verify_erased(struct job *job, struct sample *sample, enum erase_outcome *outcome)
{
	struct sample_result result;

	sample_again(job, sample, &result);
	show_sample(job, &result);
	if (!result.unchanged) {
		job->proof = result.sectors > result.unreadable ? PROVED : UNPROVED;
		return 0;
	}
	job->proof = DISPROVED;
	*outcome = DATA_LEFT;
	return job_refuse(job, -EIO,
			  "%u of %u sectors still hold what they held before, though the drive "
			  "reported success: do not rely on it",
			  result.unchanged, result.sectors);
}

static void show_outcome(struct job *job, enum erase_outcome outcome, int64_t start)
{
	static const struct {
		const char *key, *text;
	} outcomes[] = {
		[NOT_ERASED] = { "not_erased", "not erased" },
		[ERASED] = { "erased", "erased" },
		[UNKNOWN] = { "unknown", "not known" },
		[GOES_ON] = { "goes_on", "goes on in the drive" },
		[DATA_LEFT] = { "data_left", "data are left" },
	};

	report_i64(job->out, "start_unix_s", start, NO_TEXT);
	report_i64(job->out, "end_unix_s", host_wall_s(job->host), NO_TEXT);
	report_string(job->out, "outcome", outcomes[outcome].key, " result:  %s\n",
		      outcomes[outcome].text);
}

static int erase_by_method(struct job *job, const struct offer *offer, enum erase_outcome *outcome)
{
	return offer->method->id == ATA_SECURITY_ERASE_UNIT
		       ? erase_by_security(job, offer->method, outcome)
		       : erase_by_sanitize(job, offer, outcome);
}

/* Takes the next method for each one that the drive refuses. */
static int erase_by_best(struct job *job, struct offer *offer, enum erase_outcome *outcome)
{
	int err;

	for (;;) {
		err = erase_by_method(job, offer, outcome);
		if (*outcome != REFUSED)
			return err;
		err = choose_next_method(job, offer, outcome);
		if (err)
			return err;
		show_plan(job, offer);
	}
}

/* sample_begin() has read the medium; verify_erased() reads it again after the erase. */
static int erase_and_verify(struct job *job, struct offer *offer, struct sample *sample)
{
	enum erase_outcome outcome = NOT_ERASED;
	int64_t start = host_wall_s(job->host);
	int err = erase_by_best(job, offer, &outcome);

	report_section_begin(job->out, "erase");
	if (!err)
		err = verify_erased(job, sample, &outcome);
	show_outcome(job, outcome, start);
	report_section_end(job->out);
	return err;
}

int act_erase(struct job *job)
{
	enum erase_outcome outcome;
	struct sample sample;
	struct offer offer;
	int err = check_erase(job, &offer);

	if (err)
		return err;
	show_plan(job, &offer);
	job_drop_cached(job);
	if (job->dev->dry_run)
		return erase_by_method(job, &offer, &outcome);
	err = sample_begin(job, &sample);
	err = err ? job_fail(job, err, "reading") : erase_and_verify(job, &offer, &sample);
	sample_end(job, &sample);
	return err;
}
