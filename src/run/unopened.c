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

/* A password that is the name of a file opens, too: where it may be one, a device is asked for. */
static int try_open(const struct step *step, struct host *host, bool hidden)
{
	struct stat st;
	int fd = host_open(host, step->path, O_RDONLY | O_NONBLOCK), err = 0;

	if (fd < 0)
		return fd;
	if (hidden)
		err = host_fstat(host, fd, &st);
	if (hidden && !err && !S_ISBLK(st.st_mode) && !S_ISCHR(st.st_mode))
		err = -ENOTBLK;
	host_close(host, fd);
	return err;
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
	/* it touches no device, and names what it has no answer for: it is asked for no password */
	bool replay = plan_has(plan, OPT_REPLAY);
	int first = 0;

	if (!irrevocable(plan))
		return 0;
	for (size_t i = 0; i < plan->n; i++) {
		const struct step *step = &plan->steps[i];
		bool hidden = plan_hides_word(plan, step);
		int err;

		/* that the only device does not open is told where it is opened for its act */
		if (!step->path || ((plan->n == 1 || replay) && !hidden) ||
		    (step->req.opt[OPT_IF_AWAKE].seen && path_suspended(host, step->path)))
			continue;
		err = replay ? -ENOENT : try_open(step, host, hidden);
		if (err)
			tell_unopened(plan, step, out, err, "; no device was touched");
		first = first ? first : err;
	}
	out->path = NULL;
	return first;
}
