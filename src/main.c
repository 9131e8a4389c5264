// SPDX-License-Identifier: GPL-2.0-or-later
/* hdparm: parse the command line, check the gates, run the plan. */
#include "run.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* A refused command line is reported in JSON too if it asks for that. */
static int make_report(struct report *out, bool json)
{
	if (json)
		return report_json(out, stdout, stderr);
	*out = report_text(stdout, stderr);
	return 0;
}

enum { STACK_BYTES = 1 << 18 };

/*
 * Wipe copies of registers on the stack, which may hold a piece of a password, as after a signal.
 * Each variable with a password has been wiped by its owner.
 */
static __attribute__((noinline)) void wipe_stack(void)
{
	char below[STACK_BYTES];

	explicit_bzero(below, sizeof(below));
}

/* A refused command line may contain a password in an unknown place. */
static bool had_password(const struct plan *plan, bool refused)
{
	return refused || plan->n_secrets || plan_has(plan, OPT_CONF) ||
	       plan_has(plan, OPT_SECURITY_PASSWORD_FILE) || plan_has(plan, OPT_SECURITY_PROMPT);
}

/* Passwords stay out of main()'s own variables, which wipe_stack(), called by it, cannot reach. */
static __attribute__((noinline)) int run_line(int argc, char *argv[], bool *wipe)
{
	struct host host = { .ops = &host_kernel_ops };
	struct report out;
	struct plan_error error;
	struct plan plan;
	bool refused;
	int status;

	refused = plan_parse(NULL, argc, argv, &plan, &error) || gate_check(&plan, &error);
	if (make_report(&out, plan_has(&plan, OPT_JSON) ||
				      (refused && words_have_option(argc, argv, OPT_JSON)))) {
		plan_free(&plan);
		return ENOMEM;
	}
	out.out_terminal = host_is_terminal(STDOUT_FILENO);
	out.err_terminal = host_is_terminal(STDERR_FILENO);
	if (refused) {
		report_error(&out, NULL, error.status, "%s", error.text);
		if (argc == 1)
			show_everyday(&out);
		status = error.status;
	} else {
		status = run_session(&plan, &host, &out);
	}
	*wipe = had_password(&plan, refused);
	plan_free(&plan);
	return report_finish(&out, status);
}

int main(int argc, char *argv[])
{
	bool wipe = false;
	int status = -host_claim_streams();

	if (status)
		return status;
	host_settle_signals();
	status = run_line(argc, argv, &wipe);
	if (wipe)
		wipe_stack();
	return status;
}
