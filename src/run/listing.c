// SPDX-License-Identifier: GPL-2.0-or-later
/* Drives that are asked at the same time, each in a process of its own. */
#include "listing.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

static int fail_open(const struct listing *list, size_t i, int err, struct host *host,
		     struct report *out)
{
	if (!list->silent)
		report_unopened(&(struct unopened){ list->plan, &list->plan->steps[i], err, "" },
				host, out);
	return -err;
}

static int ask_opened(const struct listing *list, const struct step *step, struct device *dev,
		      struct report *out)
{
	static const bool undone[OPT_COUNT] = { [OPT_LIST] = true };
	struct list_row *row = &list->rows[step - list->plan->steps];
	enum ata_path way = (enum ata_path)step->req.opt[OPT_TRANSPORT].value;
	int err = 0;

	/* a warning of an answer that cannot be decoded would not fit into a table */
	if (out->verbose)
		trace_attach(dev, out, true);
	dev->prefer_ata12 = step->req.opt[OPT_PREFER_ATA12].seen;
	if (device_force_path(dev, way))
		return 0;
	list_ask(dev, list->power_only, row);
	if (device_hung(dev) && !list->power_only)
		err = tell_hang(out, dev->hang, undone);
	return -err;
}

/* Without the right to open a device, its line has what sysfs tells. */
static int ask_drive(const struct listing *list, size_t i, struct host *host, struct report *out)
{
	const struct step *step = &list->plan->steps[i];
	struct list_row *row = &list->rows[i];
	struct drive_hang hang;
	struct device dev;
	int err, result;

	if (path_suspended(host, step->path)) {
		row->asked = POWER_ASKED;
		row->power = power_suspended();
		return 0;
	}
	hang_init(&hang, host);
	err = device_open(&dev, &hang.host, step->path, O_RDONLY);
	row->barred = err == -EACCES || err == -EPERM;
	if (err)
		return row->barred ? 0 : fail_open(list, i, err, host, out);
	hang_watch(&hang, &dev);
	result = ask_opened(list, step, &dev, out);
	device_close(&dev);
	return result;
}

static int serve(void *who, size_t i, struct host *host, struct report *out)
{
	const struct listing *list = who;
	const struct step *step = &list->plan->steps[i];
	struct list_row *row = &list->rows[i];
	int result, err = list_look(host, step->path, list->power_only, row);

	if (err)
		return fail_open(list, i, err, host, out);
	out->verbose = step->req.opt[OPT_VERBOSE].seen;
	report_device_begin(out, step->path, false);
	result = ask_drive(list, i, host, out);
	if (out->structured)
		list_report(out, row);
	report_device_end(out);
	return result;
}

int listing_ask_all(const struct listing *list, struct host *host, struct report *out, bool *child)
{
	struct work work = { .n = list->plan->n,
			     .limit = list->limit,
			     .independent = true,
			     .option = "--list",
			     .serve = serve,
			     .who = (void *)(uintptr_t)list };
	struct plan *pieces;
	int result = 0;

	*child = false;
	if (list->in_turn || list->plan->n < 2) {
		for (size_t i = 0; i < list->plan->n; i++)
			result = result_of_both(result, serve(work.who, i, host, out));
		return result;
	}
	work.pieces = pieces = calloc(list->plan->n, sizeof(*pieces));
	if (!pieces) {
		report_error(out, "--list", ENOMEM, "%s", strerror(ENOMEM));
		return ENOMEM;
	}
	for (size_t i = 0; i < list->plan->n; i++)
		pieces[i] = (struct plan){ .steps = &list->plan->steps[i], .n = 1 };
	result = run_pieces(&work, host, out, child);
	free(pieces);
	return result;
}
