// SPDX-License-Identifier: GPL-2.0-or-later
/* Anybody may write a recording: with any file as the machine, every query must end in order. */
#include "fuzz.h"
#include "run/parts.h"
#include "recording.h"

#include <stdlib.h>
#include <string.h>

static void ask(struct host *host, const char *words)
{
	char line[160];
	char *argv[16], *rest = NULL, *text = NULL;
	int argc = 0;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	struct plan_error error;
	struct report report;
	struct plan plan;

	if (!out)
		abort();
	snprintf(line, sizeof(line), "hdparm %s", words);
	for (char *word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		argv[argc++] = word;
	report = report_text(out, out);
	if (plan_parse(NULL, argc, argv, &plan, &error))
		abort();
	run_steps(&plan, NULL, host, &report);
	report_finish(&report, 0);
	plan_free(&plan);
	fclose(out);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	static const char *const lines[] = {
		"-acdgkmur -C -W -B -i /dev/sda",
		"-I -H -N -M -R -J /dev/sda",
		"-qW0 -S12 -y /dev/sda",
		"-Q -f /dev/sda",
		"--dco-identify --read-sector 1 /dev/sda",
		"--sanitize-status /dev/sda",
		"--yes-i-know-what-i-am-doing --sanitize-block-erase /dev/sda",
		"--security-password-file pw --security-erase /dev/sda",
		"--please-destroy-my-drive --yes-i-know-what-i-am-doing --fwdownload fw /dev/sda",
		"--transport sat12 --if-awake -C /dev/sda",
		"--error-recovery --command-timeout --sct-feature write-cache /dev/sda",
		"--error-recovery 7s,keep,else=180 --sct-feature write-cache off,keep /dev/sda",
		"--fibmap f",
	};
	struct host kernel = { .ops = &host_kernel_ops };
	char fault[REPLAY_FAULT_BYTES] = "";

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		char *copy = malloc(bytes ? bytes : 1);
		struct host *replay;

		if (!copy)
			abort();
		/* a copy of the exact size: a sanitizer detects a read beyond it */
		memcpy(copy, data, bytes);
		replay = replay_new(&kernel, copy, bytes, fault);
		free(copy);
		if (!replay) {
			if (strncmp(fault, "line ", 5) && strcmp(fault, "out of memory"))
				abort();
			return 0;
		}
		ask(replay, lines[i]);
		recording_free(replay);
	}
	return 0;
}
