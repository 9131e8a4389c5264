// SPDX-License-Identifier: GPL-2.0-or-later
/* Advisory locks on open files, and the processes that hold them. */
#include "kernel.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ANCESTORS = 1000 };

/* Return the word behind the name and the state in /proc/PROCESS/stat; 0: not known. */
static unsigned parent_of(struct host *host, unsigned process)
{
	char path[40], text[128], *behind;
	unsigned parent;

	snprintf(path, sizeof(path), "/proc/%u/stat", process);
	if (host_read_file(host, path, text, sizeof(text)) <= 0)
		return 0;
	behind = strrchr(text, ')');
	return behind && sscanf(behind, ") %*c %u", &parent) == 1 ? parent : 0;
}

static bool is_ancestor(struct host *host, unsigned process)
{
	unsigned own = (unsigned)getpid();

	/* a loop of parents can only be an error of /proc */
	for (unsigned depth = 0; own && depth < MOST_ANCESTORS; depth++) {
		if (own == process)
			return true;
		own = depth ? parent_of(host, own) : (unsigned)getppid();
	}
	return false;
}

/*
 * Find the next lock of `file` in a table, which has lines as "1: FLOCK  ADVISORY  WRITE 708
 * 00:05:344 0 EOF" for process 708 and inode 344 of device 00:05. "->" is before FLOCK if the
 * process only waits for the lock.
 */
static bool next_lock(char **table, const char *file, unsigned *process)
{
	char *line, *word;

	while ((line = strsep(table, "\n"))) {
		char *before = NULL;

		if (!strstr(line, " FLOCK ") || strstr(line, " -> "))
			continue;
		while ((word = strsep(&line, " ")) && strcmp(word, file) != 0)
			before = *word ? word : before;
		if (word && before) {
			*process = (unsigned)strtoull(before, NULL, 10);
			return true;
		}
	}
	return false;
}

enum { MOST_INHERITED = 8 };
struct inherited {
	unsigned process[MOST_INHERITED]; /* the processes that took the locks, perhaps ended */
	size_t n;
};

/* Find the locks of `file` that belong to open descriptors of this process. 0 or -errno. */
static int find_inherited(struct host *host, const char *file, struct inherited *found)
{
	struct host_paths infos;
	int err = host_glob(host, "/proc/self/fdinfo/*", &infos);

	for (size_t i = 0; !err && i < infos.n; i++) {
		char *text, *rest;
		ssize_t got = host_read_whole(host, infos.path[i], &text);

		/* the descriptor that read the folder is closed again */
		if (got == -ENOENT)
			continue;
		if (got < 0) {
			err = (int)got;
			break;
		}
		rest = text;
		while (found->n < MOST_INHERITED &&
		       next_lock(&rest, file, &found->process[found->n]))
			found->n++;
		free(text);
	}
	host_paths_free(&infos);
	return err;
}

static bool is_inherited(const struct inherited *inherited, unsigned process)
{
	for (size_t i = 0; i < inherited->n; i++) {
		if (inherited->process[i] == process)
			return true;
	}
	return false;
}

/*
 * 0 if /proc shows that all locks of the file are the caller's: held by an inherited descriptor, or
 * taken by an ancestor, as by "flock FILE hdparm". -EWOULDBLOCK with another *holder, 0 if not
 * known; or another -errno if /proc cannot be read.
 */
static int judge_holders(struct host *host, int fd, unsigned *holder)
{
	struct inherited inherited = { .n = 0 };
	char file[64], *table, *rest;
	unsigned process;
	struct stat st;
	ssize_t got;
	bool own;
	int err;

	if (fstat(fd, &st))
		return -errno;
	snprintf(file, sizeof(file), "%02x:%02x:%" PRIu64, rdev_major(st.st_dev),
		 rdev_minor(st.st_dev), (uint64_t)st.st_ino);
	err = find_inherited(host, file, &inherited);
	if (err)
		return err;
	got = host_read_whole(host, "/proc/locks", &table);
	if (got < 0)
		return (int)got;
	/* /proc/locks lacks a lock that a process outside this container took, or one that ended */
	own = inherited.n;
	rest = table;
	while (!*holder && next_lock(&rest, file, &process)) {
		if (is_inherited(&inherited, process) || is_ancestor(host, process))
			own = true;
		else
			*holder = process;
	}
	free(table);
	return own && !*holder ? 0 : -EWOULDBLOCK;
}

int kernel_lock(struct host *host, int fd, bool exclusive, unsigned *holder)
{
	int err;

	*holder = 0;
	if (!flock(fd, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB))
		return 0;
	if (errno != EWOULDBLOCK)
		return -errno;
	err = judge_holders(host, fd, holder);
	return !err || err == -ENOMEM || err == -EMFILE || err == -ENFILE ? err : -EWOULDBLOCK;
}
