// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Search the program's memory for a secret when the program exits. FAKE_SECRET is the secret with
 * every byte one higher, so that the variable itself is not found. The log has the number of places
 * in the heap, the stack and other private memory; a sanitizer's shadow memory is left out. With
 * FAKE_GUARD the log also shows how the memory with a secret was guarded, whatever the user's
 * rights are.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include "shim.h"

/* The program itself has no part of memory of this size. */
static const unsigned long shadow_bytes = 1UL << 28;

static bool stands_at(const char *memory, const char *shifted)
{
	for (size_t i = 0; shifted[i]; i++) {
		if (memory[i] != (char)(shifted[i] - 1))
			return false;
	}
	return true;
}

static unsigned count(const char *from, const char *to, const char *shifted)
{
	size_t bytes;
	const char *buffers = shim_path_buffers(&bytes); /* buffers of the shim */
	unsigned places = 0;

	for (; from + strlen(shifted) <= to; from++) {
		if (from < buffers || from >= buffers + bytes)
			places += stands_at(from, shifted);
	}
	return places;
}

__attribute__((destructor)) static void look_for_secret(void)
{
	const char *shifted = getenv("FAKE_SECRET");
	FILE *maps = shifted && shim_world() ? fopen("/proc/self/maps", "r") : NULL;
	unsigned long from, to;
	char line[512], mode[8];
	unsigned places = 0;

	while (maps && fgets(line, sizeof(line), maps)) {
		if (sscanf(line, "%lx-%lx %7s", &from, &to, mode) == 3 && !strcmp(mode, "rw-p") &&
		    to - from < shadow_bytes)
			places += count((const char *)from, (const char *)to, shifted);
	}
	if (!maps)
		return;
	fclose(maps);
	if (shim_forked() && !places)
		return; /* one line for all processes of a program */
	shim_log(places ? "secret: left in memory" : "secret: nowhere in memory");
}

static int locked;

__attribute__((visibility("default"))) int mlockall(int flags)
{
	locked |= flags;
	return 0;
}

__attribute__((destructor)) static void tell_guard(void)
{
	struct rlimit core = { 1, 1 };

	if (!getenv("FAKE_GUARD") || !shim_world())
		return;
	getrlimit(RLIMIT_CORE, &core);
	shim_log(locked & MCL_CURRENT ? "guard: memory locked" : "guard: memory not locked");
	shim_log(prctl(PR_GET_DUMPABLE) ? "guard: dumpable" : "guard: not dumpable");
	shim_log(core.rlim_max ? "guard: core" : "guard: no core");
}
