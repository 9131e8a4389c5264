// SPDX-License-Identifier: GPL-2.0-or-later
/* --conf: the file's command lines one after the other, each as if it had been typed. */
#include "conf.h"
#include "parts.h"

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
static void tell_unmatched(const struct conf *conf, bool people_ask, struct report *out)
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

/* The failure of a device has priority over an error in the file. */
static int run_commands(const struct conf *conf, struct host *host, struct report *out)
{
	int result = 0;

	report_device_end(out);
	for (size_t i = 0; i < conf->n && result != RESULT_INTERRUPTED; i++)
		result = result_of_both(result, run_plan(&conf->commands[i].plan, host, out));
	return result;
}

int run_conf(const struct plan *asked, struct host *files, struct host *host, struct report *out)
{
	bool dry_run = plan_has(asked, OPT_DRY_RUN);
	struct conf conf;
	int result = 0;

	conf_load(&conf, asked, files, out);
	tell_unmatched(&conf, dry_run || plan_has(asked, OPT_VERBOSE), out);
	if (dry_run)
		show_command_lines(&conf, out);
	else
		result = run_commands(&conf, host, out);
	result = result_of_both(result, conf.status);
	conf_free(&conf);
	return result;
}
