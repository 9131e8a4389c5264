// SPDX-License-Identifier: GPL-2.0-or-later
/* The libc functions that the shim replaces: time, and sync(). */
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "shim.h"

#define EXPORT __attribute__((visibility("default")))

#ifdef __GLIBC__
typedef __itimer_which_t itimer_which;
#else
typedef int itimer_which;
#endif

enum { SECOND = 1000000000, EPOCH = 1700000000 };

EXPORT int clock_gettime(clockid_t clock, struct timespec *ts)
{
	int (*real)(clockid_t, struct timespec *);
	uint64_t ns;

	*(void **)&real = shim_next(TIMED("clock_gettime", "__clock_gettime64"));
	if (!shim_world() || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID)
		return real(clock, ts);
	ns = clock == CLOCK_REALTIME ? shim_now() : shim_monotonic();
	if (clock == CLOCK_BOOTTIME)
		ns += fake_slept_ms(shim_world()) * 1000000;
	ts->tv_sec = (time_t)(ns / SECOND) + (clock == CLOCK_REALTIME ? EPOCH : 0);
	ts->tv_nsec = (long)(ns % SECOND);
	return 0;
}

EXPORT int gettimeofday(struct timeval *restrict tv, void *restrict tz)
{
	struct timespec ts;

	(void)tz; /* obsolete */
	clock_gettime(CLOCK_REALTIME, &ts);
	tv->tv_sec = ts.tv_sec;
	tv->tv_usec = ts.tv_nsec / 1000;
	return 0;
}

EXPORT time_t time(time_t *t)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	if (t)
		*t = ts.tv_sec;
	return ts.tv_sec;
}

/* This timer never rings, since the program only reads it: real timers would count real time. */
EXPORT int setitimer(itimer_which which, const struct itimerval *restrict value,
		     struct itimerval *restrict old)
{
	int (*real)(itimer_which, const struct itimerval *, struct itimerval *);

	*(void **)&real = shim_next(TIMED("setitimer", "__setitimer64"));
	if (!shim_world())
		return real(which, value, old);
	if (old)
		memset(old, 0, sizeof(*old));
	return 0;
}

/* 9.65 sets 1000 s and reads the rest. */
EXPORT int getitimer(itimer_which which, struct itimerval *value)
{
	int (*real)(itimer_which, struct itimerval *);
	uint64_t us, left;

	*(void **)&real = shim_next(TIMED("getitimer", "__getitimer64"));
	if (!shim_world())
		return real(which, value);
	us = shim_now() / 1000;
	left = 1000000000ull - us % 1000000000ull;
	memset(value, 0, sizeof(*value));
	value->it_value.tv_sec = (time_t)(left / 1000000);
	value->it_value.tv_usec = (suseconds_t)(left % 1000000);
	return 0;
}

static int pass_time(const struct timespec *ts)
{
	shim_spend((uint64_t)ts->tv_sec * SECOND + (uint64_t)ts->tv_nsec);
	return 0;
}

EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *ts,
			   struct timespec *left)
{
	int (*real)(clockid_t, int, const struct timespec *, struct timespec *);
	struct timespec now;
	int64_t wait;

	*(void **)&real = shim_next(TIMED("clock_nanosleep", "__clock_nanosleep_time64"));
	if (!shim_world())
		return real(clock, flags, ts, left);
	if (!(flags & TIMER_ABSTIME))
		return pass_time(ts);
	clock_gettime(clock, &now);
	wait = (ts->tv_sec - now.tv_sec) * (int64_t)SECOND + ts->tv_nsec - now.tv_nsec;
	if (wait > 0)
		shim_spend((uint64_t)wait);
	return 0;
}

/* A wait for a signal or a time uses the virtual clock and the world's signals. A wait that also
 * waits for child processes is real. */
EXPORT int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
			const struct timespec *restrict most)
{
	static const struct timespec at_once = { 0, 0 };
	int (*real)(const sigset_t *, siginfo_t *, const struct timespec *);
	uint64_t now = shim_now(), end;
	int number = 0, came;
	unsigned ms;

	*(void **)&real = shim_next(TIMED("sigtimedwait", "__sigtimedwait64"));
	if (!shim_world() || !most || sigismember(set, SIGCHLD) ||
	    (!most->tv_sec && !most->tv_nsec))
		return real(set, info, most);
	came = real(set, info, &at_once);
	if (came > 0)
		return came;
	end = now + (uint64_t)most->tv_sec * SECOND + (uint64_t)most->tv_nsec;
	ms = fake_next_signal(shim_world(), now / 1000000, end / 1000000, &number);
	shim_spend((ms ? ms * 1000000ull : end) - now);
	fake_move_files(shim_world(), shim_folder(), now / 1000000, shim_now() / 1000000);
	if (ms)
		kill(getpid(), number);
	return real(set, info, &at_once);
}

EXPORT int nanosleep(const struct timespec *ts, struct timespec *left)
{
	int (*real)(const struct timespec *, struct timespec *);

	*(void **)&real = shim_next(TIMED("nanosleep", "__nanosleep64"));
	if (!shim_world())
		return real(ts, left);
	return pass_time(ts);
}

EXPORT unsigned sleep(unsigned seconds)
{
	struct timespec ts = { .tv_sec = seconds };

	nanosleep(&ts, NULL);
	return 0;
}

EXPORT int usleep(useconds_t us)
{
	struct timespec ts = { .tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000l };

	return nanosleep(&ts, NULL);
}

EXPORT void sync(void)
{
}

EXPORT int syncfs(int fd)
{
	return shim_world() ? 0 : (int)syscall(SYS_syncfs, fd);
}

EXPORT int fsync(int fd)
{
	struct fake_device *dev = shim_fd(fd);

	if (dev)
		return shim_ioctl(dev, FAKE_FSYNC, NULL);
	return shim_world() ? 0 : (int)syscall(SYS_fsync, fd);
}

EXPORT int fdatasync(int fd)
{
	return shim_world() ? 0 : (int)syscall(SYS_fdatasync, fd);
}
