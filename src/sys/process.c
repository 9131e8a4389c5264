// SPDX-License-Identifier: GPL-2.0-or-later
/* Processes by /proc: the rights of this one, and the name of another. */
#include "disk_use.h"
#include "lookups.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* linux/capability.h: CAP_DAC_OVERRIDE, CAP_SYS_RAWIO, CAP_SYS_ADMIN */
enum { NEEDED = 1 << 1 | 1 << 17 | 1 << 21 };

/* The number after `name` in /proc/self/status; false if there is none. */
static bool status_number(const char *status, const char *name, int base, uint64_t *number)
{
	const char *at = strstr(status, name);

	if (at)
		*number = strtoull(at + strlen(name), NULL, base);
	return at;
}

enum rights rights_of(struct host *host)
{
	uint64_t has, user;
	char status[4096];

	if (host_read_file(host, "/proc/self/status", status, sizeof(status)) <= 0)
		return RIGHTS_UNKNOWN;
	if (status_number(status, "\nCapEff:", 16, &has) && (has & NEEDED) == NEEDED)
		return RIGHTS_FULL;
	return status_number(status, "\nUid:", 10, &user) && !user ? RIGHTS_CONFINED
								   : RIGHTS_UNKNOWN;
}

const char *rights_advice(struct host *host)
{
	switch (rights_of(host)) {
	case RIGHTS_FULL:
		return "root may not, either: its driver, or a restriction of this program, "
		       "forbids it";
	case RIGHTS_CONFINED:
		return "root lacks this right here, as in a container: try outside of it";
	case RIGHTS_UNKNOWN:
		break;
	}
	return "try as root, outside of containers";
}

void process_name(struct host *host, unsigned process, char who[BLOCK_HOLDER_BYTES])
{
	char path[40], name[32];

	who[0] = '\0';
	if (!process)
		return;
	snprintf(path, sizeof(path), "/proc/%u/comm", process);
	if (host_read_file(host, path, name, sizeof(name)) <= 0)
		snprintf(name, sizeof(name), "a program");
	snprintf(who, BLOCK_HOLDER_BYTES, "%s, process %u", name, process);
	utf8_clean(who);
}

int processes_each(struct host *host, void (*found)(void *who, const char *comm, unsigned pid),
		   void *who)
{
	struct host_paths paths;
	char comm[COMM_BYTES];
	int err = host_glob(host, "/proc/[0-9]*/comm", &paths);

	if (err)
		return err;
	for (size_t i = 0; i < paths.n; i++) {
		if (host_read_file(host, paths.path[i], comm, sizeof(comm)) <= 0)
			continue; /* it has ended meanwhile */
		utf8_clean(comm);
		found(who, comm, (unsigned)strtoull(paths.path[i] + strlen("/proc/"), NULL, 10));
	}
	host_paths_free(&paths);
	return 0;
}

bool process_runs(struct host *host, unsigned pid)
{
	char path[40], comm[COMM_BYTES];

	snprintf(path, sizeof(path), "/proc/%u/comm", pid);
	return host_read_file(host, path, comm, sizeof(comm)) > 0;
}

unsigned process_own(struct host *host)
{
	char text[64];

	return host_read_file(host, "/proc/self/stat", text, sizeof(text)) > 0
		       ? (unsigned)strtoull(text, NULL, 10)
		       : 0;
}
