// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The sanitize feature set. An operation continues by itself, over resets and power cycles. Only
 * --wait waits for its end.
 */
#include "security.h"
#include "sanitize.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const struct sanitize_act sanitize_status = { .id = ATA_SANITIZE_STATUS_EXT,
					      .announce = "SANITIZE_STATUS" };
const struct sanitize_act sanitize_freeze_lock = { .id = ATA_SANITIZE_FREEZE_LOCK_EXT,
						   .announce = "SANITIZE_FREEZE_LOCK" };
const struct sanitize_act sanitize_antifreeze_lock = { .id = ATA_SANITIZE_ANTIFREEZE_LOCK_EXT,
						       .announce = "SANITIZE_ANTIFREEZE_LOCK" };
const struct sanitize_act sanitize_block_erase = { .id = ATA_SANITIZE_BLOCK_ERASE_EXT,
						   .erase = DISK_BLOCK_ERASE,
						   .announce = "SANITIZE_BLOCK_ERASE" };
const struct sanitize_act sanitize_crypto_scramble = { .id = ATA_SANITIZE_CRYPTO_SCRAMBLE_EXT,
						       .erase = DISK_CRYPTO_ERASE,
						       .announce = "SANITIZE_CRYPTO_SCRAMBLE" };
const struct sanitize_act sanitize_overwrite = { .id = ATA_SANITIZE_OVERWRITE_EXT,
						 .erase = DISK_OVERWRITE,
						 .announce = "SANITIZE_OVERWRITE" };

enum {
	WHOLE = 65536,	/* progress of a completed operation */
	PER_CENT = 655, /* 1 % of WHOLE, rounded down as by 9.65 */
	NS_PER_S = 1000000000,
	FIRST_PAUSE_S = 1,
	PAUSE_S = 5
};

static bool erases_data(enum ata_id id)
{
	return id == ATA_SANITIZE_BLOCK_ERASE_EXT || id == ATA_SANITIZE_CRYPTO_SCRAMBLE_EXT ||
	       id == ATA_SANITIZE_OVERWRITE_EXT;
}

/* Reports the drive's reason in 9.65's words, then the failure. */
static int report_sanitize_refusal(struct job *job, int err, const struct ata_cmd *cmd)
{
	uint8_t code = cmd->res.valid ? (uint8_t)cmd->res.lba : 0;

	report_notice(job->out, "SANITIZE failed: %s", strerror(-err));
	report_notice(job->out, "SANITIZE device error reason: %s", ata_sanitize_reason(code));
	if (code == SANITIZE_REASON_FAILED)
		report_notice(job->out, "Drive in SD3 Sanitize Operation Failed state");
	return job_fail_ata(job, err, cmd);
}

struct ata_cmd sanitize_command(enum ata_id id, uint32_t pattern, uint16_t passes)
{
	struct ata_cmd cmd = ata_command(id);

	cmd.want = WANT_STATUS | WANT_COUNT | WANT_LBA;
	cmd.lba = ata_sanitize_key(id, pattern);
	if (id == ATA_SANITIZE_OVERWRITE_EXT)
		cmd.count = passes;
	return cmd;
}

static int ask_status(struct job *job, struct ata_cmd *cmd)
{
	*cmd = sanitize_command(ATA_SANITIZE_STATUS_EXT, 0, 0);
	return device_ata(job->dev, cmd);
}

/* The command was sent, and the drive did not answer. */
static bool ended_without_answer(int err, const struct ata_cmd *cmd)
{
	return err == -ETIMEDOUT || err == -EBADE || err == -ENXIO ||
	       (err == -EIO && !cmd->res.valid);
}

int sanitize_fail(struct job *job, int err, const struct ata_cmd *cmd)
{
	report_sanitize_refusal(job, err, cmd);
	if (erases_data(cmd->id) && ended_without_answer(err, cmd))
		job_note(job, "the drive may have started the operation, which then continues "
			      "over a power cycle too; check with --sanitize-status");
	return err;
}

/*
 * The state is in COUNT 15:8, which fixed-format sense data leave out. Without them a drive that
 * is erasing would be reported as idle.
 */
static int read_status(struct job *job, const struct ata_cmd *cmd, struct ata_sanitize_status *s)
{
	if (cmd->res.count_cut)
		return job_fail(job, -EIO,
				"the drive's state is not known, it may be sanitizing: only the "
				"lower half of COUNT came back, as in fixed-format sense data");
	ata_sanitize_decode(&cmd->res, s);
	return 0;
}

bool sanitize_tells_done(struct job *job)
{
	return !job->asks || !device_language(job->dev)->forgets_sanitize;
}

void sanitize_show(struct job *job, const struct ata_sanitize_status *s)
{
	static const struct {
		const char *key, *text;
	} states[] = {
		[SANITIZE_IDLE] = { "idle", "SD0 Sanitize Idle" },
		[SANITIZE_FROZEN] = { "frozen", "SD1 Sanitize Frozen" },
		[SANITIZE_RUNNING] = { "in_progress", "SD2 Sanitize operation In Process" },
		[SANITIZE_FAILED] = { "failed", "SD3 Sanitize Operation Failed" },
	};

	report_line(job->out, "Sanitize status:\n");
	report_section_begin(job->out, "sanitize");
	report_string(job->out, "state", states[s->state].key, "    State:    %s\n",
		      states[s->state].text);
	if (s->done || sanitize_tells_done(job))
		report_bool(job->out, "completed_without_error", s->done, "%s",
			    s->done ? "    Last Sanitize Operation Completed Without Error\n" : "");
	if (s->state == SANITIZE_RUNNING)
		report_f64(job->out, "progress_percent", s->progress * 100.0 / WHOLE,
			   "    Progress: 0x%x (%u%%)\n", s->progress, s->progress / PER_CENT);
	report_bool(job->out, "antifreeze_lock", s->antifreeze, "%s",
		    s->antifreeze ? "    Antifreeze bit set\n" : "");
	report_section_end(job->out);
}

/* The state of waiting for an operation. */
struct follower {
	uint64_t since; /* host_now_ns() at its start */
	uint16_t first; /* the first progress that was read */
	bool begun;	/* first is set */
	bool lines;	/* without a terminal, prints a line for each 10 %: */
	unsigned tenths;
};

/* Shows the percentage and, once it has changed, the time left at the same rate. */
static void show_sanitize_progress(struct job *job, const struct ata_sanitize_status *s,
				   struct follower *follower)
{
	uint64_t spent = (host_now_ns(job->host) - follower->since) / NS_PER_S, rest;
	unsigned tenths = s->progress * 10u / WHOLE;
	char text[96], estimate[48] = "";

	if (!follower->begun)
		follower->first = s->progress;
	follower->begun = true;
	if (s->progress > follower->first && spent) {
		rest = spent * (uint64_t)(WHOLE - s->progress) /
		       (uint64_t)(s->progress - follower->first);
		snprintf(estimate, sizeof(estimate), ", about %" PRIu64 ":%02u:%02u left",
			 rest / 3600, (unsigned)(rest / 60 % 60), (unsigned)(rest % 60));
	}
	snprintf(text, sizeof(text), "sanitizing: %u%%%s", s->progress * 100u / WHOLE, estimate);
	report_progress(job->out, text);
	if (follower->lines && !job->out->err_terminal && tenths > follower->tenths) {
		report_line(job->out, " %s\n", text);
		report_flush(job->out);
		follower->tenths = tenths;
	}
}

static int report_sanitize_interrupted(struct job *job)
{
	report_progress(job->out, NULL);
	job_fail(job, -EINTR,
		 "the operation goes on in the drive; --sanitize-status --wait follows it");
	return -RESULT_INTERRUPTED;
}

/*
 * SANITIZE STATUS EXT got no answer from the drive. That says nothing about the operation, which
 * the drive had accepted.
 */
static int report_sanitize_unanswered(struct job *job, int err, const struct ata_cmd *cmd)
{
	job_fail_ata(job, err, cmd);
	job_note(job, "the operation was accepted, and goes on in the drive, over a power cycle "
		      "too; when the drive is back, --sanitize-status --wait follows it");
	return err;
}

int sanitize_read_disk(struct job *job, struct ata_sanitize_status *s)
{
	static const enum ata_sanitize_state states[] = {
		[DISK_SANITIZE_IDLE] = SANITIZE_IDLE,
		[DISK_SANITIZE_RUNNING] = SANITIZE_RUNNING,
		[DISK_SANITIZE_FAILED] = SANITIZE_FAILED,
	};
	struct disk_sanitize now;
	int err = device_language(job->dev)->sanitize_status(job->dev, &now);

	if (err)
		return err;
	*s = (struct ata_sanitize_status){ .state = states[now.state],
					   .done = now.done,
					   .progress = now.progress };
	return 0;
}

int sanitize_fail_disk(struct job *job, int err)
{
	job_fail_disk(job, err);
	job_note(job, "the operation was accepted, and goes on in the drive, over a power cycle "
		      "too; when the drive is back, --sanitize-status --wait follows it");
	return err;
}

int sanitize_fail_undone(struct job *job, const struct ata_sanitize_status *s, const char *text)
{
	if (s->state != SANITIZE_IDLE || sanitize_tells_done(job))
		return job_fail(job, -EIO, "%s", text);
	return job_fail(job, -EIO,
			"the drive reported success and shows no operation: it has ended already, "
			"as a crypto scramble may, or none began; --read-sector shows which");
}

/* The status now. An error is reported. */
static int read_current_status(struct job *job, struct ata_sanitize_status *s)
{
	struct ata_cmd cmd;
	int err;

	if (job->asks) {
		err = sanitize_read_disk(job, s);
		if (err)
			report_progress(job->out, NULL);
		return err ? sanitize_fail_disk(job, err) : 0;
	}
	err = ask_status(job, &cmd);
	if (!err)
		return read_status(job, &cmd, s);
	report_progress(job->out, NULL);
	return cmd.res.valid ? report_sanitize_refusal(job, err, &cmd)
			     : report_sanitize_unanswered(job, err, &cmd);
}

/* Reads the status until the operation has ended. Its outcome is in *s. */
static int poll_status(struct job *job, bool lines, struct ata_sanitize_status *s)
{
	struct follower follower = { .since = host_now_ns(job->host), .lines = lines };
	uint64_t pause = FIRST_PAUSE_S;
	int err;

	for (;;) {
		err = read_current_status(job, s);
		/* an operation that was seen under way, and has not failed, is done */
		if (!err && s->state == SANITIZE_IDLE && follower.begun)
			s->done |= !sanitize_tells_done(job);
		if (err || s->state != SANITIZE_RUNNING)
			return err;
		show_sanitize_progress(job, s, &follower);
		for (uint64_t i = 0; i < pause; i++) {
			if (host_interrupted(job->host))
				return report_sanitize_interrupted(job);
			host_sleep_ns(job->host, NS_PER_S);
		}
		pause = PAUSE_S;
	}
}

/* What is wrong with the status after an accepted command; NULL: nothing. */
static const char *sanitize_mismatch(enum ata_id id, const struct ata_sanitize_status *s)
{
	switch (id) {
	case ATA_SANITIZE_FREEZE_LOCK_EXT:
		return s->state == SANITIZE_FROZEN ? NULL : "sanitize is not frozen";
	case ATA_SANITIZE_ANTIFREEZE_LOCK_EXT:
		return s->antifreeze ? NULL : "the antifreeze bit is not set";
	default:
		return s->state == SANITIZE_RUNNING || s->done
			       ? NULL
			       : "no operation is under way or done";
	}
}

/* A drive may accept a command and do nothing, so the status is read back. */
static int read_back_sanitize(struct job *job, enum ata_id id)
{
	struct ata_sanitize_status s;
	struct ata_cmd cmd;
	const char *wrong;
	int err;

	if (!job_reads_back(job))
		return 0;
	err = ask_status(job, &cmd);
	if (err && cmd.res.valid)
		return report_sanitize_refusal(job, err, &cmd);
	if (err)
		return erases_data(id) ? report_sanitize_unanswered(job, err, &cmd)
				       : job_fail_ata(job, err, &cmd);
	/* without the upper half of COUNT the state is unknown: no proof either way */
	if (cmd.res.count_cut)
		return 0;
	ata_sanitize_decode(&cmd.res, &s);
	wrong = sanitize_mismatch(id, &s);
	if (wrong)
		job->proof = DISPROVED;
	else if (!erases_data(id) || s.state == SANITIZE_RUNNING)
		job->proof = PROVED; /* "done" may belong to an earlier operation */
	return wrong ? job_fail(job, -EIO, "%s, though the drive reported success", wrong) : 0;
}

int sanitize_follow(struct job *job, bool lines)
{
	bool held = host_interrupt_hold(job->host, false), called_off;
	struct ata_sanitize_status s;
	int err = poll_status(job, lines, &s);

	called_off = held && host_interrupt_release(job->host);
	if (!err) {
		report_progress(job->out, NULL);
		sanitize_show(job, &s);
		if (!s.done)
			err = sanitize_fail_undone(
				job, &s, "the drive does not report a completed operation");
	}
	/* The signal came after the last status: report the signal, and end the run. */
	if (called_off && err != -RESULT_INTERRUPTED) {
		job_fail(job, -EINTR, "the run ends here");
		err = -RESULT_INTERRUPTED;
	}
	return err;
}

static int check_sanitize_act(struct job *job, enum ata_id id)
{
	struct ata_sanitize_support support;
	int err = job_whole_disk(job);

	if (!err)
		err = job_identify_silently(job);
	if (err)
		return err;
	ata_sanitize_support(job->dev->id.raw, &support);
	if (!support.sanitize)
		return job_fail(job, -EINVAL, "SANITIZE feature set is not supported");
	return erases_data(id) ? job_unused(job) : 0;
}

int act_sanitize(struct job *job)
{
	const struct sanitize_act *act = job->row;
	bool wait = job->req->opt[OPT_WAIT].seen && !job->dev->dry_run;
	struct ata_sanitize_status s;
	struct ata_cmd cmd;
	int err = check_sanitize_act(job, act->id);

	if (err)
		return err;
	report_line(job->out, "Issuing %s command\n", act->announce);
	report_flush(job->out);
	cmd = sanitize_command(act->id, (uint32_t)job->opt->value,
			       (uint16_t)job->req->opt[OPT_SANITIZE_OVERWRITE_PASSES].value);
	err = device_ata(job->dev, &cmd);
	if (err)
		return sanitize_fail(job, err, &cmd);
	if (job->dev->dry_run && act->id != ATA_SANITIZE_STATUS_EXT)
		return 0;
	if (act->id == ATA_SANITIZE_STATUS_EXT) {
		err = read_status(job, &cmd, &s);
		if (!err && wait && s.state == SANITIZE_RUNNING)
			return sanitize_follow(job, false);
		if (!err)
			sanitize_show(job, &s);
		return err;
	}
	wait = wait && erases_data(act->id);
	err = wait ? 0 : read_back_sanitize(job, act->id);
	if (erases_data(act->id) && job->proof != DISPROVED)
		report_line(job->out, "Operation started in background\n%s",
			    wait ? "" : "You may use `--sanitize-status` to check progress\n");
	report_flush(job->out);
	return wait ? sanitize_follow(job, false) : err;
}
