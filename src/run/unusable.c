// SPDX-License-Identifier: GPL-2.0-or-later
/* Reports of what the host lacks, of devices that cannot be opened and of drives that hang. */
#include "conf.h"
#include "device.h"
#include "sysfs.h"
#include "parts.h"
#include "block.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { ADVICE_BYTES = NODE_PATH_BYTES + 32 };

static void advice_for(const struct step *step, struct host *host, int err, char text[ADVICE_BYTES])
{
	char path[NODE_PATH_BYTES];
	struct stat st;

	*text = '\0';
	if (err == -EACCES || err == -EPERM)
		snprintf(text, ADVICE_BYTES, "; %s", rights_advice(host));
	if (err == -ENOENT && !host_stat(host, step->path, &st))
		snprintf(text, ADVICE_BYTES, "; it is there, but sysfs does not show its disk");
	else if (err == -ENOENT && path_is_link(host, step->path))
		snprintf(text, ADVICE_BYTES, "; it is a link to a path that does not exist");
	if (err == -ENOENT && path_of_name(host, step->path, path))
		snprintf(text, ADVICE_BYTES, "; did you mean %s?", path);
}

void report_unopened(const struct unopened *what, struct host *host, struct report *out)
{
	const struct step *step = what->step;
	char advice[ADVICE_BYTES], no_drive[NO_DRIVE_BYTES];
	const char *why = no_drive_text(host, step->path, what->err, no_drive);

	if (plan_hides_word(what->plan, step)) {
		out->path = NULL;
		report_error(out, NULL, -what->err,
			     "device word %td is not shown, since it may be a password: %s%s",
			     step - what->plan->steps + 1, why, what->more);
		step_wipe_word(step);
		return;
	}
	advice_for(step, host, what->err, advice);
	out->path = step->path;
	report_error(out, NULL, -what->err, "%s%s%s", why, what->more, advice);
}

static const char untouched[] = "; no device was touched";

/* 0; -errno if the path leads to no device. */
static int find_node(const struct step *step, struct host *host)
{
	struct stat st;
	int err = host_stat(host, step->path, &st);

	return err ? err : S_ISBLK(st.st_mode) || S_ISCHR(st.st_mode) ? 0 : -ENOTBLK;
}

int device_words_lead(const struct plan *plan, struct host *host, struct report *out)
{
	bool replayed = plan_has(plan, OPT_REPLAY);
	char advice[ADVICE_BYTES];
	int first = 0;

	for (size_t i = 0; i < plan->n; i++) {
		struct step *step = &plan->steps[i];
		int err = 0;

		if (plan_hides_word(plan, step)) {
			/* a word that may be a password must name a device, not a regular file */
			err = find_node(step, host);
			if (err)
				report_unopened(&(struct unopened){ plan, step, err, untouched },
						host, out);
		} else if (!replayed && step->path && !step_selects(step) &&
			   path_is_stray(host, step->path)) {
			err = -STATUS_USAGE;
			advice_for(step, host, -ENOENT, advice);
			out->path = step->path;
			report_error(out, NULL, STATUS_USAGE,
				     "no device, no file and no option%s%s", untouched, advice);
			out->path = NULL;
		}
		first = first ? first : err;
	}
	return first;
}

int result_with_lack(int result, struct host *host, struct report *out)
{
	int lack = host_lack(host);
	const struct report_failure failure = { .err = -lack, .advice = host_lack_advice(lack) };

	if (!lack || result == -lack || status_of(result) == STATUS_INTERRUPTED)
		return result;
	report_failure(out, &failure,
		       "not all could be found out, and what is shown may lack something: %s",
		       error_words(-lack));
	return -lack;
}

static bool lacks_consent(const struct step *step)
{
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (consent_lacking(&step->req, (enum opt_id)id))
			return true;
	}
	return false;
}

int run_unmendable(const struct plan *plan, struct host *host, struct report *out)
{
	int first = 0;

	for (size_t i = 0; i < plan->n && !plan_has(plan, OPT_REPLAY); i++) {
		const struct step *step = &plan->steps[i];
		struct device dev;
		struct job job = { .host = host,
				   .dev = &dev,
				   .drive = { .dev = &dev },
				   .req = &step->req,
				   .out = out };
		int err = 0;

		if (!step->path || !lacks_consent(step))
			continue;
		err = find_node(step, host);
		if (err)
			report_unopened(&(struct unopened){ plan, step, err, untouched }, host,
					out);
		first = first ? first : err;
		if (err || !device_leave_closed(&dev, host, step->path, -EACCES))
			continue;
		out->path = step->path;
		for (unsigned id = 0; id < OPT_COUNT && !err; id++) {
			job.id = (enum opt_id)id;
			job.opt = &step->req.opt[id];
			if (consent_lacking(&step->req, job.id))
				err = job_guard_closed(&job);
		}
		first = -result_with_lack(-(first ? first : err), host, out);
	}
	out->path = NULL;
	return -first;
}

int devices_open(const struct plan *plan, struct host *host, struct report *out)
{
	bool irrevocable = false;
	int first = 0;

	for (size_t i = 0; i < plan->n && !irrevocable; i++)
		irrevocable = step_carries_consent(&plan->steps[i]) ||
			      step_takes_password(&plan->steps[i]);
	/* a plan for a single device needs no check: the step's own open reports the failure */
	for (size_t i = 0; irrevocable && plan->n > 1 && i < plan->n; i++) {
		const struct step *step = &plan->steps[i];
		int fd;

		if (step->req.opt[OPT_IF_AWAKE].seen && path_suspended(host, step->path))
			continue;
		fd = host_open(host, step->path, O_RDONLY | O_NONBLOCK);
		if (fd >= 0) {
			host_close(host, fd);
			continue;
		}
		report_unopened(&(struct unopened){ plan, step, fd, untouched }, host, out);
		first = first ? first : fd;
	}
	out->path = NULL;
	return first;
}

/* --- drives that hang --- */

struct drive_key drive_key_of(struct host *host, const char *path)
{
	struct drive_key key = { .rdev = 0 };
	struct block_disk disk;
	struct stat st;

	if (!path || host_stat(host, path, &st) || !(S_ISBLK(st.st_mode) || S_ISCHR(st.st_mode)))
		return key;
	key = (struct drive_key){ st.st_rdev, S_ISCHR(st.st_mode) };
	if (!block_whole(host, key.rdev, key.character, &disk))
		key = (struct drive_key){ disk.rdev, false };
	return key;
}

bool drive_is(struct drive_key one, struct drive_key other)
{
	return one.rdev && one.rdev == other.rdev && one.character == other.character;
}

struct hung_drive {
	struct drive_key key;
	struct hung_drive *next;
};

int hung_add(struct hung_drives *hung, struct drive_key key)
{
	struct hung_drive *drive = malloc(sizeof(*drive));

	if (!drive)
		return -ENOMEM;
	*drive = (struct hung_drive){ key, hung->first };
	hung->first = drive;
	return 0;
}

bool hung_has(const struct hung_drives *hung, struct host *host, const char *path)
{
	struct drive_key key;

	if (!hung->first)
		return false;
	key = drive_key_of(host, path);
	for (const struct hung_drive *drive = hung->first; drive; drive = drive->next) {
		if (drive_is(drive->key, key))
			return true;
	}
	return false;
}

void hung_free(struct hung_drives *hung)
{
	while (hung->first) {
		struct hung_drive *drive = hung->first;

		hung->first = drive->next;
		free(drive);
	}
}

int report_hang(struct report *out, const struct request *req, const struct drive_hang *hang,
		const bool undone[OPT_COUNT])
{
	char what[160], left[256] = "", buffer[OPTION_NAME_BYTES];
	size_t n = 0;

	report_section_begin(out, "hung");
	report_string(out, "command", hang->what, NO_TEXT);
	if (hang->limit_s)
		report_u64(out, "time_limit_s", hang->limit_s, NO_TEXT);
	else
		report_null(out, "time_limit_s", NO_TEXT);
	report_array_begin(out, "left_undone");
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const char *name;

		if (!undone[id])
			continue;
		name = option_typed(req, (enum opt_id)id, buffer);
		report_string(out, "option", name, NO_TEXT);
		if (n < sizeof(left))
			n += (size_t)snprintf(left + n, sizeof(left) - n, "%s%s", n ? ", " : "",
					      name);
	}
	report_section_end(out);
	report_section_end(out);
	if (!*left)
		return 0;

	if (hang->err != -ETIMEDOUT)
		snprintf(what, sizeof(what), "has gone: %s ended with \"%s\"", hang->what,
			 error_words(-hang->err));
	else if (hang->limit_s)
		snprintf(what, sizeof(what), "hangs: %s had no answer within %u s", hang->what,
			 hang->limit_s);
	else
		snprintf(what, sizeof(what), "hangs: %s had no answer in time", hang->what);
	report_error(out, NULL, -hang->err,
		     "the drive %s; nothing more is sent to it; left undone: %s", what, left);
	return hang->err;
}
