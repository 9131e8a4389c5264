/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A folder for one run, which is removed however the run ends. */
#ifndef TESTS_SCRATCH_H
#define TESTS_SCRATCH_H

#include <sys/types.h>

/*
 * Make a folder NAME.XXXXXX in /dev/shm or /tmp, run work() in a child, and remove the folder when
 * the child has ended for any reason. SIGINT, SIGTERM, SIGHUP and SIGQUIT end the child, its
 * children and then this process. Return the exit status: that of work(), 2 without a folder, 128 +
 * N for a signal.
 */
int scratch_run(const char *name, int (*work)(int argc, char **argv), int argc, char **argv);

/* The folder, within work(). */
const char *scratch_folder(void);

/* Remove everything below a folder, but not the folder. */
void scratch_empty(const char *path);

/* For a child: be killed when the parent, with that id, dies. */
void die_with(pid_t parent);

#endif
