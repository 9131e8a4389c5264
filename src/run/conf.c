// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * --conf: runs the file's command lines as if each had been typed, or compares them with the
 * drives. --save-conf: writes such a file.
 */
#include "awake.h"
#include "conf.h"
#include "parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Print the command lines, one on each line, ready for a shell; or the same list as JSON. */
static void show_command_lines(const struct conf *conf, struct report *out)
{
	report_array_begin(out, "command_lines");
	for (size_t i = 0; i < conf->n; i++)
		report_string(out, "command_line", conf->commands[i].shown, "%s\n",
			      conf->commands[i].shown);
	report_section_end(out);
}

/*
 * Note blocks without a matching device, and misspelt names: they have no effect. Only with
 * --dry-run or --verbose: udev runs --conf at every start.
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

/*
 * Show the drives of the file that are absent, for --check, whose output people and programs read.
 */
static int show_absent(const struct conf *conf, struct report *out)
{
	int result = 0;

	for (size_t i = 0; i < conf->n_unmatched; i++) {
		const struct conf_unmatched *block = &conf->unmatched[i];

		report_line(out, "%s:%u: no %sdrive: %s\n", conf->path, block->line,
			    block->drive ? "such " : "", block->names);
		if (block->drive)
			result = RESULT_DIFFERENT;
	}
	return result;
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

/*
 * True if the commands are for several drives, and no two of them read passwords from the same
 * input.
 */
static bool can_be_processes(const struct conf *conf, struct host *host)
{
	struct drive_key first = { .rdev = 0 };
	bool several = false;

	for (size_t i = 0; i < conf->n; i++) {
		const struct plan *plan = &conf->commands[i].plan;

		if (shared_input(plan, host))
			return false;
		for (size_t k = 0; k < plan->n; k++) {
			struct drive_key key;

			if (reads_password(&plan->steps[k]))
				return false;
			if (several)
				continue;
			key = drive_key_of(host, plan->steps[k].path);
			several = first.rdev && !drive_is(first, key);
			first = key;
		}
	}
	return several;
}

enum { MOST_PROCESSES = 64 };

static int run_processes(const struct conf *conf, const char *option, struct host *host,
			 struct report *out, bool *child)
{
	const struct work work = { .commands = conf,
				   .n = conf->n,
				   .limit = MOST_PROCESSES,
				   .in_turn = true,
				   .independent = true,
				   .option = option };

	return run_pieces(&work, host, out, child);
}

/*
 * Run the command lines. With a recording, which has one order of calls, run them without
 * processes.
 */
static int run_commands(const struct conf *conf, const char *option, struct host *files,
			struct host *host, struct report *out, bool *child)
{
	report_device_end(out);
	return host == files && can_be_processes(conf, host)
		       ? run_processes(conf, option, host, out, child)
		       : run_one_by_one(conf, host, out);
}

/*
 * The failure of a device has priority over an error in the file. A child leaves that error to its
 * parent.
 */
static int conf_result(struct conf *conf, int result, bool child)
{
	if (!child)
		result = result_of_both(result, conf->status);
	conf_free(conf);
	return result;
}

/* The drives of the file that have idle_standby. */
struct served {
	struct idle_source source;
	const struct plan *asked;
	struct host *host;
	struct report *out;
	bool taken;   /* a file was */
	int status;   /* exit status of that run */
	char *errors; /* errors of that run, see struct conf; NULL also without errors */
	bool clean;
};

static int take_wishes(struct idle_source *source, const struct conf *conf)
{
	source->wish = calloc(conf->n + 1, sizeof(*source->wish));
	source->n = 0;
	if (!source->wish)
		return -ENOMEM;
	for (size_t i = 0; i < conf->n; i++) {
		const struct step *step = &conf->commands[i].plan.steps[0];
		const struct opt_state *opt = step->req.opt;

		if (!opt[OPT_IDLE_STANDBY].value)
			continue;
		source->wish[source->n++] =
			(struct idle_wish){ .path = strdup(step->path),
					    .seconds = opt[OPT_IDLE_STANDBY].value,
					    .named = !opt[OPT_IDLE_STANDBY].general,
					    .prefer_ata12 = opt[OPT_PREFER_ATA12].seen,
					    .way = (enum ata_path)opt[OPT_TRANSPORT].value };
		if (!source->wish[source->n - 1].path)
			return -ENOMEM;
	}
	return 0;
}

static void drop_served(struct idle_source *source)
{
	for (size_t i = 0; i < source->n; i++)
		free(source->wish[i].path);
	free(source->wish);
	source->wish = NULL;
	source->n = 0;
}

/* How often a line of `length` bytes, with its newline, is among the lines of a text. */
static unsigned count_line(const char *text, const char *line, size_t length)
{
	unsigned n = 0;

	for (; *text; text = strchr(text, '\n') + 1)
		n += !strncmp(text, line, length);
	return n;
}

/* True if something is wrong in the file that was not in the one before. */
static bool has_new_error(const char *now, const char *before)
{
	size_t length;

	if (!now || !before)
		return true;
	for (const char *line = now; *line; line += length) {
		length = strcspn(line, "\n") + 1;
		if (count_line(now, line, length) > count_line(before, line, length))
			return true;
	}
	return false;
}

static int load_served(struct idle_source *source)
{
	struct served *served = (struct served *)source;
	struct conf conf;
	int err;

	conf_load(&conf, served->asked, served->host, served->out);
	/*
	 * At the start a line in error is left out; a file that cannot be read has no lines. Later
	 * a file with an error that the one before had not is not taken.
	 */
	if (!conf.status ||
	    (conf.status == STATUS_USAGE &&
	     (!served->taken || !has_new_error(conf.errors, served->clean ? "" : served->errors))))
		err = take_wishes(source, &conf);
	else
		err = -conf.status;
	if (err) {
		drop_served(source);
		conf_free(&conf);
		return err;
	}
	served->taken = true;
	served->status = conf.status;
	free(served->errors);
	/* above the file's own memory: that of a file without errors goes back to the system */
	served->clean = conf.errors && !*conf.errors;
	served->errors = conf.errors && *conf.errors ? strdup(conf.errors) : NULL;
	source->waits = conf.serves;
	if (!conf.serves)
		report_note(served->out, source->option, "%s: no block has idle_standby",
			    conf.path);
	conf_free(&conf);
	return 0;
}

static int serve_conf(const struct plan *asked, struct host *host, struct report *out)
{
	struct served served = { .source = { .load = load_served,
					     .drop = drop_served,
					     .reloads = true,
					     .option = "--serve" },
				 .asked = asked,
				 .host = host,
				 .out = out };
	int result = awake_idle(&served.source, plan_has(asked, OPT_DRY_RUN), host, out);

	free(served.errors);
	return result ? result : served.status;
}

int run_conf(const struct plan *asked, struct host *files, struct host *host, struct report *out)
{
	bool dry_run = plan_has(asked, OPT_DRY_RUN), check = plan_has(asked, OPT_CHECK);
	bool child = false;
	struct conf conf;
	int result = 0, absent = 0;

	if (plan_has(asked, OPT_SERVE))
		return serve_conf(asked, host, out);
	conf_load(&conf, asked, files, out);
	note_unmatched_blocks(&conf, !check && (dry_run || plan_has(asked, OPT_VERBOSE)), out);
	if (check)
		absent = show_absent(&conf, out);
	if (dry_run)
		show_command_lines(&conf, out);
	else
		result = run_commands(&conf, "--conf", files, host, out, &child);
	if (!child)
		result = result_of_both(result, absent);
	result = conf_result(&conf, result, child);
	/* EPERM's number is the status of a difference, which it does not show */
	return check && result == EPERM ? EACCES : result;
}

int run_save_conf(const struct plan *asked, struct host *files, struct host *host,
		  struct report *out)
{
	bool child = false;
	struct conf conf;
	int result;

	conf_find_drives(&conf, asked, host, out);
	result = run_commands(&conf, "--save-conf", files, host, out, &child);
	return conf_result(&conf, result, child);
}
