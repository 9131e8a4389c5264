// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tty PROGRAM ARGUMENT...: run a program on a terminal, 80 columns wide, and write its output to
 * standard output. The text of standard input is typed when the program has switched the echo off,
 * as for a password. The exit status is the program's; 128 + signal for a killed program.
 */
#include <poll.h>
#include <pty.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { TICK_MS = 50 };

/* Copy what is there; false at the end of `from`, which for a terminal is a read error (EIO). */
static bool copy(int from, int to)
{
	char text[512];
	ssize_t n = read(from, text, sizeof(text));

	return n > 0 && write(to, text, (size_t)n) == n;
}

static bool echo_is_off(int terminal)
{
	struct termios state;

	return !tcgetattr(terminal, &state) && !(state.c_lflag & ECHO);
}

int main(int argc, char *argv[])
{
	struct winsize size = { .ws_row = 24, .ws_col = 80 };
	int terminal, status;
	pid_t child;

	if (argc < 2)
		return 2;
	child = forkpty(&terminal, NULL, NULL, &size);
	if (child < 0) {
		perror("tty: forkpty");
		return 126;
	}
	if (child == 0) {
		setenv("TERM", "linux", 1);
		execv(argv[1], argv + 1);
		_exit(127);
	}
	struct pollfd shown = { .fd = terminal, .events = POLLIN };
	bool typed = false;

	for (;;) {
		if (poll(&shown, 1, TICK_MS) && !copy(terminal, STDOUT_FILENO))
			break;
		if (!typed && echo_is_off(terminal)) {
			copy(STDIN_FILENO, terminal);
			typed = true;
		}
	}
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
