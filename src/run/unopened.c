// SPDX-License-Identifier: GPL-2.0-or-later
#include "unopened.h"
#include "power.h"
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

void tell_unopened(const struct plan *plan, const struct step *step, struct report *out, int err,
		   const char *more)
{
	if (plan_hides_word(plan, step)) {
		out->path = NULL;
		report_error(out, NULL, -err,
			     "device word %td is not shown, since it may be a password: %s%s",
			     step - plan->steps + 1, strerror(-err), more);
		step_forget_word(step);
		return;
	}
	out->path = step->path;
	report_error(out, NULL, -err, "%s%s", strerror(-err), more);
}

/* A password may be the name of a file, which is no device either. */
static int look_for_device(struct host *host, const char *path)
{
	struct stat st;
	int err = host_stat(host, path, &st);

	return err || S_ISBLK(st.st_mode) || S_ISCHR(st.st_mode) ? err : -ENOTBLK;
}

static const char untouched[] = "; no device was touched";

int hidden_words_exist(const struct plan *plan, struct host *host, struct report *out)
{
	int first = 0;

	for (size_t i = 0; i < plan->n; i++) {
		const struct step *step = &plan->steps[i];
		int err = plan_hides_word(plan, step) ? look_for_device(host, step->path) : 0;

		if (err)
			tell_unopened(plan, step, out, err, untouched);
		first = first ? first : err;
	}
	return first;
}

static bool irrevocable(const struct plan *plan)
{
	for (size_t i = 0; i < plan->n; i++) {
		if (carries_consent(&plan->steps[i]) || step_takes_password(&plan->steps[i]))
			return true;
	}
	return false;
}

int devices_open(const struct plan *plan, struct host *host, struct report *out)
{
	int first = 0;

	/* that the only device does not open is told where it is opened for its act */
	for (size_t i = 0; plan->n > 1 && irrevocable(plan) && i < plan->n; i++) {
		const struct step *step = &plan->steps[i];
		int fd;

		if (step->req.opt[OPT_IF_AWAKE].seen && path_suspended(host, step->path))
			continue;
		fd = host_open(host, step->path, O_RDONLY | O_NONBLOCK);
		if (fd >= 0) {
			host_close(host, fd);
			continue;
		}
		tell_unopened(plan, step, out, fd, untouched);
		first = first ? first : fd;
	}
	out->path = NULL;
	return first;
}
