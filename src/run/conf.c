// SPDX-License-Identifier: GPL-2.0-or-later
/* --conf: runs the file's command lines, each as if it had been typed. */
#include "conf.h"
#include "parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* One line each, ready to paste into a shell; the same list in JSON. */
static void show_command_lines(const struct conf *conf, struct report *out)
{
	report_array_begin(out, "command_lines");
	for (size_t i = 0; i < conf->n; i++)
		report_string(out, "command_line", conf->commands[i].shown, "%s\n",
			      conf->commands[i].shown);
	report_section_end(out);
}

/*
 * A block without a matching device has no effect, and neither has a misspelt name. The note is
 * printed only with --dry-run or --verbose: udev runs --conf at every start.
 */
static void note_unmatched_blocks(const struct conf *conf, bool people_ask, struct report *out)
{
	for (size_t i = 0; people_ask && i < conf->n_unmatched; i++)
		report_note(out, NULL, "%s:%u: no device here matches %s", conf->path,
			    conf->unmatched[i].line, conf->unmatched[i].names);
	if (!out->structured || !conf->n_unmatched)
		return;
	report_array_begin(out, "unmatched");
	for (size_t i = 0; i < conf->n_unmatched; i++) {
		report_section_begin(out, "block");
		report_u64(out, "line", conf->unmatched[i].line, NO_TEXT);
		report_string(out, "names", conf->unmatched[i].names, NO_TEXT);
		report_section_end(out);
	}
	report_section_end(out);
}

static int run_one_by_one(const struct conf *conf, struct host *host, struct report *out)
{
	struct hung_drives hung = { NULL };
	int result = 0;

	for (size_t i = 0; i < conf->n && result != RESULT_INTERRUPTED; i++)
		result = result_of_both(result,
					run_steps(&conf->commands[i].plan, &hung, host, out));
	hung_free(&hung);
	return result;
}

/* Whether the commands are for several drives, and no two of them read the same input. */
static bool can_be_processes(const struct conf *conf, struct host *host)
{
	struct drive_key first = { .rdev = 0 };
	bool several = false;

	for (size_t i = 0; i < conf->n; i++) {
		const struct plan *plan = &conf->commands[i].plan;

		if (shared_input(plan, host))
			return false;
		for (size_t k = 0; k < plan->n; k++) {
			struct drive_key key = drive_of(host, plan->steps[k].path);

			if (reads_password(&plan->steps[k]))
				return false;
			several |= first.rdev && !drive_is(first, key);
			first = key;
		}
	}
	return several;
}

enum { MOST_PROCESSES = 64 };

static int run_processes(const struct conf *conf, struct host *host, struct report *out,
			 bool *child)
{
	struct plan *pieces = calloc(conf->n, sizeof(*pieces));
	const struct work work = { .pieces = pieces,
				   .n = conf->n,
				   .limit = MOST_PROCESSES,
				   .in_turn = true,
				   .independent = true,
				   .option = "--conf" };
	int result;

	if (!pieces) {
		report_error(out, "--conf", ENOMEM, "%s", strerror(ENOMEM));
		return ENOMEM;
	}
	for (size_t i = 0; i < conf->n; i++)
		pieces[i] = conf->commands[i].plan;
	result = run_pieces(&work, host, out, child);
	free(pieces);
	return result;
}

int run_conf(const struct plan *asked, struct host *files, struct host *host, struct report *out)
{
	bool dry_run = plan_has(asked, OPT_DRY_RUN), child = false;
	struct conf conf;
	int result = 0;

	conf_load(&conf, asked, files, out);
	note_unmatched_blocks(&conf, dry_run || plan_has(asked, OPT_VERBOSE), out);
	if (dry_run) {
		show_command_lines(&conf, out);
	} else {
		report_device_end(out);
		/* a recording has one order of calls, which processes do not have */
		if (host == files && can_be_processes(&conf, host))
			result = run_processes(&conf, host, out, &child);
		else
			result = run_one_by_one(&conf, host, out);
	}
	/*
	 * The failure of a device has priority over an error in the file. A child leaves that error
	 * to its parent.
	 */
	if (!child)
		result = result_of_both(result, conf.status);
	conf_free(&conf);
	return result;
}
