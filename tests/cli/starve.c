// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Run every command of the cases again and again, each time with another failing allocation: the
 * first, the second, up to the last. Each run must report the failure, or end with status 0 and the
 * same result as with enough memory. Lines of sh whose status is not hdparm's are skipped and
 * counted.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "case.h"
#include "../alloc/failing.h"

/* Statuses of a killed command: by a signal, or by the runner's time limit. */
enum { KILLED = 128, FAULTS_OF_ONE = 3 };

struct starving {
	struct runner *r;
	const struct case_file *file;
	const struct test_case *c;
	size_t at;	      /* the step in which memory fails */
	const char *when;     /* number of the failing allocation, as the library reads it */
	struct outcome *good; /* outcome of each step with enough memory */
	bool json;	      /* each command with --json */
	FILE *report;
	unsigned passed, failed;
	unsigned left_out; /* commands whose status is not hdparm's */
};

static struct allocations *map_allocations(const struct runner *r)
{
	struct allocations *shared;
	char path[200];
	int fd;

	snprintf(path, sizeof(path), "%s/" ALLOCATIONS_FILE, r->world);
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0 || ftruncate(fd, sizeof(*shared))) {
		perror(path);
		exit(2);
	}
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (shared == MAP_FAILED) {
		perror(path);
		exit(2);
	}
	return shared;
}

static bool fault(struct starving *s, const char *what, const char *detail)
{
	s->failed++;
	fprintf(s->report, "%s:%zu: %s\n  $ %s%s\n  request %s for memory fails: %s%s\n",
		s->file->path, s->c->step[s->at].line + 1, s->c->name, s->c->step[s->at].text,
		s->json ? " with --json" : "", s->when, what, detail);
	return false;
}

static bool same_lines(const struct lines *a, const struct lines *b)
{
	for (size_t i = 0; a->n == b->n && i < a->n; i++)
		if (strcmp(a->line[i], b->line[i]) != 0)
			return false;
	return a->n == b->n;
}

/* Sort the log: with --jobs the lines of several devices come in any order. */
static void sort_log(struct lines *log)
{
	for (size_t i = 1; i < log->n; i++)
		for (size_t k = i; k; k--) {
			char *before = log->line[k - 1], *line = log->line[k];
			size_t n = strcspn(before, " ");

			if (strcspn(line, " ") == n ? strncmp(before, line, n) <= 0
						    : strcmp(before, line) < 0)
				break;
			log->line[k - 1] = line;
			log->line[k] = before;
		}
}

/* True if the outcome is the good one, or matches the patterns of the expectation. */
static bool as_good(const struct lines *want, const struct lines *good, const struct lines *got)
{
	return same_lines(good, got) || (lines_match(want, good) && lines_match(want, got));
}

/* True if the log line is a query: more queries are allowed. */
static bool is_question(const char *line)
{
	static const char *const questions[] = {
		" IDENTIFY ",	" CHECK POWER MODE", " READ ",
		" SMART READ ", " INQUIRY",	     " MODE SENSE "
	};
	const char *command = line + strcspn(line, " ");

	for (size_t i = 0; i < sizeof(questions) / sizeof(*questions); i++)
		if (!strncmp(command, questions[i], strlen(questions[i])))
			return true;
	/* FEATURE 0: GET NATIVE MAX ADDRESS EXT */
	return !strcmp(command, " ACCESSIBLE MAX ADDRESS CONFIGURATION");
}

/* True if the log line is about the program's memory (tests/fake/wrapsecret.c), not a command. */
static bool is_remark(const char *line)
{
	return !strncmp(line, "secret:", 7) || !strncmp(line, "guard:", 6);
}

static const char *first_command(const struct lines *log)
{
	for (size_t i = 0; i < log->n; i++)
		if (!is_remark(log->line[i]))
			return log->line[i];
	return NULL;
}

/* True if the log line is a lock that is taken with enough memory, too. */
static bool is_known_lock(const struct lines *good, const char *line)
{
	for (size_t i = 0; i < good->n && strstr(line, " open exclusive"); i++)
		if (!strcmp(good->line[i], line))
			return true;
	return false;
}

/* Return a change that does not happen with enough memory, or happens twice; or NULL. */
static const char *other_change(const struct lines *good, const struct lines *got)
{
	size_t k = 0;

	for (size_t i = 0; i < got->n; i++) {
		if (is_question(got->line[i]) || is_remark(got->line[i]) ||
		    is_known_lock(good, got->line[i]))
			continue;
		while (k < good->n && strcmp(good->line[k], got->line[i]) != 0)
			k++;
		if (k++ >= good->n)
			return got->line[i];
	}
	return NULL;
}

static bool tells(const struct lines *err, const char *what)
{
	for (size_t i = 0; i < err->n; i++)
		if (strstr(err->line[i], "hdparm: ") && strstr(err->line[i], what))
			return true;
	return false;
}

/* True if stdout is a document; or ends with one in a line, as of --idle-standby. */
static bool read_document(const struct lines *out, int *status)
{
	const struct lines last = { .line = out->line + out->n - 1, .n = 1 };
	const struct lines *const parts[] = { out, &last };
	bool whole = false;

	for (size_t i = 0; i < 2 && !whole; i++) {
		char *text = document_text(parts[i]);

		whole = document_read(text, status);
		free(text);
	}
	return whole;
}

/* True if the document is complete and ends with the status. */
static bool sound_document(struct starving *s, const struct outcome *got)
{
	int status = -1;
	bool whole = read_document(&got->out, &status);

	if (!whole)
		return fault(s, "stdout is no JSON document", "");
	return status == got->status ||
	       fault(s, "the document has another status than the program", "");
}

static bool judge(struct starving *s, const struct step *step, const struct outcome *good,
		  const struct outcome *got)
{
	bool all_done = as_good(&step->want.out, &good->out, &got->out) &&
			as_good(&step->want.err, &good->err, &got->err) &&
			as_good(&step->want.log, &good->log, &got->log);
	bool interrupted = good->status >= KILLED; /* ended by a signal */
	char *text = document_text(&good->out);
	int status;
	bool document = document_read(text, &status);

	free(text);
	if (got->status == good->status && (all_done || interrupted))
		return true;
	if (got->status >= KILLED)
		return fault(s, "killed, by a signal or since it hangs", "");
	if (got->status == 0)
		return fault(s, "status 0, but not all that was to be done or said", "");
	if (!tells(&got->err, "memory"))
		return fault(s, "not a word of memory on stderr", "");
	if (!interrupted && got->status != ENOMEM && got->status != good->status)
		return fault(s, "another status than 12", "");
	if (tells(&got->err, "nothing is done") && first_command(&got->log))
		return fault(s, "something is done all the same: ", first_command(&got->log));
	if (!interrupted && !as_good(&step->want.log, &good->log, &got->log) &&
	    other_change(&good->log, &got->log))
		return fault(s, "another change: ", other_change(&good->log, &got->log));
	return !document || !got->out.n || sound_document(s, got);
}

/* Return the text after "hdparm " if hdparm runs once, as the only or last command of the line: its
 * status is the line's. NULL for other lines. */
static const char *arguments(const char *text)
{
	static const char alone[] = "hdparm ", last[] = "; hdparm ";
	const char *at = strncmp(text, alone, strlen(alone)) ? strstr(text, last) : text;

	if (at)
		at += at == text ? strlen(alone) : strlen(last);
	return at && strstr(text, "hdparm ") + strlen("hdparm ") == at && !strpbrk(at, "|;&<>$(`*?")
		       ? at
		       : NULL;
}

static bool run_step(struct starving *s, const struct step *step, struct outcome *got)
{
	char message[256], text[4096];
	struct step other = *step;
	const char *rest = s->json ? arguments(step->text) : NULL;
	bool good;

	memset(got, 0, sizeof(*got));
	if (rest) {
		snprintf(text, sizeof(text), "%.*s--json %s", (int)(rest - step->text), step->text,
			 rest);
		other.text = text;
	}
	if (step->kind == STEP_CHANGE)
		good = runner_change(s->r, s->file, step->text, message, sizeof(message));
	else
		good = runner_run(s->r, &other, got, message, sizeof(message));
	sort_log(&got->log);
	return good || fault(s, message, "");
}

static bool begin(struct starving *s)
{
	char message[256];

	return runner_begin(s->r, s->file, s->c, message, sizeof(message)) || fault(s, message, "");
}

/* After a success the later steps must succeed, too: an output file exists, for example. */
static bool run_rest(struct starving *s)
{
	bool good = true;

	for (size_t i = s->at + 1; i < s->c->steps && good; i++) {
		const struct step *step = &s->c->step[i];
		struct outcome got;

		good = run_step(s, step, &got);
		if (good && step->kind == STEP_COMMAND &&
		    !(as_good(&step->want.out, &s->good[i].out, &got.out) &&
		      as_good(&step->want.log, &s->good[i].log, &got.log) &&
		      got.status == s->good[i].status))
			good = fault(s, "then goes wrong: ", step->text);
		outcome_free(&got);
	}
	return good;
}

/* Run the case once. False if no allocation failed, or if the case could not be run. */
static bool starve_once(struct starving *s)
{
	struct allocations *shared = NULL;
	struct outcome got;
	bool failed = false;

	if (!begin(s))
		return false;
	for (size_t i = 0; i < s->at; i++) {
		bool run = run_step(s, &s->c->step[i], &got);

		outcome_free(&got);
		if (!run)
			return false;
	}
	shared = map_allocations(s->r);
	s->r->fail_alloc = s->when;
	if (run_step(s, &s->c->step[s->at], &got)) {
		failed = shared->failed;
		s->r->fail_alloc = NULL;
		if (failed && judge(s, &s->c->step[s->at], &s->good[s->at], &got) &&
		    (got.status || run_rest(s)))
			s->passed++;
	}
	s->r->fail_alloc = NULL;
	munmap(shared, sizeof(*shared));
	outcome_free(&got);
	return failed;
}

/* Let the allocations first, first + every, ... fail, one in each run. */
static void starve_steps(struct starving *s, const char *later, unsigned first, unsigned every)
{
	char when[32];
	bool good = true;

	s->good = calloc(s->c->steps, sizeof(*s->good));
	s->at = 0;
	s->when = "0";
	good = s->good && begin(s);
	for (size_t i = 0; i < s->c->steps && good; i++)
		good = run_step(s, &s->c->step[i], &s->good[i]);
	s->when = when;
	for (; s->at < s->c->steps && good; s->at++) {
		const struct step *step = &s->c->step[s->at];
		unsigned faults = s->failed;

		if (step->kind != STEP_COMMAND)
			continue;
		if (!arguments(step->text)) {
			s->left_out++;
			continue;
		}
		/* a few faults of one command are enough */
		for (unsigned long i = first; s->failed < faults + FAULTS_OF_ONE; i += every) {
			snprintf(when, sizeof(when), "%lu%s", i, later);
			if (!starve_once(s))
				break;
		}
	}
	for (size_t i = 0; s->good && i < s->c->steps; i++)
		outcome_free(&s->good[i]);
	free(s->good);
}

void starve_case(struct runner *r, FILE *report, const struct case_file *f,
		 const struct test_case *c, struct tally *tally)
{
	for (unsigned way = 0; way < 4; way++) {
		struct starving s = { .r = r, .report = report, .file = f, .c = c };

		s.json = way & 1;
		/* each way begins at another allocation: together they skip none of four */
		starve_steps(&s, way & 2 ? "+" : "", 1 + way % r->fail_every, r->fail_every);
		tally->passed += s.passed;
		tally->failed += s.failed;
		tally->left_out += way ? 0 : s.left_out;
	}
}
