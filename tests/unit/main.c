// SPDX-License-Identifier: GPL-2.0-or-later
/* Run every suite; `build/unit NAME` runs one suite, `build/unit 1/2` and 2/2 every second one. */
#include "lib/scratch.h"
#include "suites.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int run(int argc, char **argv)
{
	SRunner *runner = srunner_create(NULL);
	bool half = argc > 1 && (!strcmp(argv[1], "1/2") || !strcmp(argv[1], "2/2"));
	size_t first = half && argv[1][0] == '2', step = half ? 2 : 1;
	int ran, failed;

	/* a busy machine must not fail; a test that hangs must */
	setenv("CK_DEFAULT_TIMEOUT", "120", 0);
	if (argc > 1 && !half)
		setenv("CK_RUN_SUITE", argv[1], 1);
	for (size_t i = 0; suites[i]; i++)
		if (i % step == first)
			srunner_add_suite(runner, suites[i]());
	srunner_run_all(runner, CK_NORMAL);
	ran = srunner_ntests_run(runner);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	if (!ran)
		fprintf(stderr, "unit: no test ran%s%s\n", argc > 1 ? ": there is no suite " : "",
			argc > 1 ? argv[1] : "");
	return failed || !ran ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	return scratch_run("hdparm-unit", run, argc, argv);
}
