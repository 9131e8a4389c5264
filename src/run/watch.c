// SPDX-License-Identifier: GPL-2.0-or-later
/* --watch: what the drives' power condition becomes, and how much the kernel read and wrote. */
#include "listing.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT_INTERVAL_S = 10, LINE_BYTES = 256, HEADING_LINES = 1 };

/* A drive as of its last change. */
struct watched {
	const char *mode;
	char since[HOST_TIME_BYTES];
	struct drive_counts then, now;
	bool counted;
};

struct watch {
	const struct listing *list;
	struct host *host;
	struct report *out;
	struct watched *drives;
	size_t drawn; /* lines of the table on the terminal */
	char time[HOST_TIME_BYTES];
};

static const char *mode_of(const struct list_row *row)
{
	const char *mode = row->shown ? list_power_mode(row) : "gone";

	return mode ? mode : "unknown";
}

/* The kernel's counts start again when a drive comes back. */
static void count(struct watch *w, size_t i)
{
	struct watched *drive = &w->drives[i];
	struct drive_counts *now = &drive->now;

	if (drive_counts(w->host, &w->list->rows[i].facts, now))
		return;
	if (!drive->counted || now->reads < drive->then.reads || now->writes < drive->then.writes)
		drive->then = *now;
	drive->counted = true;
}

static void print_change(const struct watch *w, size_t i, const char *before)
{
	const struct watched *drive = &w->drives[i];
	const char *path = w->list->plan->steps[i].path;

	if (!before)
		report_line(w->out, "%s %s %s\n", w->time, path, drive->mode);
	else if (!drive->counted)
		report_line(w->out, "%s %s %s → %s\n", w->time, path, before, drive->mode);
	else
		report_line(w->out,
			    "%s %s %s → %s (since then %" PRIu64 " reads, %" PRIu64 " writes)\n",
			    w->time, path, before, drive->mode,
			    drive->now.reads - drive->then.reads,
			    drive->now.writes - drive->then.writes);
}

static void note_drive(struct watch *w, size_t i)
{
	struct watched *drive = &w->drives[i];
	const char *before = drive->mode;

	drive->mode = mode_of(&w->list->rows[i]);
	count(w, i);
	if (before && !strcmp(before, drive->mode))
		return;
	if (!w->out->out_terminal)
		print_change(w, i, before);
	memcpy(drive->since, w->time, sizeof(drive->since));
	drive->then = drive->now;
}

/* The table's earlier lines are replaced; a line that is too long would become two. */
static void draw(struct watch *w)
{
	struct terminal_size size = host_terminal_size(STDOUT_FILENO);
	size_t room = size.rows > HEADING_LINES + 1 ? size.rows - HEADING_LINES - 1 : 1;
	size_t n = w->list->plan->n < room ? w->list->plan->n : room;
	char line[LINE_BYTES];

	if (w->drawn)
		report_line(w->out, "\033[%zuA", w->drawn);
	snprintf(line, sizeof(line), "%-12s  %-13s  %-11s  %-19s  %7s  %7s", "DRIVE", "MODEL",
		 "POWER", "SINCE", "READS", "WRITES");
	report_line(w->out, "%.*s\033[K\n", (int)size.columns - 1, line);
	for (size_t i = 0; i < n; i++) {
		const struct watched *drive = &w->drives[i];

		snprintf(line, sizeof(line),
			 "%-12.60s  %-13.13s  %-11s  %-19s  %7" PRIu64 "  %7" PRIu64,
			 w->list->plan->steps[i].path, w->list->rows[i].facts.model, drive->mode,
			 drive->since, drive->now.reads - drive->then.reads,
			 drive->now.writes - drive->then.writes);
		report_line(w->out, "%.*s\033[K\n", (int)size.columns - 1, line);
	}
	w->drawn = n + HEADING_LINES;
}

int watch_drives(const struct listing *list, struct host *host, struct report *out, bool *child)
{
	const struct opt_state *opt = plan_option(list->plan, OPT_WATCH);
	uint64_t interval_s = opt->set ? opt->value : DEFAULT_INTERVAL_S;
	struct listing round = *list;
	struct watch w = { .list = list, .host = host, .out = out };
	int result = 0;

	w.drives = calloc(list->plan->n + 1, sizeof(*w.drives));
	if (!w.drives) {
		report_error(out, "--watch", ENOMEM, "%s", strerror(ENOMEM));
		return ENOMEM;
	}
	for (;;) {
		int asked = listing_ask_all(&round, host, out, child);

		if (*child || result_ends_run(asked)) {
			result = asked;
			break;
		}
		host_local_time(host_wall_s(host), w.time);
		for (size_t i = 0; i < list->plan->n; i++)
			note_drive(&w, i);
		if (out->out_terminal)
			draw(&w);
		/* who reads the lines has gone */
		if (!report_flush(out))
			break;
		round.silent = true;
		host_sleep_ns(host, interval_s * 1000000000);
	}
	free(w.drives);
	return result;
}
