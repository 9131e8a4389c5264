// SPDX-License-Identifier: GPL-2.0-or-later
/* hdparm: understand the command line, pass the gates, run the plan. */
#include "action.h"

int main(int argc, char *argv[])
{
	struct host host = { &host_kernel_ops };
	struct report out = report_text(stdout, stderr);
	struct plan_error error;
	struct plan plan;
	int status;

	out.out_terminal = host_is_terminal(&host, fileno(stdout));
	out.err_terminal = host_is_terminal(&host, fileno(stderr));

	if (plan_parse(argc, argv, &plan, &error) || gate_check(&plan, &error)) {
		report_error(&out, NULL, error.status, "%s", error.text);
		status = error.status;
	} else {
		status = run_plan(&plan, &host, &out);
	}
	plan_free(&plan);
	return report_finish(&out, status);
}
