// SPDX-License-Identifier: GPL-2.0-or-later
/* The error texts that the cases expect are glibc's; other C libraries have other texts. */
#define _GNU_SOURCE
#include "shim.h"

#ifndef __GLIBC__
#include <errno.h>
#include <string.h>

static const char *const words[] = {
	[EIO] = "Input/output error",
	[ENOMEM] = "Cannot allocate memory",
	[EBUSY] = "Device or resource busy",
	[ERANGE] = "Numerical result out of range",
	[ELOOP] = "Too many levels of symbolic links",
	[ENOTSUP] = "Operation not supported",
	[ETIMEDOUT] = "Connection timed out",
};

__attribute__((visibility("default"))) char *strerror(int error)
{
	char *(*real)(int);

	*(void **)&real = shim_next("strerror");
	if (error > 0 && (size_t)error < sizeof(words) / sizeof(*words) && words[error])
		return (char *)(uintptr_t)words[error]; /* strerror(3) returns no const */
	return real(error);
}
#endif
