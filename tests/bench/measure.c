// SPDX-License-Identifier: GPL-2.0-or-later
/* Run a command and write wall seconds, CPU seconds and peak KiB. Usage: measure FILE COMMAND... */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char *argv[])
{
	double began = now();
	struct rusage used;
	int status;
	FILE *file;
	pid_t child;

	if (argc < 3)
		return 22;
	child = fork();
	if (child == 0) {
		execvp(argv[2], argv + 2);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &used) < 0)
		return 1;
	file = fopen(argv[1], "w");
	if (!file)
		return 1;
	fprintf(file, "%.3f %.4f %ld\n", now() - began,
		seconds(used.ru_utime) + seconds(used.ru_stime), used.ru_maxrss);
	fclose(file);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
