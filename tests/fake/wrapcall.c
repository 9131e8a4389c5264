// SPDX-License-Identifier: GPL-2.0-or-later
/* Raw system calls that would bypass the shim: asynchronous ones are refused. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "shim.h"

/* True for system calls that this kernel lacks, so that the program uses other calls. */
static bool refused(long number)
{
	return number == SYS_io_setup;
}

__attribute__((visibility("default"))) long syscall(long number, ...);
__attribute__((visibility("default"))) long syscall(long number, ...)
{
	long (*real)(long, ...);
	long arg[6];
	va_list ap;

	va_start(ap, number);
	for (int i = 0; i < 6; i++)
		arg[i] = va_arg(ap, long);
	va_end(ap);
	if (refused(number) && shim_world()) {
		errno = ENOSYS;
		return -1;
	}
	*(void **)&real = dlsym(RTLD_NEXT, "syscall");
	return real(number, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
}
