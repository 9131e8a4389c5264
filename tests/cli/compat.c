// SPDX-License-Identifier: GPL-2.0-or-later
/* Run the cases with two binaries on equal worlds. Compare stdout, exit status and the log. Of
 * stderr compare only two facts: whether it is empty on success, and the line about sense data. */
#define _GNU_SOURCE
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include "case.h"

struct difference {
	char *tag, *where, *reason; /* where: shell patterns over "file: name", or "-" */
	unsigned seen;
};

struct difference_list {
	struct difference *row;
	size_t n;
};

/* TAG | PATTERN, PATTERN or - | reason */
static bool list_read(struct difference_list *l, const char *path)
{
	FILE *f = fopen(path, "r");
	char *line = NULL;
	size_t room = 0;
	bool good = f != NULL;

	if (!f)
		perror(path);
	while (good && getline(&line, &room, f) > 0) {
		struct difference *d;
		char tag[64], where[512], reason[512];

		if (*line == '#' || *line == '\n')
			continue;
		good = sscanf(line, "%63[^ |] | %511[^|]| %511[^\n]", tag, where, reason) == 3;
		if (!good) {
			fprintf(stderr, "%s: not understood: %s", path, line);
			break;
		}
		while (*where && where[strlen(where) - 1] == ' ')
			where[strlen(where) - 1] = 0;
		l->row = realloc(l->row, (l->n + 1) * sizeof(*l->row));
		d = &l->row[l->n++];
		*d = (struct difference){ strdup(tag), strdup(where), strdup(reason), 0 };
	}
	free(line);
	if (f)
		fclose(f);
	return good;
}

static void list_free(struct difference_list *l)
{
	for (size_t i = 0; i < l->n; i++) {
		free(l->row[i].tag);
		free(l->row[i].where);
		free(l->row[i].reason);
	}
	free(l->row);
}

static bool pattern_matches(const char *patterns, const char *name)
{
	char copy[512], *save = NULL;

	snprintf(copy, sizeof(copy), "%s", patterns);
	for (char *p = strtok_r(copy, ",", &save); p; p = strtok_r(NULL, ",", &save))
		if (fnmatch(p + strspn(p, " "), name, 0) == 0)
			return true;
	return false;
}

static struct difference *allowed(struct difference_list *l, const struct case_file *f,
				  const struct test_case *c)
{
	char name[512];

	snprintf(name, sizeof(name), "%s: %s", f->base, c->name);
	for (size_t i = 0; i < l->n; i++) {
		for (size_t k = 0; k < c->differs.n; k++)
			if (!strcmp(l->row[i].tag, c->differs.line[k]))
				return &l->row[i];
		if (pattern_matches(l->row[i].where, name))
			return &l->row[i];
	}
	return NULL;
}

static bool same_lines(const struct lines *a, const struct lines *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (strcmp(a->line[i], b->line[i]))
			return false;
	return true;
}

/* Remove the lines about IDENTIFY data and exclusive opens, which change and wake nothing. All
 * other lines of the log must be equal, in the same order. */
static struct lines without_identify(const struct lines *l)
{
	struct lines kept = { 0 };

	for (size_t i = 0; i < l->n; i++)
		if (!strstr(l->line[i], " IDENTIFY ") && !strstr(l->line[i], " open exclusive"))
			lines_add(&kept, l->line[i], strlen(l->line[i]));
	return kept;
}

/* Remove the lines that show a password. 9.65 prints passwords, hdparm 10 does not. */
static struct lines without_passwords(const struct lines *l)
{
	struct lines kept = { 0 };

	for (size_t i = 0; i < l->n; i++) {
		char *line = strdup(l->line[i]), *from = strstr(line, ", password=\""), *to;

		to = from ? strstr(from, "\", user=") : NULL;
		if (to)
			memmove(from, to + 1, strlen(to + 1) + 1);
		if (strncmp(line, "security_password:", 18) != 0)
			lines_add(&kept, line, strlen(line));
		free(line);
	}
	return kept;
}

static bool same_out(const struct lines *theirs, const struct lines *ours)
{
	struct lines without = without_passwords(theirs);
	bool same = same_lines(&without, ours);

	lines_free(&without);
	return same;
}

/* True if sysfs shows that the device of the line is behind libata or the old IDE driver. */
static bool sysfs_shows_ata(const struct test_case *c, const char *line)
{
	char name[32], kind[32];

	for (size_t i = 0; i < c->devices.n; i++) {
		const char *text = c->devices.line[i];

		text += strncmp(text, "dev ", 4) ? 0 : 4;
		if (sscanf(text, "%31s %31s", name, kind) == 2 &&
		    !strncmp(line, name, strlen(name)) && line[strlen(name)] == ' ')
			return !strstr(text, " nosys") &&
			       (!strcmp(kind, "sat") || !strcmp(kind, "ata") ||
				!strcmp(kind, "ide"));
	}
	return false;
}

/* True if the line is CHECK POWER MODE, and `asked` does not have the line of the device. */
static bool is_question(const struct test_case *c, struct lines *asked, const char *line)
{
	size_t device = strcspn(line, " ");

	if (!strstr(line, " CHECK POWER MODE") || sysfs_shows_ata(c, line))
		return false;
	for (size_t i = 0; i < asked->n; i++)
		if (!strncmp(asked->line[i], line, device + 1))
			return false;
	lines_add(asked, line, strlen(line));
	return true;
}

/* Leave out one CHECK POWER MODE of ours for each device, which changes and wakes nothing: hdparm
 * 10 asks so whether a disk behind an adapter takes ATA commands. */
static bool same_log(const struct test_case *c, const struct lines *theirs,
		     const struct lines *ours)
{
	struct lines a = without_identify(theirs), b = without_identify(ours), asked = { 0 };
	size_t at = 0;
	bool same = true;

	for (size_t i = 0; i < b.n && same; i++) {
		if (at < a.n && !strcmp(a.line[at], b.line[i]))
			at++;
		else
			same = is_question(c, &asked, b.line[i]);
	}
	same &= at == a.n;
	lines_free(&a);
	lines_free(&b);
	lines_free(&asked);
	return same;
}

static bool says(const struct lines *l, const char *line)
{
	for (size_t i = 0; i < l->n; i++) {
		if (!strncmp(l->line[i], line, strlen(line)))
			return true;
	}
	return false;
}

/* True if our stderr is empty where 9.65's is and its status is 0, and sense warnings are equal. */
static bool same_err(const struct outcome *theirs, const struct outcome *ours, bool lenient)
{
	static const char *const warnings[] = { "SG_IO: bad/missing sense data, sb[]:",
						"SG_IO: questionable sense data, " };

	if (!lenient && !theirs->status && !ours->status && !theirs->err.n && ours->err.n)
		return false;
	for (size_t i = 0; i < sizeof(warnings) / sizeof(warnings[0]); i++) {
		if (says(&theirs->err, warnings[i]) != says(&ours->err, warnings[i]))
			return false;
	}
	return true;
}

/* lenient: 9.65 reports a failure on stderr, but a later command overwrites its status. */
static bool same_status(const struct outcome *theirs, const struct outcome *ours, bool lenient)
{
	return theirs->status == ours->status ||
	       (lenient && ours->status && theirs->err.n && ours->err.n);
}

static bool compare(FILE *report, const struct test_case *c, const struct step *s,
		    const struct outcome *theirs, const struct outcome *ours, bool lenient)
{
	bool same = same_out(&theirs->out, &ours->out) && same_log(c, &theirs->log, &ours->log) &&
		    same_status(theirs, ours, lenient) && same_err(theirs, ours, lenient);

	if (same)
		return true;
	fprintf(report, "  $ %s\n", s->text);
	if (!same_out(&theirs->out, &ours->out))
		lines_show(report, '|', &theirs->out, &ours->out);
	if (!same_err(theirs, ours, lenient))
		lines_show(report, '!', &theirs->err, &ours->err);
	if (theirs->status != ours->status)
		fprintf(report, "  - ?%d\n  + ?%d\n", theirs->status, ours->status);
	if (!same_log(c, &theirs->log, &ours->log))
		lines_show(report, '>', &theirs->log, &ours->log);
	return false;
}

/* 1: equal, 0: different, -1: could not be run. */
static int run_both(struct runner *r, FILE *report, const struct case_file *f,
		    const struct test_case *c, bool lenient)
{
	char message[256];
	int same = 1;

	for (int b = 0; b < 2; b++)
		if (!runner_begin(&r[b], f, c, message, sizeof(message)))
			goto broken;
	for (size_t i = 0; i < c->steps; i++) {
		const struct step *s = &c->step[i];
		struct outcome o[2];

		for (int b = 0; b < 2; b++) {
			bool good =
				s->kind == STEP_CHANGE
					? runner_change(&r[b], f, s->text, message, sizeof(message))
					: runner_run(&r[b], s, &o[b], message, sizeof(message));

			if (!good)
				goto broken;
		}
		if (s->kind == STEP_CHANGE)
			continue;
		same &= compare(report, c, s, &o[0], &o[1], lenient);
		outcome_free(&o[0]);
		outcome_free(&o[1]);
	}
	return same;
broken:
	fprintf(report, "%s\n", message);
	return -1;
}

struct sums {
	unsigned compared, identical, unlisted, stale;
};

static void judge(struct difference_list *l, const struct case_file *f, const struct test_case *c,
		  int same, const char *report, struct sums *sum)
{
	struct difference *d = allowed(l, f, c);

	sum->compared++;
	if (same > 0) {
		sum->identical++;
		if (c->differs.n) {
			printf("%s:%zu: %s: says 'differs %s', but is identical\n", f->path,
			       c->line + 1, c->name, c->differs.line[0]);
			sum->stale++;
		}
		return;
	}
	if (d && same == 0) {
		d->seen++;
		return;
	}
	printf("%s:%zu: %s%s\n%s", f->path, c->line + 1, c->name,
	       c->differs.n ? " (its tag is not in the list)" : "", report);
	sum->unlisted++;
}

static void compare_file(struct runner *r, struct difference_list *l, const struct case_file *f,
			 bool lenient, struct sums *sum)
{
	for (size_t i = 0; i < f->n; i++) {
		char *report = NULL;
		size_t size = 0;
		FILE *text;
		int same;

		if (f->cases[i].only_ours)
			continue;
		text = open_memstream(&report, &size);
		same = run_both(r, text, f, &f->cases[i], lenient);
		fclose(text);
		judge(l, f, &f->cases[i], same, report, sum);
		free(report);
	}
}

int compat_run(const char *oracle, const char *ours, const char *shim, const char *list,
	       char **paths, size_t n)
{
	struct runner r[2] = { 0 };
	struct difference_list l = { 0 };
	struct sums sum = { 0 };
	bool good = !list || list_read(&l, list);

	good = good && runner_open(&r[0], oracle, shim) && runner_open(&r[1], ours, shim);
	for (size_t i = 0; good && i < n; i++) {
		struct case_file f;

		good = case_file_read(&f, paths[i]);
		if (good)
			compare_file(r, &l, &f, !list, &sum);
		case_file_free(&f);
	}
	for (size_t i = 0; i < l.n; i++)
		if (!l.row[i].seen && strcmp(l.row[i].where, "generated")) {
			printf("%s: %s: listed, but nothing differs because of it\n", list,
			       l.row[i].tag);
			sum.stale++;
		}
	list_free(&l);
	printf("listed differences %u, unlisted %u, stale %u\n",
	       sum.compared - sum.identical - sum.unlisted, sum.unlisted, sum.stale);
	printf("identical %u/%u\n", sum.identical, sum.compared);
	return good && !sum.unlisted && !sum.stale && sum.compared ? 0 : 1;
}
