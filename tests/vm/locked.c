// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * locked FILE SECONDS: take the exclusive lock (flock(2)) of a file, print "locked", and keep the
 * lock for that time. locked FILE 0 COMMAND...: become that command, which inherits the lock. Exit
 * at once with status 1 if another process holds the lock. Busybox has no flock(1).
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int fd = argc >= 3 ? open(argv[1], O_RDONLY) : -1;

	if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB)) {
		if (fd >= 0 && errno == EWOULDBLOCK)
			return 1;
		perror("locked FILE SECONDS [COMMAND...]");
		return 2;
	}
	if (argc > 3) {
		execvp(argv[3], argv + 3);
		perror(argv[3]);
		return 2;
	}
	puts("locked");
	fflush(stdout);
	sleep((unsigned)atoi(argv[2]));
	return 0;
}
