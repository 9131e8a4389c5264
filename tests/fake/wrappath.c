// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where a path leads. /dev, /sys, /proc, /var, /etc and /run are the world's, whichever way a
 * program takes: a symbolic link, a relative path, "..", an open folder, a link to an open file
 * (/proc/self/fd/3, /dev/stdin). A program has one thread, and the buffers are static: a large
 * stack frame would overwrite what the program leaves on the stack, where wrapsecret.c searches for
 * secrets (but not in these buffers).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "shim.h"

enum { MOST_LINKS = 40 };

static const char *folder, *started_in, *results;

/* A walk along a path: the full name so far, without links, and the rest of the path. */
struct walk {
	char name[PATH_MAX], rest[PATH_MAX];
	bool follow_last, stopped; /* stopped: at a link that only the kernel can follow */
	bool crossed;		   /* the walk has passed the world */
	unsigned links;
};

static struct buffers {
	struct walk walk;
	struct shim_place place[2]; /* a rename has two places */
	unsigned next;
	char real[PATH_MAX], target[PATH_MAX], text[PATH_MAX], rest[PATH_MAX];
} own;

const void *shim_path_buffers(size_t *bytes)
{
	*bytes = sizeof(own);
	return &own;
}

static bool below(const char *name, const char *top)
{
	size_t n = strlen(top);

	return !strncmp(name, top, n) && (!name[n] || name[n] == '/');
}

static bool one_of(const char *name, const char *const *names)
{
	for (; *names; names++) {
		if (below(name, *names))
			return true;
	}
	return false;
}

/* Return the part after /proc/self or /proc/NUMBER of the program, "" for the folder. NULL for
 * another name, or if the world has a process with this number. */
static const char *own_process(const char *name)
{
	char number[32], path[PATH_MAX];
	int n = snprintf(number, sizeof(number), "/proc/%d", (int)getpid());

	if (below(name, "/proc/self"))
		return name + strlen("/proc/self");
	if (!below(name, number))
		return NULL;
	snprintf(path, sizeof(path), "%s%s", folder, number);
	return syscall(SYS_faccessat, AT_FDCWD, path, F_OK) ? name + n : NULL;
}

/* True for the real /proc files of the program's process: all but mounts, rights and locks. */
static bool machines_process(const char *name)
{
	static const char *const hidden[] = { "/mounts", "/mountinfo", "/mountstats", "/status",
					      NULL };
	const char *process = own_process(name), *last = process ? strrchr(process, '/') : NULL;

	return !strcmp(name, "/proc/thread-self") ||
	       (process && !below(process, "/fdinfo") && !(last && one_of(last, hidden)));
}

/*
 * True if the name is the world's, not the machine's. The machine has the nodes without hardware,
 * the program's process, the world's folder and its parents, and the folders of the tests and of
 * their results.
 */
static bool of_world(const char *name)
{
	static const char *const tops[] = { "/dev", "/sys", "/proc", "/var", "/etc", "/run", NULL };
	static const char *const nodes[] = { "/dev/null",    "/dev/zero",   "/dev/full", "/dev/tty",
					     "/dev/urandom", "/dev/random", NULL };

	if (!one_of(name, tops) || one_of(name, nodes) || machines_process(name) ||
	    below(name, folder) || (started_in && below(name, started_in)) ||
	    (results && below(name, results)))
		return false;
	/* folders between a top folder, such as /var, and the tests' folders are the machine's */
	return !strchr(name + 1, '/') ||
	       (!below(folder, name) && !(started_in && below(started_in, name)) &&
		!(results && below(results, name)));
}

void shim_without_folder(char *name)
{
	size_t n = strlen(folder);

	if (below(name, folder) && name[n] && of_world(name + n))
		memmove(name, name + n, strlen(name + n) + 1);
}

/* Make var/ on first use: most cases never use it. */
static void make_var(void)
{
	static const char *const made[] = { "/var", "/var/lib" };
	char path[300];

	for (size_t i = 0; i < sizeof(made) / sizeof(*made); i++) {
		snprintf(path, sizeof(path), "%s%s", folder, made[i]);
		syscall(SYS_mkdirat, AT_FDCWD, path, 0755);
	}
}

static int put_real(const char *name, char real[PATH_MAX])
{
	const char *process = own_process(name);

	if (below(name, "/var"))
		make_var();
	return snprintf(real, PATH_MAX, "%s%s%s", folder, process ? "/proc/self" : "",
			process ? process : name) < PATH_MAX
		       ? 0
		       : -ENAMETOOLONG;
}

static const char *real_of(const char *name)
{
	return of_world(name) && !put_real(name, own.real) ? own.real : name;
}

static bool link_text(const char *name, char text[PATH_MAX])
{
	ssize_t n = syscall(SYS_readlinkat, AT_FDCWD, real_of(name), text, PATH_MAX - 1);

	if (n > 0)
		text[n] = '\0';
	return n > 0;
}

static bool is_folder(const char *name)
{
	struct stat st;

	return !shim_fstatat(AT_FDCWD, real_of(name), &st, 0) && S_ISDIR(st.st_mode);
}

/* True if the kernel's text of an open file's link leads to a folder or to a file of the world.
 * Other texts may be wrong or no names. */
static bool kernels_link(const char *name, const char *text)
{
	const char *process = own_process(name);

	if (!process || !*process)
		return false;
	if (below(text, folder)) {
		strcpy(own.target, text);
		shim_without_folder(own.target);
		if (of_world(own.target))
			return false;
	}
	return *text != '/' || !is_folder(name);
}

static int follow(struct walk *w, const char *text)
{
	if (++w->links > MOST_LINKS)
		return -ELOOP;
	if (snprintf(own.rest, sizeof(own.rest), "%s%s", text, w->rest) >= (int)sizeof(own.rest))
		return -ENAMETOOLONG;
	strcpy(w->rest, own.rest);
	if (*text == '/')
		w->name[0] = '\0';
	else
		*strrchr(w->name, '/') = '\0';
	return 0;
}

static int add_part(struct walk *w, const char *part, size_t n)
{
	size_t length = strlen(w->name);

	if (n == 1 && *part == '.')
		return 0;
	if (n == 2 && !strncmp(part, "..", 2)) {
		if (length && !is_folder(w->name))
			return -ENOTDIR;
		if (length)
			*strrchr(w->name, '/') = '\0';
		return 0;
	}
	if (length + n + 2 > sizeof(w->name))
		return -ENAMETOOLONG;
	snprintf(w->name + length, sizeof(w->name) - length, "/%.*s", (int)n, part);
	shim_without_folder(w->name);
	return 0;
}

/* Take the next part of the path. Return 1 if there is more, 0 at the end, or -errno. */
static int step(struct walk *w)
{
	char *part = w->rest + strspn(w->rest, "/");
	size_t n = strcspn(part, "/");
	int err;

	if (!n)
		return 0;
	err = add_part(w, part, n);
	if (err)
		return err;
	memmove(w->rest, part + n, strlen(part + n) + 1);
	w->crossed |= of_world(w->name);
	/* A process of the world may have the number in this link. */
	if (!strcmp(w->name, "/proc/self"))
		return 1;
	if (!w->name[0] || (!w->rest[0] && !w->follow_last) || !link_text(w->name, own.text))
		return 1;
	w->stopped = kernels_link(w->name, own.text);
	if (w->stopped)
		return 0;
	err = follow(w, own.text);
	return err ? err : 1;
}

static int start(struct walk *w, int dir)
{
	char link[40] = "/proc/self/cwd";
	ssize_t n;

	if (dir != AT_FDCWD)
		snprintf(link, sizeof(link), "/proc/self/fd/%d", dir);
	n = syscall(SYS_readlinkat, AT_FDCWD, link, w->name, sizeof(w->name) - 1);
	if (n < 1)
		return -EBADF;
	w->name[n] = '\0';
	shim_without_folder(w->name);
	w->crossed = of_world(w->name);
	if (!strcmp(w->name, "/"))
		w->name[0] = '\0';
	return w->name[0] && w->name[0] != '/' ? -ENOTDIR : 0;
}

/* True for devices' names in /dev that exist only as files: they are hidden. */
static bool hidden(const struct shim_place *at)
{
	struct stat st;

	return below(at->name, "/dev") && !at->device &&
	       !shim_fstatat(AT_FDCWD, at->real, &st, AT_SYMLINK_NOFOLLOW) && S_ISREG(st.st_mode);
}

static void arrive(struct shim_place *at, const struct walk *w, int err)
{
	strcpy(at->name, w->name[0] ? w->name : "/");
	at->ours = !w->stopped && of_world(at->name);
	/* in the machine's files the kernel itself finds the error */
	at->err = at->ours || err == -ELOOP ? -err : 0;
	if (!at->ours && !w->crossed)
		return;
	if (!at->ours)
		strcpy(at->real, at->name);
	else if (put_real(at->name, at->real))
		at->err = ENAMETOOLONG;
	at->device = at->ours ? shim_node(at->name) : NULL;
	if (!at->err && at->ours && hidden(at))
		at->err = ENOENT;
	/* a slash at the end requires a folder */
	if (strlen(at->real) + strlen(w->rest) < sizeof(at->real))
		strcat(at->real, w->rest);
	at->dir = AT_FDCWD;
	at->path = at->real;
}

struct shim_place *shim_place(int dir, const char *path, int flags)
{
	struct shim_place *at = &own.place[own.next++ % 2];
	struct walk *w = &own.walk;
	int more = 1;

	at->dir = dir;
	at->path = path;
	at->err = 0;
	at->ours = false;
	at->device = NULL;
	at->name[0] = at->asked[0] = '\0';
	if (!shim_world() || !path || !*path || strlen(path) >= sizeof(w->rest))
		return at;
	if (!folder) {
		folder = shim_folder();
		started_in = getenv("FAKE_STARTED_IN");
		results = getenv("REPEAT_FOLDER");
	}
	w->name[0] = '\0';
	w->stopped = w->crossed = false;
	w->links = 0;
	w->follow_last = !(flags & AT_SYMLINK_NOFOLLOW);
	if (*path != '/' && start(w, dir))
		return at;
	if (strlen(w->name) + strlen(path) + 2 > sizeof(at->asked))
		return at; /* too long for the kernel, too */
	sprintf(stpcpy(at->asked, w->name), "%s%s", *path == '/' ? "" : "/", path);
	strcpy(w->rest, path);
	while (more > 0)
		more = step(w);
	arrive(at, w, more);
	return at;
}
