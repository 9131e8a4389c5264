// SPDX-License-Identifier: GPL-2.0-or-later
/* Signals, tickers and secret input. Signals are blocked and looked up: there is no handler. */
#include "host.h"
#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define BIT(signal) (1UL << (signal - 1)) /* of a signal up to 32: in the first word of a set */

/* Signals that do not end the program, cannot be blocked, or show a fault; and SIGPIPE. */
static const unsigned long not_fatal =
	BIT(SIGKILL) | BIT(SIGSTOP) | BIT(SIGTSTP) | BIT(SIGTTIN) | BIT(SIGTTOU) | BIT(SIGCONT) |
	BIT(SIGCHLD) | BIT(SIGURG) | BIT(SIGWINCH) | BIT(SIGSEGV) | BIT(SIGBUS) | BIT(SIGILL) |
	BIT(SIGFPE) | BIT(SIGTRAP) | BIT(SIGABRT) | BIT(SIGSYS) | BIT(SIGPIPE);

enum {
	SIGNAL_BYTES = _NSIG / 8, /* bytes of a signal set in the kernel's layout */
	WORD_BITS = 8 * sizeof(unsigned long),
	SIGNAL_WORDS = SIGNAL_BYTES / sizeof(unsigned long)
};

static const sigset_t no_signals;

/*
 * Signal sets in the kernel's layout. Functions of the C library leave out the signals that it
 * keeps for itself (glibc: 32 and 33; musl: 32 to 34), but kill(2) sends these, and they end the
 * program.
 */
struct place {
	unsigned word;
	unsigned long bit;
};

static struct place place_of(int number)
{
	unsigned bit = (unsigned)number - 1;

	return (struct place){ bit / WORD_BITS, 1UL << bit % WORD_BITS };
}

static bool signal_in(const sigset_t *set, int number)
{
	const unsigned long *words = (const void *)set;
	struct place at = place_of(number);

	return words[at.word] & at.bit;
}

static void signal_add(sigset_t *set, int number)
{
	unsigned long *words = (void *)set;
	struct place at = place_of(number);

	words[at.word] |= at.bit;
}

static void signal_drop(sigset_t *set, int number)
{
	unsigned long *words = (void *)set;
	struct place at = place_of(number);

	words[at.word] &= ~at.bit;
}

/* True if `set` has a signal that `except` lacks. */
static bool any_signal(const sigset_t *set, const sigset_t *except)
{
	const unsigned long *words = (const void *)set, *others = (const void *)except;

	for (size_t i = 0; i < SIGNAL_WORDS; i++) {
		if (words[i] & ~others[i])
			return true;
	}
	return false;
}

/* As sigprocmask(2), but for all signals; `before` may be NULL. */
static int signal_mask(int how, const sigset_t *set, sigset_t *before)
{
	if (before)
		*before = no_signals;
	return (int)syscall(SYS_rt_sigprocmask, how, set, before, (size_t)SIGNAL_BYTES);
}

/* True unless the process ignores the signal. */
static bool takes_effect(int signal)
{
	struct sigaction action;

	/* sigaction() fails for signals that the C library reserves: these count as not ignored */
	return sigaction(signal, NULL, &action) < 0 || action.sa_handler != SIG_IGN;
}

/* Remove the signals of not_fatal. */
static void drop_not_fatal(sigset_t *set)
{
	unsigned long *words = (void *)set;

	words[0] &= ~not_fatal;
}

/* Remove the signals that the process ignores: if blocked, an ignored signal becomes pending. */
static void drop_ignored(sigset_t *set)
{
	for (int number = 1; number < _NSIG; number++) {
		if (signal_in(set, number) && !takes_effect(number))
			signal_drop(set, number);
	}
}

/* Set all signals except those of not_fatal; also ignored signals. */
static void fatal_by_default(sigset_t *set)
{
	memset(set, 0xff, sizeof(*set));
	drop_not_fatal(set);
}

/* Set the signals that end the program now. */
static void fatal_signals(sigset_t *set)
{
	fatal_by_default(set);
	drop_ignored(set);
}

void host_settle_signals(void)
{
	const struct sigaction ignored = { .sa_handler = SIG_IGN };
	sigset_t blocked;

	sigaction(SIGXFSZ, &ignored, NULL);
	if (signal_mask(SIG_BLOCK, NULL, &blocked) < 0)
		return;
	drop_not_fatal(&blocked);
	for (int number = 1; number < _NSIG; number++) {
		if (signal_in(&blocked, number))
			sigaction(number, &ignored, NULL);
	}
}

bool kernel_interrupt_hold(struct host *host, bool all)
{
	sigset_t ends = no_signals, set, before;

	(void)host;
	if (all) {
		/* also block ignored signals: a test would need a system call for each */
		fatal_by_default(&ends);
	} else {
		signal_add(&ends, SIGINT);
		drop_ignored(&ends);
	}
	set = ends;
	/* also block SIGPIPE, which host_interrupted() does not count */
	if (all)
		signal_add(&set, SIGPIPE);
	if (signal_mask(SIG_BLOCK, &set, &before) < 0)
		return false;
	return any_signal(&ends, &before);
}

bool host_interrupted(void)
{
	sigset_t pending = no_signals;

	if (sigpending(&pending) < 0)
		return false;
	drop_not_fatal(&pending);
	/* usually none is pending, and -t asks before each read */
	if (!any_signal(&pending, &no_signals))
		return false;
	drop_ignored(&pending);
	return any_signal(&pending, &no_signals);
}

bool kernel_interrupt_release(struct host *host)
{
	const struct timespec at_once = { 0, 0 };
	bool came = host_interrupted();
	sigset_t set;

	(void)host;
	if (came) {
		fatal_signals(&set);
		while (sigtimedwait(&set, NULL, &at_once) > 0)
			;
	}
	host_interrupt_deliver();
	return came;
}

void host_interrupt_deliver(void)
{
	sigset_t set;

	fatal_by_default(&set);
	signal_add(&set, SIGPIPE);
	signal_mask(SIG_UNBLOCK, &set, NULL);
}

int host_wait_ns(uint64_t ns)
{
	const struct timespec most = { (time_t)(ns / 1000000000u), (long)(ns % 1000000000u) };
	sigset_t set;
	int number;

	/* Do not test each signal for being ignored: an ignored signal only ends the wait early. */
	fatal_by_default(&set);
	number = sigtimedwait(&set, NULL, &most);
	return number > 0 && takes_effect(number) ? number : 0;
}

static uint64_t seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec;
}

struct ticker ticker_start(void (*tick)(void *who, uint64_t seconds), void *who)
{
	struct ticker ticker = { -1, -1 };
	struct pollfd parent = { .events = POLLIN };
	sigset_t set, before;
	uint64_t since;
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		return ticker;
	/* the child blocks the signals, so that only the parent reacts to a signal */
	fatal_signals(&set);
	signal_mask(SIG_BLOCK, &set, &before);
	ticker.pid = fork();
	if (ticker.pid == 0) {
		close(ends[1]);
		parent.fd = ends[0];
		since = seconds_now();
		/* until the parent ends the child, or the pipe shows that the parent is gone */
		while (!poll(&parent, 1, 1000))
			tick(who, seconds_now() - since);
		/*
		 * not exit(), which would write the parent's buffered text, nor _exit(), which
		 * tests/lint/objects.sh permits only in main.c
		 */
		kill(getpid(), SIGKILL);
	}
	signal_mask(SIG_SETMASK, &before, NULL);
	close(ends[0]);
	ticker.fd = ends[1];
	return ticker;
}

void ticker_stop(struct ticker *ticker)
{
	if (ticker->fd >= 0)
		close(ticker->fd);
	/* SIGKILL, since a stopped process would not see the end of the pipe */
	if (ticker->pid > 0)
		kill(ticker->pid, SIGKILL);
	while (ticker->pid > 0 && waitpid(ticker->pid, NULL, 0) < 0 && errno == EINTR)
		;
}

/* --- a secret line, and the memory that holds the secret --- */

/* Read byte by byte: the next reader needs the rest. */
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

/* Return 0 for input or its end, the number of a signal, or -errno. */
static int wait_for_line(int fd, int signal_fd)
{
	struct pollfd polls[] = { { .fd = fd, .events = POLLIN },
				  { .fd = signal_fd, .events = POLLIN } };
	struct signalfd_siginfo info;

	while (poll(polls, 2, -1) < 0) {
		if (errno != EINTR)
			return -errno;
	}
	if (!polls[1].revents)
		return 0;
	if (read(signal_fd, &info, sizeof(info)) != sizeof(info))
		return -EIO;
	return (int)info.ssi_signo;
}

static ssize_t read_terminal(int fd, const struct termios *before, char *buf, size_t size)
{
	struct termios silent = *before;
	int signal_fd, signal = 0;
	sigset_t set, mask;
	ssize_t got;

	silent.c_lflag &= ~(tcflag_t)ECHO;
	/* the echo must be on again before a signal ends or stops the program */
	fatal_signals(&set);
	signal_add(&set, SIGTSTP);
	signal_add(&set, SIGTTIN);
	signal_add(&set, SIGTTOU);
	signal_fd = signalfd(-1, &set, SFD_CLOEXEC);
	if (signal_fd < 0)
		return -errno;
	signal_mask(SIG_BLOCK, &set, &mask);
	if (tcsetattr(fd, TCSAFLUSH, &silent) < 0) {
		got = -errno;
	} else {
		/* in canonical mode, a terminal is readable after a whole line or at the end */
		signal = wait_for_line(fd, signal_fd);
		got = signal ? -EINTR : read_line(fd, buf, size);
		tcsetattr(fd, TCSAFLUSH, before);
	}
	close(signal_fd);
	signal_mask(SIG_SETMASK, &mask, NULL);
	if (!signal)
		return got;
	if (signal < 0)
		return signal;
	/* send the signal again, which ends or stops the program unless blocked or ignored */
	kill(getpid(), signal);
	if (signal_in(&mask, signal))
		return -EINTR;
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
	/* a byte order mark, U+FEFF, in UTF-8 or UTF-16 */
	if (!strncmp(buf, "\xef\xbb\xbf", 3) || !strncmp(buf, "\xfe\xff", 2) ||
	    !strncmp(buf, "\xff\xfe", 2))
		return -EILSEQ;
	if (memchr(buf, '\0', (size_t)got))
		return -EBADMSG;
	return buf[got - 1] == '\r' ? -EPROTO : 0;
}

/* Lock the whole memory: the compiler may keep copies of the secret anywhere. */
void host_guard_secrets(void)
{
	const struct rlimit none = { 0, 0 };

	/* the kernel may refuse one of these calls and permit the next */
	setrlimit(RLIMIT_CORE, &none);
	prctl(PR_SET_DUMPABLE, 0);
	/* MCL_ONFAULT leaves unused pages unloaded; kernels before 4.4 refuse the flag */
	if (mlockall(MCL_CURRENT | MCL_ONFAULT) < 0)
		mlockall(MCL_CURRENT);
}
