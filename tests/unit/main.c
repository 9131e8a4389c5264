// SPDX-License-Identifier: GPL-2.0-or-later
/* Runs every suite; `build/unit NAME` runs those whose name contains NAME. */
#include "suites.h"

#include <stdlib.h>
#include <string.h>

int main(int argc, char *argv[])
{
	SRunner *runner = srunner_create(NULL);
	int failed;

	/* a busy machine is no failure; a test that hangs is */
	setenv("CK_DEFAULT_TIMEOUT", "120", 0);
	if (argc > 1)
		setenv("CK_RUN_SUITE", argv[1], 1);
	for (size_t i = 0; suites[i]; i++)
		srunner_add_suite(runner, suites[i]());
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
