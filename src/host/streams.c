// SPDX-License-Identifier: GPL-2.0-or-later
/* The three standard streams, where the caller has closed them. */
#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int host_claim_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		/* cppcheck-suppress leakReturnValNotUsed ; it stays open */
		/* the lowest free number is this one: those below are taken */
		if (fcntl(fd, F_GETFD) < 0 && open("/", O_PATH) < 0)
			return -errno;
	}
	return 0;
}
