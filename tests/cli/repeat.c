// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Run every command of the cases in another way: with --json, with --dry-run, or recorded and
 * replayed. The runner starts itself instead of hdparm, and keeps the results in a folder:
 * STEP-PID.line has the arguments, .status, .out and others the rest.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "case.h"
#include "../lib/scratch.h"

/* Less than the runner's limit for a command line. */
enum { HDPARM_LIMIT_S = 60, SIGNAL_BASE = 128 };

#define ENV_HOW	   "REPEAT_HOW"
#define ENV_FOLDER "REPEAT_FOLDER"
#define ENV_HDPARM "REPEAT_HDPARM"
#define ENV_STEP   "REPEAT_STEP"

struct repeat {
	const char *hdparm;
	char **args; /* arguments of hdparm, without its name */
	char base[PATH_MAX];
};

static void fail(const char *what)
{
	perror(what);
	exit(2);
}

static int file_at(const struct repeat *r, const char *end, int flags)
{
	char path[PATH_MAX + 16];
	int fd, above;

	snprintf(path, sizeof(path), "%s.%s", r->base, end);
	fd = open(path, flags | O_CLOEXEC, 0600);
	/* a stream that the case closed stays closed */
	above = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (above < 0)
		fail(path);
	close(fd);
	return above;
}

static int new_file(const struct repeat *r, const char *end)
{
	return file_at(r, end, O_RDWR | O_CREAT | O_TRUNC);
}

static void copy(int from, int to)
{
	char buffer[65536];
	ssize_t n;

	while ((n = read(from, buffer, sizeof(buffer))) > 0)
		for (ssize_t at = 0, put; at < n; at += put) {
			put = write(to, buffer + at, (size_t)(n - at));
			if (put <= 0)
				return;
		}
}

static void keep_number(const struct repeat *r, const char *end, int number)
{
	int fd = new_file(r, end);

	dprintf(fd, "%d\n", number);
	close(fd);
}

static void keep_line(const struct repeat *r)
{
	int fd = new_file(r, "line");

	for (char **arg = r->args; *arg; arg++)
		dprintf(fd, "%s%s", arg == r->args ? "" : " ", *arg);
	dprintf(fd, "\n");
	close(fd);
}

/* The arguments after those of `first`, which has three or fewer. */
static char **with(const struct repeat *r, const char *const *first)
{
	static const char name[] = "hdparm";
	size_t n = 0;
	char **all;

	while (r->args[n])
		n++;
	all = calloc(n + 5, sizeof(*all));
	if (!all)
		fail("calloc");
	all[0] = (char *)(uintptr_t)name;
	n = 1;
	for (; *first; first++)
		all[n++] = (char *)(uintptr_t)*first;
	for (char **arg = r->args; *arg; arg++)
		all[n++] = *arg;
	return all;
}

/*
 * Run a program with these streams (-1: those of this process). Return the exit status of a shell.
 */
static int run(const struct repeat *r, char **all, const int fd[3])
{
	/* if a case ignores SIGCHLD this process would get no status; hdparm still ignores it */
	void (*const children)(int) = signal(SIGCHLD, SIG_DFL);
	pid_t parent = getpid(), pid = fork();
	int status;

	if (pid == 0) {
		signal(SIGCHLD, children);
		for (int i = 0; i < 3; i++)
			if (fd[i] >= 0 && dup2(fd[i], i) < 0)
				_exit(127);
		die_with(parent);
		execv(r->hdparm, all);
		_exit(127);
	}
	if (pid < 0)
		fail("fork");
	if (wait_limited(pid, HDPARM_LIMIT_S, &status))
		fail("waitpid");
	return WIFSIGNALED(status) ? SIGNAL_BASE + WTERMSIG(status) : WEXITSTATUS(status);
}

static int plain(const struct repeat *r, const char *const *first)
{
	execv(r->hdparm, with(r, first));
	fail(r->hdparm);
	return 2;
}

static bool has_word(const struct repeat *r, const char *word, size_t n)
{
	for (char **arg = r->args; *arg; arg++)
		if (!strncmp(*arg, word, n))
			return true;
	return false;
}

static int with_json(const struct repeat *r)
{
	int status, out;

	/* a recording on standard output leaves no place for a document */
	for (char **arg = r->args; *arg && arg[1]; arg++)
		if (!strcmp(*arg, "--record") && !strcmp(arg[1], "/dev/stdout"))
			return plain(r, (const char *[]){ NULL });
	keep_line(r);
	out = new_file(r, "json");
	status = run(r, with(r, (const char *[]){ "--json", NULL }), (int[]){ -1, out, -1 });
	keep_number(r, "status", status);
	return status;
}

static int with_dry_run(const struct repeat *r)
{
	int out = new_file(r, "out"), log = new_file(r, "log"), status, from;
	char path[PATH_MAX];

	/* this check does not search memory for secrets */
	unsetenv("FAKE_SECRET");
	keep_line(r);
	status = run(r, with(r, (const char *[]){ "--dry-run", NULL }), (int[]){ -1, out, out });
	snprintf(path, sizeof(path), "%s/log", getenv("FAKE_WORLD"));
	from = open(path, O_RDONLY | O_CLOEXEC);
	if (from >= 0)
		copy(from, log);
	switch (status - SIGNAL_BASE) {
	case SIGHUP:
	case SIGINT:
	case SIGQUIT:
	case SIGPIPE:
	case SIGTERM:
	case SIGUSR1:
		break;
	default:
		if (status > SIGNAL_BASE)
			dprintf(log, "ended with status %d\n", status);
	}
	return status;
}

/* True for recordings, and for a pipe, whose reader does not wait for a second writer. */
static bool records_itself(const struct repeat *r)
{
	static const char *const words[] = { "--record", "--replay", "--jobs", "pipe" };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (has_word(r, words[i], strlen(words[i]) + 1))
			return true;
	return false;
}

/* True if a replay must differ: it has the recorded device, even if another device has its name
 * now, and has no journal of an earlier erase. */
static bool has_journal(void)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/var/lib/hdparm", getenv("FAKE_WORLD"));
	return !access(path, F_OK);
}

static bool name_has_gone(int err)
{
	char text[4096];
	ssize_t n = pread(err, text, sizeof(text), 0);

	return n > 0 && memmem(text, (size_t)n, "another device has this name since the conf", 43);
}

static void replay(const struct repeat *r, const char *recording)
{
	int in = file_at(r, "in", O_RDONLY), out = new_file(r, "out2"), err = new_file(r, "err2");

	/*
	 * the configuration file is read again, and an image is written again, but not to a device
	 */
	if (!has_word(r, "--conf", 6) && !has_word(r, "--Iraw", 6)) {
		unsetenv("LD_PRELOAD");
		unsetenv("FAKE_WORLD");
	}
	keep_number(r, "status2",
		    run(r, with(r, (const char *[]){ "--replay", recording, NULL }),
			(int[]){ in, out, err }));
}

static int recorded(const struct repeat *r, bool masked)
{
	char recording[PATH_MAX + 16];
	int in, out, err, status;
	bool journal = has_journal();

	snprintf(recording, sizeof(recording), "%s.rec", r->base);
	/* typed input cannot be repeated: there is no replay to compare */
	if (isatty(STDIN_FILENO))
		return plain(r, (const char *[]){ "--record", recording, NULL });
	if (records_itself(r))
		return plain(r, (const char *[]){ NULL });
	in = new_file(r, "in");
	copy(STDIN_FILENO, in);
	lseek(in, 0, SEEK_SET);
	keep_line(r);
	if (masked) {
		dup2(in, STDIN_FILENO);
		return plain(r, (const char *[]){ "--record", recording, NULL });
	}
	out = new_file(r, "out");
	err = new_file(r, "err");
	status =
		run(r, with(r, (const char *[]){ "--record-serials", "--record", recording, NULL }),
		    (int[]){ in, out, err });
	keep_number(r, "status", status);
	if (journal || name_has_gone(err))
		keep_number(r, "other", 1);
	else
		replay(r, recording);
	lseek(out, 0, SEEK_SET);
	copy(out, STDOUT_FILENO);
	lseek(err, 0, SEEK_SET);
	copy(err, STDERR_FILENO);
	return status;
}

static void heed_nothing(int number)
{
	(void)number;
}

static int repeat_main(char **argv)
{
	static const int signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1 };
	struct rlimit size;
	struct repeat r = { .hdparm = getenv(ENV_HDPARM), .args = argv + 1 };
	const char *how = getenv(ENV_HOW), *step = getenv(ENV_STEP);

	/* A process number is not used twice within one step. */
	snprintf(r.base, sizeof(r.base), "%s/%s-%d", getenv(ENV_FOLDER), step ? step : "",
		 getpid());
	/* a case may close its pipe early, or send a signal, which hdparm gets, too */
	signal(SIGPIPE, SIG_IGN);
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		signal(signals[i], heed_nothing);
	/* a case may limit the size of files; only CAP_SYS_RESOURCE can raise a hard limit */
	if (!getrlimit(RLIMIT_FSIZE, &size)) {
		size.rlim_cur = size.rlim_max;
		setrlimit(RLIMIT_FSIZE, &size);
	}
	if (!strcmp(how, "json"))
		return with_json(&r);
	if (!strcmp(how, "dry-run"))
		return with_dry_run(&r);
	return recorded(&r, !strcmp(how, "masked"));
}

bool repeating(char **argv, int *status)
{
	if (!getenv(ENV_HOW))
		return false;
	*status = repeat_main(argv);
	return true;
}

bool repeat_instead(const char **hdparm, const char *how, const char *folder)
{
	static const char *const ways[] = { "json", "dry-run", "record", "masked" };

	for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		if (!strcmp(how, ways[i])) {
			setenv(ENV_HOW, how, 1);
			setenv(ENV_FOLDER, folder, 1);
			setenv(ENV_HDPARM, *hdparm, 1);
			*hdparm = realpath("/proc/self/exe", NULL);
			return *hdparm;
		}
	return false;
}

void repeat_step(const char *file, size_t line)
{
	char name[NAME_MAX];

	snprintf(name, sizeof(name), "%s-%zu", file, line);
	setenv(ENV_STEP, name, 1);
}
