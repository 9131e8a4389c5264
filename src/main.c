// SPDX-License-Identifier: GPL-2.0-or-later
/* hdparm: parse the command line, and refuse or run it. */
#include "conf.h"
#include "run.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { STACK_BYTES = 1 << 18 };

/* Registers that were saved on the stack below main() may hold a piece of a password. */
static __attribute__((noinline)) void wipe_stack(void)
{
	size_t bytes = host_stack_left(STACK_BYTES);

	if (bytes)
		explicit_bzero(__builtin_alloca(bytes), bytes);
}

static void show_usage(struct report *out)
{
	report_notice(out, "%s",
		      "Usage:  hdparm  [options] [device ...]\n"
		      "\n"
		      " hdparm --list                all drives, a line each\n"
		      " hdparm -I /dev/sda           what the drive says of itself\n"
		      " hdparm -C /dev/sda           whether it is spun down; does not wake it\n"
		      " hdparm -y /dev/sda           spin it down now\n"
		      " hdparm -S 20min /dev/sda     spin it down when it was idle for 20 minutes\n"
		      " hdparm -W /dev/sda           is the write cache on?  -W0: off\n"
		      " hdparm -t /dev/sda           how fast it reads\n"
		      " hdparm --surface-scan /dev/sda        find bad sectors\n"
		      " hdparm --erase --dry-run /dev/sda     how it would be erased\n"
		      " hdparm --save-conf           settings that last, for hdparm.conf\n"
		      "\n"
		      "All options: hdparm -h   In full, by task: man hdparm");
}

/* Report why the command line is refused. Return the exit status. */
static int report_refusal(int argc, const struct plan *plan, const struct plan_error *error,
			  struct host *host, struct report *out)
{
	int status = error->status == STATUS_REFUSED ? run_unmendable(plan, host, out) : 0;

	if (!status) {
		status = error->status;
		report_error(out, NULL, status, "%s", error->text);
	}
	if (argc == 1)
		show_usage(out);
	return status;
}

/* Outside main(), so that wipe_stack() reaches the variables of this function. */
static __attribute__((noinline)) int run_line(int argc, char *argv[], bool *wipe)
{
	struct host host = { .ops = &host_kernel_ops };
	struct report out;
	struct plan_error error;
	struct plan plan;
	/* plan_parse() wipes what may be a password, perhaps this very word */
	bool named_json = words_have_option(argc, argv, OPT_JSON), refused;
	int status;

	refused = plan_parse(NULL, argc, argv, &plan, &error) || gate_check(&plan, &error);
	if (refused)
		conf_advise(&error);
	/* a refused command line may have a password at an unknown place */
	*wipe = refused || plan_has_secret(&plan);
	out = report_text(stdout, stderr);
	/* report in JSON also if a command line with --json is refused */
	if ((plan_has(&plan, OPT_JSON) || (refused && named_json)) &&
	    report_json(&out, stdout, stderr)) {
		plan_free(&plan);
		return ENOMEM;
	}
	out.out_terminal = host_is_terminal(STDOUT_FILENO);
	out.err_terminal = host_is_terminal(STDERR_FILENO);
	status = refused ? report_refusal(argc, &plan, &error, &host, &out)
			 : run_session(&plan, &host, &out);
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
