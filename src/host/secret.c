// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Reads a secret line, and protects the memory that holds it. On a terminal the echo is off
 * meanwhile; it is switched on again before a signal ends or stops the program.
 */
#include "kernel.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

/* Byte by byte: the text after the line belongs to the next reader. */
static ssize_t read_line(int fd, char *buf, size_t size)
{
	size_t n = 0;
	ssize_t got;
	char byte;

	while ((got = read(fd, &byte, 1)) == 1 && byte != '\n') {
		if (n + 1 == size) {
			got = -1;
			errno = E2BIG;
			break;
		}
		buf[n++] = byte;
	}
	explicit_bzero(&byte, sizeof(byte));
	if (got < 0)
		return -errno;
	if (got == 0 && n == 0)
		return -ENODATA;
	buf[n] = '\0';
	return (ssize_t)n;
}

/*
 * Wait for the line or a signal, whichever comes first: the signal's number, 0 for the line,
 * -errno.
 */
static int wait_for_line(int fd, int signals)
{
	struct pollfd polls[] = { { .fd = fd, .events = POLLIN },
				  { .fd = signals, .events = POLLIN } };
	struct signalfd_siginfo info;

	while (poll(polls, 2, -1) < 0) {
		if (errno != EINTR)
			return -errno;
	}
	if (!polls[1].revents)
		return 0;
	return read(signals, &info, sizeof(info)) == sizeof(info) ? (int)info.ssi_signo : -EIO;
}

/* A terminal in canonical mode returns only whole lines. */
static ssize_t read_silently(int fd, const struct termios *before, int signals, char *buf,
			     size_t size, int *signal)
{
	struct termios silent = *before;
	ssize_t got;

	silent.c_lflag &= ~(tcflag_t)ECHO;
	if (tcsetattr(fd, TCSAFLUSH, &silent) < 0)
		return -errno;
	*signal = wait_for_line(fd, signals);
	got = *signal ? -EINTR : read_line(fd, buf, size);
	tcsetattr(fd, TCSAFLUSH, before);
	return got;
}

static ssize_t read_terminal(int fd, const struct termios *before, char *buf, size_t size)
{
	int signals, signal = 0;
	sigset_t set, mask;
	ssize_t got;

	kernel_leaving_signals(&set);
	signals = signalfd(-1, &set, SFD_CLOEXEC);
	if (signals < 0)
		return -errno;
	kernel_signal_mask(SIG_BLOCK, &set, &mask);
	got = read_silently(fd, before, signals, buf, size, &signal);
	close(signals);
	kernel_signal_mask(SIG_SETMASK, &mask, NULL);
	if (signal <= 0)
		return signal ? signal : got;
	/* the signal takes effect now: it ends or stops the program */
	kill(getpid(), signal);
	return -ERESTART;
}

int kernel_read_secret(struct host *host, int fd, char *buf, size_t size)
{
	struct termios before;
	ssize_t got;

	(void)host;
	if (tcgetattr(fd, &before) < 0)
		got = read_line(fd, buf, size);
	else
		got = read_terminal(fd, &before, buf, size);
	if (got <= 0)
		return (int)got;
	/* U+FEFF in UTF-8 or UTF-16 */
	if (!strncmp(buf, "\xef\xbb\xbf", 3) || !strncmp(buf, "\xfe\xff", 2) ||
	    !strncmp(buf, "\xff\xfe", 2))
		return -EILSEQ;
	if (memchr(buf, '\0', (size_t)got))
		return -EBADMSG;
	return buf[got - 1] == '\r' ? -EPROTO : 0;
}

/* All memory: the compiler may keep copies of the secret anywhere. */
void host_guard_secrets(void)
{
	const struct rlimit none = { 0, 0 };

	/* independent calls: the kernel may refuse one and permit the others */
	setrlimit(RLIMIT_CORE, &none);
	prctl(PR_SET_DUMPABLE, 0);
	/* pages not in use yet hold no secret; kernels before 4.4 can only lock all */
	if (mlockall(MCL_CURRENT | MCL_ONFAULT) < 0)
		mlockall(MCL_CURRENT);
}
