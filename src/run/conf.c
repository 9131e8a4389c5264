// SPDX-License-Identifier: GPL-2.0-or-later
/* --conf: the file's command lines one after the other, each as if it had been typed. */
#include "action.h"
#include "conf.h"

/* For people a line each, ready to paste; for machines a list of the same. */
static void show(const struct conf *conf, struct report *out)
{
	report_array_begin(out, "command_lines");
	for (size_t i = 0; i < conf->n; i++)
		report_string(out, "command_line", conf->commands[i].shown, "%s\n",
			      conf->commands[i].shown);
	report_section_end(out);
}

/* A device's own failure goes before what was wrong with the file. */
static int run_commands(const struct conf *conf, struct host *host, struct report *out)
{
	int result = 0;

	for (size_t i = 0; i < conf->n && result != RESULT_INTERRUPTED; i++)
		result = result_of_both(result, run_plan(&conf->commands[i].plan, host, out));
	return result;
}

int run_conf(const struct plan *asked, struct host *files, struct host *host, struct report *out)
{
	struct conf conf;
	int result = 0;

	conf_load(&conf, asked, files, out);
	if (plan_has(asked, OPT_DRY_RUN))
		show(&conf, out);
	else
		result = run_commands(&conf, host, out);
	result = result_of_both(result, conf.status);
	conf_free(&conf);
	return result;
}
