// SPDX-License-Identifier: GPL-2.0-or-later
/* Case files: text into cases, and cases with new expectations into text. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "case.h"

static void *more(void *p, size_t bytes)
{
	p = realloc(p, bytes);
	if (!p) {
		perror("runner");
		exit(2);
	}
	return p;
}

static char *copy(const char *text, size_t length)
{
	char *p = more(NULL, length + 1);

	memcpy(p, text, length);
	p[length] = 0;
	return p;
}

void lines_add(struct lines *l, const char *text, size_t length)
{
	if (l->n == l->room) {
		l->room = l->room ? 2 * l->room : 8;
		l->line = more(l->line, l->room * sizeof(*l->line));
	}
	l->line[l->n++] = copy(text, length);
}

void lines_free(struct lines *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->line[i]);
	free(l->line);
	memset(l, 0, sizeof(*l));
}

void outcome_free(struct outcome *o)
{
	lines_free(&o->out);
	lines_free(&o->err);
	lines_free(&o->log);
}

static bool read_lines(const char *path, struct lines *l)
{
	FILE *f = fopen(path, "r");
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	if (!f) {
		perror(path);
		return false;
	}
	while ((n = getline(&line, &room, f)) >= 0) {
		if (n && line[n - 1] == '\n')
			n--;
		lines_add(l, line, (size_t)n);
	}
	free(line);
	fclose(f);
	return true;
}

static struct test_case *new_case(struct case_file *f, const char *name, size_t at)
{
	struct test_case *c;

	f->cases = more(f->cases, (f->n + 1) * sizeof(*f->cases));
	c = &f->cases[f->n++];
	memset(c, 0, sizeof(*c));
	c->name = copy(name, strlen(name));
	c->line = at;
	return c;
}

static struct step *new_step(struct test_case *c, enum step_kind kind, const char *text, size_t at)
{
	struct step *s;

	c->step = more(c->step, (c->steps + 1) * sizeof(*c->step));
	s = &c->step[c->steps++];
	memset(s, 0, sizeof(*s));
	s->kind = kind;
	s->text = copy(text, strlen(text));
	s->line = at;
	s->first = s->end = at + 1;
	return s;
}

static const char *after(const char *line, const char *word)
{
	size_t n = strlen(word);

	return strncmp(line, word, n) ? NULL : line + n + strspn(line + n, " \t");
}

/* "|", "!", "?", ">": the expectation of the previous command. */
static bool expectation(struct step *s, const char *line, size_t at)
{
	struct lines *l;

	if (!s || s->kind != STEP_COMMAND)
		return false;
	s->end = at + 1;
	if (line[0] == '?') {
		s->want.status = atoi(line + 1);
		return true;
	}
	l = line[0] == '|' ? &s->want.out : line[0] == '!' ? &s->want.err : &s->want.log;
	lines_add(l, line + 1, strlen(line + 1));
	return true;
}

struct parser {
	struct case_file *file;
	struct lines devices; /* of the file, for cases without devices */
	bool only_ours;
	struct test_case *c;
	struct step *s;
};

static bool parse_line(struct parser *p, const char *line, size_t at)
{
	const char *rest;

	if (!*line || *line == '#')
		return true;
	if ((rest = after(line, "=="))) {
		p->c = new_case(p->file, rest, at);
		p->c->only_ours = p->only_ours;
		p->s = NULL;
		return true;
	}
	if ((rest = after(line, "dev ")) || after(line, "fault ")) {
		lines_add(p->c ? &p->c->devices : &p->devices, rest ? rest : line,
			  strlen(rest ? rest : line));
		return true;
	}
	if (!strcmp(line, "only ours")) {
		*(p->c ? &p->c->only_ours : &p->only_ours) = true;
		return true;
	}
	if (!p->c)
		return false;
	if (!strcmp(line, "once")) {
		p->c->once = true;
		return true;
	}
	if ((rest = after(line, "differs "))) {
		lines_add(&p->c->differs, rest, strlen(rest));
		return true;
	}
	if ((rest = after(line, "$ ")) || (rest = after(line, "@ "))) {
		p->s = new_step(p->c, *line == '$' ? STEP_COMMAND : STEP_CHANGE, rest, at);
		return true;
	}
	if (*line == '<' && p->s && p->s->kind == STEP_COMMAND) {
		lines_add(&p->s->input, line + 1, strlen(line + 1));
		p->s->first = p->s->end = at + 1;
		return true;
	}
	return strchr("|!?>", *line) && expectation(p->s, line, at);
}

/* Cases without "dev" lines get those of the file; "fault" lines are added to them. */
static void add_defaults(struct test_case *c, const struct lines *devices)
{
	struct lines own = c->devices;
	bool has_device = false;

	for (size_t i = 0; i < own.n; i++)
		has_device |= !after(own.line[i], "fault ");
	if (has_device)
		return;
	memset(&c->devices, 0, sizeof(c->devices));
	for (size_t i = 0; i < devices->n; i++)
		lines_add(&c->devices, devices->line[i], strlen(devices->line[i]));
	for (size_t i = 0; i < own.n; i++)
		lines_add(&c->devices, own.line[i], strlen(own.line[i]));
	lines_free(&own);
}

bool case_file_read(struct case_file *f, const char *path)
{
	const char *slash = strrchr(path, '/');
	struct parser p = { .file = f };
	bool good;

	memset(f, 0, sizeof(*f));
	f->path = copy(path, strlen(path));
	f->folder = slash ? copy(path, (size_t)(slash - path)) : copy(".", 1);
	f->base = copy(slash ? slash + 1 : path, strlen(slash ? slash + 1 : path));
	if (strrchr(f->base, '.'))
		*strrchr(f->base, '.') = 0;
	good = read_lines(path, &f->text);
	for (size_t i = 0; good && i < f->text.n; i++)
		if (!parse_line(&p, f->text.line[i], i)) {
			fprintf(stderr, "%s:%zu: not understood: %s\n", path, i + 1,
				f->text.line[i]);
			good = false;
		}
	for (size_t i = 0; i < f->n; i++)
		add_defaults(&f->cases[i], &p.devices);
	lines_free(&p.devices);
	return good;
}

void case_file_free(struct case_file *f)
{
	for (size_t i = 0; i < f->n; i++) {
		struct test_case *c = &f->cases[i];

		for (size_t s = 0; s < c->steps; s++) {
			free(c->step[s].text);
			lines_free(&c->step[s].input);
			outcome_free(&c->step[s].want);
		}
		free(c->step);
		free(c->name);
		lines_free(&c->devices);
		lines_free(&c->differs);
	}
	free(f->cases);
	lines_free(&f->text);
	free(f->path);
	free(f->folder);
	free(f->base);
}

/* Write the lines of one kind; lines that still match keep their patterns. */
static void put_lines(FILE *out, char prefix, const struct lines *want, const struct lines *got)
{
	const struct lines *l = lines_match(want, got) ? want : got;

	for (size_t i = 0; i < l->n; i++)
		fprintf(out, "%c%s\n", prefix, l->line[i]);
}

static void put_outcome(FILE *out, const struct outcome *want, const struct outcome *got)
{
	put_lines(out, '|', &want->out, &got->out);
	put_lines(out, '!', &want->err, &got->err);
	if (got->status)
		fprintf(out, "?%d\n", got->status);
	put_lines(out, '>', &want->log, &got->log);
}

bool case_file_update(const struct case_file *f, struct outcome *const *got)
{
	char path[1024];
	size_t at = 0;
	FILE *out;

	snprintf(path, sizeof(path), "%s.new", f->path);
	out = fopen(path, "w");
	if (!out) {
		perror(path);
		return false;
	}
	for (size_t i = 0; i < f->n; i++)
		for (size_t k = 0; k < f->cases[i].steps; k++) {
			const struct step *s = &f->cases[i].step[k];

			if (s->kind != STEP_COMMAND)
				continue;
			for (; at < s->first; at++)
				fprintf(out, "%s\n", f->text.line[at]);
			put_outcome(out, &s->want, *got++);
			at = s->end;
		}
	for (; at < f->text.n; at++)
		fprintf(out, "%s\n", f->text.line[at]);
	if (fclose(out) || rename(path, f->path)) {
		perror(path);
		return false;
	}
	return true;
}
