// SPDX-License-Identifier: GPL-2.0-or-later
/* Fake devices without a case file: for one command, or for other programs. */
#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "case.h"
#include "../fake/kernel.h"

static char by_hand[] = "by hand", here[] = ".";
static const struct case_file file = { .path = by_hand, .folder = here };

int by_hand_run(struct runner *r, char **words, int n)
{
	struct test_case c = { .name = by_hand };
	struct step s = { .kind = STEP_COMMAND };
	struct outcome got;
	char message[256], text[4096] = "hdparm";
	int i = 0;

	for (; i < n && strcmp(words[i], "--"); i++)
		lines_add(&c.devices, words[i], strlen(words[i]));
	for (i++; i < n; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), " '%s'", words[i]);
	s.text = text;
	if (!runner_open(r, r->binary, r->shim))
		return 2;
	if (r->failing)
		r->fail_alloc = getenv("FAKE_FAIL_ALLOC");
	if (!runner_begin(r, &file, &c, message, sizeof(message)) ||
	    !runner_run(r, &s, &got, message, sizeof(message))) {
		fprintf(stderr, "%s\n", message);
		return 2;
	}
	for (size_t k = 0; k < got.out.n; k++)
		printf("|%s\n", got.out.line[k]);
	for (size_t k = 0; k < got.err.n; k++)
		printf("!%s\n", got.err.line[k]);
	printf("?%d\n", got.status);
	for (size_t k = 0; k < got.log.n; k++)
		printf(">%s\n", got.log.line[k]);
	lines_free(&c.devices);
	outcome_free(&got);
	return 0;
}

/* True for a folder with a world, or without any file: a fresh world removes all files. */
static bool may_empty(const char *path)
{
	DIR *folder = opendir(path);
	size_t files = 0;

	while (folder && readdir(folder))
		files++;
	if (folder)
		closedir(folder);
	/* the two are "." and ".." */
	return files == 2 || world_open(path);
}

int by_hand_world(const char *folder, bool change, char **words, int n)
{
	struct test_case c = { .name = by_hand };
	struct runner r = { 0 };
	char message[256], real[PATH_MAX];
	bool good;

	if (!change)
		mkdir(folder, 0777);
	if (!realpath(folder, real) || strlen(real) >= sizeof(r.world)) {
		fprintf(stderr, "runner: %s: no folder for a world\n", folder);
		return 2;
	}
	if (change ? !world_open(real) : !may_empty(real)) {
		fprintf(stderr, "runner: %s: %s\n", folder,
			change ? "no world" : "has files and no world: nothing is removed");
		return 2;
	}
	strcpy(r.world, real);
	for (int i = 0; i < n && !change; i++)
		lines_add(&c.devices, words[i], strlen(words[i]));
	good = change || runner_begin(&r, &file, &c, message, sizeof(message));
	for (int i = 0; i < n && change && good; i++)
		good = runner_change(&r, &file, words[i], message, sizeof(message));
	if (!good)
		fprintf(stderr, "runner: %s\n", message);
	lines_free(&c.devices);
	return good ? 0 : 2;
}
