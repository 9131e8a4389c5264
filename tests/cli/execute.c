// SPDX-License-Identifier: GPL-2.0-or-later
/* Run a command line under the shim and match its output. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "case.h"
#include "../fake/kernel.h"
#include "../lib/scratch.h"

enum { WORDS = 128 };

/* A command that hangs is killed. On a busy machine the longest takes about twenty seconds. */
enum { TIME_LIMIT_S = 200 };

bool runner_open(struct runner *r, const char *binary, const char *shim)
{
	char made[PATH_MAX], real[PATH_MAX];

	r->binary = binary;
	r->shim = shim;
	snprintf(made, sizeof(made), "%s/XXXXXX", scratch_folder());
	/* without links: the kernel shows the paths of open files so */
	if (!mkdtemp(made) || !realpath(made, real) || strlen(real) >= sizeof(r->world)) {
		perror(made);
		return false;
	}
	strcpy(r->world, real);
	return true;
}

struct world *runner_world(const struct runner *r, bool fresh)
{
	char path[200];
	struct world *w;
	int fd;

	snprintf(path, sizeof(path), "%s/world", r->world);
	fd = open(path, O_RDWR | O_CREAT | (fresh ? O_TRUNC : 0) | O_CLOEXEC, 0600);
	if (fd < 0 || ftruncate(fd, sizeof(*w))) {
		perror(path);
		exit(2);
	}
	w = mmap(NULL, sizeof(*w), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (w == MAP_FAILED) {
		perror(path);
		exit(2);
	}
	return w;
}

bool runner_begin(struct runner *r, const struct case_file *f, const struct test_case *c,
		  char *message, size_t size)
{
	struct world *w;
	int err = 0;

	scratch_empty(r->world);
	w = runner_world(r, true);
	w->magic = WORLD_MAGIC;
	for (size_t i = 0; i < c->devices.n && !err; i++) {
		const char *line = c->devices.line[i];
		char text[512];

		if (strncmp(line, "fault ", 6)) {
			err = world_add(w, line, f->folder, message, size);
			continue;
		}
		snprintf(text, sizeof(text), "%.*s fault%s", (int)strcspn(line + 6, " "), line + 6,
			 line + 6 + strcspn(line + 6, " "));
		err = world_change(w, text, f->folder, message, size);
	}
	if (!err) {
		err = world_write_sysfs(w, r->world);
		if (err)
			snprintf(message, size, "sysfs: %s", strerror(-err));
	}
	munmap(w, sizeof(*w));
	return !err;
}

bool runner_change(struct runner *r, const struct case_file *f, const char *text, char *message,
		   size_t size)
{
	struct world *w = runner_world(r, false);
	int err = world_change(w, text, f->folder, message, size);

	if (!err)
		world_count_starts(w, r->world);
	munmap(w, sizeof(*w));
	return !err;
}

/* Cut a command line into words, with quotes and backslashes as in sh. 0: needs a shell. */
static int split(char *text, char **word)
{
	char *to = text;
	int n = 0;

	while (*text && n < WORDS - 1) {
		text += strspn(text, " ");
		if (!*text)
			break;
		word[n++] = to;
		while (*text && *text != ' ') {
			char quote = *text == '\'' || *text == '"' ? *text++ : 0;

			if (!quote && strchr("|;&<>$(`*?", *text))
				return 0;
			if (quote) {
				while (*text && *text != quote)
					*to++ = *text++;
				text += *text == quote;
			} else {
				text += *text == '\\' && text[1];
				*to++ = *text++;
			}
		}
		text += *text == ' ';
		*to++ = 0;
	}
	word[n] = NULL;
	return n;
}

static int input_file(const struct lines *input)
{
	int fd = memfd_create("stdin", MFD_CLOEXEC);

	for (size_t i = 0; i < input->n; i++)
		if (dprintf(fd, "%s\n", input->line[i]) < 0)
			perror("stdin");
	lseek(fd, 0, SEEK_SET);
	return fd;
}

static const char *preloaded(const struct runner *r)
{
	static char both[2 * PATH_MAX];

	if (!r->fail_alloc)
		return r->shim;
	snprintf(both, sizeof(both), "%s:%s", r->failing, r->shim);
	return both;
}

/* hdparm is a function of the shell, so that grep and awk run without the shim. */
static void exec_shell(const struct runner *r, const char *text)
{
	static const char prologue[] =
		"hdparm() { LD_PRELOAD=\"$SHIM\" \"$HDPARM_BINARY\" \"$@\"; }\n";
	size_t n = sizeof(prologue) + strlen(text);
	char *script = malloc(n);

	if (!script)
		_exit(127);
	snprintf(script, n, "%s%s", prologue, text);
	setenv("SHIM", preloaded(r), 1);
	setenv("HDPARM_BINARY", r->binary, 1);
	execl("/bin/sh", "sh", "-c", script, (char *)NULL);
	_exit(127);
}

static void child(const struct runner *r, const struct step *s, pid_t parent, const int fd[3])
{
	char *word[WORDS], *text = strdup(s->text), process[300];
	int n = text ? split(text, word) : 0;

	die_with(parent);
	setsid(); /* no terminal: a password prompt reads stdin */
	for (int i = 0; i < 3; i++)
		dup2(fd[i], i);
	/* a shell ignores them for background jobs */
	signal(SIGINT, SIG_DFL);
	signal(SIGQUIT, SIG_DFL);
	signal(SIGHUP, SIG_DFL);
	if (chdir(r->world))
		_exit(127);
	setenv("FAKE_WORLD", r->world, 1);
	setenv("LC_ALL", "C", 1);
	setenv("TZ", "UTC0", 1);
	/* malloc(3) fills memory with FFh - 254 = 01h: a bool that is never set is true */
	setenv("MALLOC_PERTURB_", "254", 1);
	if (r->fail_alloc)
		setenv("FAKE_FAIL_ALLOC", r->fail_alloc, 1);
	if (n == 0 || strcmp(word[0], "hdparm"))
		exec_shell(r, s->text);
	/* A process of the world with the program's number: if code confuses the two, all cases
	 * fail. */
	snprintf(process, sizeof(process), "%s/proc/%d", r->world, (int)getpid());
	mkdir(process, 0755);
	setenv("LD_PRELOAD", preloaded(r), 1);
	word[0] = strdup("hdparm");
	execv(r->binary, word);
	_exit(127);
}

/* Write blanks at the end of a line, tabs and control bytes visibly. */
static size_t escape(const char *text, size_t n, char *to)
{
	char *start = to;

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == '\t')
			to += sprintf(to, "\\t");
		else if (c == '\\')
			to += sprintf(to, "\\\\");
		else if (c == ' ' && i == n - 1)
			to += sprintf(to, "\\s");
		else if (c < ' ' || c >= 0x7f)
			to += sprintf(to, "\\x%02x", c);
		else
			*to++ = (char)c;
	}
	return (size_t)(to - start);
}

/* Read a file as lines; a last line without newline ends in \c. */
static void collect(int fd, struct lines *l)
{
	off_t size = lseek(fd, 0, SEEK_END);
	char *text = malloc((size_t)size + 1), *line = malloc(4 * (size_t)size + 8);
	ssize_t n = pread(fd, text, (size_t)size, 0);

	for (ssize_t at = 0; at < n;) {
		char *end = memchr(text + at, '\n', (size_t)(n - at));
		size_t length = end ? (size_t)(end - text - at) : (size_t)(n - at);
		size_t shown = escape(text + at, length, line);

		if (!end)
			shown += (size_t)sprintf(line + shown, "\\c");
		lines_add(l, line, shown);
		at += (ssize_t)length + 1;
	}
	free(text);
	free(line);
}

static void collect_log(const struct runner *r, struct lines *l)
{
	char path[200];
	int fd;

	snprintf(path, sizeof(path), "%s/log", r->world);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	collect(fd, l);
	close(fd);
	unlink(path);
}

static void end_waiting(int number)
{
	(void)number;
}

/* hdparm may hold other signals, also that of an alarm. */
int wait_limited(pid_t pid, unsigned seconds, int *status)
{
	const struct sigaction ends = { .sa_handler = end_waiting };
	struct sigaction before;
	pid_t got;

	sigaction(SIGALRM, &ends, &before);
	alarm(seconds);
	while ((got = waitpid(pid, status, 0)) < 0 && errno == EINTR) {
		if (!alarm(seconds)) {
			kill(-pid, SIGKILL);
			kill(pid, SIGKILL);
		}
	}
	alarm(0);
	sigaction(SIGALRM, &before, NULL);
	return got < 0 ? -errno : 0;
}

bool runner_run(struct runner *r, const struct step *s, struct outcome *got, char *message,
		size_t size)
{
	int fd[3] = { input_file(&s->input), memfd_create("stdout", MFD_CLOEXEC),
		      memfd_create("stderr", MFD_CLOEXEC) };
	pid_t parent = getpid(), pid = fork();
	int status;

	if (pid == 0)
		child(r, s, parent, fd);
	memset(got, 0, sizeof(*got));
	if (pid < 0 || wait_limited(pid, TIME_LIMIT_S, &status)) {
		snprintf(message, size, "cannot run: %s", strerror(errno));
		return false;
	}
	got->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
	collect(fd[1], &got->out);
	collect(fd[2], &got->err);
	collect_log(r, &got->log);
	for (int i = 0; i < 3; i++)
		close(fd[i]);
	return true;
}

/* "~PATTERN": a shell pattern; only "~*": any number of lines. */
static bool match_from(const struct lines *want, size_t i, const struct lines *got, size_t k)
{
	for (; i < want->n; i++, k++) {
		const char *w = want->line[i];

		if (!strcmp(w, "~*")) {
			for (; k <= got->n; k++)
				if (match_from(want, i + 1, got, k))
					return true;
			return false;
		}
		if (k >= got->n)
			return false;
		if (*w == '~' ? fnmatch(w + 1, got->line[k], FNM_NOESCAPE) != 0
			      : strcmp(w, got->line[k]) != 0)
			return false;
	}
	return k == got->n;
}

bool lines_match(const struct lines *want, const struct lines *got)
{
	return match_from(want, 0, got, 0);
}

void lines_show(FILE *f, char prefix, const struct lines *want, const struct lines *got)
{
	size_t head = 0, tail = 0, n = want->n < got->n ? want->n : got->n;

	while (head < n && !strcmp(want->line[head], got->line[head]))
		head++;
	while (tail < n - head &&
	       !strcmp(want->line[want->n - 1 - tail], got->line[got->n - 1 - tail]))
		tail++;
	for (size_t i = head > 2 ? head - 2 : 0; i < head; i++)
		fprintf(f, "    %c%s\n", prefix, want->line[i]);
	for (size_t i = head; i < want->n - tail; i++)
		fprintf(f, "  - %c%s\n", prefix, want->line[i]);
	for (size_t i = head; i < got->n - tail; i++)
		fprintf(f, "  + %c%s\n", prefix, got->line[i]);
}
