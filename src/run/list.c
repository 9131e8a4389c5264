// SPDX-License-Identifier: GPL-2.0-or-later
/* --list and --watch. */
#include "host.h"
#include "device.h"
#include "sysfs.h"
#include "list.h"
#include "parts.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct listing {
	const struct plan *plan; /* each step has a device */
	struct list_row *rows;	 /* the row of each step, in shared memory */
	unsigned limit;		 /* of processes at a time */
	bool in_turn;		 /* ask drives in turn, without processes */
	bool power_only;
	const struct disk_uses *uses; /* NULL: users of drives are not looked up */
	struct disk_links links;      /* udev's links to the drives, for JSON only */
	bool silent;		      /* do not report drives that cannot be opened or looked up */
};

static int fail_open(const struct listing *list, size_t i, int err, struct host *host,
		     struct report *out)
{
	if (!list->silent)
		report_unopened(&(struct unopened){ list->plan, &list->plan->steps[i], err, "" },
				host, out);
	return -err;
}

static int ask_drive(const struct listing *list, size_t i, struct list_names *names,
		     struct report *out)
{
	static const bool undone[OPT_COUNT] = { [OPT_LIST] = true };
	const struct sys_disk *disk = names->disk;
	const struct step *step = &list->plan->steps[i];
	const struct opt_state *opt = step->req.opt;
	struct list_row *row = &list->rows[i];
	struct drive_hang hang;
	struct device dev;
	int err;

	if (sys_disk_suspended(disk)) {
		row->asked = POWER_ASKED;
		row->power = power_suspended();
		return 0;
	}
	hang_init(&hang, disk->host);
	err = device_open(&dev, &hang.host, step->path, O_RDONLY);
	row->barred = err == -EACCES || err == -EPERM ? err : 0;
	if (err)
		return row->barred ? 0 : fail_open(list, i, err, disk->host, out);
	hang_watch(&hang, &dev);
	/* without --verbose, the warnings of trace_attach() would disturb the table */
	if (out->verbose)
		trace_attach(&dev, out);
	/* a device that the form does not fit is asked in the usual way */
	device_wish(&dev, (unsigned)opt[OPT_TRANSPORT].value, opt[OPT_PREFER_ATA12].seen);
	list_ask(&dev, &step->req, list->power_only, row);
	if (out->structured || !list->power_only)
		list_names(&dev, row, out->structured ? names->serial : NULL);
	if (out->verbose)
		list_note_faults(row, out);
	if (device_hung(&dev) && !list->power_only)
		err = report_hang(out, &step->req, dev.hang, undone);
	device_close(&dev);
	return -err;
}

static int serve_row(void *who, size_t i, struct host *host, struct report *out)
{
	const struct listing *list = who;
	const struct step *step = &list->plan->steps[i];
	struct list_row *row = &list->rows[i];
	struct sys_disk disk;
	struct list_names names = { .disk = &disk, .links = &list->links };
	int result, err = sys_disk_of_path(&disk, host, step->path);

	*row = (struct list_row){ .asked = POWER_NOT_ASKED };
	if (!err)
		err = list_look(&disk, list->uses, row);
	if (err)
		return fail_open(list, i, err, host, out);
	out->verbose = step->req.opt[OPT_VERBOSE].seen;
	report_device_begin(out, step->path, false);
	result = ask_drive(list, i, &names, out);
	if (out->structured)
		list_report(out, row, &names);
	result = result_with_lack(result, host, out);
	report_device_end(out);
	return result;
}

/*
 * Return the most important result. In a child process, set *child to true, and return the child's
 * result.
 */
static int ask_all(const struct listing *list, struct host *host, struct report *out, bool *child)
{
	const struct work work = { .steps = list->plan,
				   .n = list->plan->n,
				   .limit = list->limit,
				   .independent = true,
				   .option = "--list",
				   .serve = serve_row,
				   .who = (void *)(uintptr_t)list };
	int result = 0;

	*child = false;
	if (list->in_turn || list->plan->n < 2) {
		for (size_t i = 0; i < list->plan->n; i++)
			result = result_of_both(result, serve_row(work.who, i, host, out));
		return result;
	}
	return run_pieces(&work, host, out, child);
}

enum { DEFAULT_INTERVAL_S = 10, LINE_BYTES = 512, HEADING_LINES = 1 };

struct watched {
	const char *mode;	     /* latest state, such as "standby" or "gone"; NULL: none yet */
	char since[HOST_TIME_BYTES]; /* time at which `mode` was first seen */
	struct block_usage then, now;
	bool counted; /* the kernel has shown the numbers of reads and writes */
};

struct watch {
	const struct listing *list;
	struct host *host;
	struct report *out;
	struct watched *drives;
	size_t drawn; /* number of lines of the table drawn last; 0: none */
	char time[HOST_TIME_BYTES];
};

static void note_drive(struct watch *w, size_t i)
{
	struct watched *drive = &w->drives[i];
	struct block_usage *then = &drive->then, *now = &drive->now;
	const struct list_row *row = &w->list->rows[i];
	const char *path = w->list->plan->steps[i].path;
	const char *before = drive->mode, *mode = row->shown ? list_power_mode(row) : "gone";

	drive->mode = mode ? mode : "unknown";
	if (!block_usage(w->host, &row->facts.disk, now)) {
		/* the counts of a drive that was plugged in again start from 0 */
		if (now->reads < then->reads || now->writes < then->writes)
			*then = (struct block_usage){ 0 };
		drive->counted = true;
	}
	if (before && !strcmp(before, drive->mode))
		return;
	if (!w->out->out_terminal) {
		report_line(w->out, "%s %s ", w->time, path);
		if (before)
			report_line(w->out, "%s -> ", before);
		report_line(w->out, "%s", drive->mode);
		if (before && drive->counted)
			report_line(w->out, " (since then %" PRIu64 " reads, %" PRIu64 " writes)",
				    now->reads - then->reads, now->writes - then->writes);
		report_line(w->out, "\n");
	}
	memcpy(drive->since, w->time, sizeof(drive->since));
	if (!row->shown)
		*now = (struct block_usage){ 0 };
	*then = *now;
}

/* A line wider than the terminal would take more than one row: cut the line. */
static void draw_line(const struct watch *w, unsigned columns, const char *line)
{
	report_line(w->out, "%.*s\033[K\n", (int)report_cut(line, &columns), line);
}

static void draw_drive(const struct watch *w, unsigned columns, size_t i)
{
	enum { PATH = 12, PATH_MOST = 60, MODEL = 13 };
	const struct watched *drive = &w->drives[i];
	const char *path = w->list->plan->steps[i].path, *model = w->list->rows[i].facts.model;
	unsigned path_columns = PATH_MOST, model_columns = MODEL;
	int path_bytes = (int)report_cut(path, &path_columns);
	int model_bytes = (int)report_cut(model, &model_columns);
	char line[LINE_BYTES];

	snprintf(line, sizeof(line), "%.*s%*s  %.*s%*s  %-11s  %-19s  %7" PRIu64 "  %7" PRIu64,
		 path_bytes, path, path_columns < PATH ? PATH - (int)path_columns : 0, "",
		 model_bytes, model, MODEL - (int)model_columns, "", drive->mode, drive->since,
		 drive->now.reads - drive->then.reads, drive->now.writes - drive->then.writes);
	draw_line(w, columns, line);
}

static void draw_table(struct watch *w)
{
	struct terminal_size size = host_terminal_size();
	size_t room = size.rows > HEADING_LINES + 1 ? size.rows - HEADING_LINES - 1 : 1;
	size_t n = w->list->plan->n < room ? w->list->plan->n : room;

	if (w->drawn)
		report_line(w->out, "\033[%zuA", w->drawn);
	draw_line(
		w, size.columns - 1,
		"DRIVE         MODEL          POWER        SINCE                  READS   WRITES");
	for (size_t i = 0; i < n; i++)
		draw_drive(w, size.columns - 1, i);
	w->drawn = n + HEADING_LINES;
}

static int watch_drives(const struct listing *list, struct host *host, struct report *out,
			bool *child)
{
	const struct opt_state *opt = plan_option(list->plan, OPT_WATCH);
	uint64_t interval_s = opt->set ? opt->value : DEFAULT_INTERVAL_S;
	struct listing round = *list;
	struct watch w = { .list = list, .host = host, .out = out };
	int result = 0;

	for (size_t i = 0; i < list->plan->n; i++) {
		struct sys_disk disk;

		/* a file never becomes a drive, which may be plugged in later */
		if (sys_disk_of_path(&disk, host, list->plan->steps[i].path) == -ENOTBLK)
			return fail_open(list, i, -ENOTBLK, host, out);
	}
	w.drives = calloc(list->plan->n + 1, sizeof(*w.drives));
	if (!w.drives) {
		report_error(out, "--watch", ENOMEM, "%s", error_words(ENOMEM));
		return ENOMEM;
	}
	for (;;) {
		int asked = ask_all(&round, host, out, child);

		if (*child || result_ends_run(asked)) {
			result = asked;
			break;
		}
		host_local_time(host_wall_s(), w.time);
		for (size_t i = 0; i < list->plan->n; i++)
			note_drive(&w, i);
		if (out->out_terminal)
			draw_table(&w);
		/* stdout cannot be written: perhaps nobody reads the lines any more */
		if (!report_flush(out))
			break;
		round.silent = true;
		host_sleep_ns(host, interval_s * 1000000000);
	}
	free(w.drives);
	return result;
}

static void note_barred(const struct listing *list, struct report *out)
{
	/* errors of an open: EPERM is from a device cgroup, which also bars root */
	static const struct {
		int err;
		const char *words;
	} causes[] = {
		{ -EACCES, "may be opened only by root" },
		{ -EPERM, "may not be opened here, as in a container, not even by root" },
	};

	out->path = NULL;
	for (size_t cause = 0; cause < sizeof(causes) / sizeof(causes[0]); cause++) {
		size_t barred = 0;

		for (size_t i = 0; i < list->plan->n; i++)
			barred += list->rows[i].barred == causes[cause].err;
		if (barred)
			report_note(out, "--list",
				    "%zu of %zu drives %s: "
				    "facts that only the drive reports are left out",
				    barred, list->plan->n, causes[cause].words);
	}
}

static void note_uses(const struct disk_uses *uses, struct report *out)
{
	const char *what;
	int err = uses_unknown(uses, &what);

	if (err && !host_lack_advice(err))
		report_note(out, "--list", "what uses the drives is not known: %s: %s", what,
			    error_words(-err));
}

enum { MOST_PROCESSES = 256 };

int run_list(const struct plan *plan, bool in_turn, struct host *host, struct report *out)
{
	const struct opt_state *jobs = plan_option(plan, OPT_JOBS);
	size_t bytes = (plan->n + 1) * sizeof(struct list_row);
	struct listing list = { .plan = plan,
				.rows = host_shared(bytes),
				.limit = jobs ? (unsigned)jobs->value : MOST_PROCESSES,
				.in_turn = in_turn,
				.power_only = plan_has(plan, OPT_WATCH) };
	struct disk_uses uses;
	bool child = false;
	int result = ENOMEM;

	if (out->structured)
		disk_links_read(&list.links, host);
	if (!list.rows) {
		report_error(out, "--list", ENOMEM, "%s", error_words(ENOMEM));
	} else if (list.power_only) {
		result = watch_drives(&list, host, out, &child);
	} else {
		disk_uses_read(&uses, host);
		list.uses = &uses;
		result = ask_all(&list, host, out, &child);
		if (!child)
			note_uses(&uses, out);
		disk_uses_free(&uses);
		if (!child && !out->structured)
			list_print(out, list.rows, plan->n,
				   out->out_terminal ? host_terminal_size().columns : 0,
				   host_wants_color());
		if (!child)
			note_barred(&list, out);
	}
	disk_links_free(&list.links);
	if (list.rows)
		host_shared_free(list.rows, bytes);
	return result;
}
