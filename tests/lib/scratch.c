// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[128];

const char *scratch_folder(void)
{
	return folder;
}

/* Every case and unit test empties a folder: nftw(3) needs six times the system calls. */
static void empty(int parent, const char *path)
{
	int fd = openat(parent, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *e;

	while (dir && (e = readdir(dir))) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		if (e->d_type != DT_DIR && !unlinkat(fd, e->d_name, 0))
			continue;
		empty(fd, e->d_name);
		unlinkat(fd, e->d_name, AT_REMOVEDIR);
	}
	if (dir)
		closedir(dir);
}

void scratch_empty(const char *path)
{
	empty(AT_FDCWD, path);
}

void die_with(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
}

/* The signals that end a run, without ignored ones (nohup); and SIGCHLD. */
static void signals_to_wait_for(sigset_t *set)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction now;

	sigemptyset(set);
	sigaddset(set, SIGCHLD);
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		if (!sigaction(ends[i], NULL, &now) && now.sa_handler != SIG_IGN)
			sigaddset(set, ends[i]);
	}
}

/* Wait for the end of the child and set *status, or return the signal that came. */
static int wait_for(pid_t child, const sigset_t *set, int *status)
{
	for (;;) {
		int got = sigwaitinfo(set, NULL);
		pid_t pid;

		if (got > 0 && got != SIGCHLD)
			return got;
		/* orphaned grandchildren are reaped here, too */
		while ((pid = waitpid(-1, status, WNOHANG)) > 0) {
			if (pid == child)
				return 0;
		}
	}
}

/* Remaining processes become children of this one: kill each, with the group that it leads. */
static void end_all(pid_t child)
{
	siginfo_t about;

	kill(-child, SIGTERM);
	while (!waitid(P_ALL, 0, &about, WEXITED | WNOWAIT)) {
		kill(-about.si_pid, SIGKILL);
		waitpid(about.si_pid, NULL, 0);
	}
}

int scratch_run(const char *name, int (*work)(int argc, char **argv), int argc, char **argv)
{
	pid_t parent = getpid(), child;
	sigset_t set, before;
	int status = 0, ended_by;

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	signal(SIGCHLD, SIG_DFL);
	signals_to_wait_for(&set);
	sigprocmask(SIG_BLOCK, &set, &before);
	/* in memory if possible: the fake machines write many small files */
	snprintf(folder, sizeof(folder), "%s/%s.XXXXXX",
		 access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm", name);
	if (!mkdtemp(folder)) {
		perror(folder);
		return 2;
	}
	child = fork();
	if (child == 0) {
		setpgid(0, 0);
		sigprocmask(SIG_SETMASK, &before, NULL);
		die_with(parent);
		exit(work(argc, argv));
	}
	if (child < 0) {
		perror("fork");
		rmdir(folder);
		return 2;
	}
	setpgid(child, child);
	ended_by = wait_for(child, &set, &status);
	if (ended_by)
		end_all(child);
	scratch_empty(folder);
	rmdir(folder);
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (ended_by) {
		signal(ended_by, SIG_DFL);
		raise(ended_by);
	}
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
