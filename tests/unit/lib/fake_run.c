// SPDX-License-Identifier: GPL-2.0-or-later
#include "fake_machine.h"
#include "run/parts.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 32 };

struct fake_run fake_run(struct fake_machine *machine, const char *line)
{
	char *words = strdup(line), *argv[WORDS] = { strdup("hdparm") };
	struct fake_run run = { 0, NULL, NULL };
	struct plan_error error;
	struct report report;
	struct plan plan;
	size_t out_bytes, err_bytes;
	FILE *out = open_memstream(&run.out, &out_bytes);
	FILE *err = open_memstream(&run.err, &err_bytes);
	int argc = 1;

	for (char *word = strtok(words, " "); word && argc < WORDS - 1; word = strtok(NULL, " "))
		argv[argc++] = word;
	report = report_text(out, err);
	if (words_have_option(argc, argv, OPT_JSON) && report_json(&report, out, err))
		abort();
	if (plan_parse(NULL, argc, argv, &plan, &error) || gate_check(&plan, &error)) {
		report_error(&report, NULL, error.status, "%s", error.text);
		run.status = error.status;
	} else {
		run.status = status_of(run_steps(&plan, NULL, fake_host(machine), &report));
	}
	plan_free(&plan);
	run.status = report_finish(&report, run.status);
	fclose(out);
	fclose(err);
	free(argv[0]);
	free(words);
	return run;
}

void fake_run_free(struct fake_run *run)
{
	free(run->out);
	free(run->err);
}
