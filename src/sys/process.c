// SPDX-License-Identifier: GPL-2.0-or-later
/* Processes by /proc: the rights of this one, and the name of another. */
#include "clean_text.h"
#include "sysfs.h"

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
