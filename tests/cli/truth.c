// SPDX-License-Identifier: GPL-2.0-or-later
/* Properties after any fault, without expectations: each failure is reported, each line is
 * complete, and statements about a drive are true, compared with the fake drive. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "case.h"
#include "../fake/kernel.h"

/* A line of a query and the IDENTIFY flag that it shows; word 0: another value. */
struct claim {
	const char *label;
	unsigned word, bit;
};

static const struct claim claims[] = {
	{ " write-read-verify =", 120, 1 },
};

static const char *const messages[] = {
	"hdparm: ",
	"SG_IO: bad/missing sense data, sb[]:",
};

static bool fault(FILE *report, const struct step *s, const char *what, const char *line)
{
	fprintf(report, "  $ %s\n  %s: %s\n", s->text, what, line);
	return false;
}

static bool known_message(const char *line)
{
	for (size_t i = 0; i < sizeof(messages) / sizeof(*messages); i++)
		if (!strncmp(line, messages[i], strlen(messages[i])))
			return true;
	return false;
}

/* True if -C may print this for a drive in this state; "unknown" is never wrong. */
static bool true_state(const struct drive *d, const char *said)
{
	switch (d->power) {
	case POWER_STANDBY:
	case POWER_STANDBY_Y:
	case POWER_SLEEP:
		return !strcmp(said, "standby");
	case POWER_IDLE:
	case POWER_IDLE_A:
	case POWER_IDLE_B:
	case POWER_IDLE_C:
		return !strcmp(said, "idle");
	case POWER_ACTIVE_NV_DOWN:
		return !strcmp(said, "NVcache_spindown");
	case POWER_ACTIVE_NV_UP:
		return !strcmp(said, "NVcache_spinup");
	case POWER_ACTIVE:
		return !strcmp(said, "active/idle");
	}
	return false;
}

static bool true_claim(const struct world *w, const struct fake_device *dev, const char *line)
{
	static const char state[] = " drive state is:  ", cache[] = " write-caching =";
	static const char ahead[] = " look-ahead    =";
	const struct drive *d = &dev->drive;

	if (!strncmp(line, state, strlen(state)))
		return !strcmp(line + strlen(state), "unknown") ||
		       true_state(d, line + strlen(state));
	if (!strncmp(line, cache, strlen(cache)) && !strstr(line, "not supported"))
		return fake_write_cache(w, dev) == atoi(line + strlen(cache));
	if (!strncmp(line, ahead, strlen(ahead)) && !strstr(line, "not supported"))
		return fake_look_ahead(dev) == atoi(line + strlen(ahead));
	for (size_t i = 0; i < sizeof(claims) / sizeof(*claims); i++) {
		const struct claim *c = &claims[i];
		size_t n = strlen(c->label);

		if (!strncmp(line, c->label, n) && !strstr(line, "not supported"))
			return drive_bit(d, c->word, c->bit) == (unsigned)atoi(line + n);
	}
	return true;
}

/* Compare the lines below a heading with that drive; without a heading (-q) compare nothing. */
static bool claims_true(FILE *report, struct world *w, const struct step *s,
			const struct outcome *got)
{
	const struct fake_device *d = NULL;
	bool good = true;
	char path[80];

	for (size_t i = 0; i < got->out.n; i++) {
		const char *line = got->out.line[i];
		size_t n = strlen(line);
		struct fake_device *dev;

		if (*line == '/' && n < sizeof(path) && line[n - 1] == ':') {
			snprintf(path, sizeof(path), "%.*s", (int)n - 1, line);
			dev = world_find(w, path);
			d = dev ? fake_whole(w, dev) : NULL;
		} else if (d && !true_claim(w, d, line)) {
			good = fault(report, s, "the drive says otherwise", line);
		}
	}
	return good;
}

static bool sound(FILE *report, struct world *w, const struct step *s, const struct outcome *got)
{
	const struct lines *out = &got->out;
	bool good = true;

	if (got->status >= 126)
		good = fault(report, s, "status", "no program ends so");
	if (got->status && !got->err.n)
		good = fault(report, s, "status", "a failure without a word");
	for (size_t i = 0; i < got->err.n; i++)
		if (!known_message(got->err.line[i]))
			good = fault(report, s, "stderr", got->err.line[i]);
	if (out->n && strlen(out->line[out->n - 1]) > 2 &&
	    !strcmp(out->line[out->n - 1] + strlen(out->line[out->n - 1]) - 2, "\\c"))
		good = fault(report, s, "stdout ends in a half line", out->line[out->n - 1]);
	return claims_true(report, w, s, got) && good;
}

static bool truth_case(struct runner *r, FILE *report, const struct case_file *f,
		       const struct test_case *c)
{
	char message[256] = "";
	bool good = runner_begin(r, f, c, message, sizeof(message));

	for (size_t i = 0; good && i < c->steps; i++) {
		struct outcome got;
		struct world *w;

		good = runner_run(r, &c->step[i], &got, message, sizeof(message));
		if (!good)
			break;
		w = runner_world(r, false);
		good = sound(report, w, &c->step[i], &got);
		munmap(w, sizeof(*w));
		outcome_free(&got);
	}
	if (!good)
		fprintf(report, "%s:%zu: %s %s\n", f->path, c->line + 1, c->name, message);
	return good;
}

int truth_run(const char *binary, const char *shim, char **paths, size_t n)
{
	struct runner r = { 0 };
	unsigned passed = 0, failed = 0;

	if (!runner_open(&r, binary, shim))
		return 1;
	for (size_t i = 0; i < n; i++) {
		struct case_file f;

		if (!case_file_read(&f, paths[i]))
			failed++;
		for (size_t k = 0; k < f.n; k++) {
			if (truth_case(&r, stdout, &f, &f.cases[k]))
				passed++;
			else
				failed++;
		}
		case_file_free(&f);
	}
	printf("%u passed, %u failed (truth)\n", passed, failed);
	return failed || !passed;
}
