// SPDX-License-Identifier: GPL-2.0-or-later
/* Replaces a program of another machine: runs PROGRAM by EMULATOR. It is static, as the emulator,
 * so that LD_PRELOAD names only a library of that machine. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char **command = calloc((size_t)argc + 4, sizeof(*command));

	if (!command)
		return 127;
	command[0] = strdup(EMULATOR);
	command[1] = strdup("-0");
	command[2] = argv[0];
	command[3] = strdup(PROGRAM);
	memcpy(command + 4, argv + 1, (size_t)argc * sizeof(*argv));
	execv(EMULATOR, command);
	return 127;
}
